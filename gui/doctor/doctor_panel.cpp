#include "gui/doctor/doctor_panel.h"

#include "gui/doctor/diagnosis_row.h"
#include "gui/document/node_text.h"
#include "gui/document/reveal.h"
#include "gui/training/training_session.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/icon_label.h"
#include "gui/widgets/labels/text_label.h"

#include <QDockWidget>
#include <QEvent>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// "res_1" and "conv" of "res_1/conv".
std::pair<std::string, std::string> placeAndId(const std::string& node)
{
    const std::size_t slash = node.rfind('/');
    return slash == std::string::npos ? std::pair(std::string(), node) : std::pair(node.substr(0, slash), node.substr(slash + 1));
}

} // namespace

DoctorPanel::DoctorPanel(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_scroll(new Scroller(this))
    , m_nothing(new QWidget(this))
    , m_nothingIcon(new IconLabel(u"ok"_s, Token::good, 16, m_nothing))
    , m_nothingText(new TextLabel(TextRole::body, u"secondary"_s, m_nothing))
{
    setObjectName(u"doctorPanel"_s);
    m_scroll->setObjectName(u"diagnoses"_s);
    auto* list = new QWidget;
    m_column = new QVBoxLayout(list);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addStretch();
    m_scroll->setWidget(list);

    m_nothingText->setObjectName(u"doctorNothing"_s);
    m_nothingText->setWordWrap(true);
    auto* line = new QHBoxLayout(m_nothing);
    line->setContentsMargins(24, 12, 24, 12);
    line->setSpacing(8);
    line->addWidget(m_nothingIcon);
    line->addWidget(m_nothingText, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_nothing, 1);
    connect(&session, &TrainingSession::updated, this, &DoctorPanel::follow);
    connect(&session, &TrainingSession::stateChanged, this, &DoctorPanel::refresh);
    connect(&session.document(), &Document::analysed, this, [this] {
        if (m_watches)
            refresh();
    });
    setTexts();
    refresh();
}

void DoctorPanel::setTexts()
{
    m_scroll->setAccessibleName(tr("Diagnoses"));
}

void DoctorPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    for (QWidget* around = parentWidget(); around && !m_dock; around = around->parentWidget())
        if ((m_dock = qobject_cast<QDockWidget*>(around)))
            connect(m_dock, &QDockWidget::visibilityChanged, this, &DoctorPanel::setWatching);
}

void DoctorPanel::setWatching(bool watches)
{
    if (std::exchange(m_watches, watches) == watches)
        return;
    m_session.setExamining(watches);
    if (watches) {
        m_diagnoses = m_session.snapshot().diagnoses;
        refresh();
    }
}

void DoctorPanel::follow()
{
    if (!m_watches || m_session.snapshot().diagnoses == m_diagnoses)
        return;
    m_diagnoses = m_session.snapshot().diagnoses;
    refresh();
}

DiagnosisRow* DoctorPanel::addRow()
{
    auto* row = new DiagnosisRow(m_scroll->widget());
    row->setObjectName(u"diagnosis%1"_s.arg(m_rows.size()));
    m_column->insertWidget(static_cast<int>(m_rows.size()), row);
    connect(row, &DiagnosisRow::remedyAsked, this, [this, row] { mend(row->diagnosis()); });
    connect(row, &DiagnosisRow::layerAsked, this, [this, row] { revealLayer(m_session.document(), row->diagnosis().node); });
    m_rows.push_back(row);
    return row;
}

void DoctorPanel::refresh()
{
    const std::size_t count = m_diagnoses ? m_diagnoses->size() : 0;
    const Project& project = m_session.document().project();
    for (std::size_t i = 0; i < std::max(count, m_rows.size()); ++i) {
        DiagnosisRow* row = i < m_rows.size() ? m_rows[i] : addRow();
        row->setVisible(i < count);
        if (i >= count)
            continue;
        const inspect::Diagnosis& diagnosis = (*m_diagnoses)[i];
        const auto [place, id] = placeAndId(diagnosis.node);
        const Graph inside = place.empty() ? Graph() : m_session.document().graphAt(place);
        const Node* node = (place.empty() ? project.graph : inside).find(id);
        row->show(diagnosis, node ? nodeName(*node) : QString(),
                  diagnosis.remedy ? stateOf(*diagnosis.remedy, project) : inspect::RemedyState::misfit);
    }
    m_scroll->setVisible(count > 0);
    m_nothing->setVisible(count == 0);
    m_nothingIcon->setVisible(m_diagnoses != nullptr);
    m_nothingText->setText(
        m_diagnoses ? tr("Nothing seems wrong with this training.")
            : m_session.isLive()
            ? tr("Looking at the samples and measuring the layers…")
            : tr("Train the network while this panel is shown. It looks for vanishing and exploding gradients, dead "
                 "and saturated units, a learning rate that is too high or too low, overfitting, and trouble with "
                 "the samples, and says what would help."));
}

void DoctorPanel::mend(const inspect::Diagnosis& diagnosis)
{
    Project mended;
    if (stateOf(*diagnosis.remedy, m_session.document().project(), &mended) == inspect::RemedyState::open)
        m_session.document().edit(messageText(diagnosis.remedy->name), [&](Project& project) { project = mended; });
}

void DoctorPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setTexts();
        refresh();
    }
}

} // namespace netsmith::gui
