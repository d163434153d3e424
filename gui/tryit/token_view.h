#pragma once

#include "gui/widgets/tokens.h"

#include <QPlainTextEdit>
#include <QStringList>

#include <vector>

namespace netsmith::gui {

/// A token written by a network, and the likely alternatives.
struct ShownToken {
    QString text; ///< as it continues the text
    QString name; ///< as shown in a list
    double probability = 0.0; ///< it was drawn with this probability
    QStringList names; ///< of the most likely tokens, in descending order
    std::vector<float> shares; ///< of each of them, from the network itself
};

/// A prompt, and the tokens that a network writes after it. One token is inspected: the one under the mouse pointer, or the one at
/// the text cursor once the user has placed it, or else the last.
class TokenView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit TokenView(QWidget* parent = nullptr);

    void begin(const QString& prompt);
    void add(std::vector<ShownToken> tokens);
    std::size_t tokenCount() const { return m_tokens.size(); }
    /// The inspected token; null if none was written.
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
    std::vector<int> m_ends; ///< the end of each token, in the document's characters
    int m_promptEnd = 0;
    int m_below = none; ///< under the mouse pointer
    int m_chosen = none; ///< at the text cursor
    bool m_changing = false; ///< the text is being changed by code, which moves the cursor
};

} // namespace netsmith::gui
