// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of files that appear under their names only when complete.
#include "raster/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <type_traits>
#include <unistd.h>
#include <utility>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <strandline/error.hpp>

#include "temporary_folder.hpp"

namespace {

// What a file system without these calls answers; 0: the real call is made.
int renameat2_failure = 0;
int link_failure = 0;
int renameat2_calls = 0;

}  // namespace

// These stand before the C library's own, so that the ways around a missing system call can be walked on any disk.
extern "C" __attribute__((visibility("default"))) int renameat2(int old_folder, const char* old_name, int new_folder,
                                                                const char* new_name, unsigned int flags) noexcept {
  ++renameat2_calls;
  if (renameat2_failure != 0) {
    errno = renameat2_failure;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, flags));
}

extern "C" __attribute__((visibility("default"))) int link(const char* old_name, const char* new_name) noexcept {
  if (link_failure != 0) {
    errno = link_failure;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, old_name, AT_FDCWD, new_name, 0));
}

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::message_of;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using Names = std::vector<std::string>;

static_assert(!std::is_copy_constructible_v<AtomicFile> && std::is_nothrow_move_constructible_v<AtomicFile>);

/// The ways by which a name can be taken without replacing a file.
struct FileSystem {
  const char* name;
  int renameat2_failure;
  int link_failure;
};

class AtomicFileOn : public testing::TestWithParam<FileSystem> {
 protected:
  AtomicFileOn() {
    renameat2_failure = GetParam().renameat2_failure;
    link_failure = GetParam().link_failure;
  }
  ~AtomicFileOn() override { renameat2_failure = link_failure = 0; }

  TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(FileSystems, AtomicFileOn,
                         testing::Values(FileSystem{"renameat2", 0, EIO}, FileSystem{"link", EINVAL, 0},
                                         FileSystem{"old_kernel", ENOSYS, 0}, FileSystem{"claim", EINVAL, EPERM}),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

TEST_P(AtomicFileOn, TakesItsNameAtCommit) {
  AtomicFile file(folder_ / "a.pgm");
  write_file(file.temporary_path(), "new");
  const std::string temporary = file.temporary_path().filename();
  EXPECT_EQ(folder_.names(), Names{temporary});
  const int calls_before = renameat2_calls;
  file.commit(false);
  EXPECT_EQ(renameat2_calls, calls_before + 1) << "the stand-in is not called, so the ways around it are not tested";
  EXPECT_EQ(folder_.names(), Names{"a.pgm"});
  EXPECT_EQ(read_file(folder_ / "a.pgm"), "new");
}

TEST_P(AtomicFileOn, LeavesAloneWhatCameToExistMeanwhile) {
  {
    AtomicFile file(folder_ / "a.pgm");
    write_file(file.temporary_path(), "new");
    write_file(folder_ / "a.pgm", "other's");
    expect_contains(message_of<FileError>([&] { file.commit(false); }), "has come to exist meanwhile");
    EXPECT_EQ(read_file(folder_ / "a.pgm"), "other's");
    file.commit(true);
    EXPECT_EQ(read_file(folder_ / "a.pgm"), "new");
  }
  EXPECT_EQ(folder_.names(), Names{"a.pgm"});
}

TEST_P(AtomicFileOn, LeavesAloneALinkToNothing) {
  AtomicFile file(folder_ / "a.pgm");
  std::filesystem::create_symlink("nothing", folder_ / "a.pgm");
  message_of<FileError>([&] { file.commit(false); });
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "a.pgm"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "nothing"));
}

TEST_P(AtomicFileOn, KeepsTheTemporaryFileWhenCommitFails) {
  std::filesystem::create_directory(folder_ / "sub");
  {
    AtomicFile file(folder_ / "sub" / "a.pgm");
    std::filesystem::rename(folder_ / "sub", folder_ / "moved");
    expect_contains(message_of<FileError>([&] { file.commit(false); }), "No such file or directory");
    std::filesystem::rename(folder_ / "moved", folder_ / "sub");
    file.commit(false);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "sub" / "a.pgm"));
}

TEST(AtomicFile, ClaimedNameIsGivenBackWhenTheLastRenameFails) {
  const TemporaryFolder folder;
  renameat2_failure = EINVAL;
  link_failure = EPERM;
  AtomicFile file(folder / "a.pgm");
  std::filesystem::remove(file.temporary_path());
  message_of<FileError>([&] { file.commit(false); });
  renameat2_failure = link_failure = 0;
  EXPECT_EQ(folder.names(), Names{});
}

TEST_P(AtomicFileOn, LeavesTheOldMetadataWhenThePictureCanNotBeReplaced) {
  AtomicFile file(folder_ / "a.png");
  write_file(file.temporary_path().string() + ".aux.xml", "new");
  write_file(folder_ / "a.png.aux.xml", "old");
  std::filesystem::create_directory(folder_ / "a.png");  // which no file can replace
  message_of<FileError>([&] { file.commit(true); });
  EXPECT_EQ(read_file(folder_ / "a.png.aux.xml"), "old");
  std::filesystem::remove(folder_ / "a.png");
  write_file(file.temporary_path().string() + ".aux.xml", "new");
  file.commit(true);
  EXPECT_EQ(read_file(folder_ / "a.png.aux.xml"), "new");
  EXPECT_EQ(folder_.names(), (Names{"a.png", "a.png.aux.xml"}));
}

TEST(AtomicFile, OtherErrorsOfRenameAreToldAsTheyAre) {
  const TemporaryFolder folder;
  AtomicFile file(folder / "a.pgm");
  renameat2_failure = EIO;
  const std::string message = message_of<FileError>([&] { file.commit(false); });
  renameat2_failure = 0;
  expect_contains(message, "Input/output error");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.pgm"));
}

TEST(AtomicFile, WithoutACommitNothingIsLeft) {
  const TemporaryFolder folder;
  { const AtomicFile file(folder / "a.pgm"); }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(AtomicFile, IsHiddenAndEndsInTheExtensionOrTheSuffix) {
  const TemporaryFolder folder;
  const AtomicFile plain(folder / "a.b.tif");
  const AtomicFile other(folder / "a.b.tif");
  const AtomicFile suffixed(folder / "a.b.tif", ".vrt");
  EXPECT_NE(plain.temporary_path(), other.temporary_path());
  EXPECT_EQ(plain.temporary_path().parent_path(), folder.path());
  EXPECT_TRUE(plain.temporary_path().filename().string().starts_with(".a.b.tif."));
  EXPECT_TRUE(plain.temporary_path().filename().string().ends_with(".tmp.tif"));
  EXPECT_TRUE(suffixed.temporary_path().filename().string().ends_with(".tmp.vrt"));
}

TEST(AtomicFile, MovedFromFileRemovesNothing) {
  const TemporaryFolder folder;
  std::optional<AtomicFile> first(folder / "a.pgm");
  AtomicFile second = std::move(*first);
  first.reset();
  EXPECT_EQ(folder.names().size(), 1U);
  EXPECT_EQ(second.target(), folder / "a.pgm");
  second.commit(false);
  EXPECT_EQ(folder.names(), Names{"a.pgm"});
  message_of<InvalidArgument>([&] { second.commit(true); });
}

TEST(AtomicFile, HasThePermissionsThatTheUmaskLeaves) {
  const TemporaryFolder folder;
  for (const mode_t mask : {0022U, 0077U, 0002U}) {
    const mode_t previous = ::umask(mask);
    AtomicFile file(folder / "a.pgm");
    ::umask(previous);
    file.commit(true);
    struct stat status = {};
    ASSERT_EQ(::stat((folder / "a.pgm").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0666U & ~mask);
    std::filesystem::remove(folder / "a.pgm");
  }
}

TEST(AtomicFile, KeepsThePermissionsOfWhatItReplaces) {
  const TemporaryFolder folder;
  write_file(folder / "r.pgm", "old");
  std::filesystem::create_symlink("r.pgm", folder / "a.pgm");
  for (const mode_t mode : {0600U, 0400U, 0640U, 0666U, 0755U}) {
    ASSERT_EQ(::chmod((folder / "r.pgm").c_str(), mode), 0);
    AtomicFile file(folder / "a.pgm");
    struct stat status = {};
    ASSERT_EQ(::stat(file.temporary_path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U) << "nobody else reads it before it is complete";
    file.commit(true);
    ASSERT_EQ(::stat((folder / "r.pgm").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, mode);
  }
}

TEST(AtomicFile, AGroupThatCanNotBeKeptGetsWhatAllOthersGet) {
  if (::geteuid() != 0) GTEST_SKIP() << "becoming somebody else needs root";
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  for (const auto& [before, after] : {std::pair{0660U, 0600U}, std::pair{0664U, 0644U}, std::pair{0604U, 0644U}}) {
    write_file(folder / "a.pgm", "root's");
    ASSERT_EQ(::chown((folder / "a.pgm").c_str(), 0, 12345), 0);
    ASSERT_EQ(::chmod((folder / "a.pgm").c_str(), before), 0);
    ASSERT_EQ(::seteuid(65534), 0);
    AtomicFile(folder / "a.pgm").commit(true);
    ASSERT_EQ(::seteuid(0), 0);
    struct stat status = {};
    ASSERT_EQ(::stat((folder / "a.pgm").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 65534U);
    EXPECT_EQ(status.st_mode & 0777U, after) << "of " << before;
    std::filesystem::remove(folder / "a.pgm");
  }
}

TEST(AtomicFile, EveryLengthOfNameWorks) {
  const TemporaryFolder folder;
  for (std::size_t length = 5; length <= 255; length += 5) {
    AtomicFile file(folder / (std::string(length - 4, 'n') + ".pgm"));
    EXPECT_LE(file.temporary_path().filename().string().size(), 255U);
    file.commit(false);
  }
}

TEST(AtomicFile, LongNameIsNotCutWithinACharacter) {
  const TemporaryFolder folder;
  for (std::size_t ascii = 0; ascii < 3; ++ascii) {
    std::string name(ascii, 'n');
    while (name.size() < 240) name += "\u20ac";  // three bytes each
    AtomicFile file(folder / (name + ".pgm"));
    std::string shown = file.temporary_path().filename().string().substr(1);
    shown.resize(shown.size() - std::string(".0123456789.tmp.pgm").size());
    EXPECT_EQ((shown.size() - ascii) % 3, 0U) << shown;
    EXPECT_GT(shown.size(), 200U);
    file.commit(false);
  }
}

TEST(AtomicFile, RelativeNameLiesInTheCurrentFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path previous = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  AtomicFile file("a.pgm");
  EXPECT_EQ(folder.names(), Names{file.temporary_path().filename()});
  file.commit(false);
  std::filesystem::current_path(previous);
  EXPECT_EQ(folder.names(), Names{"a.pgm"});
}

TEST(AtomicFile, ReplacesWhatSymbolicLinksPointTo) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  write_file(folder / "real" / "r.pgm", "old");
  std::filesystem::create_symlink("real/r.pgm", folder / "one.pgm");
  std::filesystem::create_symlink(folder / "one.pgm", folder / "two.pgm");
  AtomicFile file(folder / "two.pgm");
  EXPECT_EQ(file.target(), folder / "two.pgm");
  EXPECT_EQ(file.temporary_path().parent_path(), folder / "real");
  write_file(file.temporary_path(), "new");
  file.commit(true);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "two.pgm"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "one.pgm"));
  EXPECT_FALSE(std::filesystem::is_symlink(folder / "real" / "r.pgm"));
  EXPECT_EQ(read_file(folder / "real" / "r.pgm"), "new");
}

TEST(AtomicFile, OverwritingThroughALinkToNothingMakesTheFile) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nothing.pgm", folder / "a.pgm");
  AtomicFile(folder / "a.pgm").commit(true);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "a.pgm"));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder / "nothing.pgm"));
}

TEST(AtomicFile, LoopOfLinksIsAnError) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b.pgm", folder / "a.pgm");
  std::filesystem::create_symlink("a.pgm", folder / "b.pgm");
  expect_contains(message_of<FileError>([&] { AtomicFile file(folder / "a.pgm"); }), "loop");
}

TEST(AtomicFile, MissingFolderIsNamed) {
  const TemporaryFolder folder;
  const std::string message = message_of<FileError>([&] { AtomicFile file(folder / "none" / "a.pgm"); });
  expect_contains(message, (folder / "none").string() + "', No such file or directory");
}

}  // namespace
}  // namespace strandline::raster
