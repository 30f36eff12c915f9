// SPDX-License-Identifier: MIT
// Reads the instructions that compilers make of ordinary code, as far as needed to see what happens to eax: Intel 64
// and IA-32 Architectures Software Developer's Manual, volume 2, "Instruction Format" and "Opcode Map".
#include "tracing/runtime/result_use.h"

#include <set>
#include <vector>

namespace gemmscope::runtime {
namespace {

enum class Goes : std::uint8_t { kOn, kMayJump, kJumps, kCalls, kReturns };

struct MachineStep {
  bool is_known = true;
  bool reads = false, writes = false;  ///< eax, or a part of it
  Goes goes = Goes::kOn;
  std::size_t next = 0, target = 0;  ///< in the code
};

class InstructionReader {
 public:
  InstructionReader(std::span<const std::uint8_t> code, std::size_t at) : code_(code), at_(at) {}

  MachineStep read() {
    std::uint8_t op = prefixes();
    if (op == 0xc4 || op == 0xc5 || op == 0x62)
      vector(op);
    else if (op != 0x0f)
      one_byte(op);
    else if (op = byte(); op == 0x38 || op == 0x3a)
      three_bytes(op, byte());
    else
      two_bytes(op);
    step_.next = at_;
    step_.target += at_;
    if (at_ > code_.size()) step_.is_known = false;
    return step_;
  }

 private:
  /// What an instruction does to an operand.
  enum Role : std::uint8_t { kNothing = 0, kReads = 1, kWrites = 2, kChanges = 3 };

  std::uint8_t byte() { return at_++ < code_.size() ? code_[at_ - 1] : std::uint8_t{0}; }
  std::int32_t number(int bytes) {
    std::uint32_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint32_t{byte()} << (8 * i);
    return bytes == 1 ? static_cast<std::int8_t>(value) : static_cast<std::int32_t>(value);
  }
  void skip(std::size_t bytes) { at_ += bytes; }
  /// Of a constant as wide as the operands, but for 64 bits.
  std::size_t width() const { return is_short_ ? 2 : 4; }

  std::uint8_t prefixes() {
    for (;;) {
      const std::uint8_t op = byte();
      const bool is_segment = op == 0x26 || op == 0x2e || op == 0x36 || op == 0x3e || op == 0x64 || op == 0x65;
      if (op == 0x66) is_short_ = true;
      if (op == 0xf3) repeats_ = true;
      if ((op & 0xf0u) == 0x40) {
        extend((op & 4u) != 0, (op & 2u) != 0, (op & 1u) != 0), is_long_ = (op & 8u) != 0;
        return byte();
      }
      const bool is_other = op == 0x66 || op == 0xf0 || op == 0xf2 || op == 0xf3;
      if (!is_segment && !is_other) return op;
    }
  }
  void extend(bool reg, bool index, bool base) { reg_ = reg ? 8 : 0, index_ = index ? 8 : 0, base_ = base ? 8 : 0; }

  void touch(Role role) {
    step_.reads = step_.reads || (role & kReads) != 0;
    step_.writes = step_.writes || (role & kWrites) != 0;
  }
  void unknown() { step_.is_known = false; }
  void jump(Goes goes, int bytes) {
    step_.goes = goes;
    step_.target = static_cast<std::size_t>(std::int64_t{number(bytes)});
  }

  /// The operands: `rm` may be in memory. Returns the three bits that are a register's number, or part of the opcode.
  int operands(Role rm, Role reg) {
    const std::uint8_t modrm = byte();
    const int mod = modrm >> 6, number = modrm >> 3 & 7;
    int base = (modrm & 7) | base_, index = kNoRegister;
    if ((number | reg_) == 0) touch(reg);
    in_register_ = mod == 3, by_place_ = false;
    if (in_register_) {
      if (base == 0) touch(rm);
      is_one_ = base == 0 && (number | reg_) == 0;
      return number;
    }
    if ((modrm & 7) == 4) {
      const std::uint8_t sib = byte();
      base = (sib & 7) | base_, index = (sib >> 3 & 7) | index_;
      if (mod == 0 && (sib & 7) == 5) base = kNoRegister, skip(4);
    } else if (mod == 0 && (modrm & 7) == 5) {
      base = kNoRegister, by_place_ = true, skip(4);
    }
    skip(mod == 1 ? 1 : mod == 2 ? 4 : 0);
    if (base == 0 || index == 0) touch(kReads);
    return number;
  }

  void one_byte(std::uint8_t op) {
    const int low = op & 7;
    if (op < 0x40) return arithmetic(op, low);
    if (op >= 0x50 && op <= 0x5f) return (low | base_) == 0 ? touch(op < 0x58 ? kReads : kWrites) : void();
    if (op >= 0x70 && op <= 0x7f) return jump(Goes::kMayJump, 1);
    if (op > 0x90 && op <= 0x99) return touch(kReads);  // xchg, cdqe, cdq
    if (op >= 0xb0 && op <= 0xbf) {
      skip(op < 0xb8 ? 1 : is_long_ ? 8 : width());
      return (low | base_) == 0 ? touch(kWrites) : void();
    }
    switch (op) {
      case 0x63: operands(kReads, kWrites); break;
      case 0x68: skip(width()); break;
      case 0x69: operands(kReads, kWrites), skip(width()); break;
      case 0x6a: skip(1); break;
      case 0x6b: operands(kReads, kWrites), skip(1); break;
      case 0x80:
      case 0x81:
      case 0x83: operands((peek() >> 3 & 7) == 7 ? kReads : kChanges, kNothing), skip(op == 0x81 ? width() : 1); break;
      case 0x84:
      case 0x85: operands(kReads, kReads); break;
      case 0x86:
      case 0x87: operands(kChanges, kChanges); break;
      case 0x88:
      case 0x89: operands(kWrites, kReads); break;
      case 0x8a:
      case 0x8b: operands(kReads, kWrites); break;
      case 0x8d: operands(kNothing, kWrites); break;
      case 0x8f: operands(kWrites, kNothing); break;
      case 0x90: break;
      case 0xa4:
      case 0xa5: break;
      case 0xa8: touch(kReads), skip(1); break;
      case 0xa9: touch(kReads), skip(width()); break;
      case 0xaa:
      case 0xab: touch(kReads); break;
      case 0xc0:
      case 0xc1: operands(kChanges, kNothing), skip(1); break;
      case 0xc2:
      case 0xc3: step_.goes = Goes::kReturns; break;
      case 0xc6: operands(kWrites, kNothing), skip(1); break;
      case 0xc7: operands(kWrites, kNothing), skip(width()); break;
      case 0xc9: break;
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3: operands(kChanges, kNothing); break;
      case 0xe8: jump(Goes::kCalls, 4); break;
      case 0xe9: jump(Goes::kJumps, 4); break;
      case 0xeb: jump(Goes::kJumps, 1); break;
      case 0xf6:
      case 0xf7: {
        const int which = peek() >> 3 & 7;
        operands(which == 2 || which == 3 ? kChanges : kReads, kNothing);
        if (which < 2) skip(op == 0xf6 ? 1 : width());
        if (which > 3) touch(kReads);
        break;
      }
      case 0xfe:
      case 0xff: through_operand(); break;
      default: unknown();
    }
  }

  /// add, or, adc, sbb, and, sub, xor, cmp
  void arithmetic(std::uint8_t op, int low) {
    constexpr std::uint8_t kSbb = 0x18, kSub = 0x28, kXor = 0x30, kCmp = 0x38;
    const std::uint8_t what = op & 0x38u;
    const Role result = what == kCmp ? kReads : kChanges;
    if (low >= 6) return unknown();
    if (low >= 4) return touch(result), skip(low == 4 ? 1 : width());
    const bool to_rm = low < 2;
    operands(to_rm ? result : kReads, to_rm ? kReads : result);
    if (in_register_ && is_one_ && (what == kSbb || what == kSub || what == kXor))
      step_.reads = false;  // it is cleared
  }

  /// inc, dec, call, jmp, push
  void through_operand() {
    const int which = peek() >> 3 & 7;
    operands(which < 2 ? kChanges : kReads, kNothing);
    if (which == 2) step_.goes = Goes::kCalls;
    if (which == 4 && by_place_) step_.goes = Goes::kCalls;  // of another library, instead of a call and a return
    if (which == 4 && !by_place_) unknown();
    if (which == 3 || which == 5 || which == 7) unknown();
  }

  void two_bytes(std::uint8_t op) {
    if (op >= 0x40 && op <= 0x4f) return static_cast<void>(operands(kReads, kChanges));
    if (op >= 0x80 && op <= 0x8f) return jump(Goes::kMayJump, 4);
    if (op >= 0x90 && op <= 0x9f) return static_cast<void>(operands(kWrites, kNothing));
    if (op >= 0xc8 && op <= 0xcf) return (op & 7) == 0 && base_ == 0 ? touch(kReads) : void();
    switch (op) {
      case 0x0d:
      case 0x18:
      case 0x19:
      case 0x1a:
      case 0x1b:
      case 0x1c:
      case 0x1d:
      case 0x1e:
      case 0x1f: {  // nothing, in several bytes, whatever they name
        const MachineStep before = step_;
        operands(kNothing, kNothing);
        step_ = before;
        break;
      }
      case 0x2a:
      case 0x6e: operands(kReads, kNothing); break;
      case 0x2c:
      case 0x2d:
      case 0x50:
      case 0xd7: operands(kNothing, kWrites); break;
      case 0x70:
      case 0x71:
      case 0x72:
      case 0x73:
      case 0xc2:
      case 0xc6: operands(kNothing, kNothing), skip(1); break;
      case 0x77: break;
      case 0x7e: operands(repeats_ ? kNothing : kWrites, kNothing); break;
      case 0xa2: touch(kChanges); break;
      case 0xa3: operands(kReads, kReads); break;
      case 0xa4:
      case 0xac: operands(kChanges, kReads), skip(1); break;
      case 0xa5:
      case 0xab:
      case 0xad:
      case 0xb3:
      case 0xbb: operands(kChanges, kReads); break;
      case 0xaf: operands(kReads, kChanges); break;
      case 0xb0:
      case 0xb1:
      case 0xc7: operands(kChanges, kNothing), touch(kReads); break;
      case 0xb6:
      case 0xb7:
      case 0xb8:
      case 0xbc:
      case 0xbd:
      case 0xbe:
      case 0xbf: operands(kReads, kWrites); break;
      case 0xba: operands((peek() >> 3 & 7) == 4 ? kReads : kChanges, kNothing), skip(1); break;
      case 0xc0:
      case 0xc1: operands(kChanges, kChanges); break;
      case 0xc3: operands(kNothing, kReads); break;
      case 0xc4: operands(kReads, kNothing), skip(1); break;
      case 0xc5: operands(kNothing, kWrites), skip(1); break;
      default: {
        const bool of_vectors =
            (op >= 0x10 && op <= 0x17) || (op >= 0x28 && op <= 0x2f) || (op >= 0x51 && op <= 0x7f) || op >= 0xd0;
        if (of_vectors)
          operands(kNothing, kNothing);
        else
          unknown();
      }
    }
  }

  void three_bytes(std::uint8_t map, std::uint8_t op) {
    if (map == 0x38 && op >= 0xf0) return unknown();  // of general registers, and rare
    const bool extracts = map == 0x3a && op >= 0x14 && op <= 0x17, inserts = map == 0x3a && op >= 0x20 && op <= 0x22;
    operands(extracts ? kWrites : inserts ? kReads : kNothing, kNothing);
    if (map == 0x3a) skip(1);
  }

  /// Of AVX: the prefix has the parts of the others, inverted.
  void vector(std::uint8_t prefix) {
    const std::uint8_t first = byte();
    int map = 1;
    extend((first & 0x80u) == 0, false, false);
    if (prefix != 0xc5) {
      extend((first & 0x80u) == 0, (first & 0x40u) == 0, (first & 0x20u) == 0);
      map = first & (prefix == 0xc4 ? 0x1f : 0x07);
      repeats_ = (byte() & 3u) == 2;
      if (prefix == 0x62) skip(1);
    } else {
      repeats_ = (first & 3u) == 2;
    }
    const std::uint8_t op = byte();
    const bool of_masks = (op >= 0x40 && op <= 0x4f) || (op >= 0x90 && op <= 0x9f);
    if (map == 1 && !of_masks)
      two_bytes(op);
    else if (map == 2 || map == 3)
      three_bytes(map == 2 ? 0x38 : 0x3a, op);
    else
      unknown();
  }

  std::uint8_t peek() const { return at_ < code_.size() ? code_[at_] : std::uint8_t{0}; }

  static constexpr int kNoRegister = 4;  // an index of that number is none
  std::span<const std::uint8_t> code_;
  std::size_t at_;
  MachineStep step_;
  int reg_ = 0, index_ = 0, base_ = 0;  ///< 8, for registers from r8 on
  bool is_short_ = false, is_long_ = false, repeats_ = false;
  bool in_register_ = false, is_one_ = false;  ///< the operand; both operands are eax
  bool by_place_ = false;                      ///< its address counts from the instruction's
};

}  // namespace

ResultUse use_of_result(std::span<const std::uint8_t> code, std::size_t at) {
  constexpr std::size_t kMost = 256;  // instructions: code that neither calls nor computes is shorter
  std::set<std::size_t> seen;
  std::vector<std::size_t> due{at};
  bool returns = false, is_known = true;
  while (!due.empty() && is_known) {
    const std::size_t next = due.back();
    due.pop_back();
    if (next >= code.size()) continue;  // another function, instead of a call and a return
    if (!seen.insert(next).second) continue;
    const MachineStep step = InstructionReader(code, next).read();
    is_known = step.is_known && seen.size() < kMost;
    if (is_known && step.reads) return ResultUse::kUsed;
    if (step.goes == Goes::kReturns) returns = true;
    if (step.writes || step.goes == Goes::kCalls || step.goes == Goes::kReturns) continue;
    if (step.goes != Goes::kJumps) due.push_back(step.next);
    if (step.goes != Goes::kOn) due.push_back(step.target);
  }
  return !is_known ? ResultUse::kUnknown : returns ? ResultUse::kReturned : ResultUse::kUnused;
}

}  // namespace gemmscope::runtime
