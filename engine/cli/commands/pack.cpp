#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/words/words.h"
#include "engine/core/ascii_case.h"
#include "engine/predict/packed_model.h"
#include "engine/report/run_export.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct PackOptions {
    std::string run;
    std::string file;
};

int run(Console& console, const PackOptions& options)
{
    if (!lowerAscii(options.file).ends_with(packedModelSuffix))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.pack.suffix", "the name of a packed model ends in .nsm, and {0} does not; name FILE.nsm"),
                    options.file);
    const report::ExportResult packed = report::exportRun(options.run, options.file, {});
    const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(options.file));
    console.event("packed",
                  {{"run", options.run},
                   {"checkpoint", packed.checkpoint.string()},
                   {"file", options.file},
                   {"bytes", bytes},
                   {"parameters", packed.parameters}});
    console.line(fmt::format("wrote {}: {}, {} parameters, the weights of step {}", options.file,
                             bytesText(static_cast<double>(bytes)), packed.parameters, packed.step));
    return 0;
}

} // namespace

void addPack(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "pack", "Pack a trained network into one file, for programs that only predict");
    const auto options = std::make_shared<PackOptions>();
    command.add_option("RUN", options->run, "The run's folder, or one of its checkpoints")->required()->type_name(folderType);
    command
        .add_option("FILE", options->file,
                    "The new file, FILE.nsm: the graph, the weights, the names of the classes and how samples are prepared")
        ->required()
        ->type_name(fileType);
    command.footer("\"netsmith-run FILE.nsm INPUT\" predicts with it, without anything else of Netsmith; so do programs that use "
                   "libnetsmith-run, and \"netsmith-cli predict FILE.nsm INPUT\".");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
