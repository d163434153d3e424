#include "engine/inspect/amount_words.h"

#include "engine/core/three_digits.h"

namespace netsmith::inspect {

Message durationWords(double seconds, double scale)
{
    constexpr double leastInSeconds = 0.1, leastInMilliseconds = 1e-3;
    if (scale >= leastInSeconds || !(scale > 0.0))
        return Message(NS_MESSAGE("amount.seconds", "{0} s"), threeDigits(seconds));
    if (scale >= leastInMilliseconds)
        return Message(NS_MESSAGE("amount.milliseconds", "{0} ms"), threeDigits(seconds * 1e3));
    return Message(NS_MESSAGE("amount.microseconds", "{0} µs"), threeDigits(seconds * 1e6));
}

Message sizeWords(double bytes)
{
    constexpr double kibi = 1 << 10, mebi = 1 << 20, leastInMebi = 0.1;
    return bytes >= leastInMebi * mebi ? Message(NS_MESSAGE("amount.mebibytes", "{0} MiB"), threeDigits(bytes / mebi))
                                       : Message(NS_MESSAGE("amount.kibibytes", "{0} KiB"), threeDigits(bytes / kibi));
}

} // namespace netsmith::inspect
