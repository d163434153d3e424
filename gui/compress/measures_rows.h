#pragma once

#include "engine/compress/chain/chain.h"
#include "engine/runs/table/table_text.h"

namespace netsmith::gui {

/// What was measured of these runs, a row each, the header first: sizes in bytes, latencies in seconds.
runs::TextRows measuresRows(const std::vector<compress::ChainRun>& runs);

} // namespace netsmith::gui
