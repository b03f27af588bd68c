<?php

namespace App;

use DateTimeImmutable;
use DateTimeZone;
use PDO;

/** The books: kept in the database. All methods throw a PDOException while that is away. */
final class Books
{
    private const LIST = 'SELECT id, name, price, created_at FROM books ORDER BY id';
    private const FIND = 'SELECT id, name, price, created_at FROM books WHERE id = ?';
    private const ADD = 'INSERT INTO books (name, price) VALUES (?, ?) RETURNING id, name, price, created_at';
    private const COUNT = 'SELECT count(*) FROM books';
    private const CLEAR = 'TRUNCATE books RESTART IDENTITY';

    public function __construct(private readonly PDO $database)
    {
    }

    /** All books, by their ids. */
    public function all(): array
    {
        return array_map(self::toBook(...), $this->database->query(self::LIST)->fetchAll());
    }

    /** The book of that id, if there is one. */
    public function find(int $id): ?array
    {
        return $this->one(self::FIND, [$id]);
    }

    /** Adds a book, and returns it as it is kept. */
    public function add(NewBook $book): array
    {
        return $this->one(self::ADD, [$book->name, $book->price]);
    }

    /** Removes all books, and returns how many there were. */
    public function clear(): int
    {
        $count = (int) $this->database->query(self::COUNT)->fetchColumn();
        $this->database->exec(self::CLEAR);

        return $count;
    }

    private function one(string $statement, array $arguments): ?array
    {
        $prepared = $this->database->prepare($statement);
        $prepared->execute($arguments);
        $row = $prepared->fetch();

        return $row ? self::toBook($row) : null;
    }

    /** A book as clients get it. A float holds each price of the database, which has two decimals and comes as a string. */
    private static function toBook(array $row): array
    {
        $createdAt = new DateTimeImmutable($row['created_at']);

        return [
            'id' => (int) $row['id'],
            'name' => $row['name'],
            'price' => (float) $row['price'],
            'createdDate' => $createdAt->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
        ];
    }
}
