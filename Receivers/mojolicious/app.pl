use Mojolicious::Lite;
use Mojo::Util 'encode';
use Part;

sub utf8 { defined $_[0] ? encode('UTF-8', $_[0]) : undef }

post '/' => sub {
    my ($app, $request) = ($_[0], $_[0]->req);
    my (@pairs, @parts) = @{ $request->body_params->pairs };
    while (my ($name, $value) = splice @pairs, 0, 2) { push @parts, part(utf8($name), undef, utf8($value)) }
    push @parts, part(utf8($_->name // ''), utf8($_->filename), $_->slurp) for @{ $request->uploads };
    $app->render(data => json(@parts), format => 'json');
};
app->log->level('fatal');
app->start;
