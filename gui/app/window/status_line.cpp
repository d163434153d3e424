#include "gui/app/window/status_line.h"

#include "engine/data/source.h"
#include "gui/document/document.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QPushButton>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

StatusLine::StatusLine(Document& document, QWidget* parent)
    : QStatusBar(parent)
    , m_document(document)
    , m_problems(new QPushButton(this))
    , m_parameters(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_work(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_memory(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_data(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
    , m_seed(new TextLabel(TextRole::numberCaption, u"secondary"_s, this))
{
    setObjectName(u"statusLine"_s);
    setSizeGripEnabled(false);
    m_problems->setObjectName(u"problemsButton"_s);
    m_problems->setProperty("class", u"link"_s);
    m_problems->setFlat(true);
    m_parameters->setObjectName(u"totalParameters"_s);
    m_work->setObjectName(u"totalWork"_s);
    m_memory->setObjectName(u"totalMemory"_s);
    m_data->setObjectName(u"dataSummary"_s);
    m_seed->setObjectName(u"seedSummary"_s);
    addWidget(m_problems);
    for (TextLabel* label : {m_parameters, m_work, m_memory}) {
        label->setContentsMargins(8, 0, 8, 0);
        addWidget(label);
    }
    for (TextLabel* label : {m_data, m_seed}) {
        label->setContentsMargins(8, 0, 8, 0);
        addPermanentWidget(label);
    }
    connect(m_problems, &QPushButton::clicked, this, &StatusLine::problemsAsked);
    connect(&document, &Document::analysed, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::setMemory(const QString& text)
{
    m_memory->setText(text);
}

void StatusLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QStatusBar::changeEvent(event);
}

void StatusLine::refresh()
{
    const Analysis& analysis = m_document.analysis();
    const int errors = analysis.errorCount();
    const int warnings = analysis.warningCount();
    if (m_document.project().graph.nodes.empty()) { // not an error yet
        m_problems->setText(tr("Start with Input"));
        m_problems->setIcon(icon(u"layers"_s, Token::textMuted));
        m_problems->setProperty("tone", u"quiet"_s);
    } else if (errors > 0) {
        m_problems->setText(tr("%n error(s)", nullptr, errors));
        m_problems->setIcon(icon(u"error"_s, Token::bad));
        m_problems->setProperty("tone", u"bad"_s);
    } else if (warnings > 0) {
        m_problems->setText(tr("%n warning(s)", nullptr, warnings));
        m_problems->setIcon(icon(u"warning"_s, Token::careful));
        m_problems->setProperty("tone", u"careful"_s);
    } else {
        m_problems->setText(tr("No problems"));
        m_problems->setIcon(icon(u"ok"_s, Token::good));
        m_problems->setProperty("tone", u"good"_s);
    }
    m_problems->style()->unpolish(m_problems);
    m_problems->style()->polish(m_problems);
    m_problems->setToolTip(tr("Show the list of problems"));
    m_parameters->setText(tr("%1 parameters").arg(countText(analysis.parameters())));
    m_parameters->setToolTip(tr("Numbers that the network learns"));
    m_work->setText(tr("%1 per sample").arg(flopsText(analysis.flops())));
    m_work->setToolTip(tr("Floating-point operations of the forward pass, for one sample"));
    const Project& project = m_document.project();
    if (const auto& source = m_document.dataFacts().source) {
        const data::SourceInfo& info = source->info();
        m_data->setText(info.testCount > 0
                            ? tr("%1 · %2 + %3").arg(engineText(info.title), countText(info.trainCount), countText(info.testCount))
                            : tr("%1 · %2").arg(engineText(info.title), countText(info.trainCount)));
    } else
        m_data->setText(fromStd(project.data.source)); // the list of problems says why no more is known
    m_data->setToolTip(tr("The data set: training samples + validation samples"));
    m_seed->setText(tr("seed %1").arg(project.training.seed));
    m_seed->setToolTip(tr("The same seed on the same machine gives the same run, bit for bit"));
}

} // namespace netsmith::gui
