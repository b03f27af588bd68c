package main

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	columns    = "id, name, price, created_at"
	listBooks  = "SELECT " + columns + " FROM books ORDER BY id"
	findBook   = "SELECT " + columns + " FROM books WHERE id = $1"
	addBook    = "INSERT INTO books (name, price) VALUES ($1, $2) RETURNING " + columns
	countBooks = "SELECT count(*) FROM books"
	clearBooks = "TRUNCATE books RESTART IDENTITY"

	connectTimeout = 2 * time.Second
	queryTimeout   = 2 * time.Second

	// RFC 3339 with milliseconds, which time.RFC3339Nano leaves out where they are zero.
	timestampLayout = "2006-01-02T15:04:05.000Z07:00"
)

// A Book as clients get it. A float64 holds each price of the database, which has two decimals.
type Book struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Price       float64 `json:"price"`
	CreatedDate string  `json:"createdDate"`
}

// Books are kept in the database, and reached by way of a pool of connections.
type Books struct {
	pool *pgxpool.Pool
}

// OpenBooks connects as the need arises, and so succeeds without the database.
func OpenBooks(url string, poolSize int32) (*Books, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns = poolSize
	config.ConnConfig.ConnectTimeout = connectTimeout
	// Connections that were idle are tried one after the other; all together take no longer than a query may.
	config.PingTimeout = queryTimeout / time.Duration(max(poolSize, 1))
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, err
	}
	return &Books{pool}, nil
}

// All books, by their ids.
func (b *Books) All(ctx context.Context) ([]Book, error) {
	return withConnection(ctx, b.pool, func(ctx context.Context, connection *pgxpool.Conn) ([]Book, error) {
		rows, _ := connection.Query(ctx, listBooks) // Its error is in rows as well.
		return pgx.CollectRows(rows, toBook)
	})
}

// Find the book of that id. The error is pgx.ErrNoRows if there is none.
func (b *Books) Find(ctx context.Context, id int64) (Book, error) {
	return b.one(ctx, findBook, id)
}

// Add a book.
func (b *Books) Add(ctx context.Context, book NewBook) (Book, error) {
	return b.one(ctx, addBook, book.Name, book.Price)
}

// Clear removes all books, and says how many there were.
func (b *Books) Clear(ctx context.Context) (int64, error) {
	return withConnection(ctx, b.pool, func(ctx context.Context, connection *pgxpool.Conn) (int64, error) {
		var count int64
		if err := connection.QueryRow(ctx, countBooks).Scan(&count); err != nil {
			return 0, err
		}
		_, err := connection.Exec(ctx, clearBooks)
		return count, err
	})
}

// Close ends all connections.
func (b *Books) Close() {
	b.pool.Close()
}

func (b *Books) one(ctx context.Context, statement string, arguments ...any) (Book, error) {
	return withConnection(ctx, b.pool, func(ctx context.Context, connection *pgxpool.Conn) (Book, error) {
		rows, _ := connection.Query(ctx, statement, arguments...)
		return pgx.CollectExactlyOneRow(rows, toBook)
	})
}

// withConnection waits for a connection for as long as ctx lasts; only the work on it has a deadline.
func withConnection[T any](
	ctx context.Context, pool *pgxpool.Pool, work func(context.Context, *pgxpool.Conn) (T, error),
) (T, error) {
	connection, err := pool.Acquire(ctx)
	if err != nil {
		var none T
		return none, err
	}
	defer connection.Release()
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return work(ctx, connection)
}

func toBook(row pgx.CollectableRow) (Book, error) {
	var book Book
	var createdAt time.Time
	err := row.Scan(&book.ID, &book.Name, &book.Price, &createdAt)
	book.CreatedDate = createdAt.UTC().Format(timestampLayout)
	return book, err
}
