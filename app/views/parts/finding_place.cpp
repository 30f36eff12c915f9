// SPDX-License-Identifier: MIT
#include "app/views/parts/finding_place.h"

#include "app/session/findings.h"

namespace gemmscope::views {

using session::Look;

FindingMark finding_mark(const Look& look) {
  const analysis::Finding& finding = *session::chosen_finding(look);
  const bool elsewhere = session::access_elsewhere(look) != nullptr;
  if (finding.divergence) return FindingMark::kNone;
  if (std::holds_alternative<std::monostate>(finding.place)) {
    const bool shared = look.recording()->tensors[finding.tensor].space == format::Space::kShared;
    return shared && !elsewhere ? FindingMark::kOutside : FindingMark::kNone;
  }
  if (elsewhere) return FindingMark::kElsewhere;
  return finding.fault == analysis::Fault::kUninitialisedRead ? FindingMark::kCross : FindingMark::kFrame;
}

std::optional<session::Element> marked_element(const Look& look) {
  if (!session::chosen_is_in_block(look)) return std::nullopt;
  const auto* element = std::get_if<session::Element>(&session::chosen_finding(look)->place);
  return element == nullptr ? std::nullopt : std::optional(*element);
}

}  // namespace gemmscope::views
