#include "gui/models/model_shelf_window.h"

#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum ShelfColumn { nameColumn, sizeColumn, placeColumn };
constexpr int idRole = Qt::UserRole; // the model's id

QString modelText(const std::string& text)
{
    return engineText(text, "model");
}

std::int64_t sizeOf(const data::ShelfModel& model)
{
    std::int64_t bytes = 0;
    for (const data::RemoteFile& file : model.files)
        bytes += file.size;
    return bytes;
}

} // namespace

ModelShelfWindow::ModelShelfWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_list(new QTreeWidget(this))
    , m_title(new TextLabel(TextRole::title, {}, this))
    , m_doc(new TextLabel(TextRole::body, u"secondary"_s, this))
    , m_facts(new FactList(this))
    , m_note(new NoteBox(NoteBox::Kind::careful, {}, this))
    , m_progress(new QProgressBar(this))
    , m_fetch(new QPushButton(this))
    , m_import(new QPushButton(this))
    , m_weights(new QPushButton(this))
{
    setObjectName(u"modelShelfWindow"_s);
    build();
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ModelShelfWindow::showChosen);
    connect(m_fetch, &QPushButton::clicked, this, [this] {
        if (m_fetching.empty())
            fetch();
        else
            m_stop.request_stop();
    });
    connect(m_import, &QPushButton::clicked, this, [this] {
        Q_EMIT networkChosen(fromStd(chosenFile().string()));
        close();
    });
    connect(m_weights, &QPushButton::clicked, this, [this] {
        Q_EMIT weightsChosen(fromStd(chosenFile().string()));
        close();
    });
    retranslate();
}

ModelShelfWindow::~ModelShelfWindow()
{
    m_stop.request_stop();
}

void ModelShelfWindow::build()
{
    m_list->setObjectName(u"modelShelfList"_s);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setColumnCount(3);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setSectionResizeMode(nameColumn, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(sizeColumn, QHeaderView::ResizeToContents);
    m_title->setObjectName(u"modelShelfTitle"_s);
    m_title->setWordWrap(true);
    m_doc->setWordWrap(true);
    m_note->setObjectName(u"modelShelfNote"_s);
    m_note->hide();
    m_progress->setObjectName(u"modelShelfProgress"_s);
    m_progress->setTextVisible(false);
    m_progress->hide();
    m_fetch->setObjectName(u"modelShelfFetch"_s);
    m_import->setObjectName(u"modelShelfImport"_s);
    m_weights->setObjectName(u"modelShelfWeights"_s);

    auto* verbs = new QHBoxLayout;
    verbs->setSpacing(8);
    verbs->addStretch(1);
    for (QPushButton* button : {m_fetch, m_weights, m_import})
        verbs->addWidget(button);
    auto* details = new QVBoxLayout;
    details->setSpacing(12);
    details->addWidget(m_title);
    details->addWidget(m_doc);
    details->addWidget(m_facts);
    details->addWidget(m_note);
    details->addStretch(1);
    details->addWidget(m_progress);
    details->addLayout(verbs);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 16, 16, 12);
    row->setSpacing(16);
    row->addWidget(m_list, 4);
    row->addLayout(details, 5);
    resize(Theme::instance().scaled(980), Theme::instance().scaled(460));
}

void ModelShelfWindow::open(const std::filesystem::path& dataDir)
{
    m_dataDir = dataDir;
    look();
    show();
    raise();
    activateWindow();
    m_list->setFocus(Qt::OtherFocusReason);
}

/// Looks for the files on the thread: a folder may be slow.
void ModelShelfWindow::look()
{
    m_thread.run([this, dataDir = m_dataDir] {
        Shelf shelf;
        guarded(
            [&] {
                const data::DataPaths paths = data::dataPaths(dataDir);
                for (const data::ShelfModel& model : data::shelfModels())
                    if (const std::filesystem::path folder = data::shelfFolder(model, paths); !folder.empty())
                        shelf.folders[model.id] = folder;
                shelf.own = data::ownShelfModels(paths);
            },
            [](const Error&) {}); // a folder that can't be read holds nothing that can be used
        m_thread.answer([this, shelf] { showShelf(shelf); });
    });
}

void ModelShelfWindow::showShelf(Shelf shelf)
{
    m_shelf = std::move(shelf);
    const QTreeWidgetItem* before = m_list->currentItem();
    const QString kept = before ? before->data(nameColumn, idRole).toString() : QString();
    const auto add = [&](const std::string& id, const QString& title, const QString& size, const QString& place) {
        auto* item = new QTreeWidgetItem(m_list, {title, size, place});
        item->setData(nameColumn, idRole, fromStd(id));
        item->setTextAlignment(sizeColumn, Qt::AlignRight | Qt::AlignVCenter);
        if (fromStd(id) == kept || !m_list->currentItem())
            m_list->setCurrentItem(item);
    };
    m_list->clear();
    for (const data::ShelfModel& model : data::shelfModels())
        add(model.id, modelText(model.title), bytesText(sizeOf(model)),
            m_shelf.folders.contains(model.id) ? tr("on this machine") : tr("to download"));
    for (const data::OwnShelfModel& own : m_shelf.own)
        add(own.id, fromStd(own.id), {}, tr("your own"));
    showChosen();
}

void ModelShelfWindow::fetch()
{
    const data::ShelfModel* model = chosen();
    if (!model)
        return;
    m_fetching = model->id;
    m_problem.reset();
    m_stop = std::stop_source();
    m_progress->setRange(0, 0);
    m_thread.run([this, job = ++m_job, model, dataDir = m_dataDir, stop = m_stop.get_token()] {
        const data::Watch watch{.report =
                                    [this](const data::Progress& at) {
                                        m_thread.answer([this, done = at.done, total = at.total] {
                                            m_progress->setRange(0, 1000);
                                            m_progress->setValue(static_cast<int>(total > 0 ? done * 1000 / total : 0));
                                        });
                                    },
                                .stop = stop};
        guarded(
            [&] {
                data::fetchModel(*model, data::dataPaths(dataDir), watch).take();
                m_thread.answer([this, job] { ended(job, std::nullopt); });
            },
            [this, job](const Error& error) { m_thread.answer([this, job, message = error.message()] { ended(job, message); }); });
    });
    showChosen();
}

void ModelShelfWindow::ended(std::uint64_t job, const std::optional<Message>& problem)
{
    if (job != m_job)
        return;
    m_fetching.clear();
    m_problem = m_stop.stop_requested() ? std::nullopt : problem; // it stopped as was wanted
    look();
    showChosen();
}

const data::ShelfModel* ModelShelfWindow::chosen() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item ? data::findShelfModel(item->data(nameColumn, idRole).toString().toStdString()) : nullptr;
}

std::filesystem::path ModelShelfWindow::chosenFile() const
{
    if (const data::ShelfModel* model = chosen()) {
        const auto found = m_shelf.folders.find(model->id);
        return found == m_shelf.folders.end() ? std::filesystem::path() : found->second / model->files[0].name;
    }
    const QTreeWidgetItem* item = m_list->currentItem();
    for (const data::OwnShelfModel& own : m_shelf.own)
        if (item && fromStd(own.id) == item->data(nameColumn, idRole).toString())
            return own.file;
    return {};
}

void ModelShelfWindow::showChosen()
{
    const data::ShelfModel* model = chosen();
    const std::filesystem::path file = chosenFile();
    const bool fetching = !m_fetching.empty();
    m_title->setText(model ? modelText(model->title) : m_list->currentItem() ? m_list->currentItem()->text(nameColumn) : QString());
    m_doc->setText(model ? modelText(model->doc) : tr("A network that was trained here, in a file of its own."));
    const auto fact = [this](const QString& id, const QString& name, const QString& amount) {
        if (amount.isEmpty())
            m_facts->hide(id);
        else
            m_facts->set(id, name, amount, amount);
    };
    fact(u"modelInputFact"_s, tr("Input"), model ? modelText(model->input) : QString());
    fact(u"modelAccuracyFact"_s, tr("Accuracy"), model ? modelText(model->accuracy) : QString());
    fact(u"modelLicenceFact"_s, tr("License"), model ? fromStd(model->licence) : QString());
    fact(u"modelSourceFact"_s, tr("Source"), model ? fromStd(model->home) : QString());
    fact(u"modelHashFact"_s, tr("SHA-256"), model ? fromStd(model->files[0].sha256) : QString());
    fact(u"modelFileFact"_s, tr("File"), withoutHome(fromStd(file.string())));
    m_note->setVisible(m_problem.has_value());
    if (m_problem)
        m_note->setText(sentenceText(*m_problem));
    m_progress->setVisible(fetching);
    m_fetch->setVisible(fetching || (model && file.empty()));
    m_fetch->setText(fetching ? tr("Stop") : tr("Download"));
    m_fetch->setToolTip(fetching ? tr("Stop the download") : tr("Download its files, and compare them with their known SHA-256"));
    m_import->setVisible(model && model->isNetwork);
    m_import->setEnabled(!file.empty());
    m_weights->setEnabled(!file.empty());
}

void ModelShelfWindow::retranslate()
{
    setWindowTitle(tr("Trained models"));
    m_list->setHeaderLabels({tr("Model"), tr("Size"), tr("Where")});
    m_list->headerItem()->setTextAlignment(sizeColumn, Qt::AlignRight | Qt::AlignVCenter);
    m_list->setAccessibleName(tr("Trained models"));
    m_progress->setAccessibleName(tr("How much is downloaded"));
    m_import->setText(tr("Make a project…"));
    m_import->setToolTip(tr("Import the network with its weights as a new project"));
    m_weights->setText(tr("Begin with its weights…"));
    m_weights->setToolTip(tr("Choose its weights as the initial weights of the open project"));
    showShelf(m_shelf);
}

void ModelShelfWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ModelShelfWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace netsmith::gui
