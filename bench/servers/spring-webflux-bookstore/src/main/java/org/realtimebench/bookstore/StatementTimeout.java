package org.realtimebench.bookstore;

import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Gives up a statement that the database does not begin to answer; what a request waits for a
 * connection does not count.
 */
@Configuration
class StatementTimeout {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  @Bean
  DatabaseClient databaseClient(ConnectionFactory connections) {
    return DatabaseClient.builder()
        .connectionFactory(connections)
        .executeFunction(StatementTimeout::execute)
        .build();
  }

  private static Flux<? extends Result> execute(Statement statement) {
    return Flux.from(statement.execute())
        .timeout(Mono.delay(TIMEOUT))
        .onErrorMap(
            TimeoutException.class, late -> new QueryTimeoutException("no answer in time", late));
  }
}
