#pragma once

#include "engine/backend/backend.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// The devices of this machine, as reported by its backends. They are queried on another thread, since loading one takes a while.
class Devices : public QObject {
    Q_OBJECT

public:
    explicit Devices(QObject* parent = nullptr);

    /// Queries the backends; `changed` is emitted when the answer is there.
    void read();
    bool areKnown() const { return m_all.has_value(); }
    /// Empty until they are known.
    const std::vector<DeviceInfo>& all() const;
    /// The device of a project's setting, "auto" included; null if there is none.
    const DeviceInfo* find(const std::string& setting) const;

Q_SIGNALS:
    void changed();

private:
    std::optional<std::vector<DeviceInfo>> m_all;
    std::string m_automatic; ///< the id of the device that "auto" selects
    SideThread m_thread{"netsmith-device"};
};

} // namespace netsmith::gui
