# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# ./dev cross: the library's tests, built by Debian's cross compilers for other processors and run by qemu.
#
#   ./dev cross [PROCESSOR…]    aarch64, which has vectors of its own, and s390x, whose bytes lie the other way round

debian_architecture() {
  case "$1" in
    aarch64) echo arm64 ;;
    s390x) echo s390x ;;
    *) fail "'$1' is not a processor that ./dev cross knows, say aarch64 or s390x" ;;
  esac
}

# Unpacks the bundle's packages for the processor. They are not installed, so the system learns of no other architecture.
unpack_cross_libraries() {
  local root=build/cross/$1 work=$PWD/build/cross/$1-packages architecture package
  [ ! -e "$root/complete" ] || return 0
  architecture=$(debian_architecture "$1")
  rm -rf "$root" "$work"
  mkdir -p "$root" "$work"/{state/lists,cache/archives}/partial
  touch "$work/status"
  local apt=(apt-get -qq -o APT::Architecture="$architecture" -o APT::Architectures="$architecture"
    -o Dir::State="$work/state" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
  "${apt[@]}" update
  (cd "$work" && "${apt[@]}" download "${bundle_packages[@]}")
  for package in "$work"/*.deb; do dpkg-deb --extract "$package" "$root"; done
  rm -rf "$work"
  touch "$root/complete"
}

# The bytes must not depend on how long a processor's vectors are.
run_at_other_vector_lengths() {
  [ "$1" = aarch64 ] || return 0
  local bytes
  for bytes in 16 32; do
    say "the CPU's tests again with vectors of $bytes bytes"
    QEMU_CPU=max,sve-default-vector-length=$bytes ctest --preset "$1" --parallel "$(nproc)" --tests-regex '^CpuEdges'
  done
}

run_cross() {
  [ $# -gt 0 ] || set -- aarch64 s390x
  local processor
  for processor in "$@"; do
    debian_architecture "$processor" >/dev/null
    need cmake ninja-build qemu-user "g++-$processor-linux-gnu"
    unpack_cross_libraries "$processor"
    build_preset "$processor"
    ctest --preset "$processor" --parallel "$(nproc)" --exclude-regex '^(docs|package)\.'
    run_at_other_vector_lengths "$processor"
  done
}
