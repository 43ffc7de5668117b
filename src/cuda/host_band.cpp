// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Chunks of a band on their way through the card.
//
// Three streams, so that both copy engines and the kernels work at once. Chunk k lives in slot k % S, S = 3:
//
//     copy_in     [ rows 0 ] [ rows 1 ] [ rows 2 ]   [ rows 3 ] ...
//     compute                [ halo+kernel 0 ] [ halo+kernel 1 ] ...
//     copy_out                              [ output 0 ] [ output 1 ] ...
//
// Who waits for what, beside the order within a stream:
//
//     rows k    for computed k-S+1: kernel k-S has read the slot, and the halo of chunk k-S+1 was copied out of it
//     halo k    for arrived k     : on `compute`, after kernel k-1; from slot k-1 to slot k, which kernel k-S has left
//     kernel k  for arrived k, left k-S : the slot's output has gone
//     output k  for computed k
//     host      for arrived k-S before it stages rows k, for left k before it unstages output k
//
// A chunk brings only rows that no chunk before it brought: the 2r rows that it shares with the one above are copied on
// the card. With one slot (S = 1, little memory) there is nowhere to copy them from, and each chunk brings all its
// rows.
#include "cuda/host_band.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "cuda/edges.hpp"
#include "cuda/host_chunks.hpp"
#include "cuda/host_copy.hpp"
#include "cuda/host_lanes.hpp"

namespace strandline::cuda {
namespace {

// Below this a rectangle's rows are copied slower one by one than by way of staging memory.
constexpr std::int64_t kFewestDirectRowBytes = 1024;

// Where the driver can't tell, the memory is taken for the program's own: whoever then uses the card gets the error.
cudaMemoryType memory_type(const void* pointer) {
  cudaPointerAttributes attributes{};
  const bool is_known = own_status(cudaPointerGetAttributes(&attributes, pointer)) == cudaSuccess;
  return is_known ? attributes.type : cudaMemoryTypeUnregistered;
}

template <class View>
bool is_page_locked_view(const View& view, std::int64_t row_bytes, const char* what) {
  const auto* first = reinterpret_cast<const std::byte*>(view.row_bytes(0));
  const auto* last = reinterpret_cast<const std::byte*>(view.row_bytes(view.rows - 1));
  const auto [low, high] = std::minmax(first, last);
  const cudaMemoryType type = memory_type(low);
  if (type == cudaMemoryTypeDevice) {
    throw InvalidArgument(
        fmt::format("{} is in device memory, where this call wants host memory, "
                    "use the calls of strandline/cuda.hpp",
                    what));
  }
  return type == cudaMemoryTypeHost && memory_type(high + row_bytes - 1) == cudaMemoryTypeHost;
}

/// Whether the card should copy a view's rows from or to where they are: when that is one piece, or rows that are wide.
template <class View>
bool goes_directly(const View& view, std::int64_t row_bytes, const char* what) {
  const bool is_piece = view.rows == 1 || (view.stride_bytes == row_bytes && row_bytes % kPitchBytes == 0);
  const bool is_wide = view.stride_bytes >= row_bytes && row_bytes >= kFewestDirectRowBytes;
  return is_page_locked_view(view, row_bytes, what) && (is_piece || is_wide);
}

BandShape shape_of(const Operation& operation, const Band& band) {
  BandShape shape;
  shape.rows = band.output.rows;
  shape.cols = band.output.cols;
  shape.pixel_bytes = bytes_per_pixel(band.input.pixel_type);
  shape.has_valid = band.valid.data != nullptr;
  shape.halo = halo_rows(operation);
  shape.stage_input = !goes_directly(band.input, shape.cols * shape.pixel_bytes, "input");
  if (shape.has_valid && !goes_directly(band.valid, shape.cols, "validity")) shape.stage_input = true;
  shape.stage_output = !goes_directly(band.output, shape.cols, "output");
  return shape;
}

/// One kind of row that goes to the card, on both ends and in a slot.
struct Plane {
  ConstRows caller;
  std::int64_t row_bytes = 0;
  std::int64_t pitch = 0;
  std::int64_t offset = 0;  ///< in a slot
};

class Passage {
 public:
  Passage(const Operation& operation, const Band& band, const ChunkPlan& plan, Lane& lane)
      : operation_(operation),
        band_(band),
        plan_(plan),
        lane_(lane),
        halo_(halo_rows(operation)),
        border_(border_of(operation)),
        keeps_halo_(plan.slots > 1),
        copy_in_(plan.chunks == 1 ? lane.compute.get() : lane.copy_in.get()),
        compute_(lane.compute.get()),
        copy_out_(plan.chunks == 1 ? lane.compute.get() : lane.copy_out.get()) {
    const std::int64_t cols = band.output.cols;
    pixels_ = {
        {band.input.data, band.input.stride_bytes}, cols * bytes_per_pixel(band.input.pixel_type), plan.input_pitch, 0};
    valid_ = {{reinterpret_cast<const std::byte*>(band.valid.data), band.valid.stride_bytes},
              cols,
              plan.byte_pitch,
              plan.valid_offset};
  }

  void run() {
    const std::int64_t lag = plan_.slots - 1;
    for (std::int64_t k = 0; k < plan_.chunks; ++k) {
      send(k);
      compute(k);
      fetch(k);
      if (k >= lag) unstage(k - lag);
    }
    for (std::int64_t k = std::max<std::int64_t>(0, plan_.chunks - lag); k < plan_.chunks; ++k) unstage(k);
    check(cudaStreamSynchronize(copy_out_), "cudaStreamSynchronize");
  }

 private:
  Lane::SlotEvents& events(std::int64_t k) { return lane_.events[static_cast<std::size_t>(k % plan_.slots)]; }
  std::byte* on_card(std::int64_t k) const { return lane_.device.data() + k % plan_.slots * plan_.slot_bytes; }
  std::byte* staged(std::int64_t k) const { return lane_.staging.data() + k % plan_.slots * plan_.slot_bytes; }

  /// Output rows of a chunk, in rows of the image.
  RowInterval output_rows(std::int64_t k) const {
    const std::int64_t end = std::min((k + 1) * plan_.chunk_rows, band_.output.rows);
    return {band_.first_row + k * plan_.chunk_rows, band_.first_row + end};
  }
  /// Input rows that a chunk's slot holds, in rows of the extended image.
  RowInterval held_rows(std::int64_t k) const { return rows_needed(output_rows(k), band_.image_rows, halo_, border_); }
  /// Those that come from the slot of the chunk above.
  RowInterval kept_rows(std::int64_t k) const {
    const std::int64_t begin = held_rows(k).begin;
    return {begin, keeps_halo_ && k > 0 ? std::max(begin, held_rows(k - 1).end) : begin};
  }

  void wait_for(const Event& event, cudaStream_t stream) {
    check(cudaStreamWaitEvent(stream, event.get(), 0), "cudaStreamWaitEvent");
  }

  void send(std::int64_t k) {
    if (plan_.stage_input && k >= plan_.slots) events(k).arrived.synchronize();
    const std::int64_t last_reader = k - plan_.slots + (keeps_halo_ ? 1 : 0);
    if (k >= plan_.slots) wait_for(events(last_reader).computed, copy_in_);
    send_plane(k, pixels_);
    if (band_.valid.data != nullptr) send_plane(k, valid_);
    events(k).arrived.record(copy_in_);
  }

  void send_plane(std::int64_t k, const Plane& plane) {
    const RowInterval held = held_rows(k);
    const RowInterval fresh{kept_rows(k).end, held.end};
    if (fresh.size() == 0) return;
    const std::int64_t offset = plane.offset + (fresh.begin - held.begin) * plane.pitch;
    const MutableRows card{on_card(k) + offset, plane.pitch};
    const MutableRows stage{staged(k) + offset, plane.pitch};
    for (RowInterval run = first_run(fresh); run.size() > 0; run = first_run({run.end, fresh.end})) {
      const ConstRows from = plane.caller.from(band_.input_row(run.begin, border_));
      const std::int64_t to = run.begin - fresh.begin;
      if (plan_.stage_input) {
        copy_in_parallel(from, stage.from(to), plane.row_bytes, run.size());
      } else {
        enqueue_copy(from, card.from(to), plane.row_bytes, run.size(), cudaMemcpyHostToDevice, copy_in_);
      }
    }
    if (!plan_.stage_input) return;
    enqueue_copy({stage.first, plane.pitch}, card, plane.pitch, fresh.size(), cudaMemcpyHostToDevice, copy_in_);
  }

  /// The first of `rows` that lie one after the other in the caller's memory too: all, but for border wrap's seam.
  RowInterval first_run(RowInterval rows) const {
    RowInterval run{rows.begin, std::min(rows.begin + 1, rows.end)};
    if (border_ != Border::wrap) return rows;
    const std::int64_t start = rows.size() > 0 ? band_.input_row(rows.begin, border_) : 0;
    while (run.end < rows.end && band_.input_row(run.end, border_) == start + run.size()) ++run.end;
    return run;
  }

  void compute(std::int64_t k) {
    wait_for(events(k).arrived, compute_);
    keep_halo(k, pixels_);
    if (band_.valid.data != nullptr) keep_halo(k, valid_);
    if (k >= plan_.slots) wait_for(events(k).left, compute_);
    const Band chunk = chunk_on_card(k);
    std::visit([&](const EdgesOperation& chosen) { enqueue_edges(chosen, chunk, compute_); }, operation_);
    events(k).computed.record(compute_);
  }

  void keep_halo(std::int64_t k, const Plane& plane) {
    const RowInterval kept = kept_rows(k);
    if (kept.size() == 0) return;
    const std::int64_t from = (kept.begin - held_rows(k - 1).begin) * plane.pitch;
    enqueue_copy({on_card(k - 1) + plane.offset + from, plane.pitch}, {on_card(k) + plane.offset, plane.pitch},
                 plane.pitch, kept.size(), cudaMemcpyDeviceToDevice, compute_);
  }

  Band chunk_on_card(std::int64_t k) const {
    const RowInterval held = held_rows(k);
    const RowInterval rows = output_rows(k);
    Band chunk{band_.image_rows, rows.begin, held.begin, {}, {}, {}};
    chunk.input = {on_card(k), band_.input.pixel_type, held.size(), band_.input.cols, plan_.input_pitch};
    if (band_.valid.data != nullptr) {
      chunk.valid = {reinterpret_cast<const std::uint8_t*>(on_card(k) + plan_.valid_offset), held.size(),
                     band_.input.cols, plan_.byte_pitch};
    }
    chunk.output = {reinterpret_cast<std::uint8_t*>(on_card(k) + plan_.output_offset), rows.size(), band_.output.cols,
                    plan_.byte_pitch};
    return chunk;
  }

  MutableRows callers_output(std::int64_t k) const {
    const MutableRows all{band_.output.row_bytes(0), band_.output.stride_bytes};
    return all.from(output_rows(k).begin - band_.first_row);
  }

  void fetch(std::int64_t k) {
    wait_for(events(k).computed, copy_out_);
    const ConstRows card{on_card(k) + plan_.output_offset, plan_.byte_pitch};
    const std::int64_t rows = output_rows(k).size();
    if (plan_.stage_output) {
      enqueue_copy(card, {staged(k) + plan_.output_offset, plan_.byte_pitch}, plan_.byte_pitch, rows,
                   cudaMemcpyDeviceToHost, copy_out_);
    } else {
      enqueue_copy(card, callers_output(k), band_.output.cols, rows, cudaMemcpyDeviceToHost, copy_out_);
    }
    events(k).left.record(copy_out_);
  }

  void unstage(std::int64_t k) {
    if (!plan_.stage_output) return;
    events(k).left.synchronize();
    copy_in_parallel({staged(k) + plan_.output_offset, plan_.byte_pitch}, callers_output(k), band_.output.cols,
                     output_rows(k).size());
  }

  const Operation& operation_;
  const Band& band_;
  const ChunkPlan& plan_;
  Lane& lane_;
  std::int64_t halo_;
  Border border_;
  bool keeps_halo_;
  Plane pixels_;
  Plane valid_;
  cudaStream_t copy_in_;
  cudaStream_t compute_;
  cudaStream_t copy_out_;
};

std::string in_mib(std::int64_t bytes) {
  constexpr std::int64_t kMiB = std::int64_t{1} << 20;
  return fmt::format("{}M", bytes / kMiB + (bytes % kMiB != 0));
}

[[noreturn]] void refuse_width(const BandShape& shape, std::int64_t bound) {
  throw OutOfMemory(fmt::format(
      "{} rows of {} columns need {} of device memory but {} is allowed, allow more with --device-memory or "
      "choose backend cpu",
      2 * shape.halo + 1, shape.cols, in_mib(smallest_device_bytes(shape)), in_mib(bound)));
}

[[noreturn]] void give_up(LaneBytes needed, const OutOfMemory& last) {
  std::size_t free = 0;
  std::size_t total = 0;
  own_status(cudaMemGetInfo(&free, &total));
  throw OutOfMemory(
      fmt::format("{} of device memory and {} of page-locked memory were asked for at last but {} of {} are free on "
                  "the card, close "
                  "other programs on it, allow less with --device-memory or choose backend cpu ({})",
                  in_mib(needed.device), in_mib(needed.staging), in_mib(static_cast<std::int64_t>(free)),
                  in_mib(static_cast<std::int64_t>(total)), last.what()));
}

struct Equipped {
  ChunkPlan plan;
  std::unique_ptr<Lease> lease;
};

/// A plan and a lane for it. Where the card is fuller than the bound says, smaller and smaller chunks are tried.
Equipped equip(const BandShape& shape, LanePool& pool, std::int64_t bound) {
  std::optional<ChunkPlan> plan = plan_call(shape, bound);
  if (!plan) refuse_width(shape, bound);
  for (;;) {
    const LaneBytes needed{plan->device_bytes(), plan->staging_bytes()};
    try {
      return {*plan, pool.lease(needed, bound)};
    } catch (const OutOfMemory& error) {
      plan = plan_chunks(shape, needed.device / 2, needed.staging / 2);
      if (!plan) give_up(needed, error);
    }
  }
}

}  // namespace

void run_host_band(const Operation& operation, const Band& band, const RunOptions& options) {
  LanePool& pool = current_lane_pool();
  const BandShape shape = shape_of(operation, band);
  const Equipped equipped = equip(shape, pool, pool.device_bound(options.device_memory_bytes));
  Passage(operation, band, equipped.plan, equipped.lease->lane()).run();
  equipped.lease->set_quiet();
}

bool is_page_locked(const AnyImageView& view) {
  return is_page_locked_view(view, view.cols * bytes_per_pixel(view.pixel_type), "the image");
}

}  // namespace strandline::cuda
