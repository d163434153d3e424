#include "gui/weights/weights_feed.h"

#include "engine/store/checkpoint_store.h"
#include "engine/store/run_folder.h"
#include "gui/widgets/guarded.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr double spectraAtOnce = 1e9; ///< the work that is done unasked: about a second
constexpr std::size_t neighborsShown = 50;
constexpr inspect::SheetLimits sheetLimits{.side = 128, .inputs = 32}; ///< so that each map can be made out
constexpr int spectraReports = 100; ///< milliseconds between them

std::shared_ptr<WeightsFeed::Shown> shownOf(const WeightsFeed::Weights& weights, std::size_t array, const inspect::SheetPart& part)
{
    auto shown = std::make_shared<WeightsFeed::Shown>();
    shown->weights = weights;
    shown->array = array;
    const inspect::WeightArray& numbers = weights->arrays[array];
    shown->sheet = inspect::sheetOf(numbers, weights->layer, part, sheetLimits);
    shown->summary = inspect::summaryOf(numbers.numbers);
    double squares = 0.0;
    for (const float number : numbers.numbers)
        squares += static_cast<double>(number) * static_cast<double>(number);
    shown->norm = std::sqrt(squares);
    return shown;
}

} // namespace

WeightsFeed::WeightsFeed(QObject* parent)
    : QObject(parent)
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, [this] {
        if (m_weights && m_spectra && m_spectra->step != m_weights->step)
            startSpectra(false);
    });
}

WeightsFeed::~WeightsFeed()
{
    m_spectraStop.request_stop();
    m_historyStop.request_stop();
}

void WeightsFeed::take(Weights weights, std::filesystem::path run)
{
    if (!weights || weights->arrays.empty())
        return;
    const bool sameLayer = m_weights && m_weights->layer.node == weights->layer.node && m_run == run
        && m_weights->arrays.size() == weights->arrays.size();
    if (sameLayer && m_isShowing) {
        m_next = std::move(weights);
        m_nextRun = std::move(run);
        return;
    }
    if (!sameLayer) {
        const QString word = m_word;
        clear();
        m_word = word;
    }
    m_weights = std::move(weights);
    m_run = std::move(run);
    show();
    startSpectra(false);
    readHistory();
    findNeighbors();
}

void WeightsFeed::clear()
{
    stopSpectra();
    m_historyStop.request_stop();
    ++m_sheetJob;
    ++m_historyJob;
    ++m_searchJob;
    m_isShowing = m_isReading = m_readAgain = false;
    m_weights.reset();
    m_next.reset();
    m_array = 0;
    m_part = {};
    m_word.clear();
    m_shown.reset();
    m_spectra.reset();
    m_history.reset();
    m_historyProblem.reset();
    m_historyOf.clear();
    m_historySteps.clear();
    m_found.reset();
    Q_EMIT changed();
}

void WeightsFeed::choose(std::size_t array)
{
    if (!m_weights || array >= m_weights->arrays.size() || array == m_array)
        return;
    m_array = array;
    m_part = {};
    m_spectra.reset();
    stopSpectra();
    show();
    startSpectra(false);
}

void WeightsFeed::setPart(const inspect::SheetPart& part)
{
    if (!m_weights || std::exchange(m_part, part) == part)
        return;
    show();
}

void WeightsFeed::show()
{
    const std::uint64_t job = ++m_sheetJob;
    m_isShowing = true;
    m_quick.run([this, job, weights = m_weights, array = m_array, part = m_part] {
        std::shared_ptr<const Shown> shown;
        guarded([&] { shown = shownOf(weights, array, part); }, [](const Error&) {}); // out of memory: what was shown stays
        m_quick.answer([this, job, shown] {
            if (job != m_sheetJob)
                return;
            m_isShowing = false;
            if (shown)
                m_shown = shown;
            Q_EMIT changed();
            if (m_next)
                take(std::exchange(m_next, nullptr), std::move(m_nextRun));
        });
    });
}

double WeightsFeed::spectraWork() const
{
    if (!m_weights)
        return 0.0;
    const inspect::WeightFacts& facts = m_weights->arrays[m_array].facts;
    const inspect::WeightMatrixSizes sizes = inspect::matrixSizesOf(facts);
    // Of the whole and of its gates, which are narrower.
    const double whole = inspect::spectrumWork(sizes.rows, sizes.columns);
    const auto gates = static_cast<std::int64_t>(facts.gates.size());
    return gates == 0 ? whole : whole + static_cast<double>(gates) * inspect::spectrumWork(sizes.rows, sizes.columns / gates);
}

std::optional<double> WeightsFeed::spectraWait() const
{
    const double work = spectraWork();
    if (work <= spectraAtOnce || m_computesSpectra)
        return std::nullopt;
    return m_spectra && m_weights && m_spectra->step == m_weights->step ? std::nullopt
                                                                        : std::optional(inspect::spectrumSeconds(work));
}

void WeightsFeed::computeSpectra()
{
    startSpectra(true);
}

void WeightsFeed::startSpectra(bool evenLong)
{
    const bool isLong = spectraWork() > spectraAtOnce;
    // Those being computed are of weights that were current when they began, and are finished first.
    if (!m_weights || m_computesSpectra || (!evenLong && (isLong || m_later.isActive()))) {
        Q_EMIT changed();
        return;
    }
    const std::uint64_t job = ++m_spectraJob;
    m_spectraStop = {};
    m_computesSpectra = true;
    if (isLong)
        m_share = 0.0;
    m_slow.runLarge([this, job, isLong, weights = m_weights, array = m_array, stop = m_spectraStop.get_token()] {
        auto spectra = std::make_shared<Spectra>();
        spectra->step = weights->step;
        QElapsedTimer sinceTold, sinceBegun;
        sinceTold.start();
        sinceBegun.start();
        const auto progress = [&](double share) {
            if (!isLong || sinceTold.elapsed() < spectraReports)
                return;
            sinceTold.start();
            m_slow.answer([this, job, share] {
                if (job != m_spectraJob)
                    return;
                m_share = share;
                Q_EMIT changed();
            });
        };
        bool isDone = true;
        guarded([&] { spectra->list = inspect::spectraOf(weights->arrays[array], inspect::mostSpectrumWork, stop, progress); },
                [&](const Error&) { isDone = false; }); // stopped, or out of memory
        m_slow.answer([this, job, took = sinceBegun.elapsed(), spectra = isDone ? spectra : nullptr] {
            if (job != m_spectraJob)
                return;
            m_computesSpectra = false;
            m_share.reset();
            if (spectra)
                m_spectra = spectra;
            constexpr qint64 pauses = 9; // as long as the work
            m_later.start(static_cast<int>(std::min<qint64>(took * pauses, 60'000)));
            Q_EMIT changed();
        });
    });
    Q_EMIT changed();
}

void WeightsFeed::stopSpectra()
{
    m_spectraStop.request_stop();
    m_later.stop();
    ++m_spectraJob;
    m_computesSpectra = false;
    m_share.reset();
    Q_EMIT changed();
}

void WeightsFeed::readHistory()
{
    if (!m_weights)
        return;
    m_readAgain = m_isReading;
    if (std::exchange(m_isReading, true))
        return;
    const std::uint64_t job = ++m_historyJob;
    m_historyStop = {};
    const auto known =
        m_historyOf == m_run && m_historyLayer == m_weights->layer.node ? m_historySteps : std::vector<std::int64_t>();
    m_reader.runLarge([this, job, run = m_run, layer = m_weights->layer.node, known, stop = m_historyStop.get_token()] {
        std::shared_ptr<const inspect::WeightHistory> history;
        std::optional<Message> problem;
        const std::vector<std::int64_t> steps = CheckpointStore(run / RunFolder::checkpointsName).steps();
        const bool isKnown = !steps.empty() && steps == known;
        if (!isKnown)
            guarded(
                [&] {
                    const inspect::RunWeights saved(run);
                    history = std::make_shared<const inspect::WeightHistory>(
                        inspect::weightHistory(saved, saved.layer(layer), {.stop = stop}));
                },
                [&](const Error& error) { problem = error.message(); });
        m_reader.answer([this, job, isKnown, history, problem, steps, run, layer] {
            if (job != m_historyJob)
                return;
            m_isReading = false;
            if (!isKnown) {
                m_historyOf = run;
                m_historyLayer = layer;
                m_historySteps = steps;
                m_history = history;
                m_historyProblem = problem;
                Q_EMIT changed();
            }
            if (m_readAgain) // a checkpoint may have been written meanwhile
                readHistory();
        });
    });
}

void WeightsFeed::search(const QString& word)
{
    if (std::exchange(m_word, word) == word && m_found)
        return;
    findNeighbors();
}

void WeightsFeed::findNeighbors()
{
    const std::uint64_t job = ++m_searchJob;
    const auto table = m_weights
        ? std::ranges::find_if(m_weights->arrays,
                               [](const inspect::WeightArray& array) { return array.facts.use == inspect::WeightUse::table; })
        : decltype(m_weights->arrays.begin()){};
    if (m_word.isEmpty() || !m_weights || table == m_weights->arrays.end()) {
        m_found.reset();
        Q_EMIT changed();
        return;
    }
    m_quick.run([this, job, weights = m_weights, at = static_cast<std::size_t>(table - m_weights->arrays.begin()), word = m_word] {
        auto found = std::make_shared<Found>();
        found->word = word;
        const inspect::WeightArray& array = weights->arrays[at];
        found->names = inspect::TokenNames(weights->tokens, array.facts.shape[0]);
        guarded([&] { found->neighbors = inspect::neighborsOf(array, found->names.idOf(word.toStdString()), neighborsShown); },
                [&](const Error& error) { found->problem = error.message(); });
        m_quick.answer([this, job, found] {
            if (job != m_searchJob)
                return;
            m_found = found;
            Q_EMIT changed();
        });
    });
}

} // namespace netsmith::gui
