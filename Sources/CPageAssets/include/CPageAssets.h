#ifndef CPAGEASSETS_H
#define CPAGEASSETS_H

// Style sheets and scripts of the pages: each function returns the text of the file of its name, in UTF-8.

#pragma clang assume_nonnull begin

const char *block_js(void);
const char *bytes_css(void);
const char *bytes_js(void);
const char *clients_css(void);
const char *comparison_css(void);
const char *comparison_js(void);
const char *dom_js(void);
const char *exchange_js(void);
const char *exchanges_css(void);
const char *glyphs_js(void);
const char *list_js(void);
const char *live_css(void);
const char *live_js(void);
const char *page_css(void);
const char *report_js(void);
const char *running_js(void);
const char *theme_js(void);
const char *tree_js(void);

#pragma clang assume_nonnull end

#endif
