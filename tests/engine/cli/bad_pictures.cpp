#include "tests/engine/cli/bad_input.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/picture_bytes.h"

#include <QFile>

#include <png.h>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace netsmith::test {
namespace {

QByteArray png(int width = 4, int height = 4)
{
    const std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 7);
    return QByteArray::fromStdString(pngBytes(width, height, PNG_COLOR_TYPE_GRAY, 8, pixels));
}

QByteArray jpeg(int width = 16, int height = 16, const JpegOptions& options = {.channels = 1})
{
    const auto numbers =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(options.channels);
    return QByteArray::fromStdString(jpegBytes(width, height, std::vector<std::uint8_t>(numbers, 90), options));
}

/// The same with another height and width in its header.
QByteArray claiming(QByteArray file, int height, int width)
{
    const qsizetype at = file.indexOf("\xff\xc0") + 5;
    for (int i = 0; i < 2; ++i) {
        file[at + i] = static_cast<char>(height >> (8 - 8 * i));
        file[at + 2 + i] = static_cast<char>(width >> (8 - 8 * i));
    }
    return file;
}

void put(const QDir& folder, const QString& path, const QByteArray& bytes)
{
    folder.mkpath(QFileInfo(path).path());
    writeBytes(folder.filePath(path), bytes);
}

/// A folder of pictures that `fill` fills.
BadInput folderOf(const QByteArray& name, const QString& mention, const QStringList& says,
                  const std::function<void(const QDir&)>& fill, int code = 3,
                  const QStringList& settings = {u"height=8"_s, u"width=8"_s})
{
    return {name, code, mention,
            [=](const QDir& folder, const QString&) {
                folder.mkpath(u"photos"_s);
                fill(QDir(folder.filePath(u"photos"_s)));
                QStringList arguments{u"data"_s, u"show"_s, u"image_folder"_s, u"--path"_s, folder.filePath(u"photos"_s)};
                for (const QString& setting : settings)
                    arguments << u"--set"_s << setting;
                return arguments;
            },
            says};
}

/// One bad picture beside a good one: more than can be left out.
BadInput picture(const QByteArray& name, const QString& file, const QByteArray& bytes, const QStringList& says)
{
    const auto fill = [=](const QDir& folder) {
        put(folder, u"bad/"_s + file, bytes);
        put(folder, u"good/1.png"_s, png());
    };
    return folderOf(name, u"photos/bad/"_s + file,
                    says + QStringList{u"1 of 2 pictures can't be read"_s, u"repair or remove them"_s}, fill);
}

/// A picture that only looks odd.
BadInput readable(const QByteArray& name, const QString& file, const QByteArray& bytes)
{
    const auto fill = [=](const QDir& folder) { put(folder, u"odd/"_s + file, bytes); };
    return folderOf(name, u"1 samples to train"_s, {}, fill, 0);
}

void addPictures(std::vector<BadInput>& all)
{
    const auto add = [&](BadInput input) { all.push_back(std::move(input)); };
    const QString jpg = u"1.jpg"_s;
    const QString pngName = u"1.png"_s;
    add(picture("picture: 0 bytes", jpg, {}, {u"is empty, expected a PNG, JPEG, WebP or BMP picture"_s}));
    add(picture("picture: a text", jpg, "Dear reader,\n", {u"is not a PNG, JPEG, WebP or BMP picture, despite its name"_s}));
    add(picture("picture: a web page", pngName, "<!DOCTYPE html><title>404 Not Found</title>", {u"not a PNG, JPEG"_s}));
    add(picture("picture: zeros", pngName, QByteArray(5000, '\0'), {u"not a PNG, JPEG"_s}));
    add(picture("picture: 60,000 pixels wide", pngName, png(60000, 1),
                {u"claims 60000×1 pixels; at most 30000 a side"_s, u"scale it down"_s}));
    add(picture("picture: a JPEG of 60,000 pixels", jpg, jpeg(60000, 1), {u"claims 60000×1 pixels; at most 30000 a side"_s}));
    add(picture("picture: more pixels than are read", jpg, claiming(jpeg(), 20000, 20000), {u"claims 20000×20000 pixels"_s}));
    add(picture("picture: more pixels than its bytes", jpg, claiming(jpeg(), 9000, 9000),
                {u"claims 9000×9000 pixels, more than its"_s, u"it is damaged"_s}));
    add(picture("picture: a JPEG of no width", jpg, claiming(jpeg(), 16, 0), {u"can't be read as a JPEG picture"_s}));
    add(picture("picture: a JPEG that says it is higher", jpg, claiming(jpeg(), 160, 16), {u"can't be read as a JPEG picture"_s}));
    add(picture("picture: a truncated JPEG", jpg, jpeg(64, 64).chopped(40), {u"can't be read as a JPEG picture"_s}));
    add(picture("picture: a JPEG's first bytes", jpg, jpeg().left(3), {u"can't be read as a JPEG picture"_s}));
    add(picture("picture: a truncated PNG", pngName, png(64, 64).chopped(30), {u"can't be read as a PNG picture"_s}));
    add(picture("picture: a PNG's first bytes", pngName, png().left(8), {u"can't be read as a PNG picture"_s}));
    QByteArray flipped = png(64, 64);
    flipped[flipped.size() - 20] = static_cast<char>(flipped[flipped.size() - 20] ^ 0x55);
    add(picture("picture: a PNG with a flipped bit", pngName, flipped, {u"can't be read as a PNG picture"_s}));
    QByteArray lying = png();
    lying[18] = 1; // 260 pixels wide, which the checksum contradicts
    add(picture("picture: a PNG whose header lies", pngName, lying, {u"can't be read as a PNG picture"_s}));
    add(picture("picture: a moving GIF", pngName, "GIF89a\x10\0\x10\0",
                {u"is a GIF file, expected PNG, JPEG, WebP or BMP: convert it"_s}));
    add(picture("picture: a truncated WebP", jpg, QByteArray("RIFF\x20\0\0\0WEBPVP8 ", 16),
                {u"can't be read as a WebP picture"_s}));
    add(picture("picture: a truncated BMP", u"1.bmp"_s, QByteArray("BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", 18),
                {u"can't be read as a BMP picture"_s}));

    add(readable("picture: inks are read", jpg, jpeg(16, 16, {.channels = 4})));
    add(readable("picture: Adobe's inks are read", jpg, jpeg(16, 16, {.channels = 4, .adobe = true})));
    add(readable("picture: a progressive JPEG is read", jpg, jpeg(40, 24, {.channels = 3, .progressive = true})));
    add(readable("picture: a PNG named JPG is read", jpg, png()));
    add(readable("picture: one pixel is read", pngName, png(1, 1)));
    add(readable("picture: 20,000 pixels in a row are read", pngName, png(20000, 1)));
}

void addFolders(std::vector<BadInput>& all)
{
    const auto add = [&](BadInput input) { all.push_back(std::move(input)); };
    const auto good = [](const QDir& folder) {
        put(folder, u"cat/1.png"_s, png());
        put(folder, u"dog/1.png"_s, png());
    };
    add(folderOf("folders: none", u"photos"_s, {u"holds no folders; expected one for each class"_s}, [](const QDir&) {}));
    add(folderOf("folders: pictures without one", u"photos"_s, {u"holds no folders"_s},
                 [](const QDir& folder) { put(folder, u"1.png"_s, png()); }));
    add(folderOf("folders: a class without a picture", u"photos/fish"_s,
                 {u"holds no PNG, JPEG, WebP or BMP picture; add some or remove it"_s}, [=](const QDir& folder) {
                     good(folder);
                     put(folder, u"fish/readme.txt"_s, "soon");
                 }));
    add(folderOf("folders: a class of a link to nowhere", u"photos"_s, {u"holds no folders"_s},
                 [](const QDir& folder) { QFile::link(u"/nowhere/at/all"_s, folder.filePath(u"cat"_s)); }));
    add(folderOf("folders: two classes of a name", u"photos"_s, {u"differ only in case; put them into one folder"_s},
                 [=](const QDir& folder) {
                     good(folder);
                     put(folder, u"Cat/2.png"_s, png());
                 }));
    add(folderOf("folders: a loop", u"photos/again"_s, {u"leads back to a folder that contains it; remove it"_s},
                 [=](const QDir& folder) {
                     good(folder);
                     QFile::link(folder.path(), folder.filePath(u"again"_s));
                 }));
    add(folderOf("folders: two links in a ring", u"photos"_s, {u"holds no folders"_s}, [](const QDir& folder) {
        QFile::link(folder.filePath(u"b"_s), folder.filePath(u"a"_s));
        QFile::link(folder.filePath(u"a"_s), folder.filePath(u"b"_s));
    }));
    add(folderOf("folders: a class of the test alone", u"photos/test/fish"_s, {u"rename or remove it"_s}, [](const QDir& folder) {
        put(folder, u"train/cat/1.png"_s, png());
        put(folder, u"test/fish/1.png"_s, png());
    }));
    add(folderOf("folders: a pipe for a picture", u"photos/pipe/1.png"_s, {u"is not a regular file"_s}, [=](const QDir& folder) {
        good(folder);
        folder.mkpath(u"pipe"_s);
        ::mkfifo(folder.filePath(u"pipe/1.png"_s).toUtf8().constData(), 0600);
    }));
    add(folderOf("folders: not there", u"photos"_s, {u"does not exist; correct data.path"_s},
                 [](const QDir& folder) { folder.rmdir(folder.path()); }));
    add(folderOf("folders: a file", u"photos"_s, {u"is a file, expected a folder; correct data.path"_s}, [](const QDir& folder) {
        folder.rmdir(folder.path());
        writeBytes(folder.path(), "a file");
    }));
    for (const auto& [setting, says] : {std::pair{u"height=-1"_s, u"height"_s},
                                        {u"width=100000"_s, u"width"_s},
                                        {u"channels=2"_s, u"1 channel for gray, 3 for color"_s},
                                        {u"heigth=8"_s, u"did you mean \"height\"?"_s},
                                        {u"fit=squeeze"_s, u"stretch"_s}})
        add(folderOf("folders: " + setting.toUtf8(), says, {}, good, 3, {setting}));

    add(folderOf(
        "folders: loops below a class are not followed", u"2 samples to train"_s, {},
        [=](const QDir& folder) {
            good(folder);
            QFile::link(folder.path(), folder.filePath(u"cat/again"_s));
            QFile::link(folder.filePath(u"cat"_s), folder.filePath(u"cat/self"_s));
        },
        0));
    add(folderOf(
        "folders: a picture 300 folders deep is read", u"2 samples to train"_s, {},
        [=](const QDir& folder) {
            put(folder, u"cat/"_s + QString(u"deep/"_s).repeated(300) + u"1.png"_s, png());
            put(folder, u"dog/1.png"_s, png());
        },
        0));
    add(folderOf(
        "folders: one picture in eleven is left out", u"1 of 11 pictures can't be read and are left out, the first: "_s,
        {u"cat/5.png is empty"_s, u"10 samples to train"_s},
        [](const QDir& folder) {
            for (int i = 0; i < 11; ++i)
                put(folder, u"cat/%1.png"_s.arg(i), i == 5 ? QByteArray() : png());
        },
        0));
    add(folderOf(
        "folders: files that are no pictures are left out", u"notes.txt"_s, {u"not PNG, JPEG, WebP or BMP by extension"_s},
        [=](const QDir& folder) {
            good(folder);
            put(folder, u"cat/notes.txt"_s, "a note");
        },
        0));
}

} // namespace

std::vector<BadInput> badPictures()
{
    std::vector<BadInput> all;
    addPictures(all);
    addFolders(all);
    return all;
}

} // namespace netsmith::test
