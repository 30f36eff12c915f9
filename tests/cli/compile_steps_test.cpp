// SPDX-License-Identifier: MIT
#include "app/cli/compile_steps.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

/// As nvcc 13.0 prints it, shortened.
constexpr const char* kDryRun =
    R"(#$ _SPACE_= 
#$ CICC_PATH=/cuda/nvvm/bin
#$ INCLUDES="-I/cuda/include"  
#$ gcc -D__CUDA_ARCH_LIST__=800 -E -x c++ -D__CUDACC__ -m64 "my.cu" -o "/t/4.ii" 
#$ cudafe++ --gen_c_file_name "/t/6.cpp" --gen_module_id_file --module_id_file_name "/t/4_my.module_id" "/t/4.ii" 
#$ gcc -D__CUDA_ARCH__=800 -D__CUDA_ARCH_LIST__=800 -E -x c++ -DX -m64 "my.cu" -o "/t/1.ii" 
#$ "$CICC_PATH/cicc" -arch compute_80 --module_id_file_name "/t/4_my.module_id" "/t/1.ii" -o "/t/6.ptx"
#$ fatbinary -64 "--image3=kind=ptx,sm=80,file=/t/6.ptx" --embedded-fatbin="/t/3.fatbin.c" 
#$ rm /t/3.fatbin
#$ gcc -D__CUDA_ARCH__=800 -D__CUDA_ARCH_LIST__=800 -c -x c++ -m64 "/t/6.cpp" -o "/t/10.o" 
#$ g++ -O3 -m64 -Wl,--start-group "/t/10.o" -lcudart -Wl,--end-group -o "my" 
)";

TEST(CompileSteps, OfTheDeviceAndOfTheHostDoNotNeedEachOther) {
  const auto steps = steps_of(kDryRun);
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->variables.size(), 3u);
  EXPECT_EQ(steps->variables[1], (std::pair<std::string, std::string>{"CICC_PATH", "/cuda/nvvm/bin"}));
  ASSERT_EQ(steps->device.size(), 3u);
  EXPECT_NE(steps->device[0].find("/t/1.ii"), std::string::npos) << steps->device[0];
  EXPECT_TRUE(steps->device[2].starts_with("fatbinary "));
  ASSERT_EQ(steps->host.size(), 2u);
  EXPECT_NE(steps->host[0].find("/t/4.ii"), std::string::npos) << steps->host[0];
  ASSERT_EQ(steps->last.size(), 2u);
  EXPECT_TRUE(steps->last[1].starts_with("g++ "));
}

/// Otherwise what reads the name could come before what writes it.
TEST(CompileSteps, HaveTheNameOfTheModuleBeforeTheyStart) {
  const auto steps = steps_of(kDryRun);
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->module_id, "/t/4_my.module_id");
  EXPECT_EQ(steps->host[1].find("--gen_module_id_file"), std::string::npos);
}

TEST(CompileSteps, ThatAreNotKnownAreLeftToNvcc) {
  const std::string text = kDryRun;
  EXPECT_FALSE(steps_of(text + "#$ ptxas -arch=sm_80 \"/t/6.ptx\"\n"));
  EXPECT_FALSE(steps_of(text + "nvcc warning : something\n"));
  EXPECT_FALSE(steps_of(text.substr(0, text.find("#$ g++"))));
  std::string two = text;
  const std::size_t cicc = two.find("#$ \"$CICC");
  two.insert(cicc, two.substr(cicc, two.find('\n', cicc) + 1 - cicc));
  EXPECT_FALSE(steps_of(two)) << "two architectures";
  EXPECT_FALSE(steps_of(""));
}

}  // namespace
}  // namespace gemmscope::cli
