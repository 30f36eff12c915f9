// SPDX-License-Identifier: MIT
#include "tracing/lockstep/decode.h"

#include <algorithm>
#include <array>
#include <map>

#include "tracing/lockstep/decoder.h"
#include "tracing/lockstep/passages.h"
#include "tracing/ptx/calls.h"
#include "tracing/ptx/readable_names.h"

namespace gemmscope::lockstep {
namespace {

/// For each of the module's locations: see Program::lines.
std::vector<std::uint32_t> numbers_of_lines(const ptx::Module& module) {
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> numbers;
  std::vector<std::uint32_t> lines;
  for (const ptx::Location& at : module.locations) {
    const std::uint32_t caller = at.caller == ptx::kNoIndex ? kNowhere : lines[at.caller];
    const auto next = static_cast<std::uint32_t>(numbers.size());
    lines.push_back(numbers.try_emplace({at.file, at.line, at.function, caller}, next).first->second);
  }
  return lines;
}

/// By .maxntid, which nvcc writes for __launch_bounds__. 0: there is none.
std::uint64_t most_threads_of(const ptx::Function& kernel) {
  const auto bounds = std::ranges::find(kernel.directives, "maxntid", &ptx::Directive::name);
  if (bounds == kernel.directives.end()) return 0;
  std::uint64_t threads = 1;
  for (std::uint8_t i = 0; i < bounds->count; ++i) threads *= bounds->values[i];
  return threads;
}

}  // namespace

std::uint64_t function_address(const ptx::Module& module, std::uint32_t function) {
  const std::uint32_t of = module.functions[function].alias_of;
  return reinterpret_cast<std::uint64_t>(&module.functions[of == ptx::kNoIndex ? function : of]);
}

Result<Program> decode(const ptx::Module& module, const ptx::Function& kernel, std::span<const std::uint64_t> variables,
                       Isa isa) {
  Program program;
  program.name = std::string(kernel.name);
  if (!kernel.is_entry || !kernel.is_defined)
    return fail(ErrorKind::kUsage, ptx::short_name(program.name) + " is no kernel");
  program.most_threads = most_threads_of(kernel);
  const auto number = static_cast<std::uint32_t>(&kernel - module.functions.data());
  const std::vector<std::uint32_t> functions = ptx::reached_from(module, number);
  const auto layout = lay_out(module, functions, program);
  if (!layout) return tl::unexpected(layout.error());
  const std::vector<std::uint32_t> lines = numbers_of_lines(module);
  program.functions.resize(functions.size());
  for (std::size_t f = 0, statements = 0; f < functions.size(); ++f) {
    program.functions[f].source = functions[f];
    program.functions[f].first_statement = static_cast<std::uint32_t>(statements);
    program.functions[f].address = function_address(module, functions[f]);
    statements += module.functions[functions[f]].code.size();
    for (const ptx::Statement& statement : module.functions[functions[f]].code)
      program.lines.push_back(statement.location == ptx::kNoIndex ? kNowhere : lines[statement.location]);
  }
  for (std::uint32_t f = 0; f < functions.size(); ++f)
    if (auto done = Decoder(module, f, *layout, variables, isa, program).run(); !done)
      return tl::unexpected(done.error());
  if (auto done = settle_calls(program); !done) return tl::unexpected(done.error());
  find_passages(program);
  return program;
}

}  // namespace gemmscope::lockstep
