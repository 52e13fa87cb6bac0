// Terms of products between transforms: the data of a block, its products, what becomes of them.
#include "autoconfig/space/winograd.h"
#include "autoconfig/model/minimal_filter.h"
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

    Blocks(const Facts& facts, const Config& config) {
        const Transforms& transforms = *facts.problem.transforms;
        const double K = static_cast<double>(facts.K), MC = static_cast<double>(config.MC);
        const double NR = static_cast<double>(transforms.panel), NC = static_cast<double>(config.NC);
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
        filters_stay = filters + data + products <= static_cast<double>(facts.machine.l2.bytes);
    }
};

/// What a step reads from L2: rows of the transformed data, unless those of a point stay in L1 for all
/// panels, and the panel, once for all rows of a point where it fits L1.
void enter_steps(Sheet& sheet) {
    const Facts& facts = sheet.facts;
    const Config& config = sheet.config;
    const double l1 = static_cast<double>(facts.machine.l1.bytes), K = static_cast<double>(facts.K);
    const double panel = K * config.NR() * facts.b_bytes;
    const double rows = K * static_cast<double>(config.MC) * facts.a_bytes;
    const double tiles_m = std::ceil(static_cast<double>(config.MC) / config.MR);
    const double panels = std::ceil(static_cast<double>(config.NC) / config.NR());
    double a = lines(config.MR * facts.a_bytes, sheet.facts.machine),
           b = lines(config.NR() * facts.b_bytes, sheet.facts.machine);
    if (rows + panel <= l1) a /= panels;
    if (panel <= l1 / 2) b /= tiles_m;
    const double cost = facts.machine.l1_l2_cycles_per_line;
    sheet.per_step(l1_l2_combines(facts.machine), "T_L1L2", (a + b) * cost, "lines of A and B * cy/line",
                   "({:.2f} + {:.2f}) * {:.1f}", a, b, cost);
}

/// Transformed filters that do not stay in L2 come once a block, before the arithmetic.
void enter_filters(Sheet& sheet, const Blocks& block) {
    const double sweeps = block.filters_stay ? 1 : block.blocks,
                 all = lines(block.filters, sheet.facts.machine);
    const double cost = cycles_per_line(sheet.facts.machine, block.filters);
    sheet
        .total("T_L2L3(B)", sweeps * all * cost, "sweeps * lines of B * cy/line", "{:g} * {:.0f} * {:.1f}",
               sweeps, all, cost)
        .from_afar = true;
}

/// Written lines are read first, then evicted.
void enter_data(Sheet& sheet, const Blocks& block) {
    const Facts& facts = sheet.facts;
    const int operations = minimal_filter(facts.problem.transforms->tile).data_operations;
    const double in = lines(block.input, sheet.facts.machine),
                 out = lines(block.data * block.blocks, sheet.facts.machine);
    const double read = cycles_per_line(facts.machine, block.input),
                 write = cycles_per_line(facts.machine, block.data + block.products);
    const double once = block.data_vectors * operations / facts.mac.per_cycle + in * read + out * 2 * write;
    sheet.total(
        "T_data", block.times * once,
        "times * (vectors * operations / N_fma + lines of input * cy/line + lines of A * 2 * cy/line)",
        "{:g} * ({:.0f} * {} / {:g} + {:.0f} * {:.1f} + {:.0f} * 2 * {:.1f})", block.times,
        block.data_vectors, operations, facts.mac.per_cycle, in, read, out, write);
}

/// Memory that is released at once goes back to the system where it is twice the largest allocation or more
/// (mallopt(3): M_MMAP_THRESHOLD follows that, M_TRIM_THRESHOLD is twice as much): so do the data and
/// products of a block where they are of one size. The next block pays for their pages again.
void enter_faults(Sheet& sheet, const Blocks& block) {
    const double both = block.data + block.products;
    if (both <= most_on_stack || std::abs(block.data - block.products) >= page_bytes) return;
    const double blocks = block.blocks * block.times, pages = both / page_bytes;
    const double cost = sheet.facts.machine.page_fault_cycles;
    sheet.total("T_fault", blocks * pages * cost, "blocks * pages * page fault", "{:g} * {:.0f} * {:g}",
                blocks, pages, cost);
}

/// Data are allocated for a block, products for every block of columns in it, unless both are on the stack.
/// [F(2x2, 3x3) of 14x14 512->512 f32 in blocks of 32, 64 and 128 columns, alike else: 6.5, 6.1 and 5.8 ms,
/// reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-22]
void enter_allocations(Sheet& sheet, const Blocks& block) {
    if (block.data + block.products <= most_on_stack) return;
    const double allocations = block.blocks * (block.times + block.column_blocks);
    const double cost = sheet.facts.machine.allocate_cycles;
    sheet.total("T_allocate", allocations * cost, "blocks * (times + column blocks) * allocation",
                "{:g} * ({:g} + {:g}) * {:g}", block.blocks, block.times, block.column_blocks, cost);
}

/// A block of transformed data that does not stay in L2 comes again for every block of columns.
void enter_data_again(Sheet& sheet, const Blocks& block) {
    const Machine& machine = sheet.facts.machine;
    if (block.data + block.products <= static_cast<double>(machine.l2.bytes)) return;
    const double all = lines(block.data * block.blocks, sheet.facts.machine);
    const double cost = machine.l2_l3_cycles_per_line;
    sheet.total("T_L2L3(A)", block.column_blocks * all * cost, "column blocks * lines of A * cy/line",
                "{:g} * {:.0f} * {:.1f}", block.column_blocks, all, cost);
}

/// Products are written, which reads their lines first and evicts them, and read; the output is written.
void enter_back(Sheet& sheet, const Blocks& block) {
    const Facts& facts = sheet.facts;
    const int operations = minimal_filter(facts.problem.transforms->tile).inverse_operations;
    const double moved = lines(block.products * block.column_blocks * block.blocks, sheet.facts.machine);
    const double out = lines(block.output, sheet.facts.machine);
    const double in_block = cycles_per_line(facts.machine, block.data + block.products),
                 write = cycles_per_line(facts.machine, block.output);
    sheet.total("T_back", block.out_vectors * operations / facts.mac.per_cycle + moved * 3 * in_block,
                "vectors * operations / N_fma + lines of products * 3 * cy/line",
                "{:.0f} * {} / {:g} + {:.0f} * 3 * {:.1f}", block.out_vectors, operations,
                facts.mac.per_cycle, moved, in_block);
    sheet.total("T_out", out * 2 * write, "lines of out * 2 * cy/line", "{:.0f} * 2 * {:.1f}", out, write)
        .from_afar = true;
}

} // namespace

void enter_winograd(Sheet& sheet) {
    const Blocks block(sheet.facts, sheet.config);
    enter_steps(sheet);
    enter_filters(sheet, block);
    enter_data(sheet, block);
    enter_faults(sheet, block);
    enter_allocations(sheet, block);
    enter_data_again(sheet, block);
    enter_tile(sheet);
    enter_back(sheet, block);
}

} // namespace autoconfig
