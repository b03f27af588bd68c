package org.realtimebench.bookstore;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigDecimal;
import java.time.OffsetDateTime;

/** A book as in the database, and as clients get it. */
record Book(
    long id,
    String name,
    BigDecimal price,
    @JsonFormat(pattern = "yyyy-MM-dd'T'HH:mm:ss.SSSX", timezone = "UTC")
        OffsetDateTime createdDate) {}
