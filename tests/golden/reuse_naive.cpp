// SPDX-License-Identifier: MIT
#include "tests/golden/reuse_naive.h"

#include <algorithm>
#include <set>

#include "tests/requests.h"
#include "tracing/analysis/coalescing.h"

namespace gemmscope::testing {
namespace {

using analysis::misaligned_lanes;
using analysis::Times;
using analysis::warp_access;
using format::Request;

/// One Times::add, without its arithmetic.
Times times_of(const std::vector<std::uint64_t>& each) {
  Times times;
  if (each.empty()) return times;
  times.least = *std::min_element(each.begin(), each.end());
  times.most = *std::max_element(each.begin(), each.end());
  for (const std::uint64_t n : each) times.sum += n;
  times.of = each.size();
  return times;
}

struct CountOfBlock {
  std::uint64_t lanes = 0, requests = 0;
};

/// [element] of what a block does.
std::map<std::size_t, CountOfBlock> of_block(const format::Recording& r, std::uint32_t block, std::uint16_t tensor,
                                             format::Op op) {
  const format::Tensor& t = r.tensors[tensor];
  std::map<std::size_t, CountOfBlock> counts;
  for (const Request& request : requests_of(r, block)) {
    const format::Site& site = r.sites[request.site];
    if (site.tensor != tensor || site.op != op || misaligned_lanes(warp_access(r, request)) != 0) continue;
    std::set<std::size_t> here;
    for (int lane = 0; lane < 32; ++lane) {
      const std::uint32_t address = request.address[static_cast<std::size_t>(lane)];
      if (address == format::kInactive) continue;
      for (std::uint32_t byte = 0; byte < site.width; byte += t.element_bytes) {
        const std::size_t at = (address + byte) / t.element_bytes, along = at % t.layout.pitch,
                          across = at / t.layout.pitch;
        const std::size_t row = t.layout.column_major ? along : across, column = t.layout.column_major ? across : along;
        if (row >= t.layout.rows || column >= t.layout.columns) continue;
        ++counts[row * t.layout.columns + column].lanes;
        here.insert(row * t.layout.columns + column);
      }
    }
    for (const std::size_t element : here) ++counts[element].requests;
  }
  return counts;
}

/// The value in one byte of shared memory.
struct Stored {
  bool any = false;
  std::uint16_t tensor = 0;
  std::uint64_t lanes = 0, requests = 0, wavefronts = 0;
};

struct TileLists {
  std::vector<std::uint64_t> lanes, requests, wavefronts;
};

void end_value(const format::Recording& r, const Stored& stored, std::size_t byte, std::map<int, TileLists>& lists) {
  if (!stored.any || (byte - r.tensors[stored.tensor].offset) % r.tensors[stored.tensor].element_bytes != 0) return;
  TileLists& of = lists[stored.tensor];
  of.lanes.push_back(stored.lanes);
  of.requests.push_back(stored.requests);
  of.wavefronts.push_back(stored.wavefronts);
}

/// Counts a load for one byte: which lanes have it, and in how many pairs of a phase and one of its wavefronts.
void load(const analysis::WarpAccess& access, const analysis::SharedCost& cost, std::size_t byte, Stored& stored) {
  bool any = false;
  const auto has = [&](std::size_t lane) {
    return access.active(static_cast<int>(lane)) && access.address[lane] <= byte &&
           byte < access.address[lane] + access.width;
  };
  for (std::size_t lane = 0; lane < 32; ++lane) stored.lanes += has(lane), any |= has(lane);
  stored.requests += any;
  for (std::size_t p = 0; p < cost.phase_count; ++p) {
    std::set<int> wavefronts;
    for (std::size_t lane = 0; lane < 32; ++lane)
      if (has(lane) && (cost.phases[p].lanes >> lane & 1u) != 0)
        wavefronts.insert(cost.phases[p].wavefront_of_lane[lane]);
    stored.wavefronts += wavefronts.size();
  }
}

}  // namespace

NaiveMatrix naive_matrix(const format::Recording& r, std::uint16_t tensor, format::Op op) {
  NaiveMatrix matrix;
  matrix.elements.resize(std::size_t{r.tensors[tensor].layout.rows} * r.tensors[tensor].layout.columns);
  std::vector<std::uint64_t> block_lanes, block_requests, lanes, requests, blocks;
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block)
    for (const auto& [element, count] : of_block(r, block, tensor, op)) {
      block_lanes.push_back(count.lanes), block_requests.push_back(count.requests);
      matrix.elements[element].lanes += count.lanes;
      matrix.elements[element].requests += count.requests;
      ++matrix.elements[element].blocks;
    }
  for (const analysis::ElementCount& each : matrix.elements)
    lanes.push_back(each.lanes), requests.push_back(each.requests), blocks.push_back(each.blocks);
  matrix.block_lanes = times_of(block_lanes), matrix.block_requests = times_of(block_requests);
  matrix.launch = {times_of(lanes), times_of(requests), times_of(blocks)};
  return matrix;
}

std::map<std::uint16_t, NaiveTile> naive_tiles(const format::Recording& r) {
  std::map<int, TileLists> lists;
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block) {
    std::vector<Stored> bytes(r.shared_bytes);
    for (const Request& request : requests_of(r, block)) {
      const format::Site& site = r.sites[request.site];
      if (r.tensors[site.tensor].space != format::Space::kShared) continue;
      const analysis::WarpAccess access = warp_access(r, request);
      const analysis::SharedCost cost = shared_cost(access, analysis::ConflictModel::kFused);
      if (cost.misaligned != 0) continue;
      std::set<std::size_t> covered;
      for (std::size_t lane = 0; lane < 32; ++lane)
        for (std::size_t b = 0; access.active(static_cast<int>(lane)) && b < site.width; ++b)
          covered.insert(access.address[lane] + b);
      for (const std::size_t byte : covered) {
        if (byte >= bytes.size()) continue;
        if (site.op == format::Op::kLoad) {
          load(access, cost, byte, bytes[byte]);
        } else {
          end_value(r, bytes[byte], byte, lists);
          bytes[byte] = {.any = true, .tensor = site.tensor};
        }
      }
    }
    for (std::size_t byte = 0; byte < bytes.size(); ++byte) end_value(r, bytes[byte], byte, lists);
  }
  std::map<std::uint16_t, NaiveTile> tiles;
  for (const auto& [tensor, of] : lists)
    tiles[static_cast<std::uint16_t>(tensor)] = {times_of(of.lanes), times_of(of.requests), times_of(of.wavefronts)};
  return tiles;
}

NaiveBytes naive_bytes(const format::Recording& r, format::Space space) {
  NaiveBytes bytes;
  for_each_request(r, [&](const Request& request, const format::Site& site) {
    if (r.tensors[site.tensor].space != space) return;
    const analysis::WarpAccess access = warp_access(r, request);
    if (misaligned_lanes(access) != 0) return;
    std::set<std::uint32_t> sectors;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      if (!access.active(static_cast<int>(lane))) continue;
      bytes.requested += site.width;
      sectors.insert(access.address[lane] / 32);
    }
    bytes.moved += space == format::Space::kGlobal
                       ? 32 * sectors.size()
                       : std::size_t{128} * shared_cost(access, analysis::ConflictModel::kFused).wavefronts;
  });
  return bytes;
}

}  // namespace gemmscope::testing
