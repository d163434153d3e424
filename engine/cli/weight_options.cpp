#include "engine/cli/weight_options.h"

#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"
#include "engine/predict/weight_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::cli {
namespace {

using interop::WeightRow;

std::string tensorsOf(const WeightRow& row)
{
    std::string text;
    for (const std::string& name : row.tensors)
        text += (text.empty() ? "" : row.isFound() ? " + " : " or ") + visibleText(name);
    return text;
}

Json rowJson(const WeightRow& row, interop::Framework framework)
{
    Json json{{"layer", row.weight.layer},
              {"weight", row.weight.name},
              {"shape", row.weight.shape.sizes()},
              {"found", interop::idOf(row.found)},
              {"tensors", row.tensors}};
    if (row.tensors.empty())
        return json;
    json["tensor_shape"] = row.shape.sizes();
    if (!row.stored.empty())
        json["stored"] = row.stored;
    json["conversion"] = Json::array();
    for (const Message& words : row.conversion.words(framework))
        json["conversion"].push_back(words.text());
    return json;
}

/// "transposed, rows from C,H,W to H,W,C, from float16".
std::string conversionText(const WeightRow& row, interop::Framework framework)
{
    std::string text;
    for (const Message& words : row.conversion.words(framework))
        text += (text.empty() ? "" : ", ") + words.text();
    if (!row.stored.empty())
        text += (text.empty() ? "from " : ", from ") + visibleText(row.stored);
    return text;
}

} // namespace

void addMatchingOptions(CLI::App& command, WeightOptions& options, const std::string& name)
{
    const std::string prefix = name.empty() ? "--" : "--" + name + "-";
    command
        .add_option(prefix + "map", options.changes,
                    "Fill a weight with this tensor of the file; without a tensor (=dense_2) a layer keeps its random weights; may "
                    "be repeated")
        ->type_name("TENSOR=LAYER/WEIGHT")
        ->allow_extra_args(false);
    command.add_option(prefix + "layout", options.layout, "Whose layout the file has, if it does not say")
        ->check(CLI::IsMember({"keras", "pytorch", "onnx", "tflite", "darknet"}));
}

std::optional<InitialWeights> chosenWeights(const Project& project, const WeightOptions& options, const std::string& dataDir)
{
    std::optional<InitialWeights> weights = initialWeightsOf(project);
    if (!options.path.empty())
        weights = InitialWeights{.path = std::filesystem::absolute(options.path).lexically_normal().string()};
    if (!weights)
        return weights;
    weights = located(std::move(*weights), data::dataPaths(dataDir));
    if (!options.layout.empty())
        weights->layout = options.layout;
    weights->changes.insert(weights->changes.end(), options.changes.begin(), options.changes.end());
    return weights;
}

void showMatching(Console& console, const InitialWeights& from, const train::WeightMatching& weights, bool brief)
{
    const interop::Matching& matching = weights.matching;
    const auto problem = matching.problem(from.path);
    Json json{{"file", from.path},
              {"format", weights.file.format},
              {"layout", interop::idOf(matching.framework)},
              {"found", matching.foundCount()},
              {"weights", matching.rows.size()},
              {"ok", !problem},
              {"rows", Json::array()},
              {"unused", Json::array()},
              {"heads", matching.heads}};
    for (const WeightRow& row : matching.rows)
        json["rows"].push_back(rowJson(row, matching.framework));
    for (const interop::UnusedTensor& tensor : matching.unused)
        json["unused"].push_back({{"tensor", tensor.name}, {"shape", tensor.shape.sizes()}, {"is_weight", tensor.isWeight}});
    std::vector<Message> notes = matching.notes();
    notes.insert(notes.begin(), weights.file.notes.begin(), weights.file.notes.end());
    json["notes"] = Json::array();
    for (const Message& note : notes)
        json["notes"].push_back(note.text());
    console.event("match", json);

    const bool plain = std::ranges::all_of(matching.rows, [](const WeightRow& row) {
        return row.found == WeightRow::Found::name && row.conversion.isIdentity() && row.stored.empty();
    });
    if (!brief || !plain) {
        using enum Table::Align;
        Table table({left, left, left, left, left, left}, 2);
        table.add({"weight", "shape", "found", "tensor", "shape", "conversion"});
        for (const WeightRow& row : matching.rows)
            table.add({row.weight.id(), row.weight.shape.text(), interop::wordsOf(row.found).text(), tensorsOf(row),
                       row.tensors.empty() ? "" : row.shape.text(), row.isFound() ? conversionText(row, matching.framework) : ""});
        console.print(table.text());
    }
    console.line(fmt::format("{} of {} weights from {} ({}, in the layout of {})", matching.foundCount(), matching.rows.size(),
                             from.path, weights.file.format, interop::idOf(matching.framework)));
    for (const Message& note : notes)
        console.line(note.text());
}

} // namespace netsmith::cli
