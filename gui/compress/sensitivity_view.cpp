#include "gui/compress/sensitivity_view.h"

#include "gui/compress/compress_words.h"
#include "gui/training/training_words.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QBoxLayout>
#include <QEvent>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
SensitivityView::SensitivityView(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_layers(new TextLabel(TextRole::body, {}, this))
    , m_expected(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_plot(new SensitivityPlot(this))
{
    setObjectName(u"sensitivityView"_s);
    m_layers->setObjectName(u"sensitivityLayers"_s);
    m_expected->setObjectName(u"sensitivityExpected"_s);
    m_layers->setTextFormat(Qt::RichText);
    for (TextLabel* label : {m_layers, m_expected})
        label->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_expected);
    column->addWidget(m_plot);
    column->addWidget(m_layers);
    connect(&Theme::instance(), &Theme::changed, this, &SensitivityView::retranslate);
    retranslate();
    hide();
}

void SensitivityView::show(const std::vector<compress::ChainRun>& chain)
{
    std::optional<SensitivityCurves> curves;
    for (const compress::ChainRun& run : chain)
        if (auto found = sensitivityOf(run)) {
            curves = std::move(found);
            m_plan = run.how.at("plan");
        }
    setVisible(curves.has_value());
    if (!curves)
        return;
    m_plot->show(std::move(*curves));
    retranslate();
}

void SensitivityView::retranslate()
{
    m_title->setText(tr("What each layer can spare"));
    m_plot->setAccessibleName(tr("What the network is worth without channels of one layer"));
    const SensitivityCurves& curves = m_plot->curves();
    if (curves.layers.empty())
        return;
    QString layers;
    for (std::size_t i = 0; i < curves.layers.size(); ++i) {
        const SensitivityCurve& curve = curves.layers[i];
        const QString text = curve.chosen > 0.0
            ? tr("%1 −%2", "a layer, and the share of its channels that was removed").arg(curve.layer, percentText(curve.chosen, 0))
            : tr("%1 keeps all", "a layer").arg(curve.layer);
        layers += u"<span style=\"color:%1\">●</span>&nbsp;%2 &nbsp; "_s.arg(Theme::instance().color(distinctToken(i)).name(),
                                                                             text.toHtmlEscaped().replace(u' ', u"&nbsp;"_s));
    }
    m_layers->setText(layers);
    m_expected->setText(
        tr("Tried on %n validation sample(s) without any training. Dots: what was removed. If the layers lose together what each "
           "loses alone, this is expected before the training: %1",
           nullptr, countIn(m_plan, "samples"))
            .arg(tr("%1 %2 instead of %3", "a quantity and two values")
                     .arg(quantityTitle(curves.judged), quantityText(curves.judged, numberIn(m_plan, "expected").value_or(0.0)),
                          quantityText(curves.judged, numberIn(m_plan, "value").value_or(0.0)))));
}

void SensitivityView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
