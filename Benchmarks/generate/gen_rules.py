#!/usr/bin/env python3
"""Writes filter rules of the forms that public lists have, none of which matches a request of gen_varied.py.

usage: gen_rules.py OUT COUNT

Words and numbers are those of its requests, so that tokens are found and patterns have to be compared.
"""
import random
import sys

import gen_varied

FORMS = (
    lambda word, n: f"||{word}{n}.example^",
    lambda word, n: f"||ads{n}.{word}.example^$third-party",
    lambda word, n: f"||{word}.example/banner/{n}/*$script,image",
    lambda word, n: f"/{word}/{n}/banner*.gif",
    lambda word, n: f"-{word}-{n}.",
    lambda word, n: f"{word}{n}banner",
    lambda word, n: f"&{word}_id={n}&",
    lambda word, n: f"/{word}.js$domain=site{n}.example|~a.site{n}.example",
    lambda word, n: f"0.0.0.0 {word}.{n}.example",
    lambda word, n: f"@@||{word}{n}.example/allowed/$method=get",
)


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(5)
    words = [word.decode() for word in gen_varied.WORDS]
    with open(path, "w") as file:
        for index in range(count):
            form = FORMS[index % len(FORMS)]
            file.write(form(rng.choice(words), rng.randrange(10**5)) + "\n")


if __name__ == "__main__":
    main()
