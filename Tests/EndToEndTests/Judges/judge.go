// Reads the forms FOLDER/0.body, FOLDER/1.body, … with Go's mime/multipart and prints, one a line, what it read:
// for each part its name, its filename ("-" for none) and its content in hexadecimal digits, joined by commas.
package main

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for number := 0; ; number++ {
		stem := filepath.Join(os.Args[1], fmt.Sprint(number))
		body, err := os.Open(stem + ".body")
		if err != nil {
			return
		}
		contentType, err := os.ReadFile(stem + ".type")
		check(err)
		_, parameters, err := mime.ParseMediaType(string(contentType))
		check(err)
		reader := multipart.NewReader(body, parameters["boundary"])
		var words []string
		for {
			// The raw part: nothing is decoded by Content-Transfer-Encoding.
			part, err := reader.NextRawPart()
			if err == io.EOF {
				break
			}
			check(err)
			_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
			check(err)
			content, err := io.ReadAll(part)
			check(err)
			filename := "-"
			if text, has := disposition["filename"]; has {
				filename = fmt.Sprintf("%x", text)
			}
			words = append(words, fmt.Sprintf("%x", disposition["name"]), filename, fmt.Sprintf("%x", content))
		}
		body.Close()
		fmt.Fprintln(output, strings.Join(words, ","))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
