// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The pipeline: source bands, run them, sink bands, with a bounded number of bands in flight.
//
//     read (in order) --> run on the backend (any order, in parallel) --> write (in order)
#include <algorithm>
#include <deque>
#include <vector>

#include <tbb/concurrent_queue.h>
#include <tbb/parallel_pipeline.h>

#include <strandline/error.hpp>
#include <strandline/stream.hpp>

#include "cpu/task_order.hpp"
#include "cpu/threads.hpp"
#include "raster/band_reader.hpp"
#include "raster/count_pixels.hpp"

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
    cpu::take(this);
    for (const BandInFlight& band : bands_) cpu::take(&band);
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
    cpu::give(this);
    tbb::parallel_pipeline(static_cast<std::size_t>(options_.plan.bands_in_flight), read & compute & write);
    cpu::take(this);
    return result_;
  }

 private:
  BandInFlight* read_next(tbb::flow_control& control) {
    const cpu::TaskOrder order(this);
    const RasterInfo& info = source_.info();
    if (next_row_ >= info.rows) {
      control.stop();
      return nullptr;
    }
    if (options_.stop.stop_requested()) throw Cancelled();
    // There are as many bands as tokens, and a band is free before its token is.
    BandInFlight* band = nullptr;
    free_.try_pop(band);
    const std::int64_t rows = std::min(options_.plan.band_rows, info.rows - next_row_);
    band->band = reader_.read(next_row_, rows, band->input);
    band->band.output = {band->output_pixels.data(), rows, info.cols};
    next_row_ += rows;
    cpu::give(band);
    return band;
  }

  BandInFlight* compute_band(BandInFlight* band) const {
    const cpu::TaskOrder order(band);
    run_band(backend_, operation_, band->band);
    band->counts = raster::count_pixels(band->band.output);
    return band;
  }

  void write_band(BandInFlight* band) {
    const cpu::TaskOrder order(this);
    cpu::take(band);
    if (options_.stop.stop_requested()) throw Cancelled();
    const ImageView<std::uint8_t> output = band->band.output;
    sink_.write(band->band.first_row, output);
    result_.pixels += output.rows * output.cols;
    result_.edge_pixels += band->counts.edge;
    result_.unknown_pixels += band->counts.unknown;
    const std::int64_t rows_done = band->band.first_row + output.rows;
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

}  // namespace

StreamResult stream(RasterSource& source, const Backend& backend, const Operation& operation, RasterSink& sink,
                    const StreamOptions& options) {
  Pipeline pipeline(source, backend, operation, sink, options);
  return cpu::make_arena(options.threads).execute([&] { return pipeline.run(); });
}

}  // namespace strandline
