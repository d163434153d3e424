#include "gui/app/asking/series_feed.h"

#include "engine/data/source.h"
#include "engine/train/evaluation.h"
#include "gui/app/asking/tried_network.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/tryit/series_panel.h"
#include "gui/widgets/engine_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

namespace netsmith::gui {
namespace {

/// The test part, or the training part if there is none.
const data::DataSplit& judging(const data::DataSet& set)
{
    return set.test.count() > 0 ? set.test : set.train;
}

std::vector<float> numbersOf(const data::Field& field, std::int64_t sample)
{
    const auto bytes = field.sample(sample);
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
    return numbers;
}

} // namespace

SeriesFeed::SeriesFeed(TrainingSession& session, SeriesPanel& panel, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_panel(panel)
{
    connect(&panel, &SeriesPanel::seriesWanted, this, &SeriesFeed::read);
    connect(&panel, &SeriesPanel::asked, this, &SeriesFeed::ask);
    connect(&session, &TrainingSession::answered, this, &SeriesFeed::answer);
    connect(&session, &TrainingSession::updated, this, [this] {
        if (m_asked == 0 && !m_session.asksChosen() && m_session.snapshot().step != m_answeredStep)
            m_panel.networkChanged();
    });
}

SeriesFeed::~SeriesFeed()
{
    m_stop.request_stop();
}

void SeriesFeed::follow(bool ready, const TriedNetwork& tried, const DataSettings& settings)
{
    if (!ready) {
        m_asked = 0; // ignores its answer
        if (m_settings)
            forget();
        m_settings.reset();
    } else if (const std::uint64_t revision = m_session.document().dataRevision();
               m_settings != settings || m_revision != revision || m_input != tried.input.name || m_target != tried.target.name) {
        forget();
        m_settings = settings;
        m_revision = revision;
        m_input = tried.input.name;
        m_target = tried.target.name;
    }
    m_panel.setReady(ready);
}

void SeriesFeed::forget()
{
    m_stop.request_stop(); // the data being read are no longer needed
    ++m_reading;
    m_begun = false;
    m_set.reset();
    m_panel.setStretches(0);
}

void SeriesFeed::read()
{
    if (!m_settings || std::exchange(m_begun, true))
        return;
    m_stop = {};
    m_thread.run(
        [this, reading = ++m_reading, settings = *m_settings, paths = m_session.document().dataPaths(), stop = m_stop.get_token()] {
            const auto tell = [&](const std::function<void()>& call) {
                m_thread.answer([this, reading, call] {
                    if (reading == m_reading)
                        call();
                });
            };
            try {
                auto set = std::make_shared<const data::DataSet>(
                    data::resolve(settings, paths).source->load(paths, {.report = {}, .stop = stop}).take());
                tell([this, set] { take(set); });
            } catch (const Error& error) {
                tell([this, message = error.message()] { m_panel.showProblem(messageText(message)); });
            } catch (const std::exception& error) {
                tell([this,
                      message = Message(NS_MESSAGE("series.unexpected", "the series could not be read: {0}"),
                                        std::string(error.what()))] { m_panel.showProblem(messageText(message)); });
            }
        });
}

void SeriesFeed::take(const std::shared_ptr<const data::DataSet>& set)
{
    m_set = set;
    m_shown = -1;
    m_panel.setStretches(judging(*set).count());
}

void SeriesFeed::ask(qint64 stretch)
{
    if (!m_set || stretch >= judging(*m_set).count())
        return;
    if (stretch != m_shown)
        showTruth(stretch);
    const data::Field& field = judging(*m_set).field(m_input);
    const std::byte* first = field.bytes.get() + stretch * field.spec.strideBytes();
    m_asked = m_session.predict({data::Field{field.spec, 1, std::shared_ptr<const std::byte[]>(field.bytes, first)}});
}

/// The values before a stretch are taken from the targets of earlier stretches, in the same units as the forecast.
void SeriesFeed::showTruth(std::int64_t stretch)
{
    m_shown = stretch;
    const data::DataSplit& split = judging(*m_set);
    const data::Field& input = split.field(m_input);
    const data::Field& target = split.field(m_target);
    const std::int64_t window = input.spec.shape[0];
    const std::int64_t columns = input.spec.shape[1];
    const std::int64_t step = input.spec.stride > 0 ? std::max<std::int64_t>(input.spec.stride / columns, 1) : window;
    const std::int64_t horizon = target.spec.shape[0];
    std::map<std::int64_t, double> before;
    for (std::int64_t i = std::max<std::int64_t>(stretch - (window + horizon) / step, 0); i < stretch; ++i) {
        const std::vector<float> numbers = numbersOf(target, i);
        for (std::int64_t h = 0; h < horizon; ++h)
            if (const std::int64_t row = (i - stretch) * step + h; row < 0 && row >= -window)
                before[row] = static_cast<double>(numbers[static_cast<std::size_t>(h)]);
    }
    ForecastCurves::Curve past, future;
    for (const auto& [row, value] : before)
        past.emplace_back(static_cast<double>(row), value);
    for (const float value : numbersOf(target, stretch))
        future.emplace_back(static_cast<double>(future.size()), static_cast<double>(value));
    m_panel.showTruth(std::move(past), std::move(future));
}

/// The same metric as the forecast's error.
std::function<QString()> SeriesFeed::baseline(std::int64_t stretch) const
{
    const std::array samples{static_cast<std::int32_t>(stretch)};
    NamedValues errors = train::persistenceErrors(judging(*m_set), samples);
    std::erase_if(errors, [](const auto& error) { return error.first != "mean_absolute_error"; });
    if (errors.empty())
        return {};
    return [errors] { return tr("%1.", "a sentence").arg(sentenceText(train::persistenceWords(errors))); };
}

void SeriesFeed::answer(const PredictionAnswer& answer)
{
    if (answer.id != m_asked)
        return;
    m_asked = 0;
    m_answeredStep = answer.step;
    if (answer.problem) {
        m_panel.showProblem(messageText(*answer.problem));
        return;
    }
    if (answer.outputs.empty() || !m_set || m_shown < 0)
        return;
    ForecastCurves::Curve forecast;
    for (const float value : answer.outputs.front().values)
        forecast.emplace_back(static_cast<double>(forecast.size()), static_cast<double>(value));
    const std::vector<float> came = numbersOf(judging(*m_set).field(m_target), m_shown);
    double error = 0.0;
    for (std::size_t i = 0; i < std::min(came.size(), forecast.size()); ++i)
        error += std::abs(forecast[i].y() - static_cast<double>(came[i])) / static_cast<double>(came.size());
    m_panel.showForecast(std::move(forecast), fromStd(answer.run.string()), answer.step, baseline(m_shown));
    Q_EMIT judged(error);
}

} // namespace netsmith::gui
