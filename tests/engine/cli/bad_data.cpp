#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/fixture.h"

#include <QFile>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

const QString images = u"mnist/train-images-idx3-ubyte"_s;
const QString labels = u"mnist/train-labels-idx1-ubyte"_s;

void copyFolder(const QDir& from, const QDir& to)
{
    to.mkpath(u"."_s);
    for (const QFileInfo& entry : from.entryInfoList(QDir::Files))
        QFile::copy(entry.filePath(), to.filePath(entry.fileName()));
}

/// Good data with one file replaced by `change(its bytes)`; a suffix ".gz" is added to its name where `gzip`.
BadInput replaced(const QByteArray& name, const QString& file, const std::function<QByteArray(QByteArray)>& change,
                  bool gzip = false)
{
    return {name, 3, QFileInfo(file).fileName(), [=](const QDir& folder, const QString& mnist) {
                copyFolder(QDir(mnist + u"/mnist"_s), QDir(folder.filePath(u"data/mnist"_s)));
                const QString path = folder.filePath(u"data/"_s + file);
                const QByteArray bytes = readBytes(path);
                QFile::remove(path);
                writeBytes(gzip ? path + u".gz"_s : path, change(bytes));
                return QStringList{u"data"_s, u"show"_s, u"mnist"_s, u"--data-dir"_s, folder.filePath(u"data"_s)};
            }};
}

QByteArray gzipped(const QByteArray& bytes)
{
    QProcess gzip;
    gzip.start(u"gzip"_s, {u"-c"_s});
    gzip.write(bytes);
    gzip.closeWriteChannel();
    gzip.waitForFinished();
    return gzip.readAllStandardOutput();
}

QByteArray withByte(QByteArray bytes, qsizetype at, char value)
{
    bytes[at] = value;
    return bytes;
}

} // namespace

std::vector<BadInput> badData()
{
    using Bytes = QByteArray;
    return {
        replaced("empty images", images, [](Bytes) { return Bytes(); }),
        replaced("empty labels", labels, [](Bytes) { return Bytes(); }),
        replaced("half a magic number", images, [](const Bytes& b) { return b.left(3); }),
        replaced("half a header", images, [](const Bytes& b) { return b.left(9); }),
        replaced("a header alone", images, [](const Bytes& b) { return b.left(16); }),
        replaced("truncated images", images, [](const Bytes& b) { return b.left(b.size() / 2); }),
        replaced("a byte short", images, [](const Bytes& b) { return b.left(b.size() - 1); }),
        replaced("a byte too many", images, [](const Bytes& b) { return b + '\0'; }),
        replaced("truncated labels", labels, [](const Bytes& b) { return b.left(b.size() - 7); }),
        replaced("a wrong magic number", images, [](const Bytes& b) { return withByte(b, 0, 'P'); }),
        replaced("a web page", images, [](Bytes) { return Bytes("<!DOCTYPE html><title>404 Not Found</title>"); }),
        replaced("an unknown type", images, [](const Bytes& b) { return withByte(b, 2, 0x42); }),
        replaced("floats for bytes", images, [](const Bytes& b) { return withByte(b, 2, 0x0D); }),
        replaced("no axes", images, [](const Bytes& b) { return withByte(b, 3, 0); }),
        replaced("two axes", images, [](const Bytes& b) { return withByte(b, 3, 2); }),
        replaced("255 axes", images, [](const Bytes& b) { return withByte(b, 3, char(0xFF)); }),
        replaced("another height", images, [](const Bytes& b) { return withByte(b, 11, 27); }),
        replaced("a height of 0", images, [](const Bytes& b) { return withByte(b, 11, 0); }),
        replaced("no samples", images,
                 [](Bytes) {
                     return idx({0, 28, 28}, {});
                 }),
        replaced("a claim of four billion", images, [](Bytes b) { return b.replace(4, 4, "\xFF\xFF\xFF\xFF"); }),
        replaced("a claim past 64 bits", images, [](Bytes b) { return b.replace(4, 12, Bytes(12, '\xFF')); }),
        replaced("a claim of four billion labels", labels, [](Bytes b) { return b.replace(4, 4, "\xFF\xFF\xFF\xFF"); }),
        replaced("a label out of range", labels, [](const Bytes& b) { return withByte(b, 100, 10); }),
        replaced("a label far out of range", labels, [](const Bytes& b) { return withByte(b, b.size() - 1, char(0xFF)); }),
        replaced("fewer labels than images", labels, [](const Bytes& b) { return idx({50}, b.mid(8, 50)); }),
        replaced("images for labels", labels,
                 [](Bytes) {
                     return idx({2, 2, 2}, Bytes(8, '\1'));
                 }),
        replaced(
            "a truncated gzip", images, [](const Bytes& b) { return gzipped(b).chopped(200); }, true),
        replaced(
            "a gzip of a few bytes", images, [](const Bytes& b) { return gzipped(b).left(5); }, true),
        replaced(
            "a gzip with a wrong sum", images,
            [](const Bytes& b) {
                Bytes packed = gzipped(b);
                packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 1);
                return packed;
            },
            true),
        replaced(
            "a gzip with a flipped bit", images,
            [](const Bytes& b) {
                Bytes packed = gzipped(b);
                packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x10);
                return packed;
            },
            true),
        replaced(
            "a gzip of a truncated file", images, [](const Bytes& b) { return gzipped(b.left(b.size() / 3)); }, true),
        replaced(
            "a gzip of a huge claim", images, [](Bytes b) { return gzipped(b.replace(4, 4, "\xFF\xFF\xFF\xFF")); }, true),
        replaced(
            "a gzip of zeros without end", images,
            [](const Bytes& b) { return gzipped(b.left(4) + Bytes("\x7F\xFF\xFF\xFF") + b.mid(8, 8) + Bytes(64 << 20, '\0')); },
            true),
        replaced(
            "a gzip of nothing", images, [](Bytes) { return gzipped({}); }, true),
        {"a file missing", 3, u"t10k-labels-idx1-ubyte"_s,
         [](const QDir& folder, const QString& mnist) {
             copyFolder(QDir(mnist + u"/mnist"_s), QDir(folder.filePath(u"data/mnist"_s)));
             QFile::remove(folder.filePath(u"data/mnist/t10k-labels-idx1-ubyte"_s));
             return QStringList{u"data"_s, u"show"_s, u"mnist"_s, u"--data-dir"_s, folder.filePath(u"data"_s)};
         }},
        {"a data folder that is a file", 3, u"data"_s,
         [](const QDir& folder, const QString&) {
             writeBytes(folder.filePath(u"data"_s), "not a folder");
             return QStringList{u"data"_s, u"list"_s, u"--data-dir"_s, folder.filePath(u"data"_s)};
         }},
    };
}

} // namespace netsmith::test
