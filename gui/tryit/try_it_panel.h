#pragma once

#include "engine/core/shape.h"
#include "engine/data/images/resample.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QToolButton;

namespace netsmith::gui {

class ClassBars;
class DrawingPad;
class NoteBox;
class TextLabel;

/// Draw a digit or drop a picture, and see what the network makes of it, while it trains and after. Asks at most 15 times a second,
/// and only for what is new.
class TryItPanel : public QWidget {
    Q_OBJECT

public:
    explicit TryItPanel(QWidget* parent = nullptr);

    /// What the network takes; nothing where it takes no picture. `likeDigits`: it was trained on digits in MNIST's manner. `fit`:
    /// how its training pictures came to this shape, and so a picture from a file does.
    void setInput(const std::optional<Shape>& shape, bool likeDigits, data::Fit fit = data::Fit::stretch);
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    /// What it made of the last question. `values` are shares, or logits, which are then made shares.
    void showAnswer(const std::vector<float>& values, const QStringList& names, const QString& run, qint64 step);
    void showProblem(const QString& sentence);

    /// A picture from a file, as dropped on the window.
    void openImage(const QString& path);

Q_SIGNALS:
    /// One sample of the input's shape.
    void asked(const QByteArray& sample);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void refresh();
    void showCaption();
    void soon();
    void ask();
    void readFile();

    DrawingPad* m_pad;
    ClassBars* m_bars;
    TextLabel* m_caption;
    QString m_answeredBy; ///< the run whose answer is shown
    qint64 m_answeredStep = 0;
    TextLabel* m_seenTitle;
    QLabel* m_seen;
    QCheckBox* m_centre;
    QToolButton* m_clear;
    QToolButton* m_undo;
    QToolButton* m_open;
    NoteBox* m_note;
    QTimer m_timer{this};
    std::optional<Shape> m_shape;
    bool m_ready = false;
    bool m_wanted = false;
    QString m_problem;
    QByteArray m_lastAsked;
    data::Fit m_fit = data::Fit::stretch;
    QString m_file; ///< the picture on the pad, where one was opened
    QByteArray m_fromFile; ///< it as the network takes it
};

} // namespace netsmith::gui
