# Builds the emulator with another compiler and compares what it records:
#   cmake -DSOURCE=.. -DBUILD=.. -DCXX=.. -DOURS=<our print_digests> -P compare_compilers.cmake
function(must_run what)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "${what} failed:\n${output}")
  endif()
endfunction()

must_run("configuring with ${CXX}" ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${CXX} -DGEMMSCOPE_GUI=OFF -DGEMMSCOPE_CUDA=OFF -DGEMMSCOPE_BENCH=OFF -DGEMMSCOPE_TESTS=ON)
must_run("building with ${CXX}" ${CMAKE_COMMAND} --build ${BUILD} --target print_digests --parallel 2)

execute_process(COMMAND ${OURS} OUTPUT_VARIABLE ours COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${BUILD}/tests/golden/print_digests OUTPUT_VARIABLE theirs COMMAND_ERROR_IS_FATAL ANY)
if(ours STREQUAL "")
  message(FATAL_ERROR "${OURS} printed nothing")
endif()
if(NOT ours STREQUAL theirs)
  message(FATAL_ERROR "recordings differ between compilers; ours:\n${ours}\n${CXX}:\n${theirs}")
endif()
