// SPDX-License-Identifier: MIT
#include "app/views/metrics_words.h"

#include <algorithm>

#include "app/draw/number.h"
#include "app/views/metrics_what_if.h"
#include "app/views/site_words.h"

namespace gemmscope::views {
namespace {

using analysis::SiteSummary;
using draw::thousands;
using session::Session;

std::string name_of(const Session& session, const SiteSummary& site) {
  return site_in_words(*session.recording(), site.tensor, site.op, site.name);
}

/// The site for which `cost` is largest; nullptr if it is 0 for all.
template <class Cost>
const SiteSummary* largest(const Session& session, Cost cost) {
  const auto& sites = session.summary.sites;
  const auto found = std::max_element(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  return found == sites.end() || cost(*found) == 0 ? nullptr : &*found;
}

std::string outcome(const WhatIf& each, std::uint64_t ideal) {
  return each.change + " +" + thousands(*each.wavefronts - std::min(*each.wavefronts, ideal)) + (each.narrows ? "*" : "");
}

/// "As store with PA=2 +0*, PA=4 +64, swzA=xor +0; PA=8 is no better. * narrower accesses."
std::string layouts_in_words(const Session& session, const SiteSummary& site) {
  const analysis::SharedCount& now = site.count.by(session.rule);
  std::string better, same;
  bool narrows = false;
  for (const WhatIf& each : what_if(session, site)) {
    if (!each.wavefronts) continue;
    if (*each.wavefronts < now.wavefronts) {
      better += (better.empty() ? "" : ", ") + outcome(each, now.ideal_wavefronts);
      narrows |= each.narrows;
    } else {
      same += (same.empty() ? "" : ", ") + each.change;
    }
  }
  const std::string name = name_of(session, site);
  if (better.empty()) return same.empty() ? "" : name + ": no better with " + same + ".";
  return name + " with " + better + (same.empty() ? "." : "; no better with " + same + ".") +
         (narrows ? " * narrower accesses." : "");
}

std::string sectors_in_words(const Session& session) {
  const SiteSummary* site = largest(session, [](const SiteSummary& s) { return s.count.sectors - s.count.ideal_sectors; });
  if (site == nullptr) return {};
  return name_of(session, *site) + " moves " + draw::count_of(site->count.sectors, "sector") + " where " +
         thousands(site->count.ideal_sectors) + " would do.";
}

}  // namespace

const SiteSummary* dearest_site(const Session& session) {
  return largest(session, [&](const SiteSummary& s) { return s.count.by(session.rule).excess(); });
}

std::string largest_in_words(const Session& session) {
  const std::uint64_t all = session.summary.total.by(session.rule).wavefronts;
  const std::string of = " of " + thousands(all) + " shared wavefronts";
  if (const SiteSummary* site = dearest_site(session)) {
    const analysis::SharedCount& count = site->count.by(session.rule);
    return "Largest excess: " + name_of(session, *site) + ", " + thousands(count.excess()) + of + " (" + std::to_string(count.max_nway) + "-way)";
  }
  const SiteSummary* most = largest(session, [&](const SiteSummary& s) { return s.count.by(session.rule).wavefronts; });
  if (most == nullptr) return "No request to shared memory here";
  return "No bank conflict; " + name_of(session, *most) + " takes " + thousands(most->count.by(session.rule).wavefronts) + of;
}

std::string change_in_words(const Session& session) {
  const SiteSummary* site = dearest_site(session);
  std::string text = site == nullptr ? "" : layouts_in_words(session, *site);
  const std::string global = sectors_in_words(session);
  if (!text.empty() && !global.empty()) text += " ";
  return text + global;
}

}  // namespace gemmscope::views
