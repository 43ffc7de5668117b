// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// NVRTC, the compiler at run time, which is looked for when it is needed and not linked to.
#include "constant_api/nvrtc.hpp"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <fmt/format.h>

namespace strandline::lab {
namespace {

void* open_library() {
  const std::string name = fmt::format("libnvrtc.so.{}", CUDART_VERSION / 1000);
  for (const std::string& place : {name, fmt::format("{}/{}", STRANDLINE_CUDA_LIBRARY_DIR, name)}) {
    if (void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw NoCompiler(fmt::format("there is no {}, neither where the system looks nor in {}, install CUDA's NVRTC", name,
                               STRANDLINE_CUDA_LIBRARY_DIR));
}

}  // namespace

void Nvrtc::Close::operator()(void* library) const { dlclose(library); }

template <class Function>
void Nvrtc::find(Function& function, const char* name) const {
  function = reinterpret_cast<Function>(dlsym(library_.get(), name));
  if (function == nullptr) throw NoCompiler(fmt::format("the NVRTC found has no {}, install that of CUDA 12.5", name));
}

Nvrtc::Nvrtc() : library_(open_library()) {
  find(create_program_, "nvrtcCreateProgram");
  find(destroy_program_, "nvrtcDestroyProgram");
  find(compile_program_, "nvrtcCompileProgram");
  find(get_log_size_, "nvrtcGetProgramLogSize");
  find(get_log_, "nvrtcGetProgramLog");
  find(get_ptx_size_, "nvrtcGetPTXSize");
  find(get_ptx_, "nvrtcGetPTX");
  find(get_architecture_count_, "nvrtcGetNumSupportedArchs");
  find(get_architectures_, "nvrtcGetSupportedArchs");
  find(get_error_string_, "nvrtcGetErrorString");
}

int Nvrtc::architecture_for(int compute_capability) const {
  int count = 0;
  std::vector<int> known;
  if (get_architecture_count_(&count) == NVRTC_SUCCESS && count > 0) {
    known.resize(static_cast<std::size_t>(count));
    if (get_architectures_(known.data()) != NVRTC_SUCCESS) known.clear();
  }
  std::erase_if(known, [&](int architecture) { return architecture > compute_capability; });
  if (known.empty()) {
    throw NoCompiler(fmt::format("the NVRTC found doesn't compile for compute capability {}.{}, install another CUDA",
                                 compute_capability / 10, compute_capability % 10));
  }
  return *std::max_element(known.begin(), known.end());
}

std::string Nvrtc::log_of(nvrtcProgram program) const {
  std::size_t size = 0;
  if (get_log_size_(program, &size) != NVRTC_SUCCESS || size <= 1) return "no more is said";
  std::string log(size, '\0');
  get_log_(program, log.data());
  log.resize(size - 1);  // without the 0 at its end
  return log;
}

std::string Nvrtc::compile(const std::string& source, int compute_capability, std::vector<std::string> options) const {
  options.push_back(fmt::format("--gpu-architecture=compute_{}", architecture_for(compute_capability)));
  std::vector<const char*> arguments;
  for (const std::string& option : options) arguments.push_back(option.c_str());

  const auto require = [&](nvrtcResult result, const std::string& said) {
    if (result == NVRTC_SUCCESS) return;
    throw Error(
        fmt::format("NVRTC failed, {}: {}, see the source in lab/constant_api", get_error_string_(result), said));
  };
  nvrtcProgram created = nullptr;
  require(create_program_(&created, source.c_str(), "constant_api.cu", 0, nullptr, nullptr), "no program was made");
  const auto destroy = [this](nvrtcProgram program) { destroy_program_(&program); };
  const std::unique_ptr<_nvrtcProgram, decltype(destroy)> program(created, destroy);

  const nvrtcResult result = compile_program_(created, static_cast<int>(arguments.size()), arguments.data());
  require(result, result == NVRTC_SUCCESS ? "" : log_of(created));
  std::size_t size = 0;
  require(get_ptx_size_(created, &size), "its PTX has no size");
  std::string ptx(size, '\0');
  require(get_ptx_(created, ptx.data()), "its PTX is missing");
  return ptx;  // with a 0 at its end, which the driver looks for
}

}  // namespace strandline::lab
