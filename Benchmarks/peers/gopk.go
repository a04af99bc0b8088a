// Reads the forms of a capture with gopacket, net/http and mime/multipart: what a short Go program does.
// usage: gopk FILE
package main

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/google/gopacket/tcpassembly"
	"github.com/google/gopacket/tcpassembly/tcpreader"
)

var requests, parts, bytes, errors int64
var readers sync.WaitGroup

type factory struct{}

func (factory) New(network, transport gopacket.Flow) tcpassembly.Stream {
	stream := tcpreader.NewReaderStream()
	readers.Add(1)
	go func() {
		defer readers.Done()
		defer tcpreader.DiscardBytesToEOF(&stream)
		if transport.Dst().String() == "80" {
			readRequests(bufio.NewReader(&stream))
		}
	}()
	return &stream
}

func readRequests(reader *bufio.Reader) {
	for {
		request, err := http.ReadRequest(reader)
		if err == io.EOF {
			return
		}
		if err != nil {
			atomic.AddInt64(&errors, 1)
			return
		}
		atomic.AddInt64(&requests, 1)
		_, parameters, _ := mime.ParseMediaType(request.Header.Get("Content-Type"))
		form := multipart.NewReader(request.Body, parameters["boundary"])
		for {
			part, err := form.NextPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				atomic.AddInt64(&errors, 1)
				break
			}
			count, _ := io.Copy(io.Discard, part)
			atomic.AddInt64(&parts, 1)
			atomic.AddInt64(&bytes, count)
		}
		io.Copy(io.Discard, request.Body)
	}
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	capture, err := pcapgo.NewReader(bufio.NewReaderSize(file, 1<<18))
	if err != nil {
		panic(err)
	}
	assembler := tcpassembly.NewAssembler(tcpassembly.NewStreamPool(factory{}))
	var ethernet layers.Ethernet
	var ip layers.IPv4
	var tcp layers.TCP
	var payload gopacket.Payload
	var found []gopacket.LayerType
	decoder := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &ethernet, &ip, &tcp, &payload)
	for {
		data, info, err := capture.ReadPacketData()
		if err != nil {
			break
		}
		decoder.DecodeLayers(data, &found)
		if len(found) >= 3 {
			assembler.AssembleWithTimestamp(ip.NetworkFlow(), &tcp, info.Timestamp)
		}
	}
	assembler.FlushAll()
	readers.Wait()
	fmt.Println("requests", requests, "parts", parts, "bytes", bytes, "errors", errors)
}
