// SPDX-License-Identifier: MIT
#include "tests/analysis/golden.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

namespace gemmscope::analysis::testing {
namespace {

using nlohmann::json;

GoldenRow parse(const json& entry) {
  const auto number = [&](const char* key) { return entry.at(key).get<std::uint64_t>(); };
  GoldenRow row;
  row.kernel = entry.at("kernel"), row.preset = entry.at("preset"), row.variant = entry.at("variant");
  row.site = entry.at("site");
  for (const auto& [name, value] : entry.at("params").items()) row.parameters[name] = parameter_text(value);
  row.M = entry.at("dims")[0], row.N = entry.at("dims")[1], row.K = entry.at("dims")[2];
  row.block_y = entry.at("block")[0], row.block_x = entry.at("block")[1];
  row.threads = entry.at("threads"), row.shared_bytes = entry.at("shared_bytes");
  row.epilogue = entry.at("scope") == "block,epilogue";
  row.shared = entry.at("space") == "shared", row.store = entry.at("op") == "store";
  row.width = entry.at("width");
  row.requests = number("warp_instr"), row.misaligned = number("misaligned_instr");
  row.address_digest = std::stoull(entry.at("addr_hash").get<std::string>(), nullptr, 16);
  if (row.shared) {
    row.wavefronts = number("wavefronts"), row.ideal_wavefronts = number("ideal_wavefronts");
    row.excess = number("excess");
    if (!entry.at("pairmerge_wavefronts").is_null()) row.fused_wavefronts = number("pairmerge_wavefronts");
    row.subop_wavefronts = number("subop_wavefronts");
    row.max_nway = entry.at("max_nway"), row.subop_max_nway = entry.at("subop_max_nway");
    for (const auto& [nway, requests] : entry.at("nway_hist").items()) row.nway_histogram[std::stoi(nway)] = requests;
  } else {
    row.sectors = number("sectors"), row.ideal_sectors = number("ideal_sectors");
    row.lines = number("lines"), row.ideal_lines = number("ideal_lines");
    row.efficiency = entry.at("efficiency");
  }
  const json& lanes = entry.at("first_instr_lane_addrs");
  for (std::size_t lane = 0; lane < row.first_request.size(); ++lane)
    if (!lanes.at(lane).is_null()) row.first_request[lane] = lanes.at(lane).get<std::uint32_t>();
  return row;
}

void expect_shared(const Count& count, const GoldenRow& row) {
  const SharedCount& textbook = count.by(ConflictModel::kTextbook);
  EXPECT_EQ(textbook.wavefronts, row.wavefronts);
  EXPECT_EQ(textbook.ideal_wavefronts, row.ideal_wavefronts);
  EXPECT_EQ(textbook.excess(), row.excess);
  EXPECT_EQ(textbook.max_nway, row.max_nway);
  std::map<int, std::uint64_t> histogram;
  for (std::size_t n = 0; n < textbook.nway_histogram.size(); ++n)
    if (textbook.nway_histogram[n] != 0) histogram[static_cast<int>(n)] = textbook.nway_histogram[n];
  EXPECT_EQ(histogram, row.nway_histogram);
  EXPECT_EQ(count.by(ConflictModel::kFused).wavefronts, row.fused_wavefronts.value_or(row.wavefronts));
  EXPECT_EQ(count.by(ConflictModel::kSubop).wavefronts, row.subop_wavefronts);
  EXPECT_EQ(count.by(ConflictModel::kSubop).max_nway, row.subop_max_nway);
}

void expect_global(const Count& count, const GoldenRow& row) {
  EXPECT_EQ(count.sectors, row.sectors);
  EXPECT_EQ(count.ideal_sectors, row.ideal_sectors);
  EXPECT_EQ(count.lines, row.lines);
  EXPECT_EQ(count.ideal_lines, row.ideal_lines);
  EXPECT_NEAR(count.efficiency(), row.efficiency, 5e-5);  // four digits in the file
}

}  // namespace

int GoldenRow::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? 0 : std::stoi(found->second);
}

std::string GoldenRow::title() const { return kernel + " " + preset + " " + variant + " " + site; }

std::string parameter_text(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

json golden_json() { return json::parse(std::ifstream("tests/data/golden.json")); }

Variant as_recorded(Variant v) {
  struct Mistake {
    const char *kernel, *name, *value, *broken;
  };
  constexpr Mistake kMistakes[] = {{"k003", "single", "true", "vectorized_one_pass"},
                                   {"k003", "naming", "swapped", "vectorized_roles_swapped"},
                                   {"k002", "ktail", "maxas", "sgemm64_no_tail"}};
  for (const Mistake& m : kMistakes) {
    const auto made = std::ranges::find(v.parameters, format::Parameter{m.name, m.value});
    if (v.kernel != m.kernel || made == v.parameters.end()) continue;
    v.kernel = m.broken;
    v.parameters.erase(made);
    break;
  }
  return v;
}

std::vector<GoldenRow> golden_rows(const std::string& kernel) {
  std::vector<GoldenRow> rows;
  const json golden = golden_json();
  for (const json& entry : golden.at("rows"))
    if (kernel.empty() || entry.at("kernel") == kernel) rows.push_back(parse(entry));
  return rows;
}

void expect_row(const Summary& summary, std::span<const std::uint64_t> digests, const GoldenRow& row) {
  std::optional<SiteSummary> site;  // a row may be of several tensors: s_store is of As and Bs
  for (const SiteSummary& s : summary.sites) {
    if (s.name != row.site) continue;
    if (!site) {
      site = s;
      continue;
    }
    site->count += s.count;
    site->sites.insert(site->sites.end(), s.sites.begin(), s.sites.end());
  }
  ASSERT_TRUE(site) << "nothing was recorded at this site";
  EXPECT_EQ(site->space == format::Space::kShared, row.shared);
  EXPECT_EQ(site->op == format::Op::kStore, row.store);
  EXPECT_EQ(site->width, row.width);
  EXPECT_EQ(site->count.requests, row.requests);
  EXPECT_EQ(site->count.misaligned, row.misaligned);
  row.shared ? expect_shared(site->count, row) : expect_global(site->count, row);
  std::uint64_t digest = 0;
  for (const std::uint16_t s : site->sites) digest += digests[s];
  EXPECT_EQ(digest, row.address_digest);
}

}  // namespace gemmscope::analysis::testing
