// SPDX-License-Identifier: MIT
#include "app/gl/png.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "tracing/format/atomic_file.h"

namespace {

/// The library takes what it is given without looking.
void* take_memory(void* before, std::size_t bytes) {
  void* memory = std::realloc(before, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

#define STBIW_MALLOC(bytes)          take_memory(nullptr, bytes)
#define STBIW_REALLOC(before, bytes) take_memory(before, bytes)
#define STBIW_FREE(memory)           std::free(memory)
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace gemmscope::gl {

namespace {

using Bytes = std::unique_ptr<unsigned char, decltype(&std::free)>;

Bytes encoded(const std::uint8_t* pixels, int width, int height, int channels, int& length) {
  return {stbi_write_png_to_mem(pixels, width * channels, width, height, channels, &length), &std::free};
}

}  // namespace

Result<void> write_png(const Picture& picture, const std::string& path) {
  int length = 0;
  const Bytes bytes = encoded(picture.rgb.data(), picture.width, picture.height, 3, length);
  return format::replace_file(path, std::as_bytes(std::span(bytes.get(), static_cast<std::size_t>(length))));
}

std::string png_of(std::span<const std::uint8_t> rgba, int width, int height) {
  int length = 0;
  const Bytes bytes = encoded(rgba.data(), width, height, 4, length);
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(length)};
}

}  // namespace gemmscope::gl
