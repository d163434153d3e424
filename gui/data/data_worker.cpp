#include "gui/data/data_worker.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int tellMilliseconds = 50;

struct Outcome {
    std::optional<DataPreview> preview;
    std::optional<Error> error;
};

Outcome work(const DataSettings& settings, bool fetchFirst, const data::Watch& watch, const DataShelf& shelf)
{
    Outcome out;
    try {
        const std::shared_ptr<const data::Source> source = shelf.open(settings);
        if (fetchFirst) // into the cache: the folder searched first may belong to another data set
            data::fetch(*source, data::dataPaths(), watch, shelf.download).take();
        const data::DataPaths paths = shelf.paths();
        const data::Resolved resolved = data::resolve(source, paths);
        out.preview = previewOf(resolved.source->load(paths, watch).take());
        out.preview->source = settings.source;
        out.preview->standIn = resolved.standIn;
    } catch (const Error& error) {
        out.error = error;
    } catch (const std::exception& error) {
        out.error = Error(ErrorKind::failed, NS_MESSAGE("data.unexpected", "the data could not be read: {0}"), error.what());
    }
    return out;
}

} // namespace

DataWorker::DataWorker(DataShelf shelf, QObject* parent)
    : QObject(parent)
    , m_shelf(std::move(shelf))
{
}

DataWorker::~DataWorker()
{
    m_stop.request_stop();
}

void DataWorker::preview(const DataSettings& settings)
{
    start(settings, false);
}

void DataWorker::download(const DataSettings& settings)
{
    start(settings, true);
}

void DataWorker::transform(const Project& project, const data::Field& pictures)
{
    const std::uint64_t job = ++m_transformJob;
    m_thread.run([this, job, project, pictures] {
        std::vector<DataPreview::Sample> made;
        try {
            made = transformedPictures(project, pictures);
        } catch (const std::exception&) { // reported by the check of the whole project
        }
        m_thread.answer([this, job, made = std::move(made)] {
            if (job == m_transformJob)
                Q_EMIT transformed(made);
        });
    });
}

void DataWorker::cancel()
{
    m_stop.request_stop();
}

void DataWorker::start(const DataSettings& settings, bool fetchFirst)
{
    m_stop.request_stop();
    m_stop = {};
    m_busy = true;
    const std::uint64_t job = ++m_job;
    m_thread.run([this, job, settings, fetchFirst, stop = m_stop.get_token(), shelf = m_shelf] {
        QElapsedTimer sinceTold;
        const data::Watch watch{.report =
                                    [this, job, &sinceTold](const data::Progress& progress) {
                                        if (sinceTold.isValid() && sinceTold.elapsed() < tellMilliseconds
                                            && progress.done < progress.total)
                                            return;
                                        sinceTold.start();
                                        m_thread.answer([this, job, progress] {
                                            if (job == m_job)
                                                Q_EMIT progressed(progress);
                                        });
                                    },
                                .stop = stop};
        const auto outcome = std::make_shared<const Outcome>(work(settings, fetchFirst, watch, shelf));
        m_thread.answer([this, job, outcome] {
            if (job != m_job)
                return; // superseded by a later request
            m_busy = false;
            if (outcome->preview)
                Q_EMIT previewReady(*outcome->preview);
            else if (outcome->error->cause() == MessageFacts::Cause::cancelled)
                Q_EMIT cancelled();
            else
                Q_EMIT failed(outcome->error->message());
        });
    });
}

} // namespace netsmith::gui
