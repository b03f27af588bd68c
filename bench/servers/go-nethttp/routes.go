package main

import (
	"encoding/json"
	"net/http"
)

type failure struct {
	Error string `json:"error"`
}

// Routes answers GET /api/user with a random user, and all else with 404.
func Routes(users *Users) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/user", func(w http.ResponseWriter, r *http.Request) {
		user, err := users.Random(r.Context())
		if err != nil {
			answer(w, http.StatusServiceUnavailable, failure{"database unavailable"})
			return
		}
		answer(w, http.StatusOK, user)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusNotFound, failure{"not found"})
	})
	return mux
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(body) // It fails only if the client is gone.
}
