// Each thread goes where a table says for its number: brx.idx, which nvcc writes only where one asks for it in PTX.
#include <cstdio>

__global__ void choose(const unsigned* numbers, int* results) {
  const int i = threadIdx.x;
  int result;
  asm("{\n"
      "  .reg .pred even;\n"
      "  .reg .u32 low;\n"
      "  mov.u32 %0, 1000;\n"
      "  and.b32 low, %1, 1;\n"
      "  setp.eq.u32 even, low, 0;\n"
      "  setp.lt.or.u32 even, %1, 4, even;\n"
      "  table: .branchtargets first, second, first, third, last;\n"
      "  @even brx.idx %1, table;\n"
      "  add.s32 %0, %0, 1;\n"  // numbers that are odd and above 3
      "  bra last;\n"
      "  first: add.s32 %0, %1, 10;\n"
      "  bra last;\n"
      "  second: mul.lo.s32 %0, %2, 3;\n"
      "  third: add.s32 %0, %0, 7;\n"  // the second goes on here
      "  last:\n"
      "}\n"
      : "=&r"(result)
      : "r"(numbers[i]), "r"(i));
  results[i] = __popc(__activemask()) * 10000 + result;  // all have met again
}

int main() {
  const int n = 64;
  unsigned numbers[n], *x;
  int results[n], *y;
  for (int i = 0; i < n; ++i) numbers[i] = i * 7 % 11 % 6;
  cudaMalloc(&x, sizeof(numbers));
  cudaMalloc(&y, sizeof(results));
  cudaMemcpy(x, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  choose<<<1, n>>>(x, y);
  cudaMemcpy(results, y, sizeof(results), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const int k = numbers[i];
    const int right = k == 0 || k == 2 ? k + 10 : k == 1 ? i * 3 + 7 : k == 3 ? 1007 : k == 4 ? 1000 : 1001;
    if (results[i] != 320000 + right) return printf("%d is %d, not %d\n", i, results[i], 320000 + right), 1;
  }
  puts("right");
}
