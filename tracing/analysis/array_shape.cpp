// SPDX-License-Identifier: MIT
#include "tracing/analysis/array_shape.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace gemmscope::analysis {
namespace {

using format::Recording;

struct Scalar {
  std::string_view name;
  std::uint32_t value = 0;
};

/// Parameters that can be a number of rows or columns, in their order. `launch`, `grid` and `block` are the program's.
std::vector<Scalar> scalars(const Recording& recording) {
  std::vector<Scalar> all;
  for (const format::Parameter& each : recording.parameters) {
    Scalar scalar{each.name, 0};
    const char* const end = each.value.data() + each.value.size();
    const auto [read, error] = std::from_chars(each.value.data(), end, scalar.value);
    if (error == std::errc{} && read == end && scalar.value > 1 && each.name != "launch") all.push_back(scalar);
  }
  return all;
}

/// Elements from the beginning of a stretch of neighbours to the beginning of the next, and how often.
class Steps {
 public:
  Steps(const Recording& recording, std::uint16_t tensor) : recording_(recording), tensor_(tensor) {
    if (recording.blocks.empty()) return;
    for (const format::Segment& segment : recording.patterns[recording.blocks[0].pattern].segments)
      if (!add(segment)) return;
  }

  /// Steps of so many elements, and of whole multiples: rows may be left out.
  std::pair<std::uint32_t, std::uint32_t> count(std::uint32_t elements) const {
    std::pair<std::uint32_t, std::uint32_t> count;
    for (const auto& [step, times] : counts_) {
      if (step == elements) count.first += times;
      if (step % elements == 0) count.second += times;
    }
    return count;
  }

 private:
  bool add(const format::Segment& segment) {
    const format::Template& coded = recording_.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Row& each = coded.rows[row];
      if (recording_.sites[each.site].tensor != tensor_ || each.base == format::kSharedBase) continue;
      if (++requests_ > kMostRequests) return false;
      add(each, coded.lanes(row), segment.base[each.base], segment, row);
    }
    return true;
  }

  void add(const format::Row& row, std::span<const std::uint32_t, kLanes> lanes, std::uint32_t base,
           const format::Segment& segment, std::size_t index) {
    const std::uint32_t width = recording_.sites[row.site].width;
    const std::uint32_t first = base + lanes[static_cast<std::size_t>(std::countr_zero(row.mask))];
    from_before(of_site_, std::pair(segment.warp, row.site), first);
    from_before(of_warps_, std::pair(segment.interval, index), first);
    std::optional<std::uint32_t> begin, end;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((row.mask >> lane & 1u) == 0) continue;
      const std::uint32_t at = base + lanes[lane];
      if (end && at == *end) {
        end = at + width;
        continue;
      }
      if (begin) step(*begin, at);
      begin = at, end = at + width;
    }
  }

  template <class Key>
  void from_before(std::map<Key, std::uint32_t>& begun, const Key& key, std::uint32_t at) {
    const auto [last, is_first] = begun.try_emplace(key, at);
    if (!is_first) step(std::exchange(last->second, at), at);
  }

  void step(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t bytes = from < to ? to - from : from - to, element = recording_.tensors[tensor_].element_bytes;
    if (bytes != 0 && bytes % element == 0) ++counts_[bytes / element];
  }

  static constexpr std::uint32_t kMostRequests = 1u << 14;
  const Recording& recording_;
  const std::uint16_t tensor_;
  std::uint32_t requests_ = 0;
  // Where a request began: the one before of a warp and site, and the same one of the warp before.
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint32_t> of_site_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> of_warps_;
  std::map<std::uint32_t, std::uint32_t> counts_;
};

/// What `rows` is called, if it is a scalar, one for each z of the grid, or a product of two: "ny", "nz \u00d7 ny". The
/// factor whose parameter is nearer to that of the columns comes last: neighbouring rows are counted by it.
std::optional<std::string> name_of(const std::vector<Scalar>& scalars, std::uint64_t rows, const Scalar& columns,
                                   std::uint32_t grid_z) {
  for (const Scalar& one : scalars)
    if (one.value == rows) return std::string(one.name);
  for (const Scalar& one : scalars)
    if (grid_z != 1 && std::uint64_t{one.value} * grid_z == rows) return "gridDim.z \u00d7 " + std::string(one.name);
  for (const Scalar& one : scalars)
    for (const Scalar& other : scalars) {
      if (std::uint64_t{one.value} * other.value != rows) continue;
      const bool turned = &columns < &one && &one < &other;
      return std::string((turned ? other : one).name) + " \u00d7 " + std::string((turned ? one : other).name);
    }
  return std::nullopt;
}

/// Whether another parameter could as well be the rows or the columns.
bool is_ambiguous(const std::vector<Scalar>& scalars, std::uint64_t rows, const Scalar& columns) {
  const auto are = [&](std::uint64_t value) {
    return std::ranges::count(scalars, value, [](const Scalar& each) { return std::uint64_t{each.value}; });
  };
  return are(rows) > 1 || are(columns.value) > 1;
}

/// Rows and columns as many as the elements: those of another size, such as structs of floats, are not looked for,
/// because by chance some product fits one of the sizes, and its name contradicts the picture.
std::optional<ArrayShape> guess(const Recording& recording, std::uint16_t tensor, std::uint32_t elements) {
  const std::vector<Scalar> all = scalars(recording);
  const Steps steps(recording, tensor);
  std::optional<ArrayShape> best;
  std::pair<std::uint32_t, std::uint32_t> most;
  for (const Scalar& columns : all) {
    if (elements % columns.value != 0) continue;
    const auto rows = name_of(all, elements / columns.value, columns, recording.grid_z);
    if (!rows) continue;
    const auto seen = steps.count(columns.value);
    if (best && seen < most) continue;  // without any steps, the parameter that comes later: M x K, height x width
    const bool ambiguous = is_ambiguous(all, elements / columns.value, columns);
    best = ArrayShape{elements, columns.value, ArrayShape::From::kGuessed,
                      ambiguous ? "" : *rows + " \u00d7 " + std::string(columns.name)};
    most = seen;
  }
  return best;
}

/// About twice as wide as high, and a row at least as long as a warp.
std::uint32_t fold(std::uint32_t elements) {
  std::uint32_t width = kLanes;
  while (std::uint64_t{width} * width < 2 * std::uint64_t{elements} && width < 1u << 15) width *= 2;
  return width;
}

}  // namespace

ArrayShape array_shape(const Recording& recording, std::uint16_t tensor) {
  const Layout& layout = recording.tensors[tensor].layout;
  const auto elements = static_cast<std::uint32_t>(std::min<std::uint64_t>(layout.extent(), 0xffffffff));
  if (layout.lines() > 1 && layout.pitch != 0) return {elements, layout.pitch, ArrayShape::From::kRecorded, {}};
  if (recording.tensors[tensor].element_bytes == 0) return {elements, 1, ArrayShape::From::kFolded, {}};
  if (!recording.tensors[tensor].parts.empty())  // its size is an accident
    return {elements, std::min(std::max(1u, elements), fold(elements)), ArrayShape::From::kFolded, {}};
  if (auto guessed = guess(recording, tensor, elements)) return *guessed;
  return {elements, std::min(std::max(1u, elements), fold(elements)), ArrayShape::From::kFolded, {}};
}

std::vector<ArrayShape> array_shapes(const Recording& recording) {
  if (recording.is_gemm()) return {};
  std::vector<ArrayShape> shapes(recording.tensors.size());
  for (std::uint16_t t = 0; t < shapes.size(); ++t)
    if (recording.tensors[t].space == format::Space::kGlobal) shapes[t] = array_shape(recording, t);
  return shapes;
}

}  // namespace gemmscope::analysis
