#ifndef CMAPPING_H
#define CMAPPING_H

// Files that are mapped into memory: what Swift has no words for.

#include <stdbool.h>
#include <stddef.h>

/// Watches a mapping of a file. Where bytes of it are gone when they are used, as the file has become shorter or its disk
/// fails, the system sends SIGBUS, which would end the process. Those that are watched read as 0xFF from there on, with
/// which no record of a capture begins.
///
/// - Parameters:
///   - start: its first byte, at the beginning of a page.
///   - length: how many bytes it has.
/// - Returns: the number of the watch; -1 where there are too many.
int mapping_watch(const void *start, size_t length);

/// Whether bytes of a mapping were gone when they were used.
bool mapping_has_failed(int watch);

/// Ends a watch.
void mapping_unwatch(int watch);

/// Has the processor bring a byte into its cache, with those around it.
static inline __attribute__((always_inline)) void mapping_prefetch(const void *place) {
    __builtin_prefetch(place, 0, 3);
}

#endif
