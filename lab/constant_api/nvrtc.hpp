// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// NVRTC, the compiler at run time, which is looked for when it is needed and not linked to: the command must start
// without it.
#pragma once

#include <memory>
#include <nvrtc.h>
#include <string>
#include <vector>

#include <strandline/error.hpp>

namespace strandline::lab {

/// There is no NVRTC, or none that compiles for this card.
struct NoCompiler : Unsupported {
  using Unsupported::Unsupported;
};

class Nvrtc {
 public:
  /// Looks for the library where the system does and in the CUDA that this was built with. Throws NoCompiler.
  Nvrtc();

  /// PTX for cards of compute capability `major`.`minor`, given as 10 * major + minor, and newer ones. Throws Error
  /// with what the compiler says.
  std::string compile(const std::string& source, int compute_capability, std::vector<std::string> options) const;

 private:
  struct Close {
    void operator()(void* library) const;
  };

  template <class Function>
  void find(Function& function, const char* name) const;
  int architecture_for(int compute_capability) const;
  std::string log_of(nvrtcProgram program) const;

  std::unique_ptr<void, Close> library_;
  decltype(&nvrtcCreateProgram) create_program_ = nullptr;
  decltype(&nvrtcDestroyProgram) destroy_program_ = nullptr;
  decltype(&nvrtcCompileProgram) compile_program_ = nullptr;
  decltype(&nvrtcGetProgramLogSize) get_log_size_ = nullptr;
  decltype(&nvrtcGetProgramLog) get_log_ = nullptr;
  decltype(&nvrtcGetPTXSize) get_ptx_size_ = nullptr;
  decltype(&nvrtcGetPTX) get_ptx_ = nullptr;
  decltype(&nvrtcGetNumSupportedArchs) get_architecture_count_ = nullptr;
  decltype(&nvrtcGetSupportedArchs) get_architectures_ = nullptr;
  decltype(&nvrtcGetErrorString) get_error_string_ = nullptr;
};

}  // namespace strandline::lab
