#include "CZip.h"

#include <pthread.h>

// Debian's name, that of other systems with Linux, and the places of Homebrew on macOS.
static const char *const names[] = {
    "libzip.so.4", "libzip.so.5", "/opt/homebrew/lib/libzip.5.dylib", "/usr/local/lib/libzip.5.dylib", NULL};
static const char *const symbols[] = {ZIP_FUNCTIONS(LOADED_NAME)};

static struct zip_functions functions;
static int is_loaded;

static void load(void) {
    is_loaded = loaded_functions(names, symbols, &functions, sizeof symbols / sizeof *symbols);
}

const struct zip_functions *zip_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
