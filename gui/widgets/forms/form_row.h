#pragma once

#include <QWidget>

class QGridLayout;

namespace netsmith::gui {

class TextLabel;

/// A row of a form: name, an optional action next to it, control, and a message below if the value is invalid. The name is beside
/// the control, or above it if the form is narrow for its text size.
class FormRow : public QWidget {
    Q_OBJECT

public:
    /// Takes ownership of `field`; its accessible name becomes `name` unless it has one.
    FormRow(const QString& name, QWidget* field, QWidget* parent = nullptr);

    void setName(const QString& name);
    QString name() const;
    /// The tool tip of the name and the control.
    void setExplanation(const QString& text);
    /// A small control next to the name, such as "reset"; the controls of a form have equal widths whether it is visible or not.
    void setNameAction(QWidget* action);
    /// What is wrong with the value; empty hides it.
    void setMessage(const QString& message);
    QString message() const;
    QWidget* field() const { return m_field; }

    /// The height of a row of one line: what is in it is level with the row's name.
    static int lineHeight();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    QWidget* m_head; ///< the name and its action
    TextLabel* m_name;
    QWidget* m_field;
    TextLabel* m_message;
    QGridLayout* m_grid;
    bool m_stacked = false;
};

} // namespace netsmith::gui
