package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"mime/multipart"
	"os"
	"sort"
)

// address is where an adapter listens.
var address = "127.0.0.1:" + os.Getenv("PORT")

// parts gives what an adapter answers for the form that Go has read.
func parts(form *multipart.Form) [][4]any {
	parts := [][4]any{}
	add := func(name string, filename any, content []byte) {
		digest := sha256.Sum256(content)
		parts = append(parts, [4]any{name, filename, len(content), hex.EncodeToString(digest[:])})
	}
	for _, name := range sorted(form.Value) {
		for _, value := range form.Value[name] {
			add(name, nil, []byte(value))
		}
	}
	for _, name := range sorted(form.File) {
		for _, file := range form.File[name] {
			opened, err := file.Open()
			if err != nil {
				continue
			}
			content, _ := io.ReadAll(opened)
			add(name, file.Filename, content)
		}
	}
	return parts
}

// sorted gives the names of a map, which keeps no order.
func sorted[Value any](values map[string]Value) []string {
	names := []string{}
	for name := range values {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
