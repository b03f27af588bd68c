<?php

namespace App;

use PDO;

final class Database
{
    private const CONNECT_TIMEOUT_S = 2;
    private const QUERY_TIMEOUT_MS = 2000;

    /** The worker's connection, which outlives the request. */
    public static function connect(string $url): PDO
    {
        $place = parse_url($url);
        $source = sprintf(
            "pgsql:host=%s;port=%d;dbname=%s;options='-c statement_timeout=%d'",
            $place['host'],
            $place['port'] ?? 5432,
            ltrim($place['path'], '/'),
            self::QUERY_TIMEOUT_MS
        );

        return new PDO($source, $place['user'], null, [
            PDO::ATTR_PERSISTENT => true,
            PDO::ATTR_TIMEOUT => self::CONNECT_TIMEOUT_S,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        ]);
    }
}
