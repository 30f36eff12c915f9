# Build type, folder of downloads, precompiled headers, and gs_options: what all code of this project is compiled with.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Each folder finds what its own code needs; whoever links it from elsewhere links that, too.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(Threads REQUIRED)

# Where scripts/setup keeps what it downloads.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/cache_folder OUTPUT_VARIABLE GEMMSCOPE_CACHE
                OUTPUT_STRIP_TRAILING_WHITESPACE)

# Headers that most files of a target begin with are compiled once for all of them. Files keep their own includes; a compiler
# cache (ccache) cannot share such headers between folders, so with one there are none.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
set(GEMMSCOPE_STANDARD_HEADERS <algorithm> <array> <bit> <charconv> <cmath> <cstdint> <functional> <map> <memory> <optional>
                               <span> <string> <string_view> <unordered_map> <utility> <vector> <tl/expected.hpp>)

# For a first build (preset run): -Og, which compiles faster than -O1. Code that records gets -O1 (gemmscope_busy).
option(GEMMSCOPE_QUICK "Optimise less, to compile faster" OFF)
if(GEMMSCOPE_QUICK)
  string(REPLACE "-O3" "-Og" CMAKE_C_FLAGS_RELEASE "${CMAKE_C_FLAGS_RELEASE}")
  string(REPLACE "-O3" "-Og" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # a tenth of its time goes into looking for memory that it could use again
  string(APPEND CMAKE_CXX_FLAGS_RELEASE " --param ggc-min-heapsize=786432")
endif()
# The standard headers are compiled once, with the options of `owner`, for it and for all targets with the same options.
function(gemmscope_headers target owner)
  if(target STREQUAL owner)
    target_precompile_headers(${owner} PRIVATE ${GEMMSCOPE_STANDARD_HEADERS})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# For code that records. With sanitizers it gets -O2: clang's -O1 inlines little.
function(gemmscope_busy target)
  if(GEMMSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O2>)
  elseif(GEMMSCOPE_QUICK)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
  endif()
  gemmscope_headers(${target} gs_format)
endfunction()

# For code that works once for each recording, program or click: -O1 compiles in three quarters of the time of -O3, and opening a
# recording takes 6 % longer.
function(gemmscope_brief target)
  if(GEMMSCOPE_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL Release)
    gemmscope_busy(${target})
    return()
  endif()
  if(NOT GEMMSCOPE_QUICK)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
  endif()
  gemmscope_headers(${target} gs_cxx)
endfunction()

if(GEMMSCOPE_SANITIZE)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${GEMMSCOPE_SANITIZE};-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=${GEMMSCOPE_SANITIZE})
  # Left out: three checks of every access that the address sanitizer makes, too, and that keep functions from being inlined; and
  # clang's check of an object's type, which needs a pipe and so fails where tests leave no file descriptor.
  if(GEMMSCOPE_SANITIZE MATCHES undefined)
    add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize=null,object-size,pointer-overflow>"
                        "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-sanitize=vptr>")
  endif()
  # For code that must know; the compilers have no common word for it.
  if(GEMMSCOPE_SANITIZE MATCHES address)
    add_compile_definitions(GEMMSCOPE_ASAN)
  elseif(GEMMSCOPE_SANITIZE MATCHES thread)
    add_compile_definitions(GEMMSCOPE_TSAN)
  endif()
endif()

set(GEMMSCOPE_NOT_FUZZED "")  # for code that the fuzzers need not explore
if(GEMMSCOPE_FUZZ)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=fuzzer-no-link;-fno-sanitize-recover=all>")
  set(GEMMSCOPE_NOT_FUZZED "$<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize=fuzzer-no-link>")
endif()

# Third-party targets do not link gs_options, so our warnings stay ours.
add_library(gs_options INTERFACE)
target_compile_features(gs_options INTERFACE cxx_std_20)
target_include_directories(gs_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(gs_options INTERFACE GS_VERSION="${PROJECT_VERSION}")
target_compile_options(gs_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-Wconversion;-Wno-sign-conversion;-Werror=switch>"
  # an error by the standard, and with clang, which the sanitizers' build uses
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Werror=narrowing>"
  # g++ 12 sees copies that overlap or pass an end where it inlines std::string's operator+ (GCC bug 105651)
  "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
