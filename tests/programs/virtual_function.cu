// Shapes of two classes: which area() is called is known only when the kernel runs. Structs are passed and returned by
// value, and a function writes into its caller's variable.
#include <cstdio>

struct Shape {
  __device__ virtual int area(int scale) const = 0;
};
struct Rectangle : Shape {
  int width, height;
  __device__ Rectangle(int w, int h) : width(w), height(h) {}
  __device__ int area(int scale) const override { return width * height * scale; }
};
struct Triangle : Shape {
  int base, height;
  __device__ Triangle(int b, int h) : base(b), height(h) {}
  __device__ int area(int scale) const override { return base * height * scale / 2; }
};

struct Pair {
  short first;
  char second;
  double third;
};
__device__ __noinline__ Pair swapped(Pair pair, bool negate, int* times) {
  *times += pair.second;
  return {static_cast<short>(pair.second), static_cast<char>(pair.first), negate ? -pair.third : pair.third};
}

__global__ void measure(int* areas, double* sums) {
  const int i = threadIdx.x;
  const Rectangle rectangle(i, 3);
  const Triangle triangle(i + 1, 4);
  const Shape* const shape = i % 3 == 0 ? static_cast<const Shape*>(&rectangle) : &triangle;
  areas[i] = shape->area(i % 5 + 1);
  int times = 100;
  const Pair pair = swapped({static_cast<short>(i), static_cast<char>(-i), i * 0.25}, i % 2 != 0, &times);
  sums[i] = pair.first * 1000 + pair.second + pair.third + times * 1000000.0;
}

int main() {
  const int n = 48;
  int areas[n], *x;
  double sums[n], *y;
  cudaMalloc(&x, sizeof(areas));
  cudaMalloc(&y, sizeof(sums));
  measure<<<1, n>>>(x, y);
  cudaMemcpy(areas, x, sizeof(areas), cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, y, sizeof(sums), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const int area = i % 3 == 0 ? i * 3 * (i % 5 + 1) : (i + 1) * 4 * (i % 5 + 1) / 2;
    const double sum = -i * 1000 + i + (i % 2 != 0 ? -i * 0.25 : i * 0.25) + (100 - i) * 1000000.0;
    if (areas[i] != area) return printf("area %d is %d, not %d\n", i, areas[i], area), 1;
    if (sums[i] != sum) return printf("sum %d is %f, not %f\n", i, sums[i], sum), 1;
  }
  puts("right");
}
