#ifndef CZIP_H
#define CZIP_H

// libzip, which loads OpenSSL's libcrypto.

#include <CLoading.h>
#include <zip.h>

#pragma clang assume_nonnull begin

#define ZIP_FUNCTIONS(each) \
    each(zip_, discard) \
    each(zip_, error_fini) \
    each(zip_, error_init) \
    each(zip_, error_init_with_code) \
    each(zip_, error_strerror) \
    each(zip_, fclose) \
    each(zip_, fdopen) \
    each(zip_, fopen_index) \
    each(zip_, fread) \
    each(zip_, get_error) \
    each(zip_, get_num_entries) \
    each(zip_, open_from_source) \
    each(zip_, set_default_password) \
    each(zip_, source_buffer_create) \
    each(zip_, source_free) \
    each(zip_, stat_index)

struct zip_functions {
    ZIP_FUNCTIONS(LOADED_FIELD)
};

/// The functions of libzip, from any thread; `NULL` where it cannot be loaded. (Its own header makes `_Nullable` an empty
/// macro.)
const struct zip_functions *_Null_unspecified zip_load(void);

#pragma clang assume_nonnull end

#endif
