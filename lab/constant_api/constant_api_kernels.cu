// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels and the symbols of the experiment constant-api.
#include "constant_api/constant_api_kernels.hpp"
#include "cuda/runtime/check.hpp"

namespace strandline::lab {

// Not in the unnamed namespace: constant_api_other_kernels.cu declares it, in vain.
__constant__ std::uint32_t table[kTableWords];

namespace {

constexpr int kThreads = 256;

unsigned blocks_for(std::int64_t count) { return static_cast<unsigned>((count + kThreads - 1) / kThreads); }

__constant__ Twin twin_on_card = kTwin;

// One name for both: a kernel finds constant memory, host code what the compiler knows.
__host__ __device__ std::uint32_t twin_word(std::size_t index) {
#ifdef __CUDA_ARCH__
  return twin_on_card.words[index];
#else
  return kTwin.words[index];
#endif
}

__global__ void read_table_kernel(std::uint32_t* found, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) found[i] = table[i];
}

__global__ void write_words_kernel(std::uint32_t* to, const std::uint32_t* words, std::int64_t count) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = words[i];
}

__global__ void read_twin_kernel(std::uint32_t* found) { found[threadIdx.x] = twin_word(threadIdx.x); }

}  // namespace

void launch_read_table(std::uint32_t* found, std::int64_t count, cudaStream_t stream) {
  read_table_kernel<<<blocks_for(count), kThreads, 0, stream>>>(found, count);
  cuda::check_launch("read_table_kernel");
}

void launch_write_words(std::uint32_t* to, const std::uint32_t* words, std::int64_t count, cudaStream_t stream) {
  write_words_kernel<<<blocks_for(count), kThreads, 0, stream>>>(to, words, count);
  cuda::check_launch("write_words_kernel");
}

void launch_read_twin(std::uint32_t* found, cudaStream_t stream) {
  read_twin_kernel<<<1, static_cast<unsigned>(kTwin.words.size()), 0, stream>>>(found);
  cuda::check_launch("read_twin_kernel");
}

std::uint32_t twin_word_on_host(std::size_t index) { return twin_word(index); }

const void* table_symbol() { return &table; }
const void* table_reader() { return reinterpret_cast<const void*>(&read_table_kernel); }

cudaError_t copy_to_table(const std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes) {
  return cudaMemcpyToSymbol(table, words, bytes, offset_bytes);
}

cudaError_t copy_to_table_async(const std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes,
                                cudaStream_t stream) {
  return cudaMemcpyToSymbolAsync(table, words, bytes, offset_bytes, cudaMemcpyHostToDevice, stream);
}

cudaError_t copy_from_table(std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes) {
  return cudaMemcpyFromSymbol(words, table, bytes, offset_bytes);
}

cudaError_t copy_from_table_async(std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes,
                                  cudaStream_t stream) {
  return cudaMemcpyFromSymbolAsync(words, table, bytes, offset_bytes, cudaMemcpyDeviceToHost, stream);
}

cudaError_t get_table_address(std::uint32_t** address) {
  return cudaGetSymbolAddress(reinterpret_cast<void**>(address), table);
}

cudaError_t get_table_size(std::size_t* bytes) { return cudaGetSymbolSize(bytes, table); }

// The template of C++ takes the address of its argument: here that of a pointer on the stack, which is no symbol.
cudaError_t copy_to_address_of_table(const std::uint32_t* words, std::size_t bytes) {
  return cudaMemcpyToSymbol(&table, words, bytes);
}

// Allowed until CUDA 5.
cudaError_t copy_to_name_of_table(const std::uint32_t* words, std::size_t bytes) {
  return cudaMemcpyToSymbol("table", words, bytes);
}

}  // namespace strandline::lab
