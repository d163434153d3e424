#pragma once

#include <QWidget>

namespace netsmith::gui {

/// A progress bar, with gaps between its parts (the epochs of a run) while they are wide enough to be told apart.
class ShareBar : public QWidget {
    Q_OBJECT
    Q_PROPERTY(double share READ share)

public:
    explicit ShareBar(QWidget* parent = nullptr);

    /// `share` of the whole, 0 … 1; negative: busy, progress unknown.
    void setShare(double share, int parts = 1);
    double share() const { return m_share; }
    enum class Mood { going, neutral, good, bad };
    void setMood(Mood mood);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_share = 0.0;
    int m_parts = 1;
    Mood m_mood = Mood::going;
};

} // namespace netsmith::gui
