// SPDX-License-Identifier: MIT
// wmma: PTX ISA, "Warp Level Matrix Instructions: wmma". The hardware decides where a fragment's elements are: here
// they are where mma.sync needs them, and each wmma is what ptxas 13.0 makes of it for sm_80:
// - for A and B in shared memory, one ldmatrix.x4 (.trans if the pairs of a register do not follow each other there);
//   elsewhere a load of 4 bytes for each of the four registers, and movmatrix if they would need .trans;
// - for C and D, 8 bytes for the two floats of a row, or 4 each if columns follow each other; 4 for two halves, and
//   movmatrix as above;
// - two mma.sync, for columns 0 to 7 and 8 to 15.
// A and B of f16 have eight registers; the last four repeat the others.
#include <bit>

#include "tracing/lockstep/decoder.h"
#include "tracing/lockstep/wmma.h"

namespace gemmscope::lockstep {

using ptx::OperandKind;

namespace {

constexpr std::uint32_t kBlocks = 4;  ///< of 8 x 8 elements, a register for two halves of each: down first, then right

/// Where block b begins, in its matrix; B's fragments go through k first, which is down.
constexpr std::uint32_t down_of(std::uint32_t block) { return block % 2 * 8; }
constexpr std::uint32_t right_of(std::uint32_t block) { return block / 2 * 8; }

}  // namespace

Result<WmmaForm> Decoder::wmma_form(const ptx::Statement& statement) const {
  WmmaForm form;
  bool is_square = false, known = true;
  for (const std::string_view word : function_.modifiers_of(statement)) {
    if (word == "row" || word == "col")
      form.layouts.push_back(word == "row");
    else if (word == "f16" || word == "f32" || word == "bf16")
      form.types.push_back(word);
    else if (word == "m16n16k16")
      is_square = true;
    else if (word == "global" || word == "shared" || word == "shared::cta")
      form.space = word == "global" ? Space::kGlobal : Space::kShared;
    else if (word == "a" || word == "b" || word == "c" || word == "d")
      form.matrix = word[0];
    else
      known = known && (word == "load" || word == "store" || word == "mma" || word == "sync" || word == "aligned");
  }
  if (!is_square || !known || form.types.empty() || form.layouts.empty()) return refuse_opcode();
  return form;
}

Result<void> Decoder::add_wmma(const ptx::Statement& statement) {
  const auto form = wmma_form(statement);
  if (!form) return tl::unexpected(form.error());
  if (function_.has(statement, "mma")) return add_wmma_product(statement, *form);
  const bool loads = function_.has(statement, "load"), is_factor = form->matrix == 'a' || form->matrix == 'b';
  const bool is_half = form->types[0] != "f32";
  const std::string_view type = form->types[0];
  const bool fits = form->types.size() == 1 && form->layouts.size() == 1 &&
                    (is_factor ? loads && is_half : type != "bf16" && (form->matrix == 'c') == loads) &&
                    form->matrix != 0;
  const auto operands = function_.operands_of(statement);
  if (!fits || operands.size() < 2 || operands.size() > 3) return refuse_opcode();

  WmmaTile tile{form->layouts[0], is_half ? 2u : 4u, {}, draft_.constant(Holds::k32, 16)};
  Access access;
  access.kind = loads ? AccessKind::kLoad : AccessKind::kStore;
  access.space = form->space;
  const auto base = at_address(access, operands[loads ? 1 : 0]);
  if (!base) return tl::unexpected(base.error());
  tile.base = *base;
  if (operands.size() == 3) {
    const auto stride = source(operands[2], Holds::k32);
    if (!stride) return tl::unexpected(stride.error());
    tile.stride = *stride;
  }
  const std::size_t count = is_factor && type == "f16" ? 8 : is_half ? 4 : 8;
  const auto registers = fragment(operands[loads ? 0 : 1], Holds::k32, count, loads);
  if (!registers) return tl::unexpected(registers.error());
  if (!is_half) return add_wmma_floats(tile, *registers), Result<void>();
  const bool pairs_follow = form->matrix == 'b' ? !tile.is_row_major : tile.is_row_major;
  if (is_factor && form->space == Space::kShared)
    add_wmma_rows(tile, *registers, !pairs_follow);
  else
    add_wmma_halves(tile, *registers, !pairs_follow);
  for (std::size_t r = kBlocks; r < count; ++r)
    emit_operation("mov.b32", {(*registers)[r]}, {(*registers)[r - kBlocks]});
  return {};
}

Ref Decoder::calculated(std::string_view mnemonic, std::vector<Ref> from) {
  const Ref to = draft_.add_register(find_operation(mnemonic, isa_)->operands[0]);
  emit_operation(mnemonic, {to}, std::move(from));
  return to;
}

/// The address of the element in that row and column.
Ref Decoder::wmma_address(const WmmaTile& tile, Ref row, Ref column) {
  const auto log2_bytes = draft_.constant(Holds::k32, static_cast<std::uint64_t>(std::countr_zero(tile.bytes)));
  const Ref line = tile.is_row_major ? row : column, along = tile.is_row_major ? column : row;
  if (tile.base.access.address_holds == Holds::k32) {
    const Ref elements = calculated("mad.lo.u32", {line, tile.stride, along});
    return calculated("add.u32", {tile.base.address, calculated("shl.b32", {elements, log2_bytes})});
  }
  const Ref elements = calculated("mad.wide.u32", {line, tile.stride, calculated("cvt.u64.u32", {along})});
  const Ref bytes = calculated("shl.b64", {elements, log2_bytes});
  return tile.base.address.there() ? calculated("add.u64", {tile.base.address, bytes}) : bytes;
}

void Decoder::add_wmma_access(const WmmaTile& tile, Ref address, std::vector<Ref> registers) {
  DraftAccess access = tile.base;
  access.access.address_holds = draft_.holds(address);
  access.access.bytes = 4, access.access.count = static_cast<std::uint8_t>(registers.size());
  access.address = address, access.values = std::move(registers);
  emit(Does::kAccess).accesses = {std::move(access)};
}

/// Lane l has the address of row l % 8 of block l / 8, as it is in memory.
void Decoder::add_wmma_rows(const WmmaTile& tile, const std::vector<Ref>& registers, bool turned) {
  const auto number = [&](std::uint64_t n) { return draft_.constant(Holds::k32, n); };
  const Ref lane = draft_.special(Holds::k32, Special::kLaneid), in_block = calculated("and.b32", {lane, number(7)});
  const Ref down = calculated("and.b32", {lane, number(8)});
  const Ref right = calculated("shl.b32", {calculated("shr.u32", {lane, number(4)}), number(3)});
  const Ref row = tile.is_row_major ? calculated("add.u32", {down, in_block}) : down;
  const Ref column = tile.is_row_major ? right : calculated("add.u32", {right, in_block});
  DraftAccess access = tile.base;
  access.address = wmma_address(tile, row, column);
  access.access.address_holds = draft_.holds(access.address);
  access.access.bytes = 16, access.access.matrices = kBlocks, access.access.transposed = turned;
  access.values.assign(registers.begin(), registers.begin() + kBlocks);
  emit(Does::kRows).accesses = {std::move(access)};
}

/// Two halves for each register, which follow each other in memory; turned, they are those of another lane.
void Decoder::add_wmma_halves(const WmmaTile& tile, const std::vector<Ref>& registers, bool turned) {
  const auto number = [&](std::uint64_t n) { return draft_.constant(Holds::k32, n); };
  const Ref lane = draft_.special(Holds::k32, Special::kLaneid), group = calculated("shr.u32", {lane, number(2)});
  const Ref pair = calculated("shl.b32", {calculated("and.b32", {lane, number(3)}), number(1)});
  std::vector<Ref> addresses;
  for (std::uint32_t b = 0; b < kBlocks; ++b)
    addresses.push_back(wmma_address(tile,
                                     calculated("add.u32", {tile.is_row_major ? group : pair, number(down_of(b))}),
                                     calculated("add.u32", {tile.is_row_major ? pair : group, number(right_of(b))})));
  const bool loads = tile.base.access.kind == AccessKind::kLoad;
  const auto turn = [&](Ref to, Ref from) {
    DraftInstruction& draft = emit(Does::kWhole);
    draft.instruction.run = find_matrix_operation("movmatrix.sync.m8n8.trans.b16", isa_)->run;
    draft.written = {to}, draft.read = {from};
  };
  for (std::uint32_t b = 0; b < kBlocks; ++b) {
    Ref moved = registers[b];
    if (turned && !loads) turn(moved = draft_.add_register(Holds::k32), registers[b]);
    add_wmma_access(tile, addresses[b], {moved});
    if (turned && loads) turn(moved, moved);
  }
}

/// Four floats of each eight columns: two of row lane / 4, two of the eighth row after it.
void Decoder::add_wmma_floats(const WmmaTile& tile, const std::vector<Ref>& registers) {
  const auto number = [&](std::uint64_t n) { return draft_.constant(Holds::k32, n); };
  const Ref lane = draft_.special(Holds::k32, Special::kLaneid), group = calculated("shr.u32", {lane, number(2)});
  const Ref pair = calculated("shl.b32", {calculated("and.b32", {lane, number(3)}), number(1)});
  const std::uint32_t together = tile.is_row_major ? 2 : 1;
  std::vector<Ref> addresses;
  for (std::uint32_t r = 0; r < registers.size(); r += together)
    addresses.push_back(wmma_address(tile, calculated("add.u32", {group, number(r % 4 / 2 * 8)}),
                                     calculated("add.u32", {pair, number(r / 4 * 8 + r % 2)})));
  for (std::uint32_t r = 0; r < registers.size(); r += together)
    add_wmma_access(tile, addresses[r / together], {registers.begin() + r, registers.begin() + r + together});
}

/// wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 (D and C, of f16), or .f32.bf16.bf16.f32
Result<void> Decoder::add_wmma_product(const ptx::Statement& statement, const WmmaForm& form) {
  const auto& types = form.types;
  const bool is_bf16 = types.size() == 4 && types[1] == "bf16" && types[2] == "bf16";
  if ((!is_bf16 && types.size() != 2) || types.front() == "bf16" || form.layouts.size() != 2) return refuse_opcode();
  const std::string factor = is_bf16 ? "bf16" : "f16", sum(types.front());
  const MatrixOperation* mma =
      find_matrix_operation("mma.sync.m16n8k16.row.col." + sum + "." + factor + "." + factor + "." + sum, isa_);
  const auto operands = function_.operands_of(statement);
  if (types.back() != sum || mma == nullptr || operands.size() != 4) return refuse_opcode();
  const std::size_t of_factor = is_bf16 ? 4 : 8, of_sum = 2 * mma->fragments[0].registers;
  const auto d = fragment(operands[0], Holds::k32, of_sum, true),
             a = fragment(operands[1], Holds::k32, of_factor, false),
             b = fragment(operands[2], Holds::k32, of_factor, false),
             c = fragment(operands[3], Holds::k32, of_sum, false);
  for (const auto* each : {&d, &a, &b, &c})
    if (!*each) return tl::unexpected(each->error());
  std::vector<Ref> whole;  // so that the second product never reads what the first has written
  for (std::size_t half = 0; half < 2; ++half) {
    DraftInstruction& draft = emit(Does::kWhole);
    draft.instruction.run = mma->run;
    const auto take = [&](const std::vector<Ref>& from, std::size_t first, std::size_t count) {
      const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
      draft.read.insert(draft.read.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    };
    take(*a, 0, kBlocks), take(*b, 2 * half, 2), take(*c, of_sum / 2 * half, of_sum / 2);
    for (std::size_t r = 0; r < of_sum / 2; ++r) draft.written.push_back(draft_.add_register(Holds::k32));
    whole.insert(whole.end(), draft.written.begin(), draft.written.end());
  }
  for (std::size_t r = 0; r < of_sum; ++r) emit_operation("mov.b32", {(*d)[r]}, {whole[r]});
  return {};
}

}  // namespace gemmscope::lockstep
