package main

import (
	"os"

	"github.com/gin-gonic/gin"
)

func main() {
	app := gin.New()
	app.POST("/", func(c *gin.Context) {
		form, err := c.MultipartForm()
		if err != nil {
			c.String(400, err.Error())
			return
		}
		c.JSON(200, parts(form))
	})
	app.Run("127.0.0.1:" + os.Getenv("PORT"))
}
