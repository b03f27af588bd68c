// A reporter for `node --test`: a line a test, the failures in full, and at last the count alone on a
// line, under the runner's name in RUNNER.

export default async function* report(events) {
  let passed = 0;
  const failures = [];
  for await (const { type, data } of events) {
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details?.type === "suite" || isFile(data)) {
      if (type === "test:fail" && isFile(data)) failures.push(data);
      continue;
    }
    if (type === "test:pass") {
      passed++;
      yield `  ok    ${data.name}\n`;
    } else {
      failures.push(data);
      yield `  FAIL  ${data.name}\n`;
    }
  }
  for (const { name, details } of failures) {
    yield `\nFAIL  ${name}\n${details.error.cause?.stack ?? details.error.cause ?? details.error.message}\n`;
  }
  yield `${process.env.RUNNER}: ${passed} passed, ${failures.length} failed\n`;
}

/** The runner reports a file that fails to load as a test of the file's own name. */
function isFile({ name }) {
  return name.endsWith(".test.js");
}
