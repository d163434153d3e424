#pragma once

#include "gui/weights/weights_feed.h"

#include <QWidget>

class QPushButton;

namespace netsmith::gui {

class FactList;
class SpectrumPlot;
class TextLabel;

/// The singular values of a matrix of weights: computed at once if that is quick, else when asked for.
class SpectrumSection : public QWidget {
    Q_OBJECT

public:
    SpectrumSection(WeightsFeed& feed, QWidget* parent);

    /// Of the array that the feed shows.
    void refresh();

Q_SIGNALS:
    /// The numbers under the pointer; empty: it left.
    void pointed(const QString& words);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshFacts(const inspect::Spectrum& whole);
    void retranslate();

    WeightsFeed& m_feed;
    TextLabel* m_head;
    TextLabel* m_about;
    QWidget* m_work;
    TextLabel* m_state;
    QPushButton* m_verb;
    SpectrumPlot* m_plot;
    FactList* m_facts;
};

} // namespace netsmith::gui
