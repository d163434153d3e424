#include "engine/train/generation/writing_settings.h"

#include <limits>

namespace netsmith::train {

const ParameterBuilder<WritingSettings>& writingParameters()
{
    using S = WritingSettings;
    static const auto all = [] {
        ParameterBuilder<S> settings;
        settings
            .integer("text_length", &S::length, NS_TEXT("generation", "Length"),
                     NS_TEXT("generation", "The number of characters or words to generate."))
            .range(1, 10000)
            .usual(20, 1000)
            .unit(NS_TEXT("unit", "tokens"))
            .real("temperature", &S::temperature, NS_TEXT("generation", "Temperature"),
                  NS_TEXT("generation", "0 takes the most likely token each time; higher values are more random."))
            .range(0.0, 1e9)
            .usual(0.2, 1.5)
            .integer("top_k", &S::topK, NS_TEXT("generation", "Top K"),
                     NS_TEXT("generation", "Samples only from this many of the most likely tokens; 0 for all."))
            .range(0, 1 << 20)
            .usual(0, 100)
            .real("top_p", &S::topP, NS_TEXT("generation", "Top P"),
                  NS_TEXT("generation",
                          "Samples only from the most likely tokens that together have this fraction of the probability."))
            .hard({0.0, 1.0, true, false})
            .usual(0.5, 1.0)
            .integer("text_seed", &S::seed, NS_TEXT("generation", "Seed"),
                     NS_TEXT("generation", "The same network, prompt and seed give the same text."))
            .range(0, std::numeric_limits<std::int32_t>::max());
        return settings;
    }();
    return all;
}

} // namespace netsmith::train
