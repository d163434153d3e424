#pragma once

#include "engine/data/text/text_scan.h"
#include "engine/fields/sample_room.h"
#include "engine/fields/text/token_windows.h"
#include "engine/graph/specs/spec.h"

namespace netsmith::data {

/// How a text is read as windows: the parameters that all sources of a single text share.
struct TextSettings {
    std::string unit = "characters";
    std::int64_t window = 40; // as in Keras's example of text generation, and the step
    std::int64_t step = 3;
    std::string target = "next_token";
    std::int64_t vocabulary = 10000;
    bool lowerCase = false;
    double validation = 0.1;

    TextOptions options() const;
    WindowOptions windows() const { return {window, step, target == "next_tokens"}; }
};

/// Their declaration, in the context "data.text_file"; `validation` says what the end that tests has to do with the vocabulary.
ParameterBuilder<TextSettings> textParameters(std::string validation);

/// Throws `data.text.short` if no window of `trainTokens` is left to train on, `data.text.samples` if there are too many.
void checkWindows(const std::string& name, std::int64_t trainTokens, std::int64_t testTokens, const WindowOptions& windows);

/// Puts the samples of a text that was scanned into `set`, as `fields` say, and a warning where nothing tests. Numbers that take
/// more than `memory` bytes lie on the disk; throws what `SampleRoom` does.
void readWindows(DataSet& set, std::string_view text, const TextScan& scan, const TextSettings& settings,
                 const std::vector<FieldSpec>& fields, const Watch& watch, std::int64_t memory = memoryForSamples());

} // namespace netsmith::data
