#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The length of the UTF-8 sequence with which a text begins; 0 where it is not valid.
static int utf8(const unsigned char *text, size_t left) {
    unsigned char first = text[0];
    int length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length > (long)left || (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90)) return 0;
    for (int i = 1; i < length; i++) if ((text[i] & 0xC0) != 0x80) return 0;
    return length;
}

static void part_text(FILE *out, const char *text, size_t length) {
    if (!text) { fputs("null", out); return; }
    fputc('"', out);
    for (size_t i = 0; i < length;) {
        unsigned char byte = text[i];
        int sequence = utf8((const unsigned char *)text + i, length - i);
        if (sequence == 0) fputs("\\ufffd", out);
        else if (byte < ' ' || byte == '"' || byte == '\\') fprintf(out, "\\u%04x", byte);
        else fwrite(text + i, 1, sequence, out);
        i += sequence ? sequence : 1;
    }
    fputc('"', out);
}

// What an adapter answers for one part; a comma stands before all but the first.
static void part(FILE *out, int index, const char *name, size_t name_length, const char *filename,
                 size_t filename_length, const char *content, size_t length) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256((const unsigned char *)content, length, digest);
    fputs(index ? ",[" : "[", out);
    part_text(out, name, name_length);
    fputc(',', out);
    part_text(out, filename, filename_length);
    fprintf(out, ",%zu,\"", length);
    for (int i = 0; i < SHA256_DIGEST_LENGTH; i++) fprintf(out, "%02x", digest[i]);
    fputs("\"]", out);
}

// The parts of a request for a framework that gives contents in pieces: those before the present one, and that one.
struct parts {
    FILE *out, *content;
    char *json, *name, *filename, *bytes;
    size_t json_length, length;
    int count;
};

static inline void start_parts(struct parts *parts) {
    memset(parts, 0, sizeof *parts);
    parts->out = open_memstream(&parts->json, &parts->json_length);
    fputc('[', parts->out);
}

static inline void end_part(struct parts *parts) {
    if (!parts->name) return;
    fclose(parts->content);
    part(parts->out, parts->count++, parts->name, strlen(parts->name), parts->filename,
         parts->filename ? strlen(parts->filename) : 0, parts->bytes, parts->length);
    free(parts->name), free(parts->filename), free(parts->bytes);
    parts->name = parts->filename = NULL;
}

static inline void begin_part(struct parts *parts, const char *name, const char *filename) {
    end_part(parts);
    parts->name = strdup(name ? name : "");
    parts->filename = filename ? strdup(filename) : NULL;
    parts->content = open_memstream(&parts->bytes, &parts->length);
}

// The answer, which the caller frees.
static inline char *end_parts(struct parts *parts) {
    end_part(parts);
    fputc(']', parts->out);
    fclose(parts->out);
    return parts->json;
}
