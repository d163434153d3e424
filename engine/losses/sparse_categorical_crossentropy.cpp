#include "engine/losses/crossentropy.h"
#include "engine/losses/losses.h"

namespace netsmith::loss {

LossSpec sparseCategoricalCrossentropy()
{
    LossSpec spec;
    spec.id = "sparse_categorical_crossentropy";
    spec.title = NS_TEXT("sparse_categorical_crossentropy", "Sparse categorical cross-entropy");
    spec.shortTitle = NS_TEXT("sparse_categorical_crossentropy", "Cross-entropy");
    spec.doc = NS_TEXT("sparse_categorical_crossentropy",
                       "How surprised the network is by the right class, −log p; the target is one class number a sample.");
    spec.appliesSoftmax = true;
    spec.problem = [](const Shape& output, const Shape& target, int classes) -> std::optional<Message> {
        if (classes == 0)
            return Message(NS_MESSAGE("sparse_categorical_crossentropy.target",
                                      "the target holds no classes; take categorical_crossentropy for vectors of probabilities or "
                                      "mean_squared_error for numbers"));
        return classProblem(output, target, classes);
    };
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerCrossentropy(call); };
    return spec;
}

} // namespace netsmith::loss
