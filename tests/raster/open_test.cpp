// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of which paths are opened, created or refused, and with which words.
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <strandline/error.hpp>
#include <strandline/raster.hpp>

#include "raster/file_descriptor.hpp"
#include "temporary_folder.hpp"

namespace strandline {
namespace {

using test::expect_contains;
using test::message_of;
using test::read_file;
using test::TemporaryFolder;
using test::write_file;
using Names = std::vector<std::string>;
namespace fs = std::filesystem;

constexpr const char* kPgm = "P5 1 1 255 a";

/// Root may read everything, so it becomes somebody else for a while; others stay who they are.
class AsNobody {
 public:
  AsNobody() : user_(::geteuid()) { EXPECT_EQ(::seteuid(user_ == 0 ? 65534 : user_), 0); }
  ~AsNobody() { EXPECT_EQ(::seteuid(user_), 0); }

 private:
  uid_t user_;
};

class OpenRaster : public testing::Test {
 protected:
  std::string refusal(const fs::path& path) {
    return message_of<FileError>([&] { open_raster(path); });
  }

  TemporaryFolder folder_;
};

TEST_F(OpenRaster, NetpbmByItsBytesAndNotByItsName) {
  EXPECT_EQ(open_raster(write_file(folder_ / "a.tif", kPgm))->info().format, "PGM");
  EXPECT_EQ(open_raster(write_file(folder_ / "a", "P6 1 1 255 abc"), {2})->info().reading, "band 2");
  message_of<Unsupported>([&] { open_raster(write_file(folder_ / "a.pgm", "P2 1 1 255 1")); });
}

TEST_F(OpenRaster, WhatIsNoPictureIsRefusedInPlainWords) {
  expect_contains(refusal(folder_ / "none.pgm"), "none.pgm': no such file");
  expect_contains(refusal(""), "name of the input is empty");
  expect_contains(refusal(folder_.path()), "is a folder");
  expect_contains(refusal(write_file(folder_ / "a.pgm", "")), "the file is empty");
  expect_contains(refusal(folder_ / "a.pgm" / "b.pgm"), "Not a directory");
  fs::create_symlink("nothing", folder_ / "dangling.pgm");
  expect_contains(refusal(folder_ / "dangling.pgm"), "no such file");
  expect_contains(refusal(folder_ / std::string(300, 'n')), "File name too long");
}

TEST_F(OpenRaster, UnreadableFileSaysSo) {
  const fs::path path = write_file(folder_ / "a.pgm", kPgm);
  ::chmod(path.c_str(), 0);
  ::chmod(folder_.path().c_str(), 0755);
  std::string message;
  {
    const AsNobody nobody;
    message = refusal(path);
  }
  expect_contains(message, "can't read");
  expect_contains(message, "Permission denied");
}

TEST_F(OpenRaster, PipeIsReadAsNetpbmAndOpenedOnce) {
  const fs::path path = folder_ / "pipe.tif";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&path] {
    const raster::FileDescriptor pipe = raster::open_file(path, O_WRONLY);
    EXPECT_EQ(::write(pipe.number(), kPgm, 12), 12);
  });
  const auto source = open_raster(path);
  writer.join();
  std::uint8_t pixel = 0;
  source->read(0, ImageView<std::uint8_t>(&pixel, 1, 1), {});
  EXPECT_EQ(pixel, 'a');
}

/// The error for a name that only GDAL could know: from GDAL, or, in a build without it, that there is none.
std::string gdal_refusal(const fs::path& path) {
  try {
    open_raster(path);
  } catch (const Unsupported& error) {
    expect_contains(error.what(), "this build has no GDAL");
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown for " << path;
  return {};
}

TEST_F(OpenRaster, NamesThatOnlyGdalKnowsGoToGdal) {
  for (const char* name : {"/vsimem/none.tif", "/vsizip/none.zip/a.tif", "NETCDF:none.nc:height",
                           "HDF5:\"none.h5\"://a", "GTIFF_DIR:1:none.tif"})
    EXPECT_EQ(gdal_refusal(name).find("no such file, check the name"), std::string::npos) << name;
  gdal_refusal(write_file(folder_ / "a.txt", "a text"));
  for (const char* name : {"C:none.tif", "none:a.tif", "Netcdf:none.nc", ":a", "NETCDF", "1A:none.tif", "vsimem/a.tif"})
    expect_contains(refusal(name), "no such file, check the name");
}

TEST_F(OpenRaster, NamesAndTextsOfVrtGoToGdal) {
  for (const char* name : {"vrt://none.tif?bands=1", "<VRTDataset/>"})
    EXPECT_EQ(gdal_refusal(name).find("no such file, check the name"), std::string::npos) << name;
}

TEST_F(OpenRaster, FileThatIsNamedLikeADriverIsAFile) {
  const fs::path previous = fs::current_path();
  fs::current_path(folder_.path());
  write_file("NETCDF:a.pgm", kPgm);
  EXPECT_EQ(open_raster("NETCDF:a.pgm")->info().format, "PGM");
  fs::current_path(previous);
}

class OutputPath : public testing::Test {
 protected:
  OutputPath() : input_(write_file(folder_ / "in.pgm", kPgm)) {}

  std::string refusal(const fs::path& output, bool overwrite = false) {
    return message_of<FileError>([&] { check_output_path(input_, output, overwrite); });
  }

  std::string unsupported(const fs::path& output) {
    return message_of<Unsupported>([&] { check_output_path(input_, output, false); });
  }

  TemporaryFolder folder_;
  fs::path input_;
};

TEST_F(OutputPath, GoodOnesPass) {
  check_output_path(input_, folder_ / "out.pgm", false);
  check_output_path(input_, folder_ / "OUT.PGM", false);
  check_output_path(input_, folder_ / "out.pfm", false);
  check_output_path(input_, write_file(folder_ / "old.pgm", "old"), true);
  check_output_path("/vsimem/none.tif", folder_ / "out.pgm", false);
  const fs::path previous = fs::current_path();
  fs::current_path(folder_.path());
  check_output_path("in.pgm", "out.pgm", false);
  fs::current_path(previous);
  EXPECT_EQ(folder_.names(), (Names{"in.pgm", "old.pgm"}));
  EXPECT_EQ(read_file(folder_ / "old.pgm"), "old");
}

TEST_F(OutputPath, TheInputIsNoOutputByAnyName) {
  fs::create_symlink("in.pgm", folder_ / "link.pgm");
  fs::create_hard_link(input_, folder_ / "hard.pgm");
  fs::create_directory(folder_ / "sub");
  fs::create_directory_symlink(folder_.path(), folder_ / "sub" / "up");
  for (const fs::path& output : {input_, folder_ / "link.pgm", folder_ / "hard.pgm", folder_ / "." / "in.pgm",
                                 folder_ / "sub" / ".." / "in.pgm", folder_ / "sub" / "up" / "in.pgm"}) {
    expect_contains(refusal(output, true), "itself, choose another name");
    expect_contains(refusal(output, false), "itself, choose another name");
    expect_contains(message_of<FileError>([&] { check_output_path(output, input_, true); }), "itself");
  }
}

TEST_F(OutputPath, TheInputIsNoOutputByAnyVirtualName) {
  const fs::path previous = fs::current_path();
  fs::current_path(folder_.path());
  for (const std::string name :
       {"in.pgm", "./in.pgm", "{in.pgm}", "/vsisubfile/0_9,in.pgm", "{/vsisubfile/0_9,in.pgm}", "/vsigzip/in.pgm"}) {
    for (const std::string prefix : {"/vsizip/", "/vsitar/", "/vsigzip/", "/vsisubfile/0_9,", "/vsizip/vsitar/"}) {
      for (const char* part : {"", "/a.pgm", "/a/b.pgm"}) {
        const std::string input = prefix + name + part;
        const bool is_natural_chain = prefix.ends_with("vsitar/") && name.starts_with('/');
        if (is_natural_chain) continue;
        expect_contains(message_of<FileError>([&] { check_output_path(input, "in.pgm", true); }), "itself");
      }
    }
  }
  check_output_path("/vsizip/a.zip/in.pgm", write_file("old.pgm", "old"), true);
  check_output_path("/vsizip/in.pgm/old.pgm", "old.pgm", true);
  fs::current_path(previous);
}

TEST_F(OutputPath, FilesOfTheInputDoNotGoWithTheOutput) {
  for (const char* name : {"out.pgm.msk", "out.pgm.ovr", "out.pgm.aux.xml", "out.pmw", "OUT.PGMW", "out.wld"}) {
    fs::create_hard_link(input_, folder_ / name);
    for (const bool overwrite : {false, true}) expect_contains(refusal(folder_ / "out.pgm", overwrite), name);
    const std::vector files = {folder_ / "another", input_};
    expect_contains(message_of<FileError>([&] { check_output_path(files, folder_ / "out.pgm", true); }),
                    "of the input");
    fs::remove(folder_ / name);
  }
}

TEST_F(OutputPath, SidecarsLieInTheWayOfANewPicture) {
  for (const char* name : {"out.pgm.aux.xml", "out.pgm.msk", "out.pgm.ovr", "OUT.pgm.OVR", "out.pmw", "out.pgmw",
                           "out.wld", "out.WLD", "Out.Pmw"}) {
    write_file(folder_ / name, "stale");
    expect_contains(refusal(folder_ / "out.pgm"), name);
    expect_contains(refusal(folder_ / "out.pgm"), "remove it or add --overwrite");
    check_output_path(input_, folder_ / "out.pgm", true);
    fs::remove(folder_ / name);
  }
  for (const char* name : {"out.aux.xml", "out.pgm.wld", "out.tfw", "out2.wld", "out", "out.prj", ".wld"})
    write_file(folder_ / name, "of another");
  check_output_path(input_, folder_ / "out.pgm", false);
}

TEST_F(OutputPath, ASidecarThatAnotherPictureSharesIsKept) {
  write_file(folder_ / "a.wld", "shared");
  write_file(folder_ / "a.pfm", "another");
  for (const bool overwrite : {false, true}) {
    expect_contains(refusal(folder_ / "a.pgm", overwrite), "a.wld' belongs to 'a.pfm'");
    check_output_path(input_, folder_ / "b.pgm", overwrite);
  }
  check_output_path(input_, folder_ / "a.pfm", true);
}

TEST_F(OutputPath, ExistingOnesNeedOverwrite) {
  const fs::path old = write_file(folder_ / "old.pgm", "old");
  expect_contains(refusal(old), "exists, add --overwrite");
  fs::create_symlink("nothing.pgm", folder_ / "dangling.pgm");
  expect_contains(refusal(folder_ / "dangling.pgm"), "exists, add --overwrite");
  check_output_path(input_, folder_ / "dangling.pgm", true);
}

TEST_F(OutputPath, FoldersDevicesAndPipesAreNoOutputs) {
  fs::create_directory(folder_ / "sub.pgm");
  ASSERT_EQ(::mkfifo((folder_ / "pipe.pgm").c_str(), 0600), 0);
  fs::create_symlink("/dev/null", folder_ / "null.pgm");
  for (const bool overwrite : {false, true}) {
    expect_contains(refusal(folder_ / "sub.pgm", overwrite), "is a folder");
    expect_contains(refusal(folder_.path(), overwrite), "is a folder");
    expect_contains(refusal(folder_ / "new" / "", overwrite), "names a folder");
    expect_contains(refusal(folder_ / "pipe.pgm", overwrite), "a device or a pipe");
    expect_contains(refusal("/dev/null", overwrite), "a device or a pipe");
    expect_contains(refusal(folder_ / "null.pgm", overwrite), "a device or a pipe");
    expect_contains(refusal("", overwrite), "name of the output is empty");
  }
}

TEST_F(OutputPath, FolderMustBeThere) {
  expect_contains(refusal(folder_ / "none" / "out.pgm"), (folder_ / "none").string());
  expect_contains(refusal(folder_ / "none" / "out.pgm"), "No such file or directory");
  expect_contains(refusal(folder_ / "in.pgm" / "out.pgm"), "is not a folder");
}

TEST_F(OutputPath, ExtensionMustBeOfAWriter) {
  expect_contains(unsupported(folder_ / "out"), "has no extension");
  expect_contains(unsupported(folder_ / ".pgm"), "has no extension");
  for (const char* name : {"out.xyzzy", "out.pgm.XYZZY"}) {
    expect_contains(unsupported(folder_ / name), "no writer for the extension '.xyzzy'");
    expect_contains(unsupported(folder_ / name), ".pgm");
  }
}

TEST_F(OutputPath, WhatMustBeMendedFirstIsToldFirst) {
  const fs::path old = write_file(folder_ / "old.xyzzy", "old");
  expect_contains(unsupported(old), "no writer");
  expect_contains(unsupported(folder_ / "none" / "out.xyzzy"), "no writer");
  fs::create_directory(folder_ / "sub");
  expect_contains(refusal(folder_ / "sub"), "is a folder");
  const fs::path text = write_file(folder_ / "in.txt", kPgm);
  expect_contains(message_of<FileError>([&] { check_output_path(text, text, false); }), "itself");
}

TEST_F(OutputPath, CreateRefusesTheSame) {
  CreateOptions options;
  options.rows = options.cols = 1;
  const fs::path old = write_file(folder_ / "old.pgm", "old");
  expect_contains(message_of<FileError>([&] { create_raster(old, options); }), "exists, add --overwrite");
  expect_contains(message_of<FileError>([&] { create_raster("/dev/null", options); }), "a device or a pipe");
  expect_contains(message_of<FileError>([&] { create_raster(folder_ / "none" / "a.pgm", options); }), "none");
  message_of<Unsupported>([&] { create_raster(folder_ / "a.xyzzy", options); });
  EXPECT_EQ(folder_.names(), (Names{"in.pgm", "old.pgm"}));
}

TEST_F(OutputPath, CreateWritesByTheExtensionInAnyCase) {
  CreateOptions options;
  options.rows = options.cols = 1;
  const std::uint8_t pixel = 'b';
  const auto sink = create_raster(folder_ / "out.PGM", options);
  sink->write(0, ImageView<const std::uint8_t>(&pixel, 1, 1));
  sink->finish({});
  EXPECT_EQ(read_file(folder_ / "out.PGM"), "P5\n1 1\n255\nb");
  options.overwrite = true;
  const auto second = create_raster(folder_ / "out.PGM", options);
  second->write(0, ImageView<const std::uint8_t>(&pixel, 1, 1));
  second->finish({});
  EXPECT_EQ(folder_.names(), (Names{"in.pgm", "out.PGM"}));
}

}  // namespace
}  // namespace strandline
