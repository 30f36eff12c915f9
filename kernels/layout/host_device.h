// SPDX-License-Identifier: MIT
/// @file host_device.h
/// GS_HD: functions of host and device. Nothing in layout/ includes a library, so that every compiler of kernels takes
/// it.
#pragma once

#if defined(__CUDACC__)
#define GS_HD __host__ __device__ __forceinline__
#else
#define GS_HD inline __attribute__((always_inline))
#endif
