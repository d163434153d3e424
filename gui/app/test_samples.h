#pragma once

#include "engine/core/message.h"
#include "engine/fields/dataset.h"
#include "engine/graph/project.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <stop_token>

namespace netsmith::gui {

/// The samples that a run is judged by, as its network takes them.
struct JudgedPart {
    data::DataSplit split;
    std::vector<std::int32_t> samples; ///< of it
    enum class Kind { test, validation, training }; ///< the training's where nothing validates
    Kind kind = Kind::test;

    /// One sample's fields.
    std::vector<data::Field> fieldsOf(std::int64_t position) const;
};

/// What is true of a sample by a field: where the network is given that field and gives it back, in the numbers that it computes
/// with.
std::vector<double> truthOf(const data::Field& target, std::int64_t sample, const DataSettings& settings);

/// Reads the data that a run was trained on, divided as it was. Throws what `train::evaluateRun` does.
JudgedPart judgedPartOf(const std::filesystem::path& run, const std::filesystem::path& dataDir, const std::stop_token& stop);

/// One sample that a network is judged by, and how many there are.
struct JudgedSample {
    std::int64_t position = 0; ///< from 0
    std::int64_t count = 0;
    JudgedPart::Kind kind = JudgedPart::Kind::test;
    std::vector<data::Field> fields{}; ///< of one sample each
};

/// The samples that judge a run, one after the other for a person to try it with. They are read beside the window once one is
/// wanted, and let go of with their run.
class TestSamples : public QObject {
    Q_OBJECT

public:
    explicit TestSamples(QObject* parent);
    /// Stops a reading and waits for it.
    ~TestSamples() override;

    /// Whose samples are wanted from now on; an empty run has none.
    void follow(const std::filesystem::path& run, const std::filesystem::path& dataDir);
    bool isReading() const { return m_wanted && !m_part; }
    /// The next one, after the last the first again; it comes at once where they are read.
    void next();

Q_SIGNALS:
    void readingChanged();
    void came(const netsmith::gui::JudgedSample& sample);
    void failed(const netsmith::Message& message);

private:
    void read();
    void tell();

    std::filesystem::path m_run;
    std::filesystem::path m_dataDir;
    std::shared_ptr<const JudgedPart> m_part;
    std::int64_t m_position = -1;
    bool m_wanted = false; ///< one is, once they are read
    std::uint64_t m_reading = 0; ///< the latest
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-samples"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
