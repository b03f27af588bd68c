// A line a test, the failures in full, and at last the count alone on a line.

export default class Reporter {
  constructor({ runner = "browser" } = {}) {
    this.runner = runner;
    this.counts = { passed: 0, failed: 0, skipped: 0 };
    this.failures = [];
  }

  onTestEnd(test, result) {
    const name = `${test.parent.project().name}: ${test.title}`;
    const outcome = { passed: "passed", skipped: "skipped" }[result.status] ?? "failed";
    this.counts[outcome]++;
    console.log(`  ${{ passed: "ok   ", skipped: "skip ", failed: "FAIL " }[outcome]} ${name}`);
    if (outcome === "failed") this.failures.push({ name, result });
  }

  onError(error) {
    this.counts.failed++;
    console.error(error.stack ?? error.message ?? error.value);
  }

  onEnd() {
    for (const { name, result } of this.failures) {
      console.error(`\nFAIL  ${name}\n${result.errors.map(({ stack, message }) => stack ?? message).join("\n")}`);
    }
    const { passed, failed, skipped } = this.counts;
    console.log(`${this.runner}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }

  printsToStdio() {
    return true;
  }
}
