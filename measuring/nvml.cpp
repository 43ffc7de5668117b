// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the driver's management library says of a card, where there is one.
#include "measuring/nvml.hpp"

#include <dlfcn.h>
#include <memory>

namespace strandline::measuring {
namespace {

// As NVML's reference declares them; its header is not among what the toolkit must have.
using Device = void*;
using Init = int (*)();
using GetHandle = int (*)(const char*, Device*);
using GetNumber = int (*)(Device, unsigned*);
using GetTwoNumbers = int (*)(Device, unsigned*, unsigned*);
constexpr int kSuccess = 0;
constexpr double kMilliwattsPerWatt = 1000;

struct Close {
  void operator()(void* library) const { dlclose(library); }
};

template <class Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

ManagedFacts facts_of(void* library, Device device) {
  ManagedFacts facts;
  unsigned milliwatts = 0;
  const auto power_limit = find<GetNumber>(library, "nvmlDeviceGetEnforcedPowerLimit");
  if (power_limit != nullptr && power_limit(device, &milliwatts) == kSuccess) {
    facts.power_limit_watts = milliwatts / kMilliwattsPerWatt;
  }
  unsigned current = 0;
  unsigned pending = 0;
  const auto mig_mode = find<GetTwoNumbers>(library, "nvmlDeviceGetMigMode");
  if (mig_mode != nullptr && mig_mode(device, &current, &pending) == kSuccess) facts.mig = current != 0;
  return facts;
}

}  // namespace

ManagedFacts managed_facts(const char* pci_address) {
  const std::unique_ptr<void, Close> library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL));
  if (!library) return {};
  const auto init = find<Init>(library.get(), "nvmlInit_v2");
  const auto shut_down = find<Init>(library.get(), "nvmlShutdown");
  const auto get_handle = find<GetHandle>(library.get(), "nvmlDeviceGetHandleByPciBusId_v2");
  if (init == nullptr || shut_down == nullptr || get_handle == nullptr || init() != kSuccess) return {};
  Device device = nullptr;
  ManagedFacts facts;
  if (get_handle(pci_address, &device) == kSuccess) facts = facts_of(library.get(), device);
  shut_down();
  return facts;
}

}  // namespace strandline::measuring
