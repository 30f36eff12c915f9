// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/verified.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <span>
#include <tuple>

#include "tracing/analysis/footprints.h"
#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/analysis/tiles/said.h"
#include "tracing/analysis/tiles/sums_products.h"
#include "tracing/analysis/values/likeness.h"
#include "tracing/analysis/values/whole_product.h"
#include "tracing/format/text.h"

namespace gemmscope::analysis {
namespace {

/// Shares of the elements that must agree before the others count as wrong: where the launch loads A, B and C alone,
/// and where it loads other arrays, too, which may say what C is.
constexpr double kMajority = 0.5, kNearlyAll = 0.9;
constexpr double kAlike = 0.9;  ///< correlation of a product of which a part is missing or wrong

WrongElement wrong_element(const Factors& f, std::size_t i, const Explanation& by) {
  const Expectation e = expected(f, i, by.scaled(), by.precision);
  return {static_cast<std::uint32_t>(i / f.columns), static_cast<std::uint32_t>(i % f.columns), f.after[i], e.value,
          f.is_whole() ? 0 : e.tolerance};
}

std::string number_text(double value) {
  char text[48];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// A number where the product would be NaN: the launch did not compute this product.
bool is_number_for_nan(const Factors& f, const Explanation& by) {
  for (std::size_t i = 0; i < f.elements(); ++i)
    if (!std::isnan(f.after[i]) && std::isnan(expected(f, i, by.scaled(), by.precision).value)) return true;
  return false;
}

/// What of all elements follows from the explanation.
void look_at_all(const Factors& f, const Explanation& by, Verified& to) {
  bool seen = false;
  for (std::size_t i = 0; i < f.elements(); ++i) {
    const Expectation e = expected(f, i, by.scaled(), by.precision);
    seen = seen || f.before[i] != 0;
    if (!agrees(f, i, by.scaled(), by.precision)) {
      if (!to.first) to.first = wrong_element(f, i, by);
    } else if (std::isnan(e.value)) {
      ++to.nans;
    } else if (!std::isinf(f.after[i])) {
      const double off = std::fabs(f.after[i] - e.value);
      to.largest = std::max(to.largest, off);
      if (e.tolerance > 0) to.share = std::max(to.share, off / e.tolerance);
    }
  }
  to.beta_is_seen = seen;
}

std::string why_nothing(const Factors& f, const format::Recording& recording, const Product& p) {
  const std::string both = recording.tensors[p.A.tensor].name + " × " + recording.tensors[p.B.tensor].name;
  if (f.elements() == 0) return "no element of C is known";
  if (std::ranges::all_of(f.sum, [](double each) { return std::isnan(each); }))
    return both + " is NaN in all elements: an input holds NaN, or was not written";
  if (std::ranges::all_of(f.magnitude, [](double each) { return each == 0; })) return both + " is 0 in all elements";
  return "";
}

/// `stretches`: ascending and apart.
bool covers(std::span<const Stretch> stretches, std::uint32_t byte) {
  const auto after = std::ranges::upper_bound(stretches, byte, {}, &Stretch::first);
  return after != stretches.begin() && byte - std::prev(after)->first < std::prev(after)->count;
}

/// The first element of C, NaN as before the launch, to which no request of the launch stores; its product is a number.
/// nullopt: there is none, or what is stored is not known.
std::optional<WrongElement> never_stored(const format::Recording& recording, const Product& p, const Factors& f) {
  const Footprints footprints(recording);
  if (!footprints.complete()) return std::nullopt;
  const std::uint32_t bytes = recording.tensors[p.C.tensor].element_bytes;
  const auto is_stored = [&](std::uint32_t byte) {
    return std::ranges::any_of(footprints.of_launch(), [&](const Footprint& part) {
      return part.tensor == p.C.tensor && part.op != format::Op::kLoad && covers(part.stretches, byte);
    });
  };
  for (std::size_t i = 0; i < f.elements(); ++i) {
    const auto row = static_cast<std::uint32_t>(i / f.columns), column = static_cast<std::uint32_t>(i % f.columns);
    if (std::isnan(f.after[i]) && std::isfinite(f.sum[i]) && !is_stored(p.element_of_C(row, column) * bytes))
      return WrongElement{row, column, f.after[i], f.sum[i], 0};
  }
  return std::nullopt;
}

/// What explains C if only the k's count that the launch loads; nullopt: nothing does.
std::optional<Explanation> explanation_so_far(const format::Recording& recording, const Product& seen,
                                              const format::KeptMemory& memory) {
  auto factors = factors_of(recording, seen, memory);
  if (!factors) return std::nullopt;
  Explanation by = explanation_of(*factors, recording, seen, memory);
  return by.wrong == 0 ? std::optional(std::move(by)) : std::nullopt;
}

/// Whether the kernel's parameters alpha and beta are those of alpha A B + beta C. Other kernels that load like a
/// product may have such parameters, too, and need not multiply what they load, nor load C.
bool scales_a_product(const format::Recording& recording, const Product& product, const format::KeptMemory& memory) {
  const format::KeptScalar* const alpha = scalar_called(memory.scalars, "alpha");
  const format::KeptScalar* const beta = scalar_called(memory.scalars, "beta");
  if (alpha == nullptr || beta == nullptr) return false;
  const auto loads_C = [&](const format::Site& site) {
    return site.tensor == product.C.tensor && site.op != format::Op::kStore;
  };
  return (*value_of(*beta) == 0 || std::ranges::any_of(recording.sites, loads_C)) && multiplies_loaded(recording);
}

/// Whether a comment says that C is this product, or the kernel's parameters alpha and beta do.
bool is_meant(const format::Recording& recording, const Product& product, const format::KeptMemory& memory) {
  if (const auto said = said_in(recording).roles; said && is_as_said(product, *said)) return true;
  return scales_a_product(recording, product, memory);
}

/// How it is known that C should be the product.
enum class Known { kNot, kMeant, kSwapped };

/// kMeant: the source says so. kSwapped: lanes sum products of what they load, but not for the elements that they
/// store. Sums of products alone do not tell: a right kernel may scale them by row and column.
Known known_by(const format::Recording& recording, const Tiles& tiles, const format::KeptMemory& memory,
               const Product& product) {
  if (may_swap_an_index(recording, tiles) && sums_products(recording)) return Known::kSwapped;
  return is_meant(recording, product, memory) ? Known::kMeant : Known::kNot;
}

/// Why results that the explanation does not explain may be right. Empty: they are wrong.
std::string why_other(const Factors& f, const format::Recording& recording, const Product& p, const Explanation& by,
                      Known known) {
  const double share = 1 - static_cast<double>(by.wrong) / static_cast<double>(f.elements());
  const std::vector<std::uint16_t> others = other_arrays(recording, p);
  if (is_triangle(f, by.scaled(), by.precision)) return "the elements that differ are those on one side of a diagonal";
  const OfProduct follows = f.is_whole() ? OfProduct::kNot : dependence_on_product(f, by.scaled(), by.precision);
  if (follows == OfProduct::kAlone)
    return "what elements differ by depends on their product alone, as where a function follows it";
  if (follows == OfProduct::kMostly)
    return "what elements differ by depends mostly on their product, as where norms of its row and column divide it";
  if (share > kNearlyAll) return "";
  if (!f.A_is_constant && !f.B_is_constant && is_row_and_column(f, by.scaled(), by.precision))
    return "what elements differ by is a number for each row and one for each column";
  if (!others.empty()) return "the launch also loads " + recording.tensors[others[0]].name;
  if (known != Known::kNot || share > kMajority || correlation_of(f, by.scaled()) > kAlike) return "";
  const auto factor = [&](const ProductMatrix& matrix) {
    return recording.tensors[matrix.tensor].name + (matrix.transposed != p.C.transposed ? "^T" : "");
  };
  const bool swaps = p.C.transposed;  // C^T = B^T A^T
  return "no number for alpha and beta explains it. If C should be the product, say so in the source: // gemmscope: " +
         recording.tensors[p.C.tensor].name + " = " + factor(swaps ? p.B : p.A) + " * " + factor(swaps ? p.A : p.B);
}

/// alpha and beta that no parameter is, although the kernel has one of that name: "parameter `alpha` is 2".
std::string ignored_scale(const Explanation& by, const format::KeptMemory& memory, bool beta_is_seen) {
  for (const auto& [name, scale, counts] :
       {std::tuple("alpha", &by.scales.alpha, true), std::tuple("beta", &by.scales.beta, beta_is_seen)}) {
    const format::KeptScalar* const named = scalar_called(memory.scalars, name);
    if (counts && named != nullptr && *value_of(*named) != scale->value)
      return "parameter `" + named->name + "` is " + number_text(*value_of(*named));
  }
  return "";
}

/// As it is if it has that product's sizes.
Verified verified_as(const format::Recording& recording, const Tiles& tiles, const Product& whole,
                     const format::KeptMemory& memory) {
  const Product& product = tiles.product;
  Verified to{.product = whole};
  auto factors = factors_of(recording, to.product, memory);
  if (!factors) return to.why = factors.error().message, to;
  if (to.why = why_nothing(*factors, recording, product); !to.why.empty()) return to;
  to.by = explanation_of(*factors, recording, to.product, memory);
  if (to.by.wrong != 0 && whole.K > product.K)
    if (auto so_far = explanation_so_far(recording, product, memory); so_far && !so_far->added) {
      if (to.by.added) factors = factors_of(recording, to.product, memory);  // `before` was another array
      if (!factors) return to.why = factors.error().message, to;
      to.by = std::move(*so_far), to.k_loaded = product.K;
      to.by.wrong = count_wrong(*factors, to.by.scaled(), to.by.precision);
    }
  to.elements = factors->elements(), to.wrong = to.by.wrong, to.is_exact = factors->is_whole();
  to.A_is_constant = factors->A_is_constant, to.B_is_constant = factors->B_is_constant;
  look_at_all(*factors, to.by, to);
  if (2 * to.nans > to.elements) {
    to.why = "most of it is NaN, as what C held before is, or an input";
    if (const auto first = never_stored(recording, to.product, *factors)) {
      to.verdict = Verified::Verdict::kWrong, to.first = first;
      to.why = "most of it is NaN, and some elements are never stored";
    }
    return to;
  }
  if (to.wrong == 0) {
    if (std::isinf(gamma_of(to.product.K, to.by.precision.sum)))
      return to.why = to.by.precision.text + " of " + std::to_string(to.product.K) + " terms has no error bound", to;
    to.verdict = Verified::Verdict::kRight;
    if (to.why = ignored_scale(to.by, memory, to.beta_is_seen); !to.why.empty())
      return to.verdict = Verified::Verdict::kWrong, to;
    if (to.by.scales.alpha.from == Scale::From::kFitted || to.by.scales.beta.from == Scale::From::kFitted) {
      to.verdict = Verified::Verdict::kOther;
      to.why = "the kernel has no parameter, constant or array with this number";
    }
    return to;
  }
  const Known known = known_by(recording, tiles, memory, product);
  if (to.k_loaded == 0 && is_number_for_nan(*factors, to.by))
    to.why = "some elements would be NaN, and are not, so its sizes are not as they are found";
  else if (to.k_loaded == 0)
    to.why = why_other(*factors, recording, to.product, to.by, known);
  to.verdict = to.why.empty() ? Verified::Verdict::kWrong : Verified::Verdict::kOther;
  return to;
}

/// Stored the other way.
ProductMatrix turned(const ProductMatrix& as, std::uint32_t rows, std::uint32_t columns) {
  return {as.tensor, !as.transposed, as.transposed ? columns : rows};
}

Verified with_sizes(const format::Recording& recording, const Tiles& tiles, const format::KeptMemory& memory) {
  const Product whole = whole_product(recording, tiles);
  const Product& product = tiles.product;
  Verified first = verified_as(recording, tiles, whole, memory);
  const bool is_known = product.by == Product::By::kLane || product.by == Product::By::kSaid;
  if (first.wrong == 0 || is_known || whole.batch.products != 1) return first;
  for (const auto& [turn_A, turn_B] : {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
    // Where warps or blocks are compared that use all of a matrix, which way it is stored was not seen.
    Product other = whole;
    if (turn_A) other.A = turned(whole.A, whole.M, whole.K);
    if (turn_B) other.B = turned(whole.B, whole.K, whole.N);
    if (Verified its = verified_as(recording, tiles, other, memory); its.verdict == Verified::Verdict::kRight)
      return its;
  }
  return first;
}

}  // namespace

Verified verified(const format::Recording& recording, const Tiles& tiles, const format::KeptMemory& memory) {
  Verified all = with_sizes(recording, tiles, memory);
  if (all.wrong != 0 || all.verdict != Verified::Verdict::kRight || !tiles.said.roles) return all;
  const SaidRoles& said = *tiles.said.roles;
  if (const std::string found = otherwise(recording, tiles.product, said); !found.empty()) {
    all.verdict = Verified::Verdict::kWrong;
    all.why = "line " + std::to_string(said.line) + " says " + format::shown(said.text) + ", and " + found;
  }
  return all;
}

}  // namespace gemmscope::analysis
