#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/hostile_input.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

/// Checks a project file with these bytes.
HostileInput bytes(const QByteArray& name, const QByteArray& content, int code = 3)
{
    return {"project: " + name, code, [=](const HostilePlace& place) {
                const QString path = place.project.filePath(u"small.netsmith"_s);
                writeBytes(path, content);
                return QStringList{u"check"_s, path};
            }};
}

/// Trains the small project with its data read from a path.
HostileInput dataAt(const QByteArray& name, const QString& source, const std::function<QString(const HostilePlace&)>& path,
                    int code = 3)
{
    return {"data: " + name, code, [=](const HostilePlace& place) {
                const QString file = place.project.filePath(u"small.netsmith"_s);
                QJsonObject json = QJsonDocument::fromJson(readBytes(file)).object();
                QJsonObject data{{u"source"_s, source}, {u"path"_s, path(place)}};
                json[u"data"_s] = data;
                writeBytes(file, QJsonDocument(json).toJson());
                return QStringList{u"train"_s, file, u"--epochs"_s, u"1"_s};
            }};
}

/// Lists, resumes and evaluates a run of which one file is not what it should be.
void inRun(std::vector<HostileInput>& all, const QString& file, const QByteArray& what, int listed, int resumed, int judged,
           const std::function<void(const QString&)>& damage)
{
    const auto prepared = [=](const HostilePlace& place) {
        QFile::remove(place.run() + u'/' + file);
        damage(place.run() + u'/' + file);
    };
    const QByteArray name = "run's " + file.toUtf8() + ' ' + what;
    all.push_back({name + ", listed", listed, [=](const HostilePlace& place) {
                       prepared(place);
                       return QStringList{u"runs"_s, place.project.filePath(u"small.netsmith"_s)};
                   }});
    all.push_back({name + ", resumed", resumed, [=](const HostilePlace& place) {
                       prepared(place);
                       return QStringList{u"train"_s,      place.project.filePath(u"small.netsmith"_s),
                                          u"--resume"_s,   place.run(),
                                          u"--data-dir"_s, place.data,
                                          u"--epochs"_s,   u"2"_s};
                   }});
    all.push_back({name + ", judged", judged, [=](const HostilePlace& place) {
                       prepared(place);
                       return QStringList{u"evaluate"_s, place.run(), u"--data-dir"_s, place.data};
                   }});
}

void makePipe(const QString& path)
{
    ::mkfifo(path.toUtf8().constData(), 0600);
}

} // namespace

std::vector<HostileInput> hostileFiles()
{
    const QByteArray nested(200000, '[');
    std::vector<HostileInput> all{
        bytes("empty", {}),
        bytes("a number", "1"),
        bytes("null", "null"),
        bytes("an array", "[]"),
        bytes("cut off", "{\"netsmith\": 2"),
        bytes("nested 200,000 deep", nested),
        bytes("objects nested", QByteArray("{\"a\":").repeated(100000)),
        bytes("a huge number", "{\"netsmith\": 1e999}"),
        bytes("a huge integer", "{\"netsmith\": 99999999999999999999999999}"),
        bytes("negative", "{\"netsmith\": -1}"),
        bytes("UTF-16", QByteArray("\xff\xfe{\0}\0", 6)),
        bytes("no UTF-8", "{\"netsmith\": 2, \"title\": \"\xff\xfe\"}"),
        bytes("zeros", QByteArray(100000, '\0')),
        bytes("17 MiB of spaces", QByteArray(17 << 20, ' ')),
        bytes("a key with controls", "{\"netsmith\": 2, \"\\u001b[2J\\nFORGED\": 1}"),
        {"project: one that grows when it is written", 3,
         [](const HostilePlace& place) {
             const QString path = place.project.filePath(u"small.netsmith"_s);
             QByteArray content = readBytes(path);
             const QByteArray grows = "{\"x-a\":[" + QByteArray("{\"a\":{\"b\":{}}},").repeated(900000) + "0],";
             writeBytes(path, content.replace(content.indexOf('{'), 1, grows));
             return QStringList{u"train"_s, path, u"--data-dir"_s, place.data};
         }},
        {"project: a pipe", 3,
         [](const HostilePlace& place) {
             makePipe(place.project.filePath(u"pipe.netsmith"_s));
             return QStringList{u"check"_s, place.project.filePath(u"pipe.netsmith"_s)};
         }},
        {"project: a link that goes round", 3,
         [](const HostilePlace& place) {
             QFile::link(u"round.netsmith"_s, place.project.filePath(u"round.netsmith"_s));
             return QStringList{u"check"_s, place.project.filePath(u"round.netsmith"_s)};
         }},
        {"run folder: a link that goes round", 3,
         [](const HostilePlace& place) {
             QFile::link(u"round"_s, place.project.filePath(u"round"_s));
             return QStringList{u"train"_s, place.project.filePath(u"small.netsmith"_s), u"--run-dir"_s,
                                place.project.filePath(u"round"_s)};
         }},
    };
    for (const char* source : {"csv", "image_folder", "npy", "series", "text_file", "text_folder"})
        for (const char* path : {"/dev/zero", "/dev/null", "/proc/self/mem", "/", "../outside", "../outside/diary"})
            all.push_back(dataAt(QByteArray(source) + " from " + path, QString::fromLatin1(source),
                                 [path](const HostilePlace&) { return QString::fromLatin1(path); }));
    for (const char* file : {"run.json", "metrics.csv", "label.json"}) {
        const QString name = QString::fromLatin1(file);
        const bool record = name == u"run.json"_s, label = name == u"label.json"_s;
        inRun(all, name, "a pipe", 0, label ? 0 : 3, record ? 3 : 0, makePipe);
        inRun(all, name, "nested", 0, label ? 0 : 3, record ? 3 : 0, [=](const QString& path) { writeBytes(path, nested); });
        inRun(all, name, "a folder", 0, label ? 0 : 3, record ? 3 : 0, [](const QString& path) { QDir().mkpath(path); });
    }
    return all;
}

} // namespace netsmith::test
