// SPDX-License-Identifier: MIT
/// @file api.h
/// Those functions of cuRAND's host API that this folder has.
///
/// NVIDIA's header comes with the whole toolkit only, so it is not needed. Source: cuRAND documentation, CUDA 13.0.
///
/// Limits: of whatever type a pseudorandom generator is made, its numbers are Philox 4x32-10's. They are as good, and
/// the same in every run, but others than those of NVIDIA's library. Quasirandom ones are not supported.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tracing/runtime/curand/words.h"

namespace gemmscope::runtime::curand {

struct Generator;

extern "C" {

Status curandCreateGenerator(Generator** to, int type);
Status curandCreateGeneratorHost(Generator** to, int type);
Status curandDestroyGenerator(Generator*);
Status curandGetVersion(int* to);
Status curandGetProperty(int which, int* to);
Status curandSetStream(Generator*, void* stream);
Status curandSetPseudoRandomGeneratorSeed(Generator*, unsigned long long seed);
Status curandSetGeneratorOffset(Generator*, unsigned long long offset);
Status curandSetGeneratorOrdering(Generator*, int ordering);
Status curandGenerateSeeds(Generator*);
Status curandGenerate(Generator*, unsigned* to, std::size_t n);
Status curandGenerateUniform(Generator*, float* to, std::size_t n);
Status curandGenerateUniformDouble(Generator*, double* to, std::size_t n);
Status curandGenerateNormal(Generator*, float* to, std::size_t n, float mean, float deviation);
Status curandGenerateNormalDouble(Generator*, double* to, std::size_t n, double mean, double deviation);
Status curandGenerateLogNormal(Generator*, float* to, std::size_t n, float mean, float deviation);
Status curandGenerateLogNormalDouble(Generator*, double* to, std::size_t n, double mean, double deviation);
}

}  // namespace gemmscope::runtime::curand
