#pragma once

#include "engine/plan/checks/checked_project.h"
#include "engine/store/safetensors.h"

#include <map>
#include <optional>

namespace netsmith::compress {

/// The layer of the drawing that an array belongs to: "block_1" of "block_1/dense_1.kernel".
std::string drawnPart(const std::string& array);

/// A trained network as a part of another one's drawing: its layers get ids that are free there, read the other's inputs, and are
/// frozen. Where its losses apply a softmax, it ends before that, with logits.
class Teacher {
public:
    /// Throws `compress.student_input` if the student lacks one of the inputs.
    Teacher(const CheckedProject& trained, const Project& student);

    /// Adds its layers, wires, blocks and a frame around them.
    void join(Graph& student) const;

    /// The layer, by its new id, whose first output answers what an objective of the student asks; nothing if none does.
    std::optional<std::string> answerTo(const Objective& asked) const;
    /// Whether that answer is logits: the objective applies a softmax.
    bool isSoftmax(const Objective& asked) const;
    /// The fields that it learned: "label, box".
    std::string targets() const;

    std::vector<std::string> layers() const;
    std::vector<std::string> blocks() const;
    /// Its weights under their new names; the moving average in place of the weights, where there is one, as for predictions.
    std::vector<TensorView> arrays(const SafetensorsFile& weights) const;

private:
    struct Answer {
        std::string target;
        std::string output; ///< the layer that was its output
        std::string layer; ///< the one that answers, by its new id
        bool isSoftmax = false;
    };

    void wireInputs(const CheckedProject& trained, const Project& student);
    void answer(const CheckedProject& trained, const Objective& drawn, const Objective& flat);
    void rename(const CheckedProject& trained, const Graph& student);

    Graph m_graph;
    std::map<std::string, std::string> m_ids; ///< of the layers: those that they had, and the new ones; of inputs the student's
    std::vector<Answer> m_answers;
};

} // namespace netsmith::compress
