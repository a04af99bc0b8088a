#define _GNU_SOURCE
// An HTTP server on 127.0.0.1 that takes uploads, one connection after another, and keeps nothing of them, or all bytes.
//
//   sink                 prints the port that it listens on, then serves until it is killed
//   sink PORT [FILE]     listens on that port, and writes what it reads to the file
//
// It answers 100-continue, reads as many bytes as Content-Length says, and answers 200.
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

static char buffer[1 << 18];
static int record = -1;

static void say(int connection, const char *text) {
  if (write(connection, text, strlen(text)) < 0) return;
}

// Serves one connection until its end.
static void serve(int connection) {
  char head[16384];
  size_t used = 0;
  for (;;) {
    ssize_t count = read(connection, head + used, sizeof head - 1 - used);
    if (count <= 0) return;
    used += count;
    head[used] = 0;
    char *end = strstr(head, "\r\n\r\n");
    if (!end) continue;
    char *length = strcasestr(head, "\r\ncontent-length:");
    if (!length || length > end) return;
    long long left = atoll(length + 17) - (long long)(head + used - end - 4);
    if (strcasestr(head, "100-continue")) say(connection, "HTTP/1.1 100 Continue\r\n\r\n");
    while (left > 0) {
      count = read(connection, buffer, sizeof buffer);
      if (count <= 0 || (record >= 0 && write(record, buffer, count) != count)) return;
      left -= count;
    }
    say(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    used = 0;
  }
}

int main(int count, char **words) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (count > 1) address.sin_port = htons(atoi(words[1]));
  if (count > 2) record = open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 16) ||
      getsockname(listener, (struct sockaddr *)&address, &size)) {
    perror("sink");
    return 1;
  }
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int connection = accept(listener, 0, 0);
    if (connection < 0) return 1;
    serve(connection);
    close(connection);
  }
}
