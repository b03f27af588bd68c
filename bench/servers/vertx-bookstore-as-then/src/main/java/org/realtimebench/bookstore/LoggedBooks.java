package org.realtimebench.bookstore;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Books of which each statement is logged when it is sent and when it is done, at level DEBUG. */
final class LoggedBooks extends Books {

  private static final Logger LOG = LoggerFactory.getLogger(LoggedBooks.class);

  private final AtomicLong statements = new AtomicLong();

  LoggedBooks(Pool pool) {
    super(pool);
  }

  @Override
  Future<RowSet<Row>> execute(String statement, Tuple values) {
    long number = statements.incrementAndGet();
    long sentNs = System.nanoTime();
    LOG.debug(
        "Sending statement '{}' with values {} as request {} to the database",
        statement,
        values.deepToString(),
        number);
    return super.execute(statement, values).onComplete(done -> logEnd(number, sentNs));
  }

  private static void logEnd(long number, long sentNs) {
    long elapsedUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sentNs);
    LOG.debug("Execution of request {} ended after {} us", number, elapsedUs);
  }
}
