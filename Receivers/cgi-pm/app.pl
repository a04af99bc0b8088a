#!/usr/bin/perl
use strict;
use warnings;
use CGI;
use Part;

my $form = CGI->new;
print "Status: " . $form->cgi_error . "\r\n\r\n" and exit if $form->cgi_error;
my @parts;
for my $name ($form->multi_param) {
    push @parts, ref $_ ? part($name, "$_", do { local $/; readline($_) // '' }) : part($name, undef, $_)
        for $form->multi_param($name);
}
print "Content-Type: application/json\r\n\r\n", json(@parts);
