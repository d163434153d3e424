#include "gui/data/data_panel.h"

#include "engine/data/split.h"
#include "engine/graph/settings.h"
#include "gui/data/class_balance.h"
#include "gui/data/sample_grid.h"
#include "gui/data/sample_view.h"
#include "gui/data/source_box.h"
#include "gui/data/source_settings.h"
#include "gui/data/transform_list.h"
#include "gui/widgets/controls/elided_label.h"
#include "gui/widgets/controls/fact_list.h"
#include "gui/widgets/controls/note_box.h"
#include "gui/widgets/controls/parameter_row.h"
#include "gui/widgets/controls/section_header.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr double largestByte = 255.0;
const QString choosingKey = u"data.choosing"_s; // of the choice, with what follows from it

/// Which data set, and where it lies, is chosen above what is done to it.
bool ofTheSource(std::string_view setting)
{
    return setting == "source" || setting == "path";
}

/// Whether a share of the training samples validates.
bool isSplitOff(const DataSettings& settings)
{
    return settings.validation == "split" || settings.validation == "stratified";
}

/// What tells one reading of data from another.
std::string keyOf(const DataSettings& settings, std::uint64_t revision)
{
    return std::to_string(revision) + '\n' + settings.source + '\n' + settings.path + '\n' + toJson(settings.parameters).dump();
}

/// Paths and addresses may break behind each slash: the panel is narrow.
QString breakable(QString text)
{
    return text.replace(u'/', u"/\u200b"_s);
}

} // namespace

DataPanel::DataPanel(Document& document, QWidget* parent)
    : DataPanel(document, DataShelf{}, parent)
{
}

DataPanel::DataPanel(Document& document, DataShelf shelf, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_worker(std::move(shelf))
    , m_choice(new SourceBox)
    , m_doc(new TextLabel(TextRole::caption, u"secondary"_s))
    , m_licence(new TextLabel(TextRole::caption, u"muted"_s))
    , m_settings(new SourceSettings)
    , m_note(new NoteBox)
    , m_details(new TextLabel(TextRole::caption, u"muted"_s))
    , m_busy(new QWidget)
    , m_busyText(new ElidedLabel(TextRole::numberCaption, u"secondary"_s))
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton)
    , m_samplesHeader(new SectionHeader)
    , m_samples(new SampleView)
    , m_origin(new TextLabel(TextRole::caption, u"muted"_s))
    , m_facts(new FactList)
    , m_splitHeader(new SectionHeader)
    , m_parts(new FactList)
    , m_numbersHeader(new SectionHeader)
    , m_effect(new TextLabel(TextRole::caption, u"muted"_s))
    , m_transformsHeader(new SectionHeader)
    , m_transforms(new TransformList)
    , m_transformed(new SampleGrid)
    , m_balanceHeader(new SectionHeader)
    , m_balance(new ClassBalance)
{
    setObjectName(u"dataPanel"_s);
    build();
    retranslate();
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (change.data || change.everything) {
            m_fresh = false; // choosing says so again, after its edit
            follow();
        }
    });
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { choose(m_choice->itemData(index).toString().toStdString()); });
    connect(m_cancel, &QPushButton::clicked, &m_worker, &DataWorker::cancel);
    connect(&m_worker, &DataWorker::progressed, this, &DataPanel::showProgress);
    connect(&m_worker, &DataWorker::previewReady, this, &DataPanel::showPreview);
    connect(&m_worker, &DataWorker::failed, this, &DataPanel::showFailure);
    connect(&m_worker, &DataWorker::transformed, this,
            [this](const std::vector<DataPreview::Sample>& pictures) { m_transformed->show(pictures); });
    connect(m_transforms, &TransformList::edited, this,
            [this](const QString& text, const std::function<void(std::vector<Component>&)>& change, const QString& key) {
                edit(
                    text, [&change](DataSettings& data) { change(data.transforms); }, key);
            });
    connect(m_settings, &SourceSettings::edited, this,
            [this](const QString& text, const std::function<void(DataSettings&)>& change, const QString& key) {
                editSource(text, change, key);
            });
    connect(m_settings, &SourceSettings::steppingEnded, &m_document, &Document::endMerging);
    connect(m_transforms, &TransformList::steppingEnded, &m_document, &Document::endMerging);
    connect(&m_worker, &DataWorker::cancelled, this, &DataPanel::showStopped);
    follow();
}

void DataPanel::build()
{
    m_choice->setObjectName(u"dataSourceField"_s);
    m_choiceRow = new FormRow(QString(), m_choice, this);
    m_note->setObjectName(u"dataNote"_s);
    m_details->setObjectName(u"dataDetails"_s);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_balance->setObjectName(u"classBalance"_s);
    m_transformed->setObjectName(u"transformedGrid"_s);
    m_transformed->show({});
    m_cancel->setObjectName(u"dataCancel"_s);
    m_progress->setObjectName(u"dataProgress"_s);
    m_origin->setObjectName(u"dataOrigin"_s);
    m_effect->setObjectName(u"dataEffect"_s);
    m_progress->setTextVisible(false);
    for (QLabel* label : {m_doc, m_licence, m_details, m_origin, m_effect})
        label->setWordWrap(true);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_note, m_details, m_busy})
        widget->hide();
    auto* busy = new QVBoxLayout(m_busy);
    busy->setContentsMargins(0, 0, 0, 0);
    busy->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->addWidget(m_busyText, 1);
    line->addWidget(m_cancel);
    busy->addLayout(line);
    busy->addWidget(m_progress);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_choiceRow, m_doc, m_licence, m_settings, m_note, m_details, m_busy,
                                                           m_samplesHeader, m_samples, m_origin, m_facts, m_splitHeader})
        column->addWidget(widget);
    addRows(*column);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_transformsHeader, m_transforms, m_transformed, m_balanceHeader, m_balance})
        column->addWidget(widget);
    column->addStretch(1);
}

/// One for each declared setting, in the order of their declaration.
void DataPanel::addRows(QVBoxLayout& column)
{
    for (const ParameterSpec& spec : dataSettings().specs()) {
        if (ofTheSource(spec.name))
            continue;
        if (spec.name == "subtract") {
            column.addWidget(m_parts);
            column.addWidget(m_numbersHeader);
        }
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
        column.addWidget(row);
        if (spec.name == "divide")
            column.addWidget(m_effect);
    }
}

void DataPanel::edit(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey)
{
    m_document.edit(
        text, [&change](Project& project) { change(project.data); }, mergeKey);
}

void DataPanel::editSource(const QString& text, const std::function<void(DataSettings&)>& change, const QString& mergeKey)
{
    const DataSettings before = m_document.project().data;
    if (mergeKey.isEmpty())
        m_document.endMerging(); // what is held back belongs to this choice and to none before
    edit(text, change, mergeKey.isEmpty() ? choosingKey : mergeKey);
    m_fresh = m_document.project().data != before;
}

void DataPanel::choose(const std::string& id)
{
    editSource(tr("Choose the data set"),
               [&id](DataSettings& data) {
                   if (data.source == id)
                       return;
                   data.source = id;
                   data.path.clear();
                   data.parameters.clear();
                   // What suited the numbers of another set need not suit these.
                   data.subtract = DataSettings().subtract;
                   data.divide = DataSettings().divide;
               },
               {});
}

/// A set that has no part of its own to judge by keeps some of its samples back, as soon as that is known: one step with the
/// choice.
void DataPanel::holdBack(const DataPreview& preview)
{
    if (!std::exchange(m_fresh, false) || preview.testCount > 0 || m_document.project().data.validation != "test")
        return;
    edit(
        tr("Hold back samples to validate with"),
        [](DataSettings& data) {
            data.validation = "split";
            data.validationShare = 0.2;
        },
        choosingKey);
}

void DataPanel::useFolder(const QString& folder, const std::string& source)
{
    m_document.setDataDir(folder.toStdString());
    if (!source.empty())
        choose(source);
}

void DataPanel::follow()
{
    m_worker.setDataDir(m_document.dataDir());
    m_choice->list(m_worker.shelf());
    m_choice->choose(m_document.project().data.source);
    const data::Source* chosen = source();
    m_doc->setText(chosen ? engineText(chosen->info().doc)
                          : tr("This version of Netsmith has no data set called %1. Choose another one, or open the project with "
                               "the version that made it.")
                                .arg(fromStd(m_document.project().data.source)));
    m_licence->setText(chosen ? tr("Licence: %1").arg(engineText(chosen->info().licence)) : QString());
    m_licence->setVisible(chosen);
    m_settings->show(chosen, m_document.project().data);
    followSettings();
    followTransforms();
    if (isVisible())
        load();
}

void DataPanel::followSettings()
{
    const DataSettings& settings = m_document.project().data;
    const std::vector<ParameterValue> values = dataSettings().values(settings);
    const data::Source* chosen = source();
    const bool reckons =
        !chosen || std::ranges::any_of(chosen->fields(), [](const data::FieldSpec& field) { return field.classes == 0; });
    std::size_t at = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!ofTheSource(dataSettings().specs()[i].name))
            m_rows[at++]->setValue(values[i]);
    for (ParameterRow* row : m_rows) {
        if (row->spec().name == "validation_share")
            row->setVisible(isSplitOff(settings));
        if (row->spec().name == "validation_file")
            row->setVisible(settings.validation == "file");
        if (row->spec().name == "subtract" || row->spec().name == "divide")
            row->setVisible(reckons);
    }
    m_numbersHeader->setVisible(reckons);
    showFacts();
}

void DataPanel::followTransforms()
{
    const Project& project = m_document.project();
    m_transforms->show(project.data.transforms);
    if (project.data.transforms.empty() || !m_preview || !m_preview->pictures)
        m_transformed->show({});
    else
        m_worker.transform(project, *m_preview->pictures);
}

void DataPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    load();
}

void DataPanel::load()
{
    const data::Source* chosen = source();
    const std::string key = keyOf(m_document.project().data, m_document.dataRevision());
    if (chosen && m_shown == key)
        return;
    m_shown = chosen ? key : std::string();
    m_downloading = false;
    m_preview.reset();
    rest();
    m_samples->show({});
    m_transformed->show({});
    m_samplesHeader->hide();
    m_balance->show({});
    m_balanceHeader->hide();
    showFacts();
    if (!chosen) {
        m_worker.cancel();
        return;
    }
    showBusy(tr("Reading %1…").arg(engineText(chosen->info().title)));
    m_worker.preview(m_document.project().data);
}

void DataPanel::download()
{
    const data::Source* chosen = source();
    if (!chosen)
        return;
    rest();
    m_downloading = true;
    showBusy(tr("Asking for %1…").arg(engineText(chosen->info().title)));
    m_worker.download(m_document.project().data);
}

void DataPanel::rest()
{
    m_busy->hide();
    m_note->hide();
    m_note->clearVerbs();
    m_details->hide();
}

void DataPanel::showBusy(const QString& words)
{
    m_busyText->setText(words);
    m_progress->setRange(0, 0);
    m_busy->show();
}

void DataPanel::showProgress(const data::Progress& progress)
{
    std::int64_t done = progress.done;
    std::int64_t total = progress.total;
    const data::Source* chosen = source();
    bool isFile = false;
    if (m_downloading && chosen) {
        // Of all files together: those before this one are there.
        std::int64_t before = 0;
        for (const data::RemoteFile& file : chosen->info().files) {
            isFile = file.name == progress.what;
            if (isFile)
                break;
            before += file.size;
        }
        if (isFile) {
            done += before;
            total = downloadBytes(*chosen);
        }
    }
    m_busyText->setText(isFile ? tr("Downloading: %1 of %2").arg(bytesText(done), bytesText(total))
                               : tr("Reading %1…").arg(engineText(progress.what)));
    m_progress->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_progress->setValue(static_cast<int>(done * 1000 / total));
    m_busy->show();
}

void DataPanel::showPreview(const DataPreview& preview)
{
    rest();
    m_preview = preview;
    m_samplesHeader->setVisible(!preview.samples.empty());
    m_samples->show(preview.samples);
    m_balanceHeader->setVisible(!preview.balance.empty());
    m_balance->show(preview.balance);
    followTransforms();
    m_choice->list(m_worker.shelf()); // what was to be downloaded may be here now
    m_document.lookAgain(); // and the project sound
    showFacts();
    m_downloading = false;
    holdBack(preview);
    if (preview.standIn)
        showStandIn(preview);
}

void DataPanel::showFacts()
{
    const DataSettings& settings = m_document.project().data;
    const data::Source* chosen = source();
    if (m_preview) {
        m_origin->setText(tr("In use: %1").arg(breakable(m_preview->origin)));
        m_facts->set(u"trainSamples"_s, tr("Training samples"), countText(m_preview->trainCount));
        m_facts->set(u"testSamples"_s, tr("Test samples"), countText(m_preview->testCount));
        m_facts->set(u"sampleShape"_s, tr("A sample"), m_preview->sampleShape);
        m_facts->set(u"dataBytes"_s, tr("In memory"), bytesText(m_preview->bytes));
    }
    m_facts->setVisible(m_preview.has_value());
    m_origin->setVisible(m_preview.has_value());

    const std::int64_t train = m_preview ? m_preview->trainCount : chosen ? chosen->info().trainCount : 0;
    const std::int64_t test = m_preview ? m_preview->testCount : chosen ? chosen->info().testCount : 0;
    const bool splits = isSplitOff(settings) && settings.validationShare > 0.0 && settings.validationShare < 1.0;
    const std::int64_t held = splits && train >= 2 ? data::heldOutCount(train, settings.validationShare) : 0;
    m_parts->set(u"trainsOn"_s, tr("Samples to train on"), countText(train - held));
    m_parts->set(u"judgedBy"_s, tr("Samples to judge by"),
                 settings.validation == "none" ? tr("none") : countText(splits ? held : test));

    const data::FieldSpec* first = chosen && !chosen->fields().empty() ? &chosen->fields().front() : nullptr;
    const bool bytes = first && first->type == DataType::u8 && first->classes == 0; // the numbers of tokens are none to reckon with
    m_effect->setVisible(bytes);
    if (bytes) {
        const auto [subtract, divide] = inputScale(settings, first->type, first->shape, first->classes);
        m_effect->setText(tr("A byte from 0 to 255 becomes a number from %1 to %2.")
                              .arg(numberText(-subtract / divide + 0.0, 4), numberText((largestByte - subtract) / divide, 4)));
    }
}

void DataPanel::showStandIn(const DataPreview& preview)
{
    const data::Source* chosen = source();
    if (!chosen)
        return;
    m_note->setKind(NoteBox::Kind::careful);
    m_note->setText(tr("%1 is not here: until it is, %2 take its place.").arg(engineText(chosen->info().title), preview.title));
    addDownload();
    m_note->show();
}

void DataPanel::showFailure(const Message& message)
{
    rest();
    const data::Source* chosen = source();
    m_note->setKind(NoteBox::Kind::bad);
    const QString details = messageText(message);
    if (chosen && chosen->info().place != data::SourcePlace::own && m_document.project().data.path.empty()) {
        m_note->setKind(NoteBox::Kind::info); // nothing failed: it is the next thing to do
        m_note->setText(chosen->info().place == data::SourcePlace::folder ? tr("Choose the folder that holds your samples.")
                                                                          : tr("Choose the file that holds your samples."));
        m_note->show();
        return;
    }
    if (m_downloading && chosen && message.id() == "data.download") {
        m_note->setText(tr("%1 could not be downloaded. Check the connection to the network, then try again; what came is kept.")
                            .arg(engineText(chosen->info().title)));
        addRetry(tr("Try again"));
        QPushButton* more = m_note->addVerb(tr("Details"), u"dataDetailsButton"_s);
        connect(more, &QPushButton::clicked, this, [this] { m_details->setVisible(!m_details->isVisible()); });
        m_details->setText(breakable(details));
    } else {
        m_note->setText(breakable(details));
        if (!m_downloading)
            addDownload();
        addRetry(m_downloading ? tr("Try again") : tr("Read again"));
    }
    m_note->show();
}

void DataPanel::showStopped()
{
    rest();
    m_note->setKind(NoteBox::Kind::info);
    m_note->setText(m_downloading ? tr("The download was stopped. Files that were complete are kept.")
                                  : tr("Reading was stopped before the samples could be shown."));
    addRetry(m_downloading ? tr("Go on downloading") : tr("Read again"));
    m_note->show();
}

/// Where the chosen set's files are published and not here.
void DataPanel::addDownload()
{
    const data::Source* chosen = source();
    if (!chosen || chosen->info().files.empty() || chosen->find(data::dataPaths()).available)
        return;
    QPushButton* verb = m_note->addVerb(tr("Download %1").arg(bytesText(downloadBytes(*chosen))), u"dataDownload"_s);
    connect(verb, &QPushButton::clicked, this, &DataPanel::download);
}

void DataPanel::addRetry(const QString& verb)
{
    connect(m_note->addVerb(verb, u"dataRetry"_s), &QPushButton::clicked, this, [this] {
        if (m_downloading) {
            download();
            return;
        }
        m_shown.clear();
        load();
    });
}

void DataPanel::retranslate()
{
    m_choiceRow->setName(tr("Data set"));
    m_choice->setAccessibleName(tr("Data set"));
    m_choice->setToolTip(tr("Which data set the network learns from"));
    m_samplesHeader->setText(tr("Samples"));
    m_samples->setAccessibleName(tr("Some of the training samples"));
    m_splitHeader->setText(tr("Split"));
    m_numbersHeader->setText(tr("Normalisation"));
    m_transformsHeader->setText(tr("Transforms"));
    m_transforms->retranslate();
    m_settings->retranslate();
    m_transformed->setAccessibleName(tr("Some samples as the network sees them"));
    m_balanceHeader->setText(tr("Class balance"));
    m_balance->setAccessibleName(tr("Training samples of each class"));
    m_cancel->setText(tr("Cancel"));
    m_progress->setAccessibleName(tr("Progress of reading the data"));
    m_facts->setAccessibleName(tr("About this data set"));
    m_parts->setAccessibleName(tr("How the samples are divided"));
}

void DataPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (!m_downloading)
            m_shown.clear(); // what was read is told anew
        follow();
    }
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
