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

/// Elements from the beginning of a stretch of neighbours to the beginning of the next, and how often. A stretch goes
/// on from warp to warp: otherwise a tile whose rows end within warps, such as one with a halo, would have none of its
/// own rows' steps.
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

  /// Whether any lanes of a request, rather than lanes of several, are neighbours.
  bool lanes_adjoin() const { return lanes_adjoin_; }

 private:
  struct Stretch {
    std::uint32_t begin = 0, end = 0;  // bytes
  };

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
    Stretch& last = last_.try_emplace(std::pair(segment.interval, index)).first->second;
    std::optional<Stretch> open = last.end == first ? std::optional(last) : std::nullopt;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if ((row.mask >> lane & 1u) == 0) continue;
      const std::uint32_t at = base + lanes[lane];
      if (open && at == open->end) {
        open->end = at + width;
        lanes_adjoin_ = lanes_adjoin_ || at != first;
        continue;
      }
      if (open) step(open->begin, at);
      open = Stretch{at, at + width};
    }
    last = *open;
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
  std::map<std::pair<std::uint32_t, std::size_t>, Stretch> last_;  // of the same one of the warp before
  bool lanes_adjoin_ = false;
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

struct Guess {
  ArrayShape shape;
  std::pair<std::uint32_t, std::uint32_t> steps;  ///< of a row's length, and of whole multiples
  bool lanes_adjoin = false;
};

std::uint32_t elements_of(const format::Tensor& tensor) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(tensor.layout.extent(), 0xffffffff));
}

bool is_recorded(const format::Tensor& tensor) { return tensor.layout.lines() > 1 && tensor.layout.pitch != 0; }

bool has_a_size(const format::Tensor& tensor) {
  return tensor.element_bytes != 0 && tensor.parts.empty();  // of several allocations it is an accident
}

/// Rows and columns as many as the elements: those of another size, such as structs of floats, are not looked for,
/// because by chance some product fits one of the sizes, and its name contradicts the picture.
std::optional<Guess> guess(const Recording& recording, std::uint16_t tensor) {
  const std::vector<Scalar> all = scalars(recording);
  const std::uint32_t elements = elements_of(recording.tensors[tensor]);
  const Steps steps(recording, tensor);
  std::optional<Guess> best;
  for (const Scalar& columns : all) {
    if (elements % columns.value != 0) continue;
    const auto rows = name_of(all, elements / columns.value, columns, recording.grid_z);
    if (!rows) continue;
    const auto seen = steps.count(columns.value);
    // Without any steps, the parameter that comes later: M x K, height x width.
    if (best && seen < best->steps) continue;
    const bool ambiguous = is_ambiguous(all, elements / columns.value, columns);
    best = Guess{{elements, columns.value, ArrayShape::From::kGuessed,
                  ambiguous ? "" : *rows + " \u00d7 " + std::string(columns.name)},
                 seen,
                 steps.lanes_adjoin()};
  }
  return best;
}

/// Of an array in which nobody steps by a row's length, what is seen in one of as many elements: in[y * w + x] is
/// likely to have the rows of out[y * w + x]. Not if lanes adjoin in one of the two alone, as it may be transposed.
Guess as_others(const Recording& recording, std::uint16_t tensor, Guess own) {
  Guess best = own;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& other = recording.tensors[t];
    if (t == tensor || other.space != format::Space::kGlobal || is_recorded(other) || !has_a_size(other)) continue;
    if (elements_of(other) != own.shape.elements) continue;
    const auto seen = guess(recording, t);
    if (seen && seen->lanes_adjoin == own.lanes_adjoin && seen->steps.first > best.steps.first) best = *seen;
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
  const format::Tensor& array = recording.tensors[tensor];
  const std::uint32_t elements = elements_of(array);
  if (is_recorded(array)) return {elements, array.layout.pitch, ArrayShape::From::kRecorded, {}};
  if (array.element_bytes == 0) return {elements, 1, ArrayShape::From::kFolded, {}};
  if (const auto guessed = has_a_size(array) ? guess(recording, tensor) : std::nullopt)
    return guessed->steps.first != 0 ? guessed->shape : as_others(recording, tensor, *guessed).shape;
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
