# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# ./dev bundle: unpacks Debian packages into .deps/, for a machine without a network. Installs nothing.

# What a build without GDAL needs. Those without -dev hold the shared libraries to which the others' CMake packages point.
bundle_packages=(libhwy-dev libhwy1 libtbb-dev libtbb12 libtbbmalloc2 libtbbbind-2-5 libfmt-dev libfmt9 libcli11-dev
  nlohmann-json3-dev libgtest-dev libgmock-dev librapidcheck-dev)

download_packages() {
  (cd "$1" && apt-get download -qq -o APT::Sandbox::User=root "${bundle_packages[@]}")
}

# Copies in place of links: not every way to carry a folder to another machine keeps links.
replace_links_by_copies() {
  local link target
  find "$1" -type l -print0 | while IFS= read -r -d '' link; do
    target=$(readlink -e "$link") || fail "$link points to nothing in the bundle, add the package that holds it"
    cp --remove-destination "$target" "$link"
  done
}

run_bundle() {
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
    fail "./dev bundle takes Debian's packages, and there is no apt-get here, run it on Debian 12"
  local work=build/bundle package
  rm -rf "$work"
  mkdir -p "$work/packages" "$work/root"
  download_packages "$work/packages" || { as_root apt-get update -qq && download_packages "$work/packages"; } ||
    fail "the packages could not be downloaded, see above"
  for package in "$work"/packages/*.deb; do dpkg-deb --extract "$package" "$work/root"; done
  rm -rf "$work"/root/usr/src "$work"/root/usr/share/{doc,lintian,man}
  replace_links_by_copies "$work/root"
  (cd "$work/packages" && printf '%s\n' *.deb) >"$work/root/packages.txt"
  rm -rf .deps
  mv "$work/root" .deps
  say ".deps holds ${#bundle_packages[@]} packages, $(du -sh .deps | cut -f1); carry it with the sources, then ./dev gpu"
}
