// SPDX-License-Identifier: MIT
// What machine code behind a call does with its result: bytes as compilers make them.
#include "tracing/runtime/result_use.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gemmscope::runtime {
namespace {

/// `code`: bytes, two digits each.
ResultUse use_in(const std::string& code) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t at = 0; at < code.size(); at += 3)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(code.substr(at, 2), nullptr, 16)));
  return use_of_result(bytes, 0);
}

constexpr char kCall[] = "e8 00 00 00 00", kTest[] = "85 c0";  // test eax, eax

TEST(ResultUse, IsAComparisonACopyOrACalculation) {
  for (const char* const code : {"85 c0",                             // test eax, eax
                                 "89 c3",                             // mov ebx, eax
                                 "41 89 c0",                          // mov r8d, eax
                                 "89 45 fc",                          // mov [rbp-4], eax
                                 "83 f8 02",                          // cmp eax, 2
                                 "3d 58 02 00 00",                    // cmp eax, 600
                                 "8d 48 ff",                          // lea ecx, [rax-1]
                                 "48 98",                             // cdqe
                                 "0f 44 d8",                          // cmove ebx, eax
                                 "f3 0f 2a c0",                       // cvtsi2ss xmm0, eax
                                 "c5 f9 6e c0",                       // vmovd xmm0, eax
                                 "f0 0f c1 07",                       // lock xadd [rdi], eax
                                 "48 8b 3c 24 85 c0",                 // mov rdi, [rsp]; test eax, eax
                                 "48 8d 0d 11 22 33 44 09 c3",        // lea rcx, [rip+..]; or ebx, eax
                                 "c7 44 24 08 00 00 00 00 39 c3"}) {  // mov dword [rsp+8], 0; cmp ebx, eax
    EXPECT_EQ(use_in(code), ResultUse::kUsed) << code;
  }
}

TEST(ResultUse, IsNoneWhereTheRegisterIsWrittenOrTheNextCallComes) {
  for (const std::string code : {"31 c0",              // xor eax, eax
                                 "b8 01 00 00 00",     // mov eax, 1
                                 "8b 44 24 08",        // mov eax, [rsp+8]
                                 "48 8d 45 d8",        // lea rax, [rbp-40]
                                 "0f b6 c1",           // movzx eax, cl
                                 "41 89 d8 31 c0",     // mov r8d, ebx
                                 "48 83 c4 28 58"}) {  // add rsp, 40; pop rax
    EXPECT_EQ(use_in(code), ResultUse::kUnused) << code;
  }
  for (const std::string code :
       {"bf 05 00 00 00 ",                          // mov edi, 5
        "48 ba 40 00 00 00 01 00 00 00 ",           // movabs rdx, ..
        "66 2e 0f 1f 84 00 00 00 00 00 ",           // nop word cs:[rax+rax]
        "66 0f 6f 05 00 00 00 00 0f 29 44 24 20 ",  // movdqa xmm0, [rip]; movaps [rsp+32], xmm0
        "c5 f8 28 05 00 00 00 00 c5 f8 77 "}) {     // vmovaps xmm0, [rip]; vzeroupper
    EXPECT_EQ(use_in(code + kCall), ResultUse::kUnused) << code;
  }
  EXPECT_EQ(use_in("ff 25 00 00 00 00"), ResultUse::kUnused);  // jmp [rip+..], to another library
}

/// cudaMemcpyAsync(..); kernel<<<1, 64, 0, stream>>>(..);
TEST(ResultUse, IsNoneBeforeALaunchInAStream) {
  EXPECT_EQ(use_in("48 8b 05 4c 0e 00 00 4c 8b 0c 24 45 31 c0 e8 00 00 00 00"), ResultUse::kUnused);  // -O3
  EXPECT_EQ(use_in("48 8b 5d d0 48 8d 45 d8 b9 01 00 00 00"), ResultUse::kUnused);                    // -O0
  EXPECT_EQ(use_in("4c 8b 0c 24 48 ba 40 00 00 00 01 00 00 00 c7 44 24 28 01 00 00 00 45 31 c0 e8 00 00 00 00"),
            ResultUse::kUnused);
}

TEST(ResultUse, IsTheCallersBehindAReturn) {
  EXPECT_EQ(use_in("48 83 c4 28 c3"), ResultUse::kReturned);  // add rsp, 40; ret
  EXPECT_EQ(use_in("c9 c3"), ResultUse::kReturned);           // leave; ret
}

TEST(ResultUse, IsFollowedThroughJumps) {
  const std::string skipped = std::string("eb 02 ") + kTest + " ", other_way = std::string("74 05 ") + kCall + " ";
  EXPECT_EQ(use_in(skipped + kCall), ResultUse::kUnused);
  EXPECT_EQ(use_in(skipped + kTest), ResultUse::kUsed);
  EXPECT_EQ(use_in("39 d1 " + other_way + kTest), ResultUse::kUsed);  // cmp ecx, edx; je
  EXPECT_EQ(use_in("39 d1 " + other_way + kCall), ResultUse::kUnused);
  EXPECT_EQ(use_in("39 d1 74 fc " + std::string(kCall)), ResultUse::kUnused);  // a loop
}

TEST(ResultUse, IsUnknownWhereTheCodeIs) {
  EXPECT_EQ(use_in("0f 0b"), ResultUse::kUnknown);                 // ud2
  EXPECT_EQ(use_in("ff e1"), ResultUse::kUnknown);                 // jmp rcx
  EXPECT_EQ(use_in("48 c7 44 24 08 01 00"), ResultUse::kUnknown);  // cut off
}

}  // namespace
}  // namespace gemmscope::runtime
