// SPDX-License-Identifier: MIT
#include "tracing/lockstep/decoder.h"

namespace gemmscope::lockstep {

std::optional<Holds> holds_of(ptx::Type type) {
  if (type == ptx::Type::kPred) return Holds::kPredicate;
  switch (ptx::bits_of(type)) {
    case 8:
    case 16: return Holds::k16;
    case 32: return Holds::k32;
    case 64: return Holds::k64;
    default: return std::nullopt;
  }
}

Decoder::Decoder(const ptx::Module& module, const ptx::Function& kernel, std::span<const std::uint64_t> variables,
                 Isa isa)
    : module_(module), kernel_(kernel), variables_(variables), isa_(isa) {}

Result<Program> Decoder::run() {
  program_.name = std::string(kernel_.name);
  if (!kernel_.is_entry || !kernel_.is_defined) return refuse("is no kernel");
  for (const ptx::Register& r : kernel_.registers) {
    const auto holds = holds_of(r.type);
    if (!holds || r.lanes != 1) return refuse("has registers of type " + std::string(name_of(r.type)));
    draft_.registers.push_back(*holds);
  }
  if (auto fits = check_sizes(); !fits) return tl::unexpected(fits.error());
  lay_out();
  std::vector<std::uint32_t> begins;  // of each statement, in the draft
  for (statement_ = 0; statement_ < kernel_.code.size(); ++statement_) {
    begins.push_back(static_cast<std::uint32_t>(draft_.code.size()));
    if (auto done = add(kernel_.code[statement_]); !done) return tl::unexpected(done.error());
  }
  begins.push_back(static_cast<std::uint32_t>(draft_.code.size()));
  emit(Does::kExit);  // where the text ends
  for (DraftInstruction& draft : draft_.code)
    if (draft.instruction.does == Does::kBranch) draft.instruction.target = begins[draft.instruction.target];
  draft_.finish(program_);
  return std::move(program_);
}

/// More than any GPU has: of a block's shared memory, a lane's local memory, a kernel's arguments. PTX ISA, "State
/// Spaces".
Result<void> Decoder::check_sizes() const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  const auto fits = [&](const std::vector<ptx::Variable>& variables) {
    std::uint64_t bytes = 0;
    for (const ptx::Variable& variable : variables)
      if (bytes += std::min(variable.bytes, kMost) + variable.align; bytes > kMost) return false;
    return true;
  };
  std::vector<ptx::Variable> shared;
  std::ranges::copy_if(module_.variables, std::back_inserter(shared),
                       [](const ptx::Variable& v) { return v.space == ptx::Space::kShared; });
  if (!fits(kernel_.parameters) || !fits(kernel_.variables) || !fits(shared))
    return refuse("its variables are larger than any GPU's memory for them");
  return {};
}

/// Parameters one after the other, as nvcc passes them; shared variables too, and behind them what a launch adds.
void Decoder::lay_out() {
  const auto place = [](std::uint32_t& end, const ptx::Variable& variable) {
    const std::uint32_t align = std::max(variable.align, 1u);
    const std::uint32_t at = (end + align - 1) / align * align;
    end = at + static_cast<std::uint32_t>(variable.bytes);
    return at;
  };
  for (const ptx::Variable& parameter : kernel_.parameters)
    program_.parameters.push_back(
        {place(program_.argument_bytes, parameter), static_cast<std::uint32_t>(parameter.bytes)});
  for (const ptx::Variable& variable : kernel_.variables) {
    const bool is_shared = variable.space == ptx::Space::kShared;
    local_offsets_.push_back(place(is_shared ? program_.shared_bytes : program_.local_bytes, variable));
    if (is_shared) add_shared(variable, local_offsets_.back());
  }
  std::vector<bool> used(module_.variables.size());
  for (const ptx::Operand& operand : kernel_.operands)
    if (operand.of == ptx::Of::kModuleVariable) used[operand.index] = true;
  module_offsets_.assign(module_.variables.size(), 0);
  for (const bool dynamic : {false, true})  // what a launch adds begins where the rest ends
    for (std::size_t v = 0; v < module_.variables.size(); ++v) {
      const ptx::Variable& variable = module_.variables[v];
      const bool is_dynamic = variable.bytes == 0 && variable.is_array;
      if (variable.space == ptx::Space::kShared && used[v] && is_dynamic == dynamic)
        add_shared(variable, module_offsets_[v] = place(program_.shared_bytes, variable));
    }
}

void Decoder::add_shared(const ptx::Variable& variable, std::uint32_t offset) {
  program_.shared.push_back({std::string(variable.name), offset, static_cast<std::uint32_t>(variable.bytes),
                             variable.bytes == 0 && variable.is_array});
}

/// The line is that of the kernel's own text, where a function of a header was inlined there.
tl::unexpected<Error> Decoder::refuse(const std::string& what) const {
  std::string where = "kernel " + std::string(kernel_.name);
  if (statement_ < kernel_.code.size()) {
    std::uint32_t location = kernel_.code[statement_].location;
    while (location != ptx::kNoIndex && module_.locations[location].caller != ptx::kNoIndex)
      location = module_.locations[location].caller;
    const ptx::File* file = location == ptx::kNoIndex ? nullptr : module_.find_file(module_.locations[location].file);
    where += file != nullptr
                 ? ", line " + std::to_string(module_.locations[location].line) + " of " + std::string(file->name)
                 : ", line " + std::to_string(module_.line_at(kernel_.code[statement_].span.begin)) + " of the PTX";
  }
  return fail(ErrorKind::kUsage, where + ": " + what);
}

tl::unexpected<Error> Decoder::refuse_opcode() const {
  return refuse("'" + std::string(kernel_.code[statement_].opcode) + "' is not supported");
}

DraftInstruction& Decoder::emit(Does does) {
  DraftInstruction draft;
  draft.instruction.does = does;
  draft.statement = statement_;
  if (statement_ < kernel_.code.size()) {
    const ptx::Statement& statement = kernel_.code[statement_];
    if (statement.predicate != ptx::kNoIndex) draft.predicate = {true, statement.predicate};
    draft.instruction.negated = statement.predicate_negated;
  }
  draft_.code.push_back(std::move(draft));
  return draft_.code.back();
}

bool Decoder::emit_operation(std::string_view mnemonic, std::vector<Ref> written, std::vector<Ref> read) {
  const Operation* operation = find_operation(mnemonic, isa_);
  if (operation == nullptr) return false;
  DraftInstruction& draft = emit(Does::kOperate);
  draft.instruction.run = operation->run;
  draft.written = std::move(written), draft.read = std::move(read);
  return true;
}

}  // namespace gemmscope::lockstep
