#include "part.h"
#include <microhttpd.h>
#include <stdlib.h>
#include <unistd.h>

// A request: the parts before the present one, and that one.
struct reading {
    struct MHD_PostProcessor *processor;
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

static enum MHD_Result piece(void *context, enum MHD_ValueKind kind, const char *name, const char *filename, const char *type,
                             const char *coding, const char *data, uint64_t offset, size_t size) {
    struct reading *r = context;
    if (offset == 0) {
        end_part(r);
        r->name = strdup(name ? name : "");
        r->filename = filename ? strdup(filename) : NULL;
        r->content = open_memstream(&r->bytes, &r->length);
    }
    fwrite(data, 1, size, r->content);
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
        r->processor = MHD_create_post_processor(connection, 4096, piece, r);
        r->out = open_memstream(&r->json, &r->json_length);
        fputc('[', r->out);
        return MHD_YES;
    }
    if (*size) {
        if (!r->processor || MHD_post_process(r->processor, data, *size) != MHD_YES) r->count = -1;
        *size = 0;
        return MHD_YES;
    }
    int refused = !r->processor || r->count < 0;
    if (r->processor && MHD_destroy_post_processor(r->processor) != MHD_YES) refused = 1;
    end_part(r);
    fputc(']', r->out);
    fclose(r->out);
    return answer(connection, refused ? 400 : 200, r->json, r->json_length);
}

int main(void) {
    MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, atoi(getenv("PORT")), NULL, NULL, request, NULL, MHD_OPTION_END);
    pause();
}
