// SPDX-License-Identifier: MIT
#include "tracing/machine/compile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tracing/format/input_file.h"
#include "tracing/machine/known_registers.h"
#include "tracing/machine/toolkit.h"
#include "tracing/process/run.h"
#include "tracing/process/work_folder.h"

namespace gemmscope::machine {
namespace {

namespace fs = std::filesystem;

/// "Cuda compilation tools, release 13.0, V13.0.88" -> "13.0"; empty: it says none.
std::string release_in(const std::string& text) {
  const std::size_t at = text.find("release ");
  return at == text.npos ? "" : text.substr(at + 8, text.find(',', at) - at - 8);
}

/// The first line that tells an error: "ptxas fatal   : Value 'sm_1' is not defined for option 'gpu-name'".
std::string error_in(const std::string& said) {
  std::string_view rest = said;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const bool is_error = line.find("fatal") != line.npos || line.find("error") != line.npos;
    if (const std::size_t colon = line.find(" : "); is_error && colon != line.npos)
      return std::string(line.substr(colon + 3));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "it does not say why";
}

bool is_architecture(const std::string& name) {
  return name.size() > 3 && name.size() < 12 && name.starts_with("sm_") &&
         std::ranges::all_of(name.substr(3), [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// "sm_90" -> 90; nullopt: a variant, or none.
std::optional<int> number_of(std::string_view name) {
  int number = 0;
  if (!name.starts_with("sm_")) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + 3, name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

std::string usual_architecture(const std::string& target) {
  const auto least = number_of(target);
  return least && *least <= *number_of(kArchitecture) ? std::string(kArchitecture) : target;
}

/// What ptxas made.
struct Assembled {
  std::string assembler;  ///< which ptxas
  PtxKernel kernel;
  std::string sm;
  std::unique_ptr<process::WorkFolder> folder;  ///< has the cubin
  fs::path cubin;
  std::string said;
};

Result<Assembled> assemble(const std::string& ptx, const std::string& entry, const std::string& architecture,
                           const std::function<bool()>& go_on) {
  auto kernel = read_kernel(ptx, entry);
  if (!kernel) return tl::unexpected(kernel.error());
  const std::string sm = architecture.empty() ? usual_architecture(kernel->target) : architecture;
  if (!is_architecture(sm)) return fail(ErrorKind::kUsage, "'" + sm + "' is no architecture; give one such as sm_90");
  const std::string assembler = ptxas();
  if (assembler.empty())
    return fail(ErrorKind::kNoDevice, "there is no ptxas here: put the CUDA toolkit's bin into PATH");
  std::error_code error;
  auto folder = std::make_unique<process::WorkFolder>(fs::temp_directory_path(error), "gemmscope_machine");
  if (folder->path.empty()) return fail(ErrorKind::kNoSpace, "no folder can be made for temporary files");
  const fs::path text = folder->path / "kernel.ptx", cubin = folder->path / "kernel.cubin",
                 said = folder->path / "said.txt";
  if (!(std::ofstream(text, std::ios::binary) << ptx << std::flush))
    return fail(ErrorKind::kNoSpace, "the PTX cannot be written to " + folder->path.string());
  if (process::run({assembler, "-lineinfo", "-v", "-arch=" + sm, "--entry", entry, "-o", cubin, text}, said, go_on) !=
      0)
    return fail(ErrorKind::kUsage, "ptxas cannot compile the PTX for " + sm + ": " + error_in(format::text_in(said)));
  return Assembled{assembler, std::move(*kernel), sm, std::move(folder), cubin, format::text_in(said)};
}

}  // namespace

std::vector<std::string> architectures(std::string_view help, std::string_view target) {
  const auto least = number_of(target);
  if (!least) return {std::string(target)};
  std::set<int> numbers;
  std::string_view rest = help.substr(std::min(help.find("--gpu-name"), help.size()));
  rest = rest.substr(0, rest.find("\n--"));
  for (std::size_t quote = rest.find('\''); quote != rest.npos; quote = rest.find('\'')) {
    rest.remove_prefix(quote + 1);
    const auto number = number_of(rest.substr(0, rest.find('\'')));
    if (number && *number >= *least) numbers.insert(*number);
  }
  std::vector<std::string> names;
  for (const int number : numbers) names.push_back("sm_" + std::to_string(number));
  return names;
}

Result<Registers> registers_of(const std::string& ptx, const std::string& entry, const std::string& architecture,
                               const std::function<bool()>& go_on) {
  const std::string question = name_of_question(ptxas(), ptx, entry, architecture);
  if (const auto known = known_registers(question)) return *known;
  const auto assembled = assemble(ptx, entry, architecture, go_on);
  if (!assembled) return tl::unexpected(assembled.error());
  auto registers = read_verbose(assembled->said);
  if (registers) note_registers(question, *registers);
  return registers;
}

Result<MachineCode> compile(const std::string& ptx, const std::string& entry, const std::string& architecture,
                            const std::function<bool()>& go_on) {
  const auto assembled = assemble(ptx, entry, architecture, go_on);
  if (!assembled) return tl::unexpected(assembled.error());
  const std::string disassembler = nvdisasm();
  if (disassembler.empty())
    return fail(ErrorKind::kNoDevice,
                "there is no nvdisasm here: put the CUDA toolkit's bin into PATH, or run 'scripts/setup test'");
  const fs::path listing = assembled->folder->path / "listing.txt", version = assembled->folder->path / "version.txt";
  if (process::run({disassembler, "-c", "-gi", assembled->cubin}, listing, go_on) != 0)
    return fail(ErrorKind::kUsage, "nvdisasm cannot read what ptxas made for " + assembled->sm);
  constexpr std::size_t kMostListing = std::size_t{1} << 30;  // bytes
  auto made = machine_code(assembled->kernel, entry, format::text_in(listing, kMostListing), assembled->said);
  if (!made) return made;
  process::run({assembled->assembler, "--version"}, version, go_on);
  made->compiler = "ptxas " + release_in(format::text_in(version));
  made->architecture = assembled->sm;
  process::run({assembled->assembler, "--help"}, version, go_on);
  made->architectures = architectures(format::text_in(version), assembled->kernel.target);
  return made;
}

}  // namespace gemmscope::machine
