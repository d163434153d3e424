#pragma once

#include <QWidget>

namespace netsmith::gui {

/// How far a run has come: one bar with a gap between its epochs while they are few enough to be told apart.
class EpochBar : public QWidget {
    Q_OBJECT
    Q_PROPERTY(double share READ share)

public:
    explicit EpochBar(QWidget* parent = nullptr);

    /// `share` of all that is to be done, 0 … 1; negative: under way, nobody knows how far.
    void setProgress(double share, int epochs);
    double share() const { return m_share; }
    enum class Mood { going, held, good, bad };
    void setMood(Mood mood);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 0.0;
    int m_epochs = 1;
    Mood m_mood = Mood::going;
};

} // namespace netsmith::gui
