#include "CPcap.h"

#include <pthread.h>

// Debian's name, that of other systems with Linux, and that of macOS.
static const char *const names[] = {"libpcap.so.0.8", "libpcap.so.1", "libpcap.A.dylib", NULL};
static const char *const symbols[] = {PCAP_FUNCTIONS(LOADED_NAME)};

static struct pcap_functions functions;
static int is_loaded;

static void load(void) {
    is_loaded = loaded_functions(names, symbols, &functions, sizeof symbols / sizeof *symbols);
}

const struct pcap_functions *pcap_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
