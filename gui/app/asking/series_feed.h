#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"
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

/// Reads the series that the network is evaluated on, passes its stretches to the network that trains or was trained, and the
/// forecasts back.
class SeriesFeed : public QObject {
    Q_OBJECT

public:
    SeriesFeed(TrainingSession& session, SeriesPanel& panel, QObject* parent);
    /// Stops reading and waits for it.
    ~SeriesFeed() override;

    /// `ready`: whether there is a network that forecasts; `tried`: its inputs and target.
    void follow(bool ready, const TriedNetwork& tried, const DataSettings& settings);

Q_SIGNALS:
    /// The error of the forecast that is shown.
    void judged(double meanAbsoluteError);

private:
    /// Discards the data.
    void forget();
    void read();
    void take(const std::shared_ptr<const data::DataSet>& set);
    void ask(qint64 stretch);
    void showTruth(std::int64_t stretch);
    void answer(const PredictionAnswer& answer);
    /// The error of a forecast of this stretch that repeats the last known number, in words; none if the data have no such
    /// forecast.
    std::function<QString()> baseline(std::int64_t stretch) const;

    TrainingSession& m_session;
    SeriesPanel& m_panel;
    std::string m_input;
    std::string m_target;
    std::optional<DataSettings> m_settings; ///< of the series
    std::uint64_t m_revision = 0; ///< of the data that it was read from
    std::shared_ptr<const data::DataSet> m_set;
    bool m_begun = false; ///< reading has started
    std::uint64_t m_reading = 0; ///< the latest
    std::int64_t m_shown = -1; ///< the stretch whose true values are shown
    std::uint64_t m_asked = 0;
    std::int64_t m_answeredStep = -1;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-series"};
};

} // namespace netsmith::gui
