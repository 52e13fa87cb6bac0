# Rewrites that schedules hold as text, without what a function cannot hold.
foreach(rewrite IN ITEMS operand_funcs output_sum vector_tanh)
  set(rewrite_file ${CMAKE_CURRENT_SOURCE_DIR}/extract/canonical/${rewrite}.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rewrite_file})
  file(READ ${rewrite_file} rewrite_text)
  string(REGEX REPLACE "(^|\n)(#|//)[^\n]*" "" rewrite_text "${rewrite_text}")
  string(STRIP "${rewrite_text}" ${rewrite}_text)
endforeach()
file(CONFIGURE OUTPUT canonical_source.cpp @ONLY CONTENT [[
#include "autoconfig/extract/canonical/source.h"
const std::string autoconfig::source_of_operand_funcs = R"cpp(@operand_funcs_text@
)cpp";
const std::string autoconfig::source_of_output_sum = R"cpp(@output_sum_text@
)cpp";
const std::string autoconfig::source_of_vector_tanh = R"cpp(@vector_tanh_text@
)cpp";
]])

# What reads pipelines (with Halide); problem.cpp and stages.cpp, free of Halide, belong to autoconfig_core.
set(extract_sources
  extract/arithmetic.cpp
  extract/extract.cpp
  extract/functions.cpp
  extract/graph.cpp
  extract/notes.cpp
  extract/scheduled.cpp
  extract/stage_graph.cpp
  extract/work.cpp
  extract/access/affine.cpp
  extract/access/constants.cpp
  extract/access/declared_region.cpp
  extract/access/movement.cpp
  extract/access/regions.cpp
  extract/access/rows.cpp
  extract/access/scattered.cpp
  extract/access/span.cpp
  extract/access/storage.cpp
  extract/access/tags.cpp
  extract/canonical/canonical.cpp
  ${CMAKE_CURRENT_BINARY_DIR}/canonical_source.cpp
  extract/legality/decisive_reads.cpp
  extract/legality/defects.cpp
  extract/legality/indexed_by_halves.cpp
  extract/legality/lost_reads.cpp
  extract/legality/merged_casts.cpp
  extract/legality/own_rows.cpp
  extract/legality/repeated_reads.cpp
  extract/legality/shared_index.cpp
  extract/legality/used_dimensions.cpp
  extract/match/build_problem.cpp
  extract/match/chain.cpp
  extract/match/clipped.cpp
  extract/match/factors.cpp
  extract/match/groups.cpp
  extract/match/index_map.cpp
  extract/match/product.cpp
  extract/match/transforms.cpp
  extract/match/update_form.cpp
)
