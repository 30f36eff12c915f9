// SPDX-License-Identifier: MIT
#include "app/cli/report_reuse_json.h"

#include "app/words/reuse_words.h"

namespace gemmscope::cli {
namespace {

using analysis::Missing;
using Json = nlohmann::ordered_json;

Json times_json(const analysis::Times& times) {
  return {{"least", times.least}, {"most", times.most}, {"mean", times.mean()}};
}

Json missing_json(Missing missing) {
  return missing == Missing::kNothing ? Json() : Json(words::missing_in_words(missing));
}

Json matrix_json(const format::Recording& recording, const analysis::MatrixReuse& reuse) {
  Json json{{"tensor", recording.tensors[reuse.of.tensor].name},
            {"op", format::name_of(reuse.of.op)},
            {"per_block", nullptr},
            {"per_kernel", nullptr},
            {"outside", reuse.outside},
            {"missing", missing_json(reuse.missing != Missing::kNothing ? reuse.missing : reuse.launch_missing)}};
  if (reuse.missing != Missing::kNothing) return json;
  json["per_block"] = {{"lanes", times_json(reuse.block_lanes)}, {"requests", times_json(reuse.block_requests)}};
  if (reuse.launch_missing != Missing::kNothing) return json;
  json["per_kernel"] = {{"lanes", times_json(reuse.launch.lanes)},
                        {"requests", times_json(reuse.launch.requests)},
                        {"blocks", times_json(reuse.launch.blocks)}};
  return json;
}

Json tile_json(const format::Recording& recording, const analysis::TileReuse& reuse) {
  Json json{{"tensor", recording.tensors[reuse.tensor].name}, {"missing", missing_json(reuse.missing)}};
  for (const auto& [key, times] :
       {std::pair{"lanes", &reuse.lanes}, {"requests", &reuse.requests}, {"wavefronts", &reuse.wavefronts}})
    json[key] = reuse.missing == Missing::kNothing ? times_json(*times) : Json();
  return json;
}

Json flop_per_byte_json(const analysis::FlopPerByte& by) {
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  return {{"requested", number(by.requested)}, {"moved", number(by.moved)}};
}

}  // namespace

Json reuse_json(const format::Recording& recording, const analysis::Reuse& reuse) {
  Json json{{"matrices", Json::array()}, {"tiles", Json::array()}, {"flop_per_byte", nullptr}};
  for (const analysis::MatrixReuse& each : reuse.matrices) json["matrices"].push_back(matrix_json(recording, each));
  for (const analysis::TileReuse& each : reuse.tiles) json["tiles"].push_back(tile_json(recording, each));
  if (reuse.missing == Missing::kNothing)
    json["flop_per_byte"] = {{"global", flop_per_byte_json(reuse.global)},
                             {"shared", flop_per_byte_json(reuse.shared)}};
  return json;
}

}  // namespace gemmscope::cli
