// SPDX-License-Identifier: MIT
#include "app/views/parts/product_rates.h"

#include <algorithm>

#include "app/session/own_numbers.h"
#include "app/session/preset_words.h"
#include "app/session/study.h"

namespace gemmscope::views {
namespace {

using results::BenchReport;
using results::ProductRate;

std::vector<const ProductRate*> rates_in(const BenchReport& report, const std::string& program,
                                         const std::string& kernel) {
  std::vector<const ProductRate*> rates;
  for (const ProductRate& rate : report.products)
    if (rate.program == program && session::family_of(rate.kernel) == session::family_of(kernel))
      rates.push_back(&rate);
  return rates;
}

bool is_float(const ProductRate* rate) { return rate->element == "float"; }

}  // namespace

std::optional<double> ProductRates::peak() const {
  if (report == nullptr || !report->peak || !std::ranges::all_of(rates, is_float)) return std::nullopt;
  return report->peak->gflops;
}

ProductRates product_rates(const session::Look& look) {
  ProductRates all;
  const format::Recording& recording = *look.recording();
  if (!look.loaded->files.empty()) all.program = look.loaded->files.front().name;
  if (!look.reports || all.program.empty()) return all;
  std::vector<const BenchReport*> reports;
  if (const BenchReport* chosen = session::report_shown(look)) reports.push_back(chosen);
  for (const BenchReport& report : *look.reports) reports.push_back(&report);
  for (const BenchReport* report : reports) {
    all.rates = rates_in(*report, all.program, recording.kernel);
    if (all.rates.empty()) continue;
    all.report = report;
    break;
  }
  std::string numbers;
  for (const session::OwnNumber& number : look.numbers)
    if (number.is_changed()) numbers += number.name + "=" + std::to_string(number.value) + " ";
  const std::optional<analysis::Tiles>& tiles = look.loaded->tiles;
  for (const ProductRate* rate : all.rates) {
    all.full = std::max({all.full, rate->rate.gflops, rate->cublas ? rate->cublas->gflops : 0});
    const bool same = tiles && rate->kernel == recording.kernel && rate->M == tiles->product.M &&
                      rate->N == tiles->product.N && rate->K == tiles->product.K;
    if (same && results::same_numbers(rate->numbers, numbers)) all.shown = rate;
  }
  all.full = std::max(all.full, all.peak().value_or(0));
  return all;
}

std::string label_of(const ProductRate& rate, const ProductRates& all) {
  std::string label = session::size_in_words(rate.M, rate.N, rate.K);
  const bool several = std::ranges::any_of(all.rates, [&](const ProductRate* r) { return r->kernel != rate.kernel; });
  if (several) label += " " + rate.kernel;
  return rate.numbers.empty() ? label : label + " " + rate.numbers;
}

}  // namespace gemmscope::views
