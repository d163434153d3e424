#include "gui/app/files/project_files.h"

#include "gui/widgets/engine_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>

#include <memory>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int slowMilliseconds = 400;
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
    m_slow.setSingleShot(true);
    m_slow.setInterval(slowMilliseconds);
    connect(&m_slow, &QTimer::timeout, this, [this] { m_bars.show(m_slowBar, NoteBox::Kind::info, m_slowSentence); });
    connect(&m_watch, &FileWatch::changed, this, [this](const std::string& hash) { askAboutChange(hash, {}); });
    connect(&m_watch, &FileWatch::settled, this, [this] { m_bars.hide(u"changedBar"_s); });
    connect(&document, &Document::pathChanged, this, [this] { m_bars.hide(u"changedBar"_s); });
    connect(&autosave, &Autosave::failed, this, [this](const QString& sentence) {
        m_bars.show(u"autosaveBar"_s, NoteBox::Kind::careful,
                    tr("Unsaved changes can't be backed up: %1 Save the project where there is room.").arg(sentence));
    });
}

ProjectFiles::~ProjectFiles()
{
    m_thread.finish();
}

void ProjectFiles::run(const std::function<std::function<void()>()>& work)
{
    ++m_jobs;
    m_thread.run([this, work] {
        m_thread.answer([this, take = work()] {
            take();
            endJob();
        });
    });
}

void ProjectFiles::endJob()
{
    --m_jobs;
    while (m_jobs == 0 && !m_whenIdle.empty()) {
        const auto next = std::move(m_whenIdle.front());
        m_whenIdle.pop_front();
        next();
    }
}

void ProjectFiles::saySoon(const QString& id, const QString& sentence)
{
    m_slowBar = id;
    m_slowSentence = sentence;
    m_slow.start();
}

void ProjectFiles::saidEnough()
{
    m_slow.stop();
    m_bars.hide(m_slowBar);
}

void ProjectFiles::whenIdle(std::function<void()> next)
{
    if (m_jobs == 0)
        next();
    else
        m_whenIdle.push_back(std::move(next));
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
    m_discarded.reset();
    whenStillSafe(next);
}

void ProjectFiles::whenStillSafe(const std::function<void()>& next)
{
    commit();
    const auto again = [this, next] { whenStillSafe(next); };
    if (m_writings > 0) {
        whenIdle(again);
        return;
    }
    if (!m_document.isModified() || m_discarded == m_document.version()) {
        next();
        return;
    }
    m_bars.show(u"unsavedBar"_s, NoteBox::Kind::careful, tr("%1 has unsaved changes.").arg(m_document.name()),
                {{u"unsavedSave"_s, tr("Save"), [this, again] { save(again); }},
                 {u"unsavedDiscard"_s, tr("Don't save"),
                  [this, again] {
                      commit();
                      m_discarded = m_document.version();
                      again();
                  }},
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
    if (path == m_opening) // a second click
        return;
    if (!isVacant()) {
        Q_EMIT elsewhereWanted(path, asCopy);
        return;
    }
    begin(path, QFileInfo(path).fileName());
    read(
        QFileInfo(path).fileName(), [path] { return contentOf(path); },
        [this, path, asCopy](Project&& project, std::string hash) {
            m_document.reset(std::move(project), asCopy ? QString() : path, asCopy ? std::string() : std::move(hash));
            if (!asCopy) {
                m_preferences.addRecent(path);
                m_preferences.save();
                Q_EMIT recentChanged();
            }
            m_vacant = false;
            Q_EMIT opened();
        });
}

ProjectFiles::Content ProjectFiles::contentOf(const QString& path)
{
    std::string hash = hashOfFile(path); // before reading: a change in between is reported, at worst once too often
    return {loadProject(path.toStdString()), std::move(hash)};
}

void ProjectFiles::begin(const QString& path, const QString& name)
{
    m_opening = path;
    saySoon(u"openingBar"_s, tr("Opening %1…").arg(name));
}

void ProjectFiles::read(const QString& name, const std::function<Content()>& from,
                        const std::function<void(Project&&, std::string)>& take)
{
    run([this, name, from, take] {
        return [this, name, take, content = std::make_shared<Content>(from())] {
            m_opening.clear();
            saidEnough();
            if (content->project) {
                m_bars.hide(u"openFailedBar"_s);
                take(std::move(*content->project), std::move(content->fileHash));
            } else
                m_bars.show(u"openFailedBar"_s, NoteBox::Kind::bad,
                            tr("%1 can't be opened: %2").arg(name, messageText(content->project.error().message())));
        };
    });
}

void ProjectFiles::openUnsaved(const UnsavedProject& unsaved)
{
    if (unsaved.file == m_opening)
        return;
    if (!isVacant()) {
        Q_EMIT unsavedElsewhereWanted(unsaved);
        return;
    }
    const auto from = [file = unsaved.file]() -> Content { return {loadProject(file.toStdString()), {}}; };
    begin(unsaved.file, unsaved.name);
    read(unsaved.name, from, [this, folder = unsaved.folder](Project&& project, const std::string&) {
        m_document.reset(std::move(project), {});
        m_vacant = false;
        Q_EMIT opened(folder);
    });
}

void ProjectFiles::save(const std::function<void()>& saved)
{
    commit();
    if (m_jobs > 0) // which may give the document another file
        whenIdle([this, saved, reset = m_document.version().reset] {
            if (reset == m_document.version().reset)
                save(saved);
        });
    else if (m_document.path().isEmpty())
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
    if (m_jobs > 0) { // the hash that the file should have is known afterwards
        whenIdle([this, path, saved, reset = m_document.version().reset] {
            if (reset == m_document.version().reset)
                write(path, saved);
        });
        return;
    }
    ++m_writings;
    saySoon(u"savingBar"_s, tr("Saving %1…").arg(QFileInfo(path).fileName()));
    m_watch.setPaused(true);
    const auto snapshot = std::make_shared<const Document::Snapshot>(m_document.snapshot());
    run([this, path, saved, snapshot, own = path == m_document.path(), known = m_document.fileHash()]() -> std::function<void()> {
        const std::string now = own ? hashOfFile(path) : std::string();
        if (!now.empty() && now != known)
            return [this, saved, now] {
                endWriting();
                askAboutChange(now, [this, saved] { save(saved); }); // it may change again before the answer
            };
        return
            [this, path, saved, snapshot, hash = writeProject(snapshot->project, path)] { written(path, *snapshot, hash, saved); };
    });
}

void ProjectFiles::endWriting()
{
    --m_writings;
    saidEnough();
    m_watch.setPaused(false);
}

void ProjectFiles::written(const QString& path, const Document::Snapshot& snapshot, const Expected<std::string>& hash,
                           const std::function<void()>& saved)
{
    endWriting();
    if (!hash) {
        m_bars.show(u"saveFailedBar"_s, NoteBox::Kind::bad, tr("Not saved: %1").arg(messageText(hash.error().message())),
                    {{u"saveElsewhere"_s, tr("Save elsewhere…"), [this, saved] { saveAs(saved); }}});
        return;
    }
    const QString before = m_document.path();
    m_document.saved(snapshot, path, *hash);
    m_bars.hide(u"saveFailedBar"_s);
    m_bars.hide(u"changedBar"_s);
    m_bars.hide(u"unsavedBar"_s);
    m_preferences.addRecent(path);
    m_preferences.save();
    Q_EMIT recentChanged();
    if (before != m_document.path())
        Q_EMIT moved(before, path);
    if (saved)
        saved();
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
    read(
        QFileInfo(path).fileName(), [path] { return contentOf(path); },
        [this, path, version = m_document.version()](Project&& project, std::string hash) {
            if (path != m_document.path())
                return;
            if (version == m_document.version())
                m_document.reload(project, std::move(hash));
            else // edited meanwhile, which was not meant to be undone
                askAboutChange(hash, {});
        });
}

void ProjectFiles::offerRecovery()
{
    ++m_jobs;
    m_autosave.find([this](std::vector<RecoverableWork> works) {
        std::erase_if(works, [this](const RecoverableWork& work) { return m_recovered.contains(work.file); });
        if (!works.empty())
            offer(works.front());
        endJob();
    });
}

void ProjectFiles::offer(const RecoverableWork& work)
{
    const QString time = QLocale().toString(work.time, QLocale::ShortFormat);
    m_bars.show(u"recoveryBar"_s, NoteBox::Kind::info,
                tr("Netsmith closed before %1 was saved. Changes made until %2 were kept.").arg(work.name, time),
                {{u"recoverWork"_s, tr("Recover"), [this, work] { recover(work); }}, {u"dropWork"_s, tr("Discard"), [this, work] {
                                                                                          m_autosave.drop(work);
                                                                                          offerRecovery();
                                                                                      }}});
}

void ProjectFiles::recover(const RecoverableWork& work)
{
    if (!isVacant()) {
        Q_EMIT recoveryElsewhereWanted(work);
        return;
    }
    const auto from = [work]() -> Content { return {Autosave::read(work), {}}; };
    begin(work.file, work.name);
    read(work.name, from, [this, work](Project&& project, const std::string&) {
        m_document.reset(std::move(project), work.path, work.fileHash);
        m_document.setRecovered();
        m_vacant = false;
        Q_EMIT opened(work.runs);
        m_autosave.writeNow([this, work](bool isKept) {
            if (isKept)
                m_autosave.drop(work);
            else // it is still the only copy
                m_recovered << work.file;
            offerRecovery();
        });
    });
}

} // namespace netsmith::gui
