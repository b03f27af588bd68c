package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

const (
	maxBodyBytes      = 1 << 20
	maxNameCharacters = 256
	maxPrice          = 99_999_999.99
)

var (
	errBody  = errors.New("body must be a JSON object of at most 1 MiB")
	errName  = errors.New("name must be a string of 1 to 256 characters that is not blank and has no U+0000")
	errPrice = errors.New("price must be a number from 0 to 99999999.99")
)

// A NewBook keeps to what the database takes.
type NewBook struct {
	Name  string
	Price float64
}

// readNewBook reads a book from the body of a request. Its error says which member is wrong.
func readNewBook(w http.ResponseWriter, r *http.Request) (NewBook, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err != nil {
		return NewBook{}, errBody
	}
	var members map[string]any
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return NewBook{}, errBody
	}
	name, isString := members["name"].(string)
	if !isString || !isName(name) {
		return NewBook{}, errName
	}
	price, isNumber := members["price"].(float64)
	if !isNumber || price < 0 || price > maxPrice {
		return NewBook{}, errPrice
	}
	return NewBook{name, price}, nil
}

// isName tells whether there is something to be seen, and nothing that PostgreSQL's strings can't hold.
func isName(name string) bool {
	return strings.TrimSpace(name) != "" &&
		utf8.RuneCountInString(name) <= maxNameCharacters &&
		!strings.ContainsRune(name, 0)
}
