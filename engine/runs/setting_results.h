#pragma once

#include "engine/runs/comparison.h"
#include "engine/runs/spread.h"
#include "engine/runs/table_text.h"

#include <span>

namespace netsmith::runs {

inline constexpr double muchLoad = 0.1; ///< of the processors, by other programs

/// What came of one setting, over its seeds.
struct SettingResult {
    Message name; ///< "BF16"; empty where nothing but the seed was varied
    std::vector<const VariantResult*> trained; ///< to their end; at least one
    std::string judgedBy; ///< "val_accuracy"; empty where they are not judged by the same
    Spread metric; ///< of it
    std::optional<double> samplesPerSecond; ///< of all of them together, where all tell: their harmonic mean
    std::optional<double> stepSeconds; ///< the mean, where all tell
    double seconds = 0.0; ///< of the shortest
    bool disturbed = false; ///< other programs used much of the processors during one of them, so that speeds say little
};

/// The settings of which something was trained to its end, in their order. Points into `results`.
std::vector<SettingResult> settingResults(std::span<const VariantResult> results);

/// Whether two settings differ by more than chance.
enum class Verdict {
    unknown, ///< one of them was trained with one seed, or they are not judged by the same
    within, ///< seeds alone make differences as large as this
    beyond, ///< they rarely do
};

/// The rule: two settings differ where Welch's t-test finds less than 5 % for a difference like theirs by chance; where several
/// pairs are looked at, the 5 % are divided by their number, so that they hold for all together (Bonferroni).
Verdict verdictOn(const SettingResult& one, const SettingResult& other, std::size_t pairs);

/// The places of results as a table shows them: those of the best setting first, and within a setting the best seed; what was not
/// trained to its end comes last, in its order.
std::vector<std::size_t> bestFirst(std::span<const VariantResult> results);

/// A head and a row for each training, as plain numbers.
TextRows comparisonRows(std::span<const VariantResult> results);

} // namespace netsmith::runs
