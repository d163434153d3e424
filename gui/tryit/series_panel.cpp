#include "gui/tryit/series_panel.h"

#include "gui/widgets/number_text.h"

#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

SeriesPanel::SeriesPanel(QWidget* parent)
    : AskingPanel(u"series"_s, parent)
    , m_baseline(new TextLabel(TextRole::caption, u"secondary"_s, this))
    , m_title(new TextLabel(TextRole::number, u"secondary"_s, this))
    , m_stretch(new QSlider(Qt::Horizontal, this))
    , m_curves(new ForecastCurves(this))
{
    m_stretch->setObjectName(u"seriesStretch"_s);
    m_curves->setObjectName(u"seriesCurves"_s);
    m_baseline->setObjectName(u"seriesBaseline"_s);
    m_baseline->setWordWrap(true);
    m_title->setWordWrap(true);
    m_title->setBuddy(m_stretch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(m_baseline); // below the error that it refers to
    column->addWidget(m_note);
    column->addWidget(m_title);
    column->addWidget(m_stretch);
    column->addWidget(m_curves);
    column->addWidget(m_caption);
    column->addStretch(1);
    connect(m_stretch, &QSlider::valueChanged, this, &SeriesPanel::questionChanged);
    refresh();
}

void SeriesPanel::setStretches(qint64 count)
{
    m_count = count;
    forgetQuestion();
    forgetAnswer();
    m_curves->showTruth({}, {});
    {
        const QSignalBlocker quiet(m_stretch);
        m_stretch->setRange(0, static_cast<int>(std::clamp<qint64>(count - 1, 0, std::numeric_limits<int>::max())));
        m_stretch->setPageStep(std::max(1, m_stretch->maximum() / 20));
        m_stretch->setValue(m_stretch->maximum() / 2); // in the middle, with values before it
    }
    questionChanged();
}

void SeriesPanel::next()
{
    if (m_count > 0)
        m_stretch->setValue(m_stretch->value() < m_stretch->maximum() ? m_stretch->value() + 1 : 0);
}

QStringList SeriesPanel::question()
{
    if (m_count > 0)
        return {QString::number(m_stretch->value())};
    Q_EMIT seriesWanted();
    return {};
}

void SeriesPanel::ask()
{
    Q_EMIT asked(m_stretch->value());
}

void SeriesPanel::showTruth(ForecastCurves::Curve past, ForecastCurves::Curve future)
{
    m_curves->showTruth(std::move(past), std::move(future));
    m_baselineWords = {};
    refresh();
}

void SeriesPanel::showForecast(ForecastCurves::Curve forecast, const QString& run, qint64 step, std::function<QString()> baseline)
{
    m_curves->showForecast(std::move(forecast));
    m_baselineWords = std::move(baseline);
    answered(run, step);
}

void SeriesPanel::refresh()
{
    if (!isReady()) {
        forgetAnswer();
        showNote(tr("No network has been trained yet. Press Run: it forecasts while it learns."));
    } else {
        showNote(m_count == 0 ? tr("Reading the series") : QString());
    }
    const bool chosen = isReady() && m_count > 0;
    m_title->setVisible(chosen);
    m_title->setText(tr("Window %1 of %2").arg(countText(m_stretch->value() + 1), countText(m_count)));
    m_stretch->setVisible(chosen);
    m_stretch->setAccessibleName(tr("Window of the series"));
    m_baseline->setText(chosen && isAnswered() && m_baselineWords ? m_baselineWords() : QString());
    m_baseline->setVisible(!m_baseline->text().isEmpty());
    m_curves->setVisible(chosen);
    m_curves->setAccessibleName(tr("What the network forecasts"));
    m_caption->setVisible(chosen && isAnswered());
}

} // namespace netsmith::gui
