// SPDX-License-Identifier: MIT
/// @file shared.h
/// What libcudart.so lets the other libraries use that stand in for NVIDIA's: a process has one emulated device.
#pragma once

#include <cstdint>

extern "C" {

/// Whether `bytes` from `address` on are in one allocation of the device. They count as written from then on: a library
/// asks before it reads or writes them.
bool gemmscope_holds(const void* address, std::uint64_t bytes);

/// The host has waited for all work in the stream (a cudaStream_t), for example because a library gives it a result.
void gemmscope_waits(void* stream);

/// Whether what is put into the stream, a cudaStream_t, is captured: kept for a graph, not done. Never, without
/// libcudart.so.
bool gemmscope_captures(void* stream);
/// If so, keeps a task that calls `work(data)` at each launch of the graph, which fails unless that returns true; and
/// `drop(data)` when nothing can launch it any more. If the stream is captured and cannot take it, `drop(data)` is
/// called at once.
enum gemmscope_Kept { kGemmscopeNotCaptured, kGemmscopeKept, kGemmscopeCannotBeKept };
gemmscope_Kept gemmscope_keep(void* stream, bool (*work)(void*), void* data, void (*drop)(void*));

/// The end of a program that calls what is not supported, with a sentence that begins with `what`.
[[noreturn]] void gemmscope_unsupported(const char* what);
}
