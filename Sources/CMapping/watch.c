// For MAP_ANONYMOUS.
#define _DEFAULT_SOURCE

#include "CMapping.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// How many files may be mapped at the same time.
enum { WATCH_COUNT = 64 };

// A mapping that is watched. The handler of the signal, which may come at any time, reads this and takes no lock.
static struct {
    // The address of its first byte; 0 where the watch is free.
    atomic_uintptr_t start;
    // The address after its last byte; 0 where the watch is free.
    atomic_uintptr_t end;
    atomic_bool has_failed;
} watches[WATCH_COUNT];

static struct sigaction previous;
static uintptr_t page_size;

// Fills what is gone, as far as the end of what is used at once; false where that cannot be.
static bool fill(uintptr_t address) {
    for (int index = 0; index < WATCH_COUNT; index++) {
        uintptr_t start = atomic_load(&watches[index].start);
        uintptr_t end = atomic_load(&watches[index].end);
        if (address < start || address >= end) continue;
        uintptr_t page = address - address % page_size;
        size_t length = end - page;
        // The rest of the file may be longer than memory.
        if (length > 1 << 18) length = 1 << 18;
        void *place = mmap((void *)page, length, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (place == MAP_FAILED) return false;
        memset(place, 0xFF, length);
        atomic_store(&watches[index].has_failed, true);
        return true;
    }
    return false;
}

static void handle(int number, siginfo_t *information, void *context) {
    (void)context;
    int code = errno;
    // Of another's, the instruction is met again, and the signal has the effect that it had before.
    if (!fill((uintptr_t)information->si_addr)) sigaction(number, &previous, NULL);
    errno = code;
}

static void install(void) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous);
}

int mapping_watch(const void *start, size_t length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    for (int index = 0; index < WATCH_COUNT; index++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&watches[index].start, &none, (uintptr_t)start)) continue;
        atomic_store(&watches[index].has_failed, false);
        atomic_store(&watches[index].end, (uintptr_t)start + length);
        return index;
    }
    return -1;
}

bool mapping_has_failed(int watch) { return atomic_load(&watches[watch].has_failed); }

void mapping_unwatch(int watch) {
    atomic_store(&watches[watch].end, 0);
    atomic_store(&watches[watch].start, 0);
}
