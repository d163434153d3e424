#pragma once

#include "engine/core/shape.h"
#include "engine/input/images/resample.h"
#include "gui/widgets/side_thread.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QMimeData;
class QToolButton;

namespace netsmith::gui {

class AnswerCaption;
class ClassBars;
class DrawingPad;
class ElidedLabel;
class NoteBox;

/// The files and folders of what is dragged; what else it holds, such as addresses, is left out.
QStringList localFiles(const QMimeData& dragged);

/// Draw a digit or drop a picture, and see what the network makes of it, while it trains and after. Asks at most 15 times a second,
/// and only for what is new. The pad is as large as its place allows, and stays where it is whatever is answered.
class TryItPanel : public QWidget {
    Q_OBJECT

public:
    explicit TryItPanel(QWidget* parent = nullptr);

    /// What the network takes; nothing where it takes no picture. `likeDigits`: it was trained on digits in MNIST's manner. `fit`:
    /// how its training pictures came to this shape, and so a picture from a file does.
    void setInput(const std::optional<Shape>& shape, bool likeDigits, data::Fit fit = data::Fit::stretch);
    /// The classes that it tells.
    void setClasses(const QStringList& names);
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    /// What it made of the last question. `values` are shares, or logits, which are then made shares.
    void showAnswer(const std::vector<float>& values, const QStringList& names, const QString& run, qint64 step);
    /// The same where it tells no class.
    void showNumbers(const std::vector<float>& values, const QString& run, qint64 step);
    void showProblem(const QString& sentence);

    /// A picture from a file, as dropped on the window.
    void openImage(const QString& path);
    /// A sample of the data, which is asked about until something else is on the pad.
    void showSample(const QByteArray& sample);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// One sample of the input's shape.
    void asked(const QByteArray& sample);
    /// The pad does not show the data's sample any more.
    void sampleLeft();
    /// What was dropped is no single picture, but samples to ask about.
    void filesGiven(const QStringList& paths);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Where everything goes: by the panel's size and the number of classes alone.
    struct Arrangement {
        int pad = 0; ///< its side
        int columns = 1; ///< of bars
        bool tallSide = true; ///< the tools stand beside the pad, else below it
        bool wide = false; ///< the answer stands beside them
    };
    Arrangement arrangementIn(QSize room) const;
    void arrange();
    int captionHeight() const;
    int sideWidth() const; ///< beside the pad
    int sideLength(bool tall) const; ///< its height, beside or below the pad
    int answerHeight(int columns) const;
    void retranslate();
    void refresh();
    void edited();
    void soon();
    void ask();
    void readFile(const QString& path);
    void takeFile(const QString& path, const QByteArray& sample, const QImage& shown);

    DrawingPad* m_pad;
    ClassBars* m_bars;
    AnswerCaption* m_caption;
    QWidget* m_side; ///< the tools, and what the network sees
    QBoxLayout* m_sideBox;
    ElidedLabel* m_seenTitle;
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
    QByteArray m_picture; ///< what the pad shows as the network takes it, where it was not drawn; empty as long as it is read
    bool m_showsSample = false; ///< of the data
    std::uint64_t m_reading = 0; ///< the latest file
    SideThread m_files{"netsmith-picture"};
};

} // namespace netsmith::gui
