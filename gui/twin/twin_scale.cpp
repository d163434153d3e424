#include "gui/twin/twin_scale.h"

#include "gui/plots/curve_plot.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int scaleHeight = 120;

} // namespace

TwinScale::TwinScale(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::captionStrong, u"secondary"_s))
    , m_plot(new CurvePlot)
{
    setObjectName(u"twinScale"_s);
    m_title->setObjectName(u"twinScaleTitle"_s);
    m_title->setWordWrap(true);
    m_plot->setObjectName(u"twinScalePlot"_s);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_plot);
    connect(&Theme::instance(), &Theme::changed, this, &TwinScale::applyTheme);
    retranslate();
    applyTheme();
    hide();
}

void TwinScale::retranslate()
{
    m_plot->setQuantity({"loss_scale", tr("Loss scale"), Better::neither, false, true});
    m_plot->setX(CurveX::step, false);
    showCurves();
}

void TwinScale::applyTheme()
{
    m_plot->applyTheme();
    m_plot->setFixedHeight(Theme::instance().scaled(scaleHeight));
    showCurves();
}

void TwinScale::clear()
{
    m_plot->setCurves({}); // before the series are destroyed
    m_scale = {};
    m_skips = {};
    m_next.reset();
    m_skipped = 0;
    hide();
}

void TwinScale::add(std::span<const twin::TwinStep> steps)
{
    for (const twin::TwinStep& step : steps) {
        if (!step.lossScale)
            return;
        const bool skipped = step.skipped > m_skipped;
        const double used = m_next.value_or(skipped ? *step.lossScale * 2 : *step.lossScale);
        const CurvePoint point{step.step, static_cast<double>(step.step), static_cast<double>(step.step), used};
        m_scale.append(std::span(&point, 1));
        if (skipped)
            m_skips.append(std::span(&point, 1));
        m_next = step.lossScale;
        m_skipped = step.skipped;
    }
    showCurves();
}

void TwinScale::showCurves()
{
    const Theme& theme = Theme::instance();
    const auto skipped = static_cast<int>(m_skips.size());
    QString title = tr("Loss scale");
    if (skipped > 0)
        title += u" · "_s + tr("%n step(s) skipped", nullptr, skipped);
    m_title->setText(title);
    setVisible(!m_scale.empty());
    if (m_scale.empty())
        return;
    m_plot->setCurves({{&m_scale, CurveKind::plain, title, theme.color(Token::accent)},
                       {&m_skips, CurveKind::marks, title, theme.color(Token::bad)}});
    m_plot->setSight(QCPRange(0.0, std::max(1.0, m_scale.x(CurveX::step).back())));
    m_plot->setAccessibleDescription(title);
    m_plot->refresh();
}

} // namespace netsmith::gui
