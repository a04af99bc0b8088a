// Uploads forms through an HTTP proxy to a server of its own, on keep-alive connections.
//
//	proxyload -proxy 127.0.0.1:8888 -count 10000 -size 1000 -connections 1
//
// It prints the seconds that passed and the responses that were not 200.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	proxy := flag.String("proxy", "", "host and port of the proxy; none for the server itself")
	count := flag.Int("count", 1000, "uploads")
	size := flag.Int64("size", 1000, "bytes of the file in each form")
	connections := flag.Int("connections", 1, "connections at once")
	hold := flag.Duration("hold", 0, "how long each connection waits in the middle of its first upload")
	flag.Parse()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	go http.Serve(listener, http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body)
		io.WriteString(answer, "ok")
	}))
	host := listener.Addr().String()
	to, target := host, "/up"
	if *proxy != "" {
		to, target = *proxy, "http://"+host+"/up"
	}
	var left, failed atomic.Int64
	left.Store(int64(*count))
	var group sync.WaitGroup
	start := time.Now()
	for number := 0; number < *connections; number++ {
		group.Add(1)
		go func() {
			defer group.Done()
			upload(to, target, host, *size, *hold, &left, &failed)
		}()
	}
	group.Wait()
	fmt.Printf("%.3f %d\n", time.Since(start).Seconds(), failed.Load())
}

// Sends forms, each with a boundary of its own, while some are left.
func upload(to, target, host string, size int64, hold time.Duration, left, failed *atomic.Int64) {
	connection, err := net.Dial("tcp", to)
	check(err)
	defer connection.Close()
	output := bufio.NewWriterSize(connection, 1<<16)
	input := bufio.NewReader(connection)
	piece := []byte(strings.Repeat("0123456789abcdef", 1<<12))
	for left.Add(-1) >= 0 {
		boundary := fmt.Sprintf("------------------------%016x", rand.Uint64())
		head := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n" +
			"Content-Type: application/octet-stream\r\n\r\n"
		tail := "\r\n--" + boundary + "--\r\n"
		fmt.Fprintf(output, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: proxyload\r\nContent-Length: %d\r\n"+
			"Content-Type: multipart/form-data; boundary=%s\r\n\r\n%s",
			target, host, int64(len(head)+len(tail))+size, boundary, head)
		if hold > 0 {
			output.Flush()
			time.Sleep(hold)
			hold = 0
		}
		for rest := size; rest > 0; {
			next := int64(len(piece))
			if rest < next {
				next = rest
			}
			output.Write(piece[:next])
			rest -= next
		}
		output.WriteString(tail)
		check(output.Flush())
		response, err := http.ReadResponse(input, nil)
		check(err)
		io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if response.StatusCode != 200 {
			failed.Add(1)
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
