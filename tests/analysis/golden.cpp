// SPDX-License-Identifier: MIT
#include "tests/analysis/golden.h"

#include <fstream>
#include <sstream>

#include <flatbuffers/flexbuffers.h>
#include <flatbuffers/idl.h>
#include <gtest/gtest.h>

namespace gemmscope::analysis::testing {
namespace {

std::uint32_t u32(flexbuffers::Reference value) { return static_cast<std::uint32_t>(value.AsUInt64()); }

GoldenRow parse(const flexbuffers::Map& json) {
  const auto text = [&](const char* key) { return std::string(json[key].AsString().c_str()); };
  const auto number = [&](const char* key) { return json[key].AsUInt64(); };
  GoldenRow row;
  row.kernel = text("kernel"), row.preset = text("preset"), row.variant = text("variant"), row.site = text("site");
  const auto parameters = json["params"].AsMap();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    row.parameters[parameters.Keys()[i].AsKey()] = parameters.Values()[i].ToString();
  for (auto& [name, value] : row.parameters)
    if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
  const auto dims = json["dims"].AsVector(), block = json["block"].AsVector();
  row.M = u32(dims[0]), row.N = u32(dims[1]), row.K = u32(dims[2]);
  row.block_y = u32(block[0]), row.block_x = u32(block[1]);
  row.threads = u32(json["threads"]), row.shared_bytes = u32(json["shared_bytes"]);
  row.epilogue = text("scope") == "block,epilogue";
  row.shared = text("space") == "shared", row.store = text("op") == "store";
  row.width = json["width"].AsInt32();
  row.requests = number("warp_instr"), row.misaligned = number("misaligned_instr");
  row.address_digest = std::stoull(text("addr_hash"), nullptr, 16);
  row.wavefronts = number("wavefronts"), row.ideal_wavefronts = number("ideal_wavefronts"),
  row.excess = number("excess");
  if (row.shared && !json["pairmerge_wavefronts"].IsNull()) row.fused_wavefronts = number("pairmerge_wavefronts");
  row.subop_wavefronts = number("subop_wavefronts");
  row.max_nway = json["max_nway"].AsInt32(), row.subop_max_nway = json["subop_max_nway"].AsInt32();
  const auto histogram = json["nway_hist"].AsMap();
  for (std::size_t i = 0; i < histogram.size(); ++i)
    row.nway_histogram[std::stoi(histogram.Keys()[i].AsKey())] = histogram.Values()[i].AsUInt64();
  row.sectors = number("sectors"), row.ideal_sectors = number("ideal_sectors");
  row.lines = number("lines"), row.ideal_lines = number("ideal_lines");
  row.efficiency = json["efficiency"].AsDouble();
  const auto lanes = json["first_instr_lane_addrs"].AsVector();
  for (std::size_t lane = 0; lane < row.first_request.size(); ++lane)
    if (!lanes[lane].IsNull()) row.first_request[lane] = u32(lanes[lane]);
  return row;
}

}  // namespace

int GoldenRow::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? 0 : std::stoi(found->second);
}

std::string GoldenRow::title() const { return kernel + " " + preset + " " + variant + " " + site; }

std::vector<GoldenRow> golden_rows(const std::string& kernel) {
  std::stringstream text;
  text << std::ifstream("tests/data/golden.json").rdbuf();
  flatbuffers::Parser parser;
  flexbuffers::Builder builder;
  if (!parser.ParseFlexBuffer(text.str().c_str(), nullptr, &builder)) {
    ADD_FAILURE() << "tests/data/golden.json: " << parser.error_ << " (tests run in the repository's root)";
    return {};
  }
  const auto json = flexbuffers::GetRoot(builder.GetBuffer()).AsMap()["rows"].AsVector();
  std::vector<GoldenRow> rows;
  for (std::size_t i = 0; i < json.size(); ++i) {
    GoldenRow row = parse(json[i].AsMap());
    if (kernel.empty() || row.kernel == kernel) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace gemmscope::analysis::testing
