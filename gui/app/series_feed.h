#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

class SeriesPanel;
class TrainingSession;
struct PredictionAnswer;
struct TriedNetwork;

/// Reads the series that judges a network, carries its stretches to the network that trains or has trained, and forecasts back.
class SeriesFeed : public QObject {
    Q_OBJECT

public:
    SeriesFeed(TrainingSession& session, SeriesPanel& panel, QObject* parent);
    /// Stops a reading and waits for it.
    ~SeriesFeed() override;

    /// Whether there is a network that forecasts, and what its project says of it.
    void follow(bool ready, const TriedNetwork& tried, const DataSettings& settings);

Q_SIGNALS:
    /// How far the forecast that is shown is from what came.
    void judged(double meanAbsoluteError);

private:
    /// Forgets what was read.
    void forget();
    void read();
    void take(const std::shared_ptr<const data::DataSet>& set);
    void ask(qint64 stretch);
    void showTruth(std::int64_t stretch);
    void answer(const PredictionAnswer& answer);
    /// What the error of a forecast of this stretch is to be held against, in words; nothing where the data do not tell.
    std::function<QString()> baseline(std::int64_t stretch) const;

    TrainingSession& m_session;
    SeriesPanel& m_panel;
    std::string m_input;
    std::string m_target;
    std::optional<DataSettings> m_settings; ///< of the series
    std::uint64_t m_revision = 0; ///< of the data that it was read from
    std::shared_ptr<const data::DataSet> m_set;
    bool m_begun = false; ///< to read it
    std::uint64_t m_reading = 0; ///< the latest
    std::int64_t m_shown = -1; ///< the stretch whose truth is shown
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-series"};
};

} // namespace netsmith::gui
