// SPDX-License-Identifier: MIT
#include "app/cli/run_folder.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/words/number.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/file.h"
#include "tracing/format/input_file.h"
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

constexpr char kName[] = ".gemmscope-run";  // the beginning of these folders' names

/// Whether the limit of --steps has ended the launch.
bool is_cut(const format::Recording& r) { return r.fault && r.fault->kind == format::LaunchFault::Kind::kEndless; }

bool is_whole(const fs::path& file) {
  const auto recording = format::read_file(file);
  return recording && !is_cut(*recording);
}

/// The name of `file` in `folder`; if that is no file, one of `taken`, or a whole recording that must stay, a new name
/// similar to it.
fs::path name_in(const fs::path& folder, const fs::path& file, const std::vector<fs::path>& taken, bool stays) {
  std::error_code error;
  const auto may_be = [&](const fs::path& name) {
    const fs::file_status there = fs::symlink_status(name, error);
    const bool is_free = !fs::exists(there) || fs::is_regular_file(there) || fs::is_symlink(there);
    return is_free && std::ranges::count(taken, name) == 0 && !(stays && is_whole(name));
  };
  fs::path name = folder / file.filename();
  if (may_be(name)) return name;
  for (int i = 2; fs::exists(fs::symlink_status(name, error)) && !(stays && may_be(name)); ++i)
    name = folder / (file.stem().string() + "_" + std::to_string(i) + file.extension().string());
  return name;
}

/// Also to another disk.
Result<void> move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return {};
  if (error != std::errc::cross_device_link) return no_room(to.string() + " cannot be written", error.value());
  auto file = format::InputFile::open(from);
  if (!file) return tl::unexpected(file.error());
  std::vector<std::byte> bytes;
  if (auto read = file->read_up_to(std::numeric_limits<std::size_t>::max(), bytes); !read) return read;
  return format::replace_file(to, bytes);
}

}  // namespace

Workplace::Workplace(const fs::path& where) : where_(where) {
  std::error_code error;
  makes_folder_ = !fs::exists(where, error);
  fs::create_directories(where, error);
  error_ = error.value();
  if (!error) {
    left_by_others = process::remove_abandoned(where, kName);
    folder_.emplace(where, kName);
    if (folder_->path.empty() && folder_->error == 0) folder_.emplace(fs::temp_directory_path(error), kName);
    path = folder_->path, error_ = folder_->error;
    if (error_ == ENOENT && fs::is_directory(where, error)) error_ = EACCES;  // as /proc says it
  }
}

Workplace::~Workplace() {
  std::error_code error;
  folder_.reset();
  if (makes_folder_) fs::remove(where_, error);  // if it is empty
}

Result<void> Workplace::is_there() const {
  if (where_.empty()) return fail(ErrorKind::kNoSpace, "TMPDIR is no folder; name one that you may write to");
  if (path.empty() && (error_ == ENOENT || error_ == ESTALE))
    return fail(ErrorKind::kNoSpace, "the folder " + where_.string() +
                                         " cannot be made: its parent folder is gone; "
                                         "go to another folder or name one");
  if (path.empty()) return no_room("the folder " + where_.string() + " cannot be written to", error_);
  if (folder_->is_ours()) return {};
  return fail(ErrorKind::kNoSpace, "the folder " + path.string() +
                                       " was removed while the program ran, and the recordings with it; run it again");
}

tl::unexpected<Error> no_room(const std::string& what, int code) {
  const std::string begin = what + " (" + std::generic_category().message(code) + ")";
  switch (code) {
    case 0: return fail(ErrorKind::kUsage, what);
    case ENOSPC:
    case EDQUOT: return fail(ErrorKind::kNoSpace, begin + "; make room on the disk or choose another folder");
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN: return fail(ErrorKind::kNoSpace, begin + "; close other programs");
    case EACCES:
    case EPERM:
    case EROFS: return fail(ErrorKind::kNoSpace, begin + "; choose a folder that you may write to");
    default: return fail(ErrorKind::kUsage, begin);
  }
}

Result<void> check_room(const fs::path& folder, std::uint64_t least) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0 || disk.f_blocks == 0) return {};
  if (disk.f_bavail * disk.f_frsize >= least && (disk.f_files == 0 || disk.f_favail > 0)) return {};
  return fail(ErrorKind::kNoSpace,
              "the disk that holds " + folder.string() + " is full; make room there or choose another folder");
}

std::vector<fs::path> recordings_in(const fs::path& folder) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".gst" && fs::is_regular_file(entry.symlink_status(error)))
      files.emplace_back(entry.last_write_time(error), entry.path());
  std::ranges::sort(files);
  std::vector<fs::path> paths;
  for (auto& [time, path] : files) paths.push_back(std::move(path));
  return paths;
}

TakenOver take_over(const fs::path& from, const fs::path& to, bool cut, std::ostream& out) {
  TakenOver taken;
  for (const fs::path& file : recordings_in(from)) {
    const auto recording = format::read_file(file);
    const fs::path target = name_in(to, file, taken.files, cut && recording && is_cut(*recording));
    const Result<void> moved = recording ? move_file(file, target) : tl::unexpected(recording.error());
    if (moved)
      taken.files.push_back(target), say_done(*recording, target, out);
    else if (!taken.error)
      taken.error = moved.error();
  }
  return taken;
}

Result<void> keep_as(const fs::path& from, const fs::path& to, std::ostream& out) {
  const auto recording = format::read_file(from);
  if (!recording) return tl::unexpected(recording.error());
  if (auto written = format::write_file(*recording, to); !written) return written;
  say_done(*recording, to, out);
  return {};
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
