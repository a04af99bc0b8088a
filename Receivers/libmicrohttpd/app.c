#include "part.h"
#include <arpa/inet.h>
#include <microhttpd.h>
#include <unistd.h>

struct reading {
    struct MHD_PostProcessor *processor;
    struct parts parts;
    int refused;
};

static enum MHD_Result piece(void *context, enum MHD_ValueKind kind, const char *name, const char *filename,
                             const char *type, const char *coding, const char *data, uint64_t offset, size_t size) {
    struct parts *parts = &((struct reading *)context)->parts;
    if (offset == 0) begin_part(parts, name, filename);
    fwrite(data, 1, size, parts->content);
    return MHD_YES;
}

static enum MHD_Result answer(struct MHD_Connection *connection, int status, char *text, size_t length) {
    struct MHD_Response *response = MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result request(void *unused, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **context) {
    struct reading *r = *context;
    if (!r) {
        r = *context = calloc(1, sizeof *r);
        start_parts(&r->parts);
        r->processor = MHD_create_post_processor(connection, 4096, piece, r);
        r->refused = !r->processor;
    } else if (*size) {
        if (r->processor && MHD_post_process(r->processor, data, *size) != MHD_YES) r->refused = 1;
        *size = 0;
    } else {
        if (r->processor && MHD_destroy_post_processor(r->processor) != MHD_YES) r->refused = 1;
        char *json = end_parts(&r->parts);
        return answer(connection, r->refused ? 400 : 200, json, r->parts.json_length);
    }
    return MHD_YES;
}

int main(void) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT"))), .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, request, NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_END);
    pause();
}
