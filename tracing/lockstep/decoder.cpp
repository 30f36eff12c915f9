// SPDX-License-Identifier: MIT
#include "tracing/lockstep/decoder.h"

#include "tracing/lockstep/finish.h"
#include "tracing/lockstep/one_value.h"
#include "tracing/ptx/readable_names.h"

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

Decoder::Decoder(const ptx::Module& module, std::uint32_t number, const Layout& layout,
                 std::span<const std::uint64_t> variables, Isa isa, Program& program)
    : module_(module),
      number_(number),
      function_(module.functions[program.functions[number].source]),
      layout_(layout),
      places_(layout.functions[number]),
      variables_(variables),
      isa_(isa),
      program_(program) {}

Result<void> Decoder::run() {
  for (const ptx::Register& r : function_.registers) {
    const auto holds = holds_of(r.type);
    if (!holds || r.lanes != 1) return refuse("has registers of type " + std::string(name_of(r.type)));
    draft_.registers.push_back(*holds);
  }
  named_.resize(function_.registers.size());
  for (const ptx::Operand& operand : function_.operands)
    if (operand.kind == ptx::OperandKind::kRegister || operand.of == ptx::Of::kRegister) ++named_[operand.index];
  ProgramFunction& made = program_.functions[number_];
  made.frame_bytes = places_.frame_bytes;
  const auto piece = [](const ptx::Variable& v, std::uint32_t at) {
    return Piece{at, static_cast<std::uint32_t>(v.bytes)};
  };
  std::ranges::transform(function_.parameters, places_.parameters, std::back_inserter(made.parameters), piece);
  std::ranges::transform(function_.returns, places_.returns, std::back_inserter(made.returns), piece);
  if (number_ != 0)
    for (const auto* all : {&function_.parameters, &function_.returns})
      for (const ptx::Variable& variable : *all)
        if (variable.space == ptx::Space::kReg) return refuse("is called with registers, which is not supported");
  std::vector<std::uint32_t> begins;  // of each statement, in the draft
  for (statement_ = 0; statement_ < function_.code.size(); ++statement_) {
    begins.push_back(static_cast<std::uint32_t>(draft_.code.size()));
    if (auto done = add(function_.code[statement_]); !done) return done;
  }
  begins.push_back(static_cast<std::uint32_t>(draft_.code.size()));
  emit(number_ == 0 ? Does::kExit : Does::kReturn);  // where the text ends
  for (DraftInstruction& draft : draft_.code) {
    if (draft.instruction.does == Does::kBranch) draft.instruction.target = begins[draft.instruction.target];
    for (std::uint32_t& target : draft.targets) target = begins[target];
  }
  mark_stores_of_one_value(draft_, function_);
  finish(draft_, program_, made);
  return {};
}

/// The line is that of the function's own text, where a function of a header was inlined there.
tl::unexpected<Error> Decoder::refuse(const std::string& what) const {
  std::string where = (number_ == 0 ? "kernel " : "function ") + ptx::short_name(std::string(function_.name));
  if (statement_ < function_.code.size()) {
    std::uint32_t location = function_.code[statement_].location;
    while (location != ptx::kNoIndex && module_.locations[location].caller != ptx::kNoIndex)
      location = module_.locations[location].caller;
    const ptx::File* file = location == ptx::kNoIndex ? nullptr : module_.find_file(module_.locations[location].file);
    where += file != nullptr
                 ? ", line " + std::to_string(module_.locations[location].line) + " of " + std::string(file->name)
                 : ", line " + std::to_string(module_.line_at(function_.code[statement_].span.begin)) + " of the PTX";
  }
  return fail(ErrorKind::kUsage, where + ": " + what);
}

tl::unexpected<Error> Decoder::refuse_opcode() const {
  return refuse("'" + std::string(function_.code[statement_].opcode) + "' is not supported");
}

DraftInstruction& Decoder::emit(Does does) {
  DraftInstruction draft;
  draft.instruction.does = does;
  draft.statement = statement();
  if (statement_ < function_.code.size()) {
    const ptx::Statement& statement = function_.code[statement_];
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
