#include "engine/train/kernel_times.h"

#include "engine/train/trainer/launch_pacer.h"

namespace netsmith::train {

std::vector<KernelTime> timeKernels(Executable& executable, int program)
{
    std::vector<KernelTime> times;
    for (KernelInfo& kernel : executable.kernels(program)) {
        const int index = static_cast<int>(times.size());
        const Stopwatch watch;
        executable.runOps(program, index, index + 1).take();
        times.push_back({std::move(kernel), watch.seconds()});
    }
    return times;
}

} // namespace netsmith::train
