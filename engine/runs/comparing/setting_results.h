#pragma once

#include "engine/runs/comparing/comparison.h"
#include "engine/runs/comparing/spread.h"
#include "engine/runs/table/table_text.h"

#include <span>

namespace netsmith::runs {

inline constexpr double muchLoad = 0.1; ///< of the processors, by other programs

/// The results of one setting, over its seeds.
struct SettingResult {
    Message name; ///< "BF16"; empty if only the seed was varied
    std::vector<const VariantResult*> trained; ///< to their end; at least one
    std::string judgedBy; ///< "val_accuracy"; empty if their monitored quantities differ
    Spread metric; ///< of it
    std::optional<double> samplesPerSecond; ///< of all of them, if known: their harmonic mean
    std::optional<double> stepSeconds; ///< the mean, if all are known
    double seconds = 0.0; ///< of the shortest
    bool disturbed = false; ///< other programs used much of the processors during one of them, so speeds mean little
};

/// The settings with at least one completed training, in order. Points into `results`.
std::vector<SettingResult> settingResults(std::span<const VariantResult> results);

/// Whether two settings differ by more than chance.
enum class Verdict {
    unknown, ///< one of them has a single seed, or their monitored quantities differ
    within, ///< seeds alone cause differences this large
    beyond, ///< they rarely do
};

/// The rule: two settings differ if Welch's t-test gives p < 5 %; if several pairs are compared, the 5 % are divided by their
/// number, so that they hold for all together (Bonferroni).
Verdict verdictOn(const SettingResult& one, const SettingResult& other, std::size_t pairs);

/// The order of results in a table: the best setting first, and within a setting the best seed; incomplete trainings come last, in
/// order.
std::vector<std::size_t> bestFirst(std::span<const VariantResult> results);

/// A header and a row for each training, as plain numbers.
TextRows comparisonRows(std::span<const VariantResult> results);

} // namespace netsmith::runs
