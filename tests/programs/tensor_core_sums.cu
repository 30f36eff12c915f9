// How tensor cores add: sums of every shape, of numbers of many kinds, as one number for each shape and kind. They are
// those of an H200 (driver 580.159.04, 2026-11-23); GPUs of other generations cut off other bits.
#include <cstdint>
#include <cstdio>
#include <vector>

using Word = uint32_t;
constexpr int kTiles = 256, kRegisters = 10, kLanes = 32, kKinds = 8;
enum Type { kHalf, kBfloat, kFloat };  // kFloat: tf32, as a factor

#define MMA_LARGE(types)                                                                                            \
  asm volatile("mma.sync.aligned.m16n8k" types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"         \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                     \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), \
                 "r"(c[3]))
#define MMA_SMALL(types)                                                                        \
  asm volatile("mma.sync.aligned.m16n8k" types " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};" \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                 \
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))

// A block multiplies one tile. A lane's registers: four of A, two of B, four of C.
__global__ void multiply(int shape, const Word* in, Word* out) {
  const Word* from = in + blockIdx.x * kRegisters * kLanes + threadIdx.x;
  Word a[4], b[2], c[4], d[4] = {};
  for (int i = 0; i < 4; ++i) a[i] = from[i * kLanes];
  for (int i = 0; i < 2; ++i) b[i] = from[(4 + i) * kLanes];
  for (int i = 0; i < 4; ++i) c[i] = from[(6 + i) * kLanes];
  switch (shape) {
    case 0: MMA_LARGE("16.row.col.f32.f16.f16.f32"); break;
    case 1: MMA_SMALL("8.row.col.f32.f16.f16.f32"); break;
    case 2:
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                   : "=r"(d[0]), "=r"(d[1])
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
      break;
    case 3:
      asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%5,%6};"
                   : "=r"(d[0]), "=r"(d[1])
                   : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
      break;
    case 4: MMA_LARGE("16.row.col.f32.bf16.bf16.f32"); break;
    case 5: MMA_SMALL("8.row.col.f32.bf16.bf16.f32"); break;
    case 6: MMA_LARGE("8.row.col.f32.tf32.tf32.f32"); break;
    case 7: MMA_SMALL("4.row.col.f32.tf32.tf32.f32"); break;
  }
  for (int i = 0; i < 4; ++i) out[(blockIdx.x * 4 + i) * kLanes + threadIdx.x] = d[i];
}

Word state;
Word next() {
  state = state * 1664525u + 1013904223u;
  return state >> 8 ^ state << 13;
}

struct Format {
  int fraction, bias, bits;
};
constexpr Format kFormats[] = {{10, 15, 16}, {7, 127, 16}, {23, 127, 32}};

// With that exponent as far as the format has it, and any sign and fraction.
Word with_exponent(const Format& format, int exponent, Word random) {
  const int most = (1 << (format.bits - 1 - format.fraction)) - 1;
  int biased = exponent + format.bias;
  Word fraction = random & ((1u << format.fraction) - 1);
  if (biased <= 0) {
    const int by = 1 - biased;
    fraction = (fraction | 1u << format.fraction) >> (by > 24 ? 24 : by), biased = 0;
  }
  if (biased >= most) biased = most - 1;
  return random >> 31 << (format.bits - 1) | Word(biased) << format.fraction | fraction;
}
// An infinity, a NaN, or zero.
Word no_number(const Format& format) {
  const Word infinity = ((1u << (format.bits - 1 - format.fraction)) - 1) << format.fraction;
  const Word sign = (next() & 1) << (format.bits - 1);
  const Word all[] = {infinity, infinity | 1, infinity | 1u << (format.fraction - 1), 0};
  return sign | all[next() % 4];
}

struct Range {
  int low, high;  // exponents
};
// 0: wide, without C. 1: wide. 2: C large. 3: C small. 4: alike. 5: subnormal. 6: infinities and NaNs. 7: any bits.
Range range_of(int kind, Type factor, bool is_c, bool half_sums) {
  switch (kind) {
    case 1: return {-4, is_c ? 8 : 4};
    case 2: return is_c ? Range{6, half_sums ? 14 : 28} : Range{-4, 1};
    case 3: return is_c ? Range{half_sums ? -14 : -30, -4} : Range{-2, 4};
    case 4: return {0, 1};
    case 5:
      if (!is_c) return factor == kHalf ? Range{-24, -8} : Range{-80, -60};
      return half_sums ? Range{-26, -10} : factor == kHalf ? Range{-48, -16} : Range{-150, -110};
    case 6: return {-3, 3};
  }
  return {-6, 6};
}

std::vector<Word> data_of(int shape, Type factor, bool half_sums) {
  std::vector<Word> all(kTiles * kRegisters * kLanes);
  state = 12345u + 977u * Word(shape);
  for (int i = 0; i < int(all.size()); ++i) {
    const int kind = i / (kRegisters * kLanes) % kKinds;
    const bool is_c = i / kLanes % kRegisters >= 6;
    const Format& format = kFormats[is_c ? (half_sums ? kHalf : kFloat) : factor];
    const Range range = range_of(kind, factor, is_c, half_sums);
    for (int shift = 0; shift < 32; shift += format.bits) {
      const int exponent = range.low + int(next() % Word(range.high - range.low + 1));
      const Word random = next();
      Word value = kind == 6 && next() % 24 == 0 ? no_number(format) : with_exponent(format, exponent, random);
      if (kind == 0 && is_c) value = 0;
      if (kind == 7) value = next() & (format.bits == 32 ? ~0u : 0xffffu);
      all[i] |= value << shift;
    }
  }
  return all;
}

struct Shape {
  const char* name;
  Type factor;
  bool half_sums;
  Word expected[kKinds];
};
const Shape kShapes[] = {
    {"m16n8k16 of f16 to f32",
     kHalf,
     false,
     {0x1f629884, 0xdb388bf8, 0x8ff1e499, 0xa010f107, 0x2847c2ee, 0xe2f967ea, 0xcce6709d, 0x72f9facf}},
    {"m16n8k8 of f16 to f32",
     kHalf,
     false,
     {0xef4ea040, 0x19b6c851, 0x69267055, 0x4b550a7c, 0xee862a1b, 0xcb21d77f, 0x5cc26a9a, 0xefa5b9ab}},
    {"m16n8k16 of f16 to f16",
     kHalf,
     true,
     {0x03f2f8d5, 0xc2aa0284, 0x8154973d, 0x587b57cc, 0xd620f8be, 0xeab74005, 0x03e3360a, 0x75b5a2ee}},
    {"m16n8k8 of f16 to f16",
     kHalf,
     true,
     {0xca2d949f, 0x9bd4f026, 0xf9059c80, 0x939aef70, 0x003957f2, 0x6b02fa1e, 0x67dd0b4e, 0x4370ef3c}},
    {"m16n8k16 of bf16",
     kBfloat,
     false,
     {0xb4ef8b33, 0x00594192, 0xa4062bc1, 0x93a44977, 0x34636112, 0x2ef52a92, 0xc067d81a, 0xa4a7561d}},
    {"m16n8k8 of bf16",
     kBfloat,
     false,
     {0x3b96d7fd, 0xb2adb2d6, 0x53d3bd37, 0x0768c962, 0x05f7afd0, 0x5a2e66c0, 0x9d4a636b, 0x6e447863}},
    {"m16n8k8 of tf32",
     kFloat,
     false,
     {0xf1490c54, 0x29b202bc, 0x69bf9bfe, 0x84dc7925, 0x0e251f9e, 0x2cebb4f3, 0x1e9964cc, 0x9d033742}},
    {"m16n8k4 of tf32",
     kFloat,
     false,
     {0x76a3b665, 0x877403a0, 0x7cffd616, 0x147782e5, 0xb15a6f15, 0x217cc131, 0x3b3313f8, 0x7f92bdb1}},
};

int main() {
  Word *in, *out;
  cudaMalloc(&in, kTiles * kRegisters * kLanes * sizeof(Word));
  cudaMalloc(&out, kTiles * 4 * kLanes * sizeof(Word));
  bool right = true;
  for (int s = 0; s < 8; ++s) {
    const Shape& shape = kShapes[s];
    const std::vector<Word> data = data_of(s, shape.factor, shape.half_sums);
    std::vector<Word> sums(kTiles * 4 * kLanes);
    cudaMemcpy(in, data.data(), data.size() * sizeof(Word), cudaMemcpyHostToDevice);
    multiply<<<kTiles, kLanes>>>(s, in, out);
    cudaMemcpy(sums.data(), out, sums.size() * sizeof(Word), cudaMemcpyDeviceToHost);
    Word together[kKinds] = {};
    for (int i = 0; i < int(sums.size()); ++i) {
      Word& of_kind = together[i / (4 * kLanes) % kKinds];
      of_kind = of_kind * 31 + sums[i];
    }
    for (int kind = 0; kind < kKinds; ++kind)
      if (together[kind] != shape.expected[kind]) {
        printf("%s, data of kind %d: %08x, not %08x\n", shape.name, kind, together[kind], shape.expected[kind]);
        right = false;
      }
  }
  if (!right) return 1;
  puts("right");
}
