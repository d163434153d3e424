#include "gui/data/drop_verdict.h"

#include "engine/data/source.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(dropVerdict)
};

/// The source that finds its files in a folder, if any.
const data::Source* sourceIn(const QString& folder)
{
    data::DataPaths paths;
    paths.dataDir = folder.toStdString();
    for (const data::Source* source : data::sources())
        if (!source->info().files.empty() && source->find(paths).available)
            return source;
    return nullptr;
}

DropVerdict dataIn(const QString& folder, const data::Source& source)
{
    DropVerdict out{DropVerdict::Kind::data, folder, source.info().id, {}};
    out.sentence = Words::tr("%1 holds %2.").arg(QFileInfo(folder).fileName(), engineText(source.info().title));
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
        return refused(path, Words::tr("%1 is not there.").arg(info.fileName()));
    if (info.isDir()) {
        if (const data::Source* source = sourceIn(path))
            return dataIn(path, *source);
        return refused(path,
                       Words::tr("%1 is a folder without a data set that Netsmith knows. MNIST and Fashion-MNIST come as four IDX "
                                 "files, such as train-images-idx3-ubyte.gz.")
                           .arg(info.fileName()));
    }
    if (info.suffix().compare(u"netsmith"_s, Qt::CaseInsensitive) == 0)
        return {DropVerdict::Kind::project, path, {}, {}};
    if (info.fileName().contains(u"-ubyte"_s)) {
        if (const data::Source* source = sourceIn(info.path()))
            return dataIn(info.path(), *source);
        return refused(
            path,
            Words::tr("%1 is one of the four files of an IDX data set; the other three are not beside it.").arg(info.fileName()));
    }
    QImageReader reader(path);
    reader.setDecideFormatFromContent(true);
    if (reader.canRead())
        return {DropVerdict::Kind::image, path, {}, {}};
    return refused(
        path,
        Words::tr("%1 is none of what can be dropped here: a project (.netsmith), a picture (PNG, JPEG), or a folder with a "
                  "data set.")
            .arg(info.fileName()));
}

} // namespace netsmith::gui
