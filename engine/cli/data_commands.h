#pragma once

#include "engine/cli/command_line.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/terminal/signals.h"
#include "engine/data/source.h"
#include "engine/graph/project/project_file.h"

#include <string>
#include <vector>

namespace netsmith::cli {

/// The options of the commands about data sets.
struct DataOptions {
    std::string name;
    std::string dataDir;
    std::string path; ///< of the file or folder of a source that needs one
    std::vector<std::string> settings; ///< "name=value" of the source's own parameters
    std::string augmented; ///< the file of a contact sheet
};

/// Shows progress on the console and ends on a signal; `bytes` says whether the progress is in bytes.
data::Watch watchOf(Console& console, const SignalWatch& signals, bool bytes);

/// Adds "data sources": what data can be read from, with its parameters.
void addSources(CommandLine& line, CLI::App& data);

int showData(Console& console, const DataOptions& options);

/// The vocabulary of a text's field, how often its tokens occur, and a few samples.
void showTokens(Console& console, Json& json, const data::Field& field);

/// Writes training images, transformed as in the project, one row each, to a PNG file.
void drawAugmented(Console& console, const Project& project, const data::DataSplit& train, OutputFile& file);

} // namespace netsmith::cli
