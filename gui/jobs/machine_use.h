#pragma once

#include "engine/train/machine_settings.h"

#include <QObject>

namespace netsmith::gui {

/// How the studio uses the machine, in all of its windows: tells them when it changes.
class MachineUse : public QObject {
    Q_OBJECT

public:
    static MachineUse& instance();

    const train::MachineSettings& settings() const { return m_settings; }
    /// While nothing trains.
    void set(const train::MachineSettings& settings);
    /// Restores the settings after a job that computed with others for a while.
    void apply() const;

Q_SIGNALS:
    void changed();

private:
    MachineUse() = default;

    train::MachineSettings m_settings;
};

} // namespace netsmith::gui
