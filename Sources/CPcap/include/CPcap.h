#ifndef CPCAP_H
#define CPCAP_H

// libpcap, which loads seven further libraries, D-Bus and systemd among them.

#include <CLoading.h>
#include <pcap/pcap.h>

#pragma clang assume_nonnull begin

#define PCAP_FUNCTIONS(each) \
    each(pcap_, activate) \
    each(pcap_, close) \
    each(pcap_, compile) \
    each(pcap_, create) \
    each(pcap_, datalink) \
    each(pcap_, datalink_val_to_description) \
    each(pcap_, datalink_val_to_name) \
    each(pcap_, findalldevs) \
    each(pcap_, freealldevs) \
    each(pcap_, freecode) \
    each(pcap_, get_selectable_fd) \
    each(pcap_, get_tstamp_precision) \
    each(pcap_, geterr) \
    each(pcap_, next_ex) \
    each(pcap_, offline_filter) \
    each(pcap_, open_dead) \
    each(pcap_, set_buffer_size) \
    each(pcap_, set_promisc) \
    each(pcap_, set_snaplen) \
    each(pcap_, set_timeout) \
    each(pcap_, set_tstamp_precision) \
    each(pcap_, setfilter) \
    each(pcap_, setnonblock) \
    each(pcap_, snapshot) \
    each(pcap_, stats) \
    each(pcap_, statustostr)

struct pcap_functions {
    PCAP_FUNCTIONS(LOADED_FIELD)
};

/// The functions of libpcap, from any thread; `NULL` where it cannot be loaded.
const struct pcap_functions *_Nullable pcap_load(void);

#pragma clang assume_nonnull end

#endif
