#include "memmem_shim.h"
#include <string.h>

size_t count_by_memmem(const void *bytes, size_t length, const void *needle, size_t needle_length) {
    const char *place = bytes, *end = place + length;
    size_t count = 0;
    while ((place = memmem(place, (size_t)(end - place), needle, needle_length))) {
        count++;
        place += needle_length;
    }
    return count;
}
