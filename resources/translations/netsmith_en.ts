<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>StepEquation</name>
    <message numerus="yes">
        <source> + … (%n product(s) in all)</source>
        <translation>
            <numerusform> + … (%n product in all)</numerusform>
            <numerusform> + … (%n products in all)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message numerus="yes">
        <source>%1 (%n other product(s))</source>
        <translation>
            <numerusform>%1 (%n other product)</numerusform>
            <numerusform>%1 (%n other products)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fineTuning</name>
    <message numerus="yes">
        <source>The training has two phases now: the head alone for %n epoch(s), then also %1 at a tenth of the learning rate. Both are in its settings.</source>
        <translation>
            <numerusform>The training has two phases now: the head alone for %n epoch, then also %1 at a tenth of the learning rate. Both are in its settings.</numerusform>
            <numerusform>The training has two phases now: the head alone for %n epochs, then also %1 at a tenth of the learning rate. Both are in its settings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>freezing</name>
    <message numerus="yes">
        <source>Unfreeze %n layer(s)</source>
        <translation>
            <numerusform>Unfreeze %n layer</numerusform>
            <numerusform>Unfreeze %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Freeze %n layer(s)</source>
        <translation>
            <numerusform>Freeze %n layer</numerusform>
            <numerusform>Freeze %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AnswersWindow</name>
    <message numerus="yes">
        <source>%n prediction(s)</source>
        <translation>
            <numerusform>%n prediction</numerusform>
            <numerusform>%n predictions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::BlockBar</name>
    <message numerus="yes">
        <source>Shapes are those at %1. Edits apply in all %n places.</source>
        <translation>
            <numerusform>Shapes are those at %1. Edits apply in %n place.</numerusform>
            <numerusform>Shapes are those at %1. Edits apply in all %n places.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::BlockMenu</name>
    <message numerus="yes">
        <source>Delete block (used in %n place(s))</source>
        <translation>
            <numerusform>Delete block (used in %n place)</numerusform>
            <numerusform>Delete block (used in %n places)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Canvas</name>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>Delete %n layer</numerusform>
            <numerusform>Delete %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n layer(s)</source>
        <translation>
            <numerusform>Move %n layer</numerusform>
            <numerusform>Move %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n note(s)</source>
        <translation>
            <numerusform>Delete %n note</numerusform>
            <numerusform>Delete %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n note(s)</source>
        <translation>
            <numerusform>Move %n note</numerusform>
            <numerusform>Move %n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ChainCard</name>
    <message numerus="yes">
        <source>To predict %n sample(s) at once, weights included</source>
        <translation>
            <numerusform>To predict %n sample at once, weights included</numerusform>
            <numerusform>To predict %n samples at once, weights included</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %n sample(s) that it was not trained on</source>
        <translation>
            <numerusform>On %n sample that it was not trained on</numerusform>
            <numerusform>On %n samples that it was not trained on</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ComparePanel</name>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>The network has %n error, so it can&apos;t be trained yet.</numerusform>
            <numerusform>The network has %n errors, so it can&apos;t be trained yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), one after another</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs, one after another</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CompareTable</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CompressPage</name>
    <message numerus="yes">
        <source>%n value(s) in each kernel</source>
        <translation>
            <numerusform>%n value in each kernel</numerusform>
            <numerusform>%n values in each kernel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n layer(s) in floats</source>
        <comment>what was rounded</comment>
        <translation>
            <numerusform>%1; %n layer in floats</numerusform>
            <numerusform>%1; %n layers in floats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::EmbeddingPage</name>
    <message numerus="yes">
        <source>The outputs for %n sample(s) are not finite and are left out.</source>
        <translation>
            <numerusform>The outputs for %n sample are not finite and are left out.</numerusform>
            <numerusform>The outputs for %n samples are not finite and are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::InitialWeightsWindow</name>
    <message numerus="yes">
        <source>%1 · %n tensor(s) · layout unknown</source>
        <comment>a format</comment>
        <translation>
            <numerusform>%1 · %n tensor · layout unknown</numerusform>
            <numerusform>%1 · %n tensors · layout unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n tensor(s) · stored as by %2</source>
        <comment>a format, and a program</comment>
        <translation>
            <numerusform>%1 · %n tensor · stored as by %2</numerusform>
            <numerusform>%1 · %n tensors · stored as by %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MachineMenu</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MainWindow</name>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>The network has %n error, so it can&apos;t be trained yet.</numerusform>
            <numerusform>The network has %n errors, so it can&apos;t be trained yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is in the trash, with its %n run(s).</source>
        <translation>
            <numerusform>%1 is in the trash, with its %n run.</numerusform>
            <numerusform>%1 is in the trash, with its %n runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MatchingModel</name>
    <message numerus="yes">
        <source>All %n weight(s) are taken.</source>
        <translation>
            <numerusform>%n weight is taken.</numerusform>
            <numerusform>All %n weights are taken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 weights are taken; %3 and %n more layer(s) keep their random weights.</source>
        <translation>
            <numerusform>%1 of %2 weights are taken; %3 and %n more layer keep their random weights.</numerusform>
            <numerusform>%1 of %2 weights are taken; %3 and %n more layers keep their random weights.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) would fit as they are and transposed, and the file does not say which: choose its layout above.</source>
        <translation>
            <numerusform>%n weight would fit as it is and transposed, and the file does not say which: choose its layout above.</numerusform>
            <numerusform>%n weights would fit as they are and transposed, and the file does not say which: choose its layout above.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) may come from several tensors: choose one in each of the first rows.</source>
        <translation>
            <numerusform>%n weight may come from several tensors: choose one in the first row.</numerusform>
            <numerusform>%n weights may come from several tensors: choose one in each of the first rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing in the file fits %n weight(s) by itself: choose a tensor in each of the first rows, or keep the random weights.</source>
        <translation>
            <numerusform>Nothing in the file fits %n weight by itself: choose a tensor in the first row, or keep the random weights.</numerusform>
            <numerusform>Nothing in the file fits %n weights by itself: choose a tensor in each of the first rows, or keep the random weights.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Choose: %n tensor(s) fit</source>
        <translation>
            <numerusform>Choose: %n tensor fits</numerusform>
            <numerusform>Choose: %n tensors fit</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OutlineModel</name>
    <message numerus="yes">
        <source>Frame “%1” around %n layer(s)</source>
        <translation>
            <numerusform>Frame “%1” around %n layer</numerusform>
            <numerusform>Frame “%1” around %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OwnPoints</name>
    <message numerus="yes">
        <source>%n point(s). Click to add more; a right click removes the nearest.</source>
        <translation>
            <numerusform>%n point. Click to add more; a right click removes the nearest.</numerusform>
            <numerusform>%n points. Click to add more; a right click removes the nearest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotOverlay</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotPanel</name>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n skipped</numerusform>
            <numerusform>%n skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotTitle</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PointPalette</name>
    <message numerus="yes">
        <source>%n other class(es)</source>
        <translation>
            <numerusform>%n other class</numerusform>
            <numerusform>%n other classes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PreflightCard</name>
    <message numerus="yes">
        <source>%Ln sample(s)</source>
        <translation>
            <numerusform>%Ln sample</numerusform>
            <numerusform>%Ln samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The whole run, %n epoch(s) with validation</source>
        <translation>
            <numerusform>The whole run, %n epoch with validation</numerusform>
            <numerusform>The whole run, %n epochs with validation</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The whole run, %n epoch(s)</source>
        <translation>
            <numerusform>The whole run, %n epoch</numerusform>
            <numerusform>The whole run, %n epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cross-validation with %n fold(s)</source>
        <translation>
            <numerusform>cross-validation with %n fold</numerusform>
            <numerusform>cross-validation with %n folds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One fold, %n epoch(s) with validation</source>
        <translation>
            <numerusform>One fold, %n epoch with validation</numerusform>
            <numerusform>One fold, %n epochs with validation</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n fold(s)</source>
        <translation>
            <numerusform>All %n fold</numerusform>
            <numerusform>All %n folds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProblemsPanel</name>
    <message numerus="yes">
        <source>and %n more problem(s)</source>
        <translation>
            <numerusform>and %n more problem</numerusform>
            <numerusform>and %n more problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (in %n place(s))</source>
        <comment>a problem</comment>
        <translation>
            <numerusform>%1 (in %n place)</numerusform>
            <numerusform>%1 (in %n places)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PropertiesPanel</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunActions</name>
    <message numerus="yes">
        <source>Train %n more epoch(s)</source>
        <translation>
            <numerusform>Train %n more epoch</numerusform>
            <numerusform>Train %n more epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunBars</name>
    <message numerus="yes">
        <source>Trained %n epoch(s) in %1.</source>
        <translation>
            <numerusform>Trained %n epoch in %1.</numerusform>
            <numerusform>Trained %n epochs in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Train %n more epoch(s)</source>
        <translation>
            <numerusform>Train %n more epoch</numerusform>
            <numerusform>Train %n more epochs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trained %n epoch(s) in %2; the result is from epoch %1, the last in which this improved: %3.</source>
        <translation>
            <numerusform>Trained %n epoch in %2; the result is from epoch %1, the last in which this improved: %3.</numerusform>
            <numerusform>Trained %n epochs in %2; the result is from epoch %1, the last in which this improved: %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ended after %n epoch(s) and %1 because this no longer improved: %2.</source>
        <translation>
            <numerusform>Ended after %n epoch and %1 because this no longer improved: %2.</numerusform>
            <numerusform>Ended after %n epochs and %1 because this no longer improved: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It trained %1 of %n epoch(s). Resume continues from its last checkpoint.</source>
        <translation>
            <numerusform>It trained %1 of %n epoch. Resume continues from its last checkpoint.</numerusform>
            <numerusform>It trained %1 of %n epochs. Resume continues from its last checkpoint.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is a cross-validation with %n fold(s). Resume continues with the interrupted fold.</source>
        <translation>
            <numerusform>It is a cross-validation with %n fold. Resume continues with the interrupted fold.</numerusform>
            <numerusform>It is a cross-validation with %n folds. Resume continues with the interrupted fold.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunTrashWindow</name>
    <message numerus="yes">
        <source>%n run(s) will be permanently deleted.</source>
        <translation>
            <numerusform>%n run will be permanently deleted.</numerusform>
            <numerusform>%n runs will be permanently deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunsPanel</name>
    <message numerus="yes">
        <source>%n run(s) were deleted.</source>
        <translation>
            <numerusform>%n run was deleted.</numerusform>
            <numerusform>%n runs were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SensitivityPlot</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>a layer and those tied to it</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SensitivityView</name>
    <message numerus="yes">
        <source>Tried on %n validation sample(s) without any training. Dots: what was removed. If the layers lose together what each loses alone, this is expected before the training: %1</source>
        <translation>
            <numerusform>Tried on %n validation sample without any training. Dots: what was removed. If the layers lose together what each loses alone, this is expected before the training: %1</numerusform>
            <numerusform>Tried on %n validation samples without any training. Dots: what was removed. If the layers lose together what each loses alone, this is expected before the training: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SharingView</name>
    <message numerus="yes">
        <source>Convolution in %n group(s)</source>
        <translation>
            <numerusform>Convolution in %n group</numerusform>
            <numerusform>Convolution in %n groups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StartPage</name>
    <message numerus="yes">
        <source>Show %n more that were never saved</source>
        <translation>
            <numerusform>Show %n more that were never saved</numerusform>
            <numerusform>Show %n more that were never saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not saved, %n run(s)</source>
        <translation>
            <numerusform>not saved, %n run</numerusform>
            <numerusform>not saved, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StatusLine</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StepsFigures</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinPanel</name>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>The network has %n error, so it can&apos;t be trained yet.</numerusform>
            <numerusform>The network has %n errors, so it can&apos;t be trained yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) skipped</source>
        <translation>
            <numerusform>%n step skipped</numerusform>
            <numerusform>%n steps skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinScale</name>
    <message numerus="yes">
        <source>%n step(s) skipped</source>
        <translation>
            <numerusform>%n step skipped</numerusform>
            <numerusform>%n steps skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WeightsPanel</name>
    <message numerus="yes">
        <source>%n checkpoint(s) can&apos;t be read: %1</source>
        <translation>
            <numerusform>%n checkpoint can&apos;t be read: %1</numerusform>
            <numerusform>%n checkpoints can&apos;t be read: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>parameters</name>
    <message numerus="yes">
        <source>Enter %n whole number(s) from %1 to %2, such as %3.</source>
        <translation>
            <numerusform>Enter %n whole number from %1 to %2, such as %3.</numerusform>
            <numerusform>Enter %n whole numbers from %1 to %2, such as %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter %1 to %n whole numbers from %2 to %3, such as %4.</source>
        <translation>
            <numerusform>Enter %1 to %n whole number from %2 to %3, such as %4.</numerusform>
            <numerusform>Enter %1 to %n whole numbers from %2 to %3, such as %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter up to %n number(s), such as %1.</source>
        <translation>
            <numerusform>Enter up to %n number, such as %1.</numerusform>
            <numerusform>Enter up to %n numbers, such as %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runs</name>
    <message numerus="yes">
        <source>%1, %n run(s)</source>
        <translation>
            <numerusform>%1, %n run</numerusform>
            <numerusform>%1, %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, mean and deviation of %n fold(s)</source>
        <translation>
            <numerusform>%1, mean and deviation of %n fold</numerusform>
            <numerusform>%1, mean and deviation of %n folds</numerusform>
        </translation>
    </message>
</context>
</TS>
