#pragma once

#include "engine/graph/graph.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::runner {

/// Where the words of `netsmith-run` go: results to stdout, as words or JSON lines, the rest to stderr. Names that others wrote may
/// hold characters that would act on a terminal: they are escaped here.
class Output {
public:
    bool json = false;

    void line(std::string_view text);
    /// One JSON object on one line.
    void object(const Json& object);
    void warn(std::string_view text);
    void error(int code, std::string_view text);
    /// Throws `runner.stdout` unless everything has left the process.
    void flush();

private:
    void write(std::string_view text);

    int m_writeError = 0; ///< of the first result that could not be written
};

/// What every command of the program has.
struct ModelOptions {
    std::string model;
    std::int64_t batch = 0;
    int threads = 0;
};
/// Adds MODEL, --batch, --threads and --json.
void addModelOptions(CLI::App& command, ModelOptions& options, Output& output);
/// False if only help or the version was asked for, which it prints. Throws `runner.usage`.
bool parse(CLI::App& app, Output& output, std::vector<std::string> arguments);
/// Rejects anything but a whole number in this range.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most);

/// Each parses its own arguments and returns the exit code. Throws `runner.*`, and what predicting does.
int predict(Output& output, std::vector<std::string> arguments);
int describe(Output& output, std::vector<std::string> arguments);
int serve(Output& output, std::vector<std::string> arguments);

} // namespace netsmith::runner
