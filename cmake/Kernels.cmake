# The kernels, each with the number of its presets: kernels/NN_name.cuh, what is compiled of it in kernels/builds/NN_name.h.
set(GEMMSCOPE_KERNELS 01_naive=2 02_coalesced=2 03_shared_tile=2 05_block_tile=8 06_vectorized=5 10_warp_tile=5
                      12_sgemm64=1 14_half_padded=2)

# The deliberately broken ones with a text of their own: kernels/broken/NAME.edit; cmake/Broken.cmake makes them.
set(GEMMSCOPE_BROKEN coalesced_reads_C shared_tile_no_barrier_before shared_tile_no_barrier_after shared_tile_half_zeroed
                     shared_tile_early_exit vectorized_roles_swapped vectorized_one_pass
                     warp_tile_no_barrier_before warp_tile_no_barrier_after warp_tile_long_stride
                     warp_tile_no_warp_origin warp_tile_no_row_loop sgemm64_no_tail sgemm64_no_barrier sgemm64_no_syncwarp)

# Of an entry of either list: the name, the header with its builds (kernels/builds.h), what they are called, how many tiles.
function(gemmscope_builds entry name header builds presets)  # names of variables but the first
  set(found_name ${entry})
  set(found_header broken/${entry}.h)
  set(found_builds ${entry}_builds)
  get_property(found_presets GLOBAL PROPERTY GEMMSCOPE_TILES_OF_${entry})
  if(entry IN_LIST GEMMSCOPE_KERNELS)
    gemmscope_kernel(${entry} file found_name found_builds found_presets)
    set(found_header kernels/builds/${file}.h)
  endif()
  foreach(what IN ITEMS name header builds presets)
    set(${${what}} ${found_${what}} PARENT_SCOPE)
  endforeach()
endfunction()

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
