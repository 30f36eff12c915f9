// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/backend.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/list_folder.h"
#include "app/session/ladder.h"
#include "app/session/own_numbers.h"
#include "app/words/text_table.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/cxx/said_arguments.h"
#include "tracing/format/input_file.h"

namespace gemmscope::cli {
namespace {

using session::Step;
using Json = nlohmann::ordered_json;

/// A step with what its text says.
struct Listed {
  Step step;
  std::vector<std::string> arguments;
  std::vector<cxx::Preset> presets;
  std::vector<cxx::Knob> numbers;
};

std::vector<Listed> listed(std::vector<Step> steps) {
  std::vector<Listed> all;
  for (Step& step : steps) {
    const std::string text = format::text_in(step.file);
    all.push_back({std::move(step), cxx::said_arguments(text),
                   cxx::presets_of(text).value_or(std::vector<cxx::Preset>{}), cxx::knobs_of(text).all});
  }
  return all;
}

std::string numbers_text(const std::vector<cxx::Knob>& numbers) {
  std::string text;
  for (const cxx::Knob& number : numbers)
    text += (text.empty() ? "" : " ") + number.name + "=" + std::to_string(number.value);
  return text;
}

std::string step_text(const Listed& one) {
  std::string text = one.step.name + ": " + one.step.summary + "\n  " + one.step.file.filename().string() + "\n";
  words::TextTable settings({"preset", "numbers"});
  if (!one.numbers.empty()) settings.add({"as written", numbers_text(one.numbers)});
  for (const cxx::Preset& preset : one.presets) settings.add({preset.name, format::text_of(preset.numbers)});
  return text + (one.numbers.empty() ? "" : settings.text(2)) + "\n";
}

std::string broken_text() {
  std::string text = "Deliberately broken kernels, to record and study. 'gemmscope check' finds the mistake.\n\n";
  for (const Listed& one : listed(session::broken_steps())) {
    text += one.step.name + ": " + one.step.summary + "\n  look at: " + one.step.look_at + "\n  shows at:";
    for (const std::string& argument : one.arguments) text += " " + argument;
    text += "\n";
  }
  return text;
}

Json step_json(const Listed& one) {
  Json json{{"name", one.step.name}, {"summary", one.step.summary}, {"source", one.step.file.string()}};
  if (one.step.number != 0) json["step"] = one.step.number;
  if (!one.step.look_at.empty()) json["look_at"] = one.step.look_at;
  json["arguments"] = one.arguments;
  json["numbers"] = Json::object();
  for (const cxx::Knob& number : one.numbers) json["numbers"][number.name] = number.value;
  Json& presets = json["presets"] = Json::array();
  for (const cxx::Preset& preset : one.presets) {
    presets.push_back({{"name", preset.name}, {"numbers", Json::object()}});
    for (const format::Parameter& number : preset.numbers)
      presets.back()["numbers"][number.name] = value_json(number.value);
  }
  return json;
}

Json steps_json(const char* schema, std::vector<Step> steps) {
  Json json{{"schema", schema}, {"kernels", Json::array()}};
  for (const Listed& one : listed(std::move(steps))) json["kernels"].push_back(step_json(one));
  return json;
}

std::string list_text() {
  std::string text;
  for (const Listed& one : listed(session::ladder_steps())) text += step_text(one);
  if (text.empty()) text = "The ladder's programs are not here: no folder above this program has kernels/.\n\n";
  words::TextTable backends({"backend", "runs on"});
  for (const BackendInfo& backend : find_backends())
    backends.add({backend.name, backend.missing.empty() ? backend.device : "not available: " + backend.missing});
  return text +
         "Any number of a kernel can be set, as in --set PA=4; the kernel is then compiled, and kept for the next time.\n\n" +
         backends.text();
}

std::string list_json() {
  Json json = steps_json("gemmscope-list/2", session::ladder_steps());
  json["backends"] = Json::array();
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
      out << (*json ? json_text(steps_json("gemmscope-broken/2", session::broken_steps())) : broken_text());
    else
      out << (*json ? list_json() : list_text());
    return Verdict::kDone;
  };
}

}  // namespace gemmscope::cli
