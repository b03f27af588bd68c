package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	userCount     = 10_000
	byName        = "SELECT id, name, email, description FROM users WHERE name = $1"
	lookupTimeout = 2 * time.Second
)

// A User as in the database, and as clients get it.
type User struct {
	ID          int32  `json:"id"`
	Name        string `json:"name"`
	Email       string `json:"email"`
	Description string `json:"description"`
}

// Users are read from the database, by way of a pool of connections.
type Users struct {
	pool *pgxpool.Pool
}

// OpenUsers connects as the need arises, and so succeeds without the database.
func OpenUsers(url string, poolSize int32) (*Users, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns = poolSize
	config.ConnConfig.ConnectTimeout = lookupTimeout
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, err
	}
	return &Users{pool}, nil
}

// Random looks a random user up by its name. It fails while the database is away.
func (u *Users) Random(ctx context.Context) (User, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	name := fmt.Sprintf("user-%d", 1+rand.IntN(userCount))
	rows, _ := u.pool.Query(ctx, byName, name) // Its error is in rows as well.
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[User])
}

// Close ends all connections.
func (u *Users) Close() {
	u.pool.Close()
}
