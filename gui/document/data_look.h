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

/// What the data that a project names say of themselves before they are loaded.
struct DataFacts {
    std::shared_ptr<const data::Source> source; ///< null: it is not known, or not yet
    std::optional<Message> problem; ///< why it can't be known
    std::vector<std::string> partNames; ///< of the columns or arrays that parameters may name

    /// None where they are not known.
    const std::vector<data::FieldSpec>& fields() const;
};

/// Bytes of a set's published files.
std::int64_t downloadBytes(const data::Source& source);

/// Finds out what data say of themselves. What takes reading files is done on a thread of its own, so that no window waits for it.
class DataLook : public QObject {
    Q_OBJECT

public:
    explicit DataLook(QObject* parent = nullptr);
    ~DataLook() override;

    /// From now on the data that these settings name; what is known of them at once is there when this returns. Of the same file or
    /// folder, read in another way, the old facts hold until the new ones are found.
    /// `again`: the same data may be others by now.
    void look(const DataSettings& settings, const data::DataPaths& paths, bool again = false);
    const DataFacts& facts() const { return m_facts; }
    /// More is to be found yet.
    bool isLooking() const { return m_looking; }

Q_SIGNALS:
    /// Not for what is there when `look` returns.
    void found();

private:
    struct Asked {
        DataSettings settings; ///< as far as they say which data, and how they are read
        data::DataPaths paths;
    };

    void begin();

    Asked m_asked;
    DataFacts m_facts;
    bool m_looking = false;
    std::atomic<std::uint64_t> m_job = 0; ///< the one whose answer counts; others need not begin
    SideThread m_thread{"netsmith-look"};
};

} // namespace netsmith::gui
