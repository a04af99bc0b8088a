package main

import "github.com/labstack/echo/v4"

func main() {
	app := echo.New()
	app.POST("/", func(c echo.Context) error {
		form, err := c.MultipartForm()
		if err != nil {
			return echo.NewHTTPError(400, err.Error())
		}
		return c.JSON(200, parts(form))
	})
	app.Start(address)
}
