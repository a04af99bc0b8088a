#ifndef CTRIALASSETS_H
#define CTRIALASSETS_H

// What the trials serve, and what they show: each function returns the text of the file of its name, in UTF-8.

#pragma clang assume_nonnull begin

const char *aiohttp_py(void);
const char *django_py(void);
const char *express_js(void);
const char *fastapi_py(void);
const char *flask_py(void);
const char *gin_go(void);
const char *go_go(void);
const char *laravel_php(void);
const char *multer_js(void);
const char *node_js(void);
const char *php_php(void);
const char *rails_rb(void);
const char *sinatra_rb(void);
const char *spring_java(void);
const char *tornado_py(void);
const char *grid_css(void);
const char *grid_js(void);
const char *matrix_css(void);
const char *runner_html(void);
const char *bodies_json(void);

#pragma clang assume_nonnull end

#endif
