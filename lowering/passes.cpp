// See passes.h.
#include "lowering/passes.h"

#include "lowering/carried_values.h"
#include "lowering/clamped_rows.h"
#include "lowering/divisions.h"
#include "lowering/dot_products.h"
#include "lowering/inner_vectors.h"
#include "lowering/interior_loops.h"
#include "lowering/interior_windows.h"
#include "lowering/lane_phases.h"
#include "lowering/large_pages.h"
#include "lowering/neighbours_together.h"
#include "lowering/one_task.h"
#include "lowering/pooled_storage.h"
#include "lowering/row_scalars.h"
#include "lowering/scalar_addresses.h"
#include "lowering/separate_tiles.h"
#include "lowering/shared_values.h"
#include "lowering/sums_in_phases.h"
#include "lowering/unswitch.h"
#include "lowering/whole_vectors.h"

namespace autoconfig::lowering {

void add_passes(Halide::Pipeline& pipeline, const Halide::Target& target, const std::vector<Storage>& storage,
                const std::map<std::string, Halide::Expr>& threads_pay) {
    share_values_of_tuples(pipeline, target);
    store_whole_vectors(pipeline, target);
    unswitch_loops(pipeline, target);
    load_phases_apart(pipeline, target);
    add_up_phases_apart(pipeline, target);
    add_interior_windows(pipeline, target);
    add_interior_loops(pipeline, target);
    add_dot_products(pipeline, target);
    carry_values(pipeline, target);
    keep_addresses_scalar(pipeline, target); // of the loops that are there then
    read_inner_vectors(pipeline, target);
    load_clamped_rows(pipeline, target);
    load_neighbours_together(pipeline, target);
    divide_before_loops(pipeline, target);
    compute_row_scalars_once(pipeline, target);
    keep_tiles_apart(pipeline, target);
    pool_storage(pipeline, target, storage);
    ask_for_large_pages(pipeline, target); // of the pool, too
    run_as_one_task(pipeline, threads_pay);
}

} // namespace autoconfig::lowering
