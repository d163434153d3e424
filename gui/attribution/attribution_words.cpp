#include "gui/attribution/attribution_words.h"

#include "engine/fields/element.h"
#include "engine/fields/text/vocabulary.h"
#include "gui/data/sample_content.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

using Method = inspect::AttributionMethod;

struct AttributionWords {
    Q_DECLARE_TR_FUNCTIONS(AttributionWords)
};

} // namespace

QString methodTitle(Method method)
{
    switch (method) {
    case Method::saliency: return AttributionWords::tr("Saliency");
    case Method::inputGradient: return AttributionWords::tr("Input × gradient");
    case Method::integratedGradients: return AttributionWords::tr("Integrated gradients");
    case Method::gradCam: return AttributionWords::tr("Grad-CAM");
    case Method::occlusion: return AttributionWords::tr("Occlusion");
    }
    return {};
}

QString methodDoc(Method method)
{
    switch (method) {
    case Method::saliency:
        return AttributionWords::tr(
            "How strongly a small change of each part would move the score, whether up or down. Use it to see "
            "where the network is sensitive.");
    case Method::inputGradient:
        return AttributionWords::tr(
            "Each part times how steeply the score rises with it. It is fast, and the first choice for text.");
    case Method::integratedGradients:
        return AttributionWords::tr(
            "What each part added to the score on the way from the baseline to this sample; all parts together "
            "make the whole difference. The first choice for pictures and numbers.");
    case Method::gradCam:
        return AttributionWords::tr(
            "Where the maps of a layer found what speaks for the answer. It is coarse but steady: use it for "
            "objects in pictures.");
    case Method::occlusion:
        return AttributionWords::tr(
            "How far the score falls when a part is covered. It is slow, but needs no gradient: use it to check "
            "the other methods.");
    }
    return {};
}

QString methodRefusal(Method method)
{
    switch (method) {
    case Method::saliency:
    case Method::inputGradient:
        return AttributionWords::tr("Not for this network: it reads classes that no embedding turns into numbers. Use occlusion.");
    case Method::integratedGradients:
        return AttributionWords::tr(
            "Not for this network: there is nothing between two tokens. Use input × gradient or occlusion.");
    case Method::gradCam:
        return AttributionWords::tr(
            "Not for this network: no layer has maps, as convolutions of pictures have. Use another method.");
    case Method::occlusion: break;
    }
    return {};
}

QString targetName(const AttributionReport& report, std::int64_t target)
{
    if (!report.tellsClass())
        return AttributionWords::tr("number %1", "of an output").arg(countText(target + 1));
    const data::FieldSpec& spec = report.output.target;
    if (spec.vocabulary && spec.classNames.empty())
        return fromStd(spec.vocabulary->shown(static_cast<std::int32_t>(target)));
    return classTitle(spec, target);
}

QString answerText(const AttributionReport& report, std::int64_t target)
{
    const auto at = static_cast<std::size_t>(target);
    if (target < 0 || at >= report.explanation.answer.size())
        return {};
    const double value = report.explanation.answer[at];
    return report.tellsClass() && report.explanation.answersShares ? percentText(value) : significantText(value, 4);
}

QString truthText(const AttributionReport& report)
{
    const std::vector<data::Field>& fields = report.sample.fields;
    const auto truth =
        std::ranges::find(fields, report.output.target.name, [](const data::Field& field) { return field.spec.name; });
    if (!report.tellsClass() || truth == fields.end() || truth->spec.shape.elements() != 1)
        return {};
    return AttributionWords::tr("true class “%1”")
        .arg(targetName(report, static_cast<std::int64_t>(data::elementOf(truth->spec.type, truth->sample(0).data()))));
}

QString questionOf(const AttributionReport& report)
{
    const std::int64_t target = report.explanation.target;
    if (report.tellsClass())
        return AttributionWords::tr("Why “%1”?").arg(targetName(report, target));
    if (report.explanation.answer.size() == 1)
        return AttributionWords::tr("Why %1?").arg(answerText(report, 0));
    return AttributionWords::tr("Why is %1 of the output %2?").arg(targetName(report, target), answerText(report, target));
}

} // namespace netsmith::gui
