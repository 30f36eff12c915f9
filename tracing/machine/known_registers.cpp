// SPDX-License-Identifier: MIT
#include "tracing/machine/known_registers.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tracing/format/content_name.h"
#include "tracing/format/input_file.h"
#include "tracing/process/programs.h"

namespace gemmscope::machine {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = 1 << 20;  // 20,000 kernels

fs::path file() { return process::cache_folder() / "registers" / "known"; }

/// Whether there is a file, or can be one, that no other user may change.
bool is_private(const fs::path& where) {
  std::error_code error;
  return process::is_own(where.parent_path()) &&
         (process::is_own(where) || fs::symlink_status(where, error).type() == fs::file_type::not_found);
}

}  // namespace

std::string name_of_question(const std::string& ptxas, std::string_view ptx, std::string_view entry,
                             std::string_view architecture) {
  std::error_code error;
  const fs::path program = fs::weakly_canonical(process::found(ptxas), error);
  const auto written = fs::last_write_time(program, error).time_since_epoch().count();
  format::ContentName name;
  name.add(program.native()), name.add(error ? 0 : static_cast<std::uint64_t>(written));
  for (const std::string_view text : {ptx, entry, architecture}) name.add(text);
  return name.text();
}

std::optional<Registers> known_registers(const std::string& question) {
  const fs::path where = file();
  if (!where.is_absolute() || !is_private(where)) return std::nullopt;
  const std::string all = "\n" + format::text_in(where, kMostBytes);
  const std::size_t at = all.find("\n" + question + " ");
  const std::size_t end = at == all.npos ? at : all.find('\n', at + 1);
  if (end == all.npos) return std::nullopt;  // also the beginning of a line that is being written
  std::istringstream line(all.substr(at + 2 + question.size(), end - at - 2 - question.size()));
  Registers known;
  if (!(line >> known.registers >> known.spill_store_bytes >> known.spill_load_bytes)) return std::nullopt;
  return known;
}

void note_registers(const std::string& question, const Registers& r) {
  const fs::path where = file();
  if (!where.is_absolute()) return;
  std::error_code error;
  fs::create_directories(where.parent_path(), error);
  fs::permissions(where.parent_path(), fs::perms::owner_all, error);
  if (!is_private(where)) return;
  const std::uintmax_t size = fs::file_size(where, error);
  if (!error && size > kMostBytes / 2) fs::remove(where, error);
  std::ostringstream line;  // one write, so that lines of several processes do not mix
  line << question << ' ' << r.registers << ' ' << r.spill_store_bytes << ' ' << r.spill_load_bytes << '\n';
  std::ofstream(where, std::ios::app | std::ios::binary) << line.str() << std::flush;
}

}  // namespace gemmscope::machine
