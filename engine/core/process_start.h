#pragma once

namespace netsmith {

/// What each of our programs does first. Standard descriptors that are closed are opened on /dev/null, so that no
/// file of ours gets their number and then the log's text. A closed pipe or a file size limit is an error of the write that meets
/// it, not a signal that ends a run without a checkpoint. If the address space is limited, it is not spent on an arena for each
/// thread.
///
/// Threads of OpenMP that wait for the others spin for about 0.1 ms before they sleep. By default they spin for about ten, and when
/// another program wants a core they take it, in each parallel loop, from the very thread that they wait for. OMP_WAIT_POLICY and
/// GOMP_SPINCOUNT override this.
void prepareProcess();

} // namespace netsmith
