// Counts the delimiters of a mapped body with the C library's memmem: the limit for scanning.
// usage: memmem FILE BOUNDARY
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(int count, char **arguments) {
    struct stat status;
    char delimiter[128];
    if (count != 3) return 2;
    int file = open(arguments[1], O_RDONLY);
    if (file < 0 || fstat(file, &status)) return perror(arguments[1]), 1;
    int length = snprintf(delimiter, sizeof delimiter, "\r\n--%s", arguments[2]);
    const char *place = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (place == MAP_FAILED) return perror(arguments[1]), 1;
    const char *end = place + status.st_size;
    unsigned long found = 0;
    while ((place = memmem(place, end - place, delimiter, length))) found++, place += length;
    printf("%lu delimiters after a line break\n", found);
}
