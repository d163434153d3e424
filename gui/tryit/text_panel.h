#pragma once

#include "engine/graph/specs/parameter.h"
#include "gui/tryit/token_view.h"

#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace netsmith::gui {

class AnswerCaption;
class ClassBars;
class NoteBox;
class ParameterForm;
class TextLabel;

/// Has a network continue a text, during training and after, and shows the alternatives to each token.
class TextPanel : public QWidget {
    Q_OBJECT

public:
    explicit TextPanel(QWidget* parent = nullptr);

    /// The settings of text generation.
    void setSettings(const std::vector<ParameterSpec>& specs);
    /// Whether there is a network to ask. When there no longer is, the text that the last one wrote is cleared.
    void setReady(bool ready);
    bool isWriting() const { return m_writing; }
    void setPrompt(const QString& prompt);
    QString prompt() const;

    void showTokens(std::vector<ShownToken> tokens, const QString& run, qint64 step);
    /// The parts of the prompt that are not in the network's vocabulary.
    void showUnknown(const QStringList& unknown);
    /// The text is complete; `problem`: what went wrong, if anything.
    void finish(const QString& problem = {});

Q_SIGNALS:
    void writeAsked(const QString& prompt, const netsmith::ParameterMap& settings);
    void stopAsked();
    void promptEdited(const QString& prompt);

protected:
    void changeEvent(QEvent* event) override;
    /// Handles Ctrl+Enter in the prompt.
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void write();
    void stop();
    void clear();
    void refresh();
    void showChances();
    void retranslate();

    NoteBox* m_note;
    TextLabel* m_promptTitle;
    QPlainTextEdit* m_prompt;
    QPushButton* m_button; ///< stops while it writes
    TokenView* m_view;
    AnswerCaption* m_caption;
    TextLabel* m_drawn;
    ClassBars* m_chances;
    ParameterForm* m_form;
    std::vector<ParameterSpec> m_specs;
    ParameterMap m_settings;
    bool m_ready = false;
    bool m_writing = false;
    bool m_fromNothing = false; ///< the prompt was empty
    QStringList m_unknown;
    QString m_problem;
};

} // namespace netsmith::gui
