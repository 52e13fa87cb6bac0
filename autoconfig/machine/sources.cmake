# Included by autoconfig/CMakeLists.txt after autoconfig_core exists: adds the machine sources, the machine
# files as a generated source, and what they link.
set(machine_dir ${CMAKE_CURRENT_LIST_DIR})
file(GLOB machine_targets CONFIGURE_DEPENDS ${machine_dir}/targets/*.json)
set(machine_embedded ${CMAKE_CURRENT_BINARY_DIR}/machine_embedded.cpp)
set(machine_list ${CMAKE_CURRENT_BINARY_DIR}/machine_targets.txt) # changes when a file comes or goes
file(CONFIGURE OUTPUT ${machine_list} CONTENT "${machine_targets}")
add_custom_command(OUTPUT ${machine_embedded}
  COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${machine_dir}/targets -DOUTPUT=${machine_embedded}
          -P ${machine_dir}/embed.cmake
  DEPENDS ${machine_dir}/embed.cmake ${machine_list} ${machine_targets}
  COMMENT "Embedding the machine files")
set_source_files_properties(${machine_embedded} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON) # clang-tidy leaves it out

find_path(HWLOC_INCLUDE_DIR hwloc.h REQUIRED)
find_library(HWLOC_LIBRARY hwloc REQUIRED)

# The LLVM to ask is the shared one Halide itself uses; where Halide holds its own, there is none to ask.
get_target_property(halide_library Halide::Halide IMPORTED_LOCATION)
if(NOT halide_library)
  get_target_property(halide_library Halide::Halide IMPORTED_LOCATION_RELEASE)
endif()
if(NOT halide_library)
  get_target_property(halide_library Halide::Halide IMPORTED_LOCATION_NONE)
endif()
set(halide_needs "")
if(halide_library AND CMAKE_OBJDUMP)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${halide_library} OUTPUT_VARIABLE halide_needs ERROR_QUIET)
endif()
set(machine_llvm_sources llvm_costs_none.cpp llvm_prefetch_none.cpp)
if(halide_needs MATCHES "libLLVM(-|\\.so\\.)(([0-9]+)(\\.[0-9]+)?)") # libLLVM-14.so.1, libLLVM.so.21.1
  find_package(LLVM ${CMAKE_MATCH_2} CONFIG HINTS /usr/lib/llvm-${CMAKE_MATCH_3})
  if(LLVM_FOUND)
    set(machine_llvm_sources llvm_costs.cpp llvm_prefetch.cpp)
    target_include_directories(autoconfig_core SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    target_link_libraries(autoconfig_core PRIVATE LLVM)
  endif()
endif()
message(STATUS "Scheduling tables and prefetch from: ${machine_llvm_sources} ${LLVM_PACKAGE_VERSION}")
list(TRANSFORM machine_llvm_sources PREPEND ${machine_dir}/)

target_sources(autoconfig_core PRIVATE
  ${machine_dir}/description.cpp
  ${machine_dir}/document.cpp
  ${machine_dir}/fields.cpp
  ${machine_dir}/host.cpp
  ${machine_dir}/host_cpu.cpp
  ${machine_dir}/host_features.cpp
  ${machine_dir}/lines_kept.cpp
  ${machine_dir}/load.cpp
  ${machine_dir}/quantity.cpp
  ${machine_dir}/refine.cpp
  ${machine_dir}/select.cpp
  ${machine_llvm_sources}
  ${machine_embedded})
target_include_directories(autoconfig_core SYSTEM PRIVATE ${HWLOC_INCLUDE_DIR})
target_link_libraries(autoconfig_core PRIVATE ${HWLOC_LIBRARY})
