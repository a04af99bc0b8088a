#include "CTrialAssets.h"

// An array of bytes in Swift is type-checked and optimized byte by byte.

#define ASSET(name) \
    const char *name(void) { return (const char *)name##_text; }

static const unsigned char aiohttp_py_text[] = {
#embed "Adapters/aiohttp.py" suffix(, 0)
};
ASSET(aiohttp_py)

static const unsigned char django_py_text[] = {
#embed "Adapters/django.py" suffix(, 0)
};
ASSET(django_py)

static const unsigned char express_js_text[] = {
#embed "Adapters/express.js" suffix(, 0)
};
ASSET(express_js)

static const unsigned char fastapi_py_text[] = {
#embed "Adapters/fastapi.py" suffix(, 0)
};
ASSET(fastapi_py)

static const unsigned char flask_py_text[] = {
#embed "Adapters/flask.py" suffix(, 0)
};
ASSET(flask_py)

static const unsigned char gin_go_text[] = {
#embed "Adapters/gin.go" suffix(, 0)
};
ASSET(gin_go)

static const unsigned char go_go_text[] = {
#embed "Adapters/go.go" suffix(, 0)
};
ASSET(go_go)

static const unsigned char laravel_php_text[] = {
#embed "Adapters/laravel.php" suffix(, 0)
};
ASSET(laravel_php)

static const unsigned char multer_js_text[] = {
#embed "Adapters/multer.js" suffix(, 0)
};
ASSET(multer_js)

static const unsigned char node_js_text[] = {
#embed "Adapters/node.js" suffix(, 0)
};
ASSET(node_js)

static const unsigned char php_php_text[] = {
#embed "Adapters/php.php" suffix(, 0)
};
ASSET(php_php)

static const unsigned char rails_rb_text[] = {
#embed "Adapters/rails.rb" suffix(, 0)
};
ASSET(rails_rb)

static const unsigned char sinatra_rb_text[] = {
#embed "Adapters/sinatra.rb" suffix(, 0)
};
ASSET(sinatra_rb)

static const unsigned char spring_java_text[] = {
#embed "Adapters/spring.java" suffix(, 0)
};
ASSET(spring_java)

static const unsigned char tornado_py_text[] = {
#embed "Adapters/tornado.py" suffix(, 0)
};
ASSET(tornado_py)

static const unsigned char grid_css_text[] = {
#embed "Page/grid.css" suffix(, 0)
};
ASSET(grid_css)

static const unsigned char grid_js_text[] = {
#embed "Page/grid.js" suffix(, 0)
};
ASSET(grid_js)

static const unsigned char matrix_css_text[] = {
#embed "Page/matrix.css" suffix(, 0)
};
ASSET(matrix_css)

static const unsigned char runner_html_text[] = {
#embed "Page/runner.html" suffix(, 0)
};
ASSET(runner_html)

static const unsigned char bodies_json_text[] = {
#embed "bodies.json" suffix(, 0)
};
ASSET(bodies_json)
