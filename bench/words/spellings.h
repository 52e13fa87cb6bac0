// Operators as users of Halide write them, each in several ways: sizes are estimates only.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::words {

/// One way to write an operator. Inputs hold random numbers, the same in all spellings of an operator.
struct Spelling {
    std::string name;
    Halide::Pipeline pipeline;
    std::vector<Halide::ImageParam> inputs; // bound to buffers
    std::vector<int> shape;                 // of the f32 output
};

struct Operator {
    std::string name; // "matmul 512x512x512"
    double flops;
    std::vector<Spelling> spellings; // all compute the same; the others are compared with the first
};

std::vector<Operator> operators();

} // namespace autoconfig::words
