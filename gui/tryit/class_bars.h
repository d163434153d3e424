#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// How sure a network is of each class, as bars: the surest stands out with its share.
class ClassBars : public QWidget {
    Q_OBJECT

public:
    static constexpr int mostShown = 12; ///< of more classes, the surest

    explicit ClassBars(QWidget* parent = nullptr);

    /// `shares` are in [0, 1]; `names` as many, or empty for numbers. No shares: only the frame of what could be.
    void show(std::vector<float> shares, const QStringList& names);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar {
        QString name;
        float share = 0.0f;
        bool surest = false;
    };
    int rowHeight() const;

    std::vector<Bar> m_bars;
};

} // namespace netsmith::gui
