#include <dnnl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

// Measures how fast this machine convolves at best: 3×3 convolutions by oneDNN in the layouts it prefers, the fastest of several
// sizes. They are direct ones: Winograd's algorithm needs fewer products, so that a step may reach more than 100 % of this. Prints
// JSON with GFLOP/s: `bench_convolution_peak [fp32|bf16]`, on as many threads as OpenMP is told (OMP_NUM_THREADS).

using namespace dnnl;

namespace {

using Clock = std::chrono::steady_clock;

struct Size {
    memory::dim batch, channels, side;
};

/// The fastest of many runs, in GFLOP/s.
double speedOf(const Size& size, memory::data_type type, const engine& device, stream& queue)
{
    const auto [batch, channels, side] = size;
    const auto any = [type](const memory::dims& sizes) { return memory::desc(sizes, type, memory::format_tag::any); };
    const convolution_forward::desc wanted(prop_kind::forward_training, algorithm::convolution_direct,
                                           any({batch, channels, side, side}), any({channels, channels, 3, 3}),
                                           any({batch, channels, side, side}), {1, 1}, {1, 1}, {1, 1});
    const convolution_forward::primitive_desc chosen(wanted, device);
    std::vector<memory> arguments{{chosen.src_desc(), device}, {chosen.weights_desc(), device}, {chosen.dst_desc(), device}};
    for (const memory& argument : arguments)
        std::memset(argument.get_data_handle(), 0, argument.get_desc().get_size());
    const convolution_forward convolution(chosen);
    const double flops = 2.0 * 9.0 * static_cast<double>(batch * channels * channels * side * side);
    double best = 0.0;
    for (const auto end = Clock::now() + std::chrono::milliseconds(700); Clock::now() < end;) {
        const auto start = Clock::now();
        convolution.execute(queue, {{DNNL_ARG_SRC, arguments[0]}, {DNNL_ARG_WEIGHTS, arguments[1]}, {DNNL_ARG_DST, arguments[2]}});
        queue.wait();
        best = std::max(best, flops / std::chrono::duration<double>(Clock::now() - start).count() / 1e9);
    }
    return best;
}

} // namespace

int main(int argc, char** argv)
try {
    const bool half = argc > 1 && std::strcmp(argv[1], "bf16") == 0;
    const engine device(engine::kind::cpu, 0);
    stream queue(device);
    double best = 0.0;
    for (const Size& size : {Size{16, 64, 32}, Size{16, 128, 16}, Size{32, 256, 8}, Size{8, 128, 32}, Size{4, 256, 28}})
        best = std::max(best, speedOf(size, half ? memory::data_type::bf16 : memory::data_type::f32, device, queue));
    std::printf("{\"event\":\"convolution_peak\",\"precision\":\"%s\",\"gflops\":%.1f}\n", half ? "bf16" : "fp32", best);
} catch (const dnnl::error& error) {
    std::fprintf(stderr, "oneDNN can't convolve here: %s\n", error.what());
    return 1;
}
