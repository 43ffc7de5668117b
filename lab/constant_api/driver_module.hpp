// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Modules that are loaded at run time, by functions of the driver's that are asked for and not linked to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strandline::lab {

/// "invalid argument (CUDA_ERROR_INVALID_VALUE)".
std::string describe(CUresult status);

/// Throws DeviceError when `status` is an error of the driver's.
void check_driver(CUresult status, const char* call);

/// Bytes of constant memory of a kernel, as cuFuncGetAttribute gives them.
std::int64_t constant_bytes(CUfunction kernel);

/// What a module has under a name.
struct ModuleGlobal {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
};

/// Code that the driver has loaded; unloaded with this.
class DriverModule {
 public:
  explicit DriverModule(CUmodule module) : module_(module) {}

  ModuleGlobal global(const char* name) const;
  CUfunction kernel(const char* name) const;

 private:
  struct Unload {
    void operator()(CUmodule module) const;
  };
  std::unique_ptr<CUmod_st, Unload> module_;
};

/// A module, or why there is none.
struct Loading {
  CUresult status = CUDA_SUCCESS;
  std::string log;  ///< what the driver's compiler says is wrong, on one line
  std::optional<DriverModule> module;
};

/// Compiles and loads PTX. An error is told, not thrown.
Loading load_module(const std::string& ptx);
/// The same of several pieces that need each other's symbols.
Loading link_and_load_module(const std::vector<std::string>& pieces);

/// Throws unless it was loaded.
const DriverModule& require_module(const Loading& loading);

void copy_to_module(CUdeviceptr to, const void* from, std::size_t bytes, cudaStream_t stream);
void copy_from_module(void* to, CUdeviceptr from, std::size_t bytes, cudaStream_t stream);
/// With `threads` threads or some more.
void launch_module_kernel(CUfunction kernel, std::int64_t threads, void** arguments, cudaStream_t stream);

}  // namespace strandline::lab
