#pragma once

#include "engine/runs/comparison.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace netsmith::gui {

/// How long a training would take, before any of them: each way of computing is timed for a moment on weights that are thrown away,
/// and known as long as it is among those asked for.
class CompareEstimate : public QObject {
    Q_OBJECT

public:
    explicit CompareEstimate(QObject* parent = nullptr);
    /// Waits for the launch under way.
    ~CompareEstimate() override;

    /// Times what is not known of these once nothing else was asked for a while.
    void ask(std::vector<runs::Variant> ways, std::filesystem::path dataDir);
    /// Times nothing more.
    void stop();
    /// What was timed is out of date.
    void forget();
    /// Of one training by each of them; nothing where one was not timed or could not be.
    std::optional<double> seconds(const std::vector<runs::Variant>& ways) const;

Q_SIGNALS:
    /// More is known.
    void came();

private:
    void begin();

    std::vector<runs::Variant> m_asked;
    std::filesystem::path m_dataDir;
    std::map<std::string, double> m_known; ///< by what decides how long it takes
    QTimer m_wait{this};
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-fore"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
