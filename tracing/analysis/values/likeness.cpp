// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/likeness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gemmscope::analysis {
namespace {

constexpr std::size_t kMostLookedAt = 16'384;
constexpr double kSmooth = 0.3;    ///< of the change that there is between elements in any order
constexpr double kRounded = 0.03;  ///< of that change: by how much more a function of the product may waver

/// An order that has nothing to do with where elements are.
std::uint64_t scattered(std::uint64_t i) {
  i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9u;
  return (i ^ i >> 27) * 0x94d049bb133111ebu;
}

/// An element of A B as it is scaled, what C is there, and how much that differs.
struct ChangedElement {
  double product = 0, result = 0, difference = 0;
  std::uint64_t order = 0;
};

/// By how much a number of the elements changes from each to the next.
struct Change {
  double in_any_order = 0, by_product = 0;
  [[nodiscard]] bool is_smooth() const { return by_product < kSmooth * in_any_order; }
};

double change_along(const std::vector<ChangedElement>& all, double ChangedElement::*number) {
  double change = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) change += std::fabs(all[i + 1].*number - all[i].*number);
  return change;
}

std::vector<ChangedElement> changed_elements(const Factors& f, const Scaled& s, const Precision& p) {
  std::vector<ChangedElement> all;
  Scaled product = s;  // in whose order: after relu, half of all elements are 0
  product.activation = Activation::kNone;
  const std::size_t step = f.elements() / kMostLookedAt + 1;
  for (std::size_t i = 0; i < f.elements(); i += step) {
    const Expectation e = expected(f, i, s, p);
    const bool agree = agrees(f, i, s, p);
    if (std::isfinite(e.value) && std::isfinite(f.after[i]))
      all.push_back({expected(f, i, product, p).value, f.after[i], agree ? 0 : f.after[i] - e.value, scattered(i)});
  }
  return all;
}

}  // namespace

OfProduct dependence_on_product(const Factors& f, const Scaled& s, const Precision& p) {
  std::vector<ChangedElement> all = changed_elements(f, s, p);
  if (all.empty()) return OfProduct::kNot;
  Change result, difference;
  std::ranges::sort(all, {}, &ChangedElement::order);
  result.in_any_order = change_along(all, &ChangedElement::result);
  difference.in_any_order = change_along(all, &ChangedElement::difference);
  std::ranges::stable_sort(all, {}, &ChangedElement::product);
  result.by_product = change_along(all, &ChangedElement::result);
  difference.by_product = change_along(all, &ChangedElement::difference);
  // Both: a C that is small differs from the product by about the product, whatever it is itself; and a C that is
  // nearly the product follows it, though what it differs by may be a mistake's.
  if (!result.is_smooth() || !difference.is_smooth()) return OfProduct::kNot;
  const auto [least, most] = std::ranges::minmax_element(all, {}, &ChangedElement::result);
  const double up_and_down = 2 * (most->result - least->result);
  return result.by_product <= up_and_down + kRounded * result.in_any_order ? OfProduct::kAlone : OfProduct::kMostly;
}

bool is_triangle(const Factors& f, const Scaled& s, const Precision& p) {
  // By how far an element is to the right of the diagonal: where elements agree, and where they do not.
  std::int64_t agree_first = INT64_MAX, agree_last = INT64_MIN, differ_first = INT64_MAX, differ_last = INT64_MIN;
  for (std::size_t i = 0; i < f.elements(); ++i) {
    const std::int64_t right =
        static_cast<std::int64_t>(i % f.columns) - static_cast<std::int64_t>(i / f.columns % f.M);
    const bool agree = agrees(f, i, s, p);
    std::int64_t &first = agree ? agree_first : differ_first, &last = agree ? agree_last : differ_last;
    first = std::min(first, right), last = std::max(last, right);
  }
  const bool both = agree_first <= agree_last && differ_first <= differ_last;
  return both && (agree_last < differ_first || differ_last < agree_first);
}

bool is_row_and_column(const Factors& f, const Scaled& s, const Precision& p) {
  const auto differs_by = [&](std::size_t i) { return f.after[i] - expected(f, i, s, p).value; };
  for (std::size_t i = 0; i < f.elements(); ++i) {
    const std::size_t row = i / f.columns * f.columns, column = i % f.columns;
    double may = 4 * expected(f, i, s, p).tolerance;
    for (const std::size_t other : {row, column, std::size_t{0}}) may += 4 * expected(f, other, s, p).tolerance;
    if (!(std::fabs(differs_by(i) - differs_by(row) - differs_by(column) + differs_by(0)) <= may)) return false;
  }
  return f.rows > 2 && f.columns > 2;
}

double correlation_of(const Factors& f, const Scaled& s) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < f.elements(); ++i) {
    const double is = f.after[i], should = expected(f, i, s, {}).value;
    if (!std::isfinite(is) || !std::isfinite(should)) continue;
    n += 1, x += is, y += should, xx += is * is, xy += is * should, yy += should * should;
  }
  const double of_x = n * xx - x * x, of_y = n * yy - y * y;
  return of_x > 0 && of_y > 0 ? (n * xy - x * y) / std::sqrt(of_x * of_y) : 0;
}

}  // namespace gemmscope::analysis
