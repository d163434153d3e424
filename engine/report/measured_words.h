#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace netsmith::report {

/// Figures as people read them, in English.
std::string groupedText(std::int64_t number); ///< "101,770"
std::string durationText(double seconds); ///< "0.8 s", "2 min 05 s", "3 h 12 min"

/// A measured value, as its metric is read: "99.12 %", "0.03142"; "NaN" if it is none. `name`: "val_accuracy".
std::string measuredText(std::string_view name, double value);
/// What was measured, whether while training or by the validation: "Accuracy", "head · Accuracy".
std::string measureTitle(std::string_view name);
/// "Validation accuracy", "Training loss"
std::string quantityTitle(std::string_view name);

} // namespace netsmith::report
