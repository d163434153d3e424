#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/hostile_input.h"

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

using Command = std::function<QStringList(const HostilePlace&)>;

Command resume()
{
    return [](const HostilePlace& place) {
        return QStringList{u"train"_s,      place.run() + u"/project.netsmith"_s,
                           u"--resume"_s,   place.run(),
                           u"--data-dir"_s, place.data,
                           u"--epochs"_s,   u"2"_s};
    };
}

Command train()
{
    return [](const HostilePlace& place) {
        return QStringList{u"train"_s, place.project.filePath(u"small.netsmith"_s), u"--data-dir"_s, place.data};
    };
}

Command ofProject(const QStringList& words)
{
    return [=](const HostilePlace& place) { return words + QStringList{place.project.filePath(u"small.netsmith"_s)}; };
}

Command ofRun(const QStringList& words, const QStringList& more = {})
{
    return [=](const HostilePlace& place) { return words + QStringList{place.run()} + more; };
}

/// Makes `link`, in the project's folder, lead to `target` outside; what was there is moved away.
HostileInput linked(const QString& link, const QString& target, const QByteArray& what, const Command& command, int code)
{
    return {"link " + link.toUtf8() + " -> " + target.toUtf8() + ", " + what, code, [=](const HostilePlace& place) {
                const QString path = place.project.filePath(link);
                const QStringList line = command(place);
                if (QFileInfo(path).isDir())
                    QDir(path).removeRecursively();
                else
                    QFile::remove(path);
                QDir().mkpath(QFileInfo(path).path());
                if (!QFile::link(place.outside.filePath(target), path))
                    qFatal("the test can't link %s", qPrintable(path));
                return line;
            }};
}

} // namespace

std::vector<HostileInput> hostileLinks()
{
    const auto list = ofProject({u"runs"_s}), deleted = ofProject({u"runs"_s, u"--deleted"_s}),
               purge = ofProject({u"runs"_s, u"purge"_s});
    const auto tag = ofRun({u"runs"_s, u"tag"_s}, {u"good"_s}), note = ofRun({u"runs"_s, u"note"_s}, {u"a note"_s});
    const auto rename = ofRun({u"runs"_s, u"rename"_s}, {u"b"_s}), discard = ofRun({u"runs"_s, u"delete"_s});
    const auto evaluate = [](const HostilePlace& place) {
        return QStringList{u"evaluate"_s, place.run(), u"--data-dir"_s, place.data};
    };
    const auto curves = [](const HostilePlace& place) {
        return train()(place) + QStringList{u"--tensorboard"_s, place.project.filePath(u"board"_s)};
    };
    const auto sheet = [](const HostilePlace& place) {
        return QStringList{u"runs"_s,     place.project.filePath(u"runs"_s),     u"--format"_s, u"csv"_s,
                           u"--output"_s, place.project.filePath(u"sheet.csv"_s)};
    };
    const auto restore = [](const HostilePlace& place) {
        return QStringList{u"runs"_s, u"restore"_s, place.project.filePath(u"runs/.trash/a"_s)};
    };
    std::vector<HostileInput> all{
        // The cache that listing alone writes.
        linked(u"runs/.index"_s, u"diary"_s, "list", list, 0),
        linked(u"runs/.index"_s, u"nothing"_s, "list", list, 0),
        linked(u"runs/.index"_s, u"run"_s, "list", list, 0),
        // The trash.
        linked(u"runs/.trash"_s, u"."_s, "list deleted", deleted, 0),
        linked(u"runs/.trash"_s, u"."_s, "purge", purge, 3),
        linked(u"runs/.trash"_s, u"nothing"_s, "purge", purge, 3),
        linked(u"runs/.trash"_s, u"."_s, "delete", discard, 3),
        linked(u"runs/.trash"_s, u"diary"_s, "delete", discard, 3),
        linked(u"runs/.trash"_s, u"runs"_s, "restore", restore, 3),
        linked(u"runs/.trash/b"_s, u"run"_s, "purge", purge, 0),
        linked(u"runs/.trash/a"_s, u"run"_s, "restore", restore, 3),
        // The folder of runs, and a run.
        linked(u"runs"_s, u"runs"_s, "train", train(), 3),
        linked(u"runs"_s, u"nothing"_s, "train", train(), 3),
        linked(u"runs"_s, u"diary"_s, "train", train(), 3),
        linked(u"runs"_s, u"runs"_s, "list", list, 0),
        linked(u"runs"_s, u"runs"_s, "delete", discard, 3),
        linked(u"runs"_s, u"runs"_s, "purge", purge, 3),
        linked(u"runs"_s, u"runs"_s, "tag", tag, 3),
        linked(u"runs"_s, u"runs"_s, "resume", resume(), 3),
        linked(u"runs"_s, u"runs"_s, "evaluate", evaluate, 0),
        linked(u"runs/a"_s, u"run"_s, "list", list, 0),
        linked(u"runs/a"_s, u"run"_s, "resume", resume(), 3),
        linked(u"runs/a"_s, u"run"_s, "delete", discard, 3),
        linked(u"runs/a"_s, u"run"_s, "tag", tag, 3),
        linked(u"runs/a"_s, u"run"_s, "note", note, 3),
        linked(u"runs/a"_s, u"run"_s, "rename", rename, 3),
        linked(u"runs/a"_s, u"run"_s, "evaluate", evaluate, 0),
        // The files of a run.
        linked(u"runs/a/label.json"_s, u"diary"_s, "tag", tag, 3),
        linked(u"runs/a/label.json"_s, u"nothing"_s, "tag", tag, 3),
        linked(u"runs/a/label.json"_s, u"nothing"_s, "note", note, 3),
        linked(u"runs/a/.label.lock"_s, u"diary"_s, "tag", tag, 4),
        linked(u"runs/a/.label.lock"_s, u"nothing"_s, "tag", tag, 4),
        linked(u"runs/a/checkpoints"_s, u"run/checkpoints"_s, "resume", resume(), 3),
        linked(u"runs/a/checkpoints"_s, u"run/checkpoints"_s, "evaluate", evaluate, 0),
        linked(u"runs/a/checkpoints"_s, u"nothing"_s, "resume", resume(), 3),
        linked(u"runs/a/checkpoints/000001"_s, u"run/checkpoints/000004"_s, "resume", resume(), 0),
        linked(u"runs/a/checkpoints/000009.new"_s, u"run"_s, "resume", resume(), 0),
        linked(u"small.netsmith"_s, u"run/project.netsmith"_s, "list", list, 0),
        // What a command writes to a given path.
        linked(u"board"_s, u"."_s, "curves", curves, 3),
        linked(u"board/train"_s, u"."_s, "curves", curves, 3),
        linked(u"sheet.csv"_s, u"diary"_s, "list into a file", sheet, 3),
        linked(u"sheet.csv"_s, u"nothing"_s, "list into a file", sheet, 3),
    };
    for (const char* file : {"run.json", "project.netsmith", "metrics.csv", "timing.csv"}) {
        const QString name = QString::fromLatin1(file);
        all.push_back(linked(u"runs/a/"_s + name, u"run/"_s + name, "resume", resume(), 3));
        all.push_back(linked(u"runs/a/"_s + name, u"nothing"_s, "resume", resume(), 3));
        all.push_back(linked(u"runs/a/"_s + name, u"run/"_s + name, "evaluate", evaluate, 0));
    }
    for (const char* target : {"run/telemetry.csv", "nothing"}) // nothing is recorded then, and the run goes on
        all.push_back(linked(u"runs/a/telemetry.csv"_s, QString::fromLatin1(target), "resume", resume(), 0));
    return all;
}

} // namespace netsmith::test
