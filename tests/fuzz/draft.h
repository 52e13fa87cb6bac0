// One stage of a plan while it is being written: what it reads, its choices, its Func.
#pragma once

#include "tests/fuzz/writer.h"

namespace autoconfig::fuzz {

class Draft {
public:
    Draft(Writer& writer, const Stage& stage, const std::vector<Handle>& before);

    Writer& writer() { return writer_; }
    /// The stage's own Vars; `dimensions` of them.
    const Terms& at() const { return at_; }
    int dimensions() const { return static_cast<int>(at_.size()); }
    /// Gives the stage so many dimensions whatever the plan says.
    void set_dimensions(int dimensions) { at_ = writer_.vars(dimensions); }

    /// A number below n: the next digit of the stage's details.
    int choice(int n);

    /// Type of the stage's values.
    Halide::Type type() const { return type_; }
    /// Type that its arithmetic is done in: 32 bits or the stage's own, which is none that is only stored.
    Halide::Type arithmetic() const { return arithmetic_; }
    /// A type that sums do not overflow: the stage's own, or 32 bits for narrow ones.
    Halide::Type wide() const;
    /// Type of values that updates add to: the stage's own, or 32 bits for those that are only stored.
    Halide::Type updated() const { return only_stored() ? wide() : type_; }

    /// What source `which` holds there, as an `arithmetic()` or a `type` of at most `most`. Coordinates that
    /// the source does not have are dropped, further ones of its are 0.
    Term read(int which, const Terms& at, int most = 1024) { return read(which, at, most, arithmetic_); }
    Term read(int which, const Terms& at, int most, Halide::Type type);
    /// The same as an index within extent `dimension` of the run.
    Term index(int which, const Terms& at, int dimension);

    const Handle& source(int which) const { return *sources_[which]; }
    int inputs_read(int which) const { return inputs_[which]; }

private:
    bool only_stored() const { return type_.is_bool() || (type_.is_float() && type_.bits() == 16); }

    Writer& writer_;
    std::uint32_t details_;
    Halide::Type type_, arithmetic_;
    Terms at_;
    const Handle* sources_[2];
    int inputs_[2]; // number of the input read, or -1
};

} // namespace autoconfig::fuzz
