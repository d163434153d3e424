#include "gui/data/data_panel.h"

#include "engine/graph/settings.h"
#include "gui/data/class_balance.h"
#include "gui/data/sample_grid.h"
#include "gui/widgets/controls/fact_list.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/parameter_row.h"
#include "gui/widgets/controls/section_header.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

DataPanel::DataPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_choice(new QComboBox)
    , m_doc(new TextLabel(TextRole::caption, u"secondary"_s))
    , m_note(new NoteBox)
    , m_busy(new QWidget)
    , m_busyText(new TextLabel(TextRole::numberCaption, u"secondary"_s))
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton)
    , m_samplesHeader(new SectionHeader)
    , m_samples(new SampleGrid)
    , m_facts(new FactList)
    , m_balanceHeader(new SectionHeader)
    , m_balance(new ClassBalance)
    , m_splitHeader(new SectionHeader)
    , m_numbersHeader(new SectionHeader)
{
    setObjectName(u"dataPanel"_s);
    build();
    retranslate();
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (change.data || change.everything)
            follow();
    });
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { choose(m_choice->itemData(index).toString().toStdString()); });
    connect(m_cancel, &QPushButton::clicked, &m_worker, &DataWorker::cancel);
    connect(&m_worker, &DataWorker::progressed, this, &DataPanel::showProgress);
    connect(&m_worker, &DataWorker::previewReady, this, &DataPanel::showPreview);
    connect(&m_worker, &DataWorker::failed, this,
            [this](const Message& message) { showProblem(messageText(message), m_downloading); });
    connect(&m_worker, &DataWorker::cancelled, this, [this] { showProblem(tr("Stopped. Nothing of it is kept."), m_downloading); });
    follow();
}

void DataPanel::build()
{
    m_choice->setObjectName(u"dataSourceField"_s);
    for (const data::Source* source : data::sources())
        m_choice->addItem(QString(), fromStd(source->info().id));
    m_choiceRow = new FormRow(QString(), m_choice, this);
    m_doc->setWordWrap(true);
    m_note->setObjectName(u"dataNote"_s);
    m_note->hide();
    m_samples->setObjectName(u"sampleGrid"_s);
    m_balance->setObjectName(u"classBalance"_s);
    m_cancel->setObjectName(u"dataCancel"_s);
    m_progress->setObjectName(u"dataProgress"_s);
    m_progress->setTextVisible(false);
    auto* busy = new QVBoxLayout(m_busy);
    busy->setContentsMargins(0, 0, 0, 0);
    busy->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->addWidget(m_busyText, 1);
    line->addWidget(m_cancel);
    busy->addLayout(line);
    busy->addWidget(m_progress);
    m_busy->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_choiceRow, m_doc, m_note, m_busy, m_samplesHeader, m_samples, m_facts,
                                                           m_balanceHeader, m_balance, m_splitHeader})
        column->addWidget(widget);
    const auto declared = dataSettings().specs();
    for (const ParameterSpec& spec : declared) {
        if (spec.name == "source")
            continue;
        if (spec.name == "subtract")
            column->addWidget(m_numbersHeader);
        auto* row = new ParameterRow(spec, this);
        connect(row, &ParameterRow::edited, this,
                [this, name = spec.name, title = spec.title](const ParameterValue& value, bool stepping) {
                    edit(
                        tr("Set %1").arg(engineText(title)), [&](DataSettings& data) { dataSettings().assign(data, name, value); },
                        stepping ? u"data."_s + fromStd(name) : QString());
                });
        connect(row, &ParameterRow::resetAsked, this, [this, name = spec.name, value = spec.defaultValue, title = spec.title] {
            edit(tr("Reset %1").arg(engineText(title)), [&](DataSettings& data) { dataSettings().assign(data, name, value); });
        });
        connect(row, &ParameterRow::steppingEnded, &m_document, &Document::endMerging);
        m_rows.push_back(row);
        column->addWidget(row);
    }
    column->addStretch(1);
}

const data::Source* DataPanel::source() const
{
    for (const data::Source* known : data::sources())
        if (known->info().id == m_document.project().data.source)
            return known;
    return nullptr;
}

void DataPanel::edit(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey)
{
    m_document.edit(
        text, [&change](Project& project) { change(project.data); }, mergeKey);
}

void DataPanel::choose(const std::string& id)
{
    edit(tr("Choose the data set"), [&id](DataSettings& data) { data.source = id; });
}

void DataPanel::follow()
{
    const DataSettings& settings = m_document.project().data;
    m_choice->setCurrentIndex(m_choice->findData(fromStd(settings.source)));
    const std::vector<ParameterValue> values = dataSettings().values(settings);
    std::size_t at = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (dataSettings().specs()[i].name == "source")
            continue;
        m_rows[at++]->setValue(values[i]);
    }
    for (ParameterRow* row : m_rows)
        if (row->spec().name == "validation_share")
            row->setVisible(settings.validation == "split");
    const data::Source* chosen = source();
    m_doc->setText(chosen ? engineText(chosen->info().doc)
                          : tr("This version of Netsmith has no data set called %1.").arg(fromStd(settings.source)));
    m_doc->setToolTip(chosen ? tr("Licence: %1").arg(engineText(chosen->info().licence)) : QString());
    if (isVisible())
        load();
}

void DataPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    load();
}

void DataPanel::load()
{
    const data::Source* chosen = source();
    if (!chosen || m_shown == chosen->info().id)
        return;
    m_shown = chosen->info().id;
    m_downloading = false;
    rest();
    m_samples->show({});
    m_balance->show({});
    m_busyText->setText(tr("Reading %1…").arg(engineText(chosen->info().title)));
    m_progress->setRange(0, 0);
    m_busy->show();
    m_worker.preview(m_shown);
}

void DataPanel::rest()
{
    m_busy->hide();
    m_note->hide();
    m_note->clearVerbs();
}

void DataPanel::showProgress(const data::Progress& progress)
{
    m_busy->show();
    m_busyText->setText(m_downloading && progress.total > 0
                            ? tr("%1: %2 of %3").arg(fromStd(progress.what), bytesText(progress.done), bytesText(progress.total))
                            : tr("Reading %1…").arg(engineText(progress.what)));
    m_progress->setRange(0, progress.total > 0 ? 1000 : 0);
    if (progress.total > 0)
        m_progress->setValue(static_cast<int>(progress.done * 1000 / progress.total));
}

void DataPanel::showPreview(const DataPreview& preview)
{
    rest();
    m_downloading = false;
    m_samplesHeader->setVisible(!preview.samples.empty());
    m_samples->show(preview.samples);
    m_balanceHeader->setVisible(!preview.balance.empty());
    m_balance->show(preview.balance);
    m_facts->set(u"trainSamples"_s, tr("Training samples"), countText(preview.trainCount));
    m_facts->set(u"testSamples"_s, tr("Test samples"), countText(preview.testCount));
    m_facts->set(u"sampleShape"_s, tr("A sample"), preview.sampleShape);
    m_facts->set(u"dataBytes"_s, tr("In memory"), bytesText(preview.bytes));
    if (preview.standIn) {
        m_note->setKind(NoteBox::Kind::careful);
        m_note->setText(messageText(preview.words));
        QPushButton* download = m_note->addVerb(tr("Download"), u"dataDownload"_s);
        connect(download, &QPushButton::clicked, this, [this] {
            const data::Source* chosen = source();
            if (!chosen)
                return;
            rest();
            m_downloading = true;
            m_busyText->setText(tr("Asking for %1…").arg(engineText(chosen->info().title)));
            m_progress->setRange(0, 0);
            m_busy->show();
            m_worker.download(chosen->info().id);
        });
        m_note->show();
    }
}

void DataPanel::showProblem(const QString& sentence, bool canRetry)
{
    rest();
    m_note->setKind(NoteBox::Kind::bad);
    m_note->setText(sentence);
    QPushButton* again = m_note->addVerb(canRetry ? tr("Try again") : tr("Read again"), u"dataRetry"_s);
    connect(again, &QPushButton::clicked, this, [this, canRetry] {
        rest();
        m_busy->show();
        m_progress->setRange(0, 0);
        if (canRetry) {
            m_worker.download(m_shown);
        } else {
            m_shown.clear();
            load();
        }
    });
    m_note->show();
}

void DataPanel::retranslate()
{
    m_choiceRow->setName(tr("Data set"));
    m_choice->setAccessibleName(tr("Data set"));
    m_choice->setToolTip(tr("Which data set the network learns from"));
    for (int i = 0; i < m_choice->count(); ++i)
        m_choice->setItemText(i, engineText(data::source(m_choice->itemData(i).toString().toStdString()).info().title));
    m_samplesHeader->setText(tr("Samples"));
    m_samples->setAccessibleName(tr("Some of the training samples"));
    m_balanceHeader->setText(tr("Class balance"));
    m_balance->setAccessibleName(tr("Training samples of each class"));
    m_splitHeader->setText(tr("What judges"));
    m_numbersHeader->setText(tr("Normalisation"));
    m_cancel->setText(tr("Cancel"));
    m_progress->setAccessibleName(tr("Progress of reading the data"));
}

void DataPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_shown.clear(); // what was read is told anew
        follow();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
