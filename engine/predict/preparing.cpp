#include "engine/predict/preparing.h"

#include "engine/fields/watch.h"

namespace netsmith {

void PreparingWatch::tell(PreparingStage stage, const Message& words, std::int64_t done, std::int64_t total) const
{
    throwIfStopped();
    if (report)
        report({stage, words, done, total});
}

void PreparingWatch::throwIfStopped() const
{
    data::Watch{.report = {}, .stop = stop}.throwIfStopped();
}

} // namespace netsmith
