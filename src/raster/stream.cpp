// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pipeline: source bands, run them, sink bands, with a bounded number of bands in flight.
//
//     read (in order) --> run on the backend (any order, in parallel) --> write (in order)
#include <algorithm>
#include <deque>
#include <vector>

#include <fmt/format.h>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_pipeline.h>

#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "raster/band_reader.hpp"
#include "raster/check_kinds.hpp"
#include "raster/count_pixels.hpp"
#include "scheduling/library_call.hpp"
#include "scheduling/task_order.hpp"
#include "scheduling/threads.hpp"

namespace strandline {
namespace {

/// One band on its way through the pipeline, with the memory for its input and output.
struct BandInFlight {
  BandInFlight(const RasterInfo& info, const BandPlan& plan)
      : input(info, plan.band_rows + 2 * plan.halo_rows),
        output_pixels(static_cast<std::size_t>(plan.band_rows * info.cols)) {}

  raster::BandBuffer input;
  std::vector<std::uint8_t> output_pixels;
  Band band;
  raster::PixelCounts counts;
};

class Pipeline {
 public:
  Pipeline(RasterSource& source, const Backend& backend, const Operation& operation, RasterSink& sink,
           const StreamOptions& options)
      : source_(source),
        backend_(backend),
        operation_(operation),
        sink_(sink),
        options_(options),
        reader_(source, border_of(operation), halo_rows(operation)) {
    for (std::int64_t i = 0; i < options.plan.bands_in_flight; ++i) {
      free_.push(&bands_.emplace_back(source.info(), options.plan));
    }
  }

  // By then no task runs, also when one has thrown.
  ~Pipeline() {
    scheduling::take(&reader_);
    scheduling::take(&result_);
    for (const BandInFlight& band : bands_) scheduling::take(&band.counts);
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  StreamResult run() {
    const auto read = tbb::make_filter<void, BandInFlight*>(
        tbb::filter_mode::serial_in_order, [this](tbb::flow_control& control) { return read_next(control); });
    const auto compute = tbb::make_filter<BandInFlight*, BandInFlight*>(
        tbb::filter_mode::parallel, [this](BandInFlight* band) { return compute_band(band); });
    const auto write = tbb::make_filter<BandInFlight*, void>(tbb::filter_mode::serial_in_order,
                                                             [this](BandInFlight* band) { write_band(band); });
    scheduling::give(&reader_);
    scheduling::give(&result_);
    // A group of its own: were the caller's group cancelled, oneTBB would run nothing, without a word. A callback may
    // cancel this one.
    tbb::task_group_context group(tbb::task_group_context::isolated);
    tbb::parallel_pipeline(static_cast<std::size_t>(options_.plan.bands_in_flight), read & compute & write, group);
    scheduling::take(&result_);
    if (group.is_group_execution_cancelled()) throw Cancelled();
    return result_;
  }

 private:
  BandInFlight* read_next(tbb::flow_control& control) {
    const scheduling::TaskOrder after_last_read(&reader_, &reader_);
    const scheduling::DefaultFloatingPoint arithmetic;
    const RasterInfo& info = source_.info();
    if (next_row_ >= info.rows) {
      control.stop();
      return nullptr;
    }
    if (options_.stop.stop_requested()) throw Cancelled();
    // There are as many bands as tokens, and a band is free before its token is.
    BandInFlight* band = nullptr;
    free_.try_pop(band);
    scheduling::take(&band->output_pixels);
    const std::int64_t rows = std::min(options_.plan.band_rows, info.rows - next_row_);
    band->band = reader_.read(next_row_, rows, band->input);
    band->band.output = {band->output_pixels.data(), rows, info.cols};
    next_row_ += rows;
    scheduling::give(&band->input);
    return band;
  }

  BandInFlight* compute_band(BandInFlight* band) const {
    const scheduling::TaskOrder after_read(&band->input, &band->counts);
    const scheduling::DefaultFloatingPoint arithmetic;
    run_band(backend_, operation_, band->band, options_.run);
    band->counts = raster::count_pixels(band->band.output);
    return band;
  }

  void write_band(BandInFlight* band) {
    const scheduling::TaskOrder after_last_write(&result_, &result_);
    const scheduling::DefaultFloatingPoint arithmetic;
    scheduling::take(&band->counts);
    if (options_.stop.stop_requested()) throw Cancelled();
    const ImageView<std::uint8_t> output = band->band.output;
    sink_.write(band->band.first_row, output);
    result_.pixels += output.rows * output.cols;
    result_.edge_pixels += band->counts.edge;
    result_.unknown_pixels += band->counts.unknown;
    const std::int64_t rows_done = band->band.first_row + output.rows;
    scheduling::give(&band->output_pixels);
    free_.push(band);
    if (options_.on_progress) options_.on_progress({rows_done, source_.info().rows, output.cols});
  }

  RasterSource& source_;
  const Backend& backend_;
  const Operation& operation_;
  RasterSink& sink_;
  const StreamOptions& options_;
  raster::BandReader reader_;
  std::deque<BandInFlight> bands_;  // never moved: the pipeline holds pointers
  tbb::concurrent_queue<BandInFlight*> free_;
  std::int64_t next_row_ = 0;
  StreamResult result_;
};

StreamResult check_and_stream(RasterSource& source, const Backend& backend, const Operation& operation,
                              RasterSink& sink, const StreamOptions& options) {
  raster::check_kind(border_of(operation));
  raster::check_kind(source.info().pixel_type);
  const BandPlan& plan = options.plan;
  if (plan.band_rows < 1 || plan.bands_in_flight < 1 || plan.halo_rows != halo_rows(operation)) {
    throw InvalidArgument(
        fmt::format("a plan of {} rows a band, halo {}, {} in flight can't be run, take plan_bands()'s", plan.band_rows,
                    plan.halo_rows, plan.bands_in_flight));
  }
  Pipeline pipeline(source, backend, operation, sink, options);
  return scheduling::make_arena(options.threads).execute([&] { return pipeline.run(); });
}

}  // namespace

StreamResult stream(RasterSource& source, const Backend& backend, const Operation& operation, RasterSink& sink,
                    const StreamOptions& options) {
  return scheduling::library_call([&] { return check_and_stream(source, backend, operation, sink, options); });
}

}  // namespace strandline
