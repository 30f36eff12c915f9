// SPDX-License-Identifier: MIT
/// @file sites.h
/// The places in the text of a kernel, and of functions that it calls, at which a rewritten kernel records something.
#pragma once

#include <cstdint>
#include <vector>

#include "tracing/format/result.h"
#include "tracing/ptx/module.h"

namespace gemmscope::rewrite {

enum class SiteKind : std::uint8_t {
  kAccess,   ///< lanes' addresses
  kBarrier,  ///< of the block; the address of each lane is the barrier's number | threads << 32, 0 for all
  kEvent,    ///< a commit of copies, a wait for them, or a barrier of the warp: only that lanes did it
  kTile,     ///< of wmma: the address of its first element, in all lanes. kAlso: elements from row to row, or column
  kBulk,     ///< a bulk copy: to where. kAlso: from where, bytes, the mbarrier
  kAlso,     ///< one more operand of the site before, a number or an address
  kTest,     ///< of an mbarrier's phase: told behind the statement, of lanes for which the phase is over
  kNowhere,  ///< a call by a pointer, of lanes whose pointer is none of the functions that it may name: the pointer
};

struct Site {
  std::uint32_t function = 0;   ///< of ptx::reached_from(): 0 is the kernel itself
  std::uint32_t statement = 0;  ///< of the function's text
  std::uint32_t part = 0;       ///< of a copy: 0 what is loaded, 1 what is stored
  SiteKind kind = SiteKind::kAccess;
  ptx::Space space = ptx::Space::kNone;     ///< kNone: generic
  std::uint32_t address = ptx::kNoIndex;    ///< Function::operands: the address; of a barrier its number
  std::uint32_t condition = ptx::kNoIndex;  ///< Function::operands: bytes that a copy reads, or a predicate for none;
                                            ///< of a test its result
};

/// The sites of the kernel and of all functions that it may call, in the order of ptx::reached_from() and of their
/// texts. Accesses that say .local or .param are left out.
///
/// Errors  kUsage: a statement that moves what a rewritten kernel cannot tell, with its line.
[[nodiscard]] Result<std::vector<Site>> sites_of(const ptx::Module& module, const ptx::Function& kernel);

/// Variables of the kernel and of those functions whose place they can tell: in shared, constant and global memory.
[[nodiscard]] std::vector<const ptx::Variable*> arrays_of(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace gemmscope::rewrite
