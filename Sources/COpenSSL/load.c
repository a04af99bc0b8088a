#include "COpenSSL.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The name of systems with Linux, and the places of Homebrew on macOS.
static const char *const names[] = {
    "libcrypto.so.3", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
    "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib", NULL};
static const char *const symbols[] = {OPENSSL_FUNCTIONS(LOADED_NAME)};

static struct openssl_functions functions;

static void load(void) {
    if (loaded_functions(names, symbols, &functions, sizeof symbols / sizeof *symbols)) return;
    fputs("partwise: libcrypto of OpenSSL 3 is not installed\n", stderr);
    exit(3);
}

const struct openssl_functions *openssl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}
