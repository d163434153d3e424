#pragma once

#include "engine/data/sample_files.h"
#include "engine/graph/graph.h"
#include "engine/runs/table_text.h"
#include "engine/train/network_prediction.h"

#include <string>

namespace netsmith::cli {

/// One sample, and what it is known to be by one output.
struct AskedSample {
    const data::Truth& truth;
    std::int64_t index = 0;
};

/// What a network says of one sample by one output, for people and for programs.
struct ToldPrediction {
    std::string words; ///< begins with two spaces
    Json json;
};
/// `numbers`: those of the output for this sample. `top`: how many classes are told.
ToldPrediction told(const train::PredictedOutput& output, std::span<const float> numbers, const AskedSample& sample, int top);

/// Rows for a table of predictions: one a sample, with a column or several for each output.
class PredictionRows {
public:
    /// `truths`: whether what a sample is can be known at all, of each output.
    PredictionRows(std::span<const train::PredictedOutput> outputs, const std::vector<bool>& truths);

    void begin(const std::string& name) { m_rows.push_back({name}); }
    /// Of the sample begun last, output by output in their order.
    void add(std::size_t output, std::span<const float> numbers, const AskedSample& sample);
    const runs::TextRows& rows() const { return m_rows; }

private:
    std::span<const train::PredictedOutput> m_outputs;
    std::vector<bool> m_truths;
    runs::TextRows m_rows;
};

} // namespace netsmith::cli
