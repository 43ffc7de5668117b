// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The form of a results file, to the letter, and what happens when it can't be written.
#include "results/json_lines.hpp"

#include <gtest/gtest.h>

#include <strandline/error.hpp>

#include "catalogue.hpp"
#include "lab/results_in_memory.hpp"
#include "raster/temporary_folder.hpp"

namespace {

using namespace strandline;
using namespace strandline::lab;
using namespace strandline::test;

TEST(JsonLines, HaveThisForm) {
  const TemporaryFolder folder;
  JsonLines lines(folder / "a.jsonl");
  tell(make_results(), lines);
  EXPECT_EQ(read_file(folder / "a.jsonl"),
            R"({"type":"run","schema":2,"card":"NVIDIA H200","l2_bytes":62914560,"quick":false}
{"type":"experiment","experiment":"banks","sizes":{"words":[2048],"strides":[1,2]},"source_digest":")" +
                std::string(source_digest_of("banks")) + R"("}
{"type":"row","experiment":"banks","parameters":{"stride":1,"pattern":"all \"lanes\""},"measured":{"time":{"unit":"ms","median":0.3333333333333333,"min":0.3323333333333333,"iqr":0.001,"samples":21,"rejected":0,"ended":"steady"}},"values":{"relative":1.0},"predicted":{"relative":1}}
{"type":"row","experiment":"banks","parameters":{"stride":2.5,"padded":true},"measured":{"time":{"unit":"cycles","median":0.7,"min":0.7,"iqr":0.0,"samples":11,"rejected":0,"ended":"steady"},"other":{"unit":"ms","median":null,"min":null,"iqr":null,"samples":0,"rejected":9,"ended":"time limit"}},"values":{"relative":null,"SASS":"LDS","steady":false},"predicted":{"relative":2,"time":null}}
{"type":"gate","experiment":"banks","name":"results are right","passed":true,"detail":"2 checked"}
{"type":"gate","experiment":"banks","name":"two rows","passed":false,"detail":"1, not 2"}
{"type":"skipped","experiment":"banks","reason":"no L2"}
{"type":"failure","experiment":"banks","what":"an error\nof two lines"}
{"type":"verdict","experiment":"banks","sentence":"Stride 2 costs twice."}
{"type":"end","experiment":"banks"}
{"type":"experiment","experiment":"empty","sizes":{}}
{"type":"end","experiment":"empty"}
)");
}

TEST(JsonLines, AreThereAsSoonAsTheyAreTold) {
  const TemporaryFolder folder;
  JsonLines lines(folder / "a.jsonl");
  EXPECT_TRUE(folder.names().empty());  // nothing before the run has begun
  lines.begin_run({{"card", "c"}});
  EXPECT_EQ(read_file(folder / "a.jsonl"), "{\"type\":\"run\",\"schema\":2,\"card\":\"c\"}\n");
  lines.begin_experiment({.name = "e", .title = {}, .question = {}, .sizes = {}, .charts = {}}, Json::object());
  lines.verdict("v");
  EXPECT_TRUE(read_file(folder / "a.jsonl").ends_with("\"sentence\":\"v\"}\n"));
}

TEST(JsonLines, FactsCantPassForTheSchema) {
  const TemporaryFolder folder;
  JsonLines(folder / "a.jsonl").begin_run({{"schema", 7}, {"type", "row"}, {"card", "c"}});
  EXPECT_EQ(read_file(folder / "a.jsonl"), "{\"type\":\"run\",\"schema\":2,\"card\":\"c\"}\n");
}

TEST(JsonLines, ReplaceWhatIsNoUtf8) {
  const TemporaryFolder folder;
  JsonLines(folder / "a.jsonl").begin_run({{"card", "a\xff"}});
  EXPECT_EQ(read_file(folder / "a.jsonl"), "{\"type\":\"run\",\"schema\":2,\"card\":\"a\xEF\xBF\xBD\"}\n");
}

TEST(JsonLines, LeaveAnExistingFileAlone) {
  const TemporaryFolder folder;
  const std::string path = write_file(folder / "a.jsonl", "kept");
  expect_contains(message_of<FileError>([&] { JsonLines lines(path); }), path + "' exists");
  expect_contains(message_of<FileError>([&] { JsonLines lines(folder.path()); }), "exists");
  EXPECT_EQ(read_file(path), "kept");
  JsonLines lines(path, true);
  EXPECT_EQ(read_file(path), "kept");  // as long as no run has begun
  lines.begin_run(Json::object());
  EXPECT_EQ(read_file(path), "{\"type\":\"run\",\"schema\":2}\n");
}

TEST(JsonLines, LeaveAFileAloneThatHasComeMeanwhile) {
  const TemporaryFolder folder;
  JsonLines lines(folder / "a.jsonl");
  write_file(folder / "a.jsonl", "another's");
  expect_contains(message_of<FileError>([&] { lines.begin_run(Json::object()); }), "exists");
  EXPECT_EQ(read_file(folder / "a.jsonl"), "another's");
}

TEST(JsonLines, AFullDiskIsAnError) {
  JsonLines lines("/dev/full");
  const std::string message = message_of<FileError>([&] { lines.begin_run({{"card", "c"}}); });
  expect_contains(message, "'/dev/full', No space left on device");
}

TEST(JsonLines, AMissingFolderIsNamed) {
  const TemporaryFolder folder;
  JsonLines lines(folder / "none" / "a.jsonl");
  const std::string message = message_of<FileError>([&] { lines.begin_run(Json::object()); });
  expect_contains(message, (folder / "none" / "a.jsonl").string() + "', No such file or directory");
}

}  // namespace
