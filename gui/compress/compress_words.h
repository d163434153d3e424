#pragma once

#include "engine/compress/chain/chain.h"

#include <QString>

#include <optional>

namespace netsmith::gui {

class CompressSession;

/// "Half of the FLOPs removed", "8 bits, static": what made a run, in the window's language; of the original "Original".
QString changeText(const compress::ChainRun& run);

/// A number of a file that says what was done; nothing if it isn't there.
std::optional<double> numberIn(const Json& how, const char* key);

/// The same as a count.
int countIn(const Json& how, const char* key);

/// An amount beside the original's, less being better: "0.26×".
QString factorText(double amount, double original);
/// A time beside the original's: "2.1× faster", "1.3× slower", "as fast".
QString speedText(double seconds, double original);
/// Whether a time differs from the original's so little that it is said to be as fast.
bool isAsFast(double seconds, double original);
/// A share beside the original's, in percentage points: "−0.4 points".
QString pointsText(double share, double original);

/// What a live compression does: "1 of 2: Remove channels · epoch 2 of 3 · about 9 s left"; otherwise empty.
QString progressText(const CompressSession& session);

} // namespace netsmith::gui
