// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// The reference backend: the oracle behind the common interface.
#include "reference/reference_backend.hpp"

#include "reference/edges.hpp"

namespace strandline::reference {
namespace {

class ReferenceBackend final : public Backend {
 public:
  std::string_view name() const override { return "reference"; }
  std::string description() const override { return "scalar, one thread; the oracle, not for work"; }
  std::string unavailable_because() const override { return {}; }
  bool supports(const Operation&, PixelType) const override { return true; }
  void run(const Operation& operation, const Band& band, const RunOptions&) const override {
    std::visit([&](const EdgesOperation& chosen) { edges(chosen, band); }, operation);
  }
};

}  // namespace

const Backend& backend() {
  // Never destroyed: calls may come while the process ends.
  static const auto& instance = *new ReferenceBackend;
  return instance;
}

}  // namespace strandline::reference
