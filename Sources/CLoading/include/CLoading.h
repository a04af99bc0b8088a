#ifndef CLOADING_H
#define CLOADING_H

// Libraries that are loaded when they are first used: few runs need them, and a program that is linked with them loads
// them, and those behind them, at each start.
//
// The functions that are used are listed by a macro that takes another one of two parameters, which it applies to the
// two parts of each name: the first, which may be empty, is not part of the name of the field.

#include <stddef.h>

/// The field of a structure of functions.
#define LOADED_FIELD(prefix, name) __typeof__(prefix##name) *name;
/// The function's name, as the library exports it.
#define LOADED_NAME(prefix, name) LOADED_TEXT(prefix##name),
#define LOADED_TEXT(name) #name

/// Loads a library, and finds its functions.
///
/// - Parameters:
///   - names: the names of the library's file, that of one system after that of another; `NULL` ends them.
///   - symbols: the names of the functions.
///   - functions: a structure of pointers to functions, one for each name.
///   - count: how many there are.
/// - Returns: 0 where the library, or one of the functions, is missing.
int loaded_functions(
    const char *const *names, const char *const *symbols, void *functions, size_t count);

#endif
