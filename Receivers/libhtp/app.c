#include <arpa/inet.h>
#include <htp/htp.h>
#include <htp/htp_multipart.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <unistd.h>

#define FLAG(name) {#name, HTP_MULTIPART_##name}
static const struct { const char *name; uint64_t bit; } flags[] = {
    FLAG(LF_LINE), FLAG(BBOUNDARY_LWS_AFTER), FLAG(BBOUNDARY_NLWS_AFTER), FLAG(HAS_PREAMBLE), FLAG(HAS_EPILOGUE),
    FLAG(PART_AFTER_LAST_BOUNDARY), FLAG(INCOMPLETE), FLAG(HBOUNDARY_INVALID), FLAG(HBOUNDARY_UNUSUAL),
    FLAG(HBOUNDARY_QUOTED), FLAG(PART_HEADER_FOLDING), FLAG(PART_UNKNOWN), FLAG(PART_HEADER_REPEATED),
    FLAG(PART_HEADER_UNKNOWN), FLAG(PART_HEADER_INVALID), FLAG(CD_TYPE_INVALID), FLAG(CD_PARAM_REPEATED),
    FLAG(CD_PARAM_UNKNOWN), FLAG(CD_SYNTAX_INVALID), FLAG(PART_INCOMPLETE), FLAG(NUL_BYTE),
};

// The contents of the files of the present request, one after another in the order of their parts.
static struct { htp_file_t *file; FILE *stream; char *bytes; size_t length; } files[1000];
static int file_count;

static int file_data(htp_file_data_t *data) {
    if (!file_count || files[file_count - 1].file != data->file) {
        if (file_count == 1000) return HTP_ERROR;
        files[file_count].file = data->file;
        files[file_count].stream = open_memstream(&files[file_count].bytes, &files[file_count].length);
        file_count++;
    }
    if (data->data) fwrite(data->data, 1, data->len, files[file_count - 1].stream);
    return HTP_OK;
}

// A byte becomes a character, as in the bodies of the lab.
static void text(FILE *out, const void *bytes, size_t length) {
    fputc('"', out);
    for (const unsigned char *byte = bytes, *end = byte + length; byte < end; byte++)
        fprintf(out, *byte < ' ' || *byte > '~' || *byte == '"' || *byte == '\\' ? "\\u%04x" : "%c", *byte);
    fputc('"', out);
}

static void write_seen(htp_tx_t *tx) {
    FILE *out = fopen("seen", "w");
    htp_multipart_t *form = tx->request_mpartp ? htp_mpartp_get_multipart(tx->request_mpartp) : NULL;
    uint64_t raised = form ? form->flags : 0;
    htp_header_t *type = htp_table_get_c(tx->request_headers, "content-type");
    // The flags of a boundary with which it reads no form are in no form.
    if (!form && type) {
        bstr *boundary = NULL;
        htp_mpartp_find_boundary(type->value, &boundary, &raised);
        bstr_free(boundary);
    }
    const char *comma = "";
    fputs("{\"flags\":[", out);
    if (!form) fputs("\"NOT_PARSED\"", out), comma = ",";
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (raised & flags[i].bit) fprintf(out, "%s\"%s\"", comma, flags[i].name), comma = ",";
    // Every form in order has this one: it is reported where it is not set.
    if (form && !(form->flags & HTP_MULTIPART_SEEN_LAST_BOUNDARY)) fprintf(out, "%s\"-SEEN_LAST_BOUNDARY\"", comma), comma = ",";
    fputs("],\"error\":null,\"form\":[", out);
    comma = "";
    for (size_t i = 0; form && i < htp_list_size(form->parts); i++) {
        htp_multipart_part_t *part = htp_list_get(form->parts, i);
        if (part->type != MULTIPART_PART_TEXT && part->type != MULTIPART_PART_FILE) continue;
        fprintf(out, "%s[", comma), comma = ",";
        text(out, part->name ? bstr_ptr(part->name) : (void *)"", part->name ? bstr_len(part->name) : 0);
        fputc(',', out);
        if (part->type == MULTIPART_PART_TEXT) {
            fputs("null,", out);
            text(out, part->value ? bstr_ptr(part->value) : (void *)"", part->value ? bstr_len(part->value) : 0);
        } else {
            int index = 0;
            while (index < file_count && files[index].file != part->file) index++;
            text(out, bstr_ptr(part->file->filename), bstr_len(part->file->filename));
            fputc(',', out);
            if (index < file_count) fflush(files[index].stream);
            text(out, index < file_count ? files[index].bytes : "", index < file_count ? files[index].length : 0);
        }
        fputc(']', out);
    }
    fputs("]}\n", out);
    fclose(out);
}

static int complete;
static int request_complete(htp_tx_t *tx) {
    complete = 1;
    write_seen(tx);
    return HTP_OK;
}

int main(void) {
    int on = 1, server = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {AF_INET, htons(atoi(getenv("PORT"))), {htonl(INADDR_LOOPBACK)}};
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bind(server, (struct sockaddr *)&address, sizeof address);
    listen(server, 10);
    htp_cfg_t *settings = htp_config_create();
    htp_config_set_server_personality(settings, HTP_SERVER_GENERIC);
    htp_config_register_multipart_parser(settings);
    htp_config_register_request_file_data(settings, file_data);
    htp_config_register_request_complete(settings, request_complete);
    for (;;) {
        int client = accept(server, NULL, NULL);
        struct timeval now;
        gettimeofday(&now, NULL);
        htp_connp_t *connection = htp_connp_create(settings);
        htp_connp_open(connection, "127.0.0.1", 40000, "127.0.0.1", 80, &now);
        char block[65536];
        ssize_t length;
        complete = 0;
        while (!complete && (length = read(client, block, sizeof block)) > 0)
            if (htp_connp_req_data(connection, &now, block, length) == HTP_STREAM_ERROR) break;
        const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        if (write(client, answer, sizeof answer - 1) < 0) perror("write");
        close(client);
        htp_connp_close(connection, &now);
        htp_connp_destroy_all(connection);
        for (; file_count; file_count--) fclose(files[file_count - 1].stream), free(files[file_count - 1].bytes);
    }
}
