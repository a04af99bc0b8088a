#include "COpenSSL.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The name of systems with Linux, and the places of Homebrew on macOS.
static const char *const names[] = {
    "libcrypto.so.3", "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
    "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib", NULL};

static void load(const char *const *symbols, void *functions, size_t count) {
    if (loaded_functions(names, symbols, functions, count)) return;
    fputs("partwise: libcrypto of OpenSSL 3 is not installed\n", stderr);
    exit(3);
}

// Defines a function that loads those of a list when it is first called.
#define LOADED_ONCE(name, type, list) \
    static struct type name##_loaded; \
    static void name##_once(void) { \
        static const char *const symbols[] = {list(LOADED_NAME)}; \
        load(symbols, &name##_loaded, sizeof symbols / sizeof *symbols); \
    } \
    const struct type *name(void) { \
        static pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_once(&once, name##_once); \
        return &name##_loaded; \
    }

LOADED_ONCE(openssl_load, openssl_functions, OPENSSL_FUNCTIONS)
LOADED_ONCE(openssl_load_certificates, openssl_certificate_functions, OPENSSL_CERTIFICATE_FUNCTIONS)
