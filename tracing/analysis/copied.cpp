// SPDX-License-Identifier: MIT
#include "tracing/analysis/copied.h"

#include <algorithm>

#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint32_t kFurthest = 1u << 12;  ///< requests back to the load; warp_tile has 4, sgemm64 36

/// The matrix whose tile the request stores to.
std::optional<std::uint16_t> copied_matrix(const Recording& r, const format::Request& store) {
  const format::Site& site = r.sites[store.site];
  if (site.op != format::Op::kStore || r.tensors[site.tensor].space != format::Space::kShared) return std::nullopt;
  const format::Matrix matrix = r.tensors[site.tensor].matrix;
  const bool is_copied = matrix == format::Matrix::kA || matrix == format::Matrix::kB;  // C is staged
  return is_copied ? r.tensor_of(matrix) : std::nullopt;
}

format::Request request_at(const Recording& r, const Moment& at) {
  const auto [segment, row] = format::locate(r, at.block, at.warp, at.request);
  return format::decode(r, at.block, r.patterns[r.blocks[at.block].pattern].segments[segment], row);
}

}  // namespace

std::optional<std::vector<format::Request>> loads_for(const Recording& r, const Moment& moment) {
  const format::Pattern& pattern = r.patterns[r.blocks[moment.block].pattern];
  if (r.dropped != 0 || moment.request >= pattern.warp_requests[moment.warp]) return std::nullopt;
  const format::Request store = request_at(r, moment);
  const auto matrix = copied_matrix(r, store);
  if (!matrix) return std::nullopt;
  std::vector<format::Request> loads;
  auto [segment, row] = format::locate(r, moment.block, moment.warp, moment.request);
  for (std::uint32_t back = 1; back <= moment.request; ++back) {
    if (back > kFurthest) return std::nullopt;
    while (row == 0) row = static_cast<std::uint32_t>(r.templates[pattern.segments[--segment].template_id].rows.size());
    const format::Segment& now = pattern.segments[segment];
    const format::Row& coded = r.templates[now.template_id].rows[--row];
    const format::Site& site = r.sites[coded.site];
    if (site.tensor != *matrix || site.op != format::Op::kLoad) continue;
    const std::uint32_t k_tile = k_tile_of(now, coded);
    if (k_tile == store.k_tile) loads.push_back(format::decode(r, moment.block, now, row));
    if (k_tile < store.k_tile) break;  // a kernel loads one k-tile after the other
  }
  return loads;
}

std::vector<Element> elements_of(const Recording& r, const format::Request& request, std::size_t lane) {
  std::vector<Element> elements;
  const std::uint32_t first = request.address[lane];
  if (first == format::kInactive) return elements;
  const format::Site& site = r.sites[request.site];
  for (std::uint32_t at = 0; at < site.width; at += r.tensors[site.tensor].element_bytes)
    if (const auto element = element_at(r, site.tensor, first + at)) elements.push_back(*element);
  return elements;
}

const format::Request* load_of(const Recording& r, const std::vector<format::Request>& loads, std::size_t lane,
                               const Element& element) {
  const std::uint32_t byte = byte_of(r, element);
  const auto load = std::find_if(loads.begin(), loads.end(), [&](const format::Request& request) {
    const std::uint32_t first = request.address[lane];
    return first != format::kInactive && first <= byte && byte < std::uint64_t{first} + r.sites[request.site].width;
  });
  return load != loads.end() ? &*load : nullptr;
}

std::vector<Element> loaded_last(const Recording& r, const std::vector<format::Request>& loads, std::size_t lane) {
  for (const format::Request& load : loads)
    if (load.address[lane] != format::kInactive) return elements_of(r, load, lane);
  return {};
}

}  // namespace gemmscope::analysis
