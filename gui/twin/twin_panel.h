#pragma once

#include "gui/document/document.h"
#include "gui/twin/twin_session.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QPushButton;
class QSlider;

namespace netsmith::gui {

class ChoiceBox;
class ElidedLabel;
class ExponentPlot;
class NoteBox;
class TextLabel;
class TwinLosses;
class TwinScale;
class TwinTable;

/// The project trained in FP32 and in a lower precision side by side: what to do about it, and what the low one loses in each layer
/// and when. A layer is kept in FP32 by the project's setting, which a twin that is live follows.
class TwinPanel : public QWidget {
    Q_OBJECT

public:
    explicit TwinPanel(Document& document, QWidget* parent = nullptr);

    /// Not while a run is live, which has the processor or the device to itself.
    void setAllowed(bool allowed);
    TwinSession& session() { return m_session; }
    /// The moment that the slider is at; null where none was measured.
    const twin::TwinMoment* moment() const;
    /// Whether the network is to be coloured by it.
    bool wantsColours() const;

Q_SIGNALS:
    /// Another moment is shown, or none any more, or in another language.
    void momentShown();
    void coloursToggled();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectSession();
    void startOrStop();
    void showFailure(const Message& message);
    void follow(const netsmith::gui::Change& change);
    void keepChosen();
    void scaleLoss();
    /// What the advice would set, where the project has another loss scale; 0: nothing.
    double scaleWanted() const;
    void takeBack(const std::vector<std::string>& layers, const netsmith::Message& message);
    /// What a node of the twin is called in the project's setting, if it is not kept already.
    std::string keepable() const;
    void refresh();
    void momentCame();
    void showMoment();
    void showLayer();
    void showAdvice();
    void showStep();
    void retranslate();

    Document& m_document;
    TwinSession m_session;
    std::optional<int> m_keepStep; ///< the undo step of the layer that was kept last
    bool m_allowed = true;
    bool m_followsLast = true; ///< the slider was not moved back
    QWidget* m_outcome;
    QBoxLayout* m_columns;
    ChoiceBox* m_precision;
    QPushButton* m_start; ///< stops what is live
    QPushButton* m_pause; ///< goes on with what is paused
    QCheckBox* m_colours;
    TextLabel* m_words;
    TextLabel* m_about; ///< what a twin is for, before the first one
    NoteBox* m_problem;
    TwinLosses* m_losses;
    TwinScale* m_scale;
    QSlider* m_slider;
    ElidedLabel* m_at;
    TwinTable* m_table;
    ElidedLabel* m_layer;
    ExponentPlot* m_exponents;
    QPushButton* m_keep;
    QPushButton* m_scaleLoss;
    NoteBox* m_advice;
};

} // namespace netsmith::gui
