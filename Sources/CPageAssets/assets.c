#include "CPageAssets.h"

// An array of bytes in Swift is type-checked and optimized byte by byte.

#define ASSET(name) \
    const char *name(void) { return (const char *)name##_text; }

static const unsigned char block_js_text[] = {
#embed "Page/block.js" suffix(, 0)
};
ASSET(block_js)

static const unsigned char bytes_css_text[] = {
#embed "Page/bytes.css" suffix(, 0)
};
ASSET(bytes_css)

static const unsigned char bytes_js_text[] = {
#embed "Page/bytes.js" suffix(, 0)
};
ASSET(bytes_js)

static const unsigned char clients_css_text[] = {
#embed "Page/clients.css" suffix(, 0)
};
ASSET(clients_css)

static const unsigned char comparison_css_text[] = {
#embed "Page/comparison.css" suffix(, 0)
};
ASSET(comparison_css)

static const unsigned char comparison_js_text[] = {
#embed "Page/comparison.js" suffix(, 0)
};
ASSET(comparison_js)

static const unsigned char dom_js_text[] = {
#embed "Page/dom.js" suffix(, 0)
};
ASSET(dom_js)

static const unsigned char exchange_js_text[] = {
#embed "Page/exchange.js" suffix(, 0)
};
ASSET(exchange_js)

static const unsigned char exchanges_css_text[] = {
#embed "Page/exchanges.css" suffix(, 0)
};
ASSET(exchanges_css)

static const unsigned char glyphs_js_text[] = {
#embed "Page/glyphs.js" suffix(, 0)
};
ASSET(glyphs_js)

static const unsigned char list_js_text[] = {
#embed "Page/list.js" suffix(, 0)
};
ASSET(list_js)

static const unsigned char live_css_text[] = {
#embed "Page/live.css" suffix(, 0)
};
ASSET(live_css)

static const unsigned char live_js_text[] = {
#embed "Page/live.js" suffix(, 0)
};
ASSET(live_js)

static const unsigned char page_css_text[] = {
#embed "Page/page.css" suffix(, 0)
};
ASSET(page_css)

static const unsigned char report_js_text[] = {
#embed "Page/report.js" suffix(, 0)
};
ASSET(report_js)

static const unsigned char running_js_text[] = {
#embed "Page/running.js" suffix(, 0)
};
ASSET(running_js)

static const unsigned char theme_js_text[] = {
#embed "Page/theme.js" suffix(, 0)
};
ASSET(theme_js)

static const unsigned char tree_js_text[] = {
#embed "Page/tree.js" suffix(, 0)
};
ASSET(tree_js)
