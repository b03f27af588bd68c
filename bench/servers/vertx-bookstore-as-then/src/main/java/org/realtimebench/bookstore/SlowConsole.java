package org.realtimebench.bookstore;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Standard output that keeps its writer waiting for so long a line, as the window of a console does
 * that draws each line before the next; a file or a pipe takes microseconds.
 */
final class SlowConsole extends FilterOutputStream {

  private final long lineNs;

  private SlowConsole(OutputStream out, long lineNs) {
    super(out);
    this.lineNs = lineNs;
  }

  /**
   * @param lineUs how long each line takes, in microseconds; 0 leaves standard output as it is
   */
  static void install(long lineUs) {
    if (lineUs > 0) {
      long lineNs = TimeUnit.MICROSECONDS.toNanos(lineUs);
      System.setOut(new PrintStream(new SlowConsole(System.out, lineNs)));
    }
  }

  /** Logback writes a line at once. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    LockSupport.parkNanos(lineNs);
  }
}
