// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The kernels and the symbols of the experiment constant-api. A symbol's name means something only in the translation
// unit that has it, so what takes the name itself is here, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace strandline::lab {

/// Words of 4 bytes of the `__constant__` table.
inline constexpr std::int64_t kTableWords = 4096;
inline constexpr std::size_t kTableBytes = kTableWords * sizeof(std::uint32_t);

/// A kernel reads `count` words of the table.
void launch_read_table(std::uint32_t* found, std::int64_t count, cudaStream_t stream);
/// The same of what another translation unit takes for the same table.
void launch_read_others_table(std::uint32_t* found, std::int64_t count, cudaStream_t stream);
/// A kernel writes `count` words to any memory of the card.
void launch_write_words(std::uint32_t* to, const std::uint32_t* words, std::int64_t count, cudaStream_t stream);

/// For functions that take symbols and kernels as C does.
const void* table_symbol();
const void* table_reader();

// By the symbol, as C++ has it.
cudaError_t copy_to_table(const std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes);
cudaError_t copy_to_table_async(const std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes,
                                cudaStream_t stream);
cudaError_t copy_from_table(std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes);
cudaError_t copy_from_table_async(std::uint32_t* words, std::size_t bytes, std::size_t offset_bytes,
                                  cudaStream_t stream);
cudaError_t get_table_address(std::uint32_t** address);
cudaError_t get_table_size(std::size_t* bytes);

// Mistakes.
cudaError_t copy_to_address_of_table(const std::uint32_t* words, std::size_t bytes);
cudaError_t copy_to_name_of_table(const std::uint32_t* words, std::size_t bytes);

/// Values that exist once for the host and once in constant memory.
struct Twin {
  std::array<std::uint32_t, 8> words;
};
inline constexpr Twin kTwin{{0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x5cedc834, 0x2fb3ca0d, 0x1b873593, 0xcc9e2d51, 7}};

/// Writes, from a kernel, what twin_word() gives there for each of the twin's indices.
void launch_read_twin(std::uint32_t* found, cudaStream_t stream);
/// What the same function gives on the host.
std::uint32_t twin_word_on_host(std::size_t index);

}  // namespace strandline::lab
