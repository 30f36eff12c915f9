// SPDX-License-Identifier: MIT
/// @file check_memory.h
/// The parts of check(): each looks at one kind of memory and adds what it finds.
#pragma once

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/check_findings.h"
#include "tracing/analysis/signal_sites.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::analysis {

/// Races, and what reads of shared memory find.
void check_shared(const format::Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget);
/// Races in global memory between threads of one block.
void check_arrays(const format::Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget);
/// Asynchronous copies to shared memory that are touched before they are there for certain.
void check_copies(const format::Recording& recording, Findings& findings, Budget& budget);
/// Bounds and alignment.
void check_addresses(const format::Recording& recording, Findings& findings, Budget& budget);
/// Arrays that begin in one place of shared memory, used as if they were two.
void check_overlaps(const format::Recording& recording, Findings& findings, Budget& budget);
/// Races between blocks in global memory.
void check_global(const format::Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget);
/// Loads of global memory that was never written, which the recording lists.
void check_unwritten(const format::Recording& recording, Findings& findings, Budget& budget);
/// What comments say of tiles. Returns  what is not compared, and why, in a clause; empty: all is.
std::string_view check_said(const format::Recording& recording, const Said& said, Findings& findings, Budget& budget);
/// The part of it that is about the product; `tiles`: as they are found.
std::string_view check_said_product(const format::Recording& recording, const Said& said,
                                    const std::optional<Tiles>& tiles, Findings& findings);
/// Loads of C by a program that is not to read it. Loads of partial sums that the launch stored there do not count.
/// Returns  why nothing is said; empty: something is, or there is nothing to say.
std::string_view check_reads_of_C(const format::Recording& recording, std::uint16_t C, Findings& findings,
                                  Budget& budget);

}  // namespace gemmscope::analysis
