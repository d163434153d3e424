#include "engine/inspect/embeddings/embedding.h"

#include "engine/inspect/embeddings/pca.h"

#include <fmt/format.h>

namespace netsmith::inspect {

std::string_view idOf(EmbeddingMethod method)
{
    return method == EmbeddingMethod::pca ? "pca" : "tsne";
}

Embedding embeddingOf(const LayerOutputs& outputs, const EmbeddingOptions& options)
{
    const bool isPca = options.method == EmbeddingMethod::pca;
    const bool isReduced = isPca || outputs.numbers.columns > reducedColumns;
    Embedding out{.method = options.method, .points = {}, .shares = {}};
    Pca pca = principalComponents(outputs.numbers, {.components = isPca || !isReduced ? 2 : reducedColumns, .stop = options.stop});
    if (pca.variances.front() <= 0.0)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("embedding.equal",
                       "the output of \"{0}\" is the same for all {1:sample|samples}, so it tells none from another; choose "
                       "another layer or another moment of the training"),
            outputs.layer, outputs.numbers.rows);
    if (isReduced)
        out.shares = pca.shares;
    if (isPca) {
        for (std::int64_t i = 0; i < pca.scores.rows; ++i) {
            const std::span<const float> score = pca.scores.row(i);
            out.points.push_back({static_cast<double>(score[0]), static_cast<double>(score[1])});
        }
        return out;
    }
    Tsne places =
        tsne(isReduced ? pca.scores : outputs.numbers,
             {.perplexity = options.perplexity, .start = options.start, .progress = options.progress, .stop = options.stop});
    out.points = std::move(places.points);
    out.perplexity = places.perplexity;
    out.divergence = places.divergence;
    return out;
}

std::string sampleName(const LayerOutputs& outputs, std::size_t position)
{
    const std::int32_t sample = outputs.samples[position];
    return outputs.split.names.empty() ? std::to_string(sample) : outputs.split.names[static_cast<std::size_t>(sample)];
}

TableRows embeddingRows(const LayerOutputs& outputs, const Embedding& embedding)
{
    TableRows rows{{"index", "x", "y", "target", "prediction"}};
    const KnownTargets& known = outputs.known;
    for (std::size_t i = 0; i < embedding.points.size(); ++i)
        rows.push_back({sampleName(outputs, i), fmt::format("{:.9g}", embedding.points[i].x),
                        fmt::format("{:.9g}", embedding.points[i].y), known.any() ? known.textOf(known.targets[i]) : std::string(),
                        known.predictions.empty() ? std::string() : known.textOf(known.predictions[i])});
    return rows;
}

} // namespace netsmith::inspect
