use HTTP::Body;
use Part;

# Names with their values, of which some stand in lists.
sub pairs {
    my $values = shift;
    map { my $name = $_; map { [$name, $_] } ref $values->{$_} eq 'ARRAY' ? @{ $values->{$_} } : $values->{$_} }
        sort keys %$values;
}

sub {
    my $env = shift;
    my $body = HTTP::Body->new($env->{CONTENT_TYPE}, $env->{CONTENT_LENGTH});
    while ($env->{'psgi.input'}->read(my $block, 65536)) { $body->add($block) }
    my @fields = map { part($_->[0], undef, $_->[1]) } pairs($body->param);
    my @files = map { part($_->[0], $_->[1]{filename}, bytes($_->[1]{tempname})) } pairs($body->upload);
    [200, ['Content-Type' => 'application/json'], [json(@fields, @files)]];
};
