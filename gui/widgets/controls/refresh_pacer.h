#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class QWidget;

namespace netsmith::gui {

/// Limits how often a view with changing numbers is refreshed, to what a person can read, and not at all while it is hidden; a
/// refresh requested meanwhile happens when it is shown again.
class RefreshPacer : public QObject {
    Q_OBJECT

public:
    /// Between two changes of a number: four a second.
    static constexpr int numbers = 250; // ms

    explicit RefreshPacer(QWidget* view, int interval = numbers);

    /// The view is out of date.
    void request();
    /// Refreshes immediately, for important changes such as a new state.
    void requestAtOnce();

Q_SIGNALS:
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fire();

    QWidget* m_view;
    int m_interval;
    QElapsedTimer m_since;
    QTimer m_later;
    bool m_due = false;
};

} // namespace netsmith::gui
