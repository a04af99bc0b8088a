#include <stddef.h>

/* How often `needle` occurs in `bytes`, by the C library's memmem: the limit for a search. */
size_t count_by_memmem(const void *bytes, size_t length, const void *needle, size_t needle_length);
