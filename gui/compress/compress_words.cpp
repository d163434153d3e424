#include "gui/compress/compress_words.h"

#include "gui/compress/compress_page.h"
#include "gui/compress/compress_session.h"
#include "gui/compress/stage_draft.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString betweenFacts = u" · "_s;

/// The layers that were left in floats on purpose.
int floatLayersIn(const Json& how)
{
    if (!how.contains("layers") || !how["layers"].is_array())
        return 0;
    return static_cast<int>(std::ranges::count_if(how["layers"], [](const Json& layer) {
        return layer.is_object() && layer.contains("left") && layer["left"].is_boolean() && layer["left"].get<bool>();
    }));
}

/// "2.1×", "12×".
QString timesText(double factor)
{
    const int decimals = factor < 0.0995 ? 3 : factor < 0.995 ? 2 : factor < 9.95 ? 1 : 0;
    return CompressPage::tr("%1×", "a factor").arg(QLocale().toString(factor, 'f', decimals));
}

} // namespace

std::optional<double> numberIn(const Json& how, const char* key)
{
    if (!how.is_object())
        return std::nullopt;
    const auto found = how.find(key);
    return found != how.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

int countIn(const Json& how, const char* key)
{
    return static_cast<int>(std::clamp(numberIn(how, key).value_or(0.0), 0.0, 1e9));
}

QString changeText(const compress::ChainRun& run)
{
    if (run.change.empty())
        return CompressPage::tr("Original");
    const Json& how = run.how;
    const auto share = [&](const char* key) { return percentText(numberIn(how, key).value_or(0.0), 0); };
    if (run.change == "prune" && how.contains("plan") && how.contains("flops_before") && numberIn(how, "flops"))
        return CompressPage::tr("%1 of the FLOPs removed, by sensitivity")
            .arg(percentText(1.0 - *numberIn(how, "flops") / std::max(numberIn(how, "flops_before").value_or(1.0), 1.0), 0));
    if (run.change == "prune" && how.contains("shares")) // each layer has its own
        return CompressPage::tr("Channels removed, a share of each layer");
    if (run.change == "prune")
        return numberIn(how, "flops_share") ? CompressPage::tr("%1 of the FLOPs removed").arg(share("flops_share"))
                                            : CompressPage::tr("%1 of the channels removed").arg(share("share"));
    if (run.change == "factorize")
        return numberIn(how, "energy_share") ? CompressPage::tr("Layers split, %1 of the energy kept").arg(share("energy_share"))
                                             : CompressPage::tr("Layers split, %1 of the rank kept").arg(share("rank_share"));
    if (run.change == "sparsify" && how.contains("pattern"))
        return CompressPage::tr("Two of four weights zero (2:4)");
    if (run.change == "sparsify" && how.contains("gradual"))
        return CompressPage::tr("%1 of the weights gradually zero").arg(share("sparsity"));
    if (run.change == "sparsify")
        return CompressPage::tr("%1 of the weights zero").arg(share("sparsity"));
    if (run.change == "cluster")
        return CompressPage::tr("%n value(s) in each kernel", nullptr, countIn(how, "clusters"));
    if (run.change == "distill" && how.contains("teacher_layers"))
        return CompressPage::tr("A student beside its teacher");
    if (run.change == "distill")
        return CompressPage::tr("Distilled at temperature %1").arg(numberText(numberIn(how, "temperature").value_or(1.0)));
    const auto mode = how.find("quantization");
    const auto isMode = [&](const char* id) { return mode != how.end() && mode->is_string() && mode->get<std::string>() == id; };
    const auto format = how.find("format");
    const bool isOther = format != how.end() && format->is_string() && format->get<std::string>() != "int8";
    const QString text = isMode("static") ? CompressPage::tr("8 bits, static")
        : isMode("dynamic")               ? CompressPage::tr("8 bits, dynamic")
        : isOther ? CompressPage::tr("Weights in %1", "a format of numbers").arg(fromStd(format->get<std::string>()))
                  : CompressPage::tr("8 bits, weights only");
    const int floats = floatLayersIn(how);
    return floats > 0 ? CompressPage::tr("%1; %n layer(s) in floats", "what was rounded", floats).arg(text) : text;
}

QString factorText(double amount, double original)
{
    return original > 0.0 ? timesText(amount / original) : QString();
}

bool isAsFast(double seconds, double original)
{
    return std::abs(std::log(original / seconds)) < std::log(1.05);
}

QString speedText(double seconds, double original)
{
    if (seconds <= 0.0 || original <= 0.0)
        return {};
    if (isAsFast(seconds, original))
        return CompressPage::tr("as fast");
    return seconds < original ? CompressPage::tr("%1 faster", "a factor").arg(timesText(original / seconds))
                              : CompressPage::tr("%1 slower", "a factor").arg(timesText(seconds / original));
}

QString pointsText(double share, double original)
{
    const double points = (share - original) * 100.0;
    const QString number = QLocale().toString(std::abs(points), 'f', 1);
    const QChar sign = points < 0.0 ? u'−' : u'+';
    return std::abs(points) < 0.05 ? CompressPage::tr("the same")
                                   : CompressPage::tr("%1 points", "percentage points").arg(sign + number);
}

QString progressText(const CompressSession& session)
{
    if (session.state() == CompressSession::State::stopping)
        return CompressPage::tr("Stopping…");
    if (!session.isLive())
        return {};
    const std::size_t stage = session.stage(), count = session.stages().size();
    const CompressProgress& progress = session.progress();
    QString text = stage < count
        ? CompressPage::tr("%1 of %2: %3", "which stage, of how many, and its name")
              .arg(countText(static_cast<std::int64_t>(stage) + 1), countText(static_cast<std::int64_t>(count)),
                   stageTitle(std::string(compress::idOf(session.stages()[stage].change))))
        : CompressPage::tr("Timing all of them");
    if (progress.training)
        text += betweenFacts + CompressPage::tr("epoch %1 of %2").arg(countText(progress.epoch), countText(progress.epochs));
    else if (!progress.words.id().empty())
        text += betweenFacts + messageText(progress.words);
    if (progress.secondsLeft)
        text += betweenFacts + CompressPage::tr("about %1 left").arg(durationText(std::max(*progress.secondsLeft, 1.0)));
    return text;
}

} // namespace netsmith::gui
