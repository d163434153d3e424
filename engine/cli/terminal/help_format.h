#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace netsmith::cli {

/// The values an option may take if they are a list, from the parser's own check: {"fp32", "tf32", …}; else empty.
std::vector<std::string> choicesOf(const CLI::Option& option);

/// Readable help: what to type, then what it does, wrapped, with its default and related options.
class HelpFormat : public CLI::Formatter {
public:
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
};

} // namespace netsmith::cli
