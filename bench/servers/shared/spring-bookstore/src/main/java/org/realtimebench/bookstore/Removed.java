package org.realtimebench.bookstore;

/** How many books a clean-up took away. */
record Removed(long removed) {}
