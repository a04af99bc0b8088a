package main

import "github.com/gin-gonic/gin"

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
	app.Run(address)
}
