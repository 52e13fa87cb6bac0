# Rewrites that schedules hold as text.
include(${PROJECT_SOURCE_DIR}/cmake/embed_rewrites.cmake)
embed_rewrites(canonical_source.cpp autoconfig/extract/canonical/source.h
               ${CMAKE_CURRENT_SOURCE_DIR}/extract/canonical extremum_lanes gathered_operands joined_operands operand_funcs output_sum vector_tanh)

# What reads pipelines (with Halide); problem.cpp and stages.cpp, free of Halide, belong to autoconfig_core.
set(extract_sources
  extract/arithmetic.cpp
  extract/depth.cpp
  extract/extract.cpp
  extract/functions.cpp
  extract/graph.cpp
  extract/notes.cpp
  extract/outcomes.cpp
  extract/recurrence.cpp
  extract/scheduled.cpp
  extract/stage_graph.cpp
  extract/work.cpp
  extract/access/affine.cpp
  extract/access/constants.cpp
  extract/access/declared_region.cpp
  extract/access/interleaved.cpp
  extract/access/movement.cpp
  extract/access/regions.cpp
  extract/access/rows.cpp
  extract/access/run_time_extents.cpp
  extract/access/scattered.cpp
  extract/access/span.cpp
  extract/access/storage.cpp
  extract/access/tags.cpp
  extract/canonical/canonical.cpp
  extract/canonical/gathers.cpp
  extract/canonical/joins.cpp
  ${CMAKE_CURRENT_BINARY_DIR}/canonical_source.cpp
  extract/legality/decisive_reads.cpp
  extract/legality/defects.cpp
  extract/legality/flag_products.cpp
  extract/legality/hand_schedules.cpp
  extract/legality/indexed_by_halves.cpp
  extract/legality/lost_guards.cpp
  extract/legality/lost_reads.cpp
  extract/legality/merged_casts.cpp
  extract/legality/own_rows.cpp
  extract/legality/repeated_reads.cpp
  extract/legality/shared_index.cpp
  extract/legality/used_dimensions.cpp
  extract/legality/zero_divisors.cpp
  extract/match/build_problem.cpp
  extract/match/chain.cpp
  extract/match/clipped.cpp
  extract/match/factors.cpp
  extract/match/general_step.cpp
  extract/match/groups.cpp
  extract/match/index_map.cpp
  extract/match/product.cpp
  extract/match/transforms.cpp
  extract/match/update_form.cpp
)
