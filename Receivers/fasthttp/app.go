package main

import (
	"encoding/json"
	"os"

	"github.com/valyala/fasthttp"
)

func main() {
	fasthttp.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), func(c *fasthttp.RequestCtx) {
		form, err := c.MultipartForm()
		if err != nil {
			c.Error(err.Error(), fasthttp.StatusBadRequest)
			return
		}
		json.NewEncoder(c).Encode(parts(form))
	})
}
