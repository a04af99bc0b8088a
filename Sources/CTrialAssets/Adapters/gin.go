// Gin: save as main.go; `go mod init probe && go get github.com/gin-gonic/gin`, then `go run main.go 8000`
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
)

func entry(name string, filename any, content []byte) []any {
	sum := sha256.Sum256(content)
	return []any{name, filename, len(content), hex.EncodeToString(sum[:])}
}

func echo(c *gin.Context) {
	form, err := c.MultipartForm()
	if err != nil {
		c.String(http.StatusBadRequest, "%s", err)
		return
	}
	fields := [][]any{}
	for name, values := range form.Value {
		for _, value := range values {
			fields = append(fields, entry(name, nil, []byte(value)))
		}
	}
	for name, files := range form.File {
		for _, header := range files {
			file, err := header.Open()
			if err != nil {
				c.String(http.StatusInternalServerError, "%s", err)
				return
			}
			content, _ := io.ReadAll(file)
			file.Close()
			fields = append(fields, entry(name, header.Filename, content))
		}
	}
	c.JSON(http.StatusOK, fields)
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.POST("/", echo)
	router.Run("127.0.0.1:" + os.Args[1])
}
