#pragma once

#include "engine/interop/weights/layer_groups.h"
#include "engine/interop/weights/matching.h"

#include <functional>
#include <string>
#include <vector>

namespace netsmith::interop {

/// Finds for each layer of a project the layer of a file: by name, by order, by shape, and what may be asked of a person.
class LayerMatcher {
public:
    LayerMatcher(const LayerGroups& groups, const std::vector<LayerWeight>& weights, Framework framework)
        : m_groups(groups)
        , m_weights(weights)
        , m_framework(framework)
    {
    }

    struct Result {
        struct Filled {
            WeightSources sources{};
            WeightRow::Found found = WeightRow::Found::no;
        };
        struct Open { ///< a weight without a tensor, and those that it might be
            int weight = 0;
            WeightRow::Found found = WeightRow::Found::no;
            std::vector<int> tensors{};
        };
        std::vector<Filled> filled{};
        std::vector<Open> open{};
        std::vector<std::string> heads{};
    };
    Result match();

private:
    using Indices = std::vector<int>;
    /// Groups of both sides by what fits what; a class that several kinds of groups fit is one.
    struct Side {
        Indices classes{}; ///< of each group; −1: nothing on the other side fits
        std::vector<bool> taken{};
    };

    bool take(int weights, int tensors, WeightRow::Found found);
    bool fits(int weights, int tensors) const;
    void matchNames();
    void orderTensors();
    /// The groups of both sides that are left, in order, whose class has as many on either side and passes `chosen`.
    std::pair<Indices, Indices> evenly(const std::function<bool(int weights)>& chosen) const;
    bool matchWhole();
    void matchUnique(bool kernels);
    void matchSequences(bool kernels);
    bool isInOrder(const Indices& mine, const Indices& other) const;
    void matchNorms();
    int besideOf(int tensors) const;
    void matchLoose();
    void askForRest();

    const std::vector<WeightGroup>& ours() const { return m_groups.weights(); }
    const std::vector<TensorGroup>& theirs() const { return m_groups.tensors(); }

    const LayerGroups& m_groups;
    const std::vector<LayerWeight>& m_weights;
    Framework m_framework;
    Side m_ours, m_theirs;
    Indices m_order; ///< of the file's groups
    bool m_isOrdered = true; ///< the file's order means something
    Indices m_partner; ///< of each of our groups; −1: none
    Result m_result;
};

} // namespace netsmith::interop
