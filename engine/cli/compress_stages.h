#pragma once

#include "engine/cli/command_line.h"
#include "engine/cli/terminal/signals.h"
#include "engine/compress/chain/chain.h"

#include <string>
#include <vector>

namespace netsmith::cli {

/// The options of "compress" that hold for the whole chain.
struct CompressOptions {
    std::string run;
    std::vector<std::string> settings; ///< of every training
    std::string name;
    std::string runDir;
    std::uint64_t seed = compress::PruningOptions().seed;
    std::int64_t samples = compress::PruningOptions().samples;
    bool isUntimed = false;
    std::string device;
    std::string dataDir;
    int threads = 0;
};

/// The options of "compress" that make its stages, in the order in which they are given. What a stage is told follows it; before
/// the first one it is told to that.
class StageOptions {
public:
    /// Adds them to the command.
    explicit StageOptions(CLI::App& command);

    /// Those that were given. Throws `compress.option` for one that its stage does not know, and what their values say.
    std::vector<compress::Stage> stages(const CompressOptions& options) const;
    /// Asks for no stages, but what each layer is worth.
    bool areOfSensitivity() const;
    compress::SensitivityOptions sensitivity(const CompressOptions& options) const;
    /// The option that trains.
    CLI::Option* retrain() const { return m_retrain; }

private:
    CLI::App* m_command;
    CLI::Option* m_retrain;
};

/// The command that makes these stages of a run.
std::string compressCommand(const std::string& run, std::span<const compress::Stage> stages, const CompressOptions& options);

/// What a stage made of each layer or array: tables for people, an event for programs.
void showMade(Console& console, const compress::MadeRun& made);

/// "pruned", "step 2, retrained".
std::string stageName(const compress::ChainRun& run);
/// An event.
void tellMeasured(Console& console, const compress::ChainRun& run);
/// The whole chain, and what it gained.
void showChain(Console& console, std::span<const compress::ChainRun> runs);

} // namespace netsmith::cli
