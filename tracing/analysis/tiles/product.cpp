// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/product.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tracing/analysis/tiles/product_size.h"
#include "tracing/analysis/tiles/reached.h"
#include "tracing/analysis/tiles/room.h"
#include "tracing/analysis/tiles/source_kernel.h"
#include "tracing/analysis/tiles/units.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::size_t kFirstUnits = 8;  ///< by which most candidates are ruled out
constexpr double kMostAdders = 4;       ///< lanes that add to the same element of C, each with k's of its own
constexpr double kAgreement = 0.9;      ///< share of the units that must agree; at edges, some may not

/// An array as a matrix: the part of each unit.
struct Seen {
  ProductMatrix as;
  std::vector<MatrixPart> parts;
};

Seen seen_as(const std::vector<Unit>& units, const ProductMatrix& as, bool stored) {
  Seen seen{as, {}};
  for (const Unit& unit : units)
    seen.parts.push_back(as.part(stored ? unit[as.tensor].stored : unit[as.tensor].consumed));
  return seen;
}

/// The share of the units that have the same numbers, and have any, or `least`.
double agreement(const Seen& a, Ranges MatrixPart::*of_a, const Seen& b, Ranges MatrixPart::*of_b,
                 std::uint32_t least = 1) {
  std::size_t same = 0;
  for (std::size_t u = 0; u < a.parts.size(); ++u)
    same += numbers_in(a.parts[u].*of_a) >= least && a.parts[u].*of_a == b.parts[u].*of_b;
  return a.parts.empty() ? 0 : static_cast<double>(same) / static_cast<double>(a.parts.size());
}

/// Whether units have several rows of C, and several columns, and do not all store the same part. A single unit must
/// store more than one run, or its rows do not show. Lanes may be in one row, or in one column, if it is not the first:
/// other blocks have others, and which one it is must agree with the factors.
bool is_matrix(const Seen& C, const std::vector<Unit>& units, Product::By by) {
  const auto differs = [&](Ranges MatrixPart::*of) {
    return std::ranges::any_of(C.parts, [&](const MatrixPart& part) { return part.*of != C.parts.front().*of; });
  };
  const bool rows = differs(&MatrixPart::rows), columns = differs(&MatrixPart::columns);
  const auto several = [&](Ranges MatrixPart::*of) {
    return std::ranges::any_of(C.parts, [&](const MatrixPart& part) { return numbers_in(part.*of) > 1; });
  };
  if (units.size() == 1 ? units[0][C.as.tensor].stored.size() == 1 : !rows && !columns) return false;
  const MatrixPart& first = C.parts.front();
  const auto is_behind = [](const Ranges& side) { return !side.empty() && side.front().begin != 0; };
  if (by == Product::By::kLane && (rows ? is_behind(first.columns) : is_behind(first.rows))) return true;
  return (rows || several(&MatrixPart::rows)) && (columns || several(&MatrixPart::columns));
}

std::size_t lanes_of(Product::By by) {
  return by == Product::By::kLane ? 1 : by == Product::By::kWarp ? std::size_t{format::kLanes} : kWholeBlock;
}

class Search {
 public:
  Search(const Recording& recording, const Consumption& consumption, Product::By by, const SaidRoles* said)
      : r_(recording),
        said_(said),
        tensors_(consumption.tensors),
        units_(units_of(consumption, lanes_of(by))),
        by_(by),
        is_staged_(tensors_),
        arguments_(scalar_arguments(recording)) {
    for (const Staged& staged : consumption.staged) is_staged_[staged.tensor] = true;
    for (std::size_t i = 0; i < std::min(units_.size(), kFirstUnits); ++i)
      first_.push_back(units_[i * units_.size() / std::min(units_.size(), kFirstUnits)]);
  }

  std::optional<Product> run(const std::vector<std::vector<std::uint32_t>>& pitches) {
    for (std::uint16_t c = 0; c < tensors_; ++c) {
      if (said_ != nullptr && said_->C != c) continue;
      if (const double adders = units_per_element(units_, c); adders == 0 || adders > kMostAdders) continue;
      for (const std::uint32_t pitch : pitches[c])
        if (pitch < elements_in(r_.tensors[c])) look({c, false, pitch}, pitches);
    }
    if (best_) add_others(*best_);
    return std::move(best_);
  }

 private:
  /// Adds the products that agree with C, too, and have a factor that no product has so far; the other factor may be
  /// shared.
  void add_others(Product& best) const {
    std::vector<std::uint16_t> used{best.A.tensor, best.B.tensor};
    const auto is_new = [&](const ProductMatrix& matrix) { return std::ranges::count(used, matrix.tensor) == 0; };
    for (const Product& each : agreeing_) {
      const bool new_A = is_new(each.A), new_B = is_new(each.B);
      const bool fits = (new_A && (new_B || each.B == best.B)) || (new_B && each.A == best.A);
      if (each.C != best.C || !fits) continue;
      best.others.push_back({each.A, each.B});
      used.push_back(each.A.tensor), used.push_back(each.B.tensor);
    }
  }

  void look(const ProductMatrix& c, const std::vector<std::vector<std::uint32_t>>& pitches) {
    const Seen C = seen_as(units_, c, true), first = seen_as(first_, c, true);
    if (!is_matrix(C, units_, by_)) return;
    std::vector<Seen> as_A, as_B;
    for (std::uint16_t t = 0; t < tensors_; ++t)
      for (const bool transposed : {false, true})  // of two that would do, as where a lane loads all of it, the first
        for (const std::uint32_t pitch : pitches[t]) {
          if (t == c.tensor || (by_ == Product::By::kBlock && !is_staged_[t])) continue;
          const ProductMatrix as{t, transposed, pitch};
          const Seen some = seen_as(first_, as, false);
          const bool rows = agreement(some, &MatrixPart::rows, first, &MatrixPart::rows) >= 0.5;
          const bool columns = agreement(some, &MatrixPart::columns, first, &MatrixPart::columns) >= 0.5;
          if (!rows && !columns) continue;
          Seen seen = seen_as(units_, as, false);
          if (columns && may_be(as, &SaidRoles::B) &&
              agreement(seen, &MatrixPart::columns, C, &MatrixPart::columns) >= kAgreement)
            as_B.push_back(seen);
          if (rows && may_be(as, &SaidRoles::A) &&
              agreement(seen, &MatrixPart::rows, C, &MatrixPart::rows) >= kAgreement)
            as_A.push_back(std::move(seen));
        }
    for (const Seen& A : as_A)
      for (const Seen& B : as_B) {
        if (A.as.tensor == B.as.tensor) continue;
        const double of_k = agreement(A, &MatrixPart::columns, B, &MatrixPart::rows, 2);
        const double score = of_k + agreement(A, &MatrixPart::rows, C, &MatrixPart::rows) +
                             agreement(B, &MatrixPart::columns, C, &MatrixPart::columns);
        if (of_k < kAgreement) continue;
        agreeing_.push_back({.A = A.as, .B = B.as, .C = C.as, .by = by_});
        if (score < score_ || (score == score_ && !is_likelier(agreeing_.back()))) continue;
        score_ = score, best_ = agreeing_.back();
      }
  }

  /// Whether arguments say how long more of its rows are than of the best so far. A block as a whole shows less than
  /// its lanes: of a triangle, the distance along the diagonal would do, too.
  bool is_likelier(const Product& product) const {
    const auto said = [&](const Product& p) {
      const std::array pitches{p.A.pitch, p.B.pitch, p.C.pitch};
      return std::ranges::count_if(pitches,
                                   [&](std::uint32_t pitch) { return std::ranges::count(arguments_, pitch) != 0; });
    };
    return by_ == Product::By::kBlock && best_ && said(product) > said(*best_);
  }

  bool may_be(const ProductMatrix& as, SaidRoles::Factor SaidRoles::*factor) const {
    return said_ == nullptr || said_->*factor == SaidRoles::Factor{as.tensor, as.transposed};
  }

  const Recording& r_;
  const SaidRoles* said_;
  std::uint16_t tensors_;
  std::vector<Unit> units_, first_;
  Product::By by_;
  std::vector<bool> is_staged_;
  std::vector<std::uint32_t> arguments_;
  double score_ = 0;
  std::optional<Product> best_;
  std::vector<Product> agreeing_;  ///< best_ among them
};

/// Which of the kernel's parameters the array is, or is found through (`*A`). nullopt: none, or the source is not
/// known.
std::optional<std::ptrdiff_t> parameter_of(const SourceKernel& source, const format::Tensor& array) {
  if (source.kernel() == nullptr) return std::nullopt;
  const std::vector<cxx::Declared>& all = source.kernel()->parameters;
  const std::size_t name = std::min(array.name.find_first_not_of('*'), array.name.size());
  const auto found = std::ranges::find(all, array.name.substr(name), &cxx::Declared::name);
  return found == all.end() ? std::nullopt : std::optional(found - all.begin());
}

/// Whether names that differ in one letter only, as d_A and d_B, have A and B there: true: the first has A; false: B.
std::optional<bool> is_A_by_name(std::string_view first, std::string_view second) {
  const auto [one, two] = std::ranges::mismatch(first, second);
  if (one == first.end() || first.size() != second.size() || !std::equal(one + 1, first.end(), two + 1)) return {};
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (small(*one) == 'a' && small(*two) == 'b') return true;
  return small(*one) == 'b' && small(*two) == 'a' ? std::optional(false) : std::nullopt;
}

/// The same product can be read as C = A B or as C^T = B^T A^T. A is the factor with that name; or else the one that
/// comes first among the kernel's parameters or, if they do not tell, in memory.
void choose_A(const Recording& recording, Product& product) {
  const SourceKernel source(recording);
  const format::Tensor &one = recording.tensors[product.A.tensor], &two = recording.tensors[product.B.tensor];
  const auto first = parameter_of(source, one), second = parameter_of(source, two);
  if (is_A_by_name(one.name, two.name)
          .value_or(first && second ? *first < *second : product.A.tensor < product.B.tensor))
    return;
  std::swap(product.A, product.B);
  for (ProductMatrix* each : {&product.A, &product.B, &product.C}) each->transposed = !each->transposed;
  for (Product::Other& other : product.others) {
    std::swap(other.A, other.B);
    other.A.transposed = !other.A.transposed, other.B.transposed = !other.B.transposed;
  }
}

/// False: it has none (product_size.h).
bool add_size(const Recording& recording, Product& product) {
  const auto size = product_size(recording, product.A, product.B, product.C);
  if (size) product.M = size->M, product.N = size->N, product.K = size->K;
  if (size) product.last_K = size->last_K, product.in_part = size->in_part, product.batch = size->batch;
  for (Product::Other& other : product.others)
    if (const auto of_A = reached_in(recording, other.A, false))
      for (const Reached& of_block : *of_A) other.K = std::max(other.K, of_block.columns.end);
  return size.has_value();
}

}  // namespace

std::optional<Product> product_in(const Recording& recording, const Consumption& consumption, const SaidRoles* said,
                                  GivenRows rows) {
  if (consumption.tensors < 3) return std::nullopt;
  const auto pitches = pitches_of_each(recording, consumption, rows);
  for (const Product::By by : {Product::By::kLane, Product::By::kWarp, Product::By::kBlock})
    if (auto product = Search(recording, consumption, by, said).run(pitches)) {
      if (said == nullptr) choose_A(recording, *product);
      return add_size(recording, *product) && product->M != 1 && product->N != 1 ? product : std::nullopt;
    }
  return std::nullopt;
}

std::optional<Product> said_product(const Recording& recording, const SaidRoles& said) {
  const auto matrix = [&](std::uint16_t tensor, bool transposed) {
    return ProductMatrix{tensor, transposed, recording.tensors[tensor].layout.pitch};
  };
  for (const std::uint16_t tensor : {said.A.tensor, said.B.tensor, said.C})
    if (recording.tensors[tensor].layout.rows < 2 || !recording.tensors[tensor].parts.empty()) return std::nullopt;
  Product product{.A = matrix(said.A.tensor, said.A.transposed),
                  .B = matrix(said.B.tensor, said.B.transposed),
                  .C = matrix(said.C, false),
                  .by = Product::By::kSaid};
  const bool any = add_size(recording, product) && product.M != 0 && product.N != 0 && product.K != 0;
  return any && said.A.tensor != said.B.tensor ? std::optional(product) : std::nullopt;
}

bool is_as_said(const Product& product, const SaidRoles& said) {
  const bool swaps = product.C.transposed;
  const ProductMatrix& A = swaps ? product.B : product.A;
  const ProductMatrix& B = swaps ? product.A : product.B;
  return product.C.tensor == said.C && said.A == SaidRoles::Factor{A.tensor, A.transposed != swaps} &&
         said.B == SaidRoles::Factor{B.tensor, B.transposed != swaps};
}

}  // namespace gemmscope::analysis
