// SPDX-License-Identifier: MIT
#include "app/views/timeline/in_step.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "app/session/warp_walk.h"

namespace gemmscope::views {
namespace {

using analysis::KTileBand;
using session::Look;

/// The requests of a k-tile in order, told apart by what makes sense in another recording too.
class Spots {
 public:
  using Spot = std::tuple<std::string_view, std::uint16_t, std::uint32_t>;  ///< site, inner step, occurrence

  Spot add(const format::Recording& recording, const session::Stop& stop) {
    const std::string_view site = recording.sites[stop.site].name;
    return {site, stop.step, occurrences_[{site, stop.step}]++};
  }

 private:
  std::map<std::pair<std::string_view, std::uint16_t>, std::uint32_t> occurrences_;
};

const analysis::Timeline& timeline_in(const Look& look, const Look& by) { return look.loaded->timeline(by.rule); }

const KTileBand* band_of(const Look& look, std::uint32_t warp, std::uint32_t k_tile) {
  const auto bands = look.loaded->timelines[0].k_tile_bands(look.cursor.block, warp);
  auto found = std::ranges::lower_bound(bands, k_tile, {}, &KTileBand::k_tile);  // in most kernels; there may be many
  if (found == bands.end() || found->k_tile != k_tile) found = std::ranges::find(bands, k_tile, &KTileBand::k_tile);
  return found == bands.end() ? nullptr : &*found;
}

template <class Each>
void each_spot(const Look& look, std::uint32_t warp, const KTileBand& band, Each each) {
  const session::WarpWalk walk(*look.recording(), look.cursor.block, warp);
  Spots spots;
  for (std::optional<session::Stop> stop = walk.at(band.begin); stop && stop->request < band.end;
       stop = walk.next(*stop, +1))
    each(spots.add(*look.recording(), *stop), stop->request);
}

}  // namespace

InStep::InStep(const Look& look, const Look& baseline, std::uint32_t warp, std::uint32_t begin, std::uint32_t end)
    : look_(look),
      baseline_(baseline),
      warp_(warp),
      begin_(begin),
      there_(session::warp_requests(*baseline.recording(), baseline.cursor.block, warp) != 0) {
  there_at_.resize(end - begin);
  if (!there_) return;
  for (const KTileBand& band : look.loaded->timelines[0].k_tile_bands(look.cursor.block, warp)) {
    if (band.end <= begin || band.begin >= end) continue;
    const KTileBand* same = band_of(baseline, warp, band.k_tile);
    if (same == nullptr) continue;
    std::map<Spots::Spot, std::uint32_t> there;
    each_spot(baseline, warp, *same, [&](const Spots::Spot& spot, std::uint32_t request) { there[spot] = request; });
    each_spot(look, warp, band, [&](const Spots::Spot& spot, std::uint32_t request) {
      const auto found = there.find(spot);
      if (found != there.end() && request >= begin && request < end) there_at_[request - begin] = found->second;
    });
  }
}

std::optional<std::uint32_t> InStep::at(std::uint32_t request) const {
  const std::size_t index = request - begin_;
  return request >= begin_ && index < there_at_.size() ? there_at_[index] : std::nullopt;
}

analysis::TimelineColumn InStep::cost(std::uint32_t request) const {
  const auto there = at(request);
  if (!there) return {};
  return timeline_in(baseline_, look_).stretch(baseline_.cursor.block, warp_, *there, *there + 1);
}

double InStep::as_far(double request) const {
  const auto bands = look_.loaded->timelines[0].k_tile_bands(look_.cursor.block, warp_);
  const auto band = std::ranges::upper_bound(bands, request, {}, &KTileBand::end);
  const KTileBand* same = band == bands.end() ? nullptr : band_of(baseline_, warp_, band->k_tile);
  if (same == nullptr) return session::warp_requests(*baseline_.recording(), baseline_.cursor.block, warp_);
  const double share = (request - band->begin) / (band->end - band->begin);
  return same->begin + share * (same->end - same->begin);
}

analysis::TimelineColumn InStep::cost(double begin, double end) const {
  if (!there_) return {};
  const auto first = static_cast<std::uint32_t>(as_far(begin));
  const auto last = std::max(first + 1, static_cast<std::uint32_t>(std::ceil(as_far(end))));
  const std::uint32_t all = session::warp_requests(*baseline_.recording(), baseline_.cursor.block, warp_);
  if (first >= all) return {};
  return timeline_in(baseline_, look_).stretch(baseline_.cursor.block, warp_, first, std::min(last, all));
}

}  // namespace gemmscope::views
