#include "gui/compare/compare_words.h"

#include "gui/compare/compare_panel.h"
#include "gui/compare/compare_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString betweenWords = u" · "_s;

} // namespace

QString stateText(const CompareSession& session, std::size_t index)
{
    const std::vector<runs::VariantResult>& results = session.results();
    if (index < results.size())
        return results[index].error  ? ComparePanel::tr("failed")
            : results[index].stopped ? ComparePanel::tr("stopped")
                                     : ComparePanel::tr("done");
    if (!session.isLive())
        return ComparePanel::tr("not trained");
    if (index > results.size())
        return session.state() == CompareSession::State::stopping ? ComparePanel::tr("not trained") : ComparePanel::tr("waiting");
    const CompareProgress& progress = session.progress();
    if (progress.run.empty())
        return ComparePanel::tr("preparing");
    return percentText(static_cast<double>(progress.step) / static_cast<double>(std::max<std::int64_t>(progress.totalSteps, 1)), 0);
}

QString progressText(const CompareSession& session)
{
    const std::size_t index = session.results().size();
    switch (session.state()) {
    case CompareSession::State::idle:
    case CompareSession::State::ended: return {};
    case CompareSession::State::stopping: return ComparePanel::tr("Stopping…");
    case CompareSession::State::running: break;
    }
    if (index >= session.variants().size())
        return {};
    const CompareProgress& progress = session.progress();
    QString text =
        ComparePanel::tr("%1 of %2: %3", "which training, of how many, and its name")
            .arg(countText(static_cast<std::int64_t>(index) + 1), countText(static_cast<std::int64_t>(session.variants().size())),
                 messageText(session.variants()[index].name));
    if (!progress.run.empty())
        text += betweenWords + ComparePanel::tr("epoch %1 of %2").arg(countText(progress.epoch), countText(progress.epochs));
    else if (!progress.words.id().empty())
        text += betweenWords + messageText(progress.words);
    if (const std::optional<double> left = session.secondsLeft())
        text += betweenWords + ComparePanel::tr("about %1 left").arg(durationText(std::max(*left, 1.0)));
    return text;
}

} // namespace netsmith::gui
