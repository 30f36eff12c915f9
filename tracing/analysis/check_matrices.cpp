// SPDX-License-Identifier: MIT
// Which elements of C are stored, of A and B loaded, and whether C is read where beta is 0.
#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "tracing/analysis/check_parts.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

/// One lane's access to a matrix.
struct Touch {
  Access by;
  std::uint32_t byte = 0, width = 0, k_tile = 0;
};

/// The requests that load or store one tensor: few of all, where the rest is shared memory.
class RequestsOf {
 public:
  RequestsOf(const Recording& r, std::uint16_t tensor, Op op)
      : r_(r), rows_(r.templates.size()), segments_(r.patterns.size()), lanes_(r.patterns.size(), 0) {
    for (std::size_t t = 0; t < rows_.size(); ++t)
      for (std::uint32_t row = 0; row < r.templates[t].rows.size(); ++row) {
        const format::Row& coded = r.templates[t].rows[row];
        if (r.sites[coded.site].tensor == tensor && r.sites[coded.site].op == op && coded.base != format::kSharedBase)
          rows_[t].push_back(row);
      }
    for (std::size_t p = 0; p < segments_.size(); ++p)
      for (const format::Segment& s : r.patterns[p].segments) {
        if (rows_[s.template_id].empty()) continue;
        segments_[p].push_back(&s);
        lanes_[p] += rows_[s.template_id].size() * kLanes;
      }
  }

  /// Lanes that for_each goes through, at most.
  std::uint64_t lanes(std::uint32_t block) const { return lanes_[r_.blocks[block].pattern]; }

  /// Calls visit(touch) for all lanes of block `block`.
  void for_each(std::uint32_t block, const auto& visit) const {
    for (const format::Segment* segment : segments_[r_.blocks[block].pattern])
      for (const std::uint32_t row : rows_[segment->template_id]) {
        const format::Template& t = r_.templates[segment->template_id];
        const format::Row& coded = t.rows[row];
        const std::uint32_t base = segment->base[coded.base] + r_.blocks[block].base[coded.base];
        for (std::uint32_t left = coded.mask; left != 0; left &= left - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(left));
          visit(Touch{access_of(block, *segment, row, lane, coded.site), base + t.lanes(row)[lane],
                      r_.sites[coded.site].width, k_tile_of(*segment, coded)});
        }
      }
  }

 private:
  const Recording& r_;
  std::vector<std::vector<std::uint32_t>> rows_;               ///< of each template
  std::vector<std::vector<const format::Segment*>> segments_;  ///< of each pattern, those that have any
  std::vector<std::uint64_t> lanes_;                           ///< of each pattern
};

/// A matrix, a bit for each element, as it lies in memory.
class Marks {
 public:
  explicit Marks(const format::Tensor& t)
      : bits_((std::uint64_t{t.column_major ? t.columns : t.rows} * t.pitch + 63) / 64) {}
  /// False if it was set before, or lies outside.
  bool set(std::uint64_t element) {
    if (element / 64 >= bits_.size()) return false;
    const std::uint64_t bit = std::uint64_t{1} << element % 64, before = bits_[element / 64];
    bits_[element / 64] |= bit;
    return (before & bit) == 0;
  }
  std::size_t words() const { return bits_.size(); }
  bool has(std::uint64_t element) const { return (bits_[element / 64] >> element % 64 & 1u) != 0; }

 private:
  std::vector<std::uint64_t> bits_;
};

/// `part` without what lies outside the matrix.
Rect clipped(const Rect& part, const format::Tensor& t) {
  const auto left = [](std::uint32_t begin, std::uint32_t size, std::uint32_t end) {
    return begin >= end ? 0u : std::min(size, end - begin);
  };
  return {part.row, part.column, left(part.row, part.rows, t.rows), left(part.column, part.columns, t.columns)};
}

/// What a block must load of A or B, its rows or columns over all of K, or store of C.
std::optional<Rect> share_of(const Recording& r, std::uint32_t block, std::uint16_t tensor) {
  const auto tiles = block_tiles(r, r.blocks[block], 0);
  if (!tiles) return std::nullopt;
  const format::Tensor& t = r.tensors[tensor];
  if (t.name == "A") return clipped({tiles->A.row, 0, tiles->A.rows, r.K}, t);
  if (t.name == "B") return clipped({0, tiles->B.column, r.K, tiles->B.columns}, t);
  return clipped(tiles->C, t);
}

class MatrixCheck {
 public:
  MatrixCheck(const Recording& recording, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget) {}

  void run() {
    const Recorded recorded = recorded_part(r_);
    const bool all_loads = recorded.all_warps && recorded.all_k_tiles;
    if (const auto C = tensor_named(r_, "C")) {
      if (r_.beta == 0) find_reads(*C);
      find_second_stores(*C);
      if (recorded.all_warps && recorded.epilogue) {
        find_missing(Fault::kNeverStored, *C, Op::kStore);
        if (r_.beta != 0) find_missing(Fault::kNeverLoaded, *C, Op::kLoad);
      }
    }
    for (const char* name : {"A", "B"})
      if (const auto tensor = tensor_named(r_, name); tensor && all_loads)
        find_missing(Fault::kNeverLoaded, *tensor, Op::kLoad);
  }

 private:
  void find_reads(std::uint16_t C) {
    const RequestsOf loads(r_, C, Op::kLoad);
    for (const PatternUse& use : uses_of_patterns(r_))
      if (use.blocks != 0 && budget_.spend(loads.lanes(use.first_block)))
        loads.for_each(use.first_block, [&](const Touch& t) {
          findings_.add({.fault = Fault::kReadWithoutBeta, .site = t.by.site, .tensor = C}, use.blocks,
                        [&] { return finding_at(r_, t.by, std::nullopt, t.byte, t.k_tile); });
        });
  }

  /// All blocks together, since one may store into the tile of another.
  void find_second_stores(std::uint16_t C) {
    const std::uint32_t bytes = r_.tensors[C].element_bytes;
    const RequestsOf stores(r_, C, Op::kStore);
    Marks stored(r_.tensors[C]);
    for (std::uint32_t b = 0; b < r_.blocks.size() && budget_.spend(stores.lanes(b)); ++b)
      stores.for_each(b, [&](const Touch& t) {
        for (std::uint32_t at = t.byte; at < t.byte + t.width; at += bytes)
          if (!stored.set(at / bytes) && element_at(r_, C, at))
            findings_.add({.fault = Fault::kStoredTwice, .site = t.by.site, .tensor = C}, 1,
                          [&] { return finding_at(r_, t.by, first_store(stores, b, at), at, t.k_tile); });
      });
  }

  std::optional<Access> first_store(const RequestsOf& stores, std::uint32_t last_block, std::uint32_t byte) {
    std::optional<Access> first;
    for (std::uint32_t b = 0; b <= last_block && !first && budget_.spend(stores.lanes(b)); ++b)
      stores.for_each(b, [&](const Touch& t) {
        if (!first && t.byte <= byte && byte < t.byte + t.width) first = t.by;
      });
    return first;
  }

  /// Blocks of one pattern are alike if their bases lie as far apart as their shares; then one is looked at for all.
  void find_missing(Fault fault, std::uint16_t tensor, Op op) {
    if (!budget_.spend(16 * r_.blocks.size())) return;
    std::map<std::array<std::uint32_t, 4>, PatternUse> alike;
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b) {
      const auto share = share_of(r_, b, tensor);
      if (!share || share->rows == 0 || share->columns == 0) continue;
      const std::uint32_t start = byte_of(r_, {tensor, share->row, share->column});
      PatternUse& use = alike[{r_.blocks[b].pattern, r_.blocks[b].base[tensor] - start, share->rows, share->columns}];
      if (use.blocks++ == 0) use.first_block = b;
    }
    const std::uint32_t bytes = r_.tensors[tensor].element_bytes;
    const RequestsOf requests(r_, tensor, op);
    for (const auto& [key, use] : alike) {
      Marks touched(r_.tensors[tensor]);
      if (!budget_.spend(4 * touched.words() + std::uint64_t{key[2]} * key[3] + requests.lanes(use.first_block)))
        return;
      requests.for_each(use.first_block, [&](const Touch& t) {
        for (std::uint32_t at = 0; at < t.width; at += bytes) touched.set((t.byte + at) / bytes);
      });
      add_missing(fault, tensor, use, *share_of(r_, use.first_block, tensor), touched);
    }
  }

  void add_missing(Fault fault, std::uint16_t tensor, const PatternUse& use, const Rect& share, const Marks& touched) {
    const std::uint32_t bytes = r_.tensors[tensor].element_bytes;
    for (std::uint32_t row = share.row; row < share.row + share.rows; ++row)
      for (std::uint32_t column = share.column; column < share.column + share.columns; ++column) {
        const Element element{tensor, row, column};
        const std::uint32_t byte = byte_of(r_, element);
        if (touched.has(byte / bytes)) continue;
        findings_.add({.fault = fault, .tensor = tensor}, use.blocks, [&] {
          Finding f{
              .byte = byte, .k_tile = k_tile_using(r_, element).value_or(format::kEpilogue), .block = use.first_block};
          f.place = element;
          return f;
        });
      }
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
