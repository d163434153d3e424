#include "gui/app/asking/mistakes.h"

#include "engine/fields/watch.h"
#include "engine/predict/prediction.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr std::int64_t askedAtOnce = 256;

/// A batch of samples, with one field for each input.
std::vector<data::Field> batchOf(const JudgedPart& part, const std::vector<data::FieldSpec>& inputs, std::int64_t first,
                                 std::int64_t count)
{
    std::vector<data::Field> batch;
    for (const data::FieldSpec& input : inputs) {
        const data::Field& field = part.split.field(input.name);
        data::FieldSpec spec = field.spec;
        spec.stride = 0;
        data::NewField made = data::makeField(spec, count);
        for (std::int64_t i = 0; i < count; ++i)
            std::ranges::copy(field.sample(part.samples[static_cast<std::size_t>(first + i)]), made.bytes + i * spec.sampleBytes());
        batch.push_back(std::move(made.field));
    }
    return batch;
}

/// The error of a prediction; none if it is right.
std::optional<Mistake> mistakeIn(const PredictedOutput& output, std::span<const float> numbers, const std::vector<double>& truth)
{
    const std::int64_t size = output.numbersAClass();
    if (size == 0) {
        const std::vector<double> said = readableNumbers(output, numbers);
        double sum = 0.0;
        for (std::size_t i = 0; i < std::min(said.size(), truth.size()); ++i)
            sum += std::abs(said[i] - truth[i]);
        return Mistake{.badness = sum / static_cast<double>(std::max<std::size_t>(truth.size(), 1))};
    }
    // Of a sequence, the last step, as shown elsewhere.
    const ClassAnswer answer = classAnswer(output, numbers.last(static_cast<std::size_t>(size)));
    const auto is = static_cast<std::int64_t>(truth.back());
    if (answer.best == is || is < 0 || is >= std::ssize(answer.values))
        return std::nullopt;
    const double best = answer.values[static_cast<std::size_t>(answer.best)];
    return Mistake{.badness = best - answer.values[static_cast<std::size_t>(is)],
                   .truth = output.nameOf(is),
                   .answer = output.nameOf(answer.best),
                   .share = best,
                   .isShare = answer.areShares};
}

bool isWorse(const Mistake& one, const Mistake& other)
{
    return one.badness != other.badness ? one.badness > other.badness : one.position < other.position;
}

} // namespace

Mistakes mistakesOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop,
                    const std::function<void(std::int64_t done, std::int64_t all)>& told)
{
    const JudgedPart part = judgedPartOf(run, dataDir, stop);
    Predictor predictor(run);
    const auto learnsField = [](const PredictedOutput& output) { return !output.target.name.empty(); };
    const auto judged = std::ranges::find_if(predictor.outputs(), learnsField);
    if (judged == predictor.outputs().end())
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("mistakes.no_field",
                       "no loss of the network has a data field as its target, so there is nothing to compare predictions with"));
    const auto index = static_cast<std::size_t>(judged - predictor.outputs().begin());
    const PredictedOutput& output = *judged;
    const data::Field& target = part.split.field(output.target.name);
    const auto size = static_cast<std::size_t>(output.shape.elements());
    Mistakes all{.kind = part.kind, .samples = std::ssize(part.samples), .tellsClass = output.numbersAClass() > 0};
    for (std::int64_t first = 0; first < all.samples; first += askedAtOnce) {
        data::Watch{{}, stop}.throwIfStopped();
        const std::int64_t count = std::min(askedAtOnce, all.samples - first);
        const std::vector<float> numbers = predictor.predict(batchOf(part, predictor.inputs(), first, count))[index];
        for (std::int64_t i = 0; i < count; ++i) {
            const auto one = std::span(numbers).subspan(static_cast<std::size_t>(i) * size, size);
            auto mistake =
                mistakeIn(output, one, truthOf(target, part.samples[static_cast<std::size_t>(first + i)], predictor.settings()));
            if (!mistake)
                continue;
            ++all.wrong;
            mistake->position = first + i;
            all.worst.push_back(std::move(*mistake));
            std::ranges::push_heap(all.worst, isWorse); // the least wrong first
            if (all.worst.size() > Mistakes::atMost) {
                std::ranges::pop_heap(all.worst, isWorse);
                all.worst.pop_back();
            }
        }
        if (told)
            told(first + count, all.samples);
    }
    std::ranges::sort(all.worst, isWorse);
    const data::Field& input = part.split.field(predictor.inputs().front().name);
    for (Mistake& mistake : all.worst) {
        const std::int32_t sample = part.samples[static_cast<std::size_t>(mistake.position)];
        mistake.content = contentOf(input, sample);
        if (!all.tellsClass) {
            const std::vector<double> truth = truthOf(target, sample, predictor.settings());
            mistake.truth = truth.size() == 1 ? std::to_string(truth.front()) : std::string();
        }
    }
    return all;
}

} // namespace netsmith::gui
