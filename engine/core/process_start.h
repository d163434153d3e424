#pragma once

namespace netsmith {

/// What each of our programs does before anything else. Standard descriptors that are closed are opened on /dev/null, so that no
/// file of ours gets their number and then the log's text. A reader that goes away and a limit on the size of files are errors of
/// the write that meets them, and no signals that end a run without a checkpoint. Where address space is limited it is not spent on
/// an arena for each thread.
///
/// Threads of OpenMP that wait for the others spin for about 0.1 ms before they sleep. By themselves they spin for some ten,
/// and where another program wants a core they so keep it, in each parallel loop, from the very thread that they wait for. Who sets
/// OMP_WAIT_POLICY or GOMP_SPINCOUNT decides otherwise.
void prepareProcess();

} // namespace netsmith
