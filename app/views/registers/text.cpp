// SPDX-License-Identifier: MIT
// Register banks and operand reuse of sgemm64 as tables that people read.
#include "app/views/registers/words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::views {
namespace {

using analysis::FfmaOrder;
using analysis::RegisterReuse;

constexpr const char* kHeading =
    "Register banks and operand reuse of sgemm64: which registers conflict, and how the order of the 64 multiply-adds\n"
    "hides it. Maxwell's rule: register r is in bank r % 4, and an instruction reads one register of a bank at a\n"
    "time. Registers and order are those of the hand-written kernel published with maxas. Nothing here is recorded:\n"
    "CUDA C++ does not say which registers a compiler uses.\n";

std::string number(int value) { return words::thousands(static_cast<std::uint64_t>(value)); }

/// "33:1": register and bank.
std::string with_bank(int reg) { return std::to_string(reg) + ":" + std::to_string(analysis::bank_of_register(reg)); }

std::string assignment() {
  std::vector<std::string> titles{"A \\ B"};
  for (int y = 0; y < analysis::kThreadSide; ++y) titles.push_back(">" + with_bank(analysis::register_of_B(y, 0)));
  words::TextTable table(titles);
  for (int x = 0; x < analysis::kThreadSide; ++x) {
    const int a = analysis::register_of_A(x, 0);
    std::vector<std::string> row{with_bank(a)};
    for (int y = 0; y < analysis::kThreadSide; ++y) {
      const bool alike = analysis::bank_of_register(a) == analysis::bank_of_register(analysis::register_of_B(y, 0));
      row.push_back((alike ? "*" : "") + with_bank(analysis::register_of_C(x, y)));
    }
    table.add(row);
  }
  return "accumulators of C as register:bank; a row x for each A, a column y for each B; * = A and B share a bank\n" +
         table.text(2) +
         "Every second step of the k-tile uses registers 80 to 87 for A and 88 to 95 for B, in the same banks.\n";
}

std::string orders() {
  words::TextTable table(
      {"order", ">depth", ">hits", ">of multiply-adds", ">of the kernel", ">hidden", ">left", ">most held"});
  for (int o = 0; o < analysis::kFfmaOrders; ++o)
    for (int depth = 0; depth <= analysis::kMostDepth; ++depth) {
      const auto order = static_cast<FfmaOrder>(o);
      const RegisterReuse& all = counted(order, depth);
      table.add({depth == 0 ? std::string(analysis::name_of(order)) : "", std::to_string(depth), number(all.hits),
                 words::percent(all.share(), 2), words::percent(analysis::whole_kernel(all).share(), 2),
                 number(all.hidden), number(all.conflicts), std::to_string(all.max_held)});
    }
  const RegisterReuse& none = counted(FfmaOrder::kSwirlZigzag, 0);
  return "orders by depth (how many registers an operand slot keeps), for one k-tile: " +
         number(static_cast<int>(none.ffmas.size())) + " multiply-adds with " + number(none.operands) +
         " operands\nand " + number(none.conflicts) + " bank conflicts without reuse; reuse hides part of them\n" +
         table.text(2);
}

std::string first_instructions() {
  constexpr std::size_t kFirst = 16;
  words::TextTable table({">#", "instruction", "hits", ">hidden", ">left"});
  const RegisterReuse& all = counted(FfmaOrder::kSwirlZigzag, 2);
  for (std::size_t i = 0; i < kFirst; ++i) {
    const analysis::Ffma& f = all.ffmas[i];
    table.add({std::to_string(i + 1), instruction_in_words(f), slots_text(f.hit),
               std::to_string(f.conflicts_without_reuse() - f.conflicts), std::to_string(f.conflicts)});
  }
  return "the first " + std::to_string(kFirst) + " multiply-adds, " +
         std::string(analysis::name_of(FfmaOrder::kSwirlZigzag)) + ", depth 2\n" + table.text(2);
}

}  // namespace

std::string slots_text(const std::array<bool, analysis::kOperandSlots>& slots) {
  std::string text;
  for (std::size_t s = 0; s < slots.size(); ++s)
    if (slots[s]) text += "ABC"[s];
  return text;
}

std::string registers_text() {
  return std::string(kHeading) + "\n" + assignment() + "\n" + orders() +
         "\nAs the kernel is written, swirl + zigzag:\n" + totals_in_words(FfmaOrder::kSwirlZigzag, 2) + ".\n\n" +
         first_instructions();
}

}  // namespace gemmscope::views
