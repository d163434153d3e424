#pragma once

#include "gui/widgets/tokens.h"

#include <QPlainTextEdit>
#include <QStringList>

#include <vector>

namespace netsmith::gui {

/// A token that a network wrote, and what it held for likely there.
struct ShownToken {
    QString text; ///< as it follows what was written before
    QString name; ///< as a list shows it
    double probability = 0.0; ///< with which it was drawn
    QStringList names; ///< of the likeliest tokens, the likeliest first
    std::vector<float> shares; ///< of each of them, by the network itself
};

/// A prompt, and token by token what a network writes behind it. One of its tokens is looked at: the one below the pointer, or the
/// one at the text's cursor once a person has set it, or else the last.
class TokenView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit TokenView(QWidget* parent = nullptr);

    void begin(const QString& prompt);
    void add(std::vector<ShownToken> tokens);
    std::size_t tokenCount() const { return m_tokens.size(); }
    /// The token that is looked at; null where none was written.
    const ShownToken* lookedAt() const;

Q_SIGNALS:
    void lookedAtChanged();

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    static constexpr int none = -1;

    int indexAt(int position) const;
    int indexBelow(const QPoint& point) const;
    int lookedAtIndex() const;
    void point(int index);
    void mark();
    void applyTheme();
    QTextCursor part(int from, int to) const;
    QTextCharFormat inColor(Token token) const;

    std::vector<ShownToken> m_tokens;
    std::vector<int> m_ends; ///< of each token, in the document's characters
    int m_promptEnd = 0;
    int m_below = none; ///< the pointer
    int m_chosen = none; ///< with the text's cursor
    bool m_changing = false; ///< the text, which moves its cursor though nobody chose
};

} // namespace netsmith::gui
