// SPDX-License-Identifier: MIT
/// @file shared.h
/// What libcudart.so lets the other libraries use that stand in for NVIDIA's: a process has one emulated device.
#pragma once

#include <cstdint>

extern "C" {

/// Whether `bytes` from `address` on lie in one allocation of the device. They count as written from then on: a library
/// asks before it reads or writes them.
bool gemmscope_holds(const void* address, std::uint64_t bytes);

/// Whether what is put into the stream, a cudaStream_t, is captured: kept for a graph, not done. Never, without
/// libcudart.so.
bool gemmscope_captures(void* stream);

/// The end of a program that calls what is not supported, with a sentence that begins with `what`.
[[noreturn]] void gemmscope_unsupported(const char* what);
}
