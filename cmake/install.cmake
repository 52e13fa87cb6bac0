# What `cmake --install` puts down beside the command: the plugin and the threads of kernels in lib/, and the
# CMake package that offers them as AutoConfig::AutoConfig and AutoConfig::runtime.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(autoconfig_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/AutoConfig)

# Both find a Halide that is not in the system's folders where the build found it.
set_target_properties(autoschedule_autoconfig autoconfig PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

set_target_properties(autoschedule_autoconfig PROPERTIES EXPORT_NAME AutoConfig)
install(TARGETS autoschedule_autoconfig autoconfig_kernel_runtime EXPORT AutoConfigTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
target_include_directories(autoconfig_kernel_runtime INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES ${PROJECT_SOURCE_DIR}/runtime/threads.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/autoconfig)
install(EXPORT AutoConfigTargets NAMESPACE AutoConfig:: DESTINATION ${autoconfig_package_dir})

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/AutoConfigConfig.cmake.in ${PROJECT_BINARY_DIR}/AutoConfigConfig.cmake
  INSTALL_DESTINATION ${autoconfig_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/AutoConfigConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/AutoConfigConfig.cmake ${PROJECT_BINARY_DIR}/AutoConfigConfigVersion.cmake
  DESTINATION ${autoconfig_package_dir})
