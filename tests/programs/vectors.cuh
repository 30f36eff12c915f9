// What programs with many arrays have in common: vectors of the host copied to the device and back, and compared.
#pragma once

#include <cstdio>
#include <vector>

template <class T>
T* on_device(const std::vector<T>& values) {
  T* to;
  cudaMalloc(&to, values.size() * sizeof(T));
  cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

template <class T>
std::vector<T> on_host(const T* from, size_t count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}

/// Whether the device has what is expected; otherwise says what differs.
template <class T>
bool is_equal(const char* what, const T* from, const std::vector<T>& expected) {
  const std::vector<T> values = on_host(from, expected.size());
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    return printf("%s: %s\n", what, cudaGetErrorString(error)), false;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i] != expected[i])
      return printf("%s[%zu] is %.10g, not %.10g\n", what, i, double(values[i]), double(expected[i])), false;
  return true;
}
