# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Checks that a shared library shows what the public headers declare and nothing else, and that its name changes when its
package's rule says that programs must be linked anew.

    check_shared_library.py LIBRARY PACKAGE_VERSION_FILE INCLUDE_FOLDER..."""

import pathlib
import re
import subprocess
import sys

MARK = "STRANDLINE_API"


def printed_by(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def shown_symbols(library):
    lines = printed_by("nm", "--dynamic", "--defined-only", "--demangle", library).splitlines()
    return {line.split(" ", 2)[2] for line in lines}


def declarations(header):
    """The namespace, the functions whose bodies are elsewhere, the members that are marked, and of the types that are
    compared at run time whether they are marked."""
    text = header.read_text()
    space = "::".join(re.findall(r"^namespace ([\w:]+) {$", text, flags=re.MULTILINE))
    text = re.sub(r"^namespace .* {$|^}  // namespace .*$|//.*|^#(.*\\\n)*.*", "", text, flags=re.MULTILINE)
    types = re.findall(r"^(?:class|struct) (STRANDLINE_API )?(\w+) (?:: (?:Error|std::runtime_error)\b|{[^}]*virtual)",
                       text, flags=re.MULTILINE)
    members = set(re.findall(rf"^  {MARK} [^(;]*?\b(\w+)\(", text, flags=re.MULTILINE))
    while (without_inner_blocks := re.sub(r"{[^{}]*}", ";", text)) != text:
        text = without_inner_blocks
    functions = [re.match(r"(?!inline|constexpr|template|using|class|struct|enum)[^=(]*?\b(\w+)\(", statement.strip())
                 for statement in text.split(";")]
    return space, {match[1] for match in functions if match}, members, {name: bool(mark) for mark, name in types}


def faults_of_symbols(library, include_folders):
    symbols = {re.sub(r"\[abi:\w+\]", "", symbol) for symbol in shown_symbols(library)}
    expected = set()
    for header in sorted(path for folder in include_folders for path in pathlib.Path(folder).rglob("*.hpp")):
        space, functions, members, types = declarations(header)
        expected |= {symbol for symbol in symbols for name in members if re.match(rf"{space}::\w+::{name}\(", symbol)}
        for name in sorted(functions):
            shown = {symbol for symbol in symbols if symbol.startswith(f"{space}::{name}(")}
            expected |= shown
            if not shown:
                yield f"{header}: {name}() is not shown, mark it {MARK}"
        for name, is_marked in types.items():
            expected |= {f"{what} for {space}::{name}" for what in ("typeinfo", "typeinfo name", "vtable")}
            if not is_marked:
                yield f"{header}: {name} is compared at run time, mark it {MARK}"
    for symbol in sorted(symbols - expected):
        yield f"{symbol} is shown, but no public header declares it"


def faults_of_name(library, package_version_file):
    soname = re.search(r"SONAME.*\.so\.([\d.]+)", printed_by("objdump", "-p", library))[1]
    rule = pathlib.Path(package_version_file).read_text()
    version = re.search(r'PACKAGE_VERSION "(\d+\.\d+)', rule)[1]
    if "requested major and minor versions are the same" not in rule or soname != version:
        yield f"the library is called .so.{soname}, which is not the rule of {package_version_file}"


def main(library, package_version_file, *include_folders):
    faults = [*faults_of_symbols(library, include_folders), *faults_of_name(library, package_version_file)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
