#include "gui/progress/run_progress.h"

#include "gui/training/training_words.h"
#include "gui/widgets/controls/refresh_pacer.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/share_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunProgress::RunProgress(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_state(new ElidedLabel(TextRole::bodyStrong, {}, this))
    , m_detail(new ElidedLabel(TextRole::number, u"secondary"_s, this))
    , m_left(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_bar(new ShareBar(this))
    , m_pacer(new RefreshPacer(this))
{
    setObjectName(u"runProgress"_s);
    m_state->setObjectName(u"runStateLabel"_s);
    m_left->setObjectName(u"runTimeLabel"_s);
    m_bar->setObjectName(u"runProgressBar"_s);
    m_detail->setObjectName(u"runDetailLabel"_s);
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // shrinks before the state does
    auto* line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(m_state);
    line->addWidget(m_detail, 1);
    line->addWidget(m_left);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(line);
    layout->addWidget(m_bar);

    connect(m_pacer, &RefreshPacer::refresh, this, &RunProgress::refresh);
    connect(&session, &TrainingSession::updated, m_pacer, &RefreshPacer::request);
    connect(&session, &TrainingSession::stateChanged, m_pacer, &RefreshPacer::requestAtOnce);
    refresh();
}

QSize RunProgress::sizeHint() const
{
    return {Theme::instance().scaled(300), QWidget::sizeHint().height()};
}

/// The state and the remaining time are never cut off.
QSize RunProgress::minimumSizeHint() const
{
    return {Theme::instance().scaled(170), QWidget::minimumSizeHint().height()};
}

double RunProgress::share() const
{
    const TrainingSnapshot& snapshot = m_session.snapshot();
    switch (m_session.state()) {
    case TrainingState::preparing:
        return snapshot.total > 0 ? static_cast<double>(snapshot.done) / static_cast<double>(snapshot.total) : -1.0;
    case TrainingState::idle:
    case TrainingState::preFlight: return 0.0;
    case TrainingState::finished: return 1.0;
    default: break;
    }
    const double share =
        snapshot.totalSteps > 0 ? static_cast<double>(snapshot.step) / static_cast<double>(snapshot.totalSteps) : 0.0;
    if (!snapshot.facts || !snapshot.facts->fold)
        return share;
    const runs::FoldPlace& place = *snapshot.facts->fold;
    return (static_cast<double>(place.fold - 1) + share) / static_cast<double>(place.folds);
}

void RunProgress::refresh()
{
    const TrainingState state = m_session.state();
    const TrainingHeadline headline = headlineOf(m_session);
    m_state->setText(headline.state);
    m_state->setTone(state == TrainingState::failed ? u"bad"_s : QString());
    m_detail->setText(headline.detail.isEmpty() ? QString() : tr("· %1", "more of how training stands").arg(headline.detail));
    m_left->setText(headline.left);
    const bool prepares = state == TrainingState::preparing;
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const std::int64_t parts = snapshot.facts && snapshot.facts->fold ? snapshot.facts->fold->folds : snapshot.epochs;
    m_bar->setShare(share(), prepares ? 1 : static_cast<int>(std::clamp<std::int64_t>(parts, 1, 1000)));
    const bool held = state == TrainingState::pausing || state == TrainingState::paused || state == TrainingState::stopping
        || state == TrainingState::stopped;
    m_bar->setMood(state == TrainingState::failed         ? ShareBar::Mood::bad
                       : state == TrainingState::finished ? ShareBar::Mood::good
                       : held                             ? ShareBar::Mood::neutral
                                                          : ShareBar::Mood::going);
    const QString sentence = sentenceOf(m_session);
    setToolTip(sentence);
    setAccessibleName(sentence);
    m_bar->setAccessibleName(tr("Progress of the run"));
}

void RunProgress::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
