# The kernels, each with the number of its presets: kernels/NN_name.cuh, what is compiled of it in kernels/builds/NN_name.h.
set(GEMMSCOPE_KERNELS 01_naive=2 02_coalesced=2 03_shared_tile=2 05_block_tile=8 06_vectorized=5 10_warp_tile=5
                      12_sgemm64=1 14_half_padded=2)

# 05_block_tile=8 -> 05_block_tile, block_tile, BlockTileBuilds, 8.
function(gemmscope_kernel kernel file name builds presets)
  string(REGEX MATCH "^([0-9]+_([a-z0-9_]+))=([0-9]+)$" matched ${kernel})
  set(${file} ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(${name} ${CMAKE_MATCH_2} PARENT_SCOPE)
  set(${presets} ${CMAKE_MATCH_3} PARENT_SCOPE)
  string(REPLACE "_" ";" words ${CMAKE_MATCH_2})
  set(joined "")
  foreach(word IN LISTS words)
    string(SUBSTRING ${word} 0 1 first)
    string(SUBSTRING ${word} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND joined ${first}${rest})
  endforeach()
  set(${builds} ${joined}Builds PARENT_SCOPE)
endfunction()
