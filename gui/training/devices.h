#pragma once

#include "engine/backend/backend.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// What this machine can compute on, as its backends tell. They are asked on a thread of their own, for loading one takes a while.
class Devices : public QObject {
    Q_OBJECT

public:
    explicit Devices(QObject* parent = nullptr);

    /// Asks the backends; `changed` says when the answer is there.
    void read();
    bool areKnown() const { return m_all.has_value(); }
    /// Empty before they are known.
    const std::vector<DeviceInfo>& all() const;
    /// The one that a project's setting means, "auto" included; null where there is none.
    const DeviceInfo* find(const std::string& setting) const;

Q_SIGNALS:
    void changed();

private:
    std::optional<std::vector<DeviceInfo>> m_all;
    std::string m_automatic; ///< the id of what "auto" means
    SideThread m_thread{"netsmith-device"};
};

} // namespace netsmith::gui
