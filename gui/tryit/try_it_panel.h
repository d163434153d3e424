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

/// The local files and folders of a drag; other content, such as web addresses, is left out.
QStringList localFiles(const QMimeData& dragged);

/// Draw a digit or drop an image, and see the network's prediction, during training and after. Asks at most 15 times a second, and
/// only if the input or the weights have changed. The pad is as large as possible, and does not move with the answer.
class TryItPanel : public QWidget {
    Q_OBJECT

public:
    explicit TryItPanel(QWidget* parent = nullptr);

    /// The network's input; nothing if it takes no image. `likeDigits`: it was trained on digits like MNIST's. `fit`: how its
    /// training images were brought to this shape, which is also used for an image from a file.
    void setInput(const std::optional<Shape>& shape, bool likeDigits, data::Fit fit = data::Fit::stretch);
    /// The network's classes.
    void setClasses(const QStringList& names);
    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// The weights have changed, and so would the answer.
    void networkChanged();
    /// The answer to the last question. `values` are probabilities, or logits, which are converted.
    void showAnswer(const std::vector<float>& values, const QStringList& names, const QString& run, qint64 step);
    /// The same for a network that predicts numbers, not classes.
    void showNumbers(const std::vector<float>& values, const QString& run, qint64 step);
    void showProblem(const QString& sentence);

    /// An image from a file, as dropped on the window.
    void openImage(const QString& path);
    /// A sample of the data, which is asked about until the pad shows something else.
    void showSample(const QByteArray& sample);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// One sample of the input's shape.
    void asked(const QByteArray& sample);
    /// The pad no longer shows the data's sample.
    void sampleLeft();
    /// The drop was not a single image, but samples to ask about.
    void filesGiven(const QStringList& paths);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// The layout, which depends only on the panel's size and the number of classes.
    struct Arrangement {
        int pad = 0; ///< its side
        int columns = 1; ///< of bars
        bool tallSide = true; ///< the tools are beside the pad, otherwise below it
        bool wide = false; ///< the answer is beside them
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
    QString m_file; ///< of the image on the pad, if it came from a file
    QByteArray m_picture; ///< the pad's image as the network's input, if it was not drawn; empty while it is being read
    bool m_showsSample = false; ///< of the data
    std::uint64_t m_reading = 0; ///< id of the latest file
    SideThread m_files{"netsmith-picture"};
};

} // namespace netsmith::gui
