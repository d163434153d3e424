#pragma once

#include "engine/backend/loader.h"
#include "engine/train/training_data.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/document/document.h"
#include "gui/steps/layer_table.h"
#include "gui/steps/steps_panel.h"
#include "gui/training/training_session.h"
#include "tests/gui/app/studio_fixture.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <memory>

namespace netsmith::gui {

constexpr int stepsPatience = 60000; // ms

/// A number as the window writes it.
inline double numberIn(QString text)
{
    return text.replace(u'−', u'-').remove(u',').toDouble();
}

inline double tolerance(double number)
{
    return 2e-3 * std::max(std::abs(number), 0.01);
}

inline const inspect::TracedLayer& layerOf(const inspect::TracedStep& step, const std::string& node)
{
    return *std::ranges::find(step.layers, node, &inspect::TracedLayer::node);
}

/// The loss of a chain of dense layers, from its weights alone: tanh in all but the last, then softmax and cross-entropy.
inline double lossByHand(const inspect::TracedStep& step, const std::vector<std::string>& chain)
{
    const std::size_t samples = step.samples.size();
    double loss = 0.0;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        const std::vector<double>& points = step.layers.front().output;
        const std::size_t width = points.size() / samples;
        std::vector<double> x(points.begin() + static_cast<std::ptrdiff_t>(sample * width),
                              points.begin() + static_cast<std::ptrdiff_t>((sample + 1) * width));
        for (const std::string& node : chain) {
            const inspect::TracedLayer& layer = layerOf(step, node);
            const std::vector<double>&kernel = layer.parameters[0].before, &bias = layer.parameters[1].before;
            std::vector<double> y(bias);
            for (std::size_t unit = 0; unit < y.size(); ++unit) {
                for (std::size_t i = 0; i < x.size(); ++i)
                    y[unit] += x[i] * kernel[i * y.size() + unit];
                if (node != chain.back())
                    y[unit] = std::tanh(y[unit]);
            }
            x = y;
        }
        double sum = 0.0;
        for (const double z : x)
            sum += std::exp(z);
        const auto target = static_cast<std::size_t>(step.objectives.front().target[sample]);
        loss -= std::log(std::exp(x[target]) / sum) / static_cast<double>(samples);
    }
    return loss;
}

/// A studio whose Step by step panel is used as by a person, on networks that are small enough to check by hand.
class StepsFixture {
public:
    StudioFixture studio;

    MainWindow& window() { return studio.window(); }
    Document& document() { return window().document(); }
    StepsPanel& panel() { return *studio.child<StepsPanel>("stepsPanel"); }
    StepsSession& session() { return panel().session(); }
    const LayerTable& table() { return panel().table(); }
    QTableView& view() { return *studio.child<QTableView>("stepsTable"); }
    const NetworkScene& network() { return studio.child<Canvas>("canvas")->network(); }
    QPushButton& button(const char* name) { return *studio.child<QPushButton>(name); }
    void click(const char* name)
    {
        QVERIFY2(button(name).isVisible() && button(name).isEnabled(), name);
        QTest::mouseClick(&button(name), Qt::LeftButton);
    }
    QString text(const char* label) { return studio.child<QLabel>(label)->text(); }
    double cell(int row, int column) { return numberIn(table().index(row, column).data().toString()); }
    QString below(int row, int column) { return table().index(row, column).data(LayerTable::belowRole).toString(); }
    QString rowTitle(int row) { return table().headerData(row, Qt::Vertical, Qt::DisplayRole).toString(); }
    double shownLoss() { return numberIn(text("stepsLoss")); }

    /// Two moons with plain SGD and a batch that can be checked by hand.
    void open(const std::string& optimizer = "sgd")
    {
        studio.openForSteps(QStringLiteral("points"));
        document().edit(QStringLiteral("plain"), [&](Project& project) {
            project.training.optimizer = {optimizer, {{"learning_rate", 0.1}}};
            project.training.batch = 4;
            project.graph.find("dense_1")->parameters["units"] = std::int64_t{3};
            project.graph.find("dense_2")->parameters["units"] = std::int64_t{3};
        });
        window().raisePanel("stepsDock");
    }
    void begin()
    {
        click("stepsBegin");
        QCOMPARE(session().state(), StepsSession::State::preparing);
        QTRY_COMPARE_WITH_TIMEOUT(session().state(), StepsSession::State::ready, stepsPatience);
        QVERIFY(!session().problem());
    }
    void await() { QTRY_VERIFY_WITH_TIMEOUT(!session().isComputing(), stepsPatience); }
    void goTo(StepWay way, const std::string& node)
    {
        if (button("stepsFirst").isEnabled())
            click("stepsFirst");
        while (!(panel().stage()->way == way && session().step()->layers[panel().stage()->layer].node == node)) {
            QVERIFY2(button("stepsNext").isEnabled(), node.c_str());
            click("stepsNext");
        }
    }
    /// With a double click on its cell, as a user does.
    void type(int row, int column, const QString& number)
    {
        const QModelIndex index = table().index(row, column);
        view().scrollTo(index);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(index).center());
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, view().visualRect(index).center());
        auto* field = view().findChild<QLineEdit*>(QStringLiteral("weightField"));
        QVERIFY(field);
        field->selectAll();
        QTest::keyClicks(field, number);
        enter(*field);
    }
    /// Commits what was typed, and waits for the step with it.
    void enter(QLineEdit& field)
    {
        QTest::keyClick(&field, Qt::Key_Return);
        QTRY_VERIFY(!view().findChild<QLineEdit*>(QStringLiteral("weightField"))); // Qt commits later
        await();
    }
    std::unique_ptr<inspect::StepTracer> ownTracer()
    {
        Backend& backend = *backendFor(document().project().training.device).take();
        return std::make_unique<inspect::StepTracer>(document().project(),
                                                     train::readData(document().project(), document().dataDir(), {}), backend);
    }
};

} // namespace netsmith::gui
