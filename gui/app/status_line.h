#pragma once

#include <QStatusBar>

class QPushButton;

namespace netsmith::gui {

class Document;
class TextLabel;

/// The network's totals in one thin line: problems, parameters, work, memory; data, seed.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Document& document, QWidget* parent = nullptr);

    /// What a run would need, about; empty while it is not known.
    void setMemory(const QString& text);

Q_SIGNALS:
    void problemsAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    Document& m_document;
    QPushButton* m_problems;
    TextLabel* m_parameters;
    TextLabel* m_work;
    TextLabel* m_memory;
    TextLabel* m_data;
    TextLabel* m_seed;
};

} // namespace netsmith::gui
