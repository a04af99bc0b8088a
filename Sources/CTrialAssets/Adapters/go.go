// Go: save as main.go, then `go run main.go 8000`
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

func entry(name string, filename any, content []byte) []any {
	sum := sha256.Sum256(content)
	return []any{name, filename, len(content), hex.EncodeToString(sum[:])}
}

func echo(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseMultipartForm(32 << 20); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fields := [][]any{}
	for name, values := range r.MultipartForm.Value {
		for _, value := range values {
			fields = append(fields, entry(name, nil, []byte(value)))
		}
	}
	for name, files := range r.MultipartForm.File {
		for _, header := range files {
			file, err := header.Open()
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			content, _ := io.ReadAll(file)
			file.Close()
			fields = append(fields, entry(name, header.Filename, content))
		}
	}
	json.NewEncoder(w).Encode(fields)
}

func main() {
	http.HandleFunc("/", echo)
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], nil); err != nil {
		panic(err)
	}
}
