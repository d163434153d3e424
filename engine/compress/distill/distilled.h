#pragma once

#include "engine/compress/shrink/shrunk.h"
#include "engine/predict/saved_run.h"

namespace netsmith::compress {

/// How a smaller network learns from a trained one.
struct DistillationOptions {
    std::filesystem::path student{}; ///< the project file of the smaller network
    double temperature = 4.0; ///< see the loss "distillation"
    double labelShare = 0.1; ///< of the loss, for the student's own losses; the rest is for the teacher's answers
};
/// Throws `compress.temperature`, `compress.label_share`.
void requireSensible(const DistillationOptions& options);

/// A student beside its teacher.
struct DistilledNetwork {
    Project project; ///< the student's, with the teacher's layers, which are frozen, and losses that compare both
    std::vector<std::byte> weights; ///< the teacher's, as a file for `InitialWeights`
    std::vector<std::string> studentLayers{}; ///< those whose weights are drawn; in a block "BLOCK/LAYER"
    std::vector<std::string> teacherLayers{}; ///< their ids in the project
    std::vector<std::string> teacherBlocks{};
    std::vector<double> lossWeights{}; ///< the student's own, before the teacher's took part
    std::string monitor{}; ///< the student's own: among several losses the values have other names
    NetworkSize before; ///< the teacher's
    NetworkSize after; ///< the student's
};

/// Puts a trained network beside a student: both read the same inputs. For each loss of the student whose target the teacher
/// learned too, the student learns the teacher's answers as well: where a loss applies a softmax, by `distillation` (Hinton et al.
/// 2015, "Distilling the knowledge in a neural network"), else by the same loss with the teacher's outputs as the target. Throws
/// what `loadProject` says, the student's first error, `compress.student_weights` for a student that begins from other weights,
/// `compress.student_data` for one with other data, `compress.student_input` and `compress.student_target` where the two have
/// nothing in common, and `compress.teacher_softmax` for a teacher whose logits can't be seen from its end.
DistilledNetwork besideTeacher(const SavedRun& teacher, const DistillationOptions& options);

/// A student without its teacher.
struct GraduatedNetwork {
    Project project;
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    NetworkSize size;
};
/// `how` is what `distillationJson` wrote of the run. Throws `compress.no_teacher` if it is of no such run.
GraduatedNetwork withoutTeacher(const SavedRun& run, const Json& how);

/// For programs, and for `withoutTeacher`.
Json distillationJson(const DistilledNetwork& network, const DistillationOptions& options);
/// For programs: of the teacher only its size is left.
Json graduationJson(const GraduatedNetwork& network, const Json& how);

} // namespace netsmith::compress
