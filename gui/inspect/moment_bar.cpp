#include "gui/inspect/moment_bar.h"

#include "engine/store/checkpoint_store.h"
#include "gui/training/training_session.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int wordsWidth = 150;

} // namespace

MomentBar::MomentBar(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_words(new ElidedLabel(TextRole::number, u"secondary"_s, this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_latest(new QPushButton(this))
    , m_fork(new QPushButton(this))
{
    setObjectName(u"momentBar"_s);
    m_slider->setObjectName(u"momentSlider"_s);
    m_latest->setObjectName(u"momentLatest"_s);
    m_fork->setObjectName(u"momentFork"_s);
    m_words->setObjectName(u"momentWords"_s);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setTickInterval(1);
    m_slider->setPageStep(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 8, 6);
    row->setSpacing(8);
    row->addWidget(m_words);
    row->addWidget(m_slider, 1);
    row->addWidget(m_latest);
    row->addWidget(m_fork);
    connect(m_slider, &QSlider::valueChanged, this, &MomentBar::choose);
    connect(m_latest, &QPushButton::clicked, this, [this] { m_slider->setValue(m_slider->maximum()); });
    connect(m_fork, &QPushButton::clicked, this, [this] { Q_EMIT forkWanted(checkpoint()); });
    connect(&session, &TrainingSession::stateChanged, this, &MomentBar::follow);
    connect(&session, &TrainingSession::runChanged, this, &MomentBar::follow);
    connect(&session, &TrainingSession::askedChanged, this, &MomentBar::follow);
    connect(&session, &TrainingSession::updated, this, [this] {
        constexpr int pause = 1000; // milliseconds
        if (!m_sinceLooked.isValid() || m_sinceLooked.elapsed() >= pause)
            follow();
    });
    connect(&Theme::instance(), &Theme::changed, this, &MomentBar::retranslate);
    retranslate();
    follow();
}

std::filesystem::path MomentBar::checkpoint() const
{
    if (m_steps.empty())
        return {};
    const auto place = std::min<std::size_t>(static_cast<std::size_t>(m_slider->value()), m_steps.size() - 1);
    return CheckpointStore(m_run / "checkpoints").at(m_steps[place]);
}

void MomentBar::follow()
{
    m_sinceLooked.start();
    const std::filesystem::path run = m_session.canPredict() ? movedTo(m_session.askedRun()) : std::filesystem::path();
    const std::vector<std::int64_t> steps =
        run.empty() ? std::vector<std::int64_t>() : CheckpointStore(run / "checkpoints").steps();
    m_run = run;
    m_steps = steps;
    const std::optional<std::int64_t> moment = m_session.moment();
    const auto shown = moment ? std::ranges::find(m_steps, *moment) : m_steps.end();
    if (!m_slider->isSliderDown() || static_cast<int>(m_steps.size()) != m_slider->maximum()) {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, static_cast<int>(m_steps.size()));
        m_slider->setValue(static_cast<int>(shown - m_steps.begin()));
    }
    if (moment && shown == m_steps.end())
        m_session.setMoment(std::nullopt); // it was not kept
    setVisible(!m_steps.empty());
    tell();
}

void MomentBar::choose(int place)
{
    const bool latest = place >= static_cast<int>(m_steps.size());
    m_session.setMoment(latest ? std::nullopt : std::optional(m_steps[static_cast<std::size_t>(place)]));
    tell();
}

void MomentBar::tell()
{
    const std::optional<std::int64_t> moment = m_session.moment();
    m_latest->setEnabled(moment.has_value());
    m_fork->setEnabled(moment.has_value() && !m_session.isLive());
    const auto& run = m_session.run();
    QString words = tr("Latest weights");
    if (moment) {
        const bool ofRun = run && run->stepsPerEpoch > 0 && movedTo(run->folder) == m_run;
        words = ofRun
            ? tr("Step %1, epoch %2")
                  .arg(countText(*moment), significantText(static_cast<double>(*moment) / static_cast<double>(run->stepsPerEpoch)))
            : tr("Step %1").arg(countText(*moment));
    }
    m_words->setText(words);
}

void MomentBar::retranslate()
{
    m_words->setFixedWidth(Theme::instance().scaled(wordsWidth));
    m_slider->setAccessibleName(tr("Moment of the training"));
    m_slider->setToolTip(tr("The kept checkpoints of the run: Try it and the layer outputs show the chosen one"));
    m_latest->setText(tr("Latest"));
    m_latest->setToolTip(tr("Show the latest weights again"));
    m_fork->setText(tr("Fork from here"));
    m_fork->setToolTip(
        tr("Start a new run from this moment. It goes on with the optimizer state of the run, so with unchanged settings "
           "it gives the same results. If the optimizer, batch, data, network or losses have changed, it "
           "starts from the weights alone."));
    tell();
}

void MomentBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange)
        retranslate();
}

} // namespace netsmith::gui
