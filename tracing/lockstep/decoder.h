// SPDX-License-Identifier: MIT
/// @file decoder.h
/// The work of decode() for one function, in parts: operands, operations, memory.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "tracing/format/result.h"
#include "tracing/lockstep/draft.h"
#include "tracing/lockstep/layout.h"
#include "tracing/lockstep/wmma.h"
#include "tracing/ptx/module.h"

namespace gemmscope::lockstep {

/// What a register of that type holds; nullopt: nothing that the interpreter knows.
std::optional<Holds> holds_of(ptx::Type type);

class Decoder {
 public:
  /// `number`: of program.functions, of which those before are decoded, and all have their source and statements.
  Decoder(const ptx::Module& module, std::uint32_t number, const Layout& layout,
          std::span<const std::uint64_t> variables, Isa isa, Program& program);
  Result<void> run();

 private:
  tl::unexpected<Error> refuse(const std::string& what) const;
  tl::unexpected<Error> refuse_opcode() const;

  /// The statement, as the program counts them.
  std::uint32_t statement() const { return program_.functions[number_].first_statement + statement_; }
  DraftInstruction& emit(Does does);
  /// False: the operation does not exist.
  bool emit_operation(std::string_view mnemonic, std::vector<Ref> written, std::vector<Ref> read);

  // decode_statements.cpp
  Result<void> add(const ptx::Statement& statement);
  Result<void> add_operation(const ptx::Statement& statement);
  Result<void> add_conversion(const ptx::Statement& statement);
  Result<void> add_conversion_of_address(const ptx::Statement& statement);
  Result<void> add_test_of_space(const ptx::Statement& statement);
  Result<void> add_packing(const ptx::Statement& statement);

  // decode_operands.cpp
  /// What an instruction reads there, as something of that width.
  Result<Ref> source(const ptx::Operand& operand, Holds holds);
  Result<Ref> destination(const ptx::Operand& operand, Holds holds);
  Result<Ref> special(const ptx::Operand& operand, Holds holds);
  /// The address of a variable, as far as it is known before the launch; counted from its space's begin.
  Result<std::uint64_t> address_of(const ptx::Operand& operand) const;
  Ref negated(Ref predicate);
  /// PTX has no name for it: CC.CF, a predicate.
  ptx::Operand carry_flag();

  // decode_calls.cpp
  Result<void> add_call(const ptx::Statement& statement);
  Result<void> add_call_of_runtime(std::string_view callee, Call call);
  Result<void> add_switch(const ptx::Statement& statement);
  Result<std::vector<Piece>> passed(const ptx::Operand& list);
  /// Where a variable of local memory is in the frame; nothing: it is not one.
  std::optional<std::uint32_t> place_in_frame(const ptx::Operand& operand) const;
  Ref frame();  ///< where the frame begins; of a kernel nothing: at 0

  // decode_memory.cpp
  Result<void> add_access(const ptx::Statement& statement);
  bool is_unused(const ptx::Operand& to) const;
  std::uint8_t unused_of(std::span<const ptx::Operand> values) const;  ///< see Access::unused
  Result<void> add_argument(const ptx::Statement& statement, const ptx::Operand& address, ptx::Type type, int count);
  /// `access`, where the operand says.
  Result<DraftAccess> at_address(Access access, const ptx::Operand& address);
  Result<std::vector<Ref>> values_of(const ptx::Operand& operand, ptx::Type type, bool stores);

  // decode_matrices.cpp
  Result<void> add_matrix_operation(const ptx::Statement& statement, const MatrixOperation& operation);
  Result<void> add_rows(const ptx::Statement& statement);
  Result<std::vector<Ref>> fragment(const ptx::Operand& operand, Holds holds, std::size_t registers, bool is_result);

  // decode_wmma.cpp
  Result<WmmaForm> wmma_form(const ptx::Statement& statement) const;
  Result<void> add_wmma(const ptx::Statement& statement);
  Result<void> add_wmma_product(const ptx::Statement& statement, const WmmaForm& form);
  void add_wmma_floats(const WmmaTile& tile, const std::vector<Ref>& registers);
  void add_wmma_rows(const WmmaTile& tile, const std::vector<Ref>& registers, bool turned);
  void add_wmma_halves(const WmmaTile& tile, const std::vector<Ref>& registers, bool turned);
  void add_wmma_access(const WmmaTile& tile, Ref address, std::vector<Ref> registers);
  Ref wmma_address(const WmmaTile& tile, Ref row, Ref column);
  /// What the operation makes of these.
  Ref calculated(std::string_view mnemonic, std::vector<Ref> from);

  // decode_barriers.cpp
  Result<void> add_barrier(const ptx::Statement& statement);
  Result<void> add_mbarrier(const ptx::Statement& statement);
  /// `value`: a of Mbarrier.
  Result<DraftAccess> mbarrier_access(const ptx::Operand& address, Space space, Mbarrier what, Ref value);

  // decode_copies.cpp
  Result<void> add_bulk_copy(const ptx::Statement& statement);
  Result<void> add_arrival_of_copies(const ptx::Statement& statement);
  Result<void> add_copy(const ptx::Statement& statement);
  Result<void> add_one_copy(const ptx::Statement& statement);

  const ptx::Module& module_;
  const std::uint32_t number_;
  const ptx::Function& function_;
  const Layout& layout_;
  const Layout::Of& places_;
  std::span<const std::uint64_t> variables_;
  Isa isa_;
  Program& program_;
  Draft draft_;
  std::vector<std::uint32_t> named_;  ///< by register of function_: how often it is an operand
  std::uint32_t statement_ = 0;       ///< of function_
  Ref carry_;                         ///< none yet: nothing has asked for it
};

}  // namespace gemmscope::lockstep
