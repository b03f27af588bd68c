package org.realtimebench.bookstore;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.math.BigDecimal;

/** A book that a client sends. */
record NewBook(
    // Not by @Size, which counts some characters twice.
    @NotBlank
        @Pattern(
            regexp = ".{0,256}",
            flags = Pattern.Flag.DOTALL,
            message = "must have at most 256 characters")
        String name,
    @NotNull @DecimalMin("0") @DecimalMax("99999999.99") BigDecimal price) {}
