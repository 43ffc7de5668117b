// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The driver's ways: modules that are compiled now, how much constant memory their kernels have, and where that ends.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "constant_api/constant_api_kernels.hpp"
#include "constant_api/driver_module.hpp"
#include "constant_api/findings.hpp"
#include "constant_api/nvrtc.hpp"
#include "constant_api/table.hpp"
#include "harness/device_arrays.hpp"

namespace strandline::lab {
namespace {

using cuda::check;

constexpr std::int64_t kBytesPerKib = 1024;
constexpr std::int64_t kWordBytes = sizeof(std::uint32_t);
constexpr std::int64_t kMostConstantWords = 64 * kBytesPerKib / kWordBytes;

// WORDS is given to the compiler. The braces make definitions of what would be declarations else.
constexpr const char* kTableSource = R"(extern "C" { __constant__ unsigned table[WORDS]; }
)";
constexpr const char* kForeignTableSource = R"(extern "C" { extern __constant__ unsigned table[WORDS]; }
)";
constexpr const char* kReaderSource = R"(
extern "C" __global__ void read_table(unsigned* found, long long count) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) found[i] = table[i];
}
)";

class Compiler {
 public:
  explicit Compiler(const measuring::CardFacts& card) {
    const std::string& text = card.compute_capability;
    const std::size_t dot = text.find('.');
    capability_ = 10 * std::stoi(text.substr(0, dot)) + std::stoi(text.substr(dot + 1));
  }

  /// PTX, in which `words` is the table's size.
  std::string compile(const std::string& source, std::int64_t words, bool is_relocatable = false) const {
    std::vector<std::string> options = {fmt::format("-DWORDS={}", words)};
    if (is_relocatable) options.emplace_back("--relocatable-device-code=true");
    return nvrtc_.compile(source, capability_, std::move(options));
  }

 private:
  Nvrtc nvrtc_;
  int capability_ = 0;
};

/// A table in a module.
class ModuleTable {
 public:
  /// Tables of other seeds have other words, by which they are told apart.
  ModuleTable(Loading loading, std::int64_t words, std::uint32_t seed = 3)
      : loading_(std::move(loading)),
        before_(random_words(words, seed)),
        after_(random_words(words, seed + 1)),
        found_(words),
        global_(require_module(loading_).global("table")),
        reader_(require_module(loading_).kernel("read_table")) {}

  const ModuleGlobal& global() const { return global_; }
  CUfunction reader() const { return reader_; }

  /// Right when the module says how large its table is, and when its kernel reads what was copied to a part of it.
  Contestant way_in(const std::string& name, Part part) {
    return {.name = name,
            .enqueue =
                [this, part](cudaStream_t stream) {
                  copy_to_module(global_.address + part.offset_bytes(), after_.data() + part.first, part.bytes(),
                                 stream);
                  launch_reader(stream);
                },
            .poison =
                [this](cudaStream_t stream) {
                  copy_to_module(global_.address, before_.data(), whole_of(words()).bytes(), stream);
                  poison(found_, stream);
                },
            .check = [this, name, part] { check_found(name, part); }};
  }

  const Words& after() const { return after_; }
  void fill(cudaStream_t stream) { copy_to_module(global_.address, after_.data(), whole_of(words()).bytes(), stream); }

  /// What a kernel of the module reads.
  Words read(cudaStream_t stream) {
    poison(found_, stream);
    launch_reader(stream);
    check(cudaStreamSynchronize(stream), "read_table");
    return download(found_);
  }

  Contestant way_out(const std::string& name) {
    const auto arrived = std::make_shared<Words>(after_.size());
    return {.name = name,
            .enqueue =
                [this, arrived](cudaStream_t stream) {
                  copy_from_module(arrived->data(), global_.address, whole_of(words()).bytes(), stream);
                },
            .poison =
                [this, arrived](cudaStream_t stream) {
                  std::fill(arrived->begin(), arrived->end(), ~0U);
                  fill(stream);
                },
            .check = [this, arrived, name] { check_equal(*arrived, after_, name); }};
  }

 private:
  std::int64_t words() const { return found_.size(); }

  void launch_reader(cudaStream_t stream) {
    std::uint32_t* found = found_.data();
    long long count = words();
    void* arguments[] = {&found, &count};
    launch_module_kernel(reader_, count, arguments, stream);
  }

  void check_found(const std::string& name, Part part) const {
    if (global_.bytes != whole_of(words()).bytes()) {
      throw CheckFailed(fmt::format("{} gave a table of {} bytes and should have given one of {}", name, global_.bytes,
                                    whole_of(words()).bytes()));
    }
    Words expected = before_;
    std::copy_n(after_.begin() + part.first, part.words, expected.begin() + part.first);
    check_equal(download(found_), expected, name);
  }

  Loading loading_;
  Words before_;
  Words after_;
  cuda::DeviceBuffer<std::uint32_t> found_;
  ModuleGlobal global_;
  CUfunction reader_;
};

std::string in_kib(std::int64_t bytes) { return fmt::format("{} KiB", bytes / kBytesPerKib); }

void try_one_module(Findings& findings, const Compiler& compiler) {
  const std::int64_t words = findings.run().size("words");
  ModuleTable table(load_module(compiler.compile(std::string(kTableSource) + kReaderSource, words)), words);
  const Part middle = middle_of(words);
  findings.add_way(table.way_in("cuModuleGetGlobal, cuMemcpyHtoDAsync", whole_of(words)),
                   fmt::format("{} bytes, and a kernel of the module finds all words changed", table.global().bytes));
  findings.add_way(table.way_in("cuModuleGetGlobal, cuMemcpyHtoDAsync, with an offset", middle),
                   fmt::format("a kernel of the module finds {} of {} words changed", middle.words, words));
  findings.add_way(table.way_out("cuModuleGetGlobal, cuMemcpyDtoHAsync"),
                   fmt::format("the host finds all {} words", words));
}

std::string error_of(const Loading& loading) { return fmt::format("{}: {}", describe(loading.status), loading.log); }

/// A driver may refuse it, or give the module a table of its own; then nobody has filled that one.
Mistake load_foreign_reader(Findings& findings, Loading loading, std::int64_t words) {
  Mistake mistake{.name = "extern symbol of another module, loaded alone", .error = "", .consequence = ""};
  if (!loading.module) {
    mistake.error = error_of(loading);
    mistake.is_as_known = true;
    return mistake;
  }
  ModuleTable table(std::move(loading), words);
  const Words found = table.read(findings.run().stream());
  const auto zeros = std::count(found.begin(), found.end(), 0U);
  mistake.consequence = fmt::format("the module has a table of its own, {} of {} words are 0", zeros, words);
  mistake.is_as_known = zeros == words;
  return mistake;
}

/// The pieces that are a mistake when they are loaded apart.
void try_linked_modules(Findings& findings, const Compiler& compiler) {
  const std::int64_t words = findings.run().size("words");
  const std::string owner = compiler.compile(kTableSource, words, true);
  const std::string reader = compiler.compile(std::string(kForeignTableSource) + kReaderSource, words, true);
  ModuleTable table(link_and_load_module({owner, reader}), words);
  findings.add_way(table.way_in("extern symbol of another module, relocatable and linked", whole_of(words)),
                   "a kernel of one piece reads the other's table");

  findings.add_mistake(load_foreign_reader(findings, load_module(reader), words));
  const Loading linked = link_and_load_module({reader});
  findings.add_mistake({.name = "extern symbol of another module, linked without it",
                        .error = linked.module ? "" : error_of(linked),
                        .consequence = "the module was loaded without its table",
                        .is_as_known = !linked.module});
}

void try_too_large(Findings& findings, const Compiler& compiler) {
  const std::string source = std::string(kTableSource) + kReaderSource;
  const Loading large = load_module(compiler.compile(source, kMostConstantWords + 1));
  findings.add_mistake({.name = "a table of one word more than 64 KiB",
                        .error = large.module ? "" : error_of(large),
                        .consequence = "the module was loaded",
                        .is_as_known = !large.module});
}

/// 64 KiB are the limit of a module, not of a program: this one has a table of its own besides.
void try_two_full_modules(Findings& findings, const Compiler& compiler) {
  const cudaStream_t stream = findings.run().stream();
  const std::string ptx = compiler.compile(std::string(kTableSource) + kReaderSource, kMostConstantWords);
  ModuleTable first(load_module(ptx), kMostConstantWords);
  constexpr std::uint32_t kOtherSeed = 5;
  ModuleTable second(load_module(ptx), kMostConstantWords, kOtherSeed);
  first.fill(stream);
  Contestant both = second.way_in("two modules of 64 KiB of constants each, at once", whole_of(kMostConstantWords));
  both.check = [&, check_second = both.check, name = both.name] {
    check_second();
    check_equal(first.read(stream), first.after(), name);
  };
  findings.add_way(both, "kernels of both read all of their own table");
}

/// One size of the sweep: what the kernel says it has, and whether all of it can be used.
void try_table_of(Findings& findings, const Compiler& compiler, std::int64_t bytes) {
  const std::int64_t words = bytes / kWordBytes;
  ModuleTable table(load_module(compiler.compile(std::string(kTableSource) + kReaderSource, words)), words);
  std::string error;
  try {
    findings.run().check(table.way_in(fmt::format("a table of {}", in_kib(bytes)), whole_of(words)));
  } catch (const CheckFailed& failure) {
    error = failure.what();
  }
  const std::int64_t told = constant_bytes(table.reader());
  if (error.empty() && told < bytes) error = fmt::format("cuFuncGetAttribute gives {} bytes", told);
  findings.count_way(error.empty());
  findings.run().add({.parameters = {{"way", "cuFuncGetAttribute"}, {"table_bytes", bytes}},
                      .measured = {},
                      .values = {{"result", error.empty() ? "right" : "wrong"},
                                 {"error", error.empty() ? "none" : error},
                                 {"constant_bytes", told}},
                      .predicted = {{"constant_bytes", bytes}}});
  findings.run().gate(
      fmt::format("a table of {}", in_kib(bytes)), error.empty(),
      error.empty() ? fmt::format("a kernel reads all of it; it has {} bytes of constants", told) : error);
}

/// The two interfaces must agree on a kernel of the program itself.
void compare_constant_bytes(Findings& findings) {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, table_reader()), "cudaFuncGetAttributes");
  cudaFunction_t kernel = nullptr;
  check(cudaGetFuncBySymbol(&kernel, table_reader()), "cudaGetFuncBySymbol");
  const auto by_driver = std::make_shared<std::int64_t>(0);
  const auto by_runtime = static_cast<std::int64_t>(attributes.constSizeBytes);
  findings.add_way(
      {.name = "cudaGetFuncBySymbol, cuFuncGetAttribute",
       .enqueue = [by_driver, kernel](cudaStream_t) { *by_driver = constant_bytes(kernel); },
       .poison = [by_driver](cudaStream_t) { *by_driver = -1; },
       .check =
           [by_driver, by_runtime] {
             if (*by_driver == by_runtime) return;
             throw CheckFailed(
                 fmt::format("cuFuncGetAttribute gave {} bytes and cudaFuncGetAttributes {}", *by_driver, by_runtime));
           }},
      fmt::format("{} bytes, as cudaFuncGetAttributes says, of which the table has {}", by_runtime, kTableBytes));
}

void try_compiled_modules(Findings& findings) {
  const Compiler compiler(findings.run().card());
  const std::string smallest = compiler.compile(std::string(kTableSource) + kReaderSource, 1);
  const CUresult status = load_module(smallest).status;
  if (status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION || status == CUDA_ERROR_JIT_COMPILER_NOT_FOUND) {
    throw NoCompiler(
        fmt::format("the driver can't compile what NVRTC gives, {}, install a newer driver, wholly", describe(status)));
  }
  try_one_module(findings, compiler);
  try_linked_modules(findings, compiler);
  try_too_large(findings, compiler);
  try_two_full_modules(findings, compiler);
  for (const std::int64_t kib : findings.run().sizes("table_kib")) {
    try_table_of(findings, compiler, kib * kBytesPerKib);
  }
}

}  // namespace

void try_module_ways(Findings& findings) {
  compare_constant_bytes(findings);
  try {
    try_compiled_modules(findings);
  } catch (const NoCompiler& error) {
    findings.run().skip(fmt::format("the driver's ways, since {}", error.what()));
  }
}

}  // namespace strandline::lab
