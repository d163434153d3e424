#pragma once

#include "engine/predict/network_prediction.h"

namespace netsmith {

/// The outputs of every layer of a network, for one sample at a time and with the network's current weights: a program of its own
/// over the same state, so that the network itself computes no more than before.
class ObservedNetwork {
public:
    /// `request` is the network's; its project and the network outlive this. `fields` are the data set's. Throws `observe.memory`
    /// where the device has too little memory left for the layers' outputs, and errors of the backend.
    ObservedNetwork(Backend& backend, const DeviceInfo& device, NetworkRequest request, const CompiledNetwork& network,
                    std::span<const data::FieldSpec> fields);
    ObservedNetwork(const ObservedNetwork&) = delete;
    ObservedNetwork& operator=(const ObservedNetwork&) = delete;

    const CheckedProject& checked() const { return m_checked; }
    CompiledNetwork& network() { return m_network; }
    const NetworkPrediction& prediction() const { return m_prediction; }
    const std::vector<data::FieldSpec>& inputs() const { return m_prediction.inputs(); }
    /// The network's own outputs, then those of the layers, in the order of the graph.
    const std::vector<PredictedOutput>& outputs() const { return m_prediction.outputs(); }
    /// See `NetworkPrediction::predict`.
    std::vector<std::vector<float>> predict(std::span<const data::Field> samples) { return m_prediction.predict(samples); }

private:
    const CheckedProject& m_checked;
    CompiledNetwork m_network;
    NetworkPrediction m_prediction;
};

} // namespace netsmith
