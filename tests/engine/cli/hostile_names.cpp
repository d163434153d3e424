#include "tests/engine/cli/fixture.h"
#include "tests/engine/cli/hostile_input.h"
#include "tests/engine/input/npy_bytes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

/// What controls a terminal, a table, a spreadsheet or a formatter.
const std::vector<std::pair<QByteArray, QString>>& words()
{
    static const std::vector<std::pair<QByteArray, QString>> all{
        {"clear screen", u"\x1b[2J\x1b[31mred"_s},
        {"window title", u"\x1b]0;owned\a"_s},
        {"new line", u"a\nFORGED row"_s},
        {"carriage return", u"a\rFORGED row"_s},
        {"both", u"a\r\nFORGED: row"_s},
        {"separator", u"a\u2028FORGED\u2029row"_s},
        {"right to left", u"a\u202egnp.exe"_s},
        {"isolate", u"\u2066x\u2069\u200f"_s},
        {"C1 control", u"a\u009b31mred"_s},
        {"delete", u"a\u007f\b\bb"_s},
        {"formula", u"=HYPERLINK(\"http://x\",\"y\")"_s},
        {"command", u"@SUM(1+1)*cmd|' /C calc'!A0"_s},
        {"minus", u"-2+cmd|' /C calc'!A0"_s},
        {"plus", u"+1+1"_s},
        {"markup", u"<b>x</b><img src=x>"_s},
        {"format", u"%s%n{0}{1}{}"_s},
        {"long", QString(100000, u'A')},
    };
    return all;
}

/// The small project with another title.
QString titled(const HostilePlace& place, const QString& title)
{
    const QString path = place.project.filePath(u"small.netsmith"_s);
    QJsonObject json = QJsonDocument::fromJson(readBytes(path)).object();
    json[u"title"_s] = title;
    writeBytes(path, QJsonDocument(json).toJson());
    return path;
}

void label(const HostilePlace& place, const QString& name)
{
    const QJsonObject json{{u"schema"_s, 1}, {u"name"_s, name}, {u"notes"_s, name}, {u"tags"_s, QJsonArray{name}}};
    writeBytes(place.run() + u"/label.json"_s, QJsonDocument(json).toJson());
}

} // namespace

std::vector<HostileInput> hostileNames()
{
    std::vector<HostileInput> all;
    for (const auto& [what, text] : words()) {
        const QString word = text;
        const auto add = [&, of = what](const QByteArray& where, int code,
                                        const std::function<QStringList(const HostilePlace&)>& line) {
            all.push_back({where + ": " + of, code, line});
        };
        const bool oneLine =
            !word.contains(u'\n') && !word.contains(u'\r') && word.indexOf(QChar(0x1b)) < 0 && !word.contains(u'\u007f');
        add("title, trained", 0, [=](const HostilePlace& place) {
            return QStringList{u"train"_s, titled(place, word), u"--data-dir"_s, place.data, u"--epochs"_s, u"1"_s};
        });
        for (const char* format : {"text", "csv", "markdown", "json"})
            add("label, listed as "_ba + format, 0, [=](const HostilePlace& place) {
                label(place, word);
                return QStringList{u"runs"_s, place.project.filePath(u"runs"_s), u"--format"_s, QString::fromLatin1(format)};
            });
        add("name, given", oneLine ? 0 : 3, [=](const HostilePlace& place) {
            return QStringList{u"runs"_s, u"rename"_s, place.run(), u"--"_s, word};
        });
        add("a node's id, checked", 3, [=](const HostilePlace& place) {
            const QString path = place.project.filePath(u"small.netsmith"_s);
            QByteArray bytes = readBytes(path);
            const QByteArray id = QJsonDocument(QJsonArray{word}).toJson(QJsonDocument::Compact);
            writeBytes(path, bytes.replace("\"hidden\"", id.mid(1, id.size() - 2)).replace("\"relu\"", "\"rleu\""));
            return QStringList{u"check"_s, path};
        });
        add("a column, shown", 0, [=](const HostilePlace& place) {
            const QByteArray cell = '"' + QString(word).replace(u'"', u"\"\""_s).toUtf8() + '"';
            writeBytes(place.project.filePath(u"table.csv"_s), cell + ",b,kind\n1,2," + cell + "\n3,4,plain\n");
            return QStringList{u"data"_s, u"show"_s, u"csv"_s, u"--path"_s, place.project.filePath(u"table.csv"_s)};
        });
        if (word.size() > 255)
            continue;
        const QString array = QString(word).replace(u'/', u'-').replace(u',', u'-').trimmed();
        const auto write = [=](const HostilePlace& place) {
            const auto put = [&](const QString& name, const char* shape, const std::string& bytes) {
                writeBytes(place.project.filePath(name + u".npy"_s),
                           QByteArray::fromStdString(npyFile(npyHeader("|u1", shape), bytes)));
            };
            put(array, "(2, 2)", "abcd");
            put(u"y"_s, "(2,)", std::string("\0\t", 2));
            return place.project.filePath(u"y.npy"_s);
        };
        add("an array, shown", 0, [=](const HostilePlace& place) {
            return QStringList{u"data"_s, u"show"_s, u"npy"_s, u"--path"_s, write(place), u"--set"_s, u"inputs="_s + array};
        });
        add("an array, checked", 0, [=](const HostilePlace& place) {
            Project project = smallProject();
            project.data.source = "npy";
            project.data.path = write(place).toStdString();
            project.data.parameters = {{"inputs", array.toStdString()}};
            project.data.validation = "none";
            project.graph.nodes[0].parameters = {{"shape", std::vector<std::int64_t>{2}}, {"field", array.toStdString()}};
            project.training.batch = 2;
            writeProject(place.project.filePath(u"arrays.netsmith"_s), project);
            return QStringList{u"check"_s, place.project.filePath(u"arrays.netsmith"_s)};
        });
        add("a file that is not there", 3, [=](const HostilePlace&) { return QStringList{u"check"_s, u"--"_s, word}; });
        if (word.contains(u'/'))
            continue;
        add("a project's file", 0, [=](const HostilePlace& place) {
            const QString path = place.project.filePath(word);
            QFile::copy(place.project.filePath(u"small.netsmith"_s), path);
            return QStringList{u"train"_s, path, u"--data-dir"_s, place.data, u"--epochs"_s, u"1"_s};
        });
        add("a run's folder", 0, [=](const HostilePlace& place) {
            QDir().rename(place.run(), place.project.filePath(u"runs/"_s + word));
            return QStringList{u"runs"_s, place.project.filePath(u"small.netsmith"_s)};
        });
    }
    return all;
}

} // namespace netsmith::test
