#include "CPcap.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// Debian's name, that of other systems with Linux, and that of macOS.
static const char *const names[] = {"libpcap.so.0.8", "libpcap.so.1", "libpcap.A.dylib"};

static struct pcap_functions functions;
static int is_loaded;

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define PCAP_FIND(name) \
    if (!(functions.name = (__typeof__(functions.name))dlsym(library, "pcap_" #name))) return;
    PCAP_FUNCTIONS(PCAP_FIND)
#undef PCAP_FIND
    is_loaded = 1;
}

const struct pcap_functions *pcap_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
