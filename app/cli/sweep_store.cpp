// SPDX-License-Identifier: MIT
#include "app/cli/sweep_store.h"

#include <fstream>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "app/cli/json.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/tokens.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/content_name.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
#include "tracing/process/programs.h"
#include "tracing/record/origin.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "gemmscope-setting/1";

/// `include "part.cuh"`: part.cuh. Empty: it is another directive.
std::string quoted_file(std::string_view directive) {
  const std::size_t first = directive.find('"'), last = directive.find('"', first + 1);
  if (directive.find("include") != 0 || first == directive.npos || last == directive.npos) return "";
  return std::string(directive.substr(first + 1, last - first - 1));
}

/// The text, and those of the files that it includes.
void add_texts(format::ContentName& name, const fs::path& folder, const std::string& text, std::set<fs::path>& seen) {
  name.add(text);
  std::vector<fs::path> included;
  const auto note = [&](std::string_view directive, std::uint32_t) {
    const std::string file = quoted_file(directive);
    if (!file.empty()) included.push_back((folder / file).lexically_normal());
  };
  cxx::read_tokens(
      text, [](const cxx::Token&) {}, note);
  for (const fs::path& file : included) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) || !seen.insert(file).second) continue;
    name.add(file.native());
    add_texts(name, file.parent_path(), format::text_in(file), seen);
  }
}

std::string name_of_bytes(std::string_view bytes) {
  format::ContentName name;
  name.add(bytes);
  return name.text();
}

Result<void> put(const fs::path& file, const std::string& bytes) {
  return format::replace_file(file, std::as_bytes(std::span(bytes)));
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Whether it lists the recordings of the setting `name`, or says why it has none.
bool is_list_of(const std::string& name, const Json& json) {
  if (!json.is_object() || text_at(json, "schema") != kSchema || text_at(json, "setting") != name) return false;
  const auto numbers = json.find("numbers"), recordings = json.find("recordings");
  if (numbers == json.end() || !numbers->is_object() || recordings == json.end() || !recordings->is_array())
    return false;
  return !recordings->empty() || !text_at(json, "failure").empty();
}

}  // namespace

std::string bytes_of(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

std::string name_of(const Recorded& what) {
  const fs::path source = fs::absolute(what.command.front()).lexically_normal();
  const std::string text = format::text_in(source);
  format::ContentName name;
  name.add(record::build_id());
  name.add(source.native());
  std::set<fs::path> seen;
  add_texts(name, source.parent_path(), cxx::with_numbers(text, what.numbers, "").value_or(text), seen);
  for (std::size_t i = 1; i < what.command.size(); ++i) name.add(what.command[i]);
  for (const auto& [variable, value] : what.wishes) name.add(variable), name.add(value);
  name.add(std::uint64_t{what.as_written});
  for (const char* variable : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) name.add(process::of_environment(variable));
  return name.text();
}

Result<SweepStore> SweepStore::open(const fs::path& folder, Make make) {
  std::error_code error;
  if (make == Make::kNo && !fs::is_directory(folder, error))
    return fail(ErrorKind::kBadFile, "there is no folder " + folder.string() + "; sweep with --store to make it");
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error))
    return fail(ErrorKind::kUsage, "the folder " + folder.string() + " cannot be made (" + error.message() +
                                       "); choose another one for --store");
  return SweepStore(folder);
}

SweepStore::Reading SweepStore::read(const Recorded& what) const {
  const std::string name = name_of(what);
  const fs::path list = folder_ / (name + ".json");
  std::error_code error;
  if (!fs::exists(list, error)) return {};
  const Json json = Json::parse(format::text_in(list), nullptr, false);
  if (!is_list_of(name, json)) return {.other = true};
  Reading reading{.run = session::ProgramRun{}};
  reading.run->failure = text_at(json, "failure");
  reading.run->files = {what.command.front()};
  for (const auto& [number, value] : json["numbers"].items())
    if (value.is_string()) reading.run->numbers.push_back({number, value.get<std::string>()});
  for (const Json& each : json["recordings"]) {
    const fs::path file = folder_ / fs::path(text_at(each, "file")).filename();
    if (name_of_bytes(bytes_of(file)) != text_at(each, "content")) return {.other = true};
    auto recording = format::read_file(file);
    if (!recording) return {.other = true};
    reading.run->launches.push_back(std::make_shared<const session::Loaded>(std::move(*recording)));
    reading.files.push_back(file.string());
  }
  return reading;
}

Result<std::vector<std::string>> SweepStore::write(const Recorded& what, const Outcome& outcome) const {
  const std::string name = name_of(what);
  std::vector<std::string> files;
  Json json{{"schema", kSchema},
            {"setting", name},
            {"numbers", Json::object()},
            {"failure", outcome.failure},
            {"recordings", Json::array()}};
  for (const format::Parameter& number : outcome.numbers) json["numbers"][number.name] = number.value;
  for (const std::string& bytes : outcome.recordings) {
    const std::string file = name + (files.empty() ? "" : "_" + std::to_string(files.size() + 1)) + ".gst";
    if (auto written = put(folder_ / file, bytes); !written) return tl::unexpected(written.error());
    json["recordings"].push_back({{"file", file}, {"content", name_of_bytes(bytes)}});
    files.push_back((folder_ / file).string());
  }
  if (auto written = put(folder_ / (name + ".json"), json_text(json)); !written) return tl::unexpected(written.error());
  return files;
}

}  // namespace gemmscope::cli
