#include "gui/plots/plot_toolbar.h"

#include "gui/plots/machine_choice.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int smoothingSteps = 120;

/// Evenly spaced slider positions give evenly growing smoothing lengths: 0 … 0.9 … 0.99 … 0.999.
double smoothingAt(int mark)
{
    return 1.0 - std::pow(10.0, -3.0 * mark / smoothingSteps);
}

QToolButton* quietButton(const QString& name, bool checkable, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setProperty("class", u"quiet"_s);
    button->setCheckable(checkable);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QWidget* group(std::initializer_list<QWidget*> controls, int gap)
{
    auto* widget = new QWidget;
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    for (QWidget* control : controls)
        row->addWidget(control);
    return widget;
}

} // namespace

PlotToolbar::PlotToolbar(QWidget* parent)
    : QWidget(parent)
    , m_smoothingLabel(new QLabel(this))
    , m_smoothing(new QSlider(Qt::Horizontal, this))
    , m_smoothingValue(new QLabel(this))
    , m_x(new QComboBox(this))
    , m_logX(quietButton(u"plotLogX"_s, true, this))
    , m_logY(quietButton(u"plotLogY"_s, true, this))
    , m_machine(new MachineChoice(this))
    , m_follow(quietButton(u"plotFollow"_s, true, this))
    , m_export(quietButton(u"plotExport"_s, false, this))
{
    connect(&Theme::instance(), &Theme::changed, this,
            &PlotToolbar::showSmoothing); // a style sheet that is set again resets the font
    m_smoothing->setObjectName(u"plotSmoothing"_s);
    m_smoothing->setRange(0, smoothingSteps);
    m_smoothing->setPageStep(smoothingSteps / 6);
    m_smoothing->setValue(52); // 0.95
    m_smoothing->setFixedWidth(120);
    m_smoothingLabel->setBuddy(m_smoothing);
    m_smoothingLabel->setProperty("class", u"secondary"_s);
    m_smoothingValue->setProperty("class", u"secondary"_s);
    m_x->setObjectName(u"plotAxis"_s);
    m_x->setSizeAdjustPolicy(QComboBox::AdjustToContents); // also when the language changes
    for (int i = 0; i < 3; ++i)
        m_x->addItem(QString());
    m_follow->setChecked(true);

    auto* rows = new WrapLayout(12, 4, WrapLayout::Last::atEnd);
    rows->setContentsMargins(12, 4, 8, 4);
    rows->addWidget(group({m_smoothingLabel, m_smoothing, m_smoothingValue}, 8));
    rows->addWidget(m_machine); // here two rows hold all in large texts
    rows->addWidget(group({m_x, m_logX, m_logY}, 4));
    rows->addWidget(group({m_follow, m_export}, 4));
    setLayout(rows);

    connect(m_smoothing, &QSlider::valueChanged, this, [this] {
        showSmoothing();
        Q_EMIT smoothingChanged();
    });
    connect(m_x, &QComboBox::currentIndexChanged, this, &PlotToolbar::axesChanged);
    connect(m_logX, &QToolButton::toggled, this, &PlotToolbar::axesChanged);
    connect(m_logY, &QToolButton::toggled, this, &PlotToolbar::axesChanged);
    connect(m_follow, &QToolButton::toggled, this, &PlotToolbar::followToggled);
    connect(m_export, &QToolButton::clicked, this, &PlotToolbar::exportWanted);
    retranslate();
}

double PlotToolbar::smoothing() const
{
    return smoothingAt(m_smoothing->value());
}

CurveX PlotToolbar::x() const
{
    static constexpr CurveX order[] = {CurveX::epoch, CurveX::step, CurveX::seconds};
    return order[m_x->currentIndex()];
}

bool PlotToolbar::logarithmicX() const
{
    return m_logX->isChecked();
}

bool PlotToolbar::logarithmicY() const
{
    return m_logY->isChecked();
}

bool PlotToolbar::follows() const
{
    return m_follow->isChecked();
}

void PlotToolbar::setFollows(bool follows)
{
    const QSignalBlocker quiet(m_follow);
    m_follow->setChecked(follows);
}

void PlotToolbar::setExportEnabled(bool enabled)
{
    m_export->setEnabled(enabled);
}

void PlotToolbar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PlotToolbar::showSmoothing()
{
    const QFont font = Theme::instance().font(TextRole::numberCaption);
    if (m_smoothingValue->font() != font)
        m_smoothingValue->setFont(font);
    m_smoothingValue->setText(QLocale().toString(smoothing(), 'f', smoothing() < 0.99 ? 2 : 3));
    m_smoothingValue->setMinimumWidth(QFontMetrics(font).horizontalAdvance(u"0.000"_s));
}

void PlotToolbar::retranslate()
{
    m_smoothingLabel->setText(tr("Smoothing"));
    m_smoothing->setAccessibleName(tr("Smoothing of the training curves"));
    m_smoothing->setToolTip(tr(
        "How strongly each point of a training curve is averaged with those before it. The measured values stay faintly visible."));
    m_x->setItemText(0, tr("By epoch"));
    m_x->setItemText(1, tr("By step"));
    m_x->setItemText(2, tr("By time"));
    m_x->setAccessibleName(tr("Horizontal axis"));
    m_x->setToolTip(tr("What the horizontal axis counts."));
    m_logX->setText(tr("Log x"));
    m_logX->setToolTip(tr("Use a logarithmic scale for the horizontal axis."));
    m_logY->setText(tr("Log y"));
    m_logY->setToolTip(tr("Use a logarithmic scale for the vertical axis."));
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keep the whole run in view as it trains. Zooming in by box, wheel or + turns this off; double-click a "
                            "plot to turn it back on."));
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Save the plots as a PNG picture."));
    showSmoothing();
}

} // namespace netsmith::gui
