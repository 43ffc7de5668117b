// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The runtime's ways into constant memory and out of it, and what one gets for its mistakes.
#include <algorithm>

#include <fmt/format.h>

#include "constant_api/constant_api_kernels.hpp"
#include "constant_api/findings.hpp"
#include "constant_api/table.hpp"
#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

using cuda::check;

struct NamedPut {
  std::string name;
  Table::Put put;
};

struct NamedGet {
  std::string name;
  Table::Get get;
};

std::uint32_t* table_address() {
  std::uint32_t* address = nullptr;
  check(get_table_address(&address), "cudaGetSymbolAddress");
  return address;
}

std::vector<NamedPut> ways_in(const Table& table) {
  return {
      {"cudaMemcpyToSymbol",
       [](Part part, const std::uint32_t* from, cudaStream_t) {
         check(copy_to_table(from, part.bytes(), part.offset_bytes()), "cudaMemcpyToSymbol");
         // From pageable memory it may return before the words have arrived, and the stream waits for no other.
         check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
       }},
      {"cudaMemcpyToSymbolAsync",
       [](Part part, const std::uint32_t* from, cudaStream_t stream) {
         check(copy_to_table_async(from, part.bytes(), part.offset_bytes(), stream), "cudaMemcpyToSymbolAsync");
       }},
      {"cudaMemcpyToSymbolAsync, &symbol as const void*",
       [](Part part, const std::uint32_t* from, cudaStream_t stream) {
         check(cudaMemcpyToSymbolAsync(table_symbol(), from, part.bytes(), part.offset_bytes(), cudaMemcpyHostToDevice,
                                       stream),
               "cudaMemcpyToSymbolAsync");
       }},
      {"cudaGetSymbolAddress, cudaMemcpyAsync",
       [](Part part, const std::uint32_t* from, cudaStream_t stream) {
         check(cudaMemcpyAsync(table_address() + part.first, from, part.bytes(), cudaMemcpyHostToDevice, stream),
               "cudaMemcpyAsync");
       }},
      {"cudaGetSymbolAddress, a kernel writes",
       [&table](Part part, const std::uint32_t*, cudaStream_t stream) {
         launch_write_words(table_address() + part.first, table.after_on_card() + part.first, part.words, stream);
       }},
  };
}

std::vector<NamedGet> ways_out() {
  return {
      {"cudaMemcpyFromSymbol",
       [](Part part, std::uint32_t* to, cudaStream_t stream) {
         check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");  // it waits for other streams only
         check(copy_from_table(to, part.bytes(), part.offset_bytes()), "cudaMemcpyFromSymbol");
       }},
      {"cudaMemcpyFromSymbolAsync",
       [](Part part, std::uint32_t* to, cudaStream_t stream) {
         check(copy_from_table_async(to, part.bytes(), part.offset_bytes(), stream), "cudaMemcpyFromSymbolAsync");
       }},
      {"cudaGetSymbolAddress, cudaMemcpyAsync back",
       [](Part part, std::uint32_t* to, cudaStream_t stream) {
         check(cudaMemcpyAsync(to, table_address() + part.first, part.bytes(), cudaMemcpyDeviceToHost, stream),
               "cudaMemcpyAsync");
       }},
  };
}

/// A number that is asked for, and must lie in a range.
Contestant number_way(const std::string& name, std::function<std::size_t()> ask, std::size_t least, std::size_t most) {
  const auto answer = std::make_shared<std::size_t>(0);
  return {.name = name,
          .enqueue = [answer, ask](cudaStream_t) { *answer = ask(); },
          .poison = [answer](cudaStream_t) { *answer = ~std::size_t{0}; },
          .check =
              [answer, name, least, most] {
                if (*answer >= least && *answer <= most) return;
                throw CheckFailed(
                    fmt::format("{} gave {} bytes and should have given {} to {}", name, *answer, least, most));
              }};
}

Contestant twin_way(const cuda::DeviceBuffer<std::uint32_t>& found) {
  const std::string name = "host and device twin by __CUDA_ARCH__";
  Words expected(kTwin.words.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = twin_word_on_host(i);
  return {.name = name,
          .enqueue = [&found](cudaStream_t stream) { launch_read_twin(found.data(), stream); },
          .poison = [&found](cudaStream_t stream) { poison(found, stream); },
          .check =
              [&found, name, expected] {
                check_equal(Words(kTwin.words.begin(), kTwin.words.end()), expected, "the twin on the host");
                check_equal(download(found), expected, name);
              }};
}

std::size_t table_size() {
  std::size_t bytes = 0;
  check(get_table_size(&bytes), "cudaGetSymbolSize");
  return bytes;
}

std::size_t reader_constant_bytes() {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, table_reader()), "cudaFuncGetAttributes");
  return attributes.constSizeBytes;
}

std::string describe(cudaError_t status) {
  return fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
}

struct Attempt {
  std::string name;
  std::function<cudaError_t()> make;
  cudaError_t known_error;
};

std::vector<Attempt> attempts(const Table& table) {
  const std::uint32_t* from = table.after().data();
  const std::size_t bytes = whole_of(table.words()).bytes();
  return {
      {"&symbol for the symbol", [=] { return copy_to_address_of_table(from, bytes); }, cudaErrorInvalidSymbol},
      {"the address on the card for the symbol", [=] { return cudaMemcpyToSymbol(table_address(), from, bytes); },
       cudaErrorInvalidSymbol},
      {"the symbol's name as a text", [=] { return copy_to_name_of_table(from, bytes); }, cudaErrorInvalidSymbol},
      {"beyond the symbol's end",
       [=] { return copy_to_table(from, bytes, kTableBytes - bytes + sizeof(std::uint32_t)); }, cudaErrorInvalidValue},
  };
}

/// It must be refused, and must leave the table, the stream and the context as they were.
Mistake make_mistake(const Attempt& attempt, Table& table, cudaStream_t stream) {
  table.fill(table.before(), stream);
  check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  const cudaError_t status = attempt.make();
  cudaGetLastError();  // else the next call would be blamed
  check(cudaDeviceSynchronize(), attempt.name.c_str());
  const bool is_intact = table.read(stream) == table.before();
  return {.name = attempt.name,
          .error = status == cudaSuccess ? "" : describe(status),
          .consequence = is_intact ? "nothing was copied" : "the table was changed",
          .is_as_known = status == attempt.known_error && is_intact};
}

/// Without relocatable device code each translation unit has a table of its own. Nobody says so at run time.
Mistake read_others_table(const Table& table, cudaStream_t stream) {
  const cuda::DeviceBuffer<std::uint32_t> buffer(table.words());
  table.fill(table.after(), stream);
  poison(buffer, stream);
  launch_read_others_table(buffer.data(), table.words(), stream);
  check(cudaStreamSynchronize(stream), "read_others_table_kernel");
  const Words found = download(buffer);
  const auto zeros = std::count(found.begin(), found.end(), 0U);
  return {.name = "extern symbol of another translation unit, no relocatable device code",
          .error = "",
          .consequence = fmt::format("its kernel finds {}, {} of {} words are 0",
                                     found == table.after() ? "what was written" : "other words than were written",
                                     zeros, found.size()),
          .is_as_known = zeros == table.words()};
}

}  // namespace

void try_table_ways(Findings& findings) {
  Table table(findings.run().size("words"));
  const Part whole = whole_of(table.words());
  const Part middle = middle_of(table.words());
  const auto detail = [&](const char* who, Part part) {
    return fmt::format("{} finds {} of {} words changed, from word {} on", who, part.words, table.words(), part.first);
  };
  for (const NamedPut& way : ways_in(table)) {
    findings.add_way(table.way_in(way.name, whole, way.put), detail("a kernel", whole));
    findings.add_way(table.way_in(way.name + ", with an offset", middle, way.put), detail("a kernel", middle));
  }
  for (const NamedGet& way : ways_out()) {
    findings.add_way(table.way_out(way.name, whole, way.get), detail("the host", whole));
    findings.add_way(table.way_out(way.name + ", with an offset", middle, way.get), detail("the host", middle));
  }
  const cuda::DeviceBuffer<std::uint32_t> of_twin(kTwin.words.size());
  findings.add_way(twin_way(of_twin), fmt::format("the same {} words on both sides", kTwin.words.size()));
  findings.add_way(number_way("cudaGetSymbolSize", table_size, kTableBytes, kTableBytes),
                   fmt::format("{} bytes", kTableBytes));
  constexpr std::size_t kConstantBytes = 65536;
  findings.add_way(number_way("cudaFuncGetAttributes", reader_constant_bytes, kTableBytes, kConstantBytes),
                   fmt::format("its constSizeBytes holds the table's {} bytes", kTableBytes));
}

void try_table_mistakes(Findings& findings) {
  Table table(findings.run().size("words"));
  const cudaStream_t stream = findings.run().stream();
  for (const Attempt& attempt : attempts(table)) findings.add_mistake(make_mistake(attempt, table, stream));
  findings.add_mistake(read_others_table(table, stream));
}

}  // namespace strandline::lab
