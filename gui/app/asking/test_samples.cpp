#include "gui/app/asking/test_samples.h"

#include "engine/fields/element.h"
#include "engine/fields/single_sample.h"
#include "engine/graph/project/settings.h"
#include "engine/train/trainer/resumption.h"
#include "engine/train/training_data.h"

#include <functional>
#include <utility>

namespace netsmith::gui {

std::vector<data::Field> sampleOf(const data::DataSplit& split, std::int64_t sample)
{
    std::vector<data::Field> fields;
    for (const data::Field& field : split.fields)
        fields.push_back(data::sampleOf(field, sample));
    return fields;
}

std::vector<data::Field> JudgedPart::fieldsOf(std::int64_t position) const
{
    return sampleOf(split, samples[static_cast<std::size_t>(position)]);
}

std::vector<double> truthOf(const data::Field& target, std::int64_t sample, const DataSettings& settings)
{
    const data::FieldSpec& spec = target.spec;
    const bool givenBack = spec.classes == 0 && spec.shape.rank() == 3; // an image as a target is always an input to reproduce
    const InputScale scale = givenBack ? inputScale(settings, spec.type, spec.shape, spec.classes) : InputScale();
    std::vector<double> numbers;
    data::eachElement(spec.type, target.sample(sample),
                      [&](double number) { numbers.push_back((number - scale.subtract) / scale.divide); });
    return numbers;
}

JudgedPart judgedPartOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop)
{
    const RunRecord record = readRunRecord(run).take();
    const Project project = loadProject(projectPathOf(run)).take();
    train::LoadedData loaded = train::loadData(project, dataDir, {{}, stop});
    loaded.learnt = record.fields;
    train::TrainingData data = train::divideData(project, std::move(loaded));
    train::checkSameData(record, data);
    constexpr std::int64_t few = 1 << 20; // bytes
    JudgedPart part;
    if (data.trainSplit().bytes() <= few && !data.validation.empty()) {
        part.training = data.trainSplit();
        part.trainingSamples = data.train;
    }
    // The other parts are released with `data`.
    part.kind = data.validation.empty() ? JudgedPart::Kind::training
        : data.heldOut                  ? JudgedPart::Kind::validation
                                        : JudgedPart::Kind::test;
    part.split = data.validation.empty() ? data.trainSplit() : data.validationSplit();
    part.samples = std::move(data.validation.empty() ? data.train : data.validation);
    return part;
}

TestSamples::TestSamples(QObject* parent)
    : QObject(parent)
{
}

TestSamples::~TestSamples()
{
    m_stop.request_stop();
}

bool TestSamples::follow(const std::filesystem::path& run, const std::filesystem::path& dataDir)
{
    if (run == m_run && dataDir == m_dataDir)
        return false;
    const bool read = isReading(); // its result is no longer needed
    m_stop.request_stop();
    ++m_reading;
    m_run = run;
    m_dataDir = dataDir;
    m_part.reset();
    m_position = -1;
    m_wanted = m_nextWanted = m_failed = false;
    if (read)
        Q_EMIT readingChanged();
    return true;
}

void TestSamples::next()
{
    if (m_part)
        return tell();
    m_nextWanted = true;
    m_failed = false; // perhaps not this time
    want();
    Q_EMIT readingChanged();
}

void TestSamples::want()
{
    if (m_run.empty() || isReading() || m_failed)
        return;
    if (m_part) {
        Q_EMIT partRead(*m_part);
        return;
    }
    m_wanted = true;
    read();
}

void TestSamples::read()
{
    m_stop = {};
    Q_EMIT readingChanged();
    m_thread.run([this, reading = ++m_reading, run = m_run, dataDir = m_dataDir, stop = m_stop.get_token()] {
        const auto answer = [&](const std::function<void()>& call) {
            m_thread.answer([this, reading, call] {
                if (reading == m_reading)
                    call();
            });
        };
        const auto fail = [&](const Message& message) {
            answer([this, message] {
                m_wanted = false;
                m_failed = true;
                Q_EMIT readingChanged();
                if (std::exchange(m_nextWanted, false)) // nobody waits for the points
                    Q_EMIT failed(message);
            });
        };
        try {
            answer([this, part = std::make_shared<const JudgedPart>(judgedPartOf(run, dataDir, stop))] {
                m_part = part;
                Q_EMIT readingChanged();
                Q_EMIT partRead(*part);
                if (std::exchange(m_nextWanted, false))
                    tell();
            });
        } catch (const Error& error) {
            fail(error.message());
        } catch (const std::exception& error) {
            fail(Message(NS_MESSAGE("samples.unexpected", "the samples could not be read: {0}"), std::string(error.what())));
        }
    });
}

void TestSamples::tell()
{
    const auto count = std::ssize(m_part->samples);
    m_position = (m_position + 1) % count;
    Q_EMIT came({m_position, count, m_part->kind, m_part->fieldsOf(m_position)});
}

} // namespace netsmith::gui
