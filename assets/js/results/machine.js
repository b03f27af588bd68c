/** What makes two machines the same. */
const MACHINE_IDENTITY = ["cpu_model", "cpu_count", "memory_mib", "kernel"];

/** A machine's identity as one text; of what is not stated, undefined. */
export function machineKey(machine) {
  return machine ? JSON.stringify(MACHINE_IDENTITY.map((field) => machine[field])) : undefined;
}
