#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace netsmith::cli {

/// The kind of an option's or argument's value, if completion can help: its CLI11 type name.
inline constexpr const char* fileType = "FILE";
inline constexpr const char* folderType = "DIR";

/// A bash completion script for the command tree under `app`, so that it offers exactly what the parser accepts.
std::string bashCompletion(const CLI::App& app);

} // namespace netsmith::cli
