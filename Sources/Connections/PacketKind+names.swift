/// The names of what is met most often, by the numbers that IANA and IEEE gave them.
extension PacketKind {
    static let etherNames: [UInt16: String] = [
        0x0806: "ARP", 0x0842: "Wake-on-LAN", 0x22EB: "ERSPAN", 0x22F3: "TRILL", 0x6003: "DECnet",
        0x8035: "RARP", 0x809B: "AppleTalk", 0x8100: "VLAN-tagged frames", 0x8137: "IPX",
        0x880B: "PPP", 0x8809: "LACP", 0x8847: "MPLS", 0x8848: "MPLS", 0x8863: "PPPoE discovery",
        0x8864: "PPPoE", 0x888E: "EAPOL", 0x8892: "PROFINET", 0x88A4: "EtherCAT",
        0x88A8: "VLAN-tagged frames",
        0x88BE: "ERSPAN", 0x88CC: "LLDP", 0x88E5: "MACsec", 0x88E7: "provider backbone frames", 0x88F7: "PTP",
        0x8902: "CFM", 0x8906: "FCoE", 0x8915: "RoCE", 0x893A: "IEEE 1905.1", 0x894F: "NSH",
        0x9000: "loopback test",
    ]

    static let pppNames: [UInt16: String] = [
        0x0021: "PPP", 0x0057: "PPP", 0x003D: "PPP multilink", 0x00FD: "compressed PPP", 0x8021: "PPP IPCP",
        0x8057: "PPP IPV6CP", 0xC021: "PPP LCP", 0xC023: "PPP PAP", 0xC223: "PPP CHAP",
    ]

    static let protocolNames: [UInt8: String] = [
        1: "ICMP", 2: "IGMP", 4: "IP in IP", 8: "EGP", 41: "IPv6 in IP", 46: "RSVP", 47: "GRE",
        50: "ESP (IPsec, encrypted)", 51: "AH (IPsec)", 58: "ICMPv6", 59: "IPv6 without payload", 88: "EIGRP",
        89: "OSPF", 94: "IP in IP", 97: "EtherIP", 103: "PIM", 108: "IPComp", 112: "VRRP", 115: "L2TP",
        132: "SCTP", 136: "UDP-Lite", 137: "MPLS in IP",
    ]

    static let udpNames: [UInt16: String] = [
        53: "DNS", 67: "DHCP", 68: "DHCP", 69: "TFTP", 123: "NTP", 137: "NetBIOS", 138: "NetBIOS",
        161: "SNMP",
        162: "SNMP", 443: "QUIC, HTTP/3", 500: "IKE", 514: "syslog", 520: "RIP", 546: "DHCPv6", 547: "DHCPv6",
        1194: "OpenVPN", 1701: "L2TP", 1812: "RADIUS", 1813: "RADIUS", 1900: "SSDP", 2055: "NetFlow",
        2123: "GTP-C", 2152: "GTP-U", 3478: "STUN", 3544: "Teredo", 3702: "WS-Discovery",
        4500: "IPsec, encrypted", 4739: "IPFIX", 4754: "GRE", 4789: "VXLAN", 4790: "VXLAN-GPE", 5060: "SIP",
        5246: "CAPWAP", 5247: "CAPWAP", 5353: "mDNS", 5355: "LLMNR", 5683: "CoAP", 6081: "Geneve",
        6343: "sFlow", 6635: "MPLS", 8472: "VXLAN", 17_500: "Dropbox", 37_008: "TZSP",
        51_820: "WireGuard, encrypted",
    ]

    static let tcpNames: [UInt16: String] = [
        20: "FTP data", 21: "FTP", 22: "SSH", 23: "Telnet", 25: "SMTP", 53: "DNS", 80: "HTTP", 110: "POP3",
        139: "SMB", 143: "IMAP", 179: "BGP", 389: "LDAP", 443: "HTTPS", 445: "SMB", 465: "SMTP", 554: "RTSP",
        587: "SMTP", 636: "LDAP", 853: "DNS over TLS", 993: "IMAP", 995: "POP3", 1080: "SOCKS",
        1433: "SQL Server",
        1521: "Oracle", 1723: "PPTP", 1883: "MQTT", 2049: "NFS", 3306: "MySQL", 3389: "RDP", 5060: "SIP",
        5432: "PostgreSQL", 5672: "AMQP", 5900: "VNC", 6379: "Redis", 8883: "MQTT", 9092: "Kafka",
        11_211: "memcached", 27_017: "MongoDB",
    ]
}
