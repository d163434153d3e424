#include "gui/app/files/project_files.h"

#include "gui/widgets/engine_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString projectEnding = u".netsmith"_s;

QString startFolder(const Document& document, const Preferences& preferences)
{
    for (const QString& path : QStringList{document.path()} + preferences.recent)
        if (!path.isEmpty() && QFileInfo(path).dir().exists())
            return QFileInfo(path).path();
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

} // namespace

ProjectFiles::ProjectFiles(Document& document, Preferences& preferences, Autosave& autosave, MessageBars& bars, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_preferences(preferences)
    , m_autosave(autosave)
    , m_bars(bars)
    , m_window(window)
    , m_watch(document, nullptr)
{
    connect(&m_watch, &FileWatch::changed, this, [this](const std::string& hash) { askAboutChange(hash, {}); });
    connect(&m_watch, &FileWatch::settled, this, [this] { m_bars.hide(u"changedBar"_s); });
    connect(&document, &Document::pathChanged, this, [this] { m_bars.hide(u"changedBar"_s); });
    connect(&autosave, &Autosave::failed, this, [this](const QString& sentence) {
        m_bars.show(u"autosaveBar"_s, NoteBox::Kind::careful,
                    tr("Unsaved changes can't be backed up: %1 Save the project where there is room.").arg(sentence));
    });
}

QString ProjectFiles::samplesFolder()
{
    return QDir(QCoreApplication::applicationDirPath() + u"/../share/netsmith/projects"_s).canonicalPath();
}

void ProjectFiles::commit() const
{
    if (m_commit)
        m_commit();
}

void ProjectFiles::whenSafe(const std::function<void()>& next)
{
    commit();
    if (!m_document.isModified()) {
        next();
        return;
    }
    m_bars.show(u"unsavedBar"_s, NoteBox::Kind::careful, tr("%1 has unsaved changes.").arg(m_document.name()),
                {{u"unsavedSave"_s, tr("Save"), [this, next] { save(next); }},
                 {u"unsavedDiscard"_s, tr("Don't save"), next},
                 {u"unsavedCancel"_s, tr("Cancel"), {}}});
}

void ProjectFiles::newProject()
{
    if (!isVacant()) {
        Q_EMIT elsewhereWanted({}, false);
        return;
    }
    m_document.reset(Project(), {});
    m_vacant = false;
    Q_EMIT opened();
}

void ProjectFiles::openWithDialog()
{
    auto* dialog = new QFileDialog(&m_window, tr("Open a project"), startFolder(m_document, m_preferences),
                                   tr("Netsmith projects (*.netsmith)"));
    dialog->setObjectName(u"openDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
    dialog->open();
}

void ProjectFiles::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const QString samples = samplesFolder();
    open(absolute, !samples.isEmpty() && QFileInfo(absolute).canonicalFilePath().startsWith(samples + u'/'));
}

void ProjectFiles::openSample(const QString& path)
{
    open(path, true);
}

void ProjectFiles::open(const QString& path, bool asCopy)
{
    if (!isVacant()) {
        Q_EMIT elsewhereWanted(path, asCopy);
        return;
    }
    std::string hash = hashOfFile(path); // before reading: a change in between is reported, at worst once too often
    Expected<Project> project = loadProject(path.toStdString());
    if (!project) {
        m_bars.show(u"openFailedBar"_s, NoteBox::Kind::bad,
                    tr("%1 can't be opened: %2").arg(QFileInfo(path).fileName(), messageText(project.error().message())));
        return;
    }
    m_bars.hide(u"openFailedBar"_s);
    m_document.reset(std::move(*project), asCopy ? QString() : path, asCopy ? std::string() : std::move(hash));
    if (!asCopy) {
        m_preferences.addRecent(path);
        m_preferences.save();
        Q_EMIT recentChanged();
    }
    m_vacant = false;
    Q_EMIT opened();
}

void ProjectFiles::openUnsaved(const UnsavedProject& unsaved)
{
    if (!isVacant()) {
        Q_EMIT unsavedElsewhereWanted(unsaved);
        return;
    }
    Expected<Project> project = loadProject(unsaved.file.toStdString());
    if (!project) {
        m_bars.show(u"openFailedBar"_s, NoteBox::Kind::bad,
                    tr("%1 can't be opened: %2").arg(unsaved.name, messageText(project.error().message())));
        return;
    }
    m_bars.hide(u"openFailedBar"_s);
    m_document.reset(std::move(*project), {});
    m_vacant = false;
    Q_EMIT opened(unsaved.folder);
}

void ProjectFiles::save(const std::function<void()>& saved)
{
    commit();
    if (m_document.path().isEmpty())
        saveAs(saved);
    else
        write(m_document.path(), saved);
}

void ProjectFiles::saveAs(const std::function<void()>& saved)
{
    commit();
    auto* dialog = new QFileDialog(&m_window, tr("Save the project"), startFolder(m_document, m_preferences),
                                   tr("Netsmith projects (*.netsmith)"));
    dialog->setObjectName(u"saveDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(projectEnding.mid(1));
    dialog->selectFile(m_document.name() + projectEnding);
    connect(dialog, &QFileDialog::fileSelected, this, [this, saved](const QString& path) { write(path, saved); });
    dialog->open();
}

void ProjectFiles::write(const QString& path, const std::function<void()>& saved)
{
    const std::string other = path == m_document.path() ? m_watch.otherContent() : std::string();
    if (!other.empty())
        askAboutChange(other, [this, path, saved] { write(path, saved); }); // it may change again before the answer
    else
        replace(path, saved);
}

void ProjectFiles::askAboutChange(const std::string& hash, std::function<void()> keep)
{
    if (!keep && m_bars.shows(u"changedBar"_s)) // keeps the save that waits for the answer
        keep = std::move(m_waiting);
    m_waiting = std::move(keep);
    const QString name = QFileInfo(m_document.path()).fileName();
    m_bars.show(
        u"changedBar"_s, NoteBox::Kind::careful,
        m_document.isModified()
            ? tr("Another program has changed %1. Reload it, which undoes your changes, or keep yours, which overwrite the file "
                 "when you save.")
                  .arg(name)
            : tr("Another program has changed %1. Reload it, or keep the version here, which overwrites the file when you save.")
                  .arg(name),
        {{u"changedReload"_s, tr("Reload"), [this] { reload(); }}, {u"changedKeep"_s, tr("Keep mine"), [this, hash] {
                                                                        m_document.keepDespite(hash);
                                                                        if (const auto next = std::exchange(m_waiting, {}))
                                                                            next();
                                                                    }}});
}

void ProjectFiles::reload()
{
    m_waiting = {};
    const QString path = m_document.path();
    std::string hash = hashOfFile(path);
    const Expected<Project> project = loadProject(path.toStdString());
    if (project) {
        m_bars.hide(u"openFailedBar"_s);
        m_document.reload(*project, std::move(hash));
        return;
    }
    m_bars.show(u"openFailedBar"_s, NoteBox::Kind::bad,
                tr("%1 can't be opened: %2").arg(QFileInfo(path).fileName(), messageText(project.error().message())));
}

void ProjectFiles::replace(const QString& path, const std::function<void()>& saved)
{
    const QString before = m_document.path();
    if (const Expected<void> written = m_document.save(path); !written) {
        m_bars.show(u"saveFailedBar"_s, NoteBox::Kind::bad, tr("Not saved: %1").arg(messageText(written.error().message())),
                    {{u"saveElsewhere"_s, tr("Save elsewhere…"), [this, saved] { saveAs(saved); }}});
        return;
    }
    m_bars.hide(u"saveFailedBar"_s);
    m_bars.hide(u"changedBar"_s);
    m_preferences.addRecent(path);
    m_preferences.save();
    Q_EMIT recentChanged();
    if (before != path)
        Q_EMIT moved(before, path);
    if (saved)
        saved();
}

void ProjectFiles::offerRecovery()
{
    const std::vector<RecoverableWork> works = m_autosave.found();
    if (works.empty())
        return;
    const RecoverableWork& work = works.front();
    const QString time = QLocale().toString(work.time, QLocale::ShortFormat);
    m_bars.show(u"recoveryBar"_s, NoteBox::Kind::info,
                tr("Netsmith closed before %1 was saved. Changes made until %2 were kept.").arg(work.name, time),
                {{u"recoverWork"_s, tr("Recover"), [this, work] { recover(work); }}, {u"dropWork"_s, tr("Discard"), [this, work] {
                                                                                          Autosave::drop(work);
                                                                                          offerRecovery();
                                                                                      }}});
}

void ProjectFiles::recover(const RecoverableWork& work)
{
    if (!isVacant()) {
        Q_EMIT recoveryElsewhereWanted(work);
        return;
    }
    Expected<Project> project = Autosave::read(work);
    if (!project) {
        m_bars.show(u"openFailedBar"_s, NoteBox::Kind::bad,
                    tr("%1 can't be recovered: %2").arg(work.name, messageText(project.error().message())));
        return;
    }
    m_document.reset(std::move(*project), work.path, work.fileHash);
    m_document.setRecovered();
    m_vacant = false;
    Q_EMIT opened(work.runs);
    m_autosave.writeNow();
    if (m_autosave.hasCopy()) // otherwise it is the only copy
        Autosave::drop(work);
    offerRecovery();
}

} // namespace netsmith::gui
