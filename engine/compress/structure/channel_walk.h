#pragma once

#include "engine/compress/structure/channel_sets.h"
#include "engine/compress/structure/structure.h"
#include "engine/graph/graph_index.h"
#include "engine/plan/network_lowering.h"

#include <set>

namespace netsmith::compress {

/// Follows the channels of a network op by op, in the order of execution.
class ChannelWalk {
public:
    explicit ChannelWalk(const CheckedProject& project);

    Structure run();

private:
    /// An array as the ops use its axes.
    struct ArrayUse {
        std::int64_t stride = 1;
        Channels channels;
    };
    /// A layer that makes channels, before its groups are known.
    struct Producer {
        ProducingLayer layer;
        Channels channels;
        Channels ownFilters;
    };
    struct Scale {
        ChannelScale layer;
        Channels channels;
    };

    void lower();
    void seeThroughRounding();
    void keepOutputs();
    void visit(const Op& op);
    void pass(const Op& op);
    void join(const Op& op);
    void concatenate(const Op& op);
    void reshape(const Op& op);
    void convolve(const Op& op, std::int64_t groups);
    void convolveBack(const Op& op);
    void multiply(const Op& op);
    void addBias(const Op& op);
    void normalize(const Op& op);
    void slope(const Op& op);
    void recur(const Op& op);
    void keepAll(const Op& op);
    void keepMade(const Op& op, const Message& reason);
    static Message outputReason();

    const Shape& shape(TensorId tensor) const { return m_plan.tensor(tensor).shape; }
    bool isArray(TensorId tensor) const { return tensor != noTensor && m_plan.tensor(tensor).role == Role::segment; }
    std::string idOf(TensorId array) const;
    const Node* nodeOf(const Op& op) const;
    Message named(MessageTemplate sentence, const Op& op) const;
    bool isWholeLayer(const Op& op) const;
    bool adapts(const Op& op) const;

    /// The channels of a tensor's last axis; those of what the network reads stay.
    const Channels& channelsOf(TensorId tensor);
    void set(TensorId tensor, Channels channels) { m_channels[tensor] = std::move(channels); }
    /// Notes the channels of an array's axes, and ties them to those of other uses.
    void use(TensorId array, std::vector<ArrayUse> axes);
    /// Notes the layer that makes channels; they stay if it has no parameter for their number.
    void produce(const Op& op, TensorId kernel, std::int64_t stride, const Channels& made, const Channels& ownFilters);

    Structure result();
    std::vector<int> groupsOf(const Channels& channels, std::map<Channel, int>& numbers);
    void findSets(Structure& out) const;
    void nameUncut(Structure& out) const;

    const CheckedProject& m_project;
    const GraphIndex m_graph;
    LogicalPlan m_plan;
    NetworkLowering::Outputs m_outputs;
    std::set<std::string> m_ends; ///< the nodes whose outputs are the network's, or are learned from
    std::map<TensorId, std::string> m_makers; ///< the node whose op made a tensor
    ChannelSets m_sets;
    std::map<TensorId, Channels> m_channels;
    std::map<std::string, std::vector<ArrayUse>, std::less<>> m_arrays;
    std::set<std::string, std::less<>> m_fixed; ///< arrays whose axes stay
    std::vector<Producer> m_producers;
    std::vector<Scale> m_scales;
};

} // namespace netsmith::compress
