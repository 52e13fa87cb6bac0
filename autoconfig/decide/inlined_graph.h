// A StageGraph in which Funcs become part of their readers one by one: whose work grows by what, and who
// reads what then.
#pragma once

#include "autoconfig/extract/stages.h"

#include <map>
#include <set>
#include <vector>

namespace autoconfig {

class InlinedGraph {
public:
    explicit InlinedGraph(const StageGraph& graph);

    const std::vector<FuncStages>& funcs() const { return funcs_; }
    const FuncStages& operator[](int f) const { return funcs_[f]; }
    int size() const { return static_cast<int>(funcs_.size()); }
    /// Funcs that read f, with what has been inlined into them.
    const std::set<int>& users(int f) const { return users_[f]; }

    /// Is f read where nothing bounds the index?
    bool is_read_anywhere(int f) const;
    /// Nothing but a read of something else.
    bool is_alias(int f) const;
    /// Inlinable, and read by one Func, element by element.
    bool is_elementwise_for_one(int f) const;
    /// Does the output f read an input of elements of its size, each where it is written?
    bool may_be_in_place(int f) const;

    /// The users of f with its arithmetic and reads in place of theirs of it.
    struct Inlined {
        std::map<int, FuncStages> users;
        bool small = true; // the code is not written out too often
    };
    Inlined inlined(int f) const;
    /// f with dimension d innermost, and its users as they then read it.
    std::map<int, FuncStages> turned(int f, std::size_t d) const;
    /// Puts these definitions in place of the Funcs' own, which it returns.
    std::map<int, FuncStages> exchange(std::map<int, FuncStages> definitions);
    /// What settling changed.
    struct Before {
        std::map<int, FuncStages> definitions;
        std::map<int, std::set<int>> users;
    };
    /// `inlined` for good, or until it is taken back: its users read what f reads.
    Before settle(int f, std::map<int, FuncStages> inlined);
    void take_back(Before before);

private:
    template<typename Visit>
    void for_each_use(int f, const Visit& visit) const;
    bool write_out(int f, FuncStages& user) const;

    std::vector<FuncStages> funcs_;
    std::vector<std::set<int>> users_;
};

} // namespace autoconfig
