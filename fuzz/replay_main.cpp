// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Runs a fuzz target over the files of the folders on its command line, so that corpora are unit tests of every build.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// The number of files that were run.
int replay(const std::filesystem::path& folder) {
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::filesystem::filesystem_error("can't read", entry.path(), {});
    // Before the run, and unbuffered: a target that finds something aborts, and the last name is the one.
    std::fprintf(stderr, "%s\n", entry.path().c_str());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    ++files;
  }
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  int files = 0;
  for (int i = 1; i < argc; ++i) {
    const int found = replay(argv[i]);
    if (found == 0) {
      std::fprintf(stderr, "no files in %s\n", argv[i]);
      return 1;
    }
    files += found;
  }
  std::printf("%d files replayed\n", files);
  return files == 0 ? 1 : 0;
}
