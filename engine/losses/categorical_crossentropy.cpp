#include "engine/losses/crossentropy.h"
#include "engine/losses/losses.h"

namespace netsmith::loss {

LossSpec categoricalCrossentropy()
{
    LossSpec spec;
    spec.id = "categorical_crossentropy";
    spec.title = NS_TEXT("categorical_crossentropy", "Categorical cross-entropy");
    spec.shortTitle = NS_TEXT("categorical_crossentropy", "Cross-entropy");
    spec.doc = NS_TEXT("categorical_crossentropy",
                       "The cross-entropy −Σ t·log p of two distributions; the target is one vector a sample. A field of class "
                       "numbers is read as one-hot vectors.");
    spec.appliesSoftmax = true;
    spec.problem = [](const Shape& output, const Shape& target, int classes) -> std::optional<Message> {
        if (classes > 0)
            return classProblem(output, target, classes);
        if (target.rank() == 0)
            return Message(NS_MESSAGE("categorical_crossentropy.target",
                                      "the target is one number a sample, neither a class nor a vector of probabilities; take "
                                      "mean_squared_error for numbers"));
        return shapeProblem(output, target);
    };
    // The op reads class numbers as the one-hot vectors that they stand for, so none are ever written out.
    spec.lower = [](const ParameterMap&, LossCall& call) { lowerCrossentropy(call); };
    return spec;
}

} // namespace netsmith::loss
