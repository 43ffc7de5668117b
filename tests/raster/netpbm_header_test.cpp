// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Tests of the parser of Netpbm headers.
#include "raster/netpbm_header.hpp"

#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "temporary_folder.hpp"

namespace strandline::raster {
namespace {

using test::expect_contains;
using test::message_of;

std::optional<NetpbmHeader> parse(std::string_view text) {
  return parse_netpbm_header(std::as_bytes(std::span(text)), "x.pgm");
}

TEST(NetpbmHeader, CommentsAndAnyWhiteSpaceAreAccepted) {
  const std::string spaced[] = {
      "P5 3 2 255\n",     "P5\n3 2\n255\n",         "P5\r\n3\t2\v255\f",         "P5\n# a\n3 2\n255\n",
      "P5#a\n3 2 255 ",   "P5 3 #a b\r2 255\t",     "P5\n3\n#\n#\n2\n##\n255\n", "P5 3 2 2#in a word\n55\n",
      "P5 3 2 255#a\n\n", "P5 \n\n 0003 02 0255\r", "P5 3 2# a\n 255 ",          "P5 3 2 #\n255 ",
  };
  for (const std::string& text : spaced) {
    const auto header = parse(text + "#raster");
    ASSERT_TRUE(header) << text;
    EXPECT_EQ(header->cols, 3) << text;
    EXPECT_EQ(header->rows, 2) << text;
    EXPECT_EQ(header->maxval, 255) << text;
    EXPECT_EQ(header->header_bytes, std::ssize(text)) << text;
    EXPECT_EQ(header->file_bytes(), std::ssize(text) + 6) << text;
  }
}

TEST(NetpbmHeader, EveryCutIsIncompleteAndNoError) {
  for (const std::string text : {"P5 # a comment\n 33 22 # b\n 65535\n", "PF\n3 2\n-1.5e3\n", "Pf 3 2 +1 "}) {
    for (std::size_t length = 0; length < text.size(); ++length)
      EXPECT_FALSE(parse(std::string_view(text).substr(0, length))) << text << " cut at " << length;
    EXPECT_TRUE(parse(text)) << text;
  }
}

TEST(NetpbmHeader, FormatsDifferInChannelsTypeAndOrder) {
  EXPECT_EQ(parse("P6 3 2 255 ")->row_bytes, 9);
  EXPECT_EQ(parse("P6 3 2 256 ")->raster_bytes, 36);
  EXPECT_EQ(parse("P5 3 2 255 ")->pixel_type, PixelType::u8);
  EXPECT_EQ(parse("P5 3 2 256 ")->pixel_type, PixelType::u16);
  EXPECT_EQ(parse("P5 3 2 1 ")->maxval, 1);
  EXPECT_EQ(parse("P5 3 2 65535 ")->maxval, 65535);
  EXPECT_EQ(parse("Pf 3 2 1.0 ")->byte_order, std::endian::big);
  EXPECT_EQ(parse("PF 3 2 -0.001 ")->byte_order, std::endian::little);
  EXPECT_EQ(parse("PF 3 2 -1 ")->row_bytes, 36);
  EXPECT_TRUE(parse("Pf 3 2 -1 ")->is_bottom_up);
  EXPECT_FALSE(parse("P5 3 2 1 ")->is_bottom_up);
}

TEST(NetpbmHeader, CorruptOnesSayWhatIsWrong) {
  const std::pair<const char*, const char*> corrupt[] = {
      {"P5 0 2 255 ", "its width is 0"},
      {"P5 3 0 255 ", "its height is 0"},
      {"P5 3 2 0 ", "its maxval is 0"},
      {"P5 3 2 65536 ", "maxval 65536 exceeds 65535"},
      {"P5 -3 2 255 ", "its width is no number"},
      {"P5 3x 2 255 ", "its width is no number"},
      {"P5 3 2.0 255 ", "its height is no number"},
      {"P5 3 2 255\x80 ", "its maxval is no number"},
      {"P5 1234567890123456789 2 255 ", "its width has too many digits"},
      {"P5 3 99999999999999999999999999999999999999999999 255 ", "its height is longer than any number"},
      {"P5 999999999999999999 999999999999999999 255 ", "no file can hold its 999999999999999999 rows"},
      {"P6 999999999999999999 9 65535 ", "no file can hold"},
      {"Pf 3 2 0 ", "its scale"},
      {"Pf 3 2 -0.0 ", "its scale"},
      {"Pf 3 2 nan ", "its scale"},
      {"Pf 3 2 -inf ", "its scale"},
      {"Pf 3 2 1e999 ", "its scale"},
      {"Pf 3 2 1.0x ", "its scale"},
      {"Pf 3 2 + ", "its scale"},
  };
  for (const auto& [text, what] : corrupt) {
    const std::string message = message_of<FileError>([&, bytes = text] { parse(bytes); });
    expect_contains(message, what);
    expect_contains(message, "'x.pgm' has a corrupt header");
  }
}

TEST(NetpbmHeader, OtherFormatsAreNamed) {
  const std::pair<const char*, const char*> others[] = {{"P1\n1 1\n0\n", "P1"},
                                                        {"P2 1 1 255 0\n", "P2"},
                                                        {"P3 1 1 255 0 0 0\n", "P3"},
                                                        {"P4 1 1\n\x80", "P4"},
                                                        {"P7\nWIDTH 1\n", "PAM"}};
  for (const auto& [text, what] : others) {
    const std::string message = message_of<Unsupported>([bytes = text] { parse(bytes); });
    expect_contains(message, what);
    expect_contains(message, "convert it");
  }
  for (const char* text : {"P8 1 1", "P55 1 1", "PNG", "p5 1 1 255 ", "\x89PNG", "Pf3 2 1"})
    expect_contains(message_of<FileError>([text] { parse(text); }), "no PGM, PPM or PFM");
}

}  // namespace
}  // namespace strandline::raster
