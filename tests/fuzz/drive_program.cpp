// SPDX-License-Identifier: MIT
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/fuzz/drive.h"
#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/launch.h"
#include "tracing/lockstep/slice.h"
#include "tracing/ptx/read.h"

namespace gemmscope::fuzz {
namespace {

using namespace lockstep;

constexpr std::uint64_t kMostBytes = 1u << 20;  ///< of a variable, and of a block's memory: the runtime refuses more
constexpr std::size_t kArrayBytes = 1u << 14;   ///< to which each pointer points

/// The memory to which a module's variables and a kernel's pointers lead.
class Memory {
 public:
  std::uint64_t add(std::size_t bytes) {
    blocks_.push_back(std::make_unique<std::vector<std::byte>>(bytes + kAlignment));
    const auto begin = reinterpret_cast<std::uint64_t>(blocks_.back()->data());
    const std::uint64_t address = (begin + kAlignment - 1) / kAlignment * kAlignment;
    allocations.add(address, bytes);
    return address;
  }
  Allocations allocations;

 private:
  static constexpr std::uint64_t kAlignment = 256;
  std::vector<std::unique_ptr<std::vector<std::byte>>> blocks_;
};

/// Every parameter of 8 bytes is a pointer; all others are 20.
std::vector<std::byte> arguments_of(const Program& program, Memory& memory) {
  constexpr std::uint32_t kNumber = 20;
  std::vector<std::byte> arguments(program.argument_bytes);
  for (std::size_t at = 0; at + 8 <= arguments.size(); at += 8) {
    const std::uint64_t pointer = at < 64 ? memory.add(kArrayBytes) : kNumber;
    std::memcpy(arguments.data() + at, &pointer, sizeof pointer);
  }
  for (const ParameterPlace& place : program.parameters)
    if (place.bytes == 4 && place.offset + 4 <= arguments.size())
      std::memcpy(arguments.data() + place.offset, &kNumber, sizeof kNumber);
  return arguments;
}

void run(const Program& program, const Launch& launch, const Allocations& allocations) {
  std::vector<Fault> faults;
  std::string printed;
  const Limits limits{.steps = 3000, .idle_steps = 3000};
  static_cast<void>(run_block(program, launch, allocations, 1, nullptr, faults, limits, &printed));
}

}  // namespace

bool drive_program(std::string_view text) {
  const auto module = ptx::read(std::string(text));
  if (!module) return false;
  bool ran = false;
  Memory memory;
  std::vector<std::uint64_t> variables;
  for (const ptx::Variable& variable : module->variables) {
    if (variable.bytes > kMostBytes) return false;
    const bool is_there = variable.space == ptx::Space::kGlobal || variable.space == ptx::Space::kConst;
    variables.push_back(is_there ? memory.add(variable.bytes) : 0);
  }
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || !function.is_defined) continue;
    const auto program = decode(*module, function, variables);
    if (!program || program->shared_bytes > kMostBytes || program->local_bytes > kMostBytes / 4 ||
        program->argument_bytes > kMostBytes || program->uses_heap)
      continue;
    Launch launch{.grid = {2, 1, 1}, .block = {48, 1, 1}, .dynamic_shared = 1024};
    launch.arguments = arguments_of(*program, memory);
    run(*program, launch, memory.allocations);
    if (const auto slice = slice_of(*program)) run(slice->program, launch, memory.allocations);
    ran = true;
  }
  return ran;
}

}  // namespace gemmscope::fuzz
