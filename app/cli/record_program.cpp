// SPDX-License-Identifier: MIT
#include "app/cli/record_program.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "app/cli/program_cache.h"
#include "app/cli/program_files.h"
#include "app/cli/run_folder.h"
#include "app/cli/run_shapes.h"
#include "app/session/own_program.h"
#include "app/words/number.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"
#include "tracing/process/programs.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {

namespace fs = std::filesystem;

namespace {

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether the word main comes before a bracket, with or without blanks between them.
bool names_main(std::string_view text) {
  constexpr std::string_view kMain = "main";
  for (std::size_t at = text.find(kMain); at != text.npos; at = text.find(kMain, at + kMain.size())) {
    const std::size_t next = text.find_first_not_of(" \t\r\n\v\f", at + kMain.size());
    if ((at == 0 || !is_of_name(text[at - 1])) && next != text.npos && text[next] == '(') return true;
  }
  return false;
}

/// Whether the program has a main(), as far as the texts tell that it was compiled from. `rule`: see own_files().
bool may_have_main(const fs::path& rule, const fs::path& source) {
  const std::vector<std::string> files = own_files(format::text_in(rule), source.string());
  return files.empty() ||
         std::ranges::any_of(files, [](const std::string& file) { return names_main(format::text_in(file)); });
}

/// By way of the cache where that may be.
Result<void> compiled(const ProgramJob& job, const ToCompile& what, const Meanwhile& meanwhile) {
  if (!job.cached || !job.source.empty()) return compile(what, meanwhile, job.printed);
  if (job.printed != nullptr) return compile_cached(what, meanwhile, *job.printed);
  Printed printed;
  auto done = compile_cached(what, meanwhile, printed);
  std::cerr << format::shown_lines(printed.text()) << std::flush;
  return done;
}

}  // namespace

Result<void> can_be_run(const fs::path& program, bool as_written) {
  if (as_written && !session::is_program(program))
    return fail(ErrorKind::kUsage,
                "--as-written says how a .cu file is compiled, and " + program.string() + " is none");
  if (session::is_program(program)) {
    std::error_code error;
    if (const auto status = fs::status(program, error); fs::exists(status) && fs::is_other(status))
      return fail(ErrorKind::kBadFile, program.string() + ": is not a file, but a pipe or a device");
    if (const auto file = format::InputFile::open(program); !file) return tl::unexpected(file.error());
    if (const std::uintmax_t bytes = fs::file_size(program, error); !error && bytes > format::kMostTextBytes)
      return fail(ErrorKind::kBadFile, program.string() + ": has " + words::count_of(bytes, "byte") +
                                           ", and a source file may have " + words::thousands(format::kMostTextBytes));
  } else if (!process::can_be_started(program)) {
    return not_started(program.string());
  }
  return {};
}

/// "..cu" has the stem ".".
fs::path program_in(const fs::path& work, const fs::path& source) {
  const fs::path stem = source.stem();
  return fs::absolute(work / "program" / (stem == "." || stem == ".." ? "program" : stem));
}

ToCompile to_compile(const ProgramJob& job, const fs::path& work) {
  const fs::path program = job.command.front();
  ToCompile what{.source = job.source.empty() ? program : job.source,
                 .libraries = job.backend.libraries,
                 .to = program_in(work, program),
                 .name = program.string(),
                 .as_written = job.as_written};
  if (job.changed && job.source.empty()) what.source = job.changed->compiled;
  if (job.changed) what.includes = job.changed->original.parent_path();
  const bool is_emulated = !job.backend.libraries.empty();  // a GPU takes kernels from the program alone
  if (job.changed && is_emulated && job.source.empty()) what.same_host = job.changed->same_host;
  if (what.same_host) what.same_host->is_worth_compiling = job.more_settings;
  return what;
}

Result<int> record_program(const ProgramJob& job, const fs::path& work, const Meanwhile& meanwhile) {
  std::vector<std::string> command = job.command;
  if (const fs::path program = command.front(); session::is_program(program)) {
    command.front() = program_in(work, program).string();
    std::error_code error;
    if (fs::create_directory(fs::path(command.front()).parent_path(), error); error)
      return no_room("the folder " + work.string() + " cannot be written to", error.value());
    const ToCompile what = to_compile(job, work);
    if (auto done = compiled(job, what, meanwhile); !done) {
      if (!job.source.empty() || may_have_main(files_read(command.front()), program))
        return tl::unexpected(done.error());
      return fail(done.error().kind, done.error().message +
                                         "; it has no main(), and a kernel alone is launched by 'gemmscope run " +
                                         program.string() + " --kernel NAME --grid x --block x --args LIST'");
    }
    if (auto named = check_named(job.shapes, own_files(format::text_in(files_read(command.front())), program.string()));
        !named)
      return tl::unexpected(named.error());
  }
  Variables variables = job.backend.variables;
  variables.emplace_back(job.backend.folder, fs::absolute(work).string());
  variables.insert(variables.end(), job.wishes.begin(), job.wishes.end());
  if (job.changed) {
    const fs::path kernels = kernels_of(command.front());
    std::error_code error;
    variables.emplace_back(runtime::kChangedVariable, job.changed->original.string() + "\n" +
                                                          fs::absolute(job.changed->text).string() +
                                                          (fs::exists(kernels, error) ? "\n" + kernels.string() : ""));
  }
  variables.emplace_back(runtime::kEndsWithVariable, fs::absolute(work).string());
  return run_and_wait(command, variables, meanwhile, job.printed);
}

std::optional<BlocksDone> blocks_done(const fs::path& work) {
  constexpr std::size_t kMost = 1 << 16;  // bytes
  std::istringstream in(format::text_in(work / runtime::kProgressFile, kMost));
  BlocksDone now;
  if (!(in >> now.done >> now.total >> std::ws) || !std::getline(in, now.kernel)) return std::nullopt;
  return now;
}

}  // namespace gemmscope::cli
