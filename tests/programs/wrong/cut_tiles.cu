// One array in shared memory is cut into tiles by pointers, and accesses to one tile go on into the next.
#include "../vectors.cuh"

constexpr int kTile = 16;

// The column that is read is one too far.
__global__ void column_too_far(const float* A, const float* B, float* C) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + kTile * kTile;
  const int x = threadIdx.x, y = threadIdx.y;
  a[y * kTile + x] = A[y * kTile + x];
  b[y * kTile + x] = B[y * kTile + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < kTile; ++i) sum += a[y * kTile + i + 1] * b[i * kTile + x];
  C[y * kTile + x] = sum;
}

// Each reads its neighbour's, and the last one has none. The launch says where the second part begins.
template <class T>
__global__ void no_neighbour(const T* from, T* to, int n) {
  __shared__ T cells[256];
  T* const first = cells;
  T* const second = &cells[n];
  const int i = threadIdx.x;
  first[i] = from[i];
  second[i] = from[n + i];
  __syncthreads();
  to[i] = first[i + 1] - first[i];
  to[n + i] = second[i] + 1;
}

// Bytes that are cut into numbers of two types; the second part is read from one element before it.
__global__ void one_in_front(const float* from, double* to) {
  extern __shared__ __align__(16) unsigned char bytes[];
  float* const numbers = reinterpret_cast<float*>(bytes);
  double* const exact = reinterpret_cast<double*>(bytes + 64 * sizeof(float));
  const int i = threadIdx.x;
  numbers[i] = from[i];
  exact[i] = 2 * from[i];
  __syncthreads();
  to[i] = exact[i - 1];
  to[i] += numbers[63 - i];
}

// Data decide the place, and the last bins are one too many: they are the first flags.
__global__ void bins_too_many(const float* from, float* to) {
  extern __shared__ int words[];
  int *keys = words, *bins = words + 64, *flags = bins + 16;
  const int i = threadIdx.x;
  keys[i] = static_cast<int>(from[i]);
  if (i < 16) bins[i] = 0;
  flags[i] = 0;
  __syncthreads();
  atomicAdd(&bins[keys[i] / 6], 1);
  __syncthreads();
  to[i] = flags[i] + (i < 16 ? bins[i] : 0);
}

// All threads read the same coefficient; the last one is one too many, the first number.
__global__ void one_coefficient_more(const float* from, float* to, int n) {
  extern __shared__ float floats[];
  float *coefficients = floats, *numbers = floats + 8;
  const int i = threadIdx.x;
  if (i < 8) coefficients[i] = from[i];
  numbers[i] = from[i];
  __syncthreads();
  float sum = 0;
  for (int k = n; k >= 0; --k) sum = sum * numbers[i] + coefficients[k];
  to[i] = sum;
}

// The halo is stored two elements too far, over the first two weights.
__global__ void halo_too_far(const float* from, float* to) {
  extern __shared__ float floats[];
  float* tile = floats;
  float* weights = floats + 66;
  const int i = threadIdx.x;
  if (i < 8) weights[i] = from[i];
  tile[i] = from[i];
  if (i < 4) tile[64 + i] = from[64 + i];
  __syncthreads();
  float sum = tile[i + 1];
  for (int k = 0; k < 8; ++k) sum += weights[k] * k;
  to[i] = sum;
}

// Numbers and their places; the first step of the tree is one too long. Two statements are on one line, and data decide
// which are stored later.
__global__ void steps_too_far(const float* from, float* to) {
  extern __shared__ __align__(16) unsigned char bytes[];
  float* const numbers = reinterpret_cast<float*>(bytes);
  int* const places = reinterpret_cast<int*>(bytes + 64 * sizeof(float));
  const int i = threadIdx.x;
  numbers[i] = from[i], places[i] = i;
  for (int step = 33; step > 0; step /= 2) {
    __syncthreads();
    if (i >= step) continue;
    if (numbers[i + step] <= numbers[i]) continue;
    numbers[i] = numbers[i + step];
    places[i] = places[i + step];
  }
  to[i] = numbers[i] + places[i];
}

// The total is one number more than there is room for.
__global__ void no_room_for_the_total(const float* from, float* to) {
  extern __shared__ int words[];
  int *begins = words, *keys = words + 16;
  const int i = threadIdx.x;
  keys[i] = static_cast<int>(from[i]);
  __syncthreads();
  if (i == 0) {
    int sum = 0;
    for (int b = 0; b < 16; ++b) {
      begins[b] = sum;
      sum += b;
    }
    begins[16] = sum;
  }
  __syncthreads();
  const int bin = keys[i] % 16;
  to[i] = begins[bin];
}

int main() {
  std::vector<float> numbers(kTile * kTile);
  for (int i = 0; i < kTile * kTile; ++i) numbers[i] = i * 37 % 101;
  float *const from = on_device(numbers), *const to = on_device(numbers);
  double* const exact = on_device(std::vector<double>(64));
  column_too_far<<<1, dim3(kTile, kTile), 2 * sizeof(float) * kTile * kTile>>>(from, from, to);
  no_neighbour<<<1, 96>>>(from, to, 96);
  one_in_front<<<1, 64, 64 * (sizeof(float) + sizeof(double))>>>(from, exact);
  steps_too_far<<<1, 64, 64 * (sizeof(float) + sizeof(int))>>>(from, to);
  no_room_for_the_total<<<1, 64, (16 + 64) * sizeof(int)>>>(from, to);
  bins_too_many<<<1, 64, (64 + 16 + 64) * sizeof(int)>>>(from, to);
  one_coefficient_more<<<1, 64, 72 * sizeof(float)>>>(from, to, 8);
  halo_too_far<<<1, 64, (66 + 8) * sizeof(float)>>>(from, to);
  puts(cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
