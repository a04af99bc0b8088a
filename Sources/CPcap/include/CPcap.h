#ifndef CPCAP_H
#define CPCAP_H

// libpcap, loaded when it is first used. Few runs need it, and a program that is linked with it loads seven further
// libraries at each start, D-Bus and systemd among them: a tenth of what it takes to check a small capture.

#include <pcap/pcap.h>

#pragma clang assume_nonnull begin

// The functions that are used, by their names without `pcap_`.
#define PCAP_FUNCTIONS(each) \
    each(activate) \
    each(close) \
    each(compile) \
    each(create) \
    each(datalink) \
    each(datalink_val_to_description) \
    each(datalink_val_to_name) \
    each(findalldevs) \
    each(freealldevs) \
    each(freecode) \
    each(get_selectable_fd) \
    each(get_tstamp_precision) \
    each(geterr) \
    each(next_ex) \
    each(offline_filter) \
    each(open_dead) \
    each(set_buffer_size) \
    each(set_promisc) \
    each(set_snaplen) \
    each(set_timeout) \
    each(set_tstamp_precision) \
    each(setfilter) \
    each(setnonblock) \
    each(snapshot) \
    each(stats) \
    each(statustostr)

struct pcap_functions {
#define PCAP_FIELD(name) __typeof__(pcap_##name) *name;
    PCAP_FUNCTIONS(PCAP_FIELD)
#undef PCAP_FIELD
};

/// The functions of libpcap, from any thread; `NULL` where it cannot be loaded.
const struct pcap_functions *_Nullable pcap_load(void);

#pragma clang assume_nonnull end

#endif
