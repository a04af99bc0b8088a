#include "part.h"
#include <civetweb.h>
#include <stdlib.h>
#include <unistd.h>

// A request: the parts before the present one, and that one.
struct reading {
    FILE *out, *content;
    char *json, *name, *filename, *bytes;
    size_t json_length, length;
    int count;
};

static void end_part(struct reading *r) {
    if (!r->name) return;
    fclose(r->content);
    part(r->out, r->count++, r->name, strlen(r->name), r->filename, r->filename ? strlen(r->filename) : 0, r->bytes, r->length);
    free(r->name), free(r->filename), free(r->bytes);
    r->name = r->filename = NULL;
}

static int found(const char *name, const char *filename, char *path, size_t size, void *context) {
    struct reading *r = context;
    end_part(r);
    r->name = strdup(name);
    r->filename = filename && *filename ? strdup(filename) : NULL;
    r->content = open_memstream(&r->bytes, &r->length);
    return MG_FORM_FIELD_STORAGE_GET;
}

static int piece(const char *name, const char *value, size_t length, void *context) {
    fwrite(value, 1, length, ((struct reading *)context)->content);
    return MG_FORM_FIELD_HANDLE_GET;
}

static int request(struct mg_connection *connection, void *unused) {
    struct reading r = {0};
    struct mg_form_data_handler handler = {found, piece, NULL, &r};
    r.out = open_memstream(&r.json, &r.json_length);
    fputc('[', r.out);
    int fields = mg_handle_form_request(connection, &handler);
    end_part(&r);
    fputc(']', r.out);
    fclose(r.out);
    mg_printf(connection, "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n%s", fields < 0 ? "400 Bad Request" : "200 OK", r.json_length, r.json);
    free(r.json);
    return 1;
}

int main(void) {
    char port[32];
    snprintf(port, sizeof port, "127.0.0.1:%s", getenv("PORT"));
    const char *options[] = {"listening_ports", port, NULL};
    mg_set_request_handler(mg_start(NULL, NULL, options), "/", request, NULL);
    pause();
}
