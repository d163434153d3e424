#pragma once

#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
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

/// The project trained in FP32 and in a lower precision side by side: advice, and what the low precision loses in each layer and
/// when. Layers are kept in FP32 by the project's setting, which a live twin follows.
class TwinPanel : public QWidget {
    Q_OBJECT

public:
    explicit TwinPanel(Document& document, QWidget* parent = nullptr);

    /// The window's jobs: no twin starts while another has the device, and a run stops it.
    void setJobs(WindowJobs& jobs);
    TwinSession& session() { return m_session; }
    /// The moment selected by the slider; null if none was measured.
    const twin::TwinMoment* moment() const;
    /// Whether the network should be coloured by it.
    bool wantsColours() const;

Q_SIGNALS:
    /// Another moment or none is shown, or the language has changed.
    void momentShown();
    void coloursToggled();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectSession();
    void startOrStop();
    void followState();
    void showFailure(const Message& message);
    void follow(const netsmith::gui::Change& change);
    void keepChosen();
    void scaleLoss();
    /// The loss scale that the advice suggests, if the project has another; 0: none.
    double scaleWanted() const;
    void takeBack(const std::vector<std::string>& layers, const netsmith::Message& message);
    /// The chosen layer's node as the project's setting names it; empty if it is kept already.
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
    std::optional<int> m_keepStep; ///< the undo step that last kept a layer in FP32
    DeviceLease m_lease{JobKind::twin};
    bool m_followsLast = true; ///< the slider has not been moved back
    QWidget* m_outcome;
    QBoxLayout* m_columns;
    ChoiceBox* m_precision;
    QPushButton* m_start; ///< also stops a live twin
    QPushButton* m_pause; ///< also resumes a paused twin
    QCheckBox* m_colours;
    TextLabel* m_words;
    TextLabel* m_about; ///< what a twin is for, until the first one
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
