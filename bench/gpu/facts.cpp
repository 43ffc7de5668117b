// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Where and of what the figures were taken.
#include "facts.hpp"

#include <utility>

#include <strandline/backend.hpp>

#include "measuring/card_facts.hpp"

namespace strandline::bench {

Facts gather_facts(std::string commit, std::string source_digest) {
  measuring::CardFacts card = measuring::gather_card_facts();
  return {std::move(card.card),
          std::move(card.compute_capability),
          std::move(card.driver),
          std::move(card.cuda),
          choose_backend("cpu").description(),
          std::move(commit),
          std::move(source_digest)};
}

}  // namespace strandline::bench
