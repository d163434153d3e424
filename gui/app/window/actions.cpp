#include "gui/app/window/actions.h"

#include "gui/widgets/icon.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Row {
    const char* name;
    const char* icon; ///< empty: none
    const char* text;
    const char* explanation;
    const char* keys; ///< as parsed by QKeySequence, alternatives after "; "
};

constexpr const char* context = "netsmith::gui::Actions";

// clang-format off
constexpr Row rows[] = {
    {"newAction", "file", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&New"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Create an empty network"), "Ctrl+N"},
    {"openAction", "folder", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Open…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Open a project file"), "Ctrl+O"},
    {"importAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Import a model…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Make a project of another program's network: a model of ONNX, Keras, TensorFlow Lite or Darknet, or a script for Keras or PyTorch"), "Ctrl+Shift+O"},
    {"modelShelfAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Trained models…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Trained networks to begin from: download one, make a project of it, or take its weights"), ""},
    {"saveAction", "save", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Save"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Save the project to its file"), "Ctrl+S"},
    {"saveAsAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Save &as…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Save the project to another file"), "Ctrl+Shift+S"},
    {"exportPictureAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Export picture…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Save the network as a picture: PNG, SVG or PDF"), "Ctrl+Shift+E"},
    {"startPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Start &page"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Recent projects and samples"), "Ctrl+Home"},
    {"closeAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Close project"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Close the project and show the start page"), "Ctrl+W"},
    {"quitAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Quit"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Close Netsmith"), "Ctrl+Q"},

    {"undoAction", "undo", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Undo"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Undo the last edit"), "Ctrl+Z"},
    {"redoAction", "redo", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Redo"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Redo the edit that was last undone"), "Ctrl+Shift+Z; Ctrl+Y"},
    {"cutAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Cu&t"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Copy the selected layers, then delete them"), "Ctrl+X"},
    {"copyAction", "copy", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Copy"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Copy the selected layers and their wires as text"), "Ctrl+C"},
    {"pasteAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Paste"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Add what was copied"), "Ctrl+V"},
    {"duplicateAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Duplicate"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Add a copy of the selected layers"), "Ctrl+D"},
    {"deleteAction", "trash", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "De&lete"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Delete the selection; a chain is joined up again"), "Del; Backspace"},
    {"selectAllAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Select &all"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Select every layer"), "Ctrl+A"},
    {"renameAction", "pen", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Re&name"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Rename the selected layer"), "F2"},
    {"findAction", "search", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Find a layer…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Find a layer of the network by name"), "Ctrl+F"},

    {"networkPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Network"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show the network"), "Ctrl+1"},
    {"comparePageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Compare"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Train the project with different settings and see which does best"), "Ctrl+2"},
    {"twinPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Precision twin"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "See layer by layer what a lower precision changes"), "Ctrl+3"},
    {"predictionsPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "P&redictions"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "See what the network predicts for every sample, and where it is wrong"), "Ctrl+4"},
    {"embeddingPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "E&mbedding"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "See what a layer has learned: which samples it takes for similar"), "Ctrl+5"},
    {"profilerPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Pro&filer"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "See where the time and memory of training go, and what would be faster"), "Ctrl+6"},
    {"compressPageAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Compr&ess"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Make a trained run smaller and faster, and see what each stage costs"), "Ctrl+7"},
    {"zoomInAction", "plus", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Zoom &in"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Enlarge the view of the network"), "Ctrl++; Ctrl+="},
    {"zoomOutAction", "minus", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Zoom &out"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Shrink the view of the network"), "Ctrl+-"},
    {"zoomResetAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Actual size"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show the network at 100 %"), "Ctrl+0"},
    {"fitAllAction", "fit", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Fit all"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show the whole network"), "F"},
    {"fitSelectionAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Fit &selection"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Zoom to fit the selection"), "."},
    {"activationsAction", "eye", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Layer &outputs"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show each layer's output for the sample in Try it"), "V"},
    {"resetPanelsAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Restore panels"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Put every panel back in its place"), ""},
    {"toggleThemeAction", "moon", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Dark or &light"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Switch between the dark and the light theme"), "Ctrl+Shift+T"},

    {"addLayerAction", "plus", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Add a layer…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Search for a layer to add"), "Ctrl+K"},
    {"layoutAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Arrange left to &right"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Place the layers along their wires, in rows"), "Ctrl+L"},
    {"layoutDownAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Arrange top to &bottom"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Place the layers along their wires, downwards"), "Ctrl+Shift+L"},
    {"makeBlockAction", "block", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Make a block"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Turn the selected layers into a block that can be used in many places"), "Ctrl+G"},
    {"openBlockAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Open block"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show what is in the selected block"), "Return; Enter"},
    {"leaveBlockAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Lea&ve block"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Go back to where the block is used (also Esc)"), "Alt+Up"},
    {"renameBlockAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Rena&me block…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Rename the selected block wherever it is used"), ""},
    {"takeApartAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Take apart"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Turn the selected block back into its layers"), "Ctrl+Shift+G"},
    {"addNoteAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Add a &note"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Add a note beside the network"), "N"},
    {"addFrameAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Add a &frame"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Draw a frame with a title around the selected layers"), "G"},
    {"freezeAction", "freeze", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Free&ze"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Keep the weights of the selected layers as they are during training"), "T"},
    {"unfreezeAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Unfreeze"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Let training change the weights of the selected layers again"), "Shift+T"},
    {"freezeBeforeAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Freeze everything &before"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Freeze every layer that the selected ones depend on"), "Ctrl+T"},
    {"fineTuneAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Fine-tune in a second phase"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Train what is not frozen first, then also the selected layers and those behind them, at a tenth of the learning rate"), ""},
    {"nextProblemAction", "warning", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Next &problem"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show the next error or warning"), "F8"},

    {"initialWeightsAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Initial &weights…"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Start training from the weights of a file or a run"), "Ctrl+I"},
    {"nextSampleAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Next test sa&mple"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Give the network the next test sample, and show its true value"), "F9"},
    {"nextLayerAction", "walk", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Step &by step"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Follow a batch through the network and its gradient back, on to the next layer"), "F7"},
    {"mistakesAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show m&istakes"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Show the samples that the trained network gets wrong, the worst first"), ""},

    {"guideAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Guide"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "From data to a trained network, step by step"), "F1"},
    {"shortcutsAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Shortcuts"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Keyboard shortcuts and mouse actions"), "Ctrl+/"},
    {"referenceAction", "", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&Reference"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Layers, losses, metrics and optimizers with their parameters"), "Shift+F1"},
    {"copyDiagnosticsAction", "copy", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Copy &diagnostics"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Copy versions, device and state for a bug report; it contains none of your paths"), ""},
    {"aboutAction", "netsmith", QT_TRANSLATE_NOOP("netsmith::gui::Actions", "&About Netsmith"), QT_TRANSLATE_NOOP("netsmith::gui::Actions", "Version and license"), ""},
};
// clang-format on

} // namespace

Actions::Actions(QWidget& window)
    : QObject(&window)
{
    for (const Row& row : rows) {
        auto* action = new QAction(&window);
        action->setObjectName(QString::fromLatin1(row.name));
        if (*row.icon)
            action->setIcon(icon(QString::fromLatin1(row.icon), Token::textSecondary));
        action->setShortcuts(QKeySequence::listFromString(QString::fromLatin1(row.keys)));
        window.addAction(action);
        m_actions.insert(row.name, action);
    }
    retranslate();
}

QAction* Actions::operator[](const char* name) const
{
    QAction* action = m_actions.value(name);
    Q_ASSERT_X(action, "Actions", name);
    return action;
}

QList<QAction*> Actions::all() const
{
    QList<QAction*> all;
    for (const Row& row : rows)
        all << m_actions.value(row.name);
    return all;
}

void Actions::keepTo(QWidget& widget, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        QAction* action = (*this)[name];
        action->setShortcutContext(Qt::WidgetShortcut);
        widget.addAction(action);
    }
}

void Actions::retranslate()
{
    for (const Row& row : rows) {
        QAction* action = m_actions.value(row.name);
        const QString text = QCoreApplication::translate(context, row.text);
        action->setText(text);
        action->setIconText(QString(text).remove(u'&').remove(QRegularExpression(u"\\([A-Z]\\)$"_s))); // "(O)" is for menus
        const QString explanation = QCoreApplication::translate(context, row.explanation);
        action->setStatusTip(explanation);
        action->setToolTip(toolTipOf(*action));
    }
}

void Actions::allow(const char* name, const QString& whyNot)
{
    QAction* action = (*this)[name];
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot.isEmpty() ? toolTipOf(*action) : whyNot);
}

/// Its explanation and its keys.
QString Actions::toolTipOf(const QAction& action)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? action.statusTip() : tr("%1 (%2)").arg(action.statusTip(), keys);
}

} // namespace netsmith::gui
