// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Modules that are loaded at run time, by functions of the driver's that are asked for and not linked to.
#include "constant_api/driver_module.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "cuda/runtime/check.hpp"

namespace strandline::lab {
namespace {

using cuda::check;

template <class Function>
void find(Function& function, const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  constexpr unsigned kSinceCuda12 = 12000;
  check(cudaGetDriverEntryPointByVersion(name, &found, kSinceCuda12, cudaEnableDefault, &result), name);
  if (result != cudaDriverEntryPointSuccess) {
    throw Unsupported(fmt::format("the driver has no {}, install one for CUDA 12 or newer", name));
  }
  function = reinterpret_cast<Function>(found);
}

struct Driver {
  decltype(&cuGetErrorName) get_error_name = nullptr;
  decltype(&cuGetErrorString) get_error_string = nullptr;
  decltype(&cuModuleLoadDataEx) module_load = nullptr;
  decltype(&cuModuleUnload) module_unload = nullptr;
  decltype(&cuModuleGetGlobal) module_get_global = nullptr;
  decltype(&cuModuleGetFunction) module_get_function = nullptr;
  decltype(&cuLinkCreate) link_create = nullptr;
  decltype(&cuLinkAddData) link_add_data = nullptr;
  decltype(&cuLinkComplete) link_complete = nullptr;
  decltype(&cuLinkDestroy) link_destroy = nullptr;
  decltype(&cuFuncGetAttribute) func_get_attribute = nullptr;
  decltype(&cuMemcpyHtoDAsync) copy_to_device = nullptr;
  decltype(&cuMemcpyDtoHAsync) copy_to_host = nullptr;
  decltype(&cuLaunchKernel) launch_kernel = nullptr;

  Driver() {
    find(get_error_name, "cuGetErrorName");
    find(get_error_string, "cuGetErrorString");
    find(module_load, "cuModuleLoadDataEx");
    find(module_unload, "cuModuleUnload");
    find(module_get_global, "cuModuleGetGlobal");
    find(module_get_function, "cuModuleGetFunction");
    find(link_create, "cuLinkCreate");
    find(link_add_data, "cuLinkAddData");
    find(link_complete, "cuLinkComplete");
    find(link_destroy, "cuLinkDestroy");
    find(func_get_attribute, "cuFuncGetAttribute");
    find(copy_to_device, "cuMemcpyHtoDAsync");
    find(copy_to_host, "cuMemcpyDtoHAsync");
    find(launch_kernel, "cuLaunchKernel");
  }
};

const Driver& driver() {
  static const Driver functions;
  return functions;
}

std::string on_one_line(const std::string& text) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) all += (all.empty() ? "" : "; ") + line;
  }
  return all;
}

/// Where the driver's compiler writes what is wrong. Its options point into it, so it stays where it is.
class ErrorLog {
 public:
  ErrorLog() : values_{text_.data(), reinterpret_cast<void*>(std::uintptr_t{kBytes})} {}
  ErrorLog(const ErrorLog&) = delete;
  ErrorLog& operator=(const ErrorLog&) = delete;

  unsigned count() const { return static_cast<unsigned>(names_.size()); }
  CUjit_option* names() { return names_.data(); }
  void** values() { return values_.data(); }
  std::string text() const { return on_one_line(text_.data()); }

 private:
  static constexpr std::size_t kBytes = 4096;
  std::array<char, kBytes + 1> text_{};  // the last one stays 0
  std::array<CUjit_option, 2> names_{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values_;
};

struct EndLink {
  void operator()(CUlinkState link) const { driver().link_destroy(link); }
};

Loading told(CUresult status, const ErrorLog& log, CUmodule module) {
  Loading loading{.status = status, .log = log.text(), .module = {}};
  if (module != nullptr) loading.module.emplace(module);
  return loading;
}

}  // namespace

std::string describe(CUresult status) {
  const char* name = nullptr;
  const char* text = nullptr;
  driver().get_error_name(status, &name);
  driver().get_error_string(status, &text);
  return fmt::format("{} ({})", text == nullptr ? "unknown error" : text, name == nullptr ? "?" : name);
}

void check_driver(CUresult status, const char* call) {
  if (status != CUDA_SUCCESS) throw DeviceError(fmt::format("{} failed, {}", call, describe(status)));
}

std::int64_t constant_bytes(CUfunction kernel) {
  int bytes = 0;
  check_driver(driver().func_get_attribute(&bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, kernel), "cuFuncGetAttribute");
  return bytes;
}

void DriverModule::Unload::operator()(CUmodule module) const { driver().module_unload(module); }

ModuleGlobal DriverModule::global(const char* name) const {
  ModuleGlobal found;
  check_driver(driver().module_get_global(&found.address, &found.bytes, module_.get(), name), "cuModuleGetGlobal");
  return found;
}

CUfunction DriverModule::kernel(const char* name) const {
  CUfunction found = nullptr;
  check_driver(driver().module_get_function(&found, module_.get(), name), "cuModuleGetFunction");
  return found;
}

Loading load_module(const std::string& ptx) {
  ErrorLog log;
  CUmodule module = nullptr;
  const CUresult status = driver().module_load(&module, ptx.data(), log.count(), log.names(), log.values());
  return told(status, log, module);
}

Loading link_and_load_module(const std::vector<std::string>& pieces) {
  ErrorLog log;  // outlives the link, as it must
  CUlinkState begun = nullptr;
  CUresult status = driver().link_create(log.count(), log.names(), log.values(), &begun);
  const std::unique_ptr<CUlinkState_st, EndLink> link(begun);
  for (const std::string& ptx : pieces) {
    if (status != CUDA_SUCCESS) break;
    status = driver().link_add_data(link.get(), CU_JIT_INPUT_PTX, const_cast<char*>(ptx.data()), ptx.size(), "a piece",
                                    0, nullptr, nullptr);
  }
  void* code = nullptr;
  std::size_t bytes = 0;
  if (status == CUDA_SUCCESS) status = driver().link_complete(link.get(), &code, &bytes);
  CUmodule module = nullptr;
  if (status == CUDA_SUCCESS) status = driver().module_load(&module, code, 0, nullptr, nullptr);
  return told(status, log, module);
}

const DriverModule& require_module(const Loading& loading) {
  if (!loading.module) {
    throw DeviceError(fmt::format("the driver did not load a module, {}: {}", describe(loading.status), loading.log));
  }
  return *loading.module;
}

void copy_to_module(CUdeviceptr to, const void* from, std::size_t bytes, cudaStream_t stream) {
  check_driver(driver().copy_to_device(to, from, bytes, stream), "cuMemcpyHtoDAsync");
}

void copy_from_module(void* to, CUdeviceptr from, std::size_t bytes, cudaStream_t stream) {
  check_driver(driver().copy_to_host(to, from, bytes, stream), "cuMemcpyDtoHAsync");
}

void launch_module_kernel(CUfunction kernel, std::int64_t threads, void** arguments, cudaStream_t stream) {
  constexpr unsigned kThreads = 256;
  const auto blocks = static_cast<unsigned>((threads + kThreads - 1) / kThreads);
  check_driver(driver().launch_kernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, stream, arguments, nullptr),
               "cuLaunchKernel");
}

}  // namespace strandline::lab
