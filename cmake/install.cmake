# What `cmake --install` puts down, in three components, each of which becomes a package (package.cmake):
#   plugin   libautoschedule_autoconfig.so, in the folder of its Halide's own autoschedulers (lib/halide14)
#   command  autoconfig, its manual page and its completion of words in bash
#   devel    the threads of kernels (AutoConfig::runtime), their header, and the CMake package
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Debian's folders also below other prefixes than /usr.
if(EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE AND CMAKE_INSTALL_LIBDIR STREQUAL "lib")
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE})
endif()
set(autoconfig_plugin_dir ${CMAKE_INSTALL_LIBDIR}/halide${Halide_VERSION_MAJOR})
# Where CMake looks for any architecture: the plugin serves builds for others too.
set(autoconfig_package_dir lib/cmake/AutoConfig)

# Both find a Halide that is not in the system's folders where the build found it.
get_target_property(halide_library Halide::Halide LOCATION)
get_filename_component(halide_folder ${halide_library} DIRECTORY)
if(NOT halide_folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
  set_target_properties(autoschedule_autoconfig autoconfig PROPERTIES INSTALL_RPATH ${halide_folder})
endif()

set_target_properties(autoschedule_autoconfig PROPERTIES EXPORT_NAME AutoConfig)
install(TARGETS autoschedule_autoconfig EXPORT AutoConfigTargets
  LIBRARY DESTINATION ${autoconfig_plugin_dir} COMPONENT plugin)

install(TARGETS autoconfig RUNTIME COMPONENT command)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/autoconfig.bash RENAME autoconfig
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT command)
find_program(AUTOCONFIG_GZIP gzip REQUIRED) # of manual pages and, in packages, of what changed
find_program(AUTOCONFIG_HELP2MAN help2man)
if(AUTOCONFIG_HELP2MAN)
  set(manual ${PROJECT_BINARY_DIR}/autoconfig.1)
  add_custom_command(
    OUTPUT ${manual}.gz
    COMMAND ${AUTOCONFIG_HELP2MAN} --no-info --help-option=--help-all --output=${manual}
            --name "schedules tensor operators for Halide by an analysis" $<TARGET_FILE:autoconfig>
    COMMAND ${AUTOCONFIG_GZIP} -9nf ${manual}
    DEPENDS autoconfig
    VERBATIM)
  add_custom_target(autoconfig_manual ALL DEPENDS ${manual}.gz)
  install(FILES ${manual}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
endif()

install(TARGETS autoconfig_kernel_runtime EXPORT AutoConfigTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel)
target_include_directories(autoconfig_kernel_runtime INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES ${PROJECT_SOURCE_DIR}/runtime/threads.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/autoconfig COMPONENT devel)
install(EXPORT AutoConfigTargets NAMESPACE AutoConfig:: DESTINATION ${autoconfig_package_dir} COMPONENT devel)

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/AutoConfigConfig.cmake.in ${PROJECT_BINARY_DIR}/AutoConfigConfig.cmake
  INSTALL_DESTINATION ${autoconfig_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/AutoConfigConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(
  FILES ${PROJECT_BINARY_DIR}/AutoConfigConfig.cmake ${PROJECT_BINARY_DIR}/AutoConfigConfigVersion.cmake
  DESTINATION ${autoconfig_package_dir} COMPONENT devel)
