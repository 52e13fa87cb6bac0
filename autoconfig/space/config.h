// One way to run a contraction, in the vocabulary of Goto and BLIS: a strategy with its parameters, the
// register tile and the loop that threads share. A strategy is one struct here and one file of its name in
// space, model and schedules each.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>

namespace autoconfig {

struct Config;
struct Facts;
struct Space;

/// Of strategies that hold sums over the whole of K.
struct WholeSums {
    bool jc_in_ir = false; // all panels for a tile of rows, then the next tile; not all rows for a panel
    int chains = 1;        // so many sums of an element, each of some steps of K in an accumulator of its own
};

struct CopyOfB {
    bool pack_b = false; // b is copied: panel by panel, or once
};

/// Of strategies that read a, and panels of b, again and again.
struct Copies : CopyOfB {
    bool pack_a = false; // a is copied: for every block of RB rows, or once
    int k_pack = 0;      // rows of a panel that the first row of tiles packs at a time; 0: all before it
};

// Each strategy has a name; parameters, with key() for their order; words(), what they add to the name of a
// configuration; and enumerate(), which adds its configurations to a space, or the reason why there are none.

/// No register blocking pays: B is read once, straight through, and all rows of a chunk of C stay in L1.
struct Stream {
    static constexpr const char* name = "stream";
    static constexpr std::int64_t most_rows = 16; // of C that share L1 with a chunk of B

    std::int64_t KC = 0; // rows of B whose products a vector of C takes in each time it is loaded

    auto key() const { return std::tie(KC); }
    std::string words(const Config& config) const;
    static void enumerate(Space& space, const Facts& facts);
};

/// The lanes of MR x n_v accumulators run along k, where B is contiguous or copied so, and are summed last.
struct AlongK : WholeSums, CopyOfB {
    static constexpr const char* name = "stream";

    auto key() const { return std::tie(jc_in_ir, chains, pack_b); }
    std::string words(const Config& config) const;
    static void enumerate(Space& space, const Facts& facts);
};

/// MR x NR accumulators hold the whole of K.
struct RegisterTile : WholeSums, Copies {
    static constexpr const char* name = "register_tile";

    int panels = 1;            // of B, packed together and swept one after the other by each tile of rows
    std::int64_t RB = 0;       // rows in a block, with all panels within, of the outer M loop, or of the only
                               // one, where it is a multiple of MR; 0: panels around all rows
    int unrolled = 0;          // reduction loops, innermost first, that are unrolled
    int b_rows = 1;            // rows of B side by side in a vector, b_rows * lanes elements
    bool fills_panels = false; // all columns of the last panel that b lies in are computed, also beyond N

    auto key() const {
        return std::tie(panels, RB, jc_in_ir, unrolled, chains, b_rows, pack_a, pack_b, fills_panels, k_pack);
    }
    std::string words(const Config& config) const;
    static void enumerate(Space& space, const Facts& facts);
};

/// K in blocks of KC; accumulators are added to the result block by block.
struct Blocked : Copies {
    static constexpr const char* name = "blocked";

    std::int64_t KC = 0; // steps of a K block
    std::int64_t MC = 0; // rows whose A block stays in L2
    std::int64_t NC = 0; // columns of one block of the result

    auto key() const { return std::tie(KC, MC, NC, pack_a, pack_b, k_pack); }
    std::string words(const Config& config) const;
    static void enumerate(Space& space, const Facts& facts);
};

/// Products between transforms, all points of a block of tiles at a time.
struct Winograd {
    static constexpr const char* name = "winograd";
    static constexpr std::int64_t most_on_stack = 1 << 20; // bytes that a block keeps between its steps there

    std::int64_t MC = 0; // tiles of a block: whole rows of them
    std::int64_t NC = 0; // channels of the output that a block of products spans

    auto key() const { return std::tie(MC, NC); }
    std::string words(const Config& config) const;
    static void enumerate(Space& space, const Facts& facts);
};

using Strategy = std::variant<Stream, AlongK, RegisterTile, Blocked, Winograd>;

/// Which loop the threads share. Ic: row tiles (M). Jc: column panels (N). Rows: row blocks (RB).
/// Columns: the longest of the further N loops. Batch: independent products.
enum class ParallelLoop { None, Ic, Jc, Rows, Columns, Batch };
const char* to_string(ParallelLoop loop);

struct Config {
    Strategy strategy = RegisterTile();
    int MR = 1;    // rows of the register tile; of C in L1 of Stream
    int n_v = 1;   // vectors a row; along k, columns
    int lanes = 1; // elements of the accumulator type in a vector, at most N (along k, at most K)
    ParallelLoop parallel = ParallelLoop::None;
    int tasks = 1; // iterations of the parallel loop

    template<typename S>
    bool is() const {
        return std::holds_alternative<S>(strategy);
    }
    /// What the strategy has of a kind, which may be itself; where it has none, one that does nothing.
    template<typename Part>
    Part part() const {
        return std::visit(
            [](const auto& own) -> Part {
                if constexpr (std::is_base_of_v<Part, std::decay_t<decltype(own)>>) return own;
                return Part();
            },
            strategy);
    }
    Config with(const Strategy& other) const;

    /// Columns of the register tile.
    int NR() const { return is<AlongK>() ? n_v : n_v * lanes; }
    bool jc_in_ir() const { return part<WholeSums>().jc_in_ir; }
    int chains() const { return part<WholeSums>().chains; }
    bool pack_a() const { return part<Copies>().pack_a; }
    bool pack_b() const { return part<CopyOfB>().pack_b; }
    int k_pack() const { return part<Copies>().k_pack; }
    int panels() const { return part<RegisterTile>().panels; }
    std::int64_t RB() const { return part<RegisterTile>().RB; }
    int unrolled() const { return part<RegisterTile>().unrolled; }
    int b_rows() const { return part<RegisterTile>().b_rows; }
    bool fills_panels() const { return part<RegisterTile>().fills_panels; }

    /// "stream", "register_tile", ...
    const char* family() const;
    /// "blocked mr6 nv4 kc384 mc96 nc512 pack_b jc12": unique within a space, used in tests and reports.
    std::string name() const;

    /// A total order for ties and for finding repeats.
    auto key() const { return std::tuple(strategy.index(), MR, n_v, lanes, strategy, parallel, tasks); }
};

/// By key().
template<typename Keyed>
auto operator<(const Keyed& a, const Keyed& b) -> decltype(a.key() < b.key()) {
    return a.key() < b.key();
}

} // namespace autoconfig
