#include "gui/app/asking/sample_text.h"

#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"
#include "gui/training/prediction.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <span>

namespace netsmith::gui {
namespace {

struct SampleWords {
    Q_DECLARE_TR_FUNCTIONS(SampleWords)
};

QString classText(const data::FieldSpec& spec, std::int64_t number)
{
    if (number >= 0 && number < std::ssize(spec.classNames))
        return engineText(spec.classNames[static_cast<std::size_t>(number)]);
    if (spec.vocabulary)
        return fromStd(spec.vocabulary->shown(static_cast<std::int32_t>(number)));
    return countText(number);
}

SampleVerdict verdictOfClass(const QString& title, const data::FieldSpec& spec, double number, const std::vector<float>* values)
{
    using Verdict = TryItPages::Verdict;
    const auto is = static_cast<std::int64_t>(number);
    const auto classes = static_cast<std::size_t>(spec.classes);
    const QString truth = spec.vocabulary ? SampleWords::tr("%1 continues with “%2”").arg(title, classText(spec, is))
                                          : SampleWords::tr("%1 is “%2”").arg(title, classText(spec, is));
    if (!values || values->size() < classes)
        return {Verdict::none, truth};
    // Of a sequence, the last step, which continues it.
    const std::span<const float> last = std::span(*values).last(classes);
    const std::int64_t said = std::ranges::max_element(last) - last.begin();
    if (said == is)
        return {Verdict::right, SampleWords::tr("%1: correct").arg(truth)};
    return {Verdict::wrong, SampleWords::tr("%1, not “%2”: wrong").arg(truth, classText(spec, said))};
}

} // namespace

QString sampleTitle(const JudgedSample& sample)
{
    const QString number = countText(sample.position + 1);
    switch (sample.kind) {
    case JudgedPart::Kind::test: return SampleWords::tr("Test sample %1").arg(number);
    case JudgedPart::Kind::validation: return SampleWords::tr("Validation sample %1").arg(number);
    case JudgedPart::Kind::training: return SampleWords::tr("Training sample %1").arg(number);
    }
    return {};
}

QString tokensText(const data::Field& tokens)
{
    std::vector<std::int32_t> ids;
    data::eachElement(tokens.spec.type, tokens.sample(0), [&](double number) {
        if (const auto id = static_cast<std::int32_t>(number); id != data::Vocabulary::padding)
            ids.push_back(id);
    });
    return tokens.spec.vocabulary ? fromStd(tokens.spec.vocabulary->text(ids)) : QString();
}

SampleVerdict verdictOf(const JudgedSample& sample, const data::Field& target, const DataSettings& settings,
                        const PredictionAnswer* answer)
{
    const QString title = sampleTitle(sample);
    const std::vector<double> truth = truthOf(target, 0, settings);
    const std::vector<float>* values = answer && !answer->outputs.empty() ? &answer->outputs.front().values : nullptr;
    if (target.spec.classes > 0 && !truth.empty())
        return verdictOfClass(title, target.spec, truth.back(), values);
    if (!values || values->size() != truth.size())
        return {.text =
                    truth.size() == 1 ? SampleWords::tr("%1: true value %2").arg(title, significantText(truth.front(), 4)) : title};
    double sum = 0.0;
    for (std::size_t i = 0; i < truth.size(); ++i)
        sum += std::abs(static_cast<double>((*values)[i]) - truth[i]);
    if (truth.size() == 1)
        return {
            .text =
                SampleWords::tr("%1: true value %2, error %3").arg(title, significantText(truth.front(), 4), significantText(sum))};
    return {.text =
                SampleWords::tr("%1: mean absolute error %2").arg(title, significantText(sum / static_cast<double>(truth.size())))};
}

} // namespace netsmith::gui
