#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/fixture.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

QString newestCheckpoint(const QString& run)
{
    const QDir checkpoints(run + u"/checkpoints"_s);
    return checkpoints.filePath(checkpoints.entryList(QDir::Dirs | QDir::NoDotAndDotDot).last());
}

using Damage = std::function<void(const QString& run)>;

/// Copies the good run, damages the copy, and then evaluates, resumes and queries it. Only resuming needs the optimizer's arrays.
std::vector<BadInput> damaged(const QByteArray& name, const QString& mention, const Damage& damage)
{
    const bool isOptimizers = mention == u"optimizer.safetensors"_s;
    const auto prepared = [damage](const QDir& folder, const QString& mnist) {
        const QString run = folder.filePath(u"run"_s);
        copyTree(QFileInfo(mnist).path() + u"/run"_s, run);
        damage(run);
        return run;
    };
    return {
        {name + ", evaluated", isOptimizers ? 0 : 3, isOptimizers ? u"accuracy"_s : mention,
         [=](const QDir& folder, const QString& mnist) {
             return QStringList{u"evaluate"_s, prepared(folder, mnist), u"--data-dir"_s, mnist};
         }},
        {name + ", resumed", 3, mention,
         [=](const QDir& folder, const QString& mnist) {
             const QString project = QFileInfo(mnist).path() + u"/small.netsmith"_s;
             return QStringList{u"train"_s,      project, u"--resume"_s, prepared(folder, mnist),
                                u"--data-dir"_s, mnist,   u"--epochs"_s, u"9"_s};
         }},
    };
}

Damage withFile(const QString& file, const std::function<QByteArray(QByteArray)>& change)
{
    return [=](const QString& run) {
        const QString path = file.contains(u'/') ? run + u'/' + file : newestCheckpoint(run) + u'/' + file;
        writeBytes(path, change(readBytes(path)));
    };
}

Damage withoutFile(const QString& file)
{
    return [=](const QString& run) { QFile::remove(newestCheckpoint(run) + u'/' + file); };
}

QByteArray flipped(QByteArray bytes, qsizetype at)
{
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    return bytes;
}

/// A PNG of grey pixels: chunks with their checksums, as specified by ISO 15948.
QByteArray png(quint32 width, quint32 height, const QByteArray& packed)
{
    const auto number = [](quint32 value) {
        QByteArray bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.append(static_cast<char>(value >> shift));
        return bytes;
    };
    const auto chunk = [&](const QByteArray& type, const QByteArray& content) {
        quint32 sum = 0xFFFFFFFFu;
        for (const char c : type + content) {
            sum ^= static_cast<quint8>(c);
            for (int bit = 0; bit < 8; ++bit)
                sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320u : 0u);
        }
        return number(static_cast<quint32>(content.size())) + type + content + number(~sum);
    };
    return "\x89PNG\r\n\x1A\n" + chunk("IHDR", number(width) + number(height) + QByteArray("\x08\0\0\0\0", 5))
        + chunk("IDAT", packed) + chunk("IEND", {});
}

QByteArray greyPng(int width, int height)
{
    return png(static_cast<quint32>(width), static_cast<quint32>(height),
               qCompress(QByteArray((width + 1) * height, '\0')).mid(4)); // Qt puts a length before the stream
}

BadInput asked(const QByteArray& name, const QString& file, const QByteArray& bytes)
{
    return {name, 3, file, [=](const QDir& folder, const QString& mnist) {
                writeBytes(folder.filePath(file), bytes);
                return QStringList{u"predict"_s, QFileInfo(mnist).path() + u"/run"_s, folder.filePath(file)};
            }};
}

BadInput called(const QByteArray& name, const QString& mention, const QStringList& arguments, int code = 3)
{
    return {name, code, mention, [=](const QDir&, const QString& mnist) {
                QStringList filled;
                for (QString argument : arguments)
                    filled += argument.replace(u"@"_s, QFileInfo(mnist).path());
                return filled;
            }};
}

} // namespace

std::vector<BadInput> badRuns()
{
    const QString weights = u"weights.safetensors"_s;
    const QString optimizer = u"optimizer.safetensors"_s;
    const QString state = u"state.json"_s;
    const QString manifest = u"manifest.json"_s;
    std::vector<BadInput> all;
    const auto add = [&](std::vector<BadInput> rows) { std::ranges::move(rows, std::back_inserter(all)); };
    const auto verified = [](const QByteArray& name, const QString& mention, const Damage& damage) {
        return BadInput{name + ", verified", 3, mention, [=](const QDir& folder, const QString& mnist) {
                            const QString run = folder.filePath(u"run"_s);
                            copyTree(QFileInfo(mnist).path() + u"/run"_s, run);
                            damage(run);
                            return QStringList{u"verify"_s, run, u"--data-dir"_s, mnist};
                        }};
    };
    all.push_back(
        verified("a run without its table", u"metrics.csv"_s, [](const QString& run) { QFile::remove(run + u"/metrics.csv"_s); }));
    all.push_back(verified("a run whose table has no rows", u"metrics.csv"_s,
                           withFile(u"./metrics.csv"_s, [](const QByteArray& b) { return b.left(b.indexOf('\n') + 1); })));
    all.push_back(verified("a table that is no table", u"metrics.csv"_s,
                           withFile(u"./metrics.csv"_s, [](const QByteArray&) { return QByteArray(5000, '\0'); })));
    all.push_back(verified("a checkpoint that is damaged", weights,
                           withFile(weights, [](const QByteArray& b) { return flipped(b, b.size() / 2); })));
    all.push_back(verified("a record of a newer schema", u"run.json"_s,
                           withFile(u"./run.json"_s, [](QByteArray b) { return b.replace("\"schema\": 2", "\"schema\": 9"); })));
    for (const QString& file : {weights, optimizer, state}) {
        const QByteArray name = file.toUtf8();
        add(damaged(name + " with its first byte flipped", file,
                    withFile(file, [](const QByteArray& b) { return flipped(b, 0); })));
        add(damaged(name + " with a byte flipped within", file,
                    withFile(file, [](const QByteArray& b) { return flipped(b, b.size() / 2); })));
        add(damaged(name + " with its last byte flipped", file,
                    withFile(file, [](const QByteArray& b) { return flipped(b, b.size() - 1); })));
        add(damaged(name + " cut", file, withFile(file, [](const QByteArray& b) { return b.left(b.size() / 2); })));
        add(damaged(name + " grown", file, withFile(file, [](const QByteArray& b) { return b + '\0'; })));
        add(damaged(name + " empty", file, withFile(file, [](const QByteArray&) { return QByteArray(); })));
        add(damaged(name + " missing", file, withoutFile(file)));
    }
    add(damaged("a manifest that is empty", u"manifest.json"_s,
                withFile(manifest, [](const QByteArray&) { return QByteArray(); })));
    add(damaged("a manifest that is cut", u"manifest.json"_s, withFile(manifest, [](const QByteArray& b) { return b.left(60); })));
    add(damaged("a manifest that is a list", u"manifest.json"_s, withFile(manifest, [](const QByteArray&) { return "[]"; })));
    add(damaged("a manifest of no files", u"manifest.json"_s,
                withFile(manifest, [](const QByteArray&) { return R"({"schema":1,"files":[]})"; })));
    add(damaged("a manifest with another sum", weights,
                withFile(manifest, [](const QByteArray& b) { return flipped(b, b.indexOf("sha256") + 12); })));
    add(damaged("a manifest with another size", weights,
                withFile(manifest, [](const QByteArray& b) { return flipped(b, b.indexOf("size") + 8); })));
    add(damaged("a manifest of a newer schema", u"manifest.json"_s,
                withFile(manifest, [](QByteArray b) { return b.replace("\"schema\": 1", "\"schema\": 9"); })));
    add(damaged("no checkpoints", u"run"_s, [](const QString& run) { QDir(run + u"/checkpoints"_s).removeRecursively(); }));
    add(damaged("no record", u"run"_s, [](const QString& run) { QFile::remove(run + u"/run.json"_s); }));
    add(damaged("an empty record", u"run.json"_s, withFile(u"./run.json"_s, [](const QByteArray&) { return QByteArray(); })));
    add(damaged("a record cut", u"run.json"_s,
                withFile(u"./run.json"_s, [](const QByteArray& b) { return b.left(b.size() / 2); })));
    add(damaged("a record of a newer schema", u"run.json"_s,
                withFile(u"./run.json"_s, [](QByteArray b) { return b.replace("\"schema\": 2", "\"schema\": 9"); })));
    add(damaged("a run without its project", u"project.netsmith"_s,
                [](const QString& run) { QFile::remove(run + u"/project.netsmith"_s); }));
    add(damaged("a run whose project is cut", u"project.netsmith"_s,
                withFile(u"./project.netsmith"_s, [](const QByteArray& b) { return b.left(100); })));
    add(damaged("another graph's checkpoint", u"hidden"_s, [](const QString& run) {
        const QString place = newestCheckpoint(run);
        QDir(place).removeRecursively();
        copyTree(newestCheckpoint(run + u"/../../other"_s), place);
    }));
    all.push_back({"another graph's project, resumed", 3, u"network"_s, [](const QDir& folder, const QString& mnist) {
                       Project other = smallProject();
                       other.graph.find("hidden")->parameters["units"] = std::int64_t{17};
                       writeProject(folder.filePath(u"other.netsmith"_s), other);
                       return QStringList{u"train"_s,      u"other.netsmith"_s,
                                          u"--resume"_s,   QFileInfo(mnist).path() + u"/run"_s,
                                          u"--data-dir"_s, mnist};
                   }});
    all.push_back({"other data, resumed", 3, u"samples"_s, [](const QDir& folder, const QString& mnist) {
                       writeSmallMnist(folder.filePath(u"data"_s), 40, 10);
                       const QString place = QFileInfo(mnist).path();
                       return QStringList{u"train"_s,      place + u"/small.netsmith"_s,
                                          u"--data-dir"_s, folder.filePath(u"data"_s),
                                          u"--resume"_s,   place + u"/run"_s};
                   }});
    const QStringList train{u"train"_s, u"@/small.netsmith"_s, u"--data-dir"_s, u"@/data"_s};
    add({
        called("another fingerprint", u"fusion"_s, train + QStringList{u"--resume"_s, u"@/run"_s, u"--no-fusion"_s}),
        called("a run folder that is in use", u"run"_s, train + QStringList{u"--run-dir"_s, u"@/run"_s}),
        called("a run folder that is a file", u"small.netsmith"_s, train + QStringList{u"--run-dir"_s, u"@/small.netsmith"_s}),
        called("a run folder below a file", u"small.netsmith"_s, train + QStringList{u"--run-dir"_s, u"@/small.netsmith/run"_s}),
        called("a run folder that can't be written", u"/proc/run"_s, train + QStringList{u"--run-dir"_s, u"/proc/run"_s}),
        called("no run to resume", u"nowhere"_s, train + QStringList{u"--resume"_s, u"@/nowhere"_s}),
        called("no run to evaluate", u"nowhere"_s, {u"evaluate"_s, u"@/nowhere"_s}),
        called("a file to evaluate", u"small.netsmith"_s, {u"evaluate"_s, u"@/small.netsmith"_s}),
        called("a folder that is no run", u"data"_s, {u"evaluate"_s, u"@/data"_s}),
        called("no run to ask", u"nowhere"_s, {u"predict"_s, u"@/nowhere"_s, u"--index"_s, u"0"_s}),
        called("no picture", u"nowhere.png"_s, {u"predict"_s, u"@/run"_s, u"@/nowhere.png"_s}),
        called("nothing to predict", u"--index"_s, {u"predict"_s, u"@/run"_s}, 2),
        called("a sample past the last", u"50"_s, {u"predict"_s, u"@/run"_s, u"--index"_s, u"50"_s, u"--data-dir"_s, u"@/data"_s}),
        called("no project to list runs of", u"nowhere.netsmith"_s, {u"runs"_s, u"@/nowhere.netsmith"_s}),
        called("a run to list runs of", u"is one run"_s, {u"runs"_s, u"@/run"_s}),
        called("no run to rename", u"nowhere"_s, {u"runs"_s, u"rename"_s, u"@/nowhere"_s, u"x"_s}),
        called("a folder to rename", u"data"_s, {u"runs"_s, u"rename"_s, u"@/data"_s, u"x"_s}),
        called("a name of two lines", u"one line"_s, {u"runs"_s, u"rename"_s, u"@/run"_s, u"a\nb"_s}),
        called("a tag with a comma", u"a,b"_s, {u"runs"_s, u"tag"_s, u"@/run"_s, u"a,b"_s}),
        called("no run to delete", u"nowhere"_s, {u"runs"_s, u"delete"_s, u"@/nowhere"_s}),
        called("a folder to delete", u"data"_s, {u"runs"_s, u"delete"_s, u"@/data"_s}),
        called("the root to delete", u"run"_s, {u"runs"_s, u"delete"_s, u"/"_s}),
        called("no run to restore", u"nowhere"_s, {u"runs"_s, u"restore"_s, u"@/nowhere"_s}),
        called("nothing to purge", u"nowhere"_s, {u"runs"_s, u"purge"_s, u"@/nowhere"_s}),
        called("no run to compare", u"nowhere"_s, {u"runs"_s, u"diff"_s, u"@/run"_s, u"@/nowhere"_s}),
        called("no run for a card", u"nowhere"_s, {u"runs"_s, u"card"_s, u"@/nowhere"_s}),
        called("no run for a project", u"nowhere"_s, {u"runs"_s, u"project"_s, u"@/nowhere"_s, u"@/new.netsmith"_s}),
        called("a project that is there", u"small.netsmith"_s, {u"runs"_s, u"project"_s, u"@/run"_s, u"@/small.netsmith"_s}),
        called("no run to export", u"nowhere"_s, {u"runs"_s, u"export"_s, u"@/nowhere"_s, u"--tensorboard"_s, u"@/board"_s}),
        called("curves into a file", u"small.netsmith"_s,
               {u"runs"_s, u"export"_s, u"@/run"_s, u"--tensorboard"_s, u"@/small.netsmith"_s}),
        called("no run to verify", u"nowhere"_s, {u"verify"_s, u"@/nowhere"_s}),
        called("a folder to verify", u"data"_s, {u"verify"_s, u"@/data"_s}),
        called("a run without its data", u"nothing"_s, {u"verify"_s, u"@/run"_s, u"--data-dir"_s, u"@/nothing"_s}),
        called("a work folder that is a file", u"small.netsmith"_s,
               {u"verify"_s, u"@/run"_s, u"--data-dir"_s, u"@/data"_s, u"--work-dir"_s, u"@/small.netsmith"_s}),
        called("an export that can't be written", u"/proc/x.csv"_s,
               {u"runs"_s, u"card"_s, u"@/run"_s, u"--output"_s, u"/proc/x.csv"_s}),
        asked("a picture of no size", u"none.png"_s, png(0, 0, qCompress(QByteArray()).mid(4))),
        asked("a picture that claims a terabyte", u"huge.png"_s, png(1000000, 1000000, qCompress(QByteArray(100, '\0')).mid(4))),
        asked("a picture cut", u"cut.png"_s, greyPng(28, 28).left(50)),
        asked("a picture with a wrong sum", u"sum.png"_s, flipped(greyPng(28, 28), 20)),
        asked("a picture of too few pixels", u"few.png"_s, png(28, 28, qCompress(QByteArray(29, '\0')).mid(4))),
        asked("an empty picture", u"empty.png"_s, {}),
        asked("words for a picture", u"words.png"_s, "a seven, please"),
        asked("samples of another shape", u"narrow.idx"_s, idx({2, 27, 28}, QByteArray(2 * 27 * 28, '\0'))),
        asked("samples cut", u"cut.idx"_s, idx({2, 28, 28}, QByteArray(28 * 28, '\0'))),
        asked("no samples", u"none.idx"_s, idx({0, 28, 28}, {})),
        asked("another format", u"seven.bmp"_s, "BM and so on, more than a few bytes of it"),
    });
    return all;
}

} // namespace netsmith::test
