// SPDX-License-Identifier: MIT
#include "tracing/analysis/finding.h"

#include <algorithm>
#include <array>

namespace gemmscope::analysis {

std::string_view name_of(Fault fault) {
  constexpr std::array<std::string_view, kFaults> names{"uninitialised read",
                                                        "read after write",
                                                        "write after read",
                                                        "write after write",
                                                        "out of bounds",
                                                        "misaligned",
                                                        "divergence",
                                                        "C read with beta = 0",
                                                        "race between blocks",
                                                        "copy in flight",
                                                        "unwritten read",
                                                        "absent lane",
                                                        "fault",
                                                        "undefined value",
                                                        "overlapping arrays",
                                                        "read and write",
                                                        "lost update",
                                                        "not as said"};
  return names[static_cast<std::size_t>(fault)];
}

bool is_race(Fault fault) {
  return fault == Fault::kReadAfterWrite || fault == Fault::kWriteAfterRead || fault == Fault::kWriteAfterWrite ||
         fault == Fault::kReadAndWrite || fault == Fault::kLostUpdate;
}

namespace {

format::Site at_places(format::Site site, const std::vector<format::Place>& places) {
  if (places.empty()) return site;
  const auto own = std::ranges::find(places, 0, &format::Place::file);
  if (own != places.end()) site.line = own->line;
  site.called = places.size() > 1 ? places : std::vector<format::Place>();
  return site;
}

}  // namespace

format::Site site_of(const format::Recording& recording, const Finding& finding) {
  return at_places(recording.sites[finding.at->site], finding.places);
}

format::Site other_site_of(const format::Recording& recording, const Finding& finding) {
  return at_places(recording.sites[finding.other->site], finding.other_places);
}

}  // namespace gemmscope::analysis
