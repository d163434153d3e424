#include "gui/app/files/model_import.h"

#include "engine/core/error.h"
#include "engine/data/own_fields.h"
#include "engine/interop/model_import.h"
#include "gui/app/files/project_files.h"
#include "gui/app/window/message_bars.h"
#include "gui/widgets/engine_text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <optional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString importBar = u"importBar"_s;

/// "*.cfg *.onnx …"
QString patterns()
{
    QStringList all;
    for (const std::string_view suffix : interop::importSuffixes())
        all << u"*"_s + QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    return all.join(u' ');
}

} // namespace

ModelImport::ModelImport(ProjectFiles& files, MessageBars& bars, QWidget& window)
    : QObject(&window)
    , m_files(files)
    , m_bars(bars)
    , m_window(window)
{
}

void ModelImport::ask()
{
    auto* dialog =
        new QFileDialog(&m_window, tr("Import a model"), QFileInfo(m_files.path()).path(), tr("Models (%1)").arg(patterns()));
    dialog->setObjectName(u"importDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ModelImport::askWhere);
    dialog->open();
}

void ModelImport::askWhere(const QString& model)
{
    const QFileInfo file(model);
    auto* dialog = new QFileDialog(&m_window, tr("Save the project of %1").arg(file.fileName()), file.path(),
                                   tr("Netsmith projects (*.netsmith)"));
    dialog->setObjectName(u"importProjectDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"netsmith"_s);
    dialog->selectFile(file.completeBaseName());
    connect(dialog, &QFileDialog::fileSelected, this, [this, model](const QString& project) { import(model, project); });
    dialog->open();
}

void ModelImport::import(const QString& model, const QString& project)
{
    m_bars.show(importBar, NoteBox::Kind::info, tr("Importing %1…").arg(QFileInfo(model).fileName()));
    m_thread.runLarge([this, model, project] {
        std::optional<Message> problem;
        QStringList notes;
        try {
            interop::ImportedModel imported =
                interop::importModel(model.toStdString(), {.inputShape = {}, .fieldsOf = data::ownFieldTypes, .weights = {}});
            interop::saveImportedModel(imported, project.toStdString());
            for (const Message& note : imported.notes)
                notes << messageText(note);
        } catch (const Error& error) {
            problem = error.message();
        }
        m_thread.answer([this, project, problem, notes] {
            m_bars.hide(importBar);
            if (problem) {
                m_bars.show(importBar, NoteBox::Kind::bad, asSentence(messageText(*problem)));
                return;
            }
            if (!notes.isEmpty())
                m_bars.show(importBar, NoteBox::Kind::info, notes.join(u'\n'));
            m_files.open(project);
        });
    });
}

} // namespace netsmith::gui
