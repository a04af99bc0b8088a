# make demo, make live, make dist, make profile, make trials, make receivers, make replay, make test, make test-all,
# make test-sanitized, make fuzz, make fuzz-all, make embedding, make bench, make bench-sink, make bench-proxy,
# make lint: each sets up what it needs on Debian or Ubuntu with a Swift toolchain, by apt-get, once. Elsewhere it says
# what is needed and goes on.

SWIFT ?= swift
# On Linux the program carries Swift's library in itself, and the library of C++ on which that stands: it starts sooner, and
# runs where no toolchain is. The second one is found in a directory in which it is alone: elsewhere the shared one stands
# beside it, which the linker prefers.
ARCHIVES = $(CURDIR)/.build/archives
STATIC = $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xlinker "-L$(ARCHIVES)")
# Debug information takes a sixth of the time of a build: programs get it where it is kept (make dist). The names of
# functions are in them without it.
UNPROFILED = -c release $(STATIC) -debug-info-format none
OPTIMIZED = $(UNPROFILED) $(PROFILED)
RELEASE = $(OPTIMIZED) --product partwise
# The optimizer is told which paths are hot, as make profile has counted them: without that a run takes a third more time. The
# file is named after its content, so that other counts are another file.
COUNTS = Benchmarks/partwise.proftext
TOOLCHAIN := $(shell $(SWIFT) -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift.*|\1|p')
LLVM_PROFDATA := $(if $(filter Linux,$(shell uname)),$(wildcard $(TOOLCHAIN)/bin/llvm-profdata))
PROFILE := $(if $(LLVM_PROFDATA),$(CURDIR)/.build/$(shell cksum < $(COUNTS) | cut -d ' ' -f 1).profdata)
PROFILED = $(if $(PROFILE),-Xswiftc -Xfrontend -Xswiftc -ir-profile-use=$(PROFILE))
# pkg-config is not asked for headers of the libraries that are loaded, not linked with.
ifeq ($(shell uname),Darwin)
export CPATH := $(shell brew --prefix)/include:$(shell brew --prefix openssl@3)/include
endif
LIBRARIES = libbrotli-dev libgumbo-dev libpcap-dev libssl-dev libyaml-dev libzip-dev libzstd-dev zlib1g-dev pkg-config

.PHONY: demo live dist profile trials receivers replay test test-all test-sanitized fuzz fuzz-all embedding bench bench-sink bench-proxy lint libraries test-tools bench-tools
.DEFAULT_GOAL := demo

demo: libraries $(PROFILE)
	$(SWIFT) build $(RELEASE)
	@partwise="$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise"; \
	show() { echo; echo "\$$ partwise $$*"; "$$partwise" "$$@" || test $$? -eq 1; }; \
	show inspect Captures && \
	show check Captures/faulty/cl-short.pcapng && \
	show check Captures/faulty/glued-close.pcap && \
	show check Captures/curl/plain.pcap

# Builds partwise-live beside partwise, with the commands that open sockets.
live: libraries $(PROFILE)
	$(SWIFT) build $(RELEASE)
	PARTWISE_LIVE=1 $(SWIFT) build $(OPTIMIZED) --product partwise-live

# Leaves the program without its symbols in .build/dist, and the symbols beside it, where debuggers look for them. It is
# built apart, as the debug information would have all be built anew.
dist: DEBUGGED = -c release --product partwise $(STATIC) $(PROFILED) --scratch-path .build-dist
dist: libraries $(PROFILE)
	$(SWIFT) build $(DEBUGGED)
	@mkdir -p .build/dist
	@partwise="$$($(SWIFT) build $(DEBUGGED) --show-bin-path)/partwise"; cd .build/dist; \
	objcopy --only-keep-debug "$$partwise" partwise.debug && \
	objcopy --strip-all --add-gnu-debuglink=partwise.debug "$$partwise" partwise && \
	ls -l partwise partwise.debug

ifneq ($(PROFILE),)
# The compiler leaves an object as it is whose code is the same before it is optimized: with other counts all are made anew.
$(PROFILE): $(COUNTS)
	@rm -rf .build/release/*.build .build-dist/release/*.build && mkdir -p $(@D)
	$(LLVM_PROFDATA) merge $< -o $@
endif

# Counts which paths are hot, with programs that are built to count, and writes Benchmarks/partwise.proftext: after a change of
# what is hot, on Linux.
profile: COUNTING = $(UNPROFILED) --scratch-path .build-profile -Xswiftc -Xfrontend -Xswiftc -ir-profile-generate \
	-Xlinker $(TOOLCHAIN)/lib/swift/clang/lib/linux/libclang_rt.profile-$(shell uname -m).a -Xlinker -u__llvm_profile_runtime
profile: libraries
	@$(call install,python3 curl)
	$(SWIFT) build $(COUNTING) --product partwise
	PARTWISE_LIVE=1 $(SWIFT) build $(COUNTING) --product partwise-live
	LLVM_PROFDATA="$(LLVM_PROFDATA)" \
	python3 Benchmarks/train.py "$$(PARTWISE_LIVE=1 $(SWIFT) build $(COUNTING) --show-bin-path)"

# Has every client of Captures/drivers/drivers.tsv that the machine has send the forms of the trials; CLIENTS="curl go" runs
# these alone again. Writes Reports/Trials.md and Reports/Trials.html.
trials: live
	Captures/drivers/run "$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise" .build/trials $(CLIENTS)

# Starts the receivers of Receivers/ that Debian and PyPI have, sends them the bodies of the lab, and writes
# Receivers/grid.json, the tables made from it, Reports/Receivers.md and Reports/Receivers.html; RECEIVERS="flask php" runs
# these alone again.
receivers: live
	@$(call install,python3 python3-venv)
	Receivers/run $(RECEIVERS)
	Receivers/tables
	@live="$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise-live"; \
	"$$live" probe --grid Receivers/grid.json --format markdown -o Reports/Receivers.md && \
	"$$live" probe --grid Receivers/grid.json --format html -o Reports/Receivers.html

# Sends the uploads of Captures/faulty to five receivers of Receivers/, as captured and repaired, writes Reports/Replay.md,
# and fails where a repaired one is not read as it was meant; RECEIVERS="flask go php" sends them to these in their place.
replay: live
	@$(call install,python3 python3-venv)
	Receivers/replay "$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise-live" $(RECEIVERS)

# With partwise-live, whose SwiftNIO neither the demo nor a package that embeds the library fetches.
test: libraries test-tools
	PARTWISE_LIVE=1 $(SWIFT) test --disable-xctest

# The tests that run over a sample of their inputs in make test run over all of them.
test-all: libraries test-tools
	PARTWISE_LIVE=1 PARTWISE_TEST_ALL=1 $(SWIFT) test --disable-xctest

# The tests with faults of memory, and of threads, made visible; what a sanitizer slows down is left out. Leaks are not
# looked for: Swift keeps bits of its own in pointers, so that what an enumeration in a static holds is taken for lost.
test-sanitized: libraries test-tools
	for kind in address thread; do \
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$(CURDIR)/.ci/thread-sanitizer" \
	PARTWISE_LIVE=1 PARTWISE_SANITIZED=1 \
	$(SWIFT) test --disable-xctest --sanitize=$$kind --scratch-path .build-$$kind || exit 1; \
	done

# make fuzz TARGET=form SECONDS=60; the targets are those of Fuzz/Sources/Fuzz/FuzzTarget.swift.
fuzz: libraries
	SWIFT="$(SWIFT)" Fuzz/run $(TARGET) $(SECONDS)

fuzz-all: libraries
	SWIFT="$(SWIFT)" Fuzz/run all $(or $(SECONDS),60)

# Another package builds and uses the library PartwiseForms: it needs none of the libraries below.
embedding:
	SWIFT="$(SWIFT)" .ci/embedding/run

bench: libraries bench-tools $(PROFILE)
	$(SWIFT) build $(RELEASE)
	PARTWISE="$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise" python3 Benchmarks/run.py

# The sink beside those of aiohttp and hypercorn, which are left out where they are not installed.
bench-sink: live
	@$(call install,python3 gcc libc6-dev curl)
	PARTWISE_LIVE="$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise-live" python3 Benchmarks/sink.py

# The recording proxy beside mitmproxy and Squid: without them it is measured alone.
bench-proxy: live
	@$(call install,python3 golang-go)
	@($(call install,squid mitmproxy)) || echo "without squid or mitmproxy"
	PARTWISE_LIVE="$$($(SWIFT) build $(RELEASE) --show-bin-path)/partwise-live" python3 Benchmarks/proxy.py

lint:
	$(SWIFT) format lint --strict --parallel -r Sources Tests Fuzz/Sources Fuzz/Package.swift Package.swift

libraries:
	@$(call install,$(LIBRARIES))
	@compiler="$$(command -v clang || command -v cc)" && archive="$$("$$compiler" -print-file-name=libstdc++.a)" && \
	test -f "$$archive" && mkdir -p "$(ARCHIVES)" && ln -sf "$$archive" "$(ARCHIVES)" || true

# xmllint holds JUnit XML against its schema: that test is skipped without it.
test-tools:
	@($(call install,libxml2-utils)) || echo "without xmllint"

# tshark, Suricata, Go and gopacket are the peers to compare with, and valgrind counts instructions: the benchmarks run
# without them too.
bench-tools:
	@$(call install,python3 gcc libc6-dev openssl)
	@($(call install,tshark)) || echo "without tshark"
	@($(call install,suricata)) || echo "without suricata"
	@($(call install,valgrind)) || echo "without valgrind"
	@($(call install,curl python3-requests-toolbelt)) || echo "without curl or requests-toolbelt"
	@($(call install,golang-go golang-github-google-gopacket-dev golang-golang-x-sys-dev golang-golang-x-net-dev)) || echo "without gopacket"

# install,PACKAGES: installs those that are missing.
define install
set -e; \
if ! command -v apt-get >/dev/null; then \
	case "$$(uname)" in \
	Darwin) echo "needs, if not there yet: brew install brotli gumbo-parser libyaml libzip openssl@3 zstd" ;; \
	*) echo "needs, by the names of Debian: $(1)" ;; \
	esac; \
	exit 0; \
fi; \
missing=; \
for package in $(1); do \
	dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
test -n "$$missing" || exit 0; \
as_root=; \
test "$$(id -u)" -eq 0 || as_root=sudo; \
$$as_root apt-get update -qq; \
$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing
endef
