#include "gui/data/drop_verdict.h"

#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/input/images/picture_file.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(dropVerdict)
};

/// The sources that find their files in a folder.
std::vector<const data::Source*> sourcesIn(const QString& folder)
{
    data::DataPaths paths;
    paths.dataDir = folder.toStdString();
    std::vector<const data::Source*> out;
    for (const data::Source* source : data::sources())
        if (!source->info().files.empty() && source->find(paths).available)
            out.push_back(source);
    return out;
}

/// Whether the folder holds exactly the bytes pinned by the source; only the smallest file is checked.
bool isPinnedIn(const QString& folder, const data::Source& source)
{
    const data::RemoteFile& file = *std::ranges::min_element(source.info().files, {}, &data::RemoteFile::size);
    const auto content = readFile((folder.toStdString() + "/") + file.name, static_cast<std::uint64_t>(file.size));
    return content && sha256(*content) == file.sha256;
}

/// Among sources whose files have the same names, the one that a folder holds: by content, otherwise by the folder's name; null if
/// neither decides.
const data::Source* whichIn(const QString& folder, const std::vector<const data::Source*>& candidates)
{
    if (candidates.size() == 1)
        return candidates.front();
    for (const data::Source* source : candidates)
        if (isPinnedIn(folder, *source))
            return source;
    const auto plain = [](QString text) { return text.toLower().remove(u'-').remove(u'_').remove(u' '); };
    const QString name = plain(QFileInfo(folder).fileName());
    const data::Source* longest = nullptr;
    for (const data::Source* source : candidates)
        if (name.contains(plain(fromStd(source->info().id))) && (!longest || source->info().id.size() > longest->info().id.size()))
            longest = source;
    return longest;
}

DropVerdict dataIn(const QString& folder, const std::vector<const data::Source*>& candidates)
{
    DropVerdict out{DropVerdict::Kind::data, folder, {}, {}};
    const QString name = QFileInfo(folder).fileName();
    if (const data::Source* source = whichIn(folder, candidates)) {
        out.source = source->info().id;
        out.sentence = Words::tr("%1 contains %2.").arg(name, engineText(source->info().title));
        return out;
    }
    QStringList titles;
    for (const data::Source* source : candidates)
        titles << engineText(source->info().title);
    out.sentence = Words::tr("%1 contains a data set with the same file names as %2.").arg(name, titles.join(u", "_s));
    return out;
}

DropVerdict refused(const QString& path, const QString& sentence)
{
    return {DropVerdict::Kind::refused, path, {}, sentence};
}

} // namespace

DropVerdict recognise(const QUrl& url)
{
    if (!url.isLocalFile())
        return refused({}, Words::tr("Only files on this computer can be dropped here. Download it first, then drop the file."));
    const QString path = url.toLocalFile();
    const QFileInfo info(path);
    if (!info.exists())
        return refused(path, Words::tr("%1 does not exist.").arg(info.fileName()));
    if (info.isDir()) {
        if (const auto found = sourcesIn(path); !found.empty())
            return dataIn(path, found);
        return refused(path,
                       Words::tr("The folder %1 contains no data set that Netsmith recognizes. MNIST and Fashion-MNIST come as "
                                 "four IDX files, such as train-images-idx3-ubyte.gz.")
                           .arg(info.fileName()));
    }
    if (info.suffix().compare(u"netsmith"_s, Qt::CaseInsensitive) == 0)
        return {DropVerdict::Kind::project, path, {}, {}};
    if (info.fileName().contains(u"-ubyte"_s)) {
        if (const auto found = sourcesIn(info.path()); !found.empty())
            return dataIn(info.path(), found);
        return refused(path,
                       Words::tr("%1 is one of the four files of an IDX data set; the other three are not in its folder.")
                           .arg(info.fileName()));
    }
    QFile file(path);
    const QByteArray beginning = file.open(QIODevice::ReadOnly) ? file.read(64) : QByteArray();
    if (data::beginsAsPicture(std::as_bytes(std::span(beginning.constData(), static_cast<std::size_t>(beginning.size())))))
        return {DropVerdict::Kind::image, path, {}, {}};
    return refused(
        path,
        Words::tr(
            "%1 can't be dropped here. Drop a project (.netsmith), a picture (PNG, JPEG, WebP, BMP), or a folder with a data set.")
            .arg(info.fileName()));
}

} // namespace netsmith::gui
