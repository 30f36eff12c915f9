// SPDX-License-Identifier: MIT
#include "tracing/analysis/array_shape.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "tracing/analysis/size_names.h"
#include "tracing/analysis/source_rows.h"

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
/// on from warp to warp: otherwise a tile whose rows end within warps, for example one with a halo, would have none of
/// its own rows' steps.
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

  /// Whether most steps have this number of elements.
  bool are_mostly(std::uint32_t elements) const {
    std::uint64_t all = 0;
    for (const auto& [step, times] : counts_) all += times;
    return std::uint64_t{2} * count(elements).first > all;
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
  int likeness = 0;        ///< likeness_of_sizes()
  bool is_square = false;  ///< it is a product of one parameter with itself
  bool is_weak = false;    ///< it is a product that fits, and nothing else says so
};

std::uint32_t element_count(const format::Tensor& tensor) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(tensor.layout.extent(), 0xffffffff));
}

bool is_recorded(const format::Tensor& tensor) { return tensor.layout.lines() > 1 && tensor.layout.pitch != 0; }

bool has_a_size(const format::Tensor& tensor) {
  return tensor.element_bytes != 0 && tensor.parts.empty();  // of several allocations it is an accident
}

/// The names of rows and columns; empty if another parameter could also be one of them.
std::string label(const std::vector<Scalar>& scalars, std::uint64_t rows, const std::string& name,
                  const Scalar& columns, const std::string& of_columns) {
  return is_ambiguous(scalars, rows, columns) ? "" : name + " \u00d7 " + of_columns;
}

/// Rows and columns whose product is the number of elements.
std::optional<Guess> guess(const Recording& recording, const std::vector<Scalar>& all, std::uint32_t elements,
                           const Steps& steps) {
  std::optional<Guess> best;
  for (const Scalar& columns : all) {
    if (elements % columns.value != 0) continue;
    const std::uint32_t rows = elements / columns.value;
    const auto name = name_of(all, rows, columns, recording.grid_z);
    if (!name) continue;
    const auto seen = steps.count(columns.value);
    const int likeness = likeness_of_sizes(*name, columns.name);
    // Without any steps, what is called a row's length, or else the parameter that comes later: M x K.
    if (best && std::pair(seen, likeness) < std::pair(best->steps, best->likeness)) continue;
    best = Guess{{elements, columns.value, ArrayShape::From::kGuessed,
                  label(all, rows, *name, columns, std::string(columns.name))},
                 seen,
                 steps.lanes_adjoin(),
                 likeness,
                 rows == columns.value && !is_ambiguous(all, rows, columns)};
  }
  return best;
}

/// "height \u00d7 width" of rows whose length is called so by the source; "rows of width" if the parameters do not say
/// how many there are, or say it in several ways.
std::string label_of_row(const std::vector<Scalar>& all, std::uint32_t rows, const std::string& columns,
                         std::uint32_t grid_z) {
  const auto own = std::ranges::find(all, columns, &Scalar::name);
  std::vector<Scalar> others;
  for (const Scalar& each : all)
    if (own == all.end() || &each != &*own) others.push_back(each);
  std::optional<std::string> name;
  if (std::ranges::count(others, rows, &Scalar::value) == 1 && own != all.end())
    name = std::string(std::ranges::find(others, rows, &Scalar::value)->name);
  else if (std::ranges::count(others, rows, &Scalar::value) == 0 && own != all.end())
    name = name_of(all, rows, *own, grid_z);
  return name ? *name + " \u00d7 " + columns : "rows of " + columns;
}

/// "columns" of `row * (columns / 4)` in an array of float4.
std::string name_of_length(const std::vector<Scalar>& all, const SourceRow& row, std::uint32_t length) {
  for (const Scalar& each : all)
    if (each.value == length && row.of.find(each.name) != row.of.npos) return std::string(each.name);
  return row.numbers == 1 ? row.of : std::to_string(row.numbers) + "\u00b7(" + row.of + ")";
}

/// Rows as the source counts them. A size that no parameter decides may be that of a tile, so it counts if addresses
/// step by it.
std::optional<Guess> guess_by_source(const Recording& recording, const std::vector<Scalar>& all,
                                     const std::vector<SourceRow>& rows, const format::Tensor& array,
                                     const Steps& steps) {
  std::optional<Guess> best;
  const std::uint32_t elements = element_count(array);
  std::tuple<bool, bool, std::uint32_t> most;
  for (const SourceRow& row : rows) {
    std::uint64_t pitch = std::uint64_t{row.pitch} * row.numbers;
    if (row.in_bytes && row.pitch % array.element_bytes != 0) continue;
    if (row.in_bytes) pitch = row.pitch / array.element_bytes;
    if (pitch <= 1 || pitch >= elements || (row.is_constant && elements % pitch != 0)) continue;
    const auto seen = steps.count(static_cast<std::uint32_t>(pitch));
    const std::tuple points(!row.is_constant, seen.first != 0, row.times);
    const bool is_tile = row.is_constant && (seen.first == 0 || row.pitch == recording.threads);
    if (is_tile || (best && points <= most)) continue;
    most = points;
    const auto length = static_cast<std::uint32_t>(pitch);
    const std::string name = name_of_length(all, row, length);
    const std::string of =
        elements % length != 0 ? "rows of " + name : label_of_row(all, elements / length, name, recording.grid_z);
    best = Guess{{elements, length, ArrayShape::From::kGuessed, of},
                 {std::max(1u, seen.first), seen.second},
                 steps.lanes_adjoin()};
    best->is_weak = row.is_constant;
  }
  return best;
}

/// Elements are as large as the smallest access: if halves are loaded in pairs, a row has half as many elements as the
/// parameter says, and if uchar4 are loaded by bytes, four times as many. A product often fits a size by chance, so
/// this counts only if addresses mostly step by that row.
std::optional<Guess> guess_in_other_size(const Recording& recording, const std::vector<Scalar>& all,
                                         std::uint32_t elements, const Steps& steps) {
  std::optional<Guess> best;
  const auto consider = [&](const Scalar& columns, std::uint32_t pitch, const std::string& of_columns) {
    if (elements % pitch != 0 || !steps.are_mostly(pitch)) return;
    const auto name = name_of(all, elements / pitch, columns, recording.grid_z);
    if (!name) return;
    best =
        Guess{{elements, pitch, ArrayShape::From::kGuessed, label(all, elements / pitch, *name, columns, of_columns)},
              steps.count(pitch),
              steps.lanes_adjoin()};
  };
  for (const Scalar& columns : all)
    for (const std::uint32_t times : {2u, 4u, 8u}) {
      const std::string name(columns.name), factor = std::to_string(times);
      if (columns.value % times == 0 && columns.value != times)
        consider(columns, columns.value / times, name + "/" + factor);
      if (columns.value <= 0xffffffff / times) consider(columns, columns.value * times, factor + "\u00b7" + name);
    }
  return best;
}

/// What is seen in another array of as many elements, if no addresses of this one step by a row's length: in[y * w + x]
/// is likely to have the rows of out[y * w + x]. Not if lanes adjoin in only one of the two: it may be transposed.
const Guess& as_others(const std::vector<std::optional<Guess>>& guesses, const Guess& own) {
  const Guess* best = &own;
  for (const std::optional<Guess>& other : guesses)
    if (other && other->shape.elements == own.shape.elements && other->lanes_adjoin == own.lanes_adjoin &&
        other->steps.first > best->steps.first)
      best = &*other;
  return *best;
}

/// About twice as wide as high, and a row at least as long as a warp.
std::uint32_t fold(std::uint32_t elements) {
  std::uint32_t width = kLanes;
  while (std::uint64_t{width} * width < 2 * std::uint64_t{elements} && width < 1u << 15) width *= 2;
  return width;
}

ArrayShape shape_of(const format::Tensor& array, const std::optional<Guess>& guessed,
                    const std::vector<std::optional<Guess>>& guesses) {
  const std::uint32_t elements = element_count(array);
  if (is_recorded(array)) return {elements, array.layout.pitch, ArrayShape::From::kRecorded, {}};
  if (array.element_bytes == 0) return {elements, 1, ArrayShape::From::kFolded, {}};
  if (guessed && guessed->steps.first != 0) return guessed->shape;
  if (guessed)
    if (const Guess& other = as_others(guesses, *guessed); &other != &*guessed || !guessed->is_weak) return other.shape;
  return {elements, std::min(std::max(1u, elements), fold(elements)), ArrayShape::From::kFolded, {}};
}

/// Whether the array has one element for each row or each column of the product, as a bias has.
bool is_of_one_side(const std::optional<Tiles>& tiles, const format::Tensor& array) {
  return tiles && (element_count(array) == tiles->product.M || element_count(array) == tiles->product.N);
}

/// "M × K", or of a batch "gridDim.z × K × N", by parameters that have the names of the product's sides. Empty: there
/// are none, or rows are longer. A guess by sizes alone takes one side for another of the same size.
std::string label_of_sides(const Recording& recording, const std::vector<Scalar>& all, const Product& product,
                           const ProductMatrix& matrix, std::uint32_t elements) {
  const auto named = [&](char name, std::uint32_t size) -> std::string {
    const auto is_it = [&](const Scalar& each) {
      return each.value == size && each.name.size() == 1 && (each.name[0] == name || each.name[0] == name - 'A' + 'a');
    };
    const auto found = std::ranges::find_if(all, is_it);
    return found == all.end() ? "" : std::string(found->name);
  };
  const std::string M = named('M', product.M), N = named('N', product.N), K = named('K', product.K);
  std::string rows = matrix == product.B ? K : M, columns = matrix == product.A ? K : N;
  std::uint64_t height = matrix == product.B ? product.K : product.M,
                width = matrix == product.A ? product.K : product.N;
  if (matrix.transposed) std::swap(rows, columns), std::swap(height, width);
  if (rows.empty() || columns.empty() || matrix.pitch != width) return "";
  const std::string one = rows + " \u00d7 " + columns;
  if (elements == height * width) return one;
  return elements == recording.grid_z * height * width ? "gridDim.z \u00d7 " + one : "";
}

}  // namespace

std::vector<ArrayShape> array_shapes(const Recording& recording, const std::optional<Tiles>& tiles) {
  const std::vector<Scalar> all = scalars(recording);
  const SourceRows source(recording);
  std::vector<std::optional<Guess>> guesses(recording.tensors.size());
  for (std::uint16_t t = 0; t < guesses.size(); ++t) {
    const format::Tensor& array = recording.tensors[t];
    if (array.space != format::Space::kGlobal || is_recorded(array) || !has_a_size(array)) continue;
    const Steps steps(recording, t);
    guesses[t] = guess_by_source(recording, all, source.of(array.name), array, steps);
    if (guesses[t] && !guesses[t]->is_weak) continue;
    if (is_of_one_side(tiles, array)) guesses[t].reset();  // its steps are those of tiles
    const std::optional<Guess> tile = std::exchange(guesses[t], guess(recording, all, element_count(array), steps));
    if (tile && !(guesses[t] && guesses[t]->steps.first != 0)) guesses[t] = tile;
    if (tile) continue;
    if (!guesses[t]) guesses[t] = guess_in_other_size(recording, all, element_count(array), steps);
    if (guesses[t])
      guesses[t]->is_weak = guesses[t]->likeness <= 0 && (source.indexes(array.name) || guesses[t]->is_square);
  }
  std::vector<ArrayShape> shapes(recording.tensors.size());
  for (std::uint16_t t = 0; t < shapes.size(); ++t)
    if (recording.tensors[t].space == format::Space::kGlobal)
      shapes[t] = shape_of(recording.tensors[t], guesses[t], guesses);
  if (tiles)
    for (const ProductMatrix& matrix : {tiles->product.A, tiles->product.B, tiles->product.C})
      if (ArrayShape& shape = shapes[matrix.tensor]; shape.from != ArrayShape::From::kRecorded) {
        const std::string sides = label_of_sides(recording, all, tiles->product, matrix, shape.elements);
        if (!sides.empty() || shape.pitch != matrix.pitch) shape.of = sides;
        shape.pitch = matrix.pitch, shape.from = ArrayShape::From::kFound;
      }
  return shapes;
}

}  // namespace gemmscope::analysis
