// SPDX-License-Identifier: MIT
#include "app/views/metrics_words.h"

#include <algorithm>
#include <vector>

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

namespace {

/// For what does not touch shared memory at all.
std::string dearest_sectors_in_words(const Session& session) {
  const analysis::Count& total = session.summary.total;
  const bool shared = session.recording()->shared_bytes != 0;
  const std::string moved = (shared ? "No request to shared memory here; " : "No shared memory; ") +
                            words::count_of(total.sectors, "sector") + " moved";
  if (total.sectors == 0) return "No request here";
  if (total.sectors == total.ideal_sectors) return moved + ", the ideal";
  return moved + ", " +
         words::decimals(static_cast<double>(total.sectors) / static_cast<double>(total.ideal_sectors), 1) +
         " times the ideal";
}

/// The site that costs most beyond the ideal, else the one that costs most.
std::string largest_site_in_words(const Session& session) {
  const std::string of = " of " + thousands(session.summary.total.by(session.rule).wavefronts) + " shared wavefronts";
  if (const SiteSummary* site = dearest_site(session)) {
    const analysis::SharedCount& count = site->count.by(session.rule);
    return "Largest excess: " + name_of(session, *site) + ", " + thousands(count.excess()) + of + " (" +
           std::to_string(count.max_nway) + "-way)";
  }
  const SiteSummary* most = largest(session, [&](const SiteSummary& s) { return s.count.by(session.rule).wavefronts; });
  if (most == nullptr) return dearest_sectors_in_words(session);
  return "No bank conflict; " + name_of(session, *most) + " takes " +
         thousands(most->count.by(session.rule).wavefronts) + of;
}

}  // namespace

std::string largest_in_words(const Session& session) {
  const std::uint64_t faults = session.summary.total.misaligned;
  if (faults == 0) return largest_site_in_words(session);
  return words::count_of(faults, "request") + (faults == 1 ? " is" : " are") +
         " misaligned and would fault: not counted";
}

std::string change_in_words(const Session& session) {
  std::vector<std::string> sentences;
  if (session.summary.total.misaligned != 0) sentences.push_back(largest_site_in_words(session) + ".");
  if (const SiteSummary* site = dearest_site(session))
    sentences.push_back(words::layouts_in_words(name_of(session, *site),
                                                session.recording()->tensors[site->tensor].name,
                                                site->count.by(session.rule), session.by_rule.layouts));
  sentences.push_back(sectors_in_words(session));
  std::string text;
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace gemmscope::views
