// SPDX-License-Identifier: MIT
#include "tracing/ptx/readable_names.h"

#include <gtest/gtest.h>

namespace gemmscope::ptx {
namespace {

TEST(ReadableNames, OfNamesThatAreNotMangledAreNotTypes) {
  EXPECT_EQ(last_name("s"), "s");
  EXPECT_EQ(last_name("_ZZ5tiledPKfE1s"), "s");
  EXPECT_EQ(full_name("f"), "f");
  EXPECT_EQ(last_name("_ZN2ns5tableINS_6HolderIfEEEE"), "table<ns::Holder<float> >");
}

/// The C++ library of 2022 cannot read the name of a template with a concept.
TEST(ReadableNames, OfWhatCannotBeReadAreThoseInFront) {
  EXPECT_EQ(full_name("_Z4gemmITk8FloatingfEvPT_"), "gemm");
  EXPECT_EQ(full_name("_ZN2ns4gemmITk8FloatingfEEvPT_"), "ns::gemm");
  EXPECT_EQ(last_name("_ZZ4gemmITk8FloatingfEvPT_E4tile"), "tile");
  EXPECT_EQ(last_name("_ZZZZ"), "_ZZZZ");
  EXPECT_EQ(full_name("_Z99999999gemm"), "_Z99999999gemm");
  EXPECT_EQ(full_name("_ZN4"), "_ZN4");
}

TEST(ShortName, IsWhatPeopleCallTheKernel) {
  EXPECT_EQ(short_name("_Z4gemmIfLi4EEviPKf"), "gemm<float, 4>");
  EXPECT_EQ(short_name("gemm"), "gemm");
  EXPECT_EQ(short_name("_ZN12_GLOBAL__N_14gemmEi"), "(anonymous namespace)::gemm");
}

TEST(ShortName, OfTemplatesLibrariesHasNoScopesAndOnlyItsFirstArguments) {
  // void cub::detail::scan<cub::hub<int, cuda::plus<int> >::Policy1000, (cub::Order)0, cuda::std::plus<unsigned long>
  // >(int)
  EXPECT_EQ(short_name("_ZN3cub6detail4scanINS_3hubIiN4cuda4plusIiEEE10Policy1000ELNS_5OrderE0ENS3_3std4plusImEEEEvi"),
            "scan<Policy1000, (Order)0, plus<unsigned long> >");
  std::string mangled = "_ZN3cub4scanI";
  for (const char* name : {"first", "second", "third0", "fourth", "fifth0", "sixth0", "seventh", "eighth", "ninth0"})
    mangled += "N3cub" + std::to_string(std::string(name).size() + 4) + "type" + name + "E";
  EXPECT_EQ(short_name(mangled + "EEvi"),
            "scan<typefirst, typesecond, typethird0, typefourth, typefifth0, typesixth0, ...>");
}

}  // namespace
}  // namespace gemmscope::ptx
