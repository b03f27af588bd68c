/** What makes two machines the same. */
const MACHINE_IDENTITY = ["cpu_model", "cpu_signature", "cpu_count", "memory_mib", "kernel"];

/** A machine's identity as one text; of what is not stated, undefined. */
export function machineKey(machine) {
  return machine ? JSON.stringify(MACHINE_IDENTITY.map((field) => machine[field])) : undefined;
}

/** Of two machines with as much memory built in or rented, hypervisor and kernel leave amounts that differ by less than this share. */
const MEMORY_SHARE = 0.02;
/** `Linux 6.18` of `Linux 6.18.44-fc-v669`: what follows are repairs. */
const KERNEL_SERIES = /^\D*\d+\.\d+/;

/**
 * Whether figures of two machines may stand for one kind of machine: processor and cores are the same, memory nearly, the kernel but for repairs.
 * One that isn't stated is of no kind; of the processor's generation, which older files don't state, nothing is asked unless both do.
 */
export function areOfOneKind(one, other) {
  if (!one || !other) return false;
  if (one.cpu_signature && other.cpu_signature && one.cpu_signature !== other.cpu_signature) return false;
  const kind = ({ cpu_model, cpu_count, kernel }) =>
    JSON.stringify([cpu_model, cpu_count, KERNEL_SERIES.exec(kernel)?.[0] ?? kernel]);
  const [less, more] = [one.memory_mib, other.memory_mib].sort((a, b) => a - b);
  return kind(one) === kind(other) && more - less <= MEMORY_SHARE * more;
}
