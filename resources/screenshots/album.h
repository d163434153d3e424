#pragma once

#include "gui/app/studio.h"
#include "gui/widgets/theme.h"

#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace netsmith::gui {
class StepsPanel;
}

namespace netsmith::pictures {

/// Ends the program.
[[noreturn]] void refuse(const char* sentence, const QString& what);

/// One way to see the window, as its file's name tells it: "dark-en-1280x720", at twice the text size "dark-en-1280x720-200".
struct Look {
    QString name;
    gui::Theme::Mode theme;
    QString language;
    QSize size;
    int textPercent;
};

Look lookFrom(const QString& name);

/// Leads one window through its states and takes a picture of each in every look.
class Album {
public:
    Album(QString folder, QStringList states, QList<Look> looks);

    void take(const QString& sample, int epochs);
    /// The table of runs: of a project that was never trained, of one with many runs, chosen among, grouped and compared.
    void takeRuns(const QString& sample);

private:
    /// A block that stands in the network, as it is chosen and as it is open; of a sample that has one.
    void takeBlock();
    /// The layer between pictures and vectors is missing.
    void takeError();
    void takeRun();
    /// The layers coloured by the time they take.
    void takeHeat();
    /// The machine beside the loss; the run's card, and what it counts with.
    void takeMachine();
    /// The oldest kept checkpoint of the run.
    void takeMoment();
    /// Each view of what is predicted: "predictions-confusion", "predictions-classes", …
    void takePredictions();
    /// The points of a layer while they move and at rest, by both methods.
    void takeEmbedding();
    /// What each layer makes of the drawing, and the largest of them in detail.
    void takeOutputs();
    /// "weights-conv2d_1": what that layer has learned; of an embedding also what is near a token.
    void takeWeights(QWidget& detail);
    /// "why-saliency": what the network looked at in what is tried, by that method; "why": by the one that suits it.
    void takeWhy();
    void takeFailure();
    /// A network that has several things wrong with it.
    void takeDiagnoses();
    /// A batch on its way through the network: forward, its loss after a weight was changed, back, and the update.
    void takeSteps();
    /// "steps-forward-conv2d_1", "steps-back-max_pooling2d_1": a layer on the way there or back.
    void takeStepsOf(gui::StepsPanel& steps);
    /// "menu-training", "menu-file", …: an open menu.
    void takeMenus();
    /// The trained models: one to download, and one that is here ("shelf-here").
    void takeShelf();
    /// "fine-tuning-dense_2": the bar and the settings after fine-tuning from that layer on was arranged.
    void takeFineTuning();
    /// A run that goes on from the oldest kept checkpoint: its pre-flight card, and its own card at the end.
    void takeFork();
    void takeExport();
    /// Comparing what a training starts from, without initial weights ("starts-none") and with those of the run.
    void takeStarts();
    /// A step taken apart: what is in view, and the whole page.
    void takeProfile();
    /// A run made smaller: before it, during a training, its results in view and the whole page.
    void takeCompression();
    /// FP32 beside a lower precision, some moments on.
    void takeTwin(const QString& state, const QString& precision);
    /// What is compared where nobody chose, trained to its end.
    void takeComparison();
    /// What the network was made for: digits, texts, sentences or series.
    void tryOut();
    /// With the mouse, as a person draws it.
    void drawThree(QWidget* pad);
    void set(const std::string& assignment);

    template <class Condition>
    void waitFor(const Condition& condition)
    {
        if (!QTest::qWaitFor(condition, patience))
            refuse("this did not come about", QStringLiteral("a state of the window"));
    }

    static constexpr int patience = 600000; ///< milliseconds, for what a slow machine trains
    static constexpr int settling = 400; ///< milliseconds, for docks that move and what is drawn later
    static void settle()
    {
        for (int round = 0; round < 4; ++round) // each ends what the one before has asked for, on a slow machine, too
            QTest::qWait(settling / 4);
    }

    void wear(const Look& look);
    /// A panel, on top of those that it shares a place with, or a page of the window's middle.
    void raise(const char* place);
    /// `place`: what the picture is of, if not the window as it is; `other`: another window to take it of.
    void page(const QString& state, const char* place, QWidget* other = nullptr);

    QString m_folder;
    QStringList m_states;
    QList<Look> m_looks;
    QTemporaryDir m_home;
    gui::Preferences m_preferences{QString()};
    gui::Studio m_studio;
    gui::MainWindow& m_window;
};

} // namespace netsmith::pictures
