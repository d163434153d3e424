#include "engine/cli/completion.h"

#include "engine/cli/terminal/help_format.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

constexpr const char* head = R"(# bash completion for {0}, made from its own command line by "{0} completion"
_netsmith_cli()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command= index
    COMPREPLY=()
    for ((index = 1; index < COMP_CWORD; ++index)); do
        case "$command ${{COMP_WORDS[index]}}" in
            {1}) command+="${{command:+ }}${{COMP_WORDS[index]}}" ;;
        esac
    done
    case "$command $previous" in
)";

constexpr const char* middle = R"(    esac
    case "$command" in
)";

constexpr const char* tail = R"(    esac
}}
complete -o filenames -F _netsmith_cli {0}
)";

std::string words(const std::string& list)
{
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")", list);
}

/// A command's name or a file, if a command with subcommands takes one itself.
std::string withFiles(const std::string& list)
{
    return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\"; compgen -f -- \"$current\")", list);
}

/// How to complete a value of this option; empty if unknown.
std::string completionOf(const CLI::Option& option)
{
    if (const std::vector<std::string> choices = choicesOf(option); !choices.empty())
        return words(CLI::detail::join(choices, " "));
    const std::string type = option.get_type_name();
    if (type == fileType)
        return R"(mapfile -t COMPREPLY < <(compgen -f -- "$current"))";
    if (type == folderType)
        return R"(mapfile -t COMPREPLY < <(compgen -d -- "$current"))";
    return {};
}

std::string spelled(const CLI::Option& option)
{
    std::string all;
    for (const std::string& name : option.get_lnames())
        all += (all.empty() ? "--" : " --") + name;
    return all;
}

/// The script's parts, gathered over the tree; a command's path is "data fetch", the program's own is empty.
struct Parts {
    std::string paths;
    std::string values;
    std::string commands;

    void gather(const CLI::App& app, const std::string& path)
    {
        std::string names;
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
            names += (names.empty() ? "" : " ") + command->get_name();
            paths += fmt::format("{}\"{} {}\"", paths.empty() ? "" : " | ", path, command->get_name());
            gather(*command, path.empty() ? command->get_name() : path + " " + command->get_name());
        }
        std::string options;
        std::string argument;
        for (const CLI::Option* option : app.get_options()) {
            if (option->get_positional()) {
                argument = completionOf(*option);
                continue;
            }
            options += (options.empty() ? "" : " ") + spelled(*option);
            if (option->get_items_expected_max() > 0) {
                const std::string value = completionOf(*option);
                values += fmt::format("        \"{} --{}\")\n            {}\n            return ;;\n", path,
                                      option->get_lnames().front(), value.empty() ? ":" : value);
            }
        }
        commands +=
            fmt::format("        \"{}\")\n            if [[ $current == -* ]]; then\n                {}\n", path, words(options));
        const std::string rest = names.empty() ? argument : argument.empty() ? words(names) : withFiles(names);
        if (!rest.empty())
            commands += fmt::format("            else\n                {}\n", rest);
        commands += "            fi ;;\n";
    }
};

} // namespace

std::string bashCompletion(const CLI::App& app)
{
    Parts parts;
    parts.gather(app, "");
    return fmt::format(head, app.get_name(), parts.paths) + parts.values + middle + parts.commands
        + fmt::format(tail, app.get_name());
}

} // namespace netsmith::cli
