// A forward proxy on 127.0.0.1 that looks at no byte but the target of a connection's first request, and copies: what
// the system takes for it is what no proxy can be without.
//
//   relay PORT [FILE]    listens on that port, and writes all that it reads to the file
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char buffer[1 << 18];
// The other end of each descriptor's connection: -1 for none yet.
static int other[65536];

static int server(const char *head) {
  const char *place = strstr(head, "://127.0.0.1:");
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (!place) return -1;
  address.sin_port = htons(atoi(place + 13));
  return connect(descriptor, (struct sockaddr *)&address, sizeof address) ? -1 : descriptor;
}

static int writeAll(int descriptor, const char *bytes, ssize_t left) {
  while (left > 0) {
    ssize_t count = write(descriptor, bytes, left);
    if (count <= 0) return -1;
    bytes += count;
    left -= count;
  }
  return 0;
}

static void watch(int poll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
  epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event);
}

int main(int count, char **words) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0), record = -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (count < 2) return 2;
  address.sin_port = htons(atoi(words[1]));
  if (count > 2) record = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) {
    perror("relay");
    return 1;
  }
  watch(poll, listener);
  for (;;) {
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, -1);
    for (int index = 0; index < ready; index++) {
      int from = events[index].data.fd;
      if (from == listener) {
        int client = accept(listener, 0, 0);
        other[client] = -1;
        watch(poll, client);
        continue;
      }
      ssize_t length = read(from, buffer, sizeof buffer - 1);
      if (length > 0 && other[from] < 0) {
        buffer[length] = 0;
        int upstream = server(buffer);
        if (upstream < 0) length = 0;
        else {
          other[from] = upstream;
          other[upstream] = from;
          watch(poll, upstream);
        }
      }
      if (length <= 0 || writeAll(other[from], buffer, length) || (record >= 0 && writeAll(record, buffer, length))) {
        if (other[from] >= 0) {
          close(other[from]);
          other[other[from]] = -1;
        }
        close(from);
        other[from] = -1;
      }
    }
  }
}
