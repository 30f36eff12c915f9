# Resolves GEMMSCOPE_CUDA to ON or OFF and, when on, sets up the CUDA language.
#
# AUTO leaves it out of a program that is built without tests on a machine without a GPU: it takes longer to compile than
# all the rest, and nothing there could run it. With tests it is compiled there to see that it compiles: nearly without
# optimisation, in a quarter of the time, and such a program refuses any GPU (GEMMSCOPE_CUDA_UNOPTIMISED). Whoever builds
# for another machine says so: by ON, or by naming architectures.
#
# The runtime is linked statically, so that the program also starts where no driver is installed.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_gpu RESULT_VARIABLE no_gpu)
if(GEMMSCOPE_CUDA STREQUAL AUTO AND no_gpu AND NOT GEMMSCOPE_TESTS)
  set(GEMMSCOPE_CUDA OFF)
endif()
set(GEMMSCOPE_CUDA_UNOPTIMISED OFF)
if(GEMMSCOPE_CUDA STREQUAL AUTO AND no_gpu AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  set(GEMMSCOPE_CUDA_UNOPTIMISED ON)
endif()
if(GEMMSCOPE_CUDA STREQUAL AUTO OR GEMMSCOPE_CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_nvcc OUTPUT_VARIABLE nvcc OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(nvcc)
      set(CMAKE_CUDA_COMPILER ${nvcc} CACHE FILEPATH "CUDA compiler")
    elseif(NOT GEMMSCOPE_CUDA STREQUAL AUTO)
      message(FATAL_ERROR "No CUDA compiler that is new enough was found: run scripts/setup, which fetches one, "
                          "or configure with -DGEMMSCOPE_CUDA=OFF.")
    endif()
  endif()
  if(CMAKE_CUDA_COMPILER)
    set(GEMMSCOPE_CUDA ON)
  else()
    set(GEMMSCOPE_CUDA OFF)
  endif()
endif()

if(GEMMSCOPE_CUDA)
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

  # Disassemblers for the tests: the compiler's own, otherwise those that scripts/setup fetched.
  get_filename_component(cuda_bin ${CMAKE_CUDA_COMPILER} DIRECTORY)
  file(GLOB cuda_tools ${GEMMSCOPE_CACHE}/cuda-tools-*/nvidia/cu*/bin)
  find_program(GEMMSCOPE_NVDISASM nvdisasm HINTS ${cuda_bin} ${cuda_tools})
  find_program(GEMMSCOPE_CUOBJDUMP cuobjdump HINTS ${cuda_bin} ${cuda_tools})
  set(extent "for ${CMAKE_CUDA_ARCHITECTURES}")
  if(GEMMSCOPE_CUDA_UNOPTIMISED)
    set(extent "to see that it compiles: there is no GPU")
  endif()
  message(STATUS "GPU recorder: on, ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION} ${extent}")
else()
  message(STATUS "GPU recorder: off")
endif()
