// SPDX-License-Identifier: MIT
#include "app/views/registers/words.h"

#include <algorithm>

#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::Ffma;
using analysis::FfmaOrder;
using analysis::RegisterReuse;

std::string ratio(int part, int whole) {
  return words::thousands(static_cast<std::uint64_t>(part)) + " of " +
         words::thousands(static_cast<std::uint64_t>(whole));
}

/// What S. Gray gives for sgemm64: 47 % as it is, 39 % of a plain zigzag, which takes three registers a slot.
std::string published(FfmaOrder order, int depth) {
  if (order == FfmaOrder::kSwirlZigzag && depth >= 2) return ", the published figure";
  return order == FfmaOrder::kZigzag && depth == 3 ? ", published as 39\u202f%" : "";
}

}  // namespace

const RegisterReuse& counted(FfmaOrder order, int depth) {
  static const std::vector<RegisterReuse> all = [] {
    std::vector<RegisterReuse> each;
    for (int o = 0; o < analysis::kFfmaOrders; ++o)
      for (int d = 0; d <= analysis::kMostDepth; ++d) each.push_back(analysis::reuse_of(static_cast<FfmaOrder>(o), d));
    return each;
  }();
  return all[static_cast<std::size_t>(static_cast<int>(order) * (analysis::kMostDepth + 1) +
                                      std::clamp(depth, 0, analysis::kMostDepth))];
}

StepCount count_of_step(const RegisterReuse& all) {
  constexpr int kSteps = analysis::kStepsOfKTile;
  return {all.conflicts / kSteps, all.hidden / kSteps, all.hits / kSteps, all.operands / kSteps};
}

std::string answer_in_words(FfmaOrder order, int depth) {
  const StepCount step = count_of_step(counted(order, depth));
  if (depth == 0)
    return "Without reuse, " + ratio(step.conflicts, analysis::kFfmasOfStep) +
           " multiply-adds take one extra cycle: a bank conflict";
  const std::string hidden =
      step.conflicts == 0 ? "all " + std::to_string(step.hidden) : ratio(step.hidden, step.hidden + step.conflicts);
  return words::capital(std::string(analysis::name_of(order))) + " hides " + hidden + " bank conflicts; " +
         ratio(step.hits, step.operands) + " operands are hits";
}

std::string totals_in_words(FfmaOrder order, int depth) {
  const RegisterReuse& all = counted(order, depth);
  const analysis::WholeKernel kernel = analysis::whole_kernel(all);
  return "Hits: " + words::percent(kernel.share(), 2) + " of the whole kernel (" + ratio(kernel.hits, kernel.operands) +
         published(order, depth) + "); " + words::percent(all.share(), 2) + " of the operands of multiply-adds (" +
         ratio(all.hits, all.operands) + ")";
}

std::string instruction_in_words(const Ffma& ffma) {
  const auto operand = [&](std::size_t slot) {
    return ", R" + std::to_string(ffma.registers[slot]) + (ffma.reuse[slot] ? ".reuse" : "");
  };
  return "FFMA R" + std::to_string(ffma.registers[2]) + operand(0) + operand(1) + operand(2);
}

std::string operand_in_words(const Ffma& ffma, std::size_t slot) {
  const std::string bank = std::to_string(analysis::bank_of_register(ffma.registers[slot]));
  return (ffma.hit[slot] ? "hit: bank " + bank + " not read" : "read from bank " + bank) +
         (ffma.reuse[slot] ? ", kept" : "");
}

std::string conflict_in_words(const Ffma& ffma) {
  if (ffma.conflicts_without_reuse() == 0) return "No two of its registers share a bank.";
  const std::string bank = std::to_string(analysis::bank_of_register(ffma.registers[0]));
  if (ffma.conflicts > 0) return "A and B read bank " + bank + ": one extra cycle.";
  return "A and B share bank " + bank + "; the hit hides it.";
}

}  // namespace gemmscope::views
