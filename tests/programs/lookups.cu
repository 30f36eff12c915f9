// Numbers are looked up in a table at places that data give. The lengths of the arrays are those of a matrix product,
// and nothing is multiplied.
#include "vectors.cuh"

constexpr int kTable = 64, kThreads = 64, kBlocks = 4;

__global__ void look_up(const int* table, const int* in, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = table[in[i] % kTable];
}

int main() {
  std::vector<int> table(kTable), in(kThreads * kBlocks), expected;
  for (int i = 0; i < kTable; ++i) table[i] = (i * 7 + 3) % 77;
  for (int i = 0; i < kThreads * kBlocks; ++i) in[i] = (i * 7 + 3) % 91;
  for (const int number : in) expected.push_back(table[number % kTable]);
  int* const out = on_device(std::vector<int>(in.size()));
  look_up<<<kBlocks, kThreads>>>(on_device(table), on_device(in), out);
  if (on_host(out, in.size()) != expected) return puts("numbers"), 1;
  puts("right");
}
