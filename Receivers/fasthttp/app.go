package main

import (
	"encoding/json"

	"github.com/valyala/fasthttp"
)

func main() {
	fasthttp.ListenAndServe(address, func(c *fasthttp.RequestCtx) {
		form, err := c.MultipartForm()
		if err != nil {
			c.Error(err.Error(), fasthttp.StatusBadRequest)
			return
		}
		json.NewEncoder(c).Encode(parts(form))
	})
}
