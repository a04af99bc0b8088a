#include "CLoading.h"

#include <dlfcn.h>
#include <string.h>

int loaded_functions(
    const char *const *names, const char *const *symbols, void *functions, size_t count) {
    void *library = NULL;
    for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    for (size_t index = 0; index < count; index++) {
        void *function = dlsym(library, symbols[index]);
        if (!function) return 0;
        // POSIX: a pointer to a function has the form of one to data.
        memcpy((char *)functions + index * sizeof function, &function, sizeof function);
    }
    return 1;
}
