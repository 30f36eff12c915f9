// SPDX-License-Identifier: MIT
#include "app/cli/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "app/words/number.h"
#include "tracing/format/file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// "tiled: 10,368 requests of 12 blocks of 1,024 threads; 4,119 bytes in recordings/tiled.gst"
void say_done(const format::Recording& r, const fs::path& file, std::ostream& out) {
  std::error_code error;
  out << r.kernel << ": " << words::count_of(r.request_count(), "request") << " of "
      << words::count_of(r.blocks.size(), "block") << " of " << words::count_of(r.threads, "thread") << "; "
      << words::count_of(fs::file_size(file, error), "byte") << " in " << format::shown(file.string()) << "\n";
}

}  // namespace

Workplace::Workplace(const fs::path& where) : path(where / (".gemmscope-" + std::to_string(::getpid()))) {
  std::error_code error;
  makes_folder_ = !fs::exists(where, error);
  fs::create_directories(path, error);
  is_there = !error;
}

Workplace::~Workplace() {
  std::error_code error;
  fs::remove_all(path, error);
  if (makes_folder_) fs::remove(path.parent_path(), error);  // if it is empty
}

std::vector<fs::path> recordings_in(const fs::path& folder) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".gst") files.emplace_back(entry.last_write_time(error), entry.path());
  std::ranges::sort(files);
  std::vector<fs::path> paths;
  for (auto& [time, path] : files) paths.push_back(std::move(path));
  return paths;
}

Result<std::vector<fs::path>> take_over(const fs::path& from, const fs::path& to, std::ostream& out) {
  std::error_code error;
  std::vector<fs::path> targets;
  for (const fs::path& file : recordings_in(from)) {
    const auto recording = format::read_file(file);
    if (!recording) return tl::unexpected(recording.error());
    const fs::path& target = targets.emplace_back(to / file.filename());
    fs::rename(file, target, error);
    if (error) return fail(ErrorKind::kUsage, target.string() + " cannot be written: " + error.message());
    say_done(*recording, target, out);
  }
  return targets;
}

void say_earlier(const fs::path& folder, const std::vector<fs::path>& made, std::ostream& out) {
  constexpr std::size_t kMost = 8;  // that are named
  std::vector<fs::path> files = recordings_in(folder);
  std::erase_if(files, [&](const fs::path& file) { return std::ranges::count(made, file) != 0; });
  std::ranges::sort(files);
  if (files.empty()) return;
  out << "not of this run: ";
  for (std::size_t i = 0; i < files.size() && i < kMost; ++i)
    out << (i == 0 ? "" : ", ") << format::shown(files[i].string());
  if (files.size() > kMost) out << " and " << files.size() - kMost << " more";
  out << "\n";
}

}  // namespace gemmscope::cli
