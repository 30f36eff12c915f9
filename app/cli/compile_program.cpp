// SPDX-License-Identifier: MIT
#include "app/cli/compile_program.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>

#include "app/cli/compile_steps.h"
#include "app/cli/program_files.h"
#include "app/cli/run_folder.h"
#include "tracing/format/input_file.h"
#include "tracing/machine/toolkit.h"
#include "tracing/process/programs.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAsWritten = "--Ofast-compile=mid";  // without the passes that change accesses

/// Whether a shell does not change the path between double quotes, and a compiler does not take it for an option or,
/// having a comma, for several.
bool is_plain(const fs::path& path) {
  const std::string& name = path.native();
  return !name.starts_with('-') && std::ranges::none_of(name, [](char c) {
    return std::string_view("$`\"\\,").find(c) != std::string_view::npos || static_cast<unsigned char>(c) < ' ';
  });
}

/// The paths of a compilation.
struct Compilation {
  fs::path source, libraries, to, includes, files;
};

/// A folder beside the result, for files with plain names: the result may have any of them.
fs::path plain_folder(const Compilation& all) { return all.to.parent_path().parent_path() / "plain"; }

/// The same with plain names, in a folder of their own.
Result<Compilation> plainly(const Compilation& all) {
  const fs::path folder = plain_folder(all), source = fs::absolute(all.source);
  const bool has_quote =
      std::ranges::any_of(source.native(), [](char c) { return c == '"' || static_cast<unsigned char>(c) < ' '; });
  if (has_quote)
    return fail(ErrorKind::kUsage, source.string() +
                                       ": a file whose path has a quotation mark or a control character cannot be "
                                       "compiled; rename it");
  std::error_code error;
  fs::create_directory(folder, error);
  std::ofstream wrapper(folder / "source.cu");
  wrapper << "#include \"" << source.native() << "\"\n" << std::flush;
  if (!all.libraries.empty()) fs::create_directory_symlink(all.libraries, folder / "libraries", error);
  if (!all.includes.empty()) fs::create_directory_symlink(fs::absolute(all.includes), folder / "includes", error);
  if (!wrapper || error)
    return fail(ErrorKind::kNoSpace, "the folder " + folder.string() + " cannot be written to: make room on the disk");
  return Compilation{"source.cu", all.libraries.empty() ? "" : "libraries", "program",
                     all.includes.empty() ? "" : "includes", "program.d"};
}

/// The list of files gets its real name, without the file that plainly() has made up.
void take_list(const Compilation& all) {
  std::string rule = format::text_in(plain_folder(all) / "program.d");
  if (const std::size_t at = rule.find(" source.cu"); at != rule.npos) rule.erase(at, std::strlen(" source.cu"));
  if (!rule.empty()) std::ofstream(all.files) << rule;
}

/// So does the program.
Result<void> take_program(const Compilation& all) {
  std::error_code error;
  fs::rename(plain_folder(all) / "program", all.to, error);
  if (error) return no_room(all.to.string() + " cannot be written", error.value());
  return {};
}

Result<int> run_nvcc(const NvccCall& call, const Meanwhile& meanwhile, Printed* printed) {
  std::string said;
  if (auto code = run_steps(call, meanwhile, said)) {
    if (printed != nullptr)
      printed->add(said);
    else
      std::cerr << said << std::flush;
    return std::move(*code);
  }
  std::vector<std::string> command = priority_of(call);
  command.insert(command.end(), call.command.begin(), call.command.end());
  command.insert(command.end(), {"-MMD", "-MF", call.files.string()});
  return run_and_wait(command, {{"TMPDIR", call.temporary.string()}}, meanwhile, printed, call.folder);
}

/// Whether it has the option by which accesses stay as written. It is only asked what it would do.
bool can_keep_accesses(const std::string& compiler, const Meanwhile& meanwhile) {
  Printed printed;
  const auto code =
      run_and_wait({compiler, kAsWritten, "--dryrun", "-E", "-x", "cu", "/dev/null"}, {}, meanwhile, &printed);
  return !code || *code == 0;
}

Compilation paths_of(const ToCompile& what) {
  return {what.source, what.libraries, what.to, what.includes, files_read(what.to)};
}

bool is_plain(const Compilation& all) {
  return is_plain(all.source) && is_plain(all.libraries) && is_plain(all.to) && is_plain(all.includes);
}

/// `folder`: of plain names, where nvcc is started; empty: the paths of `given` are plain.
NvccCall call_of(const ToCompile& what, const std::string& compiler, const Compilation& given, const fs::path& folder) {
  const bool plain = folder.empty();
  std::vector<std::string> command{plain ? compiler : fs::absolute(process::found(compiler)).string()};
  const std::vector<std::string> options = compiler_options(what.libraries, what.as_written);
  command.insert(command.end(), {"-o", given.to.string(), given.source.string()});
  command.insert(command.end(), options.begin(), options.end());  // libraries stand behind what needs them
  if (!what.libraries.empty()) command.push_back("-L" + given.libraries.string());
  if (!what.includes.empty())
    command.insert(command.end(), {"-Xcompiler", "-iquote", "-Xcompiler", given.includes.string()});
  // Nothing is left elsewhere by a kill. nvcc puts this folder into its command lines, too.
  const fs::path temporary = plain ? fs::absolute(what.to.parent_path()) : ".";
  return {command, what.name, temporary, given.files, folder, what.aside};
}

}  // namespace

std::vector<std::string> compiler_options(const fs::path& libraries, bool as_written) {
  std::vector<std::string> options{"-O3",      "-lineinfo",  "-Xcompiler",
                                   "-g1",  // lines of the host's code; this changes nothing else
                                   "-cudart",  "shared",     "-gencode",   "arch=compute_80,code=compute_80",
                                   "-Xlinker", "--as-needed"};
  if (as_written) options.emplace_back(kAsWritten);
  std::error_code error;
  const fs::path there = libraries.empty() ? toolkit_libraries() : libraries;
  for (const char* library : {"cublas", "curand"})
    if (fs::exists(there / ("lib" + std::string(library) + ".so"), error))
      options.push_back("-l" + std::string(library));
  return options;
}

Result<std::string> compiler_for(const std::string& name) {
  if (std::string compiler = machine::nvcc(); !compiler.empty()) return compiler;
  return fail(ErrorKind::kUsage,
              "there is no nvcc to compile " + name + " with: put one into PATH, or name it in the variable CUDACXX");
}

bool compile_kernels(const ToCompile& what, const Meanwhile& meanwhile, Printed& printed) {
  const auto compiler = compiler_for(what.name);
  const Compilation all = paths_of(what);
  if (!compiler || !is_plain(all)) return false;
  std::string said;
  const auto code = run_device_steps(call_of(what, *compiler, all, ""), meanwhile, said, kernels_of(what.to));
  if (!code || !*code || **code != 0) return false;
  printed.add(said);
  return true;
}

Result<void> compile(const ToCompile& what, const Meanwhile& meanwhile, Printed* printed) {
  const auto compiler = compiler_for(what.name);
  if (!compiler) return tl::unexpected(compiler.error());
  const fs::path folder = what.to.parent_path();
  constexpr std::uint64_t kLeast = 4 << 20;  // bytes that a compiler's temporary files may take
  if (auto room = check_room(folder, kLeast); !room) return room;
  const Compilation all = paths_of(what);
  const bool plain = is_plain(all);
  const auto given = plain ? Result<Compilation>(all) : plainly(all);
  if (!given) return tl::unexpected(given.error());
  const auto code =
      run_nvcc(call_of(what, *compiler, *given, plain ? fs::path() : plain_folder(all)), meanwhile, printed);
  if (!code) return tl::unexpected(code.error());
  if (!plain) take_list(all);
  if (auto room = check_room(folder); *code != 0 && !room) return room;
  if (*code != 0 && what.as_written && !can_keep_accesses(*compiler, meanwhile))
    return fail(ErrorKind::kUsage, what.name + " was not compiled: --as-written needs nvcc 13, and " + *compiler +
                                       " does not know its option " + kAsWritten);
  if (*code != 0) return fail(ErrorKind::kUsage, what.name + " was not compiled");
  return plain ? Result<void>() : take_program(all);
}

}  // namespace gemmscope::cli
