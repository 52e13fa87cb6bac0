// The pipelines that the bench knows.
#include "bench/pipelines/pipelines.h"

namespace autoconfig::bench {

const Course& pipelines_course() {
    static const Course course = {{{"blur", Group::Classic, {}, false},
                                   {"unsharp_mask", Group::Classic, {}, false},
                                   {"harris", Group::Classic, {}, false},
                                   {"bilateral_grid", Group::Classic, {}, false},
                                   {"local_laplacian", Group::Classic, {}, false},
                                   {"stencil_chain", Group::Classic, {}, false},
                                   {"nl_means", Group::Classic, {}, false},
                                   {"histogram_equalize", Group::Classic, {}, false},
                                   {"resize", Group::Classic, {}, false},
                                   {"camera_pipe", Group::Classic, {}, false},
                                   {"mlp", Group::Network, {}, false},
                                   {"attention", Group::Network, {}, false},
                                   {"mobilenet_block", Group::Network, {}, false},
                                   {"resnet_block", Group::Network, {}, false}},
                                  false,
                                  {1}};
    return course;
}

// Of Halide's applications, those that need no file. Some state no estimates, and the camera's output has to
// be of whole strips.
const Course& applications_course() {
    const auto estimated = [](const char* name) { return Pipeline{name, Group::Application, {}, false}; };
    const std::vector<double> matrix{1024, 1024};
    static const Course course = {
        {estimated("bgu"),
         estimated("bilateral_grid"),
         {"blur", Group::Application, {{"input", {1538, 2562}}, {"blur_y", {1536, 2560}}}, false},
         {"camera_pipe", Group::Application, {{"processed", {2560, 1920, 3}}}, false},
         {"conv_layer", Group::Application, {}, true},
         {"depthwise_separable_conv",
          Group::Application,
          {{"input", {32, 112, 112, 4}},
           {"depthwise_filter", {2, 32, 3, 3}},
           {"pointwise_filter", {16, 32}},
           {"bias", {16}},
           {"output", {16, 112, 112, 4}}},
          false},
         estimated("harris"),
         estimated("hist"),
         estimated("iir_blur"),
         estimated("interpolate"),
         estimated("lens_blur"),
         estimated("local_laplacian"),
         estimated("max_filter"),
         estimated("nl_means"),
         {"resize",
          Group::Application,
          {{"input", {1536, 2560, 3}}, {"scale_factor", {0.5}}, {"output", {768, 1280, 3}}},
          false},
         {"sgemm",
          Group::Application,
          {{"a_", {1}}, {"b_", {1}}, {"A_", matrix}, {"B_", matrix}, {"C_", matrix}, {"result", matrix}},
          false},
         estimated("stencil_chain"),
         estimated("unsharp")},
        true,
        {1, 0.6}};
    return course;
}

} // namespace autoconfig::bench
