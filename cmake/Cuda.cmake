# Finds the CUDA compiler, and resolves GEMMSCOPE_CUDA, whether programs can be measured on a GPU, to ON or OFF.
#
#   GEMMSCOPE_NVCC           the compiler; empty: none was found, or GEMMSCOPE_CUDA is OFF
#   GEMMSCOPE_NVCC_VERSION   13.0.88
#   GEMMSCOPE_CUDA_HEADERS   its folder of headers
#   GEMMSCOPE_CUDART         CUDA's runtime, linked statically, so that the program also starts where no driver is installed
#
# All of it is C++, and no GPU is needed to build it. The libraries that stand in for NVIDIA's need the headers alone: they are
# built wherever there is a compiler, because that is where `gemmscope run` can compile programs. AUTO leaves out what needs a GPU
# where a program is built without tests on a machine that has none.
set(GEMMSCOPE_NVCC "")
if(GEMMSCOPE_CUDA STREQUAL AUTO OR GEMMSCOPE_CUDA)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_nvcc OUTPUT_VARIABLE GEMMSCOPE_NVCC OUTPUT_STRIP_TRAILING_WHITESPACE)
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

if(GEMMSCOPE_NVCC)
  get_filename_component(toolkit "${GEMMSCOPE_CUDA_HEADERS}" DIRECTORY)
  find_library(GEMMSCOPE_CUDART cudart_static HINTS ${toolkit} ${toolkit}/../.. PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH)
endif()
if(GEMMSCOPE_CUDA STREQUAL AUTO)
  set(GEMMSCOPE_CUDA OFF)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/find_gpu RESULT_VARIABLE no_gpu)
  if(GEMMSCOPE_NVCC AND GEMMSCOPE_CUDART AND (GEMMSCOPE_TESTS OR NOT no_gpu))
    set(GEMMSCOPE_CUDA ON)
  endif()
elseif(GEMMSCOPE_CUDA AND NOT (GEMMSCOPE_NVCC AND GEMMSCOPE_CUDART))
  message(FATAL_ERROR "No CUDA compiler that is new enough was found: run scripts/setup, which fetches one, "
                      "or configure with -DGEMMSCOPE_CUDA=OFF.")
endif()
message(STATUS "Measuring on a GPU: ${GEMMSCOPE_CUDA}")

# Disassemblers: the compiler's own, otherwise those that scripts/setup fetched for the tests.
get_filename_component(cuda_bin "${GEMMSCOPE_NVCC}" DIRECTORY)
file(GLOB cuda_tools ${GEMMSCOPE_CACHE}/cuda-tools-*/nvidia/cu*/bin)
find_program(GEMMSCOPE_NVDISASM nvdisasm HINTS ${cuda_bin} ${cuda_tools})
find_program(GEMMSCOPE_CUOBJDUMP cuobjdump HINTS ${cuda_bin} ${cuda_tools})
