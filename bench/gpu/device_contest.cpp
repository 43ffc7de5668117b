// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Edges of an image in device memory against copies of the same bytes and NPP's calls, taking turns.
#include "device_contest.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include <strandline/cuda.hpp>
#include <strandline/error.hpp>

#include "cuda/runtime/check.hpp"
#include "random_image.hpp"

namespace strandline::bench {
namespace {

using cuda::check;

constexpr std::int64_t kCheckedCopyRows = 64;

// Together a graph's calls take about as long as one of the largest image's.
constexpr std::int64_t kGraphPixels = std::int64_t{1} << 28;
constexpr std::int64_t kMostGraphNodes = 200;

std::int64_t graph_nodes(std::int64_t pixels) {
  return std::clamp<std::int64_t>(kGraphPixels / pixels, 1, kMostGraphNodes);
}

template <class T>
void fetch(const cuda::PinnedBuffer<T>& to, const cuda::DeviceBuffer<T>& from) {
  check(cudaMemcpy(to.data(), from.data(), static_cast<std::size_t>(from.bytes()), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
}

/// Of several ways to do the same only the one with the smallest median counts.
void add_fastest(Row& row, const std::string& key, const std::vector<Rival>& rivals) {
  const Rival* best = nullptr;
  for (const Rival& rival : rivals) {
    if (rival.key != key) continue;
    if (best == nullptr || median(rival.samples) < median(best->samples)) best = &rival;
  }
  if (best == nullptr) return;
  row.peers.push_back({key, best->name, best->samples});
  if (best->differs) row.npp_differs = best->differs;
}

/// The copy that one would write first, which device_copies() begins with.
void add_plain_copy(Row& row, const std::vector<Rival>& rivals) {
  const auto plain = std::ranges::find(rivals, "copy", &Rival::key);
  row.peers.push_back({"plain_copy", plain->name, plain->samples});
}

}  // namespace

DeviceContest::DeviceContest(PixelType type, std::int64_t rows, std::int64_t cols)
    : type_(type),
      rows_(rows),
      cols_(cols),
      pixels_(rows * cols * bytes_per_pixel(type)),
      valid_(rows * cols),
      output_(rows * cols),
      copy_output_(rows * cols),
      npp_output_(rows * cols),
      host_pixels_(pixels_.size()),
      host_valid_(valid_.size()),
      found_(output_.size()) {
  enqueue_random_pixels(pixels_.data(), type, rows * cols, stream_.get());
  enqueue_random_validity(valid_.data(), rows * cols, stream_.get());
  stream_.synchronize();
  fetch(host_pixels_, pixels_);
  fetch(host_valid_, valid_);
}

AnyImageView DeviceContest::input(const void* pixels) const {
  return {static_cast<const std::byte*>(pixels), type_, rows_, cols_, cols_ * bytes_per_pixel(type_)};
}

ImageView<const std::uint8_t> DeviceContest::validity(const std::uint8_t* valid, bool nodata) const {
  return nodata ? ImageView<const std::uint8_t>(valid, rows_, cols_) : ImageView<const std::uint8_t>();
}

Enqueue DeviceContest::enqueue_edges(const DeviceCase& device_case) {
  const ImageView<std::uint8_t> output(output_.data(), rows_, cols_);
  const auto valid = validity(valid_.data(), device_case.nodata);
  return [image = input(pixels_.data()), valid, output, options = EdgesOptions{.border = device_case.border}](
             cudaStream_t stream) { cuda::enqueue_edges(image, valid, output, options, stream); };
}

TimedCalls DeviceContest::timed(const Enqueue& enqueue, const DeviceCase& device_case) const {
  return device_case.in_graph ? calls_in_graph(enqueue, stream_.get(), graph_nodes(rows_ * cols_))
                              : calls_on_stream(enqueue, stream_.get());
}

void DeviceContest::poison(const cuda::DeviceBuffer<std::uint8_t>& output) {
  check(cudaMemsetAsync(output.data(), kPoison, static_cast<std::size_t>(output.bytes()), stream_.get()),
        "cudaMemsetAsync");
}

std::span<const std::uint8_t> DeviceContest::download(const cuda::DeviceBuffer<std::uint8_t>& output) {
  stream_.synchronize();
  fetch(found_, output);
  return {found_.data(), static_cast<std::size_t>(found_.size())};
}

void DeviceContest::check_edges(const DeviceCase& device_case, const ExpectedEdges& expected) {
  expected.check(download(output_), fmt::format("enqueue_edges() in {}", device_case.name));
}

void DeviceContest::check_copy(std::string_view name, bool nodata) {
  stream_.synchronize();
  const std::int64_t band_rows = std::min(rows_, kCheckedCopyRows);
  const std::int64_t band = band_rows * cols_;
  for (const std::int64_t row : {std::int64_t{0}, (rows_ - band_rows) / 2, rows_ - band_rows}) {
    const std::int64_t first = row * cols_;
    check(
        cudaMemcpy(found_.data(), copy_output_.data() + first, static_cast<std::size_t>(band), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    visit_pixel_type(type_, [&]<Pixel T>(T) {
      const T* pixels = reinterpret_cast<const T*>(host_pixels_.data()) + first;
      for (std::int64_t i = 0; i < band; ++i) {
        const int valid = nodata ? host_valid_.data()[first + i] : 0;
        if (found_.data()[i] == (copied_byte(pixels[i]) ^ valid)) continue;
        throw Error(
            fmt::format("the copy '{}' of {} is wrong at pixel {}, repair it", name, to_string(type_), first + i));
      }
    });
  }
}

void DeviceContest::add_copies(std::vector<Rival>& rivals, const DeviceCase& device_case) {
  const CopyArguments arguments{pixels_.data(), device_case.nodata ? valid_.data() : nullptr, copy_output_.data(),
                                rows_ * cols_};
  for (const DeviceCopy& copy : device_copies(type_, device_case.nodata)) {
    const Enqueue enqueue = [copy, arguments](cudaStream_t stream) { copy.enqueue(arguments, stream); };
    poison(copy_output_);
    enqueue(stream_.get());
    check_copy(copy.name, device_case.nodata);
    rivals.push_back({"copy", std::string(copy.name), timed(enqueue, device_case)});
  }
}

void DeviceContest::add_npp(std::vector<Rival>& rivals, const DeviceCase& device_case, const ExpectedEdges& expected) {
  if (!device_case.with_npp) return;
  const ImageView<std::uint8_t> output(npp_output_.data(), rows_, cols_);
  const double threshold = EdgesOptions{}.threshold * natural_full_scale(type_);
  for (const NppChain& chain : npp_chains(input(pixels_.data()), output, threshold)) {
    try {
      poison(npp_output_);
      chain.enqueue(stream_.get());
      const double differs = expected.share_that_differs(download(npp_output_), chain.calls);
      rivals.push_back({"npp", chain.calls, timed(chain.enqueue, device_case), differs});
    } catch (const Error& error) {  // somebody else's fault, which should not cost our row
      fmt::print(stderr, "strandline_gpu_bench: left out {} in {}: {}\n", chain.calls, device_case.name, error.what());
    }
  }
}

Row DeviceContest::run(const DeviceCase& device_case, const StoppingRule& rule) {
  const EdgesOperation operation = make_edges_operation({.border = device_case.border}, type_);
  const ExpectedEdges expected(operation, input(host_pixels_.data()), validity(host_valid_.data(), device_case.nodata));
  const Enqueue edges = enqueue_edges(device_case);
  poison(output_);
  edges(stream_.get());
  check_edges(device_case, expected);

  std::vector<Rival> rivals;
  add_copies(rivals, device_case);
  add_npp(rivals, device_case, expected);
  std::vector<TimedCalls> contestants = {timed(edges, device_case)};
  for (const Rival& rival : rivals) contestants.push_back(rival.calls);
  poison(output_);
  std::vector<Samples> samples = measure_interleaved(std::span<const TimedCalls>(contestants), rule);
  check_edges(device_case, expected);

  for (std::size_t i = 0; i < rivals.size(); ++i) rivals[i].samples = std::move(samples[i + 1]);
  Row row{.name = device_case.name,
          .pixel_type = type_,
          .rows = rows_,
          .cols = cols_,
          .border = device_case.border,
          .nodata = device_case.nodata,
          .timing = device_case.in_graph ? "graph" : "stream",
          .samples = std::move(samples.front())};
  add_fastest(row, "copy", rivals);
  add_plain_copy(row, rivals);
  add_fastest(row, "npp", rivals);
  return row;
}

}  // namespace strandline::bench
