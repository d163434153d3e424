#include "gui/tryit/series_panel.h"

#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int seriesMilliseconds = 1000 / 15; // between two questions

} // namespace

SeriesPanel::SeriesPanel(QWidget* parent)
    : QWidget(parent)
    , m_note(new NoteBox(NoteBox::Kind::info, {}, this))
    , m_title(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_stretch(new QSlider(Qt::Horizontal, this))
    , m_curves(new ForecastCurves(this))
    , m_caption(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
{
    setObjectName(u"seriesPanel"_s);
    m_note->setObjectName(u"seriesNote"_s);
    m_stretch->setObjectName(u"seriesStretch"_s);
    m_curves->setObjectName(u"seriesCurves"_s);
    m_caption->setObjectName(u"seriesCaption"_s);
    for (TextLabel* label : {m_title, m_caption})
        label->setWordWrap(true);
    m_title->setBuddy(m_stretch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_note);
    column->addWidget(m_title);
    column->addWidget(m_stretch);
    column->addWidget(m_curves);
    column->addWidget(m_caption);
    column->addStretch(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(seriesMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &SeriesPanel::ask);
    connect(m_stretch, &QSlider::valueChanged, this, [this] {
        m_problem.clear();
        refresh();
        soon();
    });
    refresh();
}

void SeriesPanel::setReady(bool ready)
{
    if (ready == m_ready)
        return;
    m_ready = ready;
    m_lastAsked = -1; // another network may answer now
    m_problem.clear();
    m_answeredBy.clear();
    refresh();
    soon();
}

void SeriesPanel::setStretches(qint64 count)
{
    m_count = count;
    m_lastAsked = -1;
    m_answeredBy.clear();
    m_problem.clear();
    m_curves->showTruth({}, {});
    {
        const QSignalBlocker quiet(m_stretch);
        m_stretch->setRange(0, static_cast<int>(std::clamp<qint64>(count - 1, 0, std::numeric_limits<int>::max())));
        m_stretch->setPageStep(std::max(1, m_stretch->maximum() / 20));
        m_stretch->setValue(m_stretch->maximum() / 2); // where there is something before it
    }
    refresh();
    soon();
}

void SeriesPanel::next()
{
    if (m_count > 0)
        m_stretch->setValue(m_stretch->value() < m_stretch->maximum() ? m_stretch->value() + 1 : 0);
}

void SeriesPanel::networkChanged()
{
    m_lastAsked = -1; // the same stretch may be forecast otherwise now
    if (isVisible())
        soon();
}

void SeriesPanel::soon()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void SeriesPanel::ask()
{
    if (!m_ready || !isVisible())
        return;
    if (m_count == 0) {
        Q_EMIT seriesWanted();
        return;
    }
    if (m_lastAsked == m_stretch->value())
        return;
    m_lastAsked = m_stretch->value();
    Q_EMIT asked(m_lastAsked);
}

void SeriesPanel::showTruth(ForecastCurves::Curve past, ForecastCurves::Curve future)
{
    m_curves->showTruth(std::move(past), std::move(future));
}

void SeriesPanel::showForecast(ForecastCurves::Curve forecast, const QString& run, qint64 step)
{
    m_problem.clear();
    m_answeredBy = run;
    m_answeredStep = step;
    m_curves->showForecast(std::move(forecast));
    refresh();
}

void SeriesPanel::showProblem(const QString& sentence)
{
    m_problem = sentence;
    refresh();
}

void SeriesPanel::refresh()
{
    QString note = m_problem;
    if (note.isEmpty() && !m_ready)
        note = tr("No network has been trained yet. Press Run: it forecasts while it learns.");
    else if (note.isEmpty() && m_count == 0)
        note = tr("Reading the series");
    m_note->setKind(m_problem.isEmpty() ? NoteBox::Kind::info : NoteBox::Kind::bad);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    const bool chosen = m_ready && m_count > 0;
    m_title->setVisible(chosen);
    m_title->setText(tr("Stretch %1 of %2").arg(countText(m_stretch->value() + 1), countText(m_count)));
    m_stretch->setVisible(chosen);
    m_stretch->setAccessibleName(tr("Stretch of the series"));
    m_curves->setVisible(chosen);
    m_curves->setAccessibleName(tr("What the network forecasts"));
    m_caption->setText(m_answeredBy.isEmpty() ? QString() : tr("%1, step %2").arg(m_answeredBy, countText(m_answeredStep)));
    m_caption->setVisible(chosen && !m_answeredBy.isEmpty());
}

void SeriesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    soon();
}

void SeriesPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
