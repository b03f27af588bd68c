package org.realtimebench.database;

import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the database is: JDBC's URLs have no place for a user, so DATABASE_URL is taken apart. */
@Configuration
class DatabaseConfiguration {

  @Bean
  JdbcConnectionDetails connectionDetails(@Value("${database.url}") URI url) {
    return new Details(url);
  }

  private record Details(URI url) implements JdbcConnectionDetails {

    @Override
    public String getJdbcUrl() {
      return "jdbc:postgresql://%s:%d%s".formatted(url.getHost(), url.getPort(), url.getPath());
    }

    @Override
    public String getUsername() {
      return url.getUserInfo();
    }

    @Override
    public String getPassword() {
      return null;
    }
  }
}
