#pragma once

#include "engine/graph/graph.h"
#include "engine/predict/prediction.h"

namespace netsmith::data {

/// What a trained network takes and returns, for other programs:
///
///     title, parameters, precision, epoch, step, figures   of the network and the end of its training
///     inputs    name; kind: "picture", "text", "rows", "series", "numbers"; type and shape of a sample; classes: how many, of
///     tokens
///               and class numbers; columns: the names of a table's, in order
///     outputs   name; target: the field that it learned; shape; kind: "probabilities", "logits", "scores", "numbers"; classes:
///     their
///               names, except tokens
Json describe(const Predictor& predictor);

} // namespace netsmith::data
