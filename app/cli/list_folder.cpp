// SPDX-License-Identifier: MIT
#include "app/cli/list_folder.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/cli/json.h"
#include "app/words/number.h"
#include "app/words/text_table.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A parameter of the recorded program's launch; empty if the recording has none of that name.
std::string parameter(const format::Recording& r, std::string_view name) {
  const auto found = std::ranges::find(r.parameters, name, &format::Parameter::name);
  return found == r.parameters.end() ? "" : found->value;
}

struct Row {
  std::string file, trouble;
  std::string kernel, launch, grid, block;
  std::uint64_t requests = 0, bytes = 0;
  bool faulted = false;  ///< the launch faulted: it is recorded up to the fault
};

Row row_of(const fs::path& file) {
  std::error_code error;
  Row row;
  row.file = file.filename().string(), row.bytes = fs::file_size(file, error);
  const auto recording = format::read_file(file);
  if (!recording) return row.trouble = recording.error().message, row;
  row.kernel = recording->kernel, row.requests = recording->request_count();
  row.faulted = recording->fault.has_value();
  row.launch = parameter(*recording, "launch");
  row.grid = parameter(*recording, "grid"), row.block = parameter(*recording, "block");
  if (row.grid.empty())
    row.grid = std::to_string(recording->grid_x) + " x " + std::to_string(recording->grid_y) + " x 1";
  if (row.block.empty()) row.block = std::to_string(recording->threads) + " threads";
  return row;
}

std::string table_of(const std::vector<Row>& rows) {
  words::TextTable table({"file", "kernel", "launch", "grid", "block", "requests", "bytes"});
  std::string troubles;
  for (const Row& row : rows)
    if (row.faulted) troubles += format::shown(row.file) + " ends with a fault\n";
  for (const Row& row : rows)
    if (row.trouble.empty())
      table.add({format::shown(row.file), format::shown(row.kernel), format::shown(row.launch), format::shown(row.grid),
                 format::shown(row.block), words::thousands(row.requests), words::thousands(row.bytes)});
    else
      troubles += format::shown(row.trouble) + "\n";
  return table.text() + troubles;
}

std::string json_of(const std::vector<Row>& rows) {
  Json json{{"schema", "gemmscope-recordings/1"}, {"recordings", Json::array()}};
  for (const Row& row : rows)
    if (row.trouble.empty())
      json["recordings"].push_back({{"file", row.file},
                                    {"kernel", row.kernel},
                                    {"launch", row.launch},
                                    {"grid", row.grid},
                                    {"block", row.block},
                                    {"requests", row.requests},
                                    {"bytes", row.bytes},
                                    {"faulted", row.faulted}});
    else
      json["recordings"].push_back({{"file", row.file}, {"error", row.trouble}});
  return json_text(json);
}

}  // namespace

Result<std::string> recordings_of_folder(const std::string& folder, bool json) {
  std::error_code error;
  std::vector<fs::path> files;
  fs::directory_iterator in(folder, error);
  if (error) return fail(ErrorKind::kBadFile, folder + " is no folder that can be read: " + error.message());
  for (; in != fs::directory_iterator() && !error; in.increment(error))
    if (in->path().extension() == ".gst") files.push_back(in->path());
  if (files.empty()) return fail(ErrorKind::kBadFile, "the folder " + folder + " has no recordings (*.gst)");
  std::ranges::sort(files);
  std::vector<Row> rows;
  for (const fs::path& file : files) rows.push_back(row_of(file));
  return json ? json_of(rows) : table_of(rows);
}

}  // namespace gemmscope::cli
