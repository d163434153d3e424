#include "gui/doctor/diagnosis_row.h"

#include "gui/doctor/evidence_plot.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/labels/text_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int narrowWidth = 640; // narrower: the plot is below the words

QPushButton* makeLink(const QString& name, QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setObjectName(name);
    button->setProperty("class", u"link"_s);
    button->setStyleSheet(u"padding: 0;"_s); // aligned with the words above it
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

} // namespace

DiagnosisRow::DiagnosisRow(QWidget* parent)
    : QWidget(parent)
    , m_icon(new IconLabel(u"warning"_s, Token::careful, 16, this))
    , m_title(new TextLabel(TextRole::bodyStrong, {}, this))
    , m_finding(new TextLabel(TextRole::body, {}, this))
    , m_reason(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_advice(new TextLabel(TextRole::body, {}, this))
    , m_applied(new TextLabel(TextRole::body, u"muted"_s, this))
    , m_verbs(new QWidget(this))
    , m_remedy(makeLink(u"diagnosisRemedy"_s, m_verbs))
    , m_layer(makeLink(u"diagnosisLayer"_s, m_verbs))
    , m_plot(new EvidencePlot(this))
{
    m_title->setObjectName(u"diagnosisTitle"_s);
    m_finding->setObjectName(u"diagnosisFinding"_s);
    for (TextLabel* label : {m_title, m_finding, m_reason, m_advice, m_applied})
        label->setWordWrap(true);
    auto* verbs = new WrapLayout(20, 2);
    verbs->addWidget(m_remedy);
    verbs->addWidget(m_layer);
    verbs->setContentsMargins(0, 0, 0, 0);
    m_verbs->setLayout(verbs);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 10, 12, 10);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    connect(m_remedy, &QPushButton::clicked, this, &DiagnosisRow::remedyAsked);
    connect(m_layer, &QPushButton::clicked, this, &DiagnosisRow::layerAsked);
    connect(&Theme::instance(), &Theme::changed, this, &DiagnosisRow::place);
    place();
}

void DiagnosisRow::show(const inspect::Diagnosis& diagnosis, const QString& layer, inspect::RemedyState state)
{
    m_diagnosis = diagnosis;
    m_layerName = layer;
    m_state = state;
    setTexts();
}

void DiagnosisRow::setTexts()
{
    m_title->setText(messageText(titleOf(m_diagnosis.ailment)));
    m_finding->setText(messageText(m_diagnosis.finding));
    m_reason->setText(messageText(m_diagnosis.reason));
    m_advice->setText(messageText(m_diagnosis.advice));
    m_remedy->setVisible(m_diagnosis.remedy && m_state == inspect::RemedyState::open);
    if (m_diagnosis.remedy)
        m_remedy->setText(messageText(m_diagnosis.remedy->name));
    m_remedy->setToolTip(tr("Change this in the project; it can be undone"));
    m_applied->setVisible(m_diagnosis.remedy && m_state == inspect::RemedyState::applied);
    m_applied->setText(tr("Changed in the project: train again to see what it does"));
    m_layer->setVisible(!m_layerName.isEmpty());
    m_layer->setText(tr("Show %1", "a layer").arg(m_layerName));
    m_verbs->setVisible(m_remedy->isVisibleTo(m_verbs) || m_layer->isVisibleTo(m_verbs));
    m_layer->setToolTip(tr("Select this layer on the canvas"));
    m_plot->show(m_diagnosis.evidence);
}

void DiagnosisRow::place()
{
    auto* grid = static_cast<QGridLayout*>(layout());
    const bool isNarrow = width() < Theme::instance().scaled(narrowWidth);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_icon, m_title, m_finding, m_reason, m_advice, m_applied, m_remedy, m_layer, m_plot})
        grid->removeWidget(widget);
    grid->addWidget(m_icon, 0, 0, Qt::AlignTop);
    grid->addWidget(m_title, 0, 1);
    grid->addWidget(m_finding, 1, 1);
    grid->addWidget(m_reason, 2, 1);
    grid->addWidget(m_advice, 3, 1);
    grid->addWidget(m_applied, 4, 1);
    grid->addWidget(m_verbs, 5, 1);
    if (isNarrow)
        grid->addWidget(m_plot, 6, 1, Qt::AlignLeft);
    else
        grid->addWidget(m_plot, 0, 2, 6, 1, Qt::AlignTop);
}

void DiagnosisRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setTexts();
}

void DiagnosisRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

void DiagnosisRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance().color(Token::line));
}

} // namespace netsmith::gui
