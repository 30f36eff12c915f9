// SPDX-License-Identifier: MIT
/// @file content_name.h
/// A name for what a file in a cache was made from: 32 hexadecimal digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gemmscope::format {

/// FNV-1a with 128 bits (G. Fowler, L. Noll, K.-P. Vo): against chance, not against people.
class ContentName {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(number >> shift));
  }

  std::string text() const {
    std::string digits;
    for (int shift = 124; shift >= 0; shift -= 4) digits += "0123456789abcdef"[static_cast<int>(hash_ >> shift) & 15];
    return digits;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * kPrime; }

  static constexpr Wide kPrime = (Wide{1} << 88) + 0x13b;
  Wide hash_ = Wide{0x6c62272e07bb0142} << 64 | 0x62b821756295c58d;
};

}  // namespace gemmscope::format
