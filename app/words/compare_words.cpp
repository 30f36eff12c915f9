// SPDX-License-Identifier: MIT
#include "app/words/compare_words.h"

#include <algorithm>
#include <vector>

#include "app/words/number.h"

namespace gemmscope::words {
namespace {

using analysis::ComparedSite;
using analysis::Comparison;
using analysis::ConflictModel;
using analysis::Metric;

constexpr std::size_t kMostNamed = 3;

/// "As_store, Bs_store, As_load and 2 more"
std::string names_of(const Comparison& comparison, const std::vector<const ComparedSite*>& sites) {
  std::vector<std::string> names;
  for (const ComparedSite* site : sites) {
    if (names.size() == kMostNamed && sites.size() > kMostNamed + 1) break;  // "1 more" is as long as its name
    names.push_back(label_of(comparison, *site));
  }
  if (names.size() < sites.size()) names.push_back(thousands(sites.size() - names.size()) + " more");
  return listed(names);
}

/// The first metric that differs: of a site in both, what it costs before what it asks for. nullptr if none does.
const Metric* main_difference(const ComparedSite& site, ConflictModel model) {
  const Metric& cost = analysis::cost_metric(site.space);
  if (site.delta(cost, model) != 0) return &cost;
  for (const Metric& metric : analysis::kMetrics)
    if (metric.compared && metric.is_of(site.space) && site.delta(metric, model) != 0) return &metric;
  return nullptr;
}

std::uint64_t size_of(std::uint64_t before, std::uint64_t after) {
  return before > after ? before - after : after - before;
}

std::string instead_of(std::uint64_t after, std::uint64_t before) {
  return thousands(after) + " instead of " + thousands(before);
}

/// "12 288 fewer wavefronts"
std::string difference_text(std::uint64_t before, std::uint64_t after, const Metric& metric) {
  return count_of(size_of(before, after), (before > after ? "fewer " : "more ") + std::string(metric.thing));
}

/// "16 384 more wavefronts at As_load (32 768 instead of 16 384; 8 bytes per lane instead of 16)"
std::string site_text(const Comparison& comparison, const ComparedSite& site, const Metric& metric,
                      ConflictModel model) {
  const std::uint64_t before = site.in_first(metric, model), after = site.in_second(metric, model);
  std::string why;
  if (site.first->width != site.second->width)
    why = "; " + count_of(site.second->width, "byte") + " per lane instead of " + thousands(site.first->width);
  return difference_text(before, after, metric) + " at " + label_of(comparison, site) + " (" +
         instead_of(after, before) + why + ")";
}

/// About the sites in both recordings whose counts differ.
std::string counts_sentence(const Comparison& comparison, ConflictModel model) {
  struct Difference {
    const ComparedSite* site;
    const Metric* metric;
  };
  std::vector<Difference> all;
  for (const ComparedSite& site : comparison.sites)
    if (const Metric* metric = main_difference(site, model); metric != nullptr && site.in_both())
      all.push_back({&site, metric});
  if (all.empty()) return {};
  const auto size = [&](const Difference& d) {
    return size_of(d.site->in_first(*d.metric, model), d.site->in_second(*d.metric, model));
  };
  std::stable_sort(all.begin(), all.end(), [&](const Difference& a, const Difference& b) { return size(a) > size(b); });
  std::vector<std::string> parts;
  for (const Difference& d : all) {
    if (parts.size() == kMostNamed) break;
    parts.push_back(site_text(comparison, *d.site, *d.metric, model));
  }
  const std::size_t others = all.size() - parts.size();
  return "The second recording has " + listed(parts) +
         (others == 0 ? "." : "; " + count_of(others, "more site") + (others == 1 ? " differs." : " differ."));
}

/// About all sites together, if more than one changes the total.
std::string totals_sentence(const Comparison& comparison, ConflictModel model) {
  std::vector<std::string> parts;
  for (const auto space : {format::Space::kShared, format::Space::kGlobal}) {
    const Metric& metric = analysis::cost_metric(space);
    const auto sites = std::count_if(comparison.sites.begin(), comparison.sites.end(),
                                     [&](const ComparedSite& site) { return site.delta(metric, model) != 0; });
    const std::uint64_t before = metric.count(comparison.first, model);
    const std::uint64_t after = metric.count(comparison.second, model);
    if (sites < 2) continue;
    parts.push_back(before == after ? "the same number of " + std::string(metric.thing) + "s"
                                    : difference_text(before, after, metric) + " (" + instead_of(after, before) + ")");
  }
  return parts.empty() ? "" : "In all, the second has " + listed(parts) + ".";
}

/// About the sites that only one recording has.
std::string alone_sentence(const Comparison& comparison) {
  std::vector<const ComparedSite*> first, second;
  for (const ComparedSite& site : comparison.sites)
    if (!site.in_both()) (site.first ? first : second).push_back(&site);
  std::vector<std::string> parts;
  if (!first.empty()) parts.push_back("only the first has " + names_of(comparison, first));
  if (!second.empty()) parts.push_back("only the second has " + names_of(comparison, second));
  return parts.empty() ? "" : capital(listed(parts)) + ".";
}

/// About the sites that only their addresses or widths tell apart.
std::string rest_sentence(const Comparison& comparison, ConflictModel model, bool counts_are_same) {
  std::vector<const ComparedSite*> addresses, widths;
  for (const ComparedSite& site : comparison.sites) {
    if (!site.in_both() || main_difference(site, model)) continue;
    if (site.same_addresses == false) addresses.push_back(&site);
    if (site.first->width != site.second->width) widths.push_back(&site);
  }
  std::string text;
  if (!widths.empty()) text = "the widths differ at " + names_of(comparison, widths);
  if (!addresses.empty())
    text += (text.empty() ? "" : "; ") + ("the addresses differ at " + names_of(comparison, addresses));
  if (text.empty()) return {};
  return counts_are_same ? "The counts are the same; " + text + "." : "Besides, " + text + ".";
}

std::string barriers_sentence(const Comparison& comparison) {
  if (comparison.barriers_first == comparison.barriers_second) return {};
  return "The second has " + count_of(comparison.barriers_second, "barrier") + " per block instead of " +
         thousands(comparison.barriers_first) + ".";
}

std::string sameness_sentence(const Comparison& comparison) {
  if (!comparison.common)
    return "The counts are the same; the addresses cannot be compared, because no part of the launch is recorded in "
           "both.";
  if (comparison.common->all) return "They make the same requests.";
  return "The counts are the same, and the addresses are, too, in the part that is recorded in both.";
}

}  // namespace

std::string label_of(const Comparison& comparison, const ComparedSite& site) {
  const auto same = std::count_if(comparison.sites.begin(), comparison.sites.end(),
                                  [&](const ComparedSite& other) { return other.name == site.name; });
  return same == 1 ? site.name : site.name + " (" + site.tensor + ")";
}

std::vector<std::string> comparison_in_words(const Comparison& comparison, ConflictModel model) {
  std::vector<std::string> sentences;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) sentences.push_back(sentence);
  };
  if (comparison.requests_differ(model)) {
    add(counts_sentence(comparison, model));
    add(alone_sentence(comparison));
    add(totals_sentence(comparison, model));
    const bool only = sentences.empty();
    add(rest_sentence(comparison, model, only));
  } else {
    add(sameness_sentence(comparison));
  }
  add(barriers_sentence(comparison));
  return sentences;
}

}  // namespace gemmscope::words
