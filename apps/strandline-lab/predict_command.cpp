// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline lab predict: what the cost model says of access patterns, as a table or as JSON lines. Needs no GPU.
#include <iostream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "predicted_requests.hpp"

namespace strandline::app {
namespace {

struct PredictArguments {
  std::string strides;
  std::string tile;
  std::string addresses;
  std::optional<std::int64_t> pitch_words;
  int width_bytes = 4;
  bool json = false;
};

std::vector<PredictedRow> predict_pattern(const PredictArguments& arguments) {
  if (!arguments.strides.empty()) return predict_strides(arguments.strides, arguments.width_bytes);
  if (!arguments.tile.empty()) return predict_tile(arguments.tile, arguments.pitch_words, arguments.width_bytes);
  if (arguments.addresses != "-") return predict_addresses(arguments.addresses, arguments.width_bytes);
  const std::string input(std::istreambuf_iterator<char>(std::cin), {});
  return predict_addresses(input, arguments.width_bytes);
}

void print_table(const std::vector<PredictedRow>& rows, const PredictArguments& arguments) {
  const std::string_view pattern = !arguments.strides.empty() ? "stride" : !arguments.tile.empty() ? "tile" : "pattern";
  fmt::print("One request of a warp, {} bytes a lane.", arguments.width_bytes);
  if (pattern == "stride") fmt::print(" Strides are in elements of that size.");
  if (pattern == "tile") fmt::print(" Where the requests of a tile differ: what costs most in each memory space.");
  fmt::print("\nL1: the greater of data and tag wavefronts. Lines: of {} bytes in global, {} in constant memory.\n\n",
             kGlobalLineBytes, kConstantLineBytes);
  fmt::print("{:<8} | {:<26} | {:<35} | {}\n", "", "shared memory", "global memory", "constant memory");
  fmt::print("{:<8} | {:>10} {:>5} {:>9} | {:>9} {:>7} {:>6} {:>5} {:>4} | {:>9} {:>5}\n", pattern, "wavefronts",
             "ideal", "conflict", "sectors", "lines", "data", "tag", "L1", "addresses", "lines");
  for (const PredictedRow& row : rows) {
    fmt::print("{:<8} | {:>10} {:>5} {:>9} | {:>9} {:>7} {:>6} {:>5} {:>4} | {:>9} {:>5}\n", row.name,
               row.shared.wavefronts, row.shared.ideal_wavefronts,
               fmt::format("{:.4g}-way", row.shared.conflict_degree()), row.global.sectors, row.global.lines,
               row.global.data_wavefronts, row.global.tag_wavefronts, row.global.l1_wavefronts(),
               row.constant.distinct_addresses, row.constant.distinct_lines);
  }
}

void print_json(const PredictedRow& row, int width_bytes) {
  nlohmann::ordered_json line = row.properties;
  line["width_bytes"] = width_bytes;
  line["shared"] = {{"wavefronts", row.shared.wavefronts},
                    {"ideal_wavefronts", row.shared.ideal_wavefronts},
                    {"conflict_degree", row.shared.conflict_degree()}};
  line["global"] = {{"sectors", row.global.sectors},
                    {"lines", row.global.lines},
                    {"data_wavefronts", row.global.data_wavefronts},
                    {"tag_wavefronts", row.global.tag_wavefronts},
                    {"l1_wavefronts", row.global.l1_wavefronts()}};
  line["constant"] = {{"distinct_addresses", row.constant.distinct_addresses},
                      {"distinct_lines", row.constant.distinct_lines}};
  fmt::print("{}\n", line.dump());
}

void run_predict(const PredictArguments& arguments) {
  const std::vector<PredictedRow> rows = predict_pattern(arguments);
  if (!arguments.json) return print_table(rows, arguments);
  for (const PredictedRow& row : rows) print_json(row, arguments.width_bytes);
}

}  // namespace

void add_predict_command(CLI::App& lab) {
  const auto arguments = std::make_shared<PredictArguments>();
  CLI::App* command = lab.add_subcommand(
      "predict", "Show what the model of a warp's requests says of a pattern in shared, global and constant memory");
  CLI::Option* strides =
      command->add_option("--strides", arguments->strides, "Lanes so many elements apart, such as 1,2,32 or 1..33");
  CLI::Option* tile = command->add_option("--tile", arguments->tile, "A tile's rows and columns, such as 32x32");
  CLI::Option* addresses =
      command->add_option("--addresses", arguments->addresses,
                          "32 byte addresses with commas between, one a lane; - reads them from stdin");
  strides->type_name("LIST");
  tile->type_name("ROWSxCOLS");
  addresses->type_name("LIST");
  command->add_option("--pitch", arguments->pitch_words, "Words of 4 bytes between a tile's rows; else they are dense")
      ->type_name("WORDS")
      ->needs(tile);
  command->add_option("--width", arguments->width_bytes, "Bytes a lane accesses: 1, 2, 4, 8 or 16")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}).description(""))
      ->type_name("BYTES")
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print a JSON object a line instead of a table");
  command->callback([arguments, strides, tile, addresses] {
    if ((strides->count() > 0) + (tile->count() > 0) + (addresses->count() > 0) != 1) {
      throw CLI::ValidationError("lab predict takes one pattern, give one of --strides, --tile and --addresses");
    }
    run_predict(*arguments);
  });
}

}  // namespace strandline::app
