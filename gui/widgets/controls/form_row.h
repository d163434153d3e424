#pragma once

#include <QWidget>

class QGridLayout;

namespace netsmith::gui {

class TextLabel;

/// A named control of a form: name, what may stand behind the name, control, and below it a sentence when the value can't stand.
/// The name is beside the control, and above it where the form is narrow for its text size.
class FormRow : public QWidget {
    Q_OBJECT

public:
    /// `field` becomes the row's; its accessible name becomes `name` unless it has one.
    FormRow(const QString& name, QWidget* field, QWidget* parent = nullptr);

    void setName(const QString& name);
    QString name() const;
    /// What explains the name and the control when the pointer rests on them.
    void setExplanation(const QString& text);
    /// A small control behind the name, such as "reset"; all controls of a form stay equally wide, whether it shows or not.
    void setNameAction(QWidget* action);
    /// What is wrong with the value; nothing hides it.
    void setMessage(const QString& message);
    QString message() const;
    QWidget* field() const { return m_field; }

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
