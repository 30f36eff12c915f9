// SPDX-License-Identifier: MIT
#include "app/words/remark_words.h"

#include <algorithm>

#include "app/words/number.h"
#include "tracing/format/place_name.h"

namespace gemmscope::words {

using analysis::Remark;

namespace {

std::string A_and_B(const format::Recording& r, const Remark& remark) {
  return r.tensors[remark.product.A.tensor].name + " and " + r.tensors[remark.product.B.tensor].name;
}

std::string unfit_in_words(const format::Recording& r, const Remark& remark) {
  const analysis::Product& p = remark.product;
  const std::string &A = r.tensors[p.A.tensor].name, &B = r.tensors[p.B.tensor].name, &C = r.tensors[p.C.tensor].name;
  const std::string rows = "the rows of " + A, columns = "the columns of " + B;
  return "the arrays are as long as in " + C + " = " + A + " × " + B + ", " + size_in_words(p) +
         ", but lanes do not load " + (remark.of_A ? rows : columns) + " that they need for the elements of " + C +
         " that they store, only " + (remark.of_A ? columns : rows) + ": an index may be wrong, or " +
         (remark.of_A ? A : B) + " is stored in another order than by rows or columns";
}

/// "k = 15, 31, 47 and 5 more of A and B"
std::string ks_in_words(const format::Recording& r, const Remark& remark) {
  constexpr std::size_t kMost = 4;
  const std::size_t first = remark.ks.size() <= kMost ? remark.ks.size() : kMost - 1;
  std::uint64_t left = remark.count;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < first; ++i) {
    const format::Range& each = remark.ks[i];
    parts.push_back(std::to_string(each.begin) + (each.size() == 1 ? "" : " to " + std::to_string(each.end - 1)));
    left -= each.size();
  }
  if (left != 0 || remark.and_more)
    parts.push_back(left == 0 ? "more" : (remark.and_more ? "at least " : "") + thousands(left) + " more");
  return "k = " + listed(parts) + " of " + A_and_B(r, remark);
}

/// Whether k's are left out among those that are loaded, not only behind them.
bool are_stepped_over(const Remark& remark) { return remark.ks.size() > 1 || remark.ks.front().end < remark.product.K; }

std::string left_out_in_words(const format::Recording& r, const Remark& remark) {
  if (are_stepped_over(remark)) return ks_in_words(r, remark) + (remark.count == 1 ? " is" : " are") + " never loaded";
  const format::Range& ks = remark.ks.front();
  return (ks.size() == 1 ? "k = " : "k from " + std::to_string(ks.begin) + " to ") + std::to_string(ks.end - 1) +
         " of " + A_and_B(r, remark) + " is never loaded";
}

/// "24 of 36 blocks store nothing to C_0, but to C_1 and C_2: they compute something else"
std::string elsewhere_in_words(const format::Recording& r, const Remark& remark) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> names;
  for (const std::uint16_t tensor : remark.elsewhere)
    if (names.size() < kMost) names.push_back(r.tensors[tensor].name);
  if (remark.elsewhere.size() > kMost) names.push_back(thousands(remark.elsewhere.size() - kMost) + " more arrays");
  return thousands(remark.count) + " of " + count_of(remark.of, "block") + (remark.count == 1 ? " stores" : " store") +
         " nothing to " + r.tensors[remark.product.C.tensor].name + ", but to " + listed(names) +
         (remark.count == 1 ? ": it computes" : ": they compute") + " something else";
}

}  // namespace

std::string size_in_words(const analysis::Product& p) {
  return thousands(p.M) + " × " + thousands(p.N) + " × " + thousands(p.K) + " (M × N × K)";
}

std::string clause(const format::Recording& r, const Remark& remark) {
  using By = analysis::Product::By;
  if (remark.kind == Remark::Kind::kLeftOut)
    return left_out_in_words(r, remark) +
           (are_stepped_over(remark) ? ": a loop may step over them" : ": the outer loop may end too early");
  if (remark.kind == Remark::Kind::kSkipped)
    return ks_in_words(r, remark) + (remark.count == 1 ? " is" : " are") +
           " copied to shared memory, and no lane loads " + (remark.count == 1 ? "it" : "them") +
           " there: a loop may end too early";
  if (remark.kind == Remark::Kind::kElsewhere) return elsewhere_in_words(r, remark);
  if (remark.kind == Remark::Kind::kUnfit) return unfit_in_words(r, remark);
  const By by = remark.product.by;
  const std::string_view who = by == By::kSaid ? "" : by == By::kBlock ? "the block" : "their warp";
  return "many lanes do not load what they need for the elements of C that they store" +
         (who.empty() ? std::string() : "; only " + std::string(who) + " as a whole does") +
         "; the kernel has no matrix instructions, and lanes pass on no values: an index may be swapped";
}

std::string counted_product(const format::Recording& r, const std::vector<Remark>& remarks) {
  const auto left_out = std::ranges::find(remarks, Remark::Kind::kLeftOut, &Remark::kind);
  if (left_out == remarks.end()) return "";
  if (are_stepped_over(*left_out))
    return left_out_in_words(r, *left_out) + "; the figures are for the other " +
           thousands(left_out->of - left_out->count) + " of K";
  return left_out_in_words(r, *left_out) + "; the figures are for what the kernel computes, " +
         size_in_words(left_out->product);
}

std::string_view name_of(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::kUnfilled: return "unfilled";
    case Remark::Kind::kUntouched: return "untouched";
    case Remark::Kind::kNeverRead: return "never read";
    case Remark::Kind::kRepeated: return "repeated";
    case Remark::Kind::kUnused: return "unused";
    case Remark::Kind::kLeftOut: return "left out";
    case Remark::Kind::kSkipped: return "skipped";
    case Remark::Kind::kElsewhere: return "other arrays";
    case Remark::Kind::kSwapped:
    case Remark::Kind::kUnfit: return "index";
  }
  return {};
}

std::string sentence(const format::Recording& r, const Remark& remark) {
  const std::string& name = r.tensors[remark.tensor].name;
  const bool all = remark.count == remark.of, one = remark.of == 1;
  switch (remark.kind) {
    case Remark::Kind::kUnfilled:
      return name + ": " +
             (one   ? "its element is read and was never written"
              : all ? "all " + thousands(remark.of) + " elements are read and none was ever written"
                    : thousands(remark.count) + " of " + thousands(remark.of) +
                          " elements are read and none of the array was ever written") +
             ": the program does not fill it.";
    case Remark::Kind::kUntouched:
      return name + ": " + count_of(remark.of * r.tensors[remark.tensor].element_bytes, "byte") +
             " of each block's shared memory that no thread loads or stores to.";
    case Remark::Kind::kNeverRead: {
      std::string first;
      if (const auto cell = analysis::cell_in(r, remark.tensor, remark.byte); cell && !cell->padding)
        first = "; the first is " + format::place_name(r, cell->tensor, cell->row, cell->column);
      return name + ": " +
             (one   ? "the stored value"
              : all ? "all " + thousands(remark.of) + " stored elements"
                    : thousands(remark.count) + " of the " + thousands(remark.of) + " stored elements") +
             (one || (remark.count == 1) ? " is" : " are") + " never loaded" + (all ? "" : first) + ".";
    }
    case Remark::Kind::kRepeated: {
      const auto part = [](const analysis::FragmentPart& p) {
        return "rows " + std::to_string(p.first_row) + " to " + std::to_string(p.last_row) + ", columns " +
               std::to_string(p.first_column) + " to " + std::to_string(p.last_column);
      };
      const analysis::RepeatedFragment& f = remark.repeated;
      return "mma" + (f.line == 0 ? "" : " on line " + std::to_string(f.line)) + " uses one loaded register for both " +
             part(f.one) + " and " + part(f.other) + " of its " + (f.of_b ? "second" : "first") + " matrix, while " +
             thousands(remark.count) + " of the " + thousands(remark.of) + " elements of " + name +
             " are never loaded.";
    }
    case Remark::Kind::kUnused:
      return thousands(remark.count) + " of " + count_of(remark.of, "register") + " that " + remark.unused.instruction +
             " on line " + std::to_string(remark.unused.line) + " loads " + (remark.count == 1 ? "is" : "are") +
             " used by no instruction.";
    case Remark::Kind::kLeftOut:
    case Remark::Kind::kSkipped: return clause(r, remark) + ".";  // begins with k, which is a name
    case Remark::Kind::kElsewhere: return clause(r, remark) + ".";
    case Remark::Kind::kSwapped:
    case Remark::Kind::kUnfit: return capital(clause(r, remark)) + ".";
  }
  return {};
}

}  // namespace gemmscope::words
