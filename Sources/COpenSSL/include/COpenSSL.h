#ifndef COPENSSL_H
#define COPENSSL_H

// OpenSSL's libcrypto, which has 21,000 relocations in a hundred pages.

#include <CLoading.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#pragma clang assume_nonnull begin

#define OPENSSL_FUNCTIONS(each) \
    each(EVP_, CIPHER_CTX_ctrl) \
    each(EVP_, CIPHER_CTX_free) \
    each(EVP_, CIPHER_CTX_new) \
    each(EVP_, CIPHER_CTX_set_padding) \
    each(EVP_, DecryptFinal_ex) \
    each(EVP_, DecryptInit_ex) \
    each(EVP_, DecryptUpdate) \
    each(EVP_, DigestFinal_ex) \
    each(EVP_, DigestInit_ex) \
    each(EVP_, DigestUpdate) \
    each(EVP_, MD_CTX_copy_ex) \
    each(EVP_, MD_CTX_free) \
    each(EVP_, MD_CTX_new) \
    each(EVP_, aes_128_cbc) \
    each(EVP_, aes_128_gcm) \
    each(EVP_, aes_256_cbc) \
    each(EVP_, aes_256_gcm) \
    each(EVP_, chacha20_poly1305) \
    each(EVP_, md5) \
    each(EVP_, sha1) \
    each(EVP_, sha256) \
    each(EVP_, sha384) \
    each(, HMAC)

struct openssl_functions {
    OPENSSL_FUNCTIONS(LOADED_FIELD)
};

/// The functions of libcrypto, from any thread.
///
/// Where it cannot be loaded the program says so and ends with status 3: without it nothing can be decrypted, and no digest
/// be made.
const struct openssl_functions *openssl_load(void);

#pragma clang assume_nonnull end

#endif
