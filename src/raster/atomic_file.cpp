// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// A file that appears under its name only when it is complete: temporary names and the last rename.
#include "raster/atomic_file.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <tuple>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/random.h>

#include <strandline/error.hpp>

#include "raster/file_descriptor.hpp"
#include "raster/permissions.hpp"
#include "raster/symbolic_links.hpp"

namespace strandline::raster {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxAttempts = 100;

std::string random_name() {
  std::array<unsigned char, 10> random{};
  if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
    throw FileError(fmt::format("no random numbers for the name of a temporary file, {}", error_text(errno)));
  std::string name;
  for (const unsigned char byte : random) name += "abcdefghijklmnopqrstuvwxyz012345"[byte % 32];
  return name;
}

/// The longest start of `name` of at most `max_bytes` that does not end within a UTF-8 character.
std::string_view shortened(std::string_view name, std::size_t max_bytes) {
  if (name.size() <= max_bytes) return name;
  while (max_bytes > 0 && (static_cast<unsigned char>(name[max_bytes]) & 0xC0) == 0x80) --max_bytes;
  return name.substr(0, max_bytes);
}

fs::path temporary_name(const fs::path& target, const std::string& suffix) {
  const std::string ending = fmt::format(".{}.tmp{}", random_name(), suffix);
  const long limit = ::pathconf(folder_of(target).c_str(), _PC_NAME_MAX);
  const std::size_t name_max = limit > 0 ? static_cast<std::size_t>(limit) : 255;
  const std::size_t room = name_max - std::min(name_max, ending.size() + 1 + kMetadataSuffix.size());
  return folder_of(target) / fmt::format(".{}{}", shortened(target.filename().string(), room), ending);
}

/// Not mkostemps(): its files are for the owner alone (0600), and widening that afterwards takes the umask, which can
/// only be read by setting it for all threads of the process. Here the kernel applies umask and default ACLs itself,
/// as to any new file. What will replace a file is the owner's alone until it gets that file's mode.
fs::path create_temporary(const fs::path& target, const std::string& suffix) {
  std::error_code ignored;
  const mode_t mode = fs::exists(target, ignored) ? 0600 : 0666;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    fs::path name = temporary_name(target, suffix);
    if (open_file(name, O_WRONLY | O_CREAT | O_EXCL, mode).is_open()) return name;
    if (errno != EEXIST) break;
  }
  throw FileError(fmt::format("can't create a file in the folder '{}', {}, choose another folder",
                              folder_of(target).string(), error_text(errno)));
}

[[noreturn]] void throw_in_the_way(const fs::path& target) {
  throw FileError(fmt::format(
      "'{}' has come to exist meanwhile and is left alone, choose another name or allow overwriting", target.string()));
}

[[noreturn]] void throw_not_renamed(const fs::path& from, const fs::path& to) {
  throw FileError(fmt::format("can't rename '{}' to '{}', {}, nothing was written under that name, choose another",
                              from.string(), to.string(), error_text(errno)));
}

/// For file systems that can neither rename without replacing nor make hard links (some FUSE and 9p mounts): an empty
/// file claims the name, and only who made it may replace it. Better than to lose the work of a whole run.
void rename_over_claimed_name(const fs::path& from, const fs::path& to) {
  if (!open_file(to, O_WRONLY | O_CREAT | O_EXCL, 0666).is_open()) {
    if (errno == EEXIST) throw_in_the_way(to);
    throw_not_renamed(from, to);
  }
  if (::rename(from.c_str(), to.c_str()) == 0) return;
  const int error_number = errno;
  ::unlink(to.c_str());
  errno = error_number;
  throw_not_renamed(from, to);
}

void rename_without_replacing(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
  if (errno == EEXIST) throw_in_the_way(to);
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) throw_not_renamed(from, to);
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return;
  }
  if (errno == EEXIST) throw_in_the_way(to);
  rename_over_claimed_name(from, to);
}

/// With the permissions of the picture that is replaced.
void give_name(const fs::path& from, const fs::path& to, bool overwrite, const fs::path& replaced) {
  if (!overwrite) return rename_without_replacing(from, to);
  copy_permissions(replaced, from);
  if (::rename(from.c_str(), to.c_str()) != 0) throw_not_renamed(from, to);
}

/// Under another name, until what takes its place is complete; on file systems without hard links under that one only.
void keep_aside(const fs::path& file, const fs::path& kept) {
  if (::link(file.c_str(), kept.c_str()) != 0) std::ignore = ::rename(file.c_str(), kept.c_str());
}

fs::path metadata_of(const fs::path& picture) { return picture.string() + std::string(kMetadataSuffix); }

}  // namespace

AtomicFile::AtomicFile(fs::path target, const std::string& suffix)
    : target_(std::move(target)),
      replaced_(behind_symbolic_links(target_)),
      temporary_(create_temporary(replaced_, suffix.empty() ? target_.extension().string() : suffix)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : target_(std::move(other.target_)),
      replaced_(std::move(other.replaced_)),
      temporary_(std::exchange(other.temporary_, {})) {}

AtomicFile::~AtomicFile() {
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  ::unlink(metadata_of(temporary_).c_str());
}

// No fsync: the promise is about killed and failed runs, not about power cuts, and flushing a large picture to the
// disk would make every run wait for it.
void AtomicFile::commit(bool overwrite) {
  if (temporary_.empty()) throw InvalidArgument(fmt::format("'{}' is committed already", target_.string()));
  const fs::path metadata = metadata_of(temporary_);
  const fs::path named_metadata = metadata_of(replaced_);
  const fs::path kept = temporary_.string() + ".kept";
  const bool has_metadata = ::access(metadata.c_str(), F_OK) == 0;
  bool has_named_metadata = false;
  if (has_metadata && overwrite) keep_aside(named_metadata, kept);
  try {
    // First, so that the picture never appears without it.
    if (has_metadata) give_name(metadata, named_metadata, overwrite, replaced_);
    has_named_metadata = has_metadata;
    give_name(temporary_, overwrite ? replaced_ : target_, overwrite, replaced_);
  } catch (...) {
    if (has_named_metadata) ::unlink(named_metadata.c_str());
    std::ignore = ::rename(kept.c_str(), named_metadata.c_str());
    ::unlink(kept.c_str());
    throw;
  }
  ::unlink(kept.c_str());
  temporary_.clear();
}

}  // namespace strandline::raster
