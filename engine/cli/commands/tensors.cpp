#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"
#include "engine/inspect/activations/layer_summary.h"
#include "engine/interop/weights/weight_file.h"

#include <fmt/format.h>

#include <memory>

namespace netsmith::cli {
namespace {

int listTensors(Console& console, const std::string& path)
{
    const interop::WeightFile file = interop::readWeights(path).take();
    std::int64_t bytes = 0, numbers = 0;
    for (const interop::WeightTensor& tensor : file.tensors) {
        bytes += std::ssize(tensor.bytes);
        numbers += tensor.shape.elements();
    }
    Json notes = Json::array();
    for (const Message& note : file.notes)
        notes.push_back(note.text());
    console.event("file",
                  {{"path", path},
                   {"format", file.format},
                   {"framework", interop::idOf(file.framework)},
                   {"tensors", file.tensors.size()},
                   {"numbers", numbers},
                   {"bytes", bytes},
                   {"notes", notes}});
    console.line(fmt::format("{}: {}, {} tensor{}, {} numbers, {}", path, file.format, grouped(std::ssize(file.tensors)),
                             file.tensors.size() == 1 ? "" : "s", grouped(numbers), bytesText(static_cast<double>(bytes))));
    using enum Table::Align;
    Table table({left, left, left, right, right, right}, 2);
    table.add({"tensor", "type", "shape", "bytes", "least", "most"});
    std::int64_t notFinite = 0;
    for (const interop::WeightTensor& tensor : file.tensors) {
        const inspect::LayerSummary summary = inspect::summaryOf(interop::floatsOf(tensor));
        const bool anyFinite = summary.notFinite < summary.count;
        notFinite += summary.notFinite;
        console.event("tensor",
                      {{"name", tensor.name},
                       {"type", tensor.stored},
                       {"shape", tensor.shape.sizes()},
                       {"count", summary.count},
                       {"bytes", tensor.bytes.size()},
                       {"least", anyFinite ? Json(summary.least) : Json()},
                       {"most", anyFinite ? Json(summary.most) : Json()},
                       {"not_finite", summary.notFinite}});
        const auto figure = [&](double number) { return anyFinite ? fmt::format("{:.4g}", number) : "-"; };
        table.add({visibleText(tensor.name), tensor.stored, tensor.shape.text(), grouped(std::ssize(tensor.bytes)),
                   figure(summary.least), figure(summary.most)});
    }
    console.print(table.text());
    for (const Message& note : file.notes)
        console.note(note.text());
    if (notFinite > 0)
        console.warn(fmt::format("{} numbers are NaN or infinite", grouped(notFinite)));
    return 0;
}

} // namespace

void addTensors(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "tensors", "List the tensors in a file with weights of another program: names, types, shapes");
    const auto path = std::make_shared<std::string>();
    command.add_option("FILE", *path, "A checkpoint of PyTorch (.pt, .pth), a safetensors file, or arrays of NumPy (.npy, .npz)")
        ->required()
        ->type_name(fileType);
    command.footer(
        "Nothing in the file is run: a pickle that calls anything but PyTorch's own tensors is refused. The bytes are those "
        "in memory; the least and the most are of the finite numbers.");
    line.onRun(command, [&line, path] { return listTensors(line.console, *path); });
}

} // namespace netsmith::cli
