// Counts the packets of a capture with libpcap's bare loop: the limit for reading packets.
// usage: pcapcount FILE
#include <pcap.h>
#include <stdio.h>

int main(int count, char **arguments) {
    char error[PCAP_ERRBUF_SIZE];
    if (count != 2) return 2;
    pcap_t *capture = pcap_open_offline(arguments[1], error);
    if (!capture) return fprintf(stderr, "%s\n", error), 1;
    struct pcap_pkthdr *header;
    const u_char *data;
    unsigned long packets = 0, bytes = 0;
    while (pcap_next_ex(capture, &header, &data) == 1) packets++, bytes += header->caplen;
    printf("%lu packets %lu bytes\n", packets, bytes);
}
