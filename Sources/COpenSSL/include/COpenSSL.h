#ifndef COPENSSL_H
#define COPENSSL_H

// OpenSSL's libcrypto, which has 21,000 relocations in a hundred pages.

#include <CLoading.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

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

#define OPENSSL_CERTIFICATE_FUNCTIONS(each) \
    each(, ASN1_STRING_get0_data) \
    each(, ASN1_STRING_length) \
    each(, ASN1_STRING_set) \
    each(, ASN1_STRING_type_new) \
    each(, ASN1_TIME_diff) \
    each(, ASN1_TIME_free) \
    each(, ASN1_TIME_set) \
    each(, BIO_free) \
    each(, BIO_new) \
    each(, BIO_new_mem_buf) \
    each(, BIO_read) \
    each(, BIO_s_mem) \
    each(, ERR_clear_error) \
    each(, EVP_PKEY_CTX_free) \
    each(, EVP_PKEY_CTX_new_from_name) \
    each(, EVP_PKEY_CTX_set_group_name) \
    each(, EVP_PKEY_free) \
    each(, EVP_PKEY_generate) \
    each(, EVP_PKEY_keygen_init) \
    each(, GENERAL_NAMES_free) \
    each(, GENERAL_NAME_get0_value) \
    each(, GENERAL_NAME_new) \
    each(, GENERAL_NAME_set0_value) \
    each(, OPENSSL_sk_new_null) \
    each(, OPENSSL_sk_num) \
    each(, OPENSSL_sk_push) \
    each(, OPENSSL_sk_value) \
    each(, PEM_read_bio_PrivateKey) \
    each(, PEM_read_bio_X509) \
    each(, PEM_write_bio_PKCS8PrivateKey) \
    each(, PEM_write_bio_X509) \
    each(, RAND_bytes) \
    each(, X509V3_EXT_conf_nid) \
    each(, X509V3_set_ctx) \
    each(, X509_EXTENSION_free) \
    each(, X509_NAME_add_entry_by_txt) \
    each(, X509_NAME_cmp) \
    each(, X509_add1_ext_i2d) \
    each(, X509_add_ext) \
    each(, X509_free) \
    each(, X509_get0_notAfter) \
    each(, X509_get0_notBefore) \
    each(, X509_get_ext_d2i) \
    each(, X509_get_issuer_name) \
    each(, X509_get_serialNumber) \
    each(, X509_get_subject_name) \
    each(, X509_getm_notAfter) \
    each(, X509_getm_notBefore) \
    each(, X509_new) \
    each(, X509_set_issuer_name) \
    each(, X509_set_pubkey) \
    each(, X509_set_version) \
    each(, X509_sign) \
    each(, d2i_X509)

struct openssl_certificate_functions {
    OPENSSL_CERTIFICATE_FUNCTIONS(LOADED_FIELD)
};

/// The functions of libcrypto, from any thread.
///
/// Where it cannot be loaded the program says so and ends with status 3: without it nothing can be decrypted, and no digest
/// be made.
const struct openssl_functions *openssl_load(void);

/// Those with which certificates are made and read: as above, and apart, so that no other run looks for them.
const struct openssl_certificate_functions *openssl_load_certificates(void);

#pragma clang assume_nonnull end

#endif
