#pragma once

#include <QStatusBar>

class QPushButton;

namespace netsmith::gui {

class Document;
class TextLabel;

/// A status bar with the network's totals: problems, parameters, FLOPs, memory; data, seed.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Document& document, QWidget* parent = nullptr);

    /// The estimated memory of a run; empty if unknown.
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
