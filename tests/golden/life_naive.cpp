// SPDX-License-Identifier: MIT
#include "tests/golden/life_naive.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "tests/requests.h"

namespace gemmscope::testing {
namespace {

using analysis::Element;
using analysis::Tally;
using analysis::UseKind;
using format::Op;
using format::Request;

class Walk {
 public:
  Walk(const format::Recording& recording, std::uint32_t block, const std::vector<Element>& elements)
      : r_(recording), block_(block) {
    for (const Element& e : elements) {
      lives_.of[name_of(e)];
      if (r_.tensors[e.tensor].name == "C") rows_of_C_.insert(e.row);
    }
  }

  NaiveLives run() {
    for (const Request& request : requests_of(r_, block_)) take(request);
    for (const auto& [step, read] : steps_) multiply(read);
    return std::move(lives_);
  }

 private:
  /// What the lanes of a warp read in one inner step.
  using Read = std::array<std::set<Name>, 32>;

  void take(const Request& request) {
    const format::Site& site = r_.sites[request.site];
    const format::Tensor& tensor = r_.tensors[site.tensor];
    std::map<Name, std::uint32_t> lanes_of;  // elements of A, B and C that pass
    auto& stored = lives_.stores.emplace_back();
    for (std::size_t lane = 0; lane < 32; ++lane) {
      if (request.address[lane] == format::kInactive) continue;
      for (std::uint32_t at = 0; at < site.width; at += tensor.element_bytes) {
        const std::uint32_t byte = request.address[lane] + at;
        const auto element = tensor.space == format::Space::kGlobal ? analysis::element_at(r_, site.tensor, byte)
                                                                    : in_shared(request, lane, byte);
        if (!element) continue;
        lanes_of[name_of(*element)] |= 1u << lane;
        if (tensor.name == "C" && site.op == Op::kStore) stored[lane].push_back(name_of(*element));
        if (tensor.space == format::Space::kGlobal && site.op == Op::kLoad)
          loaded_[{request.warp, lane, request.k_tile}].insert(name_of(*element));
        if (site.op == Op::kLoad && request.phase == format::Phase::kCompute)
          steps_[{request.warp, request.k_tile, request.step}][lane].insert(name_of(*element));
      }
    }
    if (stored.empty()) lives_.stores.pop_back();
    const bool global = tensor.space == format::Space::kGlobal;
    if (tensor.of == "C" || (global && site.op == Op::kStore)) return;
    const UseKind kind = site.op == Op::kStore ? UseKind::kSharedStore
                         : global              ? UseKind::kGlobalLoad
                                               : UseKind::kSharedLoad;
    for (const auto& [name, lanes] : lanes_of) {
      if (!lives_.of.contains(name)) continue;
      Tally& tally = lives_.of[name].tallies[static_cast<std::size_t>(kind)];
      ++tally.requests, tally.lanes += static_cast<std::uint64_t>(std::popcount(lanes));
    }
  }

  /// The element that a lane puts into a cell, if it has it, or finds there.
  std::optional<Element> in_shared(const Request& request, std::size_t lane, std::uint32_t byte) {
    const format::Site& site = r_.sites[request.site];
    if (site.op == Op::kLoad) return cells_[byte];
    cells_[byte].reset();
    const auto cell = analysis::cell_in(r_, site.tensor, byte);
    const auto element =
        cell ? analysis::element_in(r_, *cell, r_.blocks[block_], request.k_tile) : std::optional<Element>();
    if (element && loaded_[{request.warp, lane, request.k_tile}].contains(name_of(*element))) cells_[byte] = element;
    return cells_[byte];
  }

  void multiply(const Read& read) {
    const std::uint16_t A = *analysis::tensor_named(r_, "A"), B = *analysis::tensor_named(r_, "B"),
                        C = *analysis::tensor_named(r_, "C");
    std::map<Name, std::pair<std::uint64_t, std::uint32_t>> products;  // and lanes
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (const Name& a : read[lane]) {
        if (std::get<0>(a) != A) continue;
        const bool row = lives_.of.contains(a) || rows_of_C_.contains(std::get<1>(a));
        for (const Name& b : read[lane]) {
          if (std::get<0>(b) != B || std::get<2>(a) != std::get<1>(b) || !(row || lives_.of.contains(b))) continue;
          const Name c{C, std::get<1>(a), std::get<2>(b)};
          for (const Name& each : {a, b, c}) {
            if (!lives_.of.contains(each)) continue;
            ++products[each].first, products[each].second |= 1u << lane;
            lives_.of[each].sums.insert(c);
          }
        }
      }
    for (const auto& [name, count] : products) {
      Tally& tally = lives_.of[name].tallies[static_cast<std::size_t>(UseKind::kMultiplyAdd)];
      ++tally.requests, tally.lanes += static_cast<std::uint64_t>(std::popcount(count.second));
      tally.products += count.first;
    }
  }

  const format::Recording& r_;
  std::uint32_t block_;
  NaiveLives lives_;
  std::set<std::uint32_t> rows_of_C_;                      ///< of elements of C that are asked for
  std::map<std::uint32_t, std::optional<Element>> cells_;  ///< [first byte]
  std::map<std::tuple<std::uint32_t, std::size_t, std::uint32_t>, std::set<Name>> loaded_;  ///< [warp, lane, k-tile]
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Read> steps_;           ///< [warp, k-tile, step]
};

}  // namespace

NaiveLives naive_lives(const format::Recording& recording, std::uint32_t block, const std::vector<Element>& elements) {
  return Walk(recording, block, elements).run();
}

}  // namespace gemmscope::testing
