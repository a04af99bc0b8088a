package Part;
use strict;
use warnings;
use Digest::SHA 'sha256_hex';
use Encode;
use Exporter 'import';
use JSON::PP;
our @EXPORT = qw(part bytes json);

# What an adapter answers for one part, whose names are bytes.
sub part {
    my ($name, $filename, $content) = @_;
    [(map { defined ? decode('UTF-8', $_) : undef } "$name", $filename), length $content, sha256_hex($content)];
}

# The bytes of a file.
sub bytes { open my $file, '<:raw', shift or return ''; local $/; my $bytes = <$file>; $bytes // '' }

# The parts as an answer's bytes.
sub json { encode_json([@_]) }
1;
