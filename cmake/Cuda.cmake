# Finds the CUDA compiler, and resolves GEMMSCOPE_CUDA, whether the GPU recorder is built, to ON or OFF.
#
#   GEMMSCOPE_NVCC           the compiler; empty: none was found, or GEMMSCOPE_CUDA is OFF
#   GEMMSCOPE_NVCC_VERSION   13.0.88
#   GEMMSCOPE_CUDA_HEADERS   its folder of headers
#
# The libraries that stand in for NVIDIA's are C++ and need the headers alone: they are built wherever there is a compiler,
# because that is where `gemmscope run` can compile programs.
#
# AUTO leaves the GPU recorder out of a program that is built without tests on a machine without a GPU: it takes longer to compile
# than all the rest, and could not be run there. With tests it is compiled there to see that it compiles: nearly without
# optimisation, in a quarter of the time; then the program refuses any GPU (GEMMSCOPE_CUDA_UNOPTIMISED). To build for another
# machine, say so: by ON, or by naming architectures.
#
# The runtime is linked statically, so that the program also starts where no driver is installed.
set(GEMMSCOPE_NVCC "")
if(GEMMSCOPE_CUDA STREQUAL AUTO OR GEMMSCOPE_CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(GEMMSCOPE_NVCC ${CMAKE_CUDA_COMPILER})
  else()
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_nvcc OUTPUT_VARIABLE GEMMSCOPE_NVCC OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
if(GEMMSCOPE_NVCC)
  execute_process(COMMAND ${GEMMSCOPE_NVCC} --version OUTPUT_VARIABLE said)
  string(REGEX MATCH "V([0-9.]+)" matched "${said}")
  set(GEMMSCOPE_NVCC_VERSION ${CMAKE_MATCH_1})
  execute_process(COMMAND ${GEMMSCOPE_NVCC} --dryrun -E -x cu /dev/null ERROR_VARIABLE said OUTPUT_QUIET)
  string(REGEX MATCH "INCLUDES=\"-I([^\"]+)\"" matched "${said}")
  get_filename_component(GEMMSCOPE_CUDA_HEADERS "${CMAKE_MATCH_1}" ABSOLUTE)
  if(NOT GEMMSCOPE_NVCC_VERSION OR NOT matched)
    message(FATAL_ERROR "${GEMMSCOPE_NVCC} does not say its version or where its headers are: name another CUDA compiler "
                        "in CUDACXX, or configure with -DGEMMSCOPE_CUDA=OFF.")
  endif()
  message(STATUS "CUDA programs: can be run, compiled by ${GEMMSCOPE_NVCC} ${GEMMSCOPE_NVCC_VERSION}")
else()
  message(STATUS "CUDA programs: cannot be run, without a compiler")
endif()

execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_gpu RESULT_VARIABLE no_gpu)
set(GEMMSCOPE_CUDA_UNOPTIMISED OFF)
if(GEMMSCOPE_CUDA STREQUAL AUTO)
  if(no_gpu AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(GEMMSCOPE_CUDA_UNOPTIMISED ON)
  endif()
  set(GEMMSCOPE_CUDA ON)
  if(NOT GEMMSCOPE_NVCC OR (no_gpu AND NOT GEMMSCOPE_TESTS))
    set(GEMMSCOPE_CUDA OFF)
  endif()
elseif(GEMMSCOPE_CUDA AND NOT GEMMSCOPE_NVCC)
  message(FATAL_ERROR "No CUDA compiler that is new enough was found: run scripts/setup, which fetches one, "
                      "or configure with -DGEMMSCOPE_CUDA=OFF.")
endif()

# Disassemblers: the compiler's own, otherwise those that scripts/setup fetched for the tests.
get_filename_component(cuda_bin "${GEMMSCOPE_NVCC}" DIRECTORY)
file(GLOB cuda_tools ${GEMMSCOPE_CACHE}/cuda-tools-*/nvidia/cu*/bin)
find_program(GEMMSCOPE_NVDISASM nvdisasm HINTS ${cuda_bin} ${cuda_tools})
find_program(GEMMSCOPE_CUOBJDUMP cuobjdump HINTS ${cuda_bin} ${cuda_tools})

if(GEMMSCOPE_CUDA)
  set(CMAKE_CUDA_COMPILER ${GEMMSCOPE_NVCC} CACHE FILEPATH "CUDA compiler")
  # With a GPU here, its own architecture; otherwise PTX alone, which the driver of any GPU from Turing on can translate:
  # machine code for one of them doubles the build.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    if(no_gpu)
      set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
    else()
      set(CMAKE_CUDA_ARCHITECTURES native)
    endif()
  endif()
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  enable_language(CUDA)
  if(GEMMSCOPE_CUDA_UNOPTIMISED)
    include(CheckCompilerFlag)
    check_compiler_flag(CUDA --Ofast-compile=max GEMMSCOPE_NVCC_IS_QUICK)  # not known to 12.4
    set(GEMMSCOPE_CUDA_UNOPTIMISED ${GEMMSCOPE_NVCC_IS_QUICK})
  endif()
  if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has C++20
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)

  set(extent "for ${CMAKE_CUDA_ARCHITECTURES}")
  if(GEMMSCOPE_CUDA_UNOPTIMISED)
    set(extent "to see that it compiles: there is no GPU")
  endif()
  message(STATUS "GPU recorder: on, ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION} ${extent}")
else()
  message(STATUS "GPU recorder: off")
endif()
