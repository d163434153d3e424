#pragma once

#include "engine/data/source.h"
#include "engine/graph/project/project.h"
#include "gui/data/sample_content.h"

#include <QString>

#include <optional>
#include <vector>

namespace netsmith::gui {

/// What the window shows of a data set: plain values, made on another thread.
struct DataPreview {
    struct Sample {
        SampleContent content;
        QString label;
        QString tip{}; ///< more about it; empty: the label
    };
    struct ClassCount {
        QString name;
        std::int64_t count = 0;
    };

    std::string source; ///< the requested one
    QString title; ///< of the set that was read
    QString origin; ///< "MNIST from /path"
    bool standIn = false; ///< not the requested one
    std::int64_t trainCount = 0;
    std::int64_t testCount = 0;
    std::int64_t bytes = 0;
    QString sampleShape; ///< "28×28×1, u8"
    std::vector<Sample> samples; ///< a few of each class, in turn
    std::vector<ClassCount> balance; ///< of the training samples
    std::optional<data::Field> pictures; ///< the first of the samples as bytes, if they are images
};

/// The most samples that a preview shows.
inline constexpr int previewSamples = 40;

DataPreview previewOf(const data::DataSet& set);

/// Images after the project's transforms, several random draws of each side by side. Throws if a transform does not fit.
std::vector<DataPreview::Sample> transformedPictures(const Project& project, const data::Field& pictures);

} // namespace netsmith::gui
