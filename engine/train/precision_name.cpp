#include "engine/train/precision_name.h"

namespace netsmith::train {

Message precisionName(Precision precision)
{
    switch (precision) {
    case Precision::fp32: return Message(NS_MESSAGE("precision.fp32", "FP32"));
    case Precision::tf32: return Message(NS_MESSAGE("precision.tf32", "TF32"));
    case Precision::bf16: return Message(NS_MESSAGE("precision.bf16", "BF16"));
    case Precision::fp16: return Message(NS_MESSAGE("precision.fp16", "FP16"));
    case Precision::bf16Emulated: return Message(NS_MESSAGE("precision.bf16_emulated", "emulated BF16"));
    case Precision::fp16Emulated: return Message(NS_MESSAGE("precision.fp16_emulated", "emulated FP16"));
    }
    return Message();
}

} // namespace netsmith::train
