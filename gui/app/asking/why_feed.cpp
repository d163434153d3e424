#include "gui/app/asking/why_feed.h"

#include "gui/app/asking/try_it_feed.h"
#include "gui/attribution/attribution_window.h"
#include "gui/document/document.h"
#include "gui/predictions/predictions_page.h"
#include "gui/training/training_session.h"
#include "gui/tryit/try_it_pages.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

/// Whether both are the same numbers or the same text.
bool isSameSample(const AttributedSample& a, const AttributedSample& b)
{
    return a.text == b.text && a.title == b.title
        && std::ranges::equal(a.fields, b.fields, [](const data::Field& one, const data::Field& other) {
               return one.spec.name == other.spec.name && std::ranges::equal(one.all(), other.all());
           });
}

} // namespace

WhyFeed::WhyFeed(Document& document, TrainingSession& session, TryItFeed& tryIt, TryItPages& pages, PredictionsPage& predictions,
                 QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_tryIt(tryIt)
    , m_parent(window)
{
    connect(&pages, &TryItPages::whyWanted, this, &WhyFeed::open);
    connect(&tryIt, &TryItFeed::subjectChanged, this, &WhyFeed::follow);
    connect(&predictions, &PredictionsPage::sampleChosen, this,
            [this](const std::vector<data::Field>& fields, const QString& title) { openFor({.fields = fields, .title = title}); });
    connect(&document, &Document::changed, this, [this](const Change& change) {
        if (!change.everything)
            return;
        m_followed.reset(); // another project was opened
        if (m_window)
            m_window->feed().forgetSample();
    });
}

WhyFeed::~WhyFeed() = default;

AttributionWindow& WhyFeed::window()
{
    if (!m_window)
        m_window = new AttributionWindow(m_session, m_parent);
    return *m_window;
}

void WhyFeed::open()
{
    m_followed.reset(); // even if another sample was chosen meanwhile
    window().open();
    follow();
}

void WhyFeed::openFor(AttributedSample sample)
{
    window().open();
    window().feed().setSample(std::move(sample));
}

/// The network is asked again and again about the same sample as it trains.
void WhyFeed::follow()
{
    if (!m_window || !m_window->isVisible())
        return;
    const std::optional<AttributedSample> sample = m_tryIt.subject();
    if (!sample || (m_followed && isSameSample(*sample, *m_followed)))
        return;
    m_followed = std::make_unique<AttributedSample>(*sample);
    m_window->feed().setSample(*sample);
}

} // namespace netsmith::gui
