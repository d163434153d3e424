#pragma once

#include "engine/data/source.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace netsmith::gui {

/// What is known about a project's data before they are loaded.
struct DataFacts {
    std::shared_ptr<const data::Source> source; ///< null: unknown, or not known yet
    std::optional<Message> problem; ///< why it is unknown
    std::vector<std::string> partNames; ///< of the columns or arrays that parameters may name

    /// Empty if unknown.
    const std::vector<data::FieldSpec>& fields() const;
    /// Those that a network or a loss can be about: not the lengths of others.
    std::vector<data::FieldSpec> contentFields() const;
};

/// The size of a data set's published files, in bytes.
std::int64_t downloadBytes(const data::Source& source);

/// Finds out what is known about data before loading. Files are read on a separate thread, so that the window stays responsive.
class DataLook : public QObject {
    Q_OBJECT

public:
    explicit DataLook(QObject* parent = nullptr);
    ~DataLook() override;

    /// Sets the data to examine; facts that need no file are available when this returns. If the same file or folder is to be read
    /// differently, the old facts are kept until the new ones are found. `again`: the same data may have changed.
    void look(const DataSettings& settings, const data::DataPaths& paths, bool again = false);
    const DataFacts& facts() const { return m_facts; }
    /// Whether facts are still being determined.
    bool isLooking() const { return m_looking; }

Q_SIGNALS:
    /// Not emitted for facts that are available when `look` returns.
    void found();

private:
    struct Asked {
        DataSettings settings; ///< only those that determine the data and how they are read
        data::DataPaths paths;
    };

    void begin();

    Asked m_asked;
    DataFacts m_facts;
    bool m_looking = false;
    std::atomic<std::uint64_t> m_job = 0; ///< the latest; earlier ones are ignored, and skipped if not started
    SideThread m_thread{"netsmith-look"};
};

} // namespace netsmith::gui
