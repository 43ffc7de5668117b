// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// strandline edges: arguments, signals and the summary around edges_file().
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <strandline/edges_file.hpp>
#include <strandline/error.hpp>

#include "commands.hpp"
#include "interrupt.hpp"
#include "open_options.hpp"
#include "progress.hpp"
#include "terminal.hpp"

namespace strandline::app {
namespace {

struct EdgesArguments {
  std::string input;
  std::string output;
  std::string threshold = "0.30";
  ProgressStyle progress = ProgressStyle::automatic;
  bool quiet = false;
  EdgesFileOptions options;
};

// Parsed here and not by CLI11: a threshold that is no number is bad input (status 1), not wrong usage (status 2).
double parse_threshold(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw InvalidArgument(fmt::format("threshold '{}' is not a number, give one such as 0.30", text));
  }
  return value;
}

// The kernel's high-water mark of this program alone. getrusage() may give that of the shell that started it.
std::int64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6)) * 1024;
  }
  return 0;
}

void run_edges(const EdgesArguments& arguments, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const auto reporter = make_reporter(arguments.progress, arguments.quiet);
  EdgesFileOptions options = arguments.options;
  options.edges.threshold = parse_threshold(arguments.threshold);
  options.warn = [&](std::string_view message) { reporter->warning(message); };
  options.on_progress = [&](const StreamProgress& progress) { reporter->progress(progress); };
  options.stop = std::move(stop);
  try {
    const EdgesFileResult result = edges_file(arguments.input, arguments.output, options);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    reporter->summary({arguments.output, result.rows, result.cols, result.counts, seconds, result.backend,
                       peak_memory_bytes(), result.mask});
  } catch (...) {
    reporter->clear();
    throw;
  }
}

/// As run_edges(); returns 128 + signal number when a signal ended it, else 0.
int run_edges_until_interrupted(const EdgesArguments& arguments) {
  // Whoever read our messages may have gone; the picture is still wanted.
  std::signal(SIGPIPE, SIG_IGN);
  const Interrupt interrupt;
  try {
    run_edges(arguments, interrupt.token());
  } catch (const std::exception&) {
    if (!interrupt.exit_status()) throw;
    say(fmt::format("strandline: interrupted, {} is not written\n", printable(arguments.output)));
    return *interrupt.exit_status();
  }
  return 0;
}

std::vector<std::string> border_names() {
  std::vector<std::string> names;
  for (const Border border : kAllBorders) names.emplace_back(to_string(border));
  return names;
}

const std::map<std::string, Compression> kCompressionNames = {{"auto", Compression::automatic},
                                                              {"none", Compression::none}};

const std::map<std::string, ProgressStyle> kProgressNames = {{"auto", ProgressStyle::automatic},
                                                             {"bar", ProgressStyle::bar},
                                                             {"json", ProgressStyle::json},
                                                             {"none", ProgressStyle::none}};

void add_picture_options(CLI::App& command, EdgesArguments& arguments) {
  command.add_option("INPUT", arguments.input, "The picture to read")->required()->type_name("");
  command.add_option("OUTPUT", arguments.output, "The picture to write; the extension chooses the format")
      ->required()
      ->type_name("");
  command
      .add_option("--threshold", arguments.threshold,
                  "Gradient above which a pixel is an edge, as a fraction of the full scale; in the image's own units "
                  "for float, signed and 32-bit data")
      ->type_name("F")
      ->capture_default_str();
  command
      .add_option_function<std::string>(
          "--border",
          [&](const std::string& name) {
            arguments.options.edges.border = parse_border(name).value_or(Border::reflect101);
          },
          "What lies outside the frame")
      ->check(CLI::IsMember(border_names()).description(""))
      ->type_name("zero|replicate|reflect|reflect101|wrap")
      ->default_str("reflect101");
  command
      .add_option("--compress", arguments.options.compression,
                  "How a GeoTIFF is compressed; auto is LZW, none is the quickest to write")
      ->transform(CLI::CheckedTransformer(kCompressionNames).description(""))
      ->type_name("auto|none")
      ->default_str("auto");
  add_open_options(command, arguments.options.open);
}

void add_run_options(CLI::App& command, EdgesArguments& arguments) {
  EdgesFileOptions& options = arguments.options;
  command.add_option("--backend", options.execution.backend, "Where to compute")
      ->check(CLI::IsMember({"auto", "reference", "cpu", "cuda"}).description(""))
      ->type_name("auto|reference|cpu|cuda")
      ->capture_default_str();
  command.add_option("--threads", options.execution.threads, "Threads to use at most; 0 is all")
      ->check(CLI::Range(0, 1 << 20).description(""))
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--memory", options.memory_bytes, "Memory to use at most, such as 512M or 2G")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE")
      ->default_str("512M");
  command
      .add_option("--device-memory", options.execution.device_memory_bytes,
                  "Memory to use at most on the card, such as 4G; 0 is half of what is free")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->type_name("SIZE")
      ->default_str("0");
  command.add_flag("--overwrite", options.overwrite, "Replace OUTPUT when it exists");
  command.add_option("--progress", arguments.progress, "How to report progress on stderr; auto is a bar on a terminal")
      ->transform(CLI::CheckedTransformer(kProgressNames).description(""))
      ->type_name("auto|bar|json|none")
      ->default_str("auto");
  command.add_flag("--quiet", arguments.quiet, "Print nothing but errors");
}

}  // namespace

void add_edges_command(CLI::App& application, int& status) {
  const auto arguments = std::make_shared<EdgesArguments>();
  CLI::App* command = application.add_subcommand(
      "edges", "Find edges: 5x5 binomial blur, Sobel gradient, threshold; 255 on an edge, 0 elsewhere, 127 unknown");
  add_picture_options(*command, *arguments);
  add_run_options(*command, *arguments);
  command->callback([arguments, &status] { status = run_edges_until_interrupted(*arguments); });
}

}  // namespace strandline::app
