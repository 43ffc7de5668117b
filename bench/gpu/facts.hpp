// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where and of what the figures were taken.
#pragma once

#include <string>

namespace strandline::bench {

struct Facts {
  std::string card;
  std::string compute_capability;
  std::string driver;
  std::string cuda;
  std::string cpu;  // the cpu backend's description
  std::string commit;
  std::string source_digest;
};

/// Of the current device. Throws Unsupported when there is none.
Facts gather_facts(std::string commit, std::string source_digest);

}  // namespace strandline::bench
