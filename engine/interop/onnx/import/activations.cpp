#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace netsmith::interop {
namespace {

struct Named {
    std::string_view op;
    std::string_view layer;
};

/// Those without parameters, or with those of the layer's own default.
constexpr std::array plainActivations{
    Named{"Relu", "relu"},         Named{"Sigmoid", "sigmoid"},     Named{"Tanh", "tanh"}, Named{"Softplus", "softplus"},
    Named{"Softsign", "softsign"}, Named{"HardSwish", "hard_silu"}, Named{"Mish", "mish"},
};

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

/// x between two bounds; infinite ones are none.
Flow clipped(NodeCall& call, const Flow& x, double low, double high)
{
    const bool hasLow = std::isfinite(low), hasHigh = std::isfinite(high);
    if (!hasLow && !hasHigh)
        return x;
    if (low == 0.0 && !hasHigh)
        return applyActivationOf(call, x, "relu");
    if (low == 0.0 && high == 6.0)
        return applyActivationOf(call, x, "relu6");
    if (low == -1.0 && high == 1.0)
        return applyActivationOf(call, x, "hard_tanh");
    if (!hasHigh) // low + relu(x − low)
        return rescaled(call, call.network().apply("relu", {}, rescaled(call, x, 1, -low), call.name()), 1, low);
    if (!hasLow) // high − relu(high − x)
        return rescaled(call, call.network().apply("relu", {}, rescaled(call, x, -1, high), call.name()), -1, high);
    if (high <= low)
        return rescaled(call, x, 0, high);
    // Between −1 and 1 after moving the middle to 0.
    const double half = (high - low) / 2, middle = low + half;
    const Flow scaled = rescaled(call, x, 1 / half, -middle / half);
    return rescaled(call, call.network().apply("hard_tanh", {}, scaled, call.name()), half, middle);
}

} // namespace

void importActivation(NodeCall& call)
{
    const Flow x = call.flow(0);
    const std::string& op = call.node().op;
    if (const auto* plain = std::ranges::find(plainActivations, op, &Named::op); plain != plainActivations.end()) {
        call.setFlow(applyActivationOf(call, x, plain->layer));
        return;
    }
    if (op == "LeakyRelu") {
        call.setFlow(call.network().apply("leaky_relu", {{"negative_slope", call.number("alpha", 0.01)}}, x, call.name()));
    } else if (op == "Elu") {
        const double alpha = call.number("alpha", 1.0);
        call.setFlow(alpha == 1.0 ? applyActivationOf(call, x, "elu")
                                  : call.network().apply("elu", {{"alpha", alpha}}, x, call.name()));
    } else if (op == "Celu") { // α·elu(x/α)
        const double alpha = call.number("alpha", 1.0);
        call.setFlow(rescaled(call, applyActivationOf(call, rescaled(call, x, 1 / alpha, 0), "elu"), alpha, 0));
    } else if (op == "Selu") {
        const double alpha = call.number("alpha", 1.6732632423543772), gamma = call.number("gamma", 1.0507009873554805);
        if (isNear(alpha, 1.6732632423543772) && isNear(gamma, 1.0507009873554805))
            call.setFlow(applyActivationOf(call, x, "selu"));
        else // γ·elu(x, α)
            call.setFlow(rescaled(call, call.network().apply("elu", {{"alpha", alpha}}, x, call.name()), gamma, 0));
    } else if (op == "Gelu") {
        const bool approximate = call.text("approximate", "none") == "tanh";
        call.setFlow(approximate ? call.network().apply("gelu", {{"approximate", true}}, x, call.name())
                                 : applyActivationOf(call, x, "gelu"));
    } else if (op == "Swish") { // x·sigmoid(αx)
        const double alpha = call.number("alpha", 1.0);
        call.setFlow(alpha == 1.0 ? applyActivationOf(call, x, "silu")
                                  : rescaled(call, applyActivationOf(call, rescaled(call, x, alpha, 0), "silu"), 1 / alpha, 0));
    } else if (op == "HardSigmoid") { // between 0 and 1: αx + β = z/6 + ½
        const double alpha = call.number("alpha", 0.2), beta = call.number("beta", 0.5);
        const bool same = isNear(alpha, 1.0 / 6) && beta == 0.5;
        call.setFlow(applyActivationOf(call, same ? x : rescaled(call, x, 6 * alpha, 6 * (beta - 0.5)), "hard_sigmoid"));
    } else if (op == "Neg") {
        call.setFlow(rescaled(call, x, -1, 0));
    } else if (op == "Abs") { // max(x, −x)
        call.setFlow(merged(call, "maximum", {x, rescaled(call, x, -1, 0)}));
    } else { // Shrink with the bias of a soft one: x less what is between −λ and λ
        const double lambda = call.number("lambd", 0.5);
        if (call.number("bias", 0.0) != lambda)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.shrink", "only a shrink whose bias equals its lambda is supported"));
        call.setFlow(merged(call, "subtract", {x, clipped(call, x, -lambda, lambda)}));
    }
}

void importClip(NodeCall& call)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    // The bounds that older versions have if none are given are the largest floats.
    constexpr double most = 3.4e38;
    double low = call.numberAt(1, "min").value_or(-infinity), high = call.numberAt(2, "max").value_or(infinity);
    low = low <= -most ? -infinity : low;
    high = high >= most ? infinity : high;
    call.setFlow(clipped(call, call.flow(0), low, high));
}

void importPRelu(NodeCall& call)
{
    const Flow given = call.flow(0);
    const Constant& slope = call.constant(1);
    // One number for each place along one axis, which becomes the last one: that of the channels if all are equal.
    const int rank = given.layout.rank();
    std::vector<std::int64_t> dims(static_cast<std::size_t>(std::max(0, rank - slope.rank())), 1);
    dims.insert(dims.end(), slope.dims().begin(), slope.dims().end());
    int along = given.layout.batchAxis() == 0 && rank > 1 ? 1 : rank - 1;
    int several = 0;
    for (int axis = 0; axis < std::ssize(dims); ++axis)
        if (dims[static_cast<std::size_t>(axis)] != 1) {
            along = axis;
            ++several;
        }
    if (several > 1 || std::ssize(dims) != rank || given.layout.holdsBatch(along))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.prelu", "its slopes of {0} are not one for each channel"),
                    dimsText(slope.dims()));
    AxisLayout::Groups groups;
    for (const int axis : given.layout.storedOrder())
        if (axis != along)
            groups.push_back({axis});
    groups.push_back({along});
    const Flow x = call.network().arranged(given, groups);
    const std::int64_t channels = x.shape[-1];
    const auto placed = call.network().add("prelu", {}, std::span(&x, 1), layerName(call, 1));
    call.network().fill(placed.id, "alpha", Shape{channels},
                        slope.reshaped({slope.elements()}).broadcast(std::vector<std::int64_t>{channels}).floats());
    call.setFlow(NetworkBuilder::made(x, placed));
}

void importSoftmax(NodeCall& call)
{
    const Flow given = call.flow(0);
    const bool coerces = call.opset() < 13; // older versions take all axes from this one on as one
    const int axis = axisOf(call.integer("axis", coerces ? 1 : -1), given.layout.rank());
    if (axis == given.layout.batchAxis() || given.layout.holdsBatch(axis))
        refuseBatchAxis(axis);
    const auto isTaken = [&](int one) { return coerces ? one >= axis : one == axis; };
    AxisLayout::Groups groups;
    std::vector<int> last;
    for (const int one : given.layout.storedOrder()) {
        if (isTaken(one))
            last.push_back(one);
        else
            groups.push_back({one});
    }
    groups.push_back(last);
    const Flow x = call.network().arranged(given, groups);
    call.setFlow(x.port == given.port ? applyActivationOf(call, x, "softmax")
                                      : call.network().apply("softmax", {}, x, call.name()));
}

void importDropout(NodeCall& call)
{
    if (call.isRead(1))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.dropout_mask", "the mask of a dropout is no output of a layer"));
    const Flow x = call.flow(0);
    const double rate = call.numberAt(1, "ratio").value_or(0.5);
    const bool keeps = rate == 0.0 || (call.has(2) && call.isConstant(2) && call.constant(2).at(0) != 0.0 && rate == 0.0);
    call.setFlow(keeps ? x : call.network().apply("dropout", {{"rate", rate}}, x, call.name()));
}

} // namespace netsmith::interop
