#include "engine/cuda/device/cublas.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/cuda/host_values.h"

#include <stdexcept>

// Products by plain loops in place of the device's library.

namespace netsmith::cuda {

struct Product::Content {
    ProductShape shape;
};

Product::Product(const ProductShape& shape)
    : m_content(new Content{shape})
{
    if (test::hostDevice.refusesFinish && (shape.bias || shape.relu))
        throw Error(ErrorKind::failed,
                    Message(NS_MESSAGE("cuda.cublas", "cuBLAS refused {0}: {1}"), "a product of this shape", "no algorithm")
                        .with({.cause = MessageFacts::Cause::library}));
}

Product::~Product() = default;
Product::Product(Product&&) noexcept = default;

std::int64_t Product::workspace() const
{
    return 0;
}

std::string Product::implementation() const
{
    return "loops";
}

void Product::enqueue(Stream&, const void* a, const void* b, void* d, const void* bias, void*) const
{
    const ProductShape& p = m_content->shape;
    for (const void* address : {a, b, static_cast<const void*>(d)})
        if (reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(p.alignment) != 0)
            throw std::logic_error("a library's kernel would read past its alignment");
    const std::int64_t stepA = p.stepA > 0 ? p.stepA : p.transposeA ? p.k : p.m;
    const std::int64_t stepB = p.stepB > 0 ? p.stepB : p.transposeB ? p.n : p.k;
    const std::int64_t stepD = p.stepD > 0 ? p.stepD : p.m;
    const std::int64_t nextA = stepA * (p.transposeA ? p.m : p.k);
    const std::int64_t nextB = stepB * (p.transposeB ? p.k : p.n);
    const auto element = [&](std::int64_t product, std::int64_t row, std::int64_t column) {
        const std::int64_t at = (product * p.n + column) * stepD + row;
        double sum = p.accumulate ? valueAt(p.resultType, d, at) : 0.0;
        for (std::int64_t i = 0; i < p.k; ++i)
            sum += valueAt(p.type, a, product * nextA + (p.transposeA ? row * stepA + i : i * stepA + row))
                * valueAt(p.type, b, product * nextB + (p.transposeB ? i * stepB + column : column * stepB + i));
        if (p.bias)
            sum += valueAt(p.resultType, bias, row);
        if (p.relu && sum < 0.0)
            sum = 0.0;
        setValue(p.resultType, d, at, sum);
    };
    for (std::int64_t product = 0; product < p.count; ++product)
        for (std::int64_t column = 0; column < p.n; ++column)
            for (std::int64_t row = 0; row < p.m; ++row)
                element(product, row, column);
}

} // namespace netsmith::cuda
