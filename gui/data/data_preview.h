#pragma once

#include "engine/data/source.h"
#include "engine/graph/project.h"
#include "gui/data/sample_content.h"

#include <QString>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// What the window shows of a data set: plain values, made off the GUI thread.
struct DataPreview {
    struct Sample {
        SampleContent content;
        QString label;
    };
    struct ClassCount {
        QString name;
        std::int64_t count = 0;
    };

    std::string source; ///< that was asked for
    QString title; ///< of the one that was read
    QString origin; ///< "MNIST from /path"
    bool standIn = false; ///< another one than was asked for
    std::int64_t trainCount = 0;
    std::int64_t testCount = 0;
    std::int64_t bytes = 0;
    QString sampleShape; ///< "28×28×1, u8"
    std::vector<Sample> samples; ///< a few of each class, in turn
    std::vector<ClassCount> balance; ///< of the training samples
    std::optional<data::Field> pictures; ///< the first of the samples as bytes, where they are pictures
};

/// Samples a preview shows at most.
inline constexpr int previewSamples = 40;

DataPreview previewOf(const data::DataSet& set);

/// Pictures as the project's transforms leave them, each in several draws side by side. Throws what does not fit.
std::vector<DataPreview::Sample> transformedPictures(const Project& project, const data::Field& pictures);

} // namespace netsmith::gui
