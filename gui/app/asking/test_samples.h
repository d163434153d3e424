#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <stop_token>

namespace netsmith::gui {

/// The samples that a run is evaluated on, in the form of its network's inputs.
struct JudgedPart {
    data::DataSplit split;
    std::vector<std::int32_t> samples; ///< indices in the split
    enum class Kind { test, validation, training }; ///< training if there is no validation
    Kind kind = Kind::test;

    data::DataSplit training{}; ///< the samples that it was trained on, if they are few; else without fields
    std::vector<std::int32_t> trainingSamples{};

    /// The fields of one sample.
    std::vector<data::Field> fieldsOf(std::int64_t position) const;
};

/// All fields of one sample of a split.
std::vector<data::Field> sampleOf(const data::DataSplit& split, std::int64_t sample);

/// A sample's true value in a field; if the network is trained to reproduce an input, in its normalised values.
std::vector<double> truthOf(const data::Field& target, std::int64_t sample, const DataSettings& settings);

/// Reads the data that a run was trained on, with the same split. Throws what `train::evaluateRun` does.
JudgedPart judgedPartOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop);

/// A sample that a network is evaluated on, and the number of these.
struct JudgedSample {
    std::int64_t position = 0; ///< from 0
    std::int64_t count = 0;
    JudgedPart::Kind kind = JudgedPart::Kind::test;
    std::vector<data::Field> fields{}; ///< of one sample each
};

/// Goes through the samples that a run is evaluated on, to try its network with. They are read in the background when first needed,
/// and released with their run.
class TestSamples : public QObject {
    Q_OBJECT

public:
    explicit TestSamples(QObject* parent);
    /// Stops reading and waits for it.
    ~TestSamples() override;

    /// Sets the run whose samples are used; empty: none. Returns whether it is another one.
    bool follow(const std::filesystem::path& run, const std::filesystem::path& dataDir);
    bool isReading() const { return m_wanted && !m_part; }
    /// A sample was requested, and will come.
    bool isAwaited() const { return isReading() && m_nextWanted; }
    /// Emits the next sample, starting again after the last; immediately if they have been read.
    void next();
    /// Emits all of them, `partRead`, once they have been read.
    void want();

Q_SIGNALS:
    void readingChanged();
    void came(const netsmith::gui::JudgedSample& sample);
    void partRead(const netsmith::gui::JudgedPart& part);
    void failed(const netsmith::Message& message);

private:
    void read();
    void tell();

    std::filesystem::path m_run;
    std::filesystem::path m_dataDir;
    std::shared_ptr<const JudgedPart> m_part;
    std::int64_t m_position = -1;
    bool m_wanted = false; ///< they are being read, or were
    bool m_failed = false; ///< to read them
    bool m_nextWanted = false; ///< a sample was requested meanwhile
    std::uint64_t m_reading = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-samples"}; ///< last, since it uses the others
};

} // namespace netsmith::gui
