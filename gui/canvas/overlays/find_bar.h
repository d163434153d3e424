#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;
class QToolButton;

namespace netsmith::gui {

/// A search bar in a corner of the canvas that goes through the nodes whose title, layer or id contains a text.
class FindBar final : public QFrame {
    Q_OBJECT

public:
    explicit FindBar(QWidget* parent);

    QString text() const;
    void open();
    void showResult(int number, int count);

Q_SIGNALS:
    void textChanged(const QString& text);
    void nextRequested(bool backwards);
    void closed();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void retranslate();

    QLineEdit* m_text;
    QLabel* m_result;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_close;
};

} // namespace netsmith::gui
