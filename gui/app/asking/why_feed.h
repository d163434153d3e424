#pragma once

#include <QObject>

#include <memory>

class QWidget;

namespace netsmith::gui {

struct AttributedSample;
class AttributionWindow;
class Document;
class PredictionsPage;
class TrainingSession;
class TryItFeed;
class TryItPages;

/// Opens the window that shows what the network looked at: in what is asked about on the page Try it, which it then follows, and in
/// a sample that is chosen on the page Predictions.
class WhyFeed : public QObject {
    Q_OBJECT

public:
    WhyFeed(Document& document, TrainingSession& session, TryItFeed& tryIt, TryItPages& pages, PredictionsPage& predictions,
            QWidget* window);
    ~WhyFeed() override;

private:
    AttributionWindow& window();
    void open();
    void follow();
    void openFor(AttributedSample sample);

    TrainingSession& m_session;
    TryItFeed& m_tryIt;
    QWidget* m_parent;
    AttributionWindow* m_window = nullptr; ///< created when first opened
    std::unique_ptr<AttributedSample> m_followed; ///< the last one of the page Try it
};

} // namespace netsmith::gui
