// SPDX-License-Identifier: MIT
#include "app/gl/png.h"

#include <filesystem>

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

Result<void> write_png(const Picture& picture, const std::string& path) {
  const std::string temporary = path + ".part";
  const int written =
      stbi_write_png(temporary.c_str(), picture.width, picture.height, 3, picture.rgb.data(), picture.width * 3);
  std::error_code error;
  if (written != 0) std::filesystem::rename(temporary, path, error);
  if (written != 0 && !error) return {};
  std::filesystem::remove(temporary, error);
  return fail(ErrorKind::kNoSpace, "The picture " + path + " cannot be written; check the folder and the free space.");
}

}  // namespace gemmscope::gl
