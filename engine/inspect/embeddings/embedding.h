#pragma once

#include "engine/inspect/embeddings/layer_outputs.h"
#include "engine/inspect/embeddings/tsne.h"
#include "engine/inspect/predictions/prediction_tables.h"

namespace netsmith::inspect {

enum class EmbeddingMethod {
    tsne,
    pca,
};
inline constexpr int embeddingMethods = 2;
/// "tsne", "pca".
std::string_view idOf(EmbeddingMethod method);

inline constexpr double leastPerplexity = 2.0;
inline constexpr double mostPerplexity = 500.0;
inline constexpr int reducedColumns = 50; ///< principal components that t-SNE is given, if there are more columns

struct EmbeddingOptions {
    EmbeddingMethod method = EmbeddingMethod::tsne;
    double perplexity = 30.0; ///< of t-SNE
    std::vector<PlanePoint> start{}; ///< places that t-SNE moves on from; empty: the first principal components
    std::function<void(const TsneProgress&)> progress{};
    std::stop_token stop{};
};

/// Samples as points of a plane.
struct Embedding {
    EmbeddingMethod method = EmbeddingMethod::tsne;
    std::vector<PlanePoint> points; ///< of each sample
    std::vector<double> shares; ///< of the variance, along the axes of the components: two, or those that t-SNE was given
    double perplexity = 0.0; ///< of t-SNE, as used
    double divergence = 0.0; ///< of t-SNE
};

/// Throws `embedding.equal` if the layer makes the same of all samples, and what `tsne` and `principalComponents` say. Memory: as
/// much again as the outputs, and about 5 kB a sample at the usual perplexity.
Embedding embeddingOf(const LayerOutputs& outputs, const EmbeddingOptions& options);

/// index, x, y, target, prediction: of each sample, by its number or name.
TableRows embeddingRows(const LayerOutputs& outputs, const Embedding& embedding);

/// A sample as its file is named, or its number in its split.
std::string sampleName(const LayerOutputs& outputs, std::size_t position);

} // namespace netsmith::inspect
