#include "gui/training/run_progress.h"

#include "gui/training/share_bar.h"
#include "gui/training/refresh_pacer.h"
#include "gui/training/training_words.h"
#include "gui/widgets/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QGridLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunProgress::RunProgress(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_state(new QLabel(this))
    , m_left(new QLabel(this))
    , m_bar(new ShareBar(this))
    , m_pacer(new RefreshPacer(this))
{
    setObjectName(u"runProgress"_s);
    m_state->setObjectName(u"runStateLabel"_s);
    m_left->setObjectName(u"runTimeLabel"_s);
    m_bar->setObjectName(u"runProgressBar"_s);
    m_state->setTextFormat(Qt::RichText);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_left->setProperty("class", u"secondary"_s);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(6);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_state, 0, 0);
    layout->addWidget(m_left, 0, 1, Qt::AlignRight);
    layout->addWidget(m_bar, 1, 0, 1, 2);

    connect(m_pacer, &RefreshPacer::refresh, this, &RunProgress::refresh);
    connect(&session, &TrainingSession::updated, m_pacer, &RefreshPacer::request);
    connect(&session, &TrainingSession::stateChanged, m_pacer, &RefreshPacer::requestAtOnce);
    connect(&Theme::instance(), &Theme::changed, this, &RunProgress::applyTheme);
    applyTheme();
}

QSize RunProgress::sizeHint() const
{
    return {Theme::instance().scaled(300), QWidget::sizeHint().height()};
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
    default: return snapshot.totalSteps > 0 ? static_cast<double>(snapshot.step) / static_cast<double>(snapshot.totalSteps) : 0.0;
    }
}

void RunProgress::refresh()
{
    const TrainingState state = m_session.state();
    const TrainingHeadline headline = headlineOf(m_session);
    m_stateText = headline.state;
    m_detailText = headline.detail;
    m_left->setText(headline.left);
    const bool prepares = state == TrainingState::preparing;
    m_bar->setShare(share(), prepares ? 1 : static_cast<int>(std::clamp<std::int64_t>(m_session.snapshot().epochs, 1, 1000)));
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
    elide();
}

/// The detail gives way before the state.
void RunProgress::elide()
{
    const Theme& theme = Theme::instance();
    const Token color = m_session.state() == TrainingState::failed ? Token::bad : Token::text;
    const QString strong = u"<span style=\"color:%1; font-weight:600\">%2</span>"_s.arg(theme.color(color).name());
    const QFontMetrics bold(theme.font(TextRole::bodyStrong));
    const int room = m_state->width();
    if (m_detailText.isEmpty() || bold.horizontalAdvance(m_stateText) >= room) {
        m_state->setText(strong.arg(bold.elidedText(m_stateText, Qt::ElideRight, room).toHtmlEscaped()));
        return;
    }
    const QString dot = u" · "_s;
    const int rest = room - bold.horizontalAdvance(m_stateText) - m_state->fontMetrics().horizontalAdvance(dot);
    const QString detail = m_state->fontMetrics().elidedText(m_detailText, Qt::ElideRight, rest);
    m_state->setText(u"%1<span style=\"color:%2\">%3</span>"_s.arg(
        strong.arg(m_stateText.toHtmlEscaped()), theme.color(Token::textSecondary).name(), (dot + detail).toHtmlEscaped()));
}

void RunProgress::applyTheme()
{
    m_state->setFont(Theme::instance().font(TextRole::number));
    m_left->setFont(Theme::instance().font(TextRole::number));
    refresh();
}

void RunProgress::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

void RunProgress::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    elide();
}

} // namespace netsmith::gui
