#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace netsmith::cli {

/// What an option's or an argument's value is, where completion can help: CLI11's type name of it.
inline constexpr const char* fileType = "FILE";
inline constexpr const char* folderType = "DIR";

/// A bash completion script for the command tree under `app`, so that it offers what the parser takes and nothing else.
std::string bashCompletion(const CLI::App& app);

} // namespace netsmith::cli
