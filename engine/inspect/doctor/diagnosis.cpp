#include "engine/inspect/doctor/diagnosis.h"

namespace netsmith::inspect {

std::string_view idOf(Ailment ailment)
{
    switch (ailment) {
    case Ailment::unscaledInput: return "unscaled_input";
    case Ailment::constantInput: return "constant_input";
    case Ailment::unshuffledData: return "unshuffled_data";
    case Ailment::leakage: return "leakage";
    case Ailment::classImbalance: return "class_imbalance";
    case Ailment::wrongLabels: return "wrong_labels";
    case Ailment::squaredErrorOfSoftmax: return "squared_error_of_softmax";
    case Ailment::lossOfLogits: return "loss_of_logits";
    case Ailment::missingNormalization: return "missing_normalization";
    case Ailment::batchNormalizationOfOne: return "batch_normalization_of_one";
    case Ailment::vanishingGradients: return "vanishing_gradients";
    case Ailment::explodingGradients: return "exploding_gradients";
    case Ailment::deadUnits: return "dead_units";
    case Ailment::saturation: return "saturation";
    case Ailment::rateTooHigh: return "rate_too_high";
    case Ailment::rateTooLow: return "rate_too_low";
    case Ailment::overfitting: return "overfitting";
    case Ailment::underflow: return "underflow";
    }
    return {};
}

Message titleOf(Ailment ailment)
{
    switch (ailment) {
    case Ailment::unscaledInput: return Message(NS_MESSAGE("doctor.title.unscaled_input", "Unscaled input"));
    case Ailment::constantInput: return Message(NS_MESSAGE("doctor.title.constant_input", "Constant input"));
    case Ailment::unshuffledData: return Message(NS_MESSAGE("doctor.title.unshuffled_data", "Unshuffled samples"));
    case Ailment::leakage: return Message(NS_MESSAGE("doctor.title.leakage", "Leakage into the validation"));
    case Ailment::classImbalance: return Message(NS_MESSAGE("doctor.title.class_imbalance", "Classes out of balance"));
    case Ailment::wrongLabels: return Message(NS_MESSAGE("doctor.title.wrong_labels", "Probably wrong labels"));
    case Ailment::squaredErrorOfSoftmax:
        return Message(NS_MESSAGE("doctor.title.squared_error_of_softmax", "Squared error of a softmax"));
    case Ailment::lossOfLogits: return Message(NS_MESSAGE("doctor.title.loss_of_logits", "Loss without probabilities"));
    case Ailment::missingNormalization: return Message(NS_MESSAGE("doctor.title.missing_normalization", "Missing normalization"));
    case Ailment::batchNormalizationOfOne:
        return Message(NS_MESSAGE("doctor.title.batch_normalization_of_one", "Batch normalization of one sample"));
    case Ailment::vanishingGradients: return Message(NS_MESSAGE("doctor.title.vanishing_gradients", "Vanishing gradients"));
    case Ailment::explodingGradients: return Message(NS_MESSAGE("doctor.title.exploding_gradients", "Exploding gradients"));
    case Ailment::deadUnits: return Message(NS_MESSAGE("doctor.title.dead_units", "Dead units"));
    case Ailment::saturation: return Message(NS_MESSAGE("doctor.title.saturation", "Saturated units"));
    case Ailment::rateTooHigh: return Message(NS_MESSAGE("doctor.title.rate_too_high", "Learning rate too high"));
    case Ailment::rateTooLow: return Message(NS_MESSAGE("doctor.title.rate_too_low", "Learning rate too low"));
    case Ailment::overfitting: return Message(NS_MESSAGE("doctor.title.overfitting", "Overfitting"));
    case Ailment::underflow: return Message(NS_MESSAGE("doctor.title.underflow", "Underflow"));
    }
    return {};
}

} // namespace netsmith::inspect
