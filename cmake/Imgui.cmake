# Dear ImGui and its test engine, compiled from the source package imgui-bundle.
#
# Our libraries link gs_imgui: headers and configuration, no code.
# Executables choose the core by gemmscope_link_imgui(): the program takes the plain one, UI tests the one with the
# hooks of imgui_test_engine. The hooks change functions inside the core but no type of imgui.h, so our own code is
# compiled once for both, and the program contains nothing of the test engine (tests/structure checks it).
find_package(glfw3 3.3 REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS EGL)

set(GEMMSCOPE_IMGUI_BUNDLE ${GEMMSCOPE_CACHE}/imgui_bundle-1.92.900 CACHE PATH "Unpacked source package imgui-bundle")
if(NOT EXISTS ${GEMMSCOPE_IMGUI_BUNDLE}/external/imgui/imgui/imgui.h OR
   NOT EXISTS ${GEMMSCOPE_IMGUI_BUNDLE}/external/ImGuiColorTextEdit)
  message(FATAL_ERROR "The sources of Dear ImGui are not in ${GEMMSCOPE_IMGUI_BUNDLE}: run scripts/setup, which fetches them, "
                      "or configure without the window by -DGEMMSCOPE_GUI=OFF.")
endif()

set(bundle ${GEMMSCOPE_IMGUI_BUNDLE}/external)
set(imgui_dir ${bundle}/imgui/imgui)

# Third-party code: as C++20 like ours, without our warnings; of the sanitizers, those that see what we make it do to memory.
function(gemmscope_third_party target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE -w ${GEMMSCOPE_NOT_FUZZED})
  if(GEMMSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=undefined)
  endif()
endfunction()

add_library(gs_imgui INTERFACE)
target_include_directories(gs_imgui SYSTEM INTERFACE ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/cpp)
# 32-bit indices: a plot or a lane table can pass 65,536 vertices in one window.
set(imgui_config "ImDrawIdx=unsigned int" IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS)
target_compile_definitions(gs_imgui INTERFACE ${imgui_config})
target_link_libraries(gs_imgui INTERFACE gs_imgui_backends)

set(imgui_core
  ${imgui_dir}/imgui.cpp ${imgui_dir}/imgui_draw.cpp ${imgui_dir}/imgui_tables.cpp ${imgui_dir}/imgui_widgets.cpp
  ${imgui_dir}/imgui_demo.cpp ${imgui_dir}/imgui_stacklayout.cpp ${imgui_dir}/misc/cpp/imgui_stdlib.cpp)
foreach(core IN ITEMS gs_imgui_core gs_imgui_core_hooked)
  # Object libraries, because our libraries need symbols of the core wherever they stand on the link line.
  add_library(${core} OBJECT EXCLUDE_FROM_ALL ${imgui_core})
  target_link_libraries(${core} PUBLIC gs_imgui)
  set_target_properties(${core} PROPERTIES UNITY_BUILD ON)  # as one, in two thirds of the time
  gemmscope_third_party(${core})
endforeach()
target_compile_definitions(gs_imgui_core_hooked PRIVATE IMGUI_ENABLE_TEST_ENGINE)

add_library(gs_imgui_backends STATIC EXCLUDE_FROM_ALL
  ${imgui_dir}/backends/imgui_impl_glfw.cpp ${imgui_dir}/backends/imgui_impl_opengl3.cpp)
target_include_directories(gs_imgui_backends SYSTEM PRIVATE ${imgui_dir})
target_compile_definitions(gs_imgui_backends PRIVATE ${imgui_config}
  IMGUI_IMPL_OPENGL_LOADER_CUSTOM)  # gs_glad, which also works without a window system
target_compile_options(gs_imgui_backends PRIVATE "SHELL:-include glad/gl.h")
target_link_libraries(gs_imgui_backends PUBLIC glfw gs_glad OpenGL::EGL)
gemmscope_third_party(gs_imgui_backends)

# The text editor of Source.
set(editor_dir ${bundle}/ImGuiColorTextEdit/ImGuiColorTextEdit)
add_library(gs_text_editor STATIC EXCLUDE_FROM_ALL ${editor_dir}/TextEditor.cpp)
target_include_directories(gs_text_editor SYSTEM PUBLIC ${editor_dir})
target_link_libraries(gs_text_editor PUBLIC gs_imgui)
gemmscope_third_party(gs_text_editor)

if(GEMMSCOPE_TESTS)
  set(engine_dir ${bundle}/imgui_test_engine/imgui_test_engine/imgui_test_engine)
  file(GLOB engine_sources CONFIGURE_DEPENDS ${engine_dir}/*.cpp)
  add_library(gs_imgui_test STATIC EXCLUDE_FROM_ALL ${engine_sources})
  target_include_directories(gs_imgui_test SYSTEM PUBLIC ${engine_dir})
  gemmscope_third_party(gs_imgui_test)
  target_compile_definitions(gs_imgui_test PUBLIC IMGUI_ENABLE_TEST_ENGINE
    IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1 IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1)
  target_link_libraries(gs_imgui_test PUBLIC gs_imgui Threads::Threads)
endif()

# Gives an executable the code of Dear ImGui; with HOOKED, the code with hooks and imgui_test_engine. With sanitizers, which
# take a minute to compile the code, all have that one.
function(gemmscope_link_imgui target)
  cmake_parse_arguments(PARSE_ARGV 1 arg HOOKED "" "")
  if(arg_HOOKED OR (GEMMSCOPE_SANITIZE AND GEMMSCOPE_TESTS))
    target_link_libraries(${target} PRIVATE gs_imgui_core_hooked gs_imgui_test)
  else()
    target_link_libraries(${target} PRIVATE gs_imgui_core)
  endif()
endfunction()
