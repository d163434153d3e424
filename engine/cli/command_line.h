#pragma once

#include "engine/cli/terminal/console.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>
#include <string>

namespace netsmith::cli {

/// The parsed command line: the tree of commands, what they share, and the one that was chosen.
class CommandLine {
public:
    CommandLine();

    /// Adds a command under `parent` with the switches that every command has.
    CLI::App& add(CLI::App& parent, const std::string& name, const std::string& doc);
    /// What `command` does; returns the exit code. Runs after all parsing, so that its errors are not the parser's.
    void onRun(CLI::App& command, std::function<int()> action);

    /// Parses, runs and reports; returns the process's exit code and lets no exception out.
    int run(int argc, const char* const* argv);

    CLI::App app;
    Console console;
    std::vector<std::string> words; ///< the whole command line, its own program first

private:
    int parse(int argc, const char* const* argv);
    int report(const CLI::ParseError& error);
    int reportUsage(const std::string& words);

    std::function<int()> m_chosen;
};

/// Rejects anything but a whole number in this range, before it is parsed into a type that it might overflow.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Each adds one command; one file each, in `commands/`.
void addBench(CommandLine& line);
void addCheck(CommandLine& line);
void addCompare(CommandLine& line);
void addCompress(CommandLine& line);
void addCompletion(CommandLine& line);
void addCosts(CommandLine& line);
void addData(CommandLine& line);
void addDevices(CommandLine& line);
void addEmbed(CommandLine& line);
void addEvaluate(CommandLine& line);
void addImport(CommandLine& line);
void addModels(CommandLine& line);
void addInspect(CommandLine& line);
void addLrRange(CommandLine& line);
void addMatch(CommandLine& line);
void addPack(CommandLine& line);
void addPredict(CommandLine& line);
void addProfile(CommandLine& line);
void addDoctor(CommandLine& line);
void addTrace(CommandLine& line);
void addAttribute(CommandLine& line);
void addExplain(CommandLine& line);
void addExport(CommandLine& line);
void addRegistries(CommandLine& line);
void addRuns(CommandLine& line);
void addSelftest(CommandLine& line);
void addTensors(CommandLine& line);
void addTrain(CommandLine& line);
void addTwin(CommandLine& line);
void addVerify(CommandLine& line);
void addWeights(CommandLine& line);

} // namespace netsmith::cli
