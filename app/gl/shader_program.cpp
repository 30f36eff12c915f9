// SPDX-License-Identifier: MIT
#include "app/gl/shader_program.h"

#include <glad/gl.h>

#include <string>

namespace gemmscope::gl {
namespace {

constexpr const char* kDesktop = "#version 330 core\n";
constexpr const char* kEs =
    "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp usampler2D;\n";

Result<GLuint> compile(GLenum kind, std::string_view source) {
  const GLuint shader = glCreateShader(kind);
  const std::string text = (is_es() ? kEs : kDesktop) + std::string(source);
  const char* pointer = text.c_str();
  glShaderSource(shader, 1, &pointer, nullptr);
  glCompileShader(shader);
  GLint done = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
  if (done != 0) return shader;
  char log[1024] = {};
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  return fail(ErrorKind::kNoDevice, std::string("the graphics driver rejects a shader: ") + log);
}

}  // namespace

bool is_es() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return version != nullptr && std::string_view(version).starts_with("OpenGL ES");
}

Result<unsigned> build_program(std::string_view vertex, std::string_view fragment) {
  const Result<GLuint> first = compile(GL_VERTEX_SHADER, vertex);
  if (!first) return first;
  const Result<GLuint> second = compile(GL_FRAGMENT_SHADER, fragment);
  if (!second) return second;
  const GLuint program = glCreateProgram();
  for (const GLuint shader : {*first, *second}) glAttachShader(program, shader);
  glLinkProgram(program);
  for (const GLuint shader : {*first, *second}) glDeleteShader(shader);
  GLint done = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &done);
  if (done != 0) return program;
  char log[1024] = {};
  glGetProgramInfoLog(program, sizeof log, nullptr, log);
  return fail(ErrorKind::kNoDevice, std::string("the graphics driver cannot link a program: ") + log);
}

}  // namespace gemmscope::gl
