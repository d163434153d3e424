#include "engine/cli/terminal/help_format.h"

#include "engine/cli/words/words.h"

namespace netsmith::cli {
namespace {

constexpr std::size_t lineWidth = 110;

std::string joined(const std::vector<std::string>& words, const char* separator)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : separator) + word;
    return out;
}

std::string namesOf(const std::set<CLI::Option*>& options)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        names.push_back(option->get_name());
    return joined(names, ", ");
}

} // namespace

std::vector<std::string> choicesOf(const CLI::Option& option)
{
    // CLI11 keeps a check's values only in the text it makes of them: "TEXT:{fp32,tf32}".
    const std::string type = option.get_type_name();
    const auto open = type.find('{');
    if (open == std::string::npos || type.back() != '}')
        return {};
    return CLI::detail::split(type.substr(open + 1, type.size() - open - 2), ',');
}

std::string HelpFormat::make_option_opts(const CLI::Option* option) const
{
    if (option->get_items_expected_max() == 0)
        return {};
    const std::vector<std::string> choices = choicesOf(*option);
    std::string out;
    if (!option->get_positional()) {
        const std::string type = option->get_type_name();
        out = " " + (choices.empty() ? type.substr(0, type.find(':')) : joined(choices, "|"));
    }
    return option->get_items_expected_max() > 1 ? out + " ..." : out;
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const
{
    std::string text = option->get_description();
    if (const std::vector<std::string> choices = choicesOf(*option); option->get_positional() && !choices.empty())
        text += ": " + joined(choices, ", ");
    if (!option->get_default_str().empty())
        text += " (" + option->get_default_str() + ")";
    if (!option->get_excludes().empty())
        text += "; not with " + namesOf(option->get_excludes());
    if (!option->get_needs().empty())
        text += "; with " + namesOf(option->get_needs());
    std::string lines = wrapped(text, lineWidth - get_column_width(), 0);
    if (!lines.empty())
        lines.pop_back(); // the last line's end is the caller's
    return lines;
}

} // namespace netsmith::cli
