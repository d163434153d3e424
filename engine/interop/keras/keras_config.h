#pragma once

#include "engine/graph/graph.h"
#include "engine/interop/code/code_project.h"

#include <string>

namespace netsmith::interop {

/// Follows the config of a saved Keras model as if the calls that made the model were read from a program, so that its layers go
/// through the same mapping. Configs of Keras 2 and 3 are understood: sequences, functional models, and these within each other.
/// What can't be followed becomes a problem of the reading, with the layer's path in the model ("encoder/conv1") as its place;
/// nodes get these paths as names. Memory and time are bounded by the config's size and by the limits of `code::Network`.
class KerasConfigReader {
public:
    /// `version`: the Keras that saved the model, "3.15.1"; empty: unknown, taken as a new one.
    KerasConfigReader(code::Reading& reading, const std::string& version);

    /// A model, {"class_name", "config"}; its outputs become the reading's.
    void readModel(const Json& model);
    /// What the model was compiled with: "compile_config" of Keras 3, "training_config" of HDF5 files. A loss that is not known is
    /// left out with a note.
    void readTraining(const Json& training);

private:
    struct Parts; ///< the layers of a functional model

    int placeOf(const std::string& path);
    code::Value layer(const Json& entry, const std::string& path, int place);
    code::Value model(const Json& entry, const std::string& path, int place);
    code::Value sequence(const Json& entry, const std::string& path, int place);
    code::Value functional(const Json& config, const std::string& path, int place);
    bool listParts(const Json& layers, const std::string& path, Parts& parts);
    bool makeCalls(Parts& parts);
    code::Value call(const Parts& parts, std::size_t part, const Json& node);
    code::Value operation(const std::string& function, const Json& entry, code::Arguments arguments, int place);
    code::Value argumentOf(const Json& json, const Parts& parts, const std::string& key, int place);
    void checkDirections(const Json& config, int place);

    code::Arguments argumentsOf(const Json& config, const std::string& path, int place);
    code::Value valueOf(const Json& json, const std::string& key, const std::string& path, int place);
    code::Value objectOf(const Json& json, const std::string& key, const std::string& path, int place);
    code::Value lossOf(const code::Value& loss);

    code::Reading& m_reading;
    code::Network& m_network;
    code::Interpreter& m_interpreter;
    bool m_isKeras2;
};

} // namespace netsmith::interop
