// SPDX-License-Identifier: MIT
// Matrices as kernels keep them, and back.
#include "kernels/storage.h"

#include <vector>

#include <gtest/gtest.h>

#include "kernels/half.h"

namespace gemmscope::kernels {
namespace {

const std::vector<float> kRows{1, 2, 3,  //
                               4, 5, 6};

TEST(Storage, FloatsRowByRowStayAsTheyAre) {
  std::vector<float> there(6), back(6);
  store_matrix(kRows, 2, 3, {}, there.data());
  EXPECT_EQ(there, kRows);
  load_matrix(there.data(), 2, 3, {}, back);
  EXPECT_EQ(back, kRows);
}

TEST(Storage, ColumnMajorPutsColumnsOneAfterTheOther) {
  std::vector<float> there(6), back(6);
  const Storage by_columns{4, true};
  store_matrix(kRows, 2, 3, by_columns, there.data());
  EXPECT_EQ(there, (std::vector<float>{1, 4, 2, 5, 3, 6}));
  load_matrix(there.data(), 2, 3, by_columns, back);
  EXPECT_EQ(back, kRows);
}

TEST(Storage, HalfsAreRoundedOnTheWayThere) {
  for (const bool column_major : {false, true}) {
    const Storage halfs{2, column_major};
    const std::vector<float> from{1, 2049, 2051, -0.1f, 1e6f, 6};  // 2049 and 2051 lie between two halfs
    std::vector<Half> there(7, Half{0x1234});
    store_matrix(from, 2, 3, halfs, there.data());
    EXPECT_EQ(there[column_major ? 2 : 1], rounded_half(2048));
    EXPECT_EQ(there[6].bits, 0x1234) << "written past the end";
    std::vector<float> back(6);
    load_matrix(there.data(), 2, 3, halfs, back);
    EXPECT_EQ(back, (std::vector<float>{1, 2048, 2052, -0.0999755859375f, __builtin_inff(), 6}));
  }
}

TEST(Storage, RoundingToElementsIsTheWayThereAndBack) {
  std::vector<float> values{2049, -0.1f, 1e6f};
  round_to_elements(values, 4);
  EXPECT_EQ(values, (std::vector<float>{2049, -0.1f, 1e6f}));
  round_to_elements(values, 2);
  EXPECT_EQ(values, (std::vector<float>{2048, -0.0999755859375f, __builtin_inff()}));
}

}  // namespace
}  // namespace gemmscope::kernels
