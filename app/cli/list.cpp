// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/list_folder.h"
#include "app/session/preset_words.h"
#include "app/words/text_table.h"
#include "kernels/broken.h"
#include "kernels/table.h"
#include "tracing/analysis/layout_notation.h"

namespace gemmscope::cli {
namespace {

using kernels::KernelInfo;
using kernels::ParameterInfo;
using Json = nlohmann::ordered_json;

/// "0 to 32", or "none, xor".
std::string range_of(const ParameterInfo& p) {
  if (p.choices.empty()) return std::to_string(p.least) + " to " + std::to_string(p.most);
  std::string text;
  for (const std::string_view choice : p.choices) text += (text.empty() ? "" : ", ") + std::string(choice);
  return text;
}

/// "As (16,128):(128,1); Bs (16,128):(128,1)"; "none" without shared memory.
std::string tiles_of(const kernels::BlockGeometry& block) {
  std::string text;
  for (const kernels::SharedTile& tile : block.tiles)
    text += (text.empty() ? "" : "; ") + std::string(tile.name) + " " + analysis::in_cute(tile.layout);
  return text.empty() ? "none" : text;
}

std::string kernel_text(const KernelInfo& kernel) {
  std::string text =
      std::string(kernel.name) + ": " + std::string(kernel.summary) + "\n  " + std::string(kernel.source_path) + "\n\n";
  words::TextTable presets({"preset", "tile sizes", "shared tiles", "from"});
  for (const kernels::Preset& preset : kernel.presets)
    presets.add({std::string(preset.name), session::tile_sizes_in_words(kernel, preset.name),
                 tiles_of(kernels::resolve(kernel.name, preset.name, {})->geometry()), std::string(preset.source)});
  words::TextTable parameters({"parameter", "values", "default", "meaning"});
  for (const ParameterInfo& p : kernel.parameters)
    parameters.add({std::string(p.name), range_of(p), p.value.empty() ? "from the preset" : std::string(p.value),
                    std::string(p.meaning)});
  return text + presets.text(2) + "\n" + parameters.text(2) + "\n";
}

std::string broken_text() {
  std::string text = "Deliberately broken kernels, to record and study. 'gemmscope check' finds the mistake.\n\n";
  for (const KernelInfo& kernel : kernels::broken_kernels()) {
    const kernels::Mistake& m = *kernel.mistake;
    text += std::string(kernel.name) + ", from " + std::string(m.kernel) + ": " + std::string(m.what) +
            "\n  look at: " + std::string(m.look_at) + "\n  shows at: " + kernels::size_that_shows(kernel.name) +
            ", preset " + std::string(kernel.presets[0].name);
    for (const auto& [name, value] : m.fixed) text += ", " + name + "=" + value;
    text += m.not_on_gpu.empty() ? "\n" : "; not on a GPU: " + std::string(m.not_on_gpu) + "\n";
  }
  return text;
}

std::string broken_json() {
  Json json{{"schema", "gemmscope-broken/1"}, {"kernels", Json::array()}};
  for (const KernelInfo& kernel : kernels::broken_kernels()) {
    const kernels::Mistake& m = *kernel.mistake;
    Json fixed = Json::object();
    for (const auto& [name, value] : m.fixed) fixed[name] = value_json(value);
    json["kernels"].push_back({{"name", kernel.name},
                               {"id", m.id},
                               {"of", m.kernel},
                               {"mistake", m.what},
                               {"look_at", m.look_at},
                               {"preset", kernel.presets[0].name},
                               {"params", fixed},
                               {"size", {{"M", m.M}, {"N", m.N}, {"K", m.K}}},
                               {"not_on_gpu", m.not_on_gpu.empty() ? Json() : Json(m.not_on_gpu)}});
  }
  return json_text(json);
}

std::string list_text() {
  std::string text;
  for (const KernelInfo& kernel : kernels::all_kernels()) text += kernel_text(kernel);
  words::TextTable backends({"backend", "runs on"});
  for (const BackendInfo& backend : find_backends())
    backends.add({backend.name, backend.missing.empty() ? backend.device : "not available: " + backend.missing});
  return text +
         "Presets are compiled in. For the emulator, other tile sizes that a kernel can have are compiled when they are "
         "first recorded.\n\n" +
         backends.text();
}

Json kernel_json(const KernelInfo& kernel) {
  Json json{
      {"name", kernel.name}, {"alias", kernel.alias}, {"summary", kernel.summary}, {"source", kernel.source_path}};
  Json& presets = json["presets"] = Json::array();
  for (const kernels::Preset& preset : kernel.presets) {
    presets.push_back({{"name", preset.name}, {"source", preset.source}, {"params", Json::object()}});
    for (const auto& [name, value] : session::tile_sizes(kernel, preset.name))
      presets.back()["params"][name] = value_json(value);
    const kernels::BlockGeometry block = kernels::resolve(kernel.name, preset.name, {})->geometry();
    presets.back()["block_tile"] = {{"BM", block.BM}, {"BN", block.BN}, {"BK", block.BK}};
    presets.back()["threads"] = block.NT;
    presets.back()["shared_bytes"] = block.shared_bytes;
    Json& tiles = presets.back()["tiles"] = Json::object();
    for (const kernels::SharedTile& tile : block.tiles) tiles[tile.name] = analysis::in_cute(tile.layout);
  }
  Json& parameters = json["parameters"] = Json::array();
  for (const ParameterInfo& p : kernel.parameters) {
    Json parameter{{"name", p.name}, {"meaning", p.meaning}};
    if (p.choices.empty())
      parameter["range"] = {p.least, p.most};
    else
      parameter["choices"] = p.choices;
    parameter["default"] = p.value.empty() ? Json() : value_json(std::string(p.value));
    parameters.push_back(std::move(parameter));
  }
  return json;
}

std::string list_json() {
  Json json{{"schema", "gemmscope-list/1"}, {"kernels", Json::array()}, {"backends", Json::array()}};
  for (const KernelInfo& kernel : kernels::all_kernels()) json["kernels"].push_back(kernel_json(kernel));
  for (const BackendInfo& b : find_backends())
    json["backends"].push_back(
        {{"name", b.name}, {"available", b.missing.empty()}, {"device", b.device}, {"missing", b.missing}});
  return json_text(json);
}

}  // namespace

Action list_command(CLI::App& app) {
  const auto json = std::make_shared<bool>(false), broken = std::make_shared<bool>(false);
  app.add_flag("--json", *json, "print JSON");
  app.add_flag("--broken", *broken, "list the deliberately broken kernels instead");
  const auto folder = std::make_shared<std::string>();
  app.add_option("FOLDER", *folder, "list the recordings of this folder instead");
  return [json, broken, folder](std::ostream& out) -> Result<Verdict> {
    if (!folder->empty()) {
      const auto text = recordings_of_folder(*folder, *json);
      if (!text) return tl::unexpected(text.error());
      out << *text;
    } else if (*broken)
      out << (*json ? broken_json() : broken_text());
    else
      out << (*json ? list_json() : list_text());
    return Verdict::kDone;
  };
}

}  // namespace gemmscope::cli
