#pragma once

#include "engine/runs/comparing/comparison.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace netsmith::gui {

/// How long a training would take, before any of them runs: each variant is timed briefly on temporary weights, and its time is
/// kept as long as it is among those requested.
class CompareEstimate : public QObject {
    Q_OBJECT

public:
    explicit CompareEstimate(QObject* parent = nullptr);
    /// Waits for the current launch.
    ~CompareEstimate() override;

    /// Times those of these that are unknown, after a short delay without another request.
    void ask(std::vector<runs::Variant> ways, std::filesystem::path dataDir);
    /// Stops timing.
    void stop();
    /// Discards the timings, which are out of date.
    void forget();
    /// The time of one training of each; nothing if one was not timed or could not be.
    std::optional<double> seconds(const std::vector<runs::Variant>& ways) const;

Q_SIGNALS:
    /// More times are known.
    void came();

private:
    void begin();

    std::vector<runs::Variant> m_asked;
    std::filesystem::path m_dataDir;
    std::map<std::string, double> m_known; ///< by the settings that affect the time
    QTimer m_wait{this};
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-fore"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
