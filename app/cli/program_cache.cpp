// SPDX-License-Identifier: MIT
#include "app/cli/program_cache.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "app/cli/cache_files.h"
#include "app/cli/program_files.h"
#include "tracing/cxx/kernel_numbers.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/atomic_file.h"
#include "tracing/format/content_name.h"
#include "tracing/format/input_file.h"
#include "tracing/machine/toolkit.h"
#include "tracing/process/programs.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".program";
constexpr std::uintmax_t kMostBytes = std::uintmax_t{128} << 20;  ///< of all; one has about 1 MB

fs::path folder() { return process::cache_folder() / "programs"; }

/// The compiler: a later one of the same path has another time.
void add_compiler(format::ContentName& name) {
  std::error_code error;
  const fs::path compiler = fs::weakly_canonical(process::found(machine::nvcc()), error);
  name.add(compiler.native());
  const auto written = fs::last_write_time(compiler, error).time_since_epoch().count();
  name.add(error ? 0 : static_cast<std::uint64_t>(written));
  for (const char* variable : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "PATH", "CPATH",
                               "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"})
    name.add(process::of_environment(variable));
}

/// `text`: of the source.
fs::path entry_of(const ToCompile& what, std::string_view text) {
  format::ContentName name;
  name.add("2");  // the form of an entry
  add_compiler(name);
  for (const std::string& option : compiler_options(what.libraries, what.as_written)) name.add(option);
  std::error_code error;
  for (const fs::path& path : {what.libraries, what.includes, fs::path(what.name)})
    name.add(fs::absolute(path, error).native());
  name.add(what.name);
  name.add(text);
  return folder() / (name.text() + kExtension);
}

/// A name for the contents, as they are now, of the files that the program includes.
std::string name_of_files(std::string_view rule, const std::string& source) {
  format::ContentName name;
  const std::vector<std::string> files = own_files(rule, source);
  for (std::size_t i = 1; i < files.size(); ++i) name.add(files[i]), name.add(format::text_in(files[i]));
  return name.text();
}

/// What an entry holds, one behind the other, each with its length before it. `host`: empty, or the name of the entry
/// whose program this one is, with other kernels.
struct Entry {
  std::string program, rule, files, said, kernels, host;
  static constexpr auto kParts = {&Entry::program, &Entry::rule,    &Entry::files,
                                  &Entry::said,    &Entry::kernels, &Entry::host};
};

std::string bytes_of(const Entry& entry) {
  std::string all;
  for (const auto part : Entry::kParts) {
    const std::uint64_t size = (entry.*part).size();
    all.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(entry.*part);
  }
  return sealed(std::move(all));
}

std::optional<Entry> entry_in(const fs::path& file) {
  if (!process::is_own(file.parent_path()) || !process::is_own(file)) return std::nullopt;
  constexpr std::size_t kMost = std::size_t{64} << 20;
  const std::string bytes = format::text_in(file, kMost);
  if (!is_whole(bytes)) return std::nullopt;
  Entry entry;
  std::size_t at = 0;
  for (const auto part : Entry::kParts) {
    std::uint64_t size = 0;
    if (bytes.size() - at < sizeof(size)) return std::nullopt;
    std::memcpy(&size, bytes.data() + at, sizeof(size));
    at += sizeof(size);
    if (bytes.size() - at < size) return std::nullopt;
    entry.*part = bytes.substr(at, size);
    at += size;
  }
  return entry;
}

/// Not by a stream: a program that another thread starts meanwhile would keep the file open for writing, and a file
/// that is open for writing cannot be started.
bool write_bytes(const fs::path& file, std::string_view text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return false;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) break;
    text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return ::close(descriptor) == 0 && text.empty();
}

/// The entry in `file`, if the files that it was made of are still the same.
std::optional<Entry> valid_entry(const fs::path& file, const ToCompile& what) {
  auto entry = entry_in(file);
  if (entry && name_of_files(entry->rule, what.name) != entry->files) entry.reset();
  return entry;
}

/// Writes a program, and beside it what it was made of.
bool write_program(const ToCompile& what, const std::string& program, const Entry& entry) {
  std::error_code error;
  fs::remove(kernels_of(what.to), error);
  if (!write_bytes(what.to, program) || !write_bytes(files_read(what.to), entry.rule) ||
      (!entry.kernels.empty() && !write_bytes(kernels_of(what.to), entry.kernels)))
    return false;
  fs::permissions(what.to, fs::perms::owner_all, error);
  return !error;
}

bool take_from(const fs::path& file, const ToCompile& what, Printed& printed) {
  const auto entry = valid_entry(file, what);
  if (!entry) return false;
  const fs::path host = entry->host.empty() ? file : folder() / entry->host;
  const auto other = entry->host.empty() ? std::nullopt : valid_entry(host, what);
  if (!entry->host.empty() && !other) return false;
  if (!write_program(what, other ? other->program : entry->program, *entry)) return false;
  note_use(file);
  if (other) note_use(host);
  printed.add(entry->said);
  return true;
}

/// The times of files come from a clock that Linux advances every 1 to 10 ms: a file may seem older than it is.
constexpr std::chrono::milliseconds kFileTick{10};

/// What an entry is made of, as it was when that began. Files that are saved meanwhile may not be what the compiler
/// read.
struct Made {
  std::string text = {};  ///< of the source
  fs::file_time_type begun = fs::file_time_type::clock::now();

  bool may_be_kept(const ToCompile& what, const std::string& rule) const {
    const std::vector<std::string> files = own_files(rule, what.name);
    const auto is_saved_since = [&](const std::string& file) {
      std::error_code unknown;
      return fs::last_write_time(file, unknown) >= begun - kFileTick;
    };
    return !files.empty() && std::none_of(files.begin() + 1, files.end(), is_saved_since) &&
           format::text_in(what.source) == text;
  }
};

/// Keeps it, if it is sure what it was made of.
void put(const fs::path& file, Entry entry, const ToCompile& what, const Made& made) {
  if (!made.may_be_kept(what, entry.rule)) return;
  entry.files = name_of_files(entry.rule, what.name);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  fs::permissions(file.parent_path(), fs::perms::owner_all, error);
  if (error || !process::is_own(file.parent_path())) return;
  const std::string bytes = bytes_of(entry);
  if (!format::replace_file(file, std::as_bytes(std::span(bytes)))) return;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, error);
  trim(file.parent_path(), kMostBytes, file, kExtension);
}

/// Held by the thread that makes an entry. Another thread of this process that needs the entry waits for it, so that a
/// run takes what is being compiled ahead.
class Turn {
 public:
  Turn(fs::path file, const Meanwhile& meanwhile) : file_(std::move(file)) {
    constexpr std::chrono::milliseconds kPause{10};  // between two questions whether to go on
    std::unique_lock lock(all().mutex);
    while (all().held.contains(file_)) {
      lock.unlock();
      const bool goes_on = meanwhile();  // which may take other locks
      lock.lock();
      if (!goes_on) return;
      all().ended.wait_for(lock, kPause);
    }
    is_held_ = all().held.insert(file_).second;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!is_held_) return;
    const std::lock_guard lock(all().mutex);
    all().held.erase(file_);
    all().ended.notify_all();
  }

 private:
  struct All {
    std::mutex mutex;
    std::condition_variable ended;
    std::set<fs::path> held;
  };
  static All& all() {
    static All instance;
    return instance;
  }

  fs::path file_;
  bool is_held_ = false;
};

/// Whether the setting's text differs from the host's by the numbers alone, and only kernels use these. `entry`: of the
/// host.
bool has_same_host(const SameHost& host, std::string_view host_text, std::string_view text, const Entry& entry,
                   const std::string& name) {
  const auto changed = cxx::with_numbers(host_text, host.numbers, "");
  if (!changed || !text.ends_with(*changed)) return false;  // before it, the text has its file's name
  const std::vector<std::string> files = own_files(entry.rule, name);
  std::vector<std::string> texts;
  for (std::size_t i = 1; i < files.size(); ++i) texts.push_back(format::text_in(files[i]));
  const std::vector<std::string_view> included(texts.begin(), texts.end());
  return std::ranges::all_of(host.numbers, [&](const format::Parameter& number) {
    return cxx::only_kernels_use(number.name, host_text, included);
  });
}

/// Compiles the kernels alone, for the program with the same host, and keeps that in `file`. False: this did not do. If
/// compilers say something of that program, it may be of the host, and of these numbers: it is not said again.
bool compile_for_host(const ToCompile& what, const fs::path& file, const Made& made, const Meanwhile& meanwhile,
                      Printed& printed) {
  const SameHost& same = *what.same_host;
  ToCompile other = what;
  other.same_host.reset(), other.source = same.source, other.includes = same.includes;
  const std::string host_text = format::text_in(other.source);
  const fs::path host = entry_of(other, host_text);
  Printed of_host, said;
  if (!valid_entry(host, other) && (!same.is_worth_compiling || !compile_cached(other, meanwhile, of_host)))
    return false;
  const auto found = valid_entry(host, other);
  if (!found || !found->host.empty() || !found->said.empty() ||
      !has_same_host(same, host_text, made.text, *found, what.name) || !compile_kernels(what, meanwhile, said))
    return false;
  const Entry entry{"", found->rule, "", said.text(), format::text_in(kernels_of(what.to)), host.filename().string()};
  if (!write_program(what, found->program, entry)) return false;
  put(file, entry, what, made);
  note_use(host);
  printed.add(entry.said);
  return true;
}

}  // namespace

bool is_cached(const ToCompile& what) {
  std::error_code error;
  return fs::exists(entry_of(what, format::text_in(what.source)), error);
}

Result<void> compile_cached(const ToCompile& what, const Meanwhile& meanwhile, Printed& printed) {
  const Made made{format::text_in(what.source)};
  const fs::path file = entry_of(what, made.text);
  const bool usable = file.is_absolute();
  std::optional<Turn> turn;
  if (usable) turn.emplace(file, meanwhile);
  if (usable && take_from(file, what, printed)) return {};
  if (usable && what.same_host && compile_for_host(what, file, made, meanwhile, printed)) return {};
  Printed said;
  auto done = compile(what, meanwhile, &said);
  printed.add(said.text());
  Entry entry{format::text_in(what.to), format::text_in(files_read(what.to)), "", said.text(), "", ""};
  if (done && usable && !entry.program.empty()) put(file, std::move(entry), what, made);
  return done;
}

}  // namespace gemmscope::cli
