// SPDX-License-Identifier: MIT
#include "app/views/metrics_words.h"

#include <algorithm>

#include "app/views/site_words.h"
#include "app/words/layout_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using analysis::SiteSummary;
using session::Session;
using words::thousands;

std::string name_of(const Session& session, const SiteSummary& site) {
  return site_in_words(*session.recording(), site.tensor, site.op, site.name);
}

/// The site for which `cost` is largest; nullptr if it is 0 for all.
template <class Cost>
const SiteSummary* largest(const Session& session, Cost cost) {
  const auto& sites = session.summary.sites;
  const auto found =
      std::max_element(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  return found == sites.end() || cost(*found) == 0 ? nullptr : &*found;
}

std::string sectors_in_words(const Session& session) {
  const SiteSummary* site =
      largest(session, [](const SiteSummary& s) { return s.count.sectors - s.count.ideal_sectors; });
  if (site == nullptr) return {};
  return name_of(session, *site) + " moves " + words::count_of(site->count.sectors, "sector") + ", ideal " +
         thousands(site->count.ideal_sectors) + ".";
}

}  // namespace

const SiteSummary* dearest_site(const Session& session) {
  return session.by_rule.dearest ? &session.summary.sites[*session.by_rule.dearest] : nullptr;
}

/// For what does not touch shared memory at all.
std::string dearest_sectors_in_words(const Session& session) {
  const analysis::Count& total = session.summary.total;
  const std::string moved = "No shared memory; " + words::count_of(total.sectors, "sector") + " moved";
  if (total.sectors == 0) return "No request here";
  if (total.sectors == total.ideal_sectors) return moved + ", the ideal";
  return moved + ", " +
         words::decimals(static_cast<double>(total.sectors) / static_cast<double>(total.ideal_sectors), 1) +
         " times the ideal";
}

std::string largest_in_words(const Session& session) {
  const analysis::Count& total = session.summary.total;
  const std::uint64_t all = total.by(session.rule).wavefronts;
  const std::string faults = total.misaligned == 0 ? ""
                                                   : words::count_of(total.misaligned, "request") +
                                                         (total.misaligned == 1 ? " is" : " are") +
                                                         " misaligned and would fault: not counted. ";
  const std::string of = " of " + thousands(all) + " shared wavefronts";
  if (const SiteSummary* site = dearest_site(session)) {
    const analysis::SharedCount& count = site->count.by(session.rule);
    return faults + "Largest excess: " + name_of(session, *site) + ", " + thousands(count.excess()) + of + " (" +
           std::to_string(count.max_nway) + "-way)";
  }
  const SiteSummary* most = largest(session, [&](const SiteSummary& s) { return s.count.by(session.rule).wavefronts; });
  if (most == nullptr) return faults + dearest_sectors_in_words(session);
  return faults + "No bank conflict; " + name_of(session, *most) + " takes " +
         thousands(most->count.by(session.rule).wavefronts) + of;
}

std::string change_in_words(const Session& session) {
  std::string text;
  if (const SiteSummary* site = dearest_site(session))
    text = words::layouts_in_words(name_of(session, *site), session.recording()->tensors[site->tensor].name,
                                   site->count.by(session.rule), session.by_rule.layouts);
  const std::string global = sectors_in_words(session);
  if (!text.empty() && !global.empty()) text += " ";
  return text + global;
}

}  // namespace gemmscope::views
