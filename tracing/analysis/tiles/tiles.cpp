// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/tiles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "tracing/analysis/tiles/cut_tiles.h"
#include "tracing/analysis/tiles/left_out.h"
#include "tracing/analysis/tiles/sums.h"
#include "tracing/analysis/tiles/sums_products.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

Runs runs_of(const Ranges& numbers) {
  if (numbers.empty()) return {};
  const std::uint32_t length = numbers[0].size(), apart = numbers.size() > 1 ? numbers[1].begin - numbers[0].begin : 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i].size() != length || numbers[i].begin != numbers[0].begin + i * apart) return {};
  return {static_cast<std::uint32_t>(numbers.size()), length, apart};
}

/// The most frequent shape of parts that are not empty.
TileShape shape_of(const std::vector<MatrixPart>& parts) {
  std::map<std::pair<Runs, Runs>, std::uint32_t> shapes;
  TileShape most;
  for (const MatrixPart& part : parts) {
    if (part.rows.empty() || part.columns.empty()) continue;
    const std::pair shape(runs_of(part.rows), runs_of(part.columns));
    const std::uint32_t alike = ++shapes[shape];
    ++most.looked_at;
    if (alike > most.alike) most.rows = shape.first, most.columns = shape.second, most.alike = alike;
  }
  return most;
}

class Shapes {
 public:
  Shapes(const Consumption& all, const Product& product) : all_(all), product_(product) {}

  TileShape block() const {
    std::vector<format::Range> stored;
    for (std::size_t i = 0; i < std::size_t{all_.warps} * format::kLanes; ++i)
      append(stored, all_.lanes[i * all_.tensors + product_.C.tensor].stored);
    return shape_of({product_.C.part(joined(std::move(stored)))});
  }

  /// What `lanes` lanes next to each other compute.
  TileShape of_lanes(std::size_t lanes) const {
    std::vector<MatrixPart> parts;
    for (std::size_t first = 0; first < std::size_t{all_.warps} * format::kLanes; first += lanes) {
      if (!all_.looked_at[first / format::kLanes]) continue;
      Factors factors = factors_of(first, lanes);
      parts.push_back({std::move(factors.A.rows), std::move(factors.B.columns)});
    }
    return shape_of(parts);
  }

  /// Whether each lane that loads something loads all k's that its warp does, of A and of B, and the lanes' rows by
  /// columns are together as large as their warp's, so that no two compute the same element.
  bool have_lanes_tiles() const {
    for (std::uint32_t warp = 0; warp < all_.warps; ++warp) {
      if (!all_.looked_at[warp]) continue;
      const Factors of_warp = factors_of(std::size_t{warp} * format::kLanes, format::kLanes);
      std::uint64_t elements = 0;
      for (std::size_t lane = 0; lane < format::kLanes; ++lane) {
        const Factors of_lane = factors_of(warp * format::kLanes + lane, 1);
        const bool any = !of_lane.A.rows.empty() || !of_lane.B.rows.empty();
        if (any && (of_lane.A.columns != of_warp.A.columns || of_lane.B.rows != of_warp.B.rows)) return false;
        elements += of_lane.elements();
      }
      if (elements != of_warp.elements()) return false;
    }
    return true;
  }

  /// Whether nearly all lanes consume the rows and the columns of what they store, and it is by their k's that they do
  /// not agree: of a triangle, each row has other ones.
  bool have_lanes_their_own() const {
    constexpr double kNearlyAll = 0.9;
    std::size_t own = 0, lanes = 0;
    for (std::size_t lane = 0; lane < std::size_t{all_.warps} * format::kLanes; ++lane) {
      const Ranges& stored = all_.lanes[lane * all_.tensors + product_.C.tensor].stored;
      if (!all_.looked_at[lane / format::kLanes] || stored.empty()) continue;
      const Factors factors = factors_of(lane, 1);
      const MatrixPart of_C = product_.C.part(stored);
      ++lanes, own += factors.A.rows == of_C.rows && factors.B.columns == of_C.columns;
    }
    return lanes != 0 && static_cast<double>(own) >= kNearlyAll * static_cast<double>(lanes);
  }

  /// The most frequent number of k's that the block loads from shared memory in a barrier interval, with those that it
  /// skips among them or behind them.
  std::uint32_t k_tile(const Ranges& skipped) const {
    std::map<std::uint32_t, std::vector<format::Range>> of_interval;
    for (const Staged& staged : all_.staged) {
      if (staged.tensor == product_.A.tensor)
        append(of_interval[staged.interval], product_.A.part(staged.elements).columns);
      if (staged.tensor == product_.B.tensor)
        append(of_interval[staged.interval], product_.B.part(staged.elements).rows);
    }
    std::map<std::uint32_t, std::uint32_t> times;
    std::uint32_t most = 0;
    for (const auto& [interval, ks] : of_interval) {
      Ranges all = joined(ks);
      for (const format::Range& each : skipped)
        if (!all.empty() && each.begin >= all.front().begin && each.begin <= all.back().end) all.push_back(each);
      const std::uint32_t size = numbers_in(joined(std::move(all)));
      if (++times[size] > times[most]) most = size;
    }
    return most;
  }

 private:
  /// What lanes consume of A and of B.
  struct Factors {
    MatrixPart A, B;
    std::uint64_t elements() const { return std::uint64_t{numbers_in(A.rows)} * numbers_in(B.columns); }
  };
  Factors factors_of(std::size_t first, std::size_t lanes) const {
    return {part_of(product_.A, consumed(product_.A.tensor, first, lanes), last_A_),
            part_of(product_.B, consumed(product_.B.tensor, first, lanes), last_B_)};
  }
  /// `last`: what was asked for before, which is often the same.
  struct Last {
    Ranges elements;
    MatrixPart part;
  };
  static MatrixPart part_of(const ProductMatrix& matrix, Ranges elements, Last& last) {
    if (elements != last.elements) {
      last.part = matrix.part(elements);
      last.elements = std::move(elements);
    }
    return last.part;
  }
  /// Lanes next to each other often consume the same.
  Ranges consumed(std::uint16_t tensor, std::size_t first, std::size_t lanes) const {
    std::vector<format::Range> all;
    const Ranges* before = nullptr;
    for (std::size_t lane = first; lane < first + lanes; ++lane) {
      const Ranges& of_lane = all_.lanes[lane * all_.tensors + tensor].consumed;
      if (before == nullptr || *before != of_lane) append(all, of_lane);
      before = &of_lane;
    }
    return joined(std::move(all));
  }

  static void append(std::vector<format::Range>& to, const Ranges& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  const Consumption& all_;
  const Product& product_;
  mutable Last last_A_, last_B_;
};

/// How often single lanes access global memory in a block of this pattern.
std::uint64_t accesses_of(const Recording& recording, const format::Pattern& pattern) {
  std::map<std::uint32_t, std::uint64_t> of_template;
  std::uint64_t all = 0;
  for (const format::Segment& segment : pattern.segments) {
    const auto [known, is_new] = of_template.try_emplace(segment.template_id);
    if (is_new)
      for (const format::Row& row : recording.templates[segment.template_id].rows)
        if (row.base != format::kSharedBase) known->second += static_cast<std::uint64_t>(std::popcount(row.mask));
    all += known->second;
  }
  return all;
}

/// The last block that accesses most, with the first blockIdx.z. Blocks at edges access less; and the farther a block
/// is from the first row and the first column, the less can rows be taken for columns.
std::uint32_t telling_block(const Recording& recording) {
  std::vector<std::uint64_t> accesses;
  for (const format::Pattern& pattern : recording.patterns) accesses.push_back(accesses_of(recording, pattern));
  const auto z = [&](std::uint32_t b) { return recording.blocks[b].y / recording.rows_of_z(); };
  std::uint32_t best = 0;
  for (std::uint32_t b = 1; b < recording.blocks.size(); ++b)
    if (z(b) == z(0) && accesses[recording.blocks[b].pattern] >= accesses[recording.blocks[best].pattern]) best = b;
  return best;
}

}  // namespace

std::optional<Tiles> tiles_of(const Recording& recording) {
  if (recording.blocks.empty() || recording.rows_of_z() == 0) return std::nullopt;
  std::uint32_t block = telling_block(recording);
  Consumption consumption = consumption_of(recording, block);
  Said said = said_in(recording);
  auto product = said.roles ? product_in(recording, consumption, &*said.roles) : std::nullopt;
  if (!product) product = product_in(recording, consumption);
  const bool in_a_line = block != 0 && (recording.grid_x > 1 || recording.rows_of_z() > 1);
  if (!product && in_a_line && consumption.tensors != 0) {
    // In a batch along x or y, the last block's rows of B are not numbered like its columns of A. The first block's
    // are.
    Consumption of_first = consumption_of(recording, 0);
    auto first = product_in(recording, of_first);
    if (first && first->batch.products != 1) product = std::move(first), consumption = std::move(of_first), block = 0;
  }
  if (!product && said.roles) product = product_in(recording, consumption, nullptr, GivenRows::kDoubted);
  if (!product && said.roles && consumption.tensors != 0) product = said_product(recording, *said.roles);
  // Where lanes do not each load what they store, chance may have it look like a product.
  const bool by_chance = product && (product->by == Product::By::kWarp || product->by == Product::By::kBlock);
  if (!product || (by_chance && !may_multiply(recording))) return std::nullopt;
  const Shapes shapes(consumption, *product);
  Skipped skipped = skipped_ks(recording, block, consumption, *product);
  const std::uint32_t k_tile = shapes.k_tile(skipped.ks);
  Tiles tiles{.product = *product,
              .block = shapes.block(),
              .warp = shapes.of_lanes(format::kLanes),
              .lane = shapes.of_lanes(1),
              .k_tile = k_tile,
              .skipped = std::move(skipped),
              .shared = shared_tiles(recording, consumption, *product, k_tile),
              .said = std::move(said)};
  tiles.lanes_share = product->by != Product::By::kLane && !shapes.have_lanes_tiles();
  if (tiles.lanes_share) tiles.lane = {};
  const bool by_block = product->by == Product::By::kBlock;
  tiles.stores_for_others = (tiles.lanes_share || by_block) && !shapes.have_lanes_their_own() &&
                            sums_of(recording, recording.patterns[recording.blocks[block].pattern]).empty();
  tiles.left_out = left_out_ks(recording, consumption, *product, k_tile,
                               std::array{tiles.block.rows.numbers(), tiles.block.columns.numbers()});
  tiles.stepped_over = stepped_over_ks(recording, *product);
  grow_cut_tiles(recording, block, *product, {tiles.block, tiles.warp, tiles.k_tile, tiles.shared});
  return tiles;
}

}  // namespace gemmscope::analysis
