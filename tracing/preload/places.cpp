// SPDX-License-Identifier: MIT
#include "tracing/preload/places.h"

#include <algorithm>

namespace gemmscope::preload {
namespace {

/// If several arrays are at one place, those without bytes of their own are there because a launch adds none.
std::vector<MovedArray> sorted(std::vector<MovedArray> arrays) {
  std::ranges::stable_sort(arrays, {}, &MovedArray::from);
  return arrays;
}

std::optional<std::uint64_t> moved(const std::vector<MovedArray>& arrays, std::uint64_t address) {
  const auto behind = std::ranges::upper_bound(arrays, address, {}, &MovedArray::from);
  if (behind == arrays.begin()) return std::nullopt;
  return (behind - 1)->to + (address - (behind - 1)->from);
}

}  // namespace

Places::Places(std::vector<MovedArray> shared, std::vector<MovedArray> constant)
    : shared_(sorted(std::move(shared))), constant_(sorted(std::move(constant))) {}

std::optional<Point> Places::of(std::uint64_t recorded) const {
  using lockstep::Space;
  const std::uint64_t address = recorded & ((std::uint64_t{1} << rewrite::kTagShift) - 1);
  switch (recorded >> rewrite::kTagShift) {
    case rewrite::kGlobalTag: return Point{Space::kGlobal, address};
    case rewrite::kArgumentTag: return Point{Space::kArgument, address};
    case rewrite::kLocalTag: return Point{Space::kLocal, address};
    case rewrite::kSharedTag:
      if (const auto to = moved(shared_, address)) return Point{Space::kShared, *to};
      return std::nullopt;
    default:
      if (const auto to = moved(constant_, address)) return Point{Space::kGlobal, *to};
      return std::nullopt;
  }
}

}  // namespace gemmscope::preload
