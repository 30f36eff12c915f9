// SPDX-License-Identifier: MIT
// Which elements of C are stored, of A and B loaded, and whether C is read where beta is 0.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"
#include "tracing/analysis/marks.h"
#include "tracing/analysis/stretch.h"

namespace gemmscope::analysis {
namespace {

using format::Matrix;
using format::Op;
using format::Recording;

/// Elements of a matrix that are marked at a time, whatever the file says its matrices are: 32 MiB of Marks.
constexpr std::uint64_t kMostMarked = std::uint64_t{1} << 28;

/// Which elements the requests of templates store, as stretches, so that most need no look at their lanes.
class StoredStretches {
 public:
  StoredStretches(const Recording& r, std::uint16_t tensor)
      : r_(r), bytes_(r.tensors[tensor].element_bytes), of_(r.templates.size()) {}

  /// What a row stores, from its base. Empty: its lanes store the same element, or parts of elements.
  const std::vector<Stretch>& of(const format::Segment& segment, std::uint32_t row) {
    const format::Template& t = r_.templates[segment.template_id];
    std::vector<std::optional<std::vector<Stretch>>>& rows = of_[segment.template_id];
    if (rows.empty()) rows.resize(t.rows.size());
    if (!rows[row]) rows[row] = find(t, row);
    return *rows[row];
  }

 private:
  std::vector<Stretch> find(const format::Template& t, std::uint32_t row) const {
    const std::uint32_t width = r_.sites[t.rows[row].site].width;
    std::vector<Stretch> stretches;
    if (width % bytes_ != 0) return {};
    append_lanes(t, row, width, stretches);
    tidy(stretches);
    std::uint64_t all = 0;
    for (Stretch& each : stretches) {
      if (each.first % bytes_ != 0) return {};
      all += each.count;
      each = {each.first / bytes_, each.count / bytes_};
    }
    return all == std::uint64_t{width} * static_cast<std::uint32_t>(std::popcount(t.rows[row].mask))
               ? stretches
               : std::vector<Stretch>();
  }

  const Recording& r_;
  std::uint32_t bytes_;
  std::vector<std::vector<std::optional<std::vector<Stretch>>>> of_;  ///< [template][row]
};

/// `part` without what lies outside the matrix.
Rect clipped(const Rect& part, const format::Tensor& t) {
  const auto left = [](std::uint32_t begin, std::uint32_t size, std::uint32_t end) {
    return begin >= end ? 0u : std::min(size, end - begin);
  };
  return {part.row, part.column, left(part.row, part.rows, t.layout.rows),
          left(part.column, part.columns, t.layout.columns)};
}

/// What a block must load of A or B, its rows or columns over all of K, or store of C.
std::optional<Rect> share_of(const Recording& r, std::uint32_t block, std::uint16_t tensor) {
  const auto tiles = block_tiles(r, r.blocks[block], 0);
  if (!tiles) return std::nullopt;
  const format::Tensor& t = r.tensors[tensor];
  if (r.matrix_of(t) == Matrix::kA) return clipped({tiles->A.row, 0, tiles->A.rows, r.K}, t);
  if (r.matrix_of(t) == Matrix::kB) return clipped({0, tiles->B.column, r.K, tiles->B.columns}, t);
  return clipped(tiles->C, t);
}

class MatrixCheck {
 public:
  MatrixCheck(const Recording& recording, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget) {}

  void run() {
    const Recorded recorded = recorded_part(r_);
    const bool all_loads = recorded.all_warps && recorded.all_k_tiles;
    if (const auto C = r_.tensor_of(Matrix::kC)) {
      if (r_.beta == 0) find_reads(*C);
      find_second_stores(*C);
      if (recorded.all_warps && recorded.epilogue) {
        find_missing(Fault::kNeverStored, *C, Op::kStore);
        if (r_.beta != 0) find_missing(Fault::kNeverLoaded, *C, Op::kLoad);
      }
    }
    for (const Matrix matrix : {Matrix::kA, Matrix::kB})
      if (const auto tensor = r_.tensor_of(matrix); tensor && all_loads)
        find_missing(Fault::kNeverLoaded, *tensor, Op::kLoad);
  }

 private:
  void find_reads(std::uint16_t C) {
    const RequestsOf loads(r_, C, Op::kLoad);
    for (const PatternUse& use : uses_of_patterns(r_))
      if (use.blocks != 0)
        loads.for_each(use.first_block, budget_, [&](const RequestsOf::Touch& t) {
          findings_.add({.fault = Fault::kReadWithoutBeta, .site = t.by.site, .tensor = C}, use.blocks,
                        [&] { return finding_at(r_, t.by, std::nullopt, t.byte, t.k_tile); });
        });
  }

  /// All blocks together, since one may store into the tile of another. A C beyond 16384 x 16384 in several parts: what
  /// is found first is then the first of its part.
  void find_second_stores(std::uint16_t C) {
    const std::uint64_t elements = r_.tensors[C].layout.extent();
    const RequestsOf stores(r_, C, Op::kStore);
    for (std::uint64_t begin = 0; begin < elements && !budget_.gave_up(); begin += kMostMarked)
      find_second_stores(C, stores, Marks(begin, std::min(elements, begin + kMostMarked)));
  }
  void find_second_stores(std::uint16_t C, const RequestsOf& stores, Marks stored) {
    const std::uint32_t bytes = r_.tensors[C].element_bytes;
    if (!budget_.spend(stored.words())) return;
    StoredStretches stretches(r_, C);
    const auto all_new = [&](const RequestsOf::Place& place) {
      const std::vector<Stretch>& rows = stretches.of(*place.segment, place.row);
      if (rows.empty() || place.base % bytes != 0) return false;
      const std::uint32_t base = place.base / bytes;
      // Addresses wrap at 2^32 bytes: what reaches that far is left to the lanes.
      if (std::uint64_t{base} + rows.back().first + rows.back().count > (std::uint64_t{1} << 32) / bytes) return false;
      for (const Stretch& each : rows)
        if (stored.any(std::uint64_t{base} + each.first, each.count)) return false;
      for (const Stretch& each : rows) stored.set(std::uint64_t{base} + each.first, each.count);
      return true;
    };
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      if (!stores.for_each_request(b, budget_, [&](const RequestsOf::Place& place) {
            if (all_new(place)) return;
            stores.for_each_lane(place, [&](const RequestsOf::Touch& t) { find_second_store(C, stores, t, stored); });
          }))
        return;
  }
  void find_second_store(std::uint16_t C, const RequestsOf& stores, const RequestsOf::Touch& t, Marks& stored) {
    const std::uint32_t bytes = r_.tensors[C].element_bytes;
    const std::uint64_t end = std::min(std::uint64_t{t.byte} + t.width, std::uint64_t{1} << 32);
    for (std::uint64_t at = t.byte; at < end; at += bytes) {
      const auto byte = static_cast<std::uint32_t>(at);
      if (stored.covers(byte / bytes) && !stored.set(byte / bytes) && element_at(r_, C, byte))
        findings_.add({.fault = Fault::kStoredTwice, .site = t.by.site, .tensor = C}, 1,
                      [&] { return finding_at(r_, t.by, first_store(stores, t.by.block, byte), byte, t.k_tile); });
    }
  }

  std::optional<Access> first_store(const RequestsOf& stores, std::uint32_t last_block, std::uint32_t byte) {
    std::optional<Access> first;
    const auto look = [&](const RequestsOf::Touch& t) {
      if (!first && t.byte <= byte && byte < t.byte + t.width) first = t.by;
    };
    for (std::uint32_t b = 0; b <= last_block && !first && stores.for_each(b, budget_, look); ++b) {
    }
    return first;
  }

  /// Blocks of one pattern are alike if their bases lie as far apart as their shares; then one is looked at for all.
  void find_missing(Fault fault, std::uint16_t tensor, Op op) {
    std::map<std::array<std::uint32_t, 4>, PatternUse> alike;
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      if (!budget_.spend(16)) return;
      const auto share = share_of(r_, b, tensor);
      if (!share || share->rows == 0 || share->columns == 0) continue;
      const std::uint32_t start = byte_of(r_, {tensor, share->row, share->column});
      PatternUse& use = alike[{r_.blocks[b].pattern, r_.blocks[b].base[tensor] - start, share->rows, share->columns}];
      if (use.blocks++ == 0) use.first_block = b;
    }
    const RequestsOf requests(r_, tensor, op);
    for (const auto& [key, use] : alike) {
      const Rect share = *share_of(r_, use.first_block, tensor);
      const auto columns = static_cast<std::uint32_t>(std::min<std::uint64_t>(share.columns, kMostMarked)),
                 rows = static_cast<std::uint32_t>(kMostMarked / columns);
      for (std::uint32_t row = 0; row < share.rows; row += std::min(rows, share.rows - row))
        for (std::uint32_t column = 0; column < share.columns; column += std::min(columns, share.columns - column))
          if (!find_missing(fault, requests, use,
                            {share.row + row, share.column + column, std::min(rows, share.rows - row),
                             std::min(columns, share.columns - column)},
                            tensor))
            return;
    }
  }

  /// In a part of the block's share. False if there is no room for more.
  bool find_missing(Fault fault, const RequestsOf& requests, const PatternUse& use, const Rect& part,
                    std::uint16_t tensor) {
    const std::uint32_t bytes = r_.tensors[tensor].element_bytes;
    const auto place = [&](std::uint32_t row, std::uint32_t column) {
      return std::uint64_t{row - part.row} * part.columns + (column - part.column);
    };
    Marks touched(0, std::uint64_t{part.rows} * part.columns);
    if (!budget_.spend(touched.words())) return false;
    const bool all = requests.for_each(use.first_block, budget_, [&](const RequestsOf::Touch& t) {
      for (std::uint32_t at = 0; at < t.width; at += bytes)
        if (const auto element = element_at(r_, tensor, t.byte + at);
            element && part.contains(element->row, element->column))
          touched.set(place(element->row, element->column));
    });
    if (!all) return false;
    std::uint64_t missing = 0;
    std::optional<Element> first;
    for (std::uint32_t row = part.row; row < part.row + part.rows; ++row) {
      if (!budget_.spend(part.columns)) break;  // what was missing so far is missing
      for (std::uint32_t column = part.column; column < part.column + part.columns; ++column) {
        if (touched.has(place(row, column))) continue;
        ++missing;
        if (!first) first = Element{tensor, row, column};
      }
    }
    findings_.add({.fault = fault, .tensor = tensor}, missing * use.blocks, [&] {
      Finding f{.byte = byte_of(r_, *first),
                .k_tile = k_tile_using(r_, *first).value_or(format::kEpilogue),
                .block = use.first_block};
      f.place = *first;
      return f;
    });
    return !budget_.gave_up();
  }

  const Recording& r_;
  Findings& findings_;
  Budget& budget_;
};

}  // namespace

void check_matrices(const Recording& recording, Findings& findings, Budget& budget) {
  MatrixCheck(recording, findings, budget).run();
}

}  // namespace gemmscope::analysis
