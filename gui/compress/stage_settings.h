#pragma once

#include "engine/graph/specs/spec.h"

#include <cstdint>
#include <string>
#include <vector>

// The settings of each kind of stage, as plain values that a form edits, and how they are declared.

namespace netsmith::gui {

struct PruneSettings {
    double share = 0.5;
    std::string of = "flops";
    std::string criterion = "l1";
    std::string scope = "global";
    std::int64_t epochs = 2;
};

struct FactorizeSettings {
    double share = 0.9;
    std::string of = "energy";
    std::int64_t epochs = 2;
};

struct SparsifySettings {
    std::string pattern = "any";
    double share = 0.5;
    std::string when = "before";
    std::int64_t steps = 1;
    std::string criterion = "magnitude";
    std::string scope = "global";
    std::int64_t epochs = 2;
};

struct ClusterSettings {
    std::int64_t clusters = 16;
};

struct QuantizeSettings {
    std::string mode = "static";
    std::string format = "int8";
    std::string calibration = "min-max";
    std::string ranges = "observed";
    std::string floats = "none";
    double points = 0.5;
    std::vector<std::string> layers{};
    std::int64_t epochs = 0;
};

struct DistillSettings {
    std::vector<std::string> student{}; ///< a project's file, if it was chosen
    double temperature = 4.0;
    double labels = 0.1;
    std::int64_t epochs = 5;
};

const ParameterBuilder<PruneSettings>& pruneSettings();
const ParameterBuilder<DistillSettings>& distillSettings();
const ParameterBuilder<FactorizeSettings>& factorizeSettings();
const ParameterBuilder<SparsifySettings>& sparsifySettings();
/// No training: it would pull shared weights apart.
const ParameterBuilder<ClusterSettings>& clusterSettings();
const ParameterBuilder<QuantizeSettings>& quantizeSettings();

/// The layers that stay in floats in any case.
inline constexpr const char* floatLayersName = "float_layers";

} // namespace netsmith::gui
