// Terms of products between transforms: the data of a block, its products, what becomes of them.
#include "autoconfig/model/minimal_filter.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/model/fresh_pages.h"
#include "autoconfig/model/symbols.h"
#include "autoconfig/model/transfers.h"

#include <cmath>

namespace autoconfig {

namespace {

/// Sizes in bytes, and counts, of a configuration's blocks.
struct Blocks {
    double points, tiles, blocks, column_blocks;
    double input, filters, output;    // whole arrays; filters: transformed
    double data, products;            // of one block
    double data_vectors, out_vectors; // vectors of channels of all tiles
    double times;                     // that a block's data are made: by every task of panels for itself
    bool filters_stay;                // in L2 beside the block

    Blocks(const Facts& facts, const Config& config, const Winograd& block) {
        const Transforms& transforms = *facts.problem.transforms;
        const double K = static_cast<double>(facts.K), MC = static_cast<double>(block.MC);
        const double NR = static_cast<double>(transforms.panel), NC = static_cast<double>(block.NC);
        const double m2 = transforms.tile * transforms.tile;
        const double channels = static_cast<double>(transforms.output_channels);
        points = static_cast<double>(facts.batch);
        tiles = static_cast<double>(facts.M * facts.outer_rows);
        blocks = tiles / MC;
        column_blocks = std::ceil(channels / NC);
        input = tiles * m2 * K * facts.a_bytes;
        output = tiles * m2 * channels * facts.out_bytes;
        filters = points * K * NR * static_cast<double>(facts.outer_columns) * facts.b_bytes;
        data = points * MC * K * facts.a_bytes;
        products = points * MC * std::ceil(NC / NR) * NR * facts.acc_bytes;
        data_vectors = tiles * std::ceil(K / facts.max_lanes);
        out_vectors = tiles * std::ceil(channels / config.lanes);
        times = config.parallel == ParallelLoop::Jc ? config.tasks : 1;
        filters_stay = fits(filters + data + products, facts.machine.l2);
    }
};

/// What a step reads from L2: rows of the transformed data, unless those of a point stay in L1 for all
/// panels, and the panel, once for all rows of a point where it fits L1.
void add_steps(Ledger& ledger, const Contraction& run, const Winograd& block) {
    const Facts& facts = run.facts;
    const Config& config = run.config;
    const Machine& machine = facts.machine;
    const double K = static_cast<double>(facts.K);
    const double panel = K * config.NR() * facts.b_bytes;
    const double rows = K * static_cast<double>(block.MC) * facts.a_bytes;
    double a = lines(config.MR * facts.a_bytes, machine), b = lines(config.NR() * facts.b_bytes, machine);
    if (fits(rows + panel, machine.l1)) a /= std::ceil(static_cast<double>(block.NC) / config.NR());
    if (fits(2 * panel, machine.l1)) b /= std::ceil(static_cast<double>(block.MC) / config.MR);
    ledger.add_per_step("T_L1L2", Resource::L1L2,
                        (ledger.q(symbol::lines_of_a, a) + ledger.q(symbol::lines_of_b, b)) *
                            ledger.q(symbol::L1L2, machine.l1_l2_cycles_per_line),
                        run.tiling.steps);
}

/// Lines of an array of so many bytes that come, or go, so many times.
class Lines {
public:
    Lines(Ledger& ledger, const Machine& machine) : ledger_(ledger), machine_(machine) {}

    void add(const char* name, const Symbol& what, double times, double bytes, double lives_in) {
        ledger_.add(name, waited_for(lives_in, machine_), Phase::Alone,
                    ledger_.q({"times"}, times) * ledger_.q(what, lines(bytes, machine_)) *
                        line_cycles(ledger_, machine_, lives_in),
                    beyond_caches(lives_in, machine_));
    }

private:
    Ledger& ledger_;
    const Machine& machine_;
};

/// Transformed filters that do not stay in L2 come once a block; the input once for its data; data and
/// products are written, which reads their lines first and evicts them; products are read; the output is
/// written. A block of data that does not stay in L2 comes again for every block of columns.
void add_lines(Ledger& ledger, const Contraction& run, const Blocks& block) {
    const double both = block.data + block.products, all_data = block.data * block.blocks;
    Lines lines(ledger, run.facts.machine);
    lines.add("T_L2L3", symbol::lines_of_b, block.filters_stay ? 1 : block.blocks, block.filters,
              block.filters);
    lines.add("T_L2L3", {"lines of input"}, block.times, block.input, block.input);
    lines.add("T_L2L3", symbol::lines_of_a, 2 * block.times, all_data, both);
    if (!fits(both, run.facts.machine.l2))
        lines.add("T_L2L3", symbol::lines_of_a, block.column_blocks, all_data, both);
    lines.add("T_L2L3", {"lines of products"}, 3 * block.column_blocks * block.blocks, block.products, both);
    lines.add("T_out", symbol::lines_of_out, 2, block.output, block.output);
}

/// T_transform: filters that come plain are transformed once.
void add_filter(Ledger& ledger, const Contraction& run, const Blocks& block) {
    const Transforms& transforms = *run.facts.problem.transforms;
    if (transforms.filter.empty()) return;
    const MinimalFilter& filter = minimal_filter(transforms.tile);
    const double weights = block.filters / block.points, vector_bytes = run.facts.lanes * run.facts.b_bytes;
    ledger.add("T_transform", Resource::Core, Phase::Alone,
               ledger.q(symbol::vectors, weights / vector_bytes) *
                   ledger.q({"operations"}, filter.filter_operations) /
                   ledger.q(symbol::N_fma, run.facts.mac.per_cycle));
    Lines lines(ledger, run.facts.machine);
    const double plain = weights * filter.r * filter.r;
    lines.add("T_transform", {"lines of weights"}, 1, plain, plain);
    lines.add("T_transform", symbol::lines_of_b, 2, block.filters, block.filters);
}

/// T_transform: instructions of the data's and the inverse transforms.
void add_transforms(Ledger& ledger, const Contraction& run, const Blocks& block) {
    const MinimalFilter& filter = minimal_filter(run.facts.problem.transforms->tile);
    const auto add = [&](double vectors, int operations) {
        ledger.add("T_transform", Resource::Core, Phase::Alone,
                   ledger.q(symbol::vectors, vectors) * ledger.q({"operations"}, operations) /
                       ledger.q(symbol::N_fma, run.facts.mac.per_cycle));
    };
    add(block.times * block.data_vectors, filter.data_operations);
    add(block.out_vectors, filter.inverse_operations);
}

/// Data are allocated for a block, products for every block of columns in it, unless both are on the stack.
/// [F(2x2, 3x3) of 14x14 512->512 f32 in blocks of 32, 64 and 128 columns, alike else: 6.5, 6.1 and 5.8 ms,
/// reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-22]
/// Memory that is released at once goes back to the system where it is twice the largest allocation or more
/// (mallopt(3): M_MMAP_THRESHOLD follows that, M_TRIM_THRESHOLD is twice as much): so do the data and
/// products of a block where they are of one size. The next block pays for their pages again.
void add_allocations(Ledger& ledger, const Contraction& run, const Blocks& block) {
    const Machine& machine = run.facts.machine;
    const double both = block.data + block.products;
    if (both <= Winograd::most_on_stack) return;
    ledger.add("T_alloc", Resource::Serial, Phase::Alone,
               ledger.q(symbol::blocks, block.blocks * (block.times + block.column_blocks)) *
                   ledger.q(symbol::allocation, machine.allocate_cycles));
    if (std::abs(block.data - block.products) >= page_bytes) return;
    add_fresh_pages(ledger, machine, block.blocks * block.times * both / page_bytes);
}

} // namespace

void add_terms(Ledger& ledger, const Contraction& run, const Winograd& winograd) {
    const Blocks block(run.facts, run.config, winograd);
    add_in_core(ledger, run);
    add_steps(ledger, run, winograd);
    add_lines(ledger, run, block);
    add_transforms(ledger, run, block);
    add_filter(ledger, run, block);
    add_allocations(ledger, run, block);
    add_tile(ledger, run);
}

} // namespace autoconfig
