// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// What the checks of all cases have found, for the gates.
#include "convolution/convolution_findings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace strandline::lab {
namespace {

// Four blurs, Sobel; what writes edge bytes: the threshold, Sobel and threshold in two launches and in one, the
// pipeline, the one pass.
constexpr std::size_t kBlurStages = 4;
constexpr std::size_t kGradientStages = 1;
constexpr std::size_t kEdgeStages = 5;
constexpr std::size_t kStagesLikeStaged = 2;

void judge_errors(Run& run, const std::string& name, const std::map<CheckedStage, double>& errors, std::size_t wanted) {
  double greatest = 0;
  for (const auto& [stage, error] : errors) greatest = std::max(greatest, error);
  run.gate(name, errors.size() == wanted,
           fmt::format("greatest absolute error {:.2g} in {} images of {} (case by stage)", greatest, errors.size(),
                       wanted));
}

void judge_edges(Run& run, const std::map<CheckedStage, EdgeDifferences>& edges, std::size_t wanted) {
  std::vector<std::string> differing;
  double furthest = 0;
  std::int64_t all = 0;
  for (const auto& [stage, found] : edges) {
    furthest = std::max(furthest, found.furthest);
    all += found.differing;
    if (found.differing > 0) differing.push_back(fmt::format("{} of {}", found.differing, stage.second));
  }
  std::string detail = fmt::format("{} bytes differ in {} images of {}", all, edges.size(), wanted);
  if (all > 0) {
    detail += fmt::format(", at most {:.2g} from the threshold ({})", furthest, fmt::join(differing, ", "));
  }
  run.gate("edge bytes differ only within 1e-4 of the threshold",
           edges.size() == wanted && furthest <= kGradientTolerance.absolute, detail);
}

}  // namespace

void judge_findings(Run& run, const ConvolutionFindings& findings, std::size_t cases) {
  judge_errors(run, "blurs are within 1e-5 relative + 1e-6 absolute of double precision", findings.blur_errors,
               kBlurStages * cases);
  judge_errors(run, "gradients are within 1e-4 of double precision", findings.gradient_errors, kGradientStages * cases);
  judge_edges(run, findings.edges, kEdgeStages * cases);
  std::int64_t unlike = 0;
  for (const auto& [stage, bytes] : findings.unlike_staged) unlike += bytes;
  run.gate("fused and staged outputs are equal",
           unlike == 0 && findings.unlike_staged.size() == kStagesLikeStaged * cases,
           fmt::format("{} bytes differ in {} images of {}", unlike, findings.unlike_staged.size(),
                       kStagesLikeStaged * cases));
}

}  // namespace strandline::lab
