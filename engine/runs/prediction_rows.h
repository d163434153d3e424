#pragma once

#include "engine/input/sample_files.h"
#include "engine/predict/network_prediction.h"
#include "engine/runs/table_text.h"

#include <optional>
#include <span>
#include <string>

namespace netsmith::runs {

/// One sample, and what it is known to be by one output.
struct AskedSample {
    const data::Truth& truth;
    std::int64_t index = 0;
};

/// What a sample is known to be: the class's number, −1 for one that training never saw; nothing where it is not told.
std::optional<std::int64_t> classOf(const AskedSample& sample, std::int64_t step = 0, std::int64_t steps = 1);
/// Its class as the file or the run calls it.
std::string classNameOf(const PredictedOutput& output, const AskedSample& sample, std::int64_t number);
/// The numbers it is known to be; none where that is not told.
std::span<const double> truthNumbersOf(const AskedSample& sample, std::size_t size);
/// Whether an output tells a class of each step of a sequence, and these classes.
bool tellsSteps(const PredictedOutput& output);
std::vector<std::int64_t> stepsOf(const PredictedOutput& output, std::span<const float> numbers);

/// Rows for a table of predictions: one a sample, with a column or several for each output.
class PredictionRows {
public:
    /// `truths`: whether what a sample is can be known at all, of each output.
    PredictionRows(std::span<const PredictedOutput> outputs, const std::vector<bool>& truths);

    void begin(const std::string& name) { m_rows.push_back({name}); }
    /// Of the sample begun last, output by output in their order.
    void add(std::size_t output, std::span<const float> numbers, const AskedSample& sample);
    const TextRows& rows() const { return m_rows; }

private:
    std::span<const PredictedOutput> m_outputs;
    std::vector<bool> m_truths;
    TextRows m_rows;
};

} // namespace netsmith::runs
