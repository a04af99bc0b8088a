extern "C" {
#include "part.h"
}
#include <cstdlib>
#include <string>

// The parts that an adapter answers.
struct Parts {
    FILE *out;
    char *json;
    size_t length;
    int count = 0;

    Parts() : out(open_memstream(&json, &length)) { fputc('[', out); }

    void add(const std::string &name, const std::string *filename, const std::string &content) {
        part(out, count++, name.data(), name.size(), filename ? filename->data() : nullptr,
             filename ? filename->size() : 0, content.data(), content.size());
    }

    std::string text() {
        fputc(']', out);
        fclose(out);
        std::string text(json, length);
        free(json);
        return text;
    }
};
