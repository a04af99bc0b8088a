// mime/multipart and net/http of Go, streamed through a pipe. Tried with Go 1.19.8: apt install golang-go
//
// CreateFormFile always says application/octet-stream. For another type people copy what it does with names, as here:
// Go has no call for it before 1.25 (FileContentDisposition).
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"time"
)

type part struct {
	Name, Filename, Type string
	Value, File          *string
}

type form struct {
	Parts       []part
	Uploads     int
	Requires    []string
	Certificate string
}

var abilities = "unknown-length pause tls http2 redirect expect"
var quoteEscaper = strings.NewReplacer("\\", "\\\\", `"`, "\\\"")

func quit(code int, reason any) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(code)
}

func check(err error) {
	if err != nil {
		quit(1, err)
	}
}

func (f form) needs(word string) bool {
	return strings.Contains(" "+strings.Join(f.Requires, " ")+" ", " "+word+" ")
}

func (f form) write(w *multipart.Writer) error {
	for _, p := range f.Parts {
		if p.Value != nil {
			if err := w.WriteField(p.Name, *p.Value); err != nil {
				return err
			}
		} else if err := f.writeFile(w, p); err != nil {
			return err
		}
	}
	return w.Close()
}

func (f form) writeFile(w *multipart.Writer, p part) error {
	file, err := os.Open(*p.File)
	if err != nil {
		return err
	}
	defer file.Close()
	var out io.Writer
	if p.Type == "" {
		out, err = w.CreateFormFile(p.Name, p.Filename)
	} else {
		out, err = w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`,
				quoteEscaper.Replace(p.Name), quoteEscaper.Replace(p.Filename))},
			"Content-Type": {p.Type},
		})
	}
	if err == nil && f.needs("pause") {
		info, _ := file.Stat()
		_, err = io.CopyN(out, file, info.Size()/2)
		time.Sleep(2 * time.Second)
	}
	if err == nil {
		_, err = io.Copy(out, file)
	}
	return err
}

func (f form) request(url string) (*http.Request, error) {
	var boundary string
	body := func() (io.ReadCloser, error) {
		reader, pipe := io.Pipe()
		w := multipart.NewWriter(pipe)
		if boundary == "" {
			boundary = w.Boundary()
		}
		w.SetBoundary(boundary)
		go func() { pipe.CloseWithError(f.write(w)) }()
		return reader, nil
	}
	first, _ := body()
	request, err := http.NewRequest("POST", url, first)
	if err == nil {
		request.GetBody = body
		request.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
	}
	return request, err
}

func main() {
	text, err := os.ReadFile(os.Args[2])
	check(err)
	var f form
	check(json.Unmarshal(text, &f))
	for _, word := range f.Requires {
		if !strings.Contains(" "+abilities+" ", " "+word+" ") {
			quit(69, "unsupported: "+word)
		}
	}
	transport := &http.Transport{ForceAttemptHTTP2: true, ExpectContinueTimeout: 5 * time.Second}
	if f.Certificate != "" {
		pem, err := os.ReadFile(f.Certificate)
		check(err)
		trust := x509.NewCertPool()
		trust.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: trust}
	}
	client := &http.Client{Transport: transport}
	code := 0
	for i := 0; i < f.Uploads; i++ {
		request, err := f.request(os.Args[1])
		check(err)
		if f.needs("expect") {
			request.Header.Set("Expect", "100-continue")
		}
		response, err := client.Do(request)
		check(err)
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		fmt.Println(response.StatusCode)
		if response.StatusCode/100 != 2 {
			code = 1
		}
	}
	os.Exit(code)
}
