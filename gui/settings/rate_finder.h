#pragma once

#include "engine/train/rate_range.h"
#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/training/training_job.h"
#include "gui/widgets/side_thread.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace netsmith::gui {

class NoteBox;
class RatePlot;

/// Finds a learning rate for the document's network by a learning rate range test, plots the losses live and suggests the rate at
/// which they fell fastest.
class RateFinder : public QWidget {
    Q_OBJECT

public:
    explicit RateFinder(Document& document, QWidget* parent = nullptr);
    /// Stops a test and waits for it; the stop is checked after each step.
    ~RateFinder() override;

    /// The window's jobs: no test starts while another has the device, and a run stops it.
    void setJobs(WindowJobs& jobs);
    void start();
    void cancel();
    bool isBusy() const { return m_busy; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void showPoint(const train::RatePoint& point);
    void showResult();
    void showFailure(const Message& message);
    void use(double rate);
    void end();
    void rest();
    void retranslate();

    Document& m_document;
    QPushButton* m_find; ///< cancels a running test
    RatePlot* m_plot;
    NoteBox* m_note;
    std::stop_source m_stop;
    std::uint64_t m_job = 0;
    bool m_busy = false;
    DeviceLease m_lease{JobKind::rateRange};
    std::optional<train::RateRange> m_found;
    SideThread m_thread{"netsmith-rates"};
};

} // namespace netsmith::gui
