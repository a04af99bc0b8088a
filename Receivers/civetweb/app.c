#include "part.h"
#include <civetweb.h>
#include <unistd.h>

static int found(const char *name, const char *filename, char *path, size_t size, void *parts) {
    begin_part(parts, name, filename && *filename ? filename : NULL);
    return MG_FORM_FIELD_STORAGE_GET;
}

static int piece(const char *name, const char *value, size_t length, void *parts) {
    fwrite(value, 1, length, ((struct parts *)parts)->content);
    return MG_FORM_FIELD_HANDLE_GET;
}

static int request(struct mg_connection *connection, void *unused) {
    struct parts parts;
    struct mg_form_data_handler handler = {found, piece, NULL, &parts};
    start_parts(&parts);
    const char *status = mg_handle_form_request(connection, &handler) < 0 ? "400 Bad Request" : "200 OK";
    char *json = end_parts(&parts);
    mg_printf(connection, "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n%s", status, parts.json_length, json);
    free(json);
    return 1;
}

int main(void) {
    char port[32];
    snprintf(port, sizeof port, "127.0.0.1:%s", getenv("PORT"));
    const char *options[] = {"listening_ports", port, NULL};
    mg_set_request_handler(mg_start(NULL, NULL, options), "/", request, NULL);
    pause();
}
