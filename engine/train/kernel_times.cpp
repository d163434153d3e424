#include "engine/train/kernel_times.h"

#include "engine/train/trainer/launch_pacer.h"

namespace netsmith::train {

std::vector<KernelTime> timeKernels(Executable& executable, int program)
{
    std::vector<KernelTime> times;
    for (KernelInfo& kernel : executable.kernels(program))
        times.push_back({std::move(kernel)});
    const Stopwatch watch;
    for (int i = 0; KernelTime & time : times) {
        time.start = watch.seconds();
        executable.runOps(program, i, i + 1).take();
        time.seconds = watch.seconds() - time.start;
        ++i;
    }
    return times;
}

} // namespace netsmith::train
