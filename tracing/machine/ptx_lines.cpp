// SPDX-License-Identifier: MIT
#include "tracing/machine/ptx_lines.h"

#include <cctype>

#include "tracing/ptx/read.h"

namespace gemmscope::machine {
namespace {

std::string in_one_line(std::string_view text) {
  std::string joined;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank)
      joined += c;
    else if (!joined.empty() && joined.back() != ' ')
      joined += ' ';
  }
  while (joined.ends_with(';') || joined.ends_with(' ')) joined.pop_back();
  return joined;
}

/// The kernel's own file: that in which it stands itself, wherever what is inlined to its first statement does.
class Lines {
 public:
  explicit Lines(const ptx::Module& module) : module_(module) {}

  std::uint32_t of(const ptx::Statement& statement) {
    std::uint32_t at = statement.location;
    if (at == ptx::kNoIndex) return last_;
    if (!known_) known_ = true, file_ = module_.locations[outermost(at)].file;
    while (at != ptx::kNoIndex && module_.locations[at].file != file_) at = module_.locations[at].caller;
    if (at != ptx::kNoIndex && module_.locations[at].line != 0) last_ = module_.locations[at].line;
    return last_;
  }

 private:
  std::uint32_t outermost(std::uint32_t at) const {
    while (module_.locations[at].caller != ptx::kNoIndex) at = module_.locations[at].caller;
    return at;
  }

  const ptx::Module& module_;
  bool known_ = false;
  std::uint32_t file_ = 0, last_ = 0;
};

}  // namespace

Result<PtxKernel> read_kernel(const std::string& ptx, const std::string& entry) {
  const auto module = ptx::read(ptx);
  if (!module) return fail(ErrorKind::kBadFile, "the recording's PTX cannot be read: " + module.error().message);
  const ptx::Function* const function = module->find_function(entry);
  if (function == nullptr || !function->is_entry || !function->is_defined)
    return fail(ErrorKind::kBadFile, "the recording's PTX has no kernel " + entry);
  PtxKernel kernel{std::string(module->target), {}};
  Lines lines(*module);
  for (const ptx::Statement& statement : function->code)
    kernel.statements.push_back(
        {in_one_line(module->text(statement.span)), lines.of(statement), access_of(*function, statement)});
  return kernel;
}

}  // namespace gemmscope::machine
