// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The same job by three calls of NPP, NVIDIA's library of image processing.
#include "npp_edges.hpp"

#include <array>
#include <memory>
#include <nppcore.h>
#include <nppi_filtering_functions.h>
#include <nppi_threshold_and_compare_operations.h>
#include <type_traits>

#include <fmt/format.h>

#include <strandline/error.hpp>

#include "cuda/runtime/buffer.hpp"

namespace strandline::bench {
namespace {

using cuda::check;

// Values above 0 are warnings.
void check_npp(NppStatus status, const char* call) {
  if (status >= NPP_SUCCESS) return;
  throw DeviceError(
      fmt::format("{} failed with NppStatus {}, look it up in nppdefs.h", call, static_cast<int>(status)));
}

NppStreamContext make_context() {
  NppStreamContext context{};
  cudaDeviceProp properties{};
  check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  check(cudaGetDeviceProperties(&properties, context.nCudaDeviceId), "cudaGetDeviceProperties");
  context.nMultiProcessorCount = properties.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
  context.nSharedMemPerBlock = properties.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = properties.major;
  context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
  return context;
}

// NPP names the pixel type in the function, C++ in the argument.
constexpr auto blur_by_size(const Npp8u*) { return nppiFilterGaussBorder_8u_C1R_Ctx; }
constexpr auto blur_by_size(const Npp16u*) { return nppiFilterGaussBorder_16u_C1R_Ctx; }
constexpr auto blur_by_size(const Npp32f*) { return nppiFilterGaussBorder_32f_C1R_Ctx; }
constexpr auto blur_by_taps(const Npp8u*) { return nppiFilterGaussAdvancedBorder_8u_C1R_Ctx; }
constexpr auto blur_by_taps(const Npp16u*) { return nppiFilterGaussAdvancedBorder_16u_C1R_Ctx; }
constexpr auto blur_by_taps(const Npp32f*) { return nppiFilterGaussAdvancedBorder_32f_C1R_Ctx; }
constexpr auto gradient(const Npp8u*) { return nppiGradientVectorSobelBorder_8u16s_C1R_Ctx; }
constexpr auto gradient(const Npp16u*) { return nppiGradientVectorSobelBorder_16u32f_C1R_Ctx; }
constexpr auto gradient(const Npp32f*) { return nppiGradientVectorSobelBorder_32f_C1R_Ctx; }
constexpr auto compare(const Npp16s*) { return nppiCompareC_16s_C1R_Ctx; }
constexpr auto compare(const Npp32f*) { return nppiCompareC_32f_C1R_Ctx; }

/// The images of one chain of calls. T is u8, u16 or f32.
template <Pixel T>
class NppImages {
 public:
  using Magnitude = std::conditional_t<std::same_as<T, std::uint8_t>, Npp16s, Npp32f>;

  NppImages(AnyImageView input, ImageView<std::uint8_t> output, double threshold)
      : input_(reinterpret_cast<const T*>(input.data)),
        input_step_(static_cast<int>(input.stride_bytes)),
        output_(output),
        size_{static_cast<int>(input.cols), static_cast<int>(input.rows)},
        threshold_(static_cast<Magnitude>(threshold)),  // a whole magnitude is above 76.5 when it is above 76
        blurred_(input.rows * input.cols),
        magnitude_(input.rows * input.cols),
        taps_(kTaps.size()),
        context_(make_context()) {
    check(cudaMemcpy(taps_.data(), kTaps.data(), sizeof(kTaps), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  void blur_of_size_5x5(cudaStream_t stream) {
    const auto call = blur_by_size(input_);
    check_npp(call(input_, input_step_, size_, {0, 0}, blurred_.data(), step<T>(), size_, NPP_MASK_SIZE_5_X_5,
                   NPP_BORDER_REPLICATE, on(stream)),
              "nppiFilterGaussBorder");
  }

  void blur_with_our_taps(cudaStream_t stream) {
    const auto call = blur_by_taps(input_);
    check_npp(call(input_, input_step_, size_, {0, 0}, blurred_.data(), step<T>(), size_, kTaps.size(), taps_.data(),
                   NPP_BORDER_REPLICATE, on(stream)),
              "nppiFilterGaussAdvancedBorder");
  }

  void compare_gradient(cudaStream_t stream) {
    const auto sobel = gradient(input_);
    check_npp(
        sobel(blurred_.data(), step<T>(), size_, {0, 0}, nullptr, 0, nullptr, 0, magnitude_.data(), step<Magnitude>(),
              nullptr, 0, size_, NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, on(stream)),
        "nppiGradientVectorSobelBorder");
    const auto is_above = compare(magnitude_.data());
    check_npp(is_above(magnitude_.data(), step<Magnitude>(), threshold_, output_.data,
                       static_cast<int>(output_.stride_bytes), size_, NPP_CMP_GREATER, on(stream)),
              "nppiCompareC");
  }

 private:
  static constexpr std::array<Npp32f, 5> kTaps = {1 / 16.F, 4 / 16.F, 6 / 16.F, 4 / 16.F, 1 / 16.F};

  template <class Element>
  int step() const {
    return size_.width * static_cast<int>(sizeof(Element));
  }

  NppStreamContext on(cudaStream_t stream) const {
    NppStreamContext context = context_;
    context.hStream = stream;
    check(cudaStreamGetFlags(stream, &context.nStreamFlags), "cudaStreamGetFlags");
    return context;
  }

  const T* input_;
  int input_step_;
  ImageView<std::uint8_t> output_;
  NppiSize size_;
  Magnitude threshold_;
  cuda::DeviceBuffer<T> blurred_;
  cuda::DeviceBuffer<Magnitude> magnitude_;
  cuda::DeviceBuffer<Npp32f> taps_;
  NppStreamContext context_;
};

std::string version() {
  const NppLibraryVersion* npp = nppGetLibVersion();
  return fmt::format("NPP {}.{}.{}", npp->major, npp->minor, npp->build);
}

}  // namespace

std::vector<NppChain> npp_chains(AnyImageView input, ImageView<std::uint8_t> output, double threshold) {
  return visit_pixel_type(input.pixel_type, [&]<Pixel T>(T) -> std::vector<NppChain> {
    const auto images = std::make_shared<NppImages<T>>(input, output, threshold);
    const auto chain_after = [&](const char* blur, auto enqueue_blur) {
      return NppChain{fmt::format("{}: {}, GradientVectorSobelBorder 3x3 L2, CompareC", version(), blur),
                      [images, enqueue_blur](cudaStream_t stream) {
                        (images.get()->*enqueue_blur)(stream);
                        images->compare_gradient(stream);
                      }};
    };
    return {chain_after("FilterGaussBorder 5x5 (its own weights)", &NppImages<T>::blur_of_size_5x5),
            chain_after("FilterGaussAdvancedBorder 1 4 6 4 1", &NppImages<T>::blur_with_our_taps)};
  });
}

}  // namespace strandline::bench
