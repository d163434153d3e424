#pragma once

#include "engine/input/sample_files.h"
#include "engine/predict/answer.h"
#include "engine/runs/table/table_text.h"

#include <optional>
#include <span>
#include <string>

namespace netsmith::runs {

/// One sample, with its known label for one output.
struct AskedSample {
    const data::Truth& truth;
    std::int64_t index = 0;
};

/// A sample's known class: its number, −1 for one that training never saw; nothing if unknown.
std::optional<std::int64_t> classOf(const AskedSample& sample, std::int64_t step = 0, std::int64_t steps = 1);
/// Its class as named by the file or the run.
std::string classNameOf(const PredictedOutput& output, const AskedSample& sample, std::int64_t number);
/// Its known target numbers; none if unknown.
std::span<const double> truthNumbersOf(const AskedSample& sample, std::size_t size);

/// Rows for a table of predictions: one per sample, with one or more columns per output.
class PredictionRows {
public:
    /// `truths`: for each output, whether labels can be known at all.
    PredictionRows(std::span<const PredictedOutput> outputs, const std::vector<bool>& truths);

    void begin(const std::string& name) { m_rows.push_back({name}); }
    /// For the sample started last, output by output in order.
    void add(std::size_t output, std::span<const float> numbers, const AskedSample& sample);
    const TextRows& rows() const { return m_rows; }

private:
    std::span<const PredictedOutput> m_outputs;
    std::vector<bool> m_truths;
    TextRows m_rows;
};

} // namespace netsmith::runs
