// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Progress as a bar for people, as JSON lines for programs, or not at all.
#include "progress.hpp"

#include <algorithm>
#include <chrono>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "terminal.hpp"

namespace strandline::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double percent_of(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// How far the work is and how fast it goes.
struct Pace {
  double fraction = 0;
  double pixels_per_second = 0;
  double eta_seconds = 0;
};

Pace pace_of(const StreamProgress& progress, double seconds) {
  const double fraction = static_cast<double>(progress.rows_done) / static_cast<double>(progress.rows);
  const double pixels = static_cast<double>(progress.rows_done) * static_cast<double>(progress.cols);
  return {fraction, seconds > 0 ? pixels / seconds : 0, fraction > 0 ? seconds * (1 - fraction) / fraction : 0};
}

/// Lets an event pass at most ten times a second.
class Throttle {
 public:
  bool passes() {
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    return true;
  }

 private:
  Clock::time_point last_ = Clock::now();
};

class QuietReporter final : public Reporter {
 public:
  void progress(const StreamProgress&) override {}
  void warning(std::string_view) override {}
  void summary(const Summary&) override {}
};

class TextReporter final : public Reporter {
 public:
  explicit TextReporter(bool with_bar) : with_bar_(with_bar) {}

  void progress(const StreamProgress& progress) override {
    if (!with_bar_) return;
    const bool complete = progress.rows_done == progress.rows;
    if (!throttle_.passes() && !complete) return;
    const Pace pace = pace_of(progress, seconds_since(start_));
    constexpr int kWidth = 30;
    const int filled = static_cast<int>(pace.fraction * kWidth);
    say(fmt::format("\r[{:#<{}}{:-<{}}] {:3.0f} %  {:.2f} Gpx/s  {}\x1b[K", "", filled, "", kWidth - filled,
                    100 * pace.fraction, pace.pixels_per_second / 1e9,
                    complete ? "finishing the file" : fmt::format("{:.0f} s left", pace.eta_seconds)));
    drawn_ = true;
  }

  void warning(std::string_view message) override {
    clear();
    say(fmt::format("strandline: warning: {}\n", printable(message)));
  }

  void summary(const Summary& summary) override {
    clear();
    const StreamResult& counts = summary.counts;
    std::string found = fmt::format("{:.2f} % edges", percent_of(counts.edge_pixels, counts.pixels));
    if (counts.unknown_pixels > 0) {
      found += fmt::format(", {:.2f} % unknown", percent_of(counts.unknown_pixels, counts.pixels));
    }
    say(fmt::format("{}: {} x {} pixels, {}, mask: {}, {:.2f} s, {:.3f} Gpx/s, backend {}, peak memory {} MiB\n",
                    printable(summary.output), summary.cols, summary.rows, found, printable(summary.mask),
                    summary.seconds, static_cast<double>(counts.pixels) / summary.seconds / 1e9, summary.backend,
                    summary.peak_memory_bytes >> 20));
  }

  void clear() override {
    if (!drawn_) return;
    say("\r\x1b[K");
    drawn_ = false;
  }

 private:
  bool with_bar_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Throttle throttle_;
};

class JsonReporter final : public Reporter {
 public:
  void progress(const StreamProgress& progress) override {
    if (!throttle_.passes() && progress.rows_done < progress.rows) return;
    const Pace pace = pace_of(progress, seconds_since(start_));
    print({{"event", "progress"},
           {"rows_done", progress.rows_done},
           {"rows", progress.rows},
           {"pixels_per_s", pace.pixels_per_second},
           {"eta_s", pace.eta_seconds}});
  }

  void warning(std::string_view message) override { print({{"event", "warning"}, {"message", message}}); }

  void summary(const Summary& summary) override {
    print({{"event", "summary"},
           {"output", summary.output},
           {"rows", summary.rows},
           {"cols", summary.cols},
           {"pixels", summary.counts.pixels},
           {"edge_pixels", summary.counts.edge_pixels},
           {"unknown_pixels", summary.counts.unknown_pixels},
           {"mask", summary.mask},
           {"seconds", summary.seconds},
           {"gpx_per_s", static_cast<double>(summary.counts.pixels) / summary.seconds / 1e9},
           {"backend", summary.backend},
           {"peak_memory_bytes", summary.peak_memory_bytes}});
  }

 private:
  // A path need not be UTF-8; what is not is replaced rather than refused.
  static void print(const nlohmann::ordered_json& line) {
    say(line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }

  Clock::time_point start_ = Clock::now();
  Throttle throttle_;
};

}  // namespace

std::unique_ptr<Reporter> make_reporter(ProgressStyle style, bool quiet) {
  if (quiet) return std::make_unique<QuietReporter>();
  if (style == ProgressStyle::json) return std::make_unique<JsonReporter>();
  const bool on_terminal = isatty(STDERR_FILENO) == 1;
  return std::make_unique<TextReporter>(style == ProgressStyle::bar ||
                                        (style == ProgressStyle::automatic && on_terminal));
}

}  // namespace strandline::app
