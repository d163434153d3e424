#pragma once

#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/input/sample_reading.h"

#include <string>
#include <vector>

namespace netsmith::cli {

/// The options that name samples for a trained network.
struct SampleOptions {
    std::string run;
    std::vector<std::string> inputs;
    std::vector<std::string> texts;
    std::vector<std::int64_t> indices;
    std::string device;
    std::string dataDir;

    /// Files or texts were named.
    bool isNamed() const { return !inputs.empty() || !texts.empty(); }
};
/// Adds RUN, INPUT, --text, --index, --device and --data-dir. `more`: appended to the text about INPUT.
void addSampleOptions(CLI::App& command, SampleOptions& options, const std::string& more = {});

/// The file name that stands for standard input.
inline constexpr std::string_view standardInput = "-";
/// Throws `cli.predict.stdin`.
std::string readStandardInput();

/// Samples from one source, and their known labels.
struct GivenSamples {
    std::string name;
    data::Samples samples;

    std::string nameOf(std::int64_t index) const;
};
/// One sample of a split. Throws `cli.predict.no_test` and `cli.predict.index`.
GivenSamples givenSample(const data::DataSplit& split, std::int64_t index, const data::SampleReading& reading);
/// Those that the options name. Throws `cli.predict.*`, and what reading them throws.
std::vector<GivenSamples> givenSamples(const SampleOptions& options, const data::SampleReading& reading);

} // namespace netsmith::cli
