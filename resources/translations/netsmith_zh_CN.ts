<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AttributionWords</name>
    <message>
        <source>Saliency</source>
        <translation>显著性</translation>
    </message>
    <message>
        <source>Input × gradient</source>
        <translation>输入 × 梯度</translation>
    </message>
    <message>
        <source>Integrated gradients</source>
        <translation>积分梯度</translation>
    </message>
    <message>
        <source>Grad-CAM</source>
        <translation>Grad-CAM</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>遮挡</translation>
    </message>
    <message>
        <source>How strongly a small change of each part would move the score, whether up or down. Use it to see where the network is sensitive.</source>
        <translation>每个部分的微小变化会使得分变动多少，无论升降。用于查看网络在何处敏感。</translation>
    </message>
    <message>
        <source>Each part times how steeply the score rises with it. It is fast, and the first choice for text.</source>
        <translation>每个部分乘以得分随它上升的斜率。速度快，是文本的首选。</translation>
    </message>
    <message>
        <source>What each part added to the score on the way from the baseline to this sample; all parts together make the whole difference. The first choice for pictures and numbers.</source>
        <translation>从基线到此样本的过程中，每个部分为得分增加了多少；所有部分之和就是全部差值。图片和数值的首选。</translation>
    </message>
    <message>
        <source>Where the maps of a layer found what speaks for the answer. It is coarse but steady: use it for objects in pictures.</source>
        <translation>某一层的特征图在何处找到支持答案的依据。粗略但稳定：用于图片中的物体。</translation>
    </message>
    <message>
        <source>How far the score falls when a part is covered. It is slow, but needs no gradient: use it to check the other methods.</source>
        <translation>遮住某个部分时得分下降多少。较慢，但不需要梯度：用于检验其他方法。</translation>
    </message>
    <message>
        <source>Not for this network: it reads classes that no embedding turns into numbers. Use occlusion.</source>
        <translation>不适用于此网络：它读取的类别没有嵌入层转换为数值。请使用遮挡。</translation>
    </message>
    <message>
        <source>Not for this network: there is nothing between two tokens. Use input × gradient or occlusion.</source>
        <translation>不适用于此网络：两个词元之间没有中间值。请使用输入 × 梯度或遮挡。</translation>
    </message>
    <message>
        <source>Not for this network: no layer has maps, as convolutions of pictures have. Use another method.</source>
        <translation>不适用于此网络：没有像图片卷积那样带特征图的层。请使用其他方法。</translation>
    </message>
    <message>
        <source>number %1</source>
        <comment>of an output</comment>
        <translation>第 %1 个数值</translation>
    </message>
    <message>
        <source>true class “%1”</source>
        <translation>真实类别“%1”</translation>
    </message>
    <message>
        <source>Why “%1”?</source>
        <translation>为什么是“%1”？</translation>
    </message>
    <message>
        <source>Why %1?</source>
        <translation>为什么是 %1？</translation>
    </message>
    <message>
        <source>Why is %1 of the output %2?</source>
        <translation>为什么输出的%1是 %2？</translation>
    </message>
</context>
<context>
    <name>HeatWords</name>
    <message>
        <source>%1 + %2</source>
        <comment>time forward + time backward</comment>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>&amp;Kind of layer</source>
        <translation>层的类型(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>Share of the device&apos;s &amp;peak</source>
        <translation>占设备峰值的比例(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;FLOPs</source>
        <translation>浮点运算量(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Bytes read and written</source>
        <translation>读写的字节数(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Gradients</source>
        <translation>梯度(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Updates</source>
        <translation>更新量(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Dead units</source>
        <translation>死亡单元(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Saturation</source>
        <translation>饱和(&amp;S)</translation>
    </message>
    <message>
        <source>Time of a batch: forward + backward</source>
        <translation>一个批次的时间：前向 + 反向</translation>
    </message>
    <message>
        <source>FLOP/s, and their share of the device&apos;s peak</source>
        <translation>每秒浮点运算量及其占设备峰值的比例</translation>
    </message>
    <message>
        <source>FLOPs of a batch, forward and backward</source>
        <translation>一个批次的浮点运算量（前向和反向）</translation>
    </message>
    <message>
        <source>Bytes read and written for a batch</source>
        <translation>一个批次读写的字节数</translation>
    </message>
    <message>
        <source>Gradients of the weights: root mean square</source>
        <translation>权重的梯度：均方根</translation>
    </message>
    <message>
        <source>Change of the weights in a step, relative to them</source>
        <translation>一步中权重的相对变化</translation>
    </message>
    <message>
        <source>ReLU units that are 0 for every sample</source>
        <translation>对所有样本都为 0 的 ReLU 单元</translation>
    </message>
    <message>
        <source>Outputs where the activation is saturated</source>
        <translation>激活函数饱和的输出</translation>
    </message>
</context>
<context>
    <name>ImportanceWords</name>
    <message>
        <source>%1 %2</source>
        <comment>an input and a number of it</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
</context>
<context>
    <name>LayerImage</name>
    <message>
        <source>%1 of %2 maps</source>
        <translation>%2 个特征图中的 %1 个</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 zeros</source>
        <translation>%1 为零</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1 个非有限值</translation>
    </message>
</context>
<context>
    <name>MachinePlots</name>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a quantity of the machine, its unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The first values come after about a second of training.</source>
        <translation>训练约一秒后出现第一批数值。</translation>
    </message>
    <message>
        <source>The machine was not recorded when this was trained.</source>
        <translation>训练时没有记录机器的状态。</translation>
    </message>
    <message>
        <source>The peak of this device is not known. Run &quot;netsmith-cli devices --benchmark&quot; once to measure it.</source>
        <translation>此设备的峰值未知。运行一次“netsmith-cli devices --benchmark”即可测量。</translation>
    </message>
    <message>
        <source>The run was too short to measure this.</source>
        <translation>训练时间太短，无法测量。</translation>
    </message>
    <message>
        <source>The GPU&apos;s driver does not report this.</source>
        <translation>GPU 的驱动程序没有报告此项。</translation>
    </message>
    <message>
        <source>This machine does not report the processor&apos;s power, or only to administrators. The card of a run can count with a power that you type in.</source>
        <translation>这台机器不报告处理器的功率，或只向管理员报告。训练的卡片可以按您填写的功率计算。</translation>
    </message>
    <message>
        <source>This machine does not report the processor&apos;s temperature.</source>
        <translation>这台机器不报告处理器的温度。</translation>
    </message>
    <message>
        <source>This machine does not report the processor&apos;s clock.</source>
        <translation>这台机器不报告处理器的频率。</translation>
    </message>
    <message>
        <source>This machine does not report this.</source>
        <translation>这台机器不报告此项。</translation>
    </message>
</context>
<context>
    <name>MemoryWords</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>The numbers that training changes.</source>
        <translation>训练会改变的数。</translation>
    </message>
    <message>
        <source>In which direction each weight should change.</source>
        <translation>每个权重应当改变的方向。</translation>
    </message>
    <message>
        <source>What the optimizer remembers from earlier steps.</source>
        <translation>优化器对之前各步的记忆。</translation>
    </message>
    <message>
        <source>Layer outputs kept for the backward pass; they grow with the batch.</source>
        <translation>各层的输出，为反向传播保留；随批大小增长。</translation>
    </message>
    <message>
        <source>Scratch memory for the device&apos;s kernels.</source>
        <translation>设备内核使用的临时内存。</translation>
    </message>
    <message>
        <source>The samples, kept in memory.</source>
        <translation>保存在内存中的样本。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a class of memory and its amount</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Memory of the run</source>
        <translation>训练所用内存</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two amounts</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <comment>a class of memory, its amount, what it is for</comment>
        <translation>%1：%2
%3</translation>
    </message>
</context>
<context>
    <name>NodeFace</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>unknown layer</source>
        <translation>未知的层</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>This version of Netsmith does not know the layer “%1”.</source>
        <translation>这个版本的 Netsmith 不认识层“%1”。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>FLOPs per sample</source>
        <translation>每样本计算量</translation>
    </message>
    <message>
        <source>= %1</source>
        <comment>uses the weights of</comment>
        <translation>= %1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>those of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>training does not change its weights</source>
        <translation>训练不会改变它的权重</translation>
    </message>
</context>
<context>
    <name>SampleWords</name>
    <message>
        <source>Test sample %1</source>
        <translation>测试样本 %1</translation>
    </message>
    <message>
        <source>Validation sample %1</source>
        <translation>验证样本 %1</translation>
    </message>
    <message>
        <source>Training sample %1</source>
        <translation>训练样本 %1</translation>
    </message>
    <message>
        <source>%1 continues with “%2”</source>
        <translation>%1 的后续是“%2”</translation>
    </message>
    <message>
        <source>%1 is “%2”</source>
        <translation>%1 是“%2”</translation>
    </message>
    <message>
        <source>%1: correct</source>
        <translation>%1：正确</translation>
    </message>
    <message>
        <source>%1, not “%2”: wrong</source>
        <translation>%1，不是“%2”：错误</translation>
    </message>
    <message>
        <source>%1: true value %2</source>
        <translation>%1：真值 %2</translation>
    </message>
    <message>
        <source>%1: true value %2, error %3</source>
        <translation>%1：真值 %2，误差 %3</translation>
    </message>
    <message>
        <source>%1: mean absolute error %2</source>
        <translation>%1：平均绝对误差 %2</translation>
    </message>
</context>
<context>
    <name>StageWords</name>
    <message>
        <source>Remove channels</source>
        <translation>删除通道</translation>
    </message>
    <message>
        <source>Set weights to zero</source>
        <translation>将权重置零</translation>
    </message>
    <message>
        <source>Share weights</source>
        <translation>共享权重</translation>
    </message>
    <message>
        <source>Removes whole filters and units with everything that belongs to them: the network gets smaller and faster everywhere.</source>
        <translation>删除整个滤波器和单元及其附属的一切：网络在任何设备上都会更小、更快。</translation>
    </message>
    <message>
        <source>Sets single weights to zero: the file gets smaller, and nothing gets faster.</source>
        <translation>将单个权重置零：文件变小，但不会变快。</translation>
    </message>
    <message>
        <source>Gives the weights of each kernel a few different values: the file gets smaller. It comes last, since a training would pull them apart.</source>
        <translation>让每个卷积核或权重矩阵只取少数几个不同的值：文件变小。应放在最后，因为再训练会使这些值重新分散。</translation>
    </message>
    <message>
        <source>Split layers</source>
        <translation>拆分层</translation>
    </message>
    <message>
        <source>Makes two layers of a lower rank out of one, by singular values, where that saves multiplications: fewer parameters and FLOPs.</source>
        <translation>按奇异值把一层拆成两层低秩的层（仅在能减少乘法时）：参数和 FLOPs 更少。</translation>
    </message>
    <message>
        <source>Round numbers</source>
        <translation>舍入数值</translation>
    </message>
    <message>
        <source>Rounds to integers of 8 bits: a file a quarter as large, and predictions that compute with integers. Or only the weights, to one of several formats.</source>
        <translation>舍入为 8 位整数：文件缩小到四分之一，预测用整数计算。也可以只把权重舍入为几种格式之一。</translation>
    </message>
</context>
<context>
    <name>StepEquation</name>
    <message numerus="yes">
        <source> + … (%n product(s) in all)</source>
        <translation>
            <numerusform> + …（共 %n 个乘积）</numerusform>
        </translation>
    </message>
    <message>
        <source>Gradient of %1 = sum of x × δ of all samples = %2 = %3</source>
        <translation>%1 的梯度 = 所有样本的 x × δ 之和 = %2 = %3</translation>
    </message>
    <message>
        <source>Gradient of %1 = sum of w × δ of all units = %2 = %3</source>
        <translation>%1 的梯度 = 所有单元的 w × δ 之和 = %2 = %3</translation>
    </message>
    <message>
        <source>The next layers return this gradient of the batch&apos;s mean loss.</source>
        <translation>后面的层传回这个批次平均损失的梯度。</translation>
    </message>
    <message>
        <source>How much %1 rises where the sum is %2: %3</source>
        <translation>和为 %2 处 %1 的斜率：%3</translation>
    </message>
    <message>
        <source>%1 = gradient of the output × slope = %2 × %3 = %4</source>
        <translation>%1 = 输出的梯度 × 斜率 = %2 × %3 = %4</translation>
    </message>
    <message>
        <source>%1 = %2: a softmax passes on the gradients of all its outputs, p[i] × (g[i] − sum of p × g).</source>
        <translation>%1 = %2：softmax 把它所有输出的梯度合在一起传下去，p[i] × (g[i] − p × g 之和)。</translation>
    </message>
    <message>
        <source>%1 = gradient of the output = %2</source>
        <translation>%1 = 输出的梯度 = %2</translation>
    </message>
    <message>
        <source>%1 = weight − learning rate × gradient = %2 − %3 × %4 = %5</source>
        <translation>%1 = 权重 − 学习率 × 梯度 = %2 − %3 × %4 = %5</translation>
    </message>
    <message>
        <source>%1: the optimizer made %3 of %2 with the gradient %4 and the learning rate %5; it also uses what it keeps of earlier steps.</source>
        <translation>%1：优化器用梯度 %4 和学习率 %5 把 %2 变成 %3；它还会用到之前各步留下的量。</translation>
    </message>
    <message>
        <source>Of %1 only the mean over the batch is known.</source>
        <translation>%1 只知道整个批次的平均值。</translation>
    </message>
    <message>
        <source>With other losses or penalties of the weights: %1</source>
        <translation>加上其他损失或权重的惩罚项：%1</translation>
    </message>
    <message>
        <source>%1 of this sample: %2</source>
        <translation>这个样本的 %1：%2</translation>
    </message>
    <message>
        <source>%1 = (output − target) ÷ samples = (%2 − %3) ÷ %4 = %5: softmax and cross-entropy together</source>
        <translation>%1 = (输出 − 目标) ÷ 样本数 = (%2 − %3) ÷ %4 = %5：softmax 与交叉熵合在一起</translation>
    </message>
</context>
<context>
    <name>StepPlots</name>
    <message>
        <source>number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Before: mean %1, standard deviation %2</source>
        <translation>之前：均值 %1，标准差 %2</translation>
    </message>
    <message>
        <source>After: factor %1, offset %2</source>
        <translation>之后：系数 %1，偏移 %2</translation>
    </message>
    <message>
        <source>Normal noise with a standard deviation of %1</source>
        <translation>标准差为 %1 的正态噪声</translation>
    </message>
    <message>
        <source>Filled: kept. Empty: dropped, with a rate of %1</source>
        <translation>实心：保留；空心：丢弃，丢弃率 %1</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>StepWalk</name>
    <message>
        <source>Forward, layer %1 of %2: %3</source>
        <translation>前向，第 %1 层，共 %2 层：%3</translation>
    </message>
    <message>
        <source>The loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Back, layer %1 of %2: %3</source>
        <translation>反向，第 %1 层，共 %2 层：%3</translation>
    </message>
    <message>
        <source>Update, layer %1 of %2: %3</source>
        <translation>更新，第 %1 层，共 %2 层：%3</translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message>
        <source>the step above</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>map %1: %2</source>
        <translation>特征图 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n other product(s))</source>
        <translation>
            <numerusform>%1（其余 %n 个乘积）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (bias)</source>
        <translation>%1（偏置）</translation>
    </message>
    <message>
        <source>%1 of the numbers are kept in this draw</source>
        <translation>这次抽取保留了 %1 的数</translation>
    </message>
    <message>
        <source>dropped: %1 becomes %2</source>
        <translation>丢弃：%1 变为 %2</translation>
    </message>
    <message>
        <source>kept: %1</source>
        <translation>保留：%1</translation>
    </message>
    <message>
        <source>%1 = %2(%3 from the input %4 from the state %5 bias) = %6</source>
        <translation>%1 = %2（%3 来自输入 %4 来自状态 %5 偏置）= %6</translation>
    </message>
    <message>
        <source>This step is masked: the state stays %1.</source>
        <translation>这一步被掩蔽：状态保持为 %1。</translation>
    </message>
    <message>
        <source>%1, read as %2 by what was learned from the training samples</source>
        <translation>%1，按从训练样本中学到的方式读作 %2</translation>
    </message>
    <message>
        <source>Products of %1 and %2, added up</source>
        <translation>%1 与 %2 的乘积之和</translation>
    </message>
    <message>
        <source>Shares of %1, added up</source>
        <translation>%1 中各数按比例相加</translation>
    </message>
    <message>
        <source>The mean of a window of %1</source>
        <translation>%1 中一个窗口的均值</translation>
    </message>
    <message>
        <source>The largest number in a window of %1</source>
        <translation>%1 中一个窗口里的最大数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a function of a layer&apos;s number</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Softmax of %1</source>
        <translation>%1 的 softmax</translation>
    </message>
    <message>
        <source>%1 normalized</source>
        <translation>%1 归一化</translation>
    </message>
    <message>
        <source>In training: what is drawn for sample %1</source>
        <translation>训练时：为样本 %1 抽取的结果</translation>
    </message>
    <message>
        <source>Unit %1 at step %2 of %3</source>
        <translation>单元 %1，第 %2 步（共 %3 步）</translation>
    </message>
    <message>
        <source>Row %1 of %2</source>
        <translation>%2 的第 %1 行</translation>
    </message>
    <message>
        <source>%1 and %2, number by number</source>
        <translation>%1 与 %2，逐数运算</translation>
    </message>
    <message>
        <source>%1, number by number</source>
        <translation>%1，逐数运算</translation>
    </message>
    <message>
        <source>Beside %1</source>
        <translation>%1 之外</translation>
    </message>
    <message>
        <source>Taken from %1 %2</source>
        <translation>取自 %1 %2</translation>
    </message>
    <message>
        <source>Drawn at random</source>
        <translation>随机抽取</translation>
    </message>
    <message>
        <source>The sample&apos;s %1</source>
        <translation>样本的 %1</translation>
    </message>
    <message>
        <source>Made by the layers in the block</source>
        <translation>由块中的各层得出</translation>
    </message>
    <message>
        <source>column %1 of row %2: %3</source>
        <translation>第 %2 行第 %1 列：%3</translation>
    </message>
    <message>
        <source>A number between several ones: each counts the more, the nearer it is.</source>
        <translation>介于几个数之间的数：离得越近的数占比越大。</translation>
    </message>
    <message>
        <source>Each input is multiplied by its weight, and the products are added up.</source>
        <translation>每个输入乘以各自的权重，再把乘积相加。</translation>
    </message>
    <message>
        <source>The numbers in the window are multiplied by the weights at the same places, and the products are added up. The same weights are used at every place of the window.</source>
        <translation>窗口中的数与相同位置的权重相乘，再把乘积相加。窗口移到任何位置都使用同一组权重。</translation>
    </message>
    <message>
        <source>Every number of the input paints the kernel onto the output; the products that fall on this place are added up.</source>
        <translation>输入的每个数都把卷积核画到输出上；落在这个位置的乘积相加。</translation>
    </message>
    <message>
        <source>The window&apos;s numbers are added up and divided by their count; padding does not count.</source>
        <translation>窗口中的数相加后除以个数；填充不计入。</translation>
    </message>
    <message>
        <source>Of the numbers in the window only the largest goes on; padding does not count.</source>
        <translation>窗口中只有最大的数传下去；填充不计入。</translation>
    </message>
    <message>
        <source>The function is applied to each number by itself.</source>
        <translation>函数单独作用于每个数。</translation>
    </message>
    <message>
        <source>Each number&apos;s exponential is divided by the sum of all of them, so the results are shares that add up to 1. The largest number is subtracted first, which changes nothing but avoids overflow.</source>
        <translation>每个数的指数除以所有指数之和，因此结果是总和为 1 的占比。先减去最大的数，这不改变结果，但可避免溢出。</translation>
    </message>
    <message>
        <source>The mean and the variance that the training has averaged are removed; then the learned factor and offset are applied. Left: the numbers of this channel before, right: after.</source>
        <translation>先去掉训练中求得的平均均值和方差，再乘以学到的系数并加上偏移。左：此通道之前的数，右：之后的数。</translation>
    </message>
    <message>
        <source>The numbers&apos; own mean and variance are removed; then the learned factor and offset are applied, if there are any. Left: the numbers before, right: after.</source>
        <translation>先去掉这些数自身的均值和方差，再应用学到的系数和偏移（如果有）。左：之前的数，右：之后的数。</translation>
    </message>
    <message>
        <source>Only training adds noise, a new one for each sample. A prediction leaves the numbers as they are.</source>
        <translation>只有训练时才加入噪声，每个样本各不相同。预测时数保持不变。</translation>
    </message>
    <message>
        <source>Only training drops numbers, other ones for each sample; those that are kept are scaled up to make up for it. A prediction leaves the numbers as they are.</source>
        <translation>只有训练时才丢弃数，每个样本丢弃的不同；保留的数会放大以作补偿。预测时数保持不变。</translation>
    </message>
    <message>
        <source>The gates decide what the cell forgets (f), takes in (i × g) and shows (o). The rows show them over time.</source>
        <translation>各个门决定单元忘记什么（f）、吸收什么（i × g）和输出什么（o）。各行显示它们随时间的变化。</translation>
    </message>
    <message>
        <source>The gate z decides how much of the old state stays, r how much of it the new one n looks at. The rows show them over time.</source>
        <translation>门z决定保留多少旧状态，r决定新状态n参考多少旧状态。各行显示它们随时间的变化。</translation>
    </message>
    <message>
        <source>The new state is made of the step&apos;s input and of the state before it. The row shows it over time.</source>
        <translation>新状态由这一步的输入和之前的状态得出。该行显示它随时间的变化。</translation>
    </message>
    <message>
        <source>The number of the token or class is a row of the table, and the row is the output.</source>
        <translation>词元或类别的编号对应表中的一行，这一行就是输出。</translation>
    </message>
    <message>
        <source>Numbers at the same place are combined.</source>
        <translation>相同位置的数组合在一起。</translation>
    </message>
    <message>
        <source>There is nothing at this place of the input: padding is 0.</source>
        <translation>输入的这个位置没有数：填充为0。</translation>
    </message>
    <message>
        <source>The number stays as it is and comes from the marked place.</source>
        <translation>数保持不变，来自标出的位置。</translation>
    </message>
    <message>
        <source>Where the network begins: the sample&apos;s numbers, as the network reads them.</source>
        <translation>网络的起点：网络读到的样本中的数。</translation>
    </message>
    <message>
        <source>The block stands for these layers; the last one&apos;s output is its own.</source>
        <translation>块代表这些层；最后一层的输出就是它的输出。</translation>
    </message>
    <message>
        <source>Numbers of %1, added up</source>
        <translation>%1 的数，相加得到</translation>
    </message>
    <message>
        <source>%1 × the slope of the activation</source>
        <translation>%1 × 激活的斜率</translation>
    </message>
    <message>
        <source>%1 through the softmax: p × (g − the sum of p × g of all)</source>
        <translation>%1 经过 softmax：p × (g − 所有 p × g 之和)</translation>
    </message>
    <message>
        <source>The gradient of the cross-entropy: target t, share p, samples n</source>
        <translation>交叉熵的梯度：目标 t、份额 p、样本数 n</translation>
    </message>
    <message>
        <source>The gradient of a maximum goes to the one number that was the largest: %1 × 1 there, × 0 elsewhere</source>
        <translation>最大值的梯度只传给最大的那个数：该处为 %1 × 1，其他处 × 0</translation>
    </message>
    <message>
        <source>Each number of a window gets an equal part of the gradient of its mean: %1 ÷ their count</source>
        <translation>窗口中的每个数得到其均值梯度的相同部分：%1 ÷ 数的个数</translation>
    </message>
    <message>
        <source>%1 × the normalized number, added up over the batch</source>
        <translation>%1 × 归一化后的数，在批上求和</translation>
    </message>
    <message>
        <source>%1 through the batch normalization: the gradient g, less the mean ḡ of the channel&apos;s gradients, less the normalized number x̂ × the mean m of g × x̂</source>
        <translation>%1 经过批归一化：梯度 g，减去该通道梯度的均值 ḡ，再减去归一化后的数 x̂ × g × x̂ 的均值 m</translation>
    </message>
</context>
<context>
    <name>TrainingWords</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 / %2 轮</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Training diverged</source>
        <translation>训练发散</translation>
    </message>
    <message>
        <source>The device was lost</source>
        <translation>设备丢失</translation>
    </message>
    <message>
        <source>The run could not be written</source>
        <translation>训练记录无法写入</translation>
    </message>
    <message>
        <source>Training failed</source>
        <translation>训练失败</translation>
    </message>
    <message>
        <source>Choose a smaller batch or a smaller network, or close other programs.</source>
        <translation>请调小批大小或缩小网络，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Save your work and restart Netsmith; the run continues from its last checkpoint.</source>
        <translation>请保存工作并重新启动 Netsmith；训练会从最近的检查点继续。</translation>
    </message>
    <message>
        <source>Free up disk space, or choose another folder for the project, then continue.</source>
        <translation>请腾出磁盘空间，或为项目换一个文件夹，然后继续。</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Before you train</source>
        <translation>训练之前</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>验证中</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Paused at step %1</source>
        <translation>已在第 %1 步暂停</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Stopped at step %1</source>
        <translation>已在第 %1 步停止</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2: %3 of this epoch, %4 of the run</source>
        <translation>%1，%2：本轮%3，全程%4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>验证%1</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Download it in the Data panel.</source>
        <translation>请在“数据”面板中下载。</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Done: best %1</source>
        <translation>完成：最佳 %1</translation>
    </message>
    <message>
        <source>Done: best %1 %2</source>
        <comment>a metric, its value</comment>
        <translation>完成：最好的%1 %2</translation>
    </message>
    <message>
        <source>Done: lowest loss %1</source>
        <translation>完成：最低损失 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>the second of the same metric</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>The twin is training</source>
        <translation>精度对照正在训练</translation>
    </message>
    <message>
        <source>Best %1 at epoch %2</source>
        <translation>最佳 %1，第 %2 轮</translation>
    </message>
    <message>
        <source>Best %1 %2 at epoch %3</source>
        <comment>a metric, its value</comment>
        <translation>最好的%1 %2，第 %3 轮</translation>
    </message>
    <message>
        <source>Lowest loss %1 at epoch %2</source>
        <translation>最低损失 %1，第 %2 轮</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Try a smaller learning rate, clip the gradients, or look at the data&apos;s range; then run again.</source>
        <translation>请尝试更小的学习率、裁剪梯度，或检查数据的范围；然后重新训练。</translation>
    </message>
    <message>
        <source>Close other programs and resume, or choose a smaller batch and run again.</source>
        <translation>请关闭其他程序后继续，或选择更小的批大小并重新训练。</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint, or change what the message names and run again.</source>
        <translation>从最后的检查点继续，或更改消息所指的内容后重新训练。</translation>
    </message>
    <message>
        <source>Change what the message names and run again.</source>
        <translation>更改消息所指的内容后重新训练。</translation>
    </message>
    <message>
        <source>see the Compare page</source>
        <translation>见“比较”页面</translation>
    </message>
    <message>
        <source>see the Precision twin page</source>
        <translation>见“精度对照”页面</translation>
    </message>
    <message>
        <source>Repeating a run to compare</source>
        <translation>正在重新训练以作比较</translation>
    </message>
    <message>
        <source>see the run&apos;s card</source>
        <translation>见训练卡片</translation>
    </message>
    <message>
        <source>Finding a learning rate</source>
        <translation>正在寻找学习率</translation>
    </message>
    <message>
        <source>see the Training panel</source>
        <translation>见“训练”面板</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a fold, an epoch</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Done: %1 %2</source>
        <comment>a metric, its mean and deviation</comment>
        <translation>完成：%1 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a metric, its mean and deviation</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>two of several</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>mean of 5 folds, what they measured</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <comment>mean and deviation</comment>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <comment>a mean and its deviation</comment>
        <translation>完成：%1</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <comment>a fold and an epoch, a step</comment>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1, phase %2</source>
        <comment>an epoch, the name of a phase</comment>
        <translation>%1，阶段 %2</translation>
    </message>
    <message>
        <source>Profiling</source>
        <translation>正在剖析</translation>
    </message>
    <message>
        <source>see the Profiler page</source>
        <translation>见“剖析器”页</translation>
    </message>
    <message>
        <source>Preparing a step</source>
        <translation>正在准备训练步</translation>
    </message>
    <message>
        <source>see the Step by step panel</source>
        <translation>见“逐步计算”面板</translation>
    </message>
    <message>
        <source>Compressing</source>
        <translation>正在压缩</translation>
    </message>
    <message>
        <source>see the Compress page</source>
        <translation>见“压缩”页</translation>
    </message>
</context>
<context>
    <name>UnknownWords</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>The network has never seen %1 and reads an unknown token instead.</source>
        <translation>网络从未见过 %1，在那里读作未知词元。</translation>
    </message>
</context>
<context>
    <name>WeightsWords</name>
    <message>
        <source>not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>%1 filters: the %2 weights that each slides over the picture</source>
        <translation>%1 个滤波器：每个在图像上滑动的 %2 个权重</translation>
    </message>
    <message>
        <source>A row for each of %1 filters, a column for each of %2 input channels: %3 weights each</source>
        <translation>%1 个滤波器各占一行，%2 个输入通道各占一列：每格 %3 个权重</translation>
    </message>
    <message>
        <source>%1 filters: the %2 weights that each slides over the picture, for its red, green and blue</source>
        <translation>%1 个滤波器：每个在图像上滑动的 %2 个权重，分别对应红、绿、蓝</translation>
    </message>
    <message>
        <source>%1 units: the weight that each gives to every place of the %2 picture</source>
        <translation>%1 个单元：每个给 %2 图像各位置的权重</translation>
    </message>
    <message>
        <source>A row for each of %1 units, a column for each of %2 maps that it reads: a weight for every place of %3</source>
        <translation>%1 个单元各占一行，它读取的 %2 个特征图各占一列：%3 的每个位置一个权重</translation>
    </message>
    <message>
        <source>%1 units: the weight that each gives to every place of the %2 picture, in its red, green and blue</source>
        <translation>%1 个单元：每个给 %2 图像各位置的权重，分别对应红、绿、蓝</translation>
    </message>
    <message>
        <source>%1 filters: a row for each of %2 input channels, a column for each of %3 steps</source>
        <translation>%1 个滤波器：%2 个输入通道各占一行，%3 个时间步各占一列</translation>
    </message>
    <message>
        <source>The gates %1: for each a row for each of %2 inputs, a column for each of %3 units</source>
        <translation>门 %1：每个门中 %2 个输入各占一行，%3 个单元各占一列</translation>
    </message>
    <message>
        <source>A row for each of %1 tokens, a column for each of %2 dimensions</source>
        <translation>%1 个词元各占一行，%2 个维度各占一列</translation>
    </message>
    <message>
        <source>A number for each of %1 outputs</source>
        <translation>%1 个输出各一个数</translation>
    </message>
    <message>
        <source>A row for each of %1 inputs, a column for each of %2 outputs</source>
        <translation>%1 个输入各占一行，%2 个输出各占一列</translation>
    </message>
    <message>
        <source>Outputs %1 to %2 of %3</source>
        <translation>第 %1 到 %2 个输出（共 %3 个）</translation>
    </message>
    <message>
        <source>Inputs %1 to %2 of %3</source>
        <translation>第 %1 到 %2 个输入（共 %3 个）</translation>
    </message>
    <message>
        <source>Filter %1, input channel %2, row %3, column %4: %5</source>
        <translation>滤波器 %1，输入通道 %2，第 %3 行，第 %4 列：%5</translation>
    </message>
    <message>
        <source>Unit %1, map %2, row %3, column %4: %5</source>
        <translation>单元 %1，特征图 %2，第 %3 行，第 %4 列：%5</translation>
    </message>
    <message>
        <source>Filter %1, row %2, column %3: red %4, green %5, blue %6</source>
        <translation>滤波器 %1，第 %2 行，第 %3 列：红 %4，绿 %5，蓝 %6</translation>
    </message>
    <message>
        <source>Unit %1, row %2, column %3: red %4, green %5, blue %6</source>
        <translation>单元 %1，第 %2 行，第 %3 列：红 %4，绿 %5，蓝 %6</translation>
    </message>
    <message>
        <source>Filter %1, input channel %2, step %3: %4</source>
        <translation>滤波器 %1，输入通道 %2，第 %3 步：%4</translation>
    </message>
    <message>
        <source>Gate %1, input %2, unit %3: %4</source>
        <translation>门 %1，输入 %2，单元 %3：%4</translation>
    </message>
    <message>
        <source>Token %1 “%2”, dimension %3: %4</source>
        <translation>词元 %1“%2”，维度 %3：%4</translation>
    </message>
    <message>
        <source>Token %1, dimension %2: %3</source>
        <translation>词元 %1，维度 %2：%3</translation>
    </message>
    <message>
        <source>Output %1: %2</source>
        <translation>输出 %1：%2</translation>
    </message>
    <message>
        <source>Input %1, output %2: %3</source>
        <translation>输入 %1，输出 %2：%3</translation>
    </message>
    <message>
        <source>whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>gate %1</source>
        <translation>门 %1</translation>
    </message>
</context>
<context>
    <name>WireRefusal</name>
    <message>
        <source>A layer cannot feed itself.</source>
        <translation>层不能连接到自身。</translation>
    </message>
    <message>
        <source>This wire starts at an output: connect it to an input.</source>
        <translation>这条连线来自输出端，需要接到输入端。</translation>
    </message>
    <message>
        <source>This wire starts at an input: connect it to an output.</source>
        <translation>这条连线来自输入端，需要接到输出端。</translation>
    </message>
    <message>
        <source>This would make a cycle: the output would feed its own input.</source>
        <translation>这样会形成环路：输出会再次成为输入。</translation>
    </message>
    <message>
        <source>These two layers are already connected.</source>
        <translation>这两层已经相连。</translation>
    </message>
    <message>
        <source>This input takes only one wire and already has one: remove that wire first, or combine both with an Add layer.</source>
        <translation>这个输入端只能接一条连线，并且已经接上：请先移除它，或用“相加”层合并两者。</translation>
    </message>
    <message>
        <source>%1 has no input.</source>
        <translation>%1没有输入端。</translation>
    </message>
    <message>
        <source>%1 has no output.</source>
        <translation>%1没有输出端。</translation>
    </message>
</context>
<context>
    <name>accuracy</name>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>The fraction of samples whose largest output is the right class.</source>
        <translation>最大输出落在正确类别上的样本所占的比例。</translation>
    </message>
</context>
<context>
    <name>activation</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>ELU</source>
        <translation>ELU</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU（tanh 近似）</translation>
    </message>
    <message>
        <source>Hard sigmoid</source>
        <translation>硬 Sigmoid</translation>
    </message>
    <message>
        <source>Hard SiLU</source>
        <translation>硬 SiLU</translation>
    </message>
    <message>
        <source>Hard tanh</source>
        <translation>硬 tanh</translation>
    </message>
    <message>
        <source>Leaky ReLU</source>
        <translation>带泄漏 ReLU</translation>
    </message>
    <message>
        <source>Mish</source>
        <translation>Mish</translation>
    </message>
    <message>
        <source>ReLU6</source>
        <translation>ReLU6</translation>
    </message>
    <message>
        <source>SELU</source>
        <translation>SELU</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>Softplus</source>
        <translation>Softplus</translation>
    </message>
    <message>
        <source>Softsign</source>
        <translation>Softsign</translation>
    </message>
</context>
<context>
    <name>adadelta</name>
    <message>
        <source>Adadelta</source>
        <translation>Adadelta</translation>
    </message>
    <message>
        <source>Adagrad that forgets: step sizes follow the recent gradients and weight changes.</source>
        <translation>会遗忘的 Adagrad：步长取决于近期的梯度以及权重移动了多远。</translation>
    </message>
</context>
<context>
    <name>adagrad</name>
    <message>
        <source>Initial accumulator</source>
        <translation>初始累积值</translation>
    </message>
    <message>
        <source>The initial sum of the squared gradients: the larger, the smaller the first steps.</source>
        <translation>梯度平方和的起始值：越大，最初的步长越小。</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>Weights whose gradients were large take ever smaller steps, which suits rare features.</source>
        <translation>梯度曾经较大的权重步长越来越小，适合稀有特征。</translation>
    </message>
</context>
<context>
    <name>adam</name>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>Gives every weight its own step size, from running averages of its gradients: a good first choice.</source>
        <translation>根据梯度的滑动统计为每个权重设定各自的步幅，是很好的首选。</translation>
    </message>
</context>
<context>
    <name>adamw</name>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Adam that also shrinks the kernels a little at each step, which keeps large networks from overfitting.</source>
        <translation>在 Adam 的基础上每步略微收缩权重矩阵，防止大型网络过拟合。</translation>
    </message>
</context>
<context>
    <name>add</name>
    <message>
        <source>sum, plus, residual, skip connection, shortcut</source>
        <translation>相加, 求和, 加法, 残差, 残差连接, 跳跃连接, 捷径</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>相加</translation>
    </message>
    <message>
        <source>Sums inputs of the same shape, element by element: a residual connection.</source>
        <translation>将形状相同的输入逐元素相加，即残差连接。</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>两个或更多形状相同的张量。</translation>
    </message>
</context>
<context>
    <name>affine</name>
    <message>
        <source>Whether each channel is multiplied by a learned factor (gamma).</source>
        <translation>每个通道是否乘以一个可学习的系数（gamma）。</translation>
    </message>
    <message>
        <source>Whether a learned offset (beta) is then added to each channel.</source>
        <translation>之后每个通道是否加上一个可学习的偏移（beta）。</translation>
    </message>
    <message>
        <source>Affine</source>
        <translation>仿射</translation>
    </message>
    <message>
        <source>Multiplies each channel by a learned number and adds another, without any normalization.</source>
        <translation>把每个通道乘以一个可学习的数，再加上另一个，不做任何归一化。</translation>
    </message>
    <message>
        <source>scale, layer scale, channel bias, linear, gain, offset</source>
        <translation>缩放, 层缩放, 通道偏置, 线性, 增益, 偏移</translation>
    </message>
</context>
<context>
    <name>alpha_dropout</name>
    <message>
        <source>Alpha dropout</source>
        <translation>Alpha Dropout</translation>
    </message>
    <message>
        <source>Dropout for networks of SELU: dropped values take SELU&apos;s lower limit, so that mean and variance are kept.</source>
        <translation>用于 SELU 网络的 Dropout：被丢弃的值取 SELU 的下限，均值和离散程度保持不变。</translation>
    </message>
    <message>
        <source>dropout, selu, regularization, noise</source>
        <translation>随机失活, 自归一化, 正则化, 噪声</translation>
    </message>
</context>
<context>
    <name>amount.kibibytes</name>
    <message>
        <source>{0} KiB</source>
        <translation>{0} KiB</translation>
    </message>
</context>
<context>
    <name>amount.mebibytes</name>
    <message>
        <source>{0} MiB</source>
        <translation>{0} MiB</translation>
    </message>
</context>
<context>
    <name>amount.microseconds</name>
    <message>
        <source>{0} µs</source>
        <translation>{0} 微秒</translation>
    </message>
</context>
<context>
    <name>amount.milliseconds</name>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
</context>
<context>
    <name>amount.seconds</name>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>annotations</name>
    <message>
        <source>Gray</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>框</translation>
    </message>
</context>
<context>
    <name>attribution.class</name>
    <message>
        <source>the output &quot;{0}&quot; has no class {1}; its classes are 0 to {2}</source>
        <translation>输出“{0}”没有类别 {1}；它的类别是 0 到 {2}</translation>
    </message>
</context>
<context>
    <name>attribution.classes</name>
    <message>
        <source>the input &quot;{0}&quot; holds classes that no embedding reads, so they have no gradient; choose &quot;occlusion&quot;</source>
        <translation>输入“{0}”的类别没有嵌入层读取，因此没有梯度；请选择“occlusion”</translation>
    </message>
</context>
<context>
    <name>attribution.diverged</name>
    <message>
        <source>what &quot;{0}&quot; says of this sample is not finite (NaN or infinite), so no part of it explains that: the training has diverged; choose an earlier moment of it, or another run</source>
        <translation>“{0}”对该样本的回答不是有限数（NaN 或无穷大），因此没有任何部分能解释它：训练已发散；请选择更早的时刻，或另一次训练</translation>
    </message>
</context>
<context>
    <name>attribution.layer</name>
    <message>
        <source>&quot;{0}&quot; is no layer with maps that the output depends on</source>
        <translation>“{0}”不是输出所依赖的带特征图的层</translation>
    </message>
</context>
<context>
    <name>attribution.no_input</name>
    <message>
        <source>the network reads no samples, so nothing of them can be explained</source>
        <translation>网络不读取样本，因此没有可以解释的内容</translation>
    </message>
</context>
<context>
    <name>attribution.no_maps</name>
    <message>
        <source>the network has no layer with maps, which Grad-CAM explains; choose &quot;integrated_gradients&quot; or &quot;occlusion&quot;</source>
        <translation>网络没有 Grad-CAM 所解释的带特征图的层；请选择“integrated_gradients”或“occlusion”</translation>
    </message>
</context>
<context>
    <name>attribution.number</name>
    <message>
        <source>the output &quot;{0}&quot; has no number {1}; its numbers are 0 to {2}</source>
        <translation>输出“{0}”没有第 {1} 个数；它的数是 0 到 {2}</translation>
    </message>
</context>
<context>
    <name>attribution.output</name>
    <message>
        <source>the network has no output {0}; it has {1:output|outputs}</source>
        <translation>网络没有输出 {0}；它有 {1} 个输出</translation>
    </message>
</context>
<context>
    <name>attribution.tokens</name>
    <message>
        <source>there is nothing between two tokens, so gradients can&apos;t be integrated for the input &quot;{0}&quot;; choose &quot;input_gradient&quot; or &quot;occlusion&quot;</source>
        <translation>两个词元之间没有中间值，因此无法对输入“{0}”积分梯度；请选择“input_gradient”或“occlusion”</translation>
    </message>
</context>
<context>
    <name>auc</name>
    <message>
        <source>Area under the ROC curve</source>
        <translation>ROC 曲线下面积</translation>
    </message>
    <message>
        <source>AUC</source>
        <translation>AUC</translation>
    </message>
    <message>
        <source>The probability that a positive sample gets a larger output than a negative one, estimated with 200 thresholds; with several classes each output is a yes or no to its class. An output without a sigmoid or softmax is taken as logits.</source>
        <translation>正样本的输出大于负样本的概率，用 200 个阈值估计；有多个类别时，每个输出是对其类别的是或否。未经 sigmoid 或 softmax 的输出视为 logits。</translation>
    </message>
</context>
<context>
    <name>average</name>
    <message>
        <source>Average</source>
        <translation>求平均</translation>
    </message>
    <message>
        <source>The mean of inputs of the same shape, element by element.</source>
        <translation>形状相同的输入逐元素的平均值。</translation>
    </message>
    <message>
        <source>mean, ensemble</source>
        <translation>均值, 集成</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>两个或更多形状相同的张量。</translation>
    </message>
</context>
<context>
    <name>average_pooling1d</name>
    <message>
        <source>Average pooling 1D</source>
        <translation>1D 平均池化</translation>
    </message>
    <message>
        <source>Shortens a sequence by the mean of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的平均值，缩短序列。</translation>
    </message>
    <message>
        <source>AvgPool1D</source>
        <translation>1D 平均池化</translation>
    </message>
    <message>
        <source>avgpool, mean pooling, downsample</source>
        <translation>平均池化, 均值池化, 下采样</translation>
    </message>
</context>
<context>
    <name>average_pooling2d</name>
    <message>
        <source>avgpool, mean pooling, downsample</source>
        <translation>平均池化, 均值池化, 下采样</translation>
    </message>
    <message>
        <source>Average pooling 2D</source>
        <translation>2D 平均池化</translation>
    </message>
    <message>
        <source>Shrinks an image by the mean of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的平均值，缩小图像。</translation>
    </message>
    <message>
        <source>AvgPool2D</source>
        <translation>2D 平均池化</translation>
    </message>
</context>
<context>
    <name>average_pooling3d</name>
    <message>
        <source>Average pooling 3D</source>
        <translation>3D 平均池化</translation>
    </message>
    <message>
        <source>Shrinks a volume by the mean of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的平均值，缩小体数据。</translation>
    </message>
    <message>
        <source>AvgPool3D</source>
        <translation>3D 平均池化</translation>
    </message>
    <message>
        <source>avgpool, mean pooling, downsample</source>
        <translation>平均池化, 均值池化, 下采样</translation>
    </message>
</context>
<context>
    <name>backend.bound</name>
    <message>
        <source>{0} is bound to {1:sample|samples} of {2} {3}, the plan expects {4} {5} per sample</source>
        <translation>{0} 绑定了 {1} 个样本，每个样本为 {2} 个 {3}，而执行计划要求每个样本为 {4} 个 {5}</translation>
    </message>
</context>
<context>
    <name>backend.build</name>
    <message>
        <source>the backend &quot;{0}&quot; at {1} belongs to another build of Netsmith; reinstall both</source>
        <translation>位于 {1} 的后端“{0}”属于另一个 Netsmith 构建；请重新安装两者</translation>
    </message>
</context>
<context>
    <name>backend.device</name>
    <message>
        <source>there is no device &quot;{0}&quot; here; choose auto, cpu, cuda:0 or reference</source>
        <translation>这里没有设备“{0}”；请选择 auto、cpu、cuda:0 或 reference</translation>
    </message>
</context>
<context>
    <name>backend.failed</name>
    <message>
        <source>the backend failed: {0}</source>
        <translation>后端出错：{0}</translation>
    </message>
</context>
<context>
    <name>backend.launch</name>
    <message>
        <source>a launch of {0:step|steps} came with {1:rate|rates} and room for {2:metric|metrics}</source>
        <translation>一次 {0} 步的启动带有 {1} 个学习率和 {2} 个指标的空间</translation>
    </message>
</context>
<context>
    <name>backend.load</name>
    <message>
        <source>the backend &quot;{0}&quot; can&apos;t be loaded: {1}</source>
        <translation>无法加载后端“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>backend.memory</name>
    <message>
        <source>not enough memory; choose a smaller batch or a smaller network</source>
        <translation>内存耗尽；请调小批大小或缩小网络</translation>
    </message>
</context>
<context>
    <name>backend.missing</name>
    <message>
        <source>the backend &quot;{0}&quot; is not installed: there is no {1}</source>
        <translation>后端“{0}”未安装：找不到 {1}</translation>
    </message>
</context>
<context>
    <name>backend.no_device</name>
    <message>
        <source>the device &quot;{0}&quot; can&apos;t be used here: {1}</source>
        <translation>此处无法使用设备“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>backend.op</name>
    <message>
        <source>the cpu backend has no kernel for &quot;{0}&quot;</source>
        <translation>cpu 后端没有“{0}”的计算核</translation>
    </message>
</context>
<context>
    <name>backend.other_device</name>
    <message>
        <source>the device &quot;{0}&quot; exists, but this program uses only the first one that it sees; start it with CUDA_VISIBLE_DEVICES={1} and choose cuda:0</source>
        <translation>设备“{0}”存在，但本程序只在它看到的第一个设备上计算；请以 CUDA_VISIBLE_DEVICES={1} 启动程序并选择 cuda:0</translation>
    </message>
</context>
<context>
    <name>backend.precision</name>
    <message>
        <source>the cpu can&apos;t train in {0}: {1}</source>
        <translation>cpu 无法以 {0} 训练：{1}</translation>
    </message>
</context>
<context>
    <name>backend.program</name>
    <message>
        <source>the plan has no program {0}</source>
        <translation>执行计划中没有程序 {0}</translation>
    </message>
</context>
<context>
    <name>backend.size</name>
    <message>
        <source>a tensor is larger than any memory; choose smaller sizes</source>
        <translation>有张量大于任何内存；请选择更小的尺寸</translation>
    </message>
</context>
<context>
    <name>backend.start</name>
    <message>
        <source>the backend &quot;{0}&quot; could not start</source>
        <translation>后端“{0}”无法启动</translation>
    </message>
</context>
<context>
    <name>backend.stride</name>
    <message>
        <source>{0} is bound to samples {1} elements apart, the plan expects {2}</source>
        <translation>{0} 绑定的样本间隔为 {1} 个元素，计划要求 {2} 个</translation>
    </message>
</context>
<context>
    <name>backend.unbound</name>
    <message>
        <source>no data is bound to {0}</source>
        <translation>{0} 没有绑定数据</translation>
    </message>
</context>
<context>
    <name>backend.unsupported</name>
    <message>
        <source>the {2} backend has no kernel for &quot;{0}&quot; of {1}</source>
        <translation>{2} 后端没有“{0}”（用于 {1}）的计算核</translation>
    </message>
</context>
<context>
    <name>backend.unsupported_step</name>
    <message>
        <source>the {1} backend has no kernel for &quot;{0}&quot; of the training step</source>
        <translation>{1} 后端没有训练步骤所需的“{0}”计算核</translation>
    </message>
</context>
<context>
    <name>backend.values</name>
    <message>
        <source>a tensor of {0} was asked for {1:number|numbers}</source>
        <translation>形状为 {0} 的张量被要求提供 {1} 个数</translation>
    </message>
</context>
<context>
    <name>balanced_accuracy</name>
    <message>
        <source>Balanced accuracy</source>
        <translation>平衡准确率</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>平衡</translation>
    </message>
    <message>
        <source>The recall of each class, averaged over the classes: what accuracy would be if all classes were equally common.</source>
        <translation>各类召回率的平均值：若各类同样常见时的准确率。</translation>
    </message>
</context>
<context>
    <name>batch_normalization</name>
    <message>
        <source>batchnorm, bn, normalize</source>
        <translation>批归一化, 批标准化, 批量归一化, 规范化</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>How much of the moving mean and variance each step keeps; evaluation uses these two.</source>
        <translation>每步保留多少滑动均值和滑动方差；评估时使用这两者。</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>数值稳定项 ε</translation>
    </message>
    <message>
        <source>Added to the variance, so that a constant channel is not divided by zero.</source>
        <translation>加到方差上，使恒定的通道也有非零的除数。</translation>
    </message>
    <message>
        <source>Batch normalization</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>Normalizes each channel over the batch, then scales and shifts it by learned numbers, which stabilizes training.</source>
        <translation>在批次内将每个通道调整到学习得到的均值和离散程度，使训练更稳定。</translation>
    </message>
    <message>
        <source>BatchNorm</source>
        <translation>批归一化</translation>
    </message>
</context>
<context>
    <name>benchmark.measuring</name>
    <message>
        <source>Measuring {0}</source>
        <translation>正在测量 {0}</translation>
    </message>
</context>
<context>
    <name>binary_accuracy</name>
    <message>
        <source>Binary accuracy</source>
        <translation>二元准确率</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>The fraction of yes-or-no answers that are right.</source>
        <translation>是或否的回答中正确的比例。</translation>
    </message>
</context>
<context>
    <name>binary_crossentropy</name>
    <message>
        <source>Binary cross-entropy</source>
        <translation>二元交叉熵</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>The negative log-likelihood of each yes or no, −t·log p − (1 − t)·log(1 − p); targets are 0 and 1 or fractions between. An output without a sigmoid or softmax is taken as logits.</source>
        <translation>每个“是”或“否”的负对数似然，−t·log p − (1 − t)·log(1 − p)；目标为 0 和 1 或其间的比例。未经 sigmoid 或 softmax 的输出视为 logits。</translation>
    </message>
</context>
<context>
    <name>binary_focal_crossentropy</name>
    <message>
        <source>Binary focal cross-entropy</source>
        <translation>二元焦点交叉熵</translation>
    </message>
    <message>
        <source>Focal</source>
        <translation>焦点</translation>
    </message>
    <message>
        <source>Binary cross-entropy that gives less weight to what the network already gets right: for two classes of which one is rare. An output without a sigmoid or softmax is taken as logits.</source>
        <translation>减小网络已答对部分权重的二元交叉熵：用于其中一类很少见的两个类别。未经 sigmoid 或 softmax 的输出视为 logits。</translation>
    </message>
</context>
<context>
    <name>block</name>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Which of the project&apos;s blocks is used here.</source>
        <translation>此处代表项目中的哪个块。</translation>
    </message>
    <message>
        <source>A part of a network that is drawn once and used in many places.</source>
        <translation>只绘制一次、可在多处使用的一段网络。</translation>
    </message>
    <message>
        <source>sub-graph, subnetwork, module, sequential, functional, group</source>
        <translation>子图, 子网络, 模块, 顺序, 函数式, 组</translation>
    </message>
    <message>
        <source>Block input</source>
        <translation>块输入</translation>
    </message>
    <message>
        <source>Block output</source>
        <translation>块输出</translation>
    </message>
    <message>
        <source>The block&apos;s input, wherever the block is used.</source>
        <translation>进入块的数据，无论块放在何处。</translation>
    </message>
    <message>
        <source>The block&apos;s output, wherever the block is used.</source>
        <translation>离开块的数据，无论块放在何处。</translation>
    </message>
</context>
<context>
    <name>blocks</name>
    <message>
        <source>Select the layers to turn into a block.</source>
        <translation>请选择要组成块的层。</translation>
    </message>
    <message>
        <source>“%1” loads the data, which a block receives from outside: leave it out.</source>
        <translation>“%1”负责读入数据，而块的数据来自外部：请不要选它。</translation>
    </message>
    <message>
        <source>“%1” is an input or output of the open block: leave it out.</source>
        <translation>“%1”是当前打开的块的端口：请不要选它。</translation>
    </message>
    <message>
        <source>A path leaves the selection through “%1” and returns: select that layer too.</source>
        <translation>有一条路径经“%1”出去又回来：请把该层也选上。</translation>
    </message>
    <message>
        <source>“%1” shares weights with a layer outside the selection: select both layers or neither.</source>
        <translation>“%1”与所选之外的层共享权重：请两层都选或都不选。</translation>
    </message>
    <message>
        <source>Make a block</source>
        <translation>创建块</translation>
    </message>
    <message>
        <source>A loss is computed from “%1”, which is not the block&apos;s first output: leave it out.</source>
        <translation>有损失由“%1”计算，而它不是块的第一个输出：请不要选它。</translation>
    </message>
    <message>
        <source>Select a block to take apart.</source>
        <translation>请选择要拆开的块。</translation>
    </message>
    <message>
        <source>“%1” uses the weights of this block: give it its own first.</source>
        <translation>“%1”使用此块的权重：请先让它使用自己的权重。</translation>
    </message>
    <message>
        <source>This block uses another block&apos;s weights and contains blocks itself: give it its own weights first.</source>
        <translation>此块使用另一个块的权重，且自身又包含块：请先让它使用自己的权重。</translation>
    </message>
    <message>
        <source>Take %1 apart</source>
        <translation>拆开 %1</translation>
    </message>
    <message>
        <source>“%1” would contain itself: use it outside.</source>
        <translation>“%1”会包含自身：请在外面使用它。</translation>
    </message>
    <message>
        <source>Rename block</source>
        <translation>重命名块</translation>
    </message>
    <message>
        <source>Delete block %1</source>
        <translation>删除块 %1</translation>
    </message>
</context>
<context>
    <name>border.count</name>
    <message>
        <source>expected {0:number|numbers}, one per axis, or {1}, one per side, got {2}</source>
        <translation>应为 {0} 个数（每个轴一个）或 {1} 个数（每侧一个），得到的是 {2} 个</translation>
    </message>
</context>
<context>
    <name>card.diverged</name>
    <message>
        <source>diverged</source>
        <translation>已发散</translation>
    </message>
</context>
<context>
    <name>card.done</name>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
</context>
<context>
    <name>card.failed</name>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>card.list</name>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
</context>
<context>
    <name>card.no</name>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
</context>
<context>
    <name>card.off</name>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>card.on</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
</context>
<context>
    <name>card.other_conditions</name>
    <message>
        <source>{0} (other conditions)</source>
        <translation>{0}（条件不同）</translation>
    </message>
</context>
<context>
    <name>card.running</name>
    <message>
        <source>running</source>
        <translation>训练中</translation>
    </message>
</context>
<context>
    <name>card.step</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>card.stopped</name>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>categorical_crossentropy</name>
    <message>
        <source>Categorical cross-entropy</source>
        <translation>多分类交叉熵</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>The cross-entropy −Σ t·log p of two distributions; the target is one vector per sample. A field of class numbers is read as one-hot vectors.</source>
        <translation>两个分布的交叉熵 −Σ t·log p；目标是每个样本一个向量。类别编号字段会读作独热向量。</translation>
    </message>
</context>
<context>
    <name>categorical_crossentropy.target</name>
    <message>
        <source>the target is one number per sample, neither a class nor a vector of probabilities; use mean_squared_error for numbers</source>
        <translation>目标是每个样本一个数，既不是类别也不是概率向量；对数值请使用 mean_squared_error</translation>
    </message>
</context>
<context>
    <name>categorical_focal_crossentropy</name>
    <message>
        <source>Categorical focal cross-entropy</source>
        <translation>分类焦点交叉熵</translation>
    </message>
    <message>
        <source>Focal</source>
        <translation>焦点</translation>
    </message>
    <message>
        <source>Cross-entropy that gives less weight to what the network already gets right: for classes of which some are rare. The target is one class number or one vector of probabilities per sample.</source>
        <translation>减小网络已答对部分权重的交叉熵：用于部分类别很少见的情形。目标为每个样本一个类别编号或一个概率向量。</translation>
    </message>
</context>
<context>
    <name>center_crop</name>
    <message>
        <source>Center crop</source>
        <translation>中心裁剪</translation>
    </message>
    <message>
        <source>Crops each image to its center.</source>
        <translation>从每幅图像的中央裁出一个窗口。</translation>
    </message>
</context>
<context>
    <name>checkpoint.array_missing</name>
    <message>
        <source>{0} has no array &quot;{1}&quot;; it belongs to another network, or was made with another optimizer</source>
        <translation>{0} 中没有数组“{1}”；它属于另一个网络，或由另一种优化器生成</translation>
    </message>
</context>
<context>
    <name>checkpoint.array_shape</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; is {2}, this network needs {3}; it belongs to another network</source>
        <translation>{0}：数组“{1}”为 {2}，此网络需要 {3}；它属于另一个网络</translation>
    </message>
</context>
<context>
    <name>checkpoint.array_type</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; is {2}, expected f32 or f64</source>
        <translation>{0}：数组“{1}”为 {2}，应为 f32 或 f64</translation>
    </message>
</context>
<context>
    <name>checkpoint.array_unknown</name>
    <message>
        <source>{0} has an array &quot;{1}&quot; that this network does not have; it belongs to another network</source>
        <translation>{0} 中有此网络没有的数组“{1}”；它属于另一个网络</translation>
    </message>
</context>
<context>
    <name>checkpoint.count</name>
    <message>
        <source>{0}: {1} is below 0; the file is damaged</source>
        <translation>{0}：{1} 小于 0；文件已损坏</translation>
    </message>
</context>
<context>
    <name>checkpoint.damaged</name>
    <message>
        <source>{0} is not what was written: its SHA-256 differs from the manifest&apos;s; use an older checkpoint</source>
        <translation>{0} 与写入时不同：它的 SHA-256 与清单不符；请使用更早的检查点</translation>
    </message>
</context>
<context>
    <name>checkpoint.factor</name>
    <message>
        <source>{0}: {1} is not a valid learning rate factor; the file is damaged</source>
        <translation>{0}：{1} 不是学习率的比例；文件已损坏</translation>
    </message>
</context>
<context>
    <name>checkpoint.manifest</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>checkpoint.manifest_schema</name>
    <message>
        <source>it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update</source>
        <translation>它的版本是 {0}，这个 Netsmith 最高只能读取 {1}；它由更新的版本写成，请升级</translation>
    </message>
</context>
<context>
    <name>checkpoint.missing</name>
    <message>
        <source>{0} is missing; use an older checkpoint, or put the file back</source>
        <translation>缺少 {0}；请使用更早的检查点，或把文件放回原处</translation>
    </message>
</context>
<context>
    <name>checkpoint.none</name>
    <message>
        <source>{0} is not a checkpoint: it has no {1}, which is written last</source>
        <translation>{0} 不是检查点：它没有最后才写入的 {1}</translation>
    </message>
</context>
<context>
    <name>checkpoint.schema</name>
    <message>
        <source>it is of version {0}, this Netsmith reads {1}: resume it with the Netsmith that wrote it</source>
        <translation>它的版本是 {0}，这个 Netsmith 读取的是 {1}：请用写出它的那个 Netsmith 从它继续</translation>
    </message>
</context>
<context>
    <name>checkpoint.size</name>
    <message>
        <source>{0} has {1:byte|bytes}, its manifest says {2}; it is truncated: use an older checkpoint</source>
        <translation>{0} 有 {1} 字节，清单记载为 {2}；它被截断了，请使用更早的检查点</translation>
    </message>
</context>
<context>
    <name>checkpoint.state</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>checkpoint.unlisted</name>
    <message>
        <source>{0} is not in its {1}; use an older checkpoint</source>
        <translation>{0} 不在它的 {1} 中；请使用更早的检查点</translation>
    </message>
</context>
<context>
    <name>cli.attribute.nothing</name>
    <message>
        <source>nothing to explain: name files or folders of samples, texts with --text, or samples of the test set with --index</source>
        <translation>没有要解释的内容：请给出样本的文件或文件夹，用 --text 给出文本，或用 --index 给出测试集的样本</translation>
    </message>
</context>
<context>
    <name>cli.attribute.output</name>
    <message>
        <source>no loss applies to &quot;{0}&quot;; name a layer with one</source>
        <translation>没有损失作用于“{0}”；请给出有损失的层</translation>
    </message>
</context>
<context>
    <name>cli.check.errors</name>
    <message>
        <source>{0} can&apos;t be trained: {1:error|errors}, the first: {2}</source>
        <translation>无法训练 {0}：有 {1} 个错误，第一个是：{2}</translation>
    </message>
</context>
<context>
    <name>cli.check.one</name>
    <message>
        <source>{0} can&apos;t be trained: {1}</source>
        <translation>无法训练 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>cli.data.augmented</name>
    <message>
        <source>--augmented shows a project&apos;s transforms; name a project file, not &quot;{0}&quot;</source>
        <translation>--augmented 显示项目的变换；请指定项目文件，而不是“{0}”</translation>
    </message>
</context>
<context>
    <name>cli.data.no_images</name>
    <message>
        <source>the data set has no field of gray or color images; transforms work on images</source>
        <translation>该数据集没有灰度或彩色图像字段；变换只作用于图像</translation>
    </message>
</context>
<context>
    <name>cli.devices.alone</name>
    <message>
        <source>there is only one device, so there is nothing to compare it with: name another report, or measure this machine with --benchmark</source>
        <translation>只有一个设备，没有可比较的对象：请再指定一份报告，或用“--benchmark”测量本机</translation>
    </message>
</context>
<context>
    <name>cli.evaluate.training</name>
    <message>
        <source>--training evaluates on the run&apos;s own samples; leave out the files</source>
        <translation>--training 用该次训练自己的样本评估；请去掉文件</translation>
    </message>
</context>
<context>
    <name>cli.explain.at</name>
    <message>
        <source>--at takes an index from 0 for each axis, such as 3,5,2, got &quot;{0}&quot;</source>
        <translation>--at需要为每个轴给出从0开始的索引，例如3,5,2，得到的是“{0}”</translation>
    </message>
</context>
<context>
    <name>cli.export.framework</name>
    <message>
        <source>a script is written for a framework: add --framework keras or pytorch</source>
        <translation>脚本是为某个框架编写的：请加上“--framework keras”或“--framework pytorch”</translation>
    </message>
</context>
<context>
    <name>cli.folder</name>
    <message>
        <source>{0}: the folder can&apos;t be created: {1}</source>
        <translation>{0}：无法创建文件夹：{1}</translation>
    </message>
</context>
<context>
    <name>cli.import.project</name>
    <message>
        <source>{0} is no name of a project: it must end in .netsmith</source>
        <translation>{0} 不是项目的文件名：它必须以“.netsmith”结尾</translation>
    </message>
</context>
<context>
    <name>cli.import.shelf</name>
    <message>
        <source>{0} is not on this machine; &quot;netsmith-cli models fetch {0}&quot; downloads it</source>
        <translation>{0} 不在这台机器上；“netsmith-cli models fetch {0}”会下载它</translation>
    </message>
</context>
<context>
    <name>cli.inspect.nothing</name>
    <message>
        <source>nothing to inspect: name files or folders of samples, texts with --text, or samples of the test set with --index</source>
        <translation>没有可查看的样本：请给出样本文件或文件夹，用 --text 给出文本，或用 --index 给出测试集样本的编号</translation>
    </message>
</context>
<context>
    <name>cli.inspect.output</name>
    <message>
        <source>--output {0} would overwrite {1}; name another folder</source>
        <translation>--output {0} 会覆盖 {1}；请换一个文件夹</translation>
    </message>
</context>
<context>
    <name>cli.match.file</name>
    <message>
        <source>{0} names no initial weights; say which file to match</source>
        <translation>{0} 没有指定初始权重；请说明要匹配哪个文件</translation>
    </message>
</context>
<context>
    <name>cli.no_devices</name>
    <message>
        <source>there is no device to compute on: no backend is installed next to the program</source>
        <translation>没有可用的计算设备：程序旁没有安装任何后端</translation>
    </message>
</context>
<context>
    <name>cli.pack.suffix</name>
    <message>
        <source>the name of a packed model ends in .nsm, and {0} does not; name FILE.nsm</source>
        <translation>打包模型的文件名以“.nsm”结尾，而 {0} 不是；请指定“FILE.nsm”</translation>
    </message>
</context>
<context>
    <name>cli.predict.both</name>
    <message>
        <source>the run continues texts: use --index in a separate call</source>
        <translation>该次训练会续写文本：请在单独的一次调用中用 --index 询问样本</translation>
    </message>
</context>
<context>
    <name>cli.predict.count</name>
    <message>
        <source>--count makes samples from a layer&apos;s noise: name the layer with --layer, and no files or samples</source>
        <translation>--count 让一个层由噪声生成样本：请用 --layer 指明该层，且不要填写文件或样本</translation>
    </message>
</context>
<context>
    <name>cli.predict.every</name>
    <message>
        <source>--layer takes one layer by its id; `inspect --output FOLDER` writes all</source>
        <translation>--layer 只接受一个层的标识；`inspect --output FOLDER` 会写出所有层</translation>
    </message>
</context>
<context>
    <name>cli.predict.index</name>
    <message>
        <source>there is no sample {0}: the test set has {1}, from 0 on</source>
        <translation>没有样本 {0}：测试集有 {1} 个样本，从 0 开始编号</translation>
    </message>
</context>
<context>
    <name>cli.predict.layer</name>
    <message>
        <source>--layer and --output FILE.npy belong together: name the layer and the file</source>
        <translation>--layer 与 --output FILE.npy 须一起使用：请填写层和文件</translation>
    </message>
</context>
<context>
    <name>cli.predict.no_test</name>
    <message>
        <source>there is no sample {0}: the data set has no test samples; name files of samples instead</source>
        <translation>没有样本 {0}：该数据集没有测试样本；请改为指定样本文件</translation>
    </message>
</context>
<context>
    <name>cli.predict.nothing</name>
    <message>
        <source>nothing to predict: name files or folders of samples, texts with --text, samples of the test set with --index, or a text to continue with --prompt</source>
        <translation>没有可预测的内容：请给出样本的文件或文件夹、用 --text 给出文本、用 --index 给出测试集的样本，或用 --prompt 给出要续写的文本</translation>
    </message>
</context>
<context>
    <name>cli.predict.output</name>
    <message>
        <source>--output {0} would overwrite an input; name another file</source>
        <translation>--output {0} 会覆盖被预测的输入；请指定另一个文件</translation>
    </message>
</context>
<context>
    <name>cli.predict.prompt</name>
    <message>
        <source>--prompt generates text; it can&apos;t be combined with files or samples</source>
        <translation>--prompt 让网络续写文本；请不要同时指定文件或样本</translation>
    </message>
</context>
<context>
    <name>cli.predict.stdin</name>
    <message>
        <source>stdin can&apos;t be read</source>
        <translation>无法读取标准输入</translation>
    </message>
</context>
<context>
    <name>cli.predict.stdin_twice</name>
    <message>
        <source>stdin can be read once: name - once</source>
        <translation>标准输入只能读取一次：请只写一个 -</translation>
    </message>
</context>
<context>
    <name>cli.predict.text_output</name>
    <message>
        <source>the run generates texts, which do not fit into a table: leave out --output, or use --json</source>
        <translation>该次训练生成文本，不能写成表格：请去掉 --output，或改用 --json</translation>
    </message>
</context>
<context>
    <name>cli.runs</name>
    <message>
        <source>{0}; see &quot;netsmith-cli runs --help&quot;</source>
        <translation>{0}；&quot;netsmith-cli runs --help&quot; 说明用法</translation>
    </message>
</context>
<context>
    <name>cli.runs.project</name>
    <message>
        <source>PROJECT is required</source>
        <translation>需要给出 PROJECT</translation>
    </message>
</context>
<context>
    <name>cli.selftest</name>
    <message>
        <source>{0} of {1} checks failed on {2}; its results can&apos;t be trusted</source>
        <translation>{2} 上的 {1} 项检查中有 {0} 项失败；它的结果不可信</translation>
    </message>
</context>
<context>
    <name>cli.sheet</name>
    <message>
        <source>the contact sheet can&apos;t be made: {0}</source>
        <translation>无法生成图像一览：{0}</translation>
    </message>
</context>
<context>
    <name>cli.stdout</name>
    <message>
        <source>the result could not be written to standard output: {0}</source>
        <translation>结果无法写入标准输出：{0}</translation>
    </message>
</context>
<context>
    <name>cli.stdout_reader</name>
    <message>
        <source>the result could not be written: the program reading standard output has ended</source>
        <translation>结果无法写出：读取标准输出的程序已经结束</translation>
    </message>
</context>
<context>
    <name>cli.trace.change</name>
    <message>
        <source>--change {0}: write PARAMETER[INDEX]=NUMBER, such as dense_1.kernel[3]=0.5</source>
        <translation>--change {0}：请写成 参数[序号]=数值，例如 dense_1.kernel[3]=0.5</translation>
    </message>
</context>
<context>
    <name>cli.weights.checkpoint</name>
    <message>
        <source>{0} keeps no checkpoint of step {1}; it has these: {2}</source>
        <translation>{0} 没有保留第 {1} 步的检查点；它有这些：{2}</translation>
    </message>
</context>
<context>
    <name>cli.weights.table</name>
    <message>
        <source>--neighbours needs an embedding, and {0} has none</source>
        <translation>--neighbours 需要嵌入层，而 {0} 没有</translation>
    </message>
</context>
<context>
    <name>clipboard.empty</name>
    <message>
        <source>The clipboard contains no layers: copy some first.</source>
        <translation>剪贴板中没有层：请先复制一些。</translation>
    </message>
</context>
<context>
    <name>clipboard.itself</name>
    <message>
        <source>“{0}” would contain itself: paste it outside.</source>
        <translation>“{0}”会包含自身：请粘贴到外面。</translation>
    </message>
</context>
<context>
    <name>code.activation</name>
    <message>
        <source>Netsmith has no activation {0}</source>
        <translation>Netsmith 没有激活函数 {0}</translation>
    </message>
</context>
<context>
    <name>code.adaptive</name>
    <message>
        <source>{0} of {1} to this size has no layer in Netsmith; a size that divides the image&apos;s has</source>
        <translation>Netsmith 没有能把 {1} 变为此尺寸的 {0} 层；只支持能整除图像尺寸的尺寸</translation>
    </message>
</context>
<context>
    <name>code.and</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>code.application</name>
    <message>
        <source>the layers of {0} are not known here; those of VGG16 and VGG19 are</source>
        <translation>Netsmith 不知道 {0} 由哪些层组成；只知道 VGG16 和 VGG19 的层</translation>
    </message>
</context>
<context>
    <name>code.application_weights</name>
    <message>
        <source>{0} begins with the weights of a file: train with --weights {1}, which Keras keeps in ~/.keras/models, or it begins with random ones</source>
        <translation>{0} 以一个文件中的权重开始：训练时请使用“--weights {1}”（Keras 把该文件保存在“~/.keras/models”中），否则以随机权重开始</translation>
    </message>
</context>
<context>
    <name>code.argument</name>
    <message>
        <source>what {0} of {1} is can&apos;t be read from the code; write it as a plain value</source>
        <translation>无法从代码中读出 {1} 的“{0}”；请直接写出它的值</translation>
    </message>
</context>
<context>
    <name>code.bytes</name>
    <message>
        <source>this is no text in UTF-8, so it is not Python</source>
        <translation>这不是 UTF-8 文本，因此不是 Python 代码</translation>
    </message>
</context>
<context>
    <name>code.callback</name>
    <message>
        <source>the callback {0} is left out</source>
        <translation>已略去回调 {0}</translation>
    </message>
</context>
<context>
    <name>code.character</name>
    <message>
        <source>&quot;{0}&quot; has no meaning in Python</source>
        <translation>“{0}”在 Python 中没有意义</translation>
    </message>
</context>
<context>
    <name>code.convolution_axes</name>
    <message>
        <source>{0} gets {1}, whose channels are not its first axis</source>
        <translation>{0} 得到 {1}，其通道不是第一个轴</translation>
    </message>
</context>
<context>
    <name>code.data</name>
    <message>
        <source>the data is not part of it: name a file or a folder as data.path of the source {0}, or choose another source</source>
        <translation>数据不在其中：请把 data.path 设为来源 {0} 的文件或文件夹，或选择其他来源</translation>
    </message>
</context>
<context>
    <name>code.depth</name>
    <message>
        <source>there are more than {0} levels within each other</source>
        <translation>嵌套超过 {0} 级</translation>
    </message>
</context>
<context>
    <name>code.empty_model</name>
    <message>
        <source>the model has no layers</source>
        <translation>模型没有层</translation>
    </message>
</context>
<context>
    <name>code.ends</name>
    <message>
        <source>the program ends too early</source>
        <translation>程序过早结束</translation>
    </message>
</context>
<context>
    <name>code.features</name>
    <message>
        <source>{0} of {1} is {2}, but {3} come in</source>
        <translation>{1} 的“{0}”为 {2}，而输入有 {3} 个</translation>
    </message>
</context>
<context>
    <name>code.flatten_added</name>
    <message>
        <source>a flatten before the first layer makes vectors of the samples</source>
        <translation>第一层之前增加了展平层，把样本变为向量</translation>
    </message>
</context>
<context>
    <name>code.flatten_axes</name>
    <message>
        <source>only all axes of a sample are flattened, from axis 1 on</source>
        <translation>只能展平样本的所有轴，即从轴 1 开始</translation>
    </message>
</context>
<context>
    <name>code.flatten_order</name>
    <message>
        <source>PyTorch flattens channels first and Netsmith channels last: the network is the same, and the matching of weights rearranges the rows of the next layer</source>
        <translation>PyTorch 展平时通道在前，Netsmith 则通道在后：网络是相同的，匹配权重时会重新排列下一层的行</translation>
    </message>
</context>
<context>
    <name>code.hardtanh</name>
    <message>
        <source>Netsmith&apos;s hard tanh is between -1 and 1</source>
        <translation>Netsmith 的“硬 tanh”只在 -1 和 1 之间</translation>
    </message>
</context>
<context>
    <name>code.indent</name>
    <message>
        <source>the indentation matches no line above</source>
        <translation>缩进与前面任何一行都不一致</translation>
    </message>
</context>
<context>
    <name>code.indentation</name>
    <message>
        <source>the indentation is unexpected</source>
        <translation>此处不应有缩进变化</translation>
    </message>
</context>
<context>
    <name>code.initializer</name>
    <message>
        <source>{0} of {1} is left as it is by default</source>
        <translation>{1} 的“{0}”保持默认值</translation>
    </message>
</context>
<context>
    <name>code.input_dropout</name>
    <message>
        <source>dropout of {0} is a layer before it, which drops the same inputs of all steps</source>
        <translation>{0} 的“dropout”成为它前面的一层，在所有步中丢弃相同的输入</translation>
    </message>
</context>
<context>
    <name>code.input_rank</name>
    <message>
        <source>an input has {0:axis|axes}, and Netsmith&apos;s have up to 4</source>
        <translation>一个输入有 {0} 个轴，而 Netsmith 的最多 4 个</translation>
    </message>
</context>
<context>
    <name>code.input_shape</name>
    <message>
        <source>the shape of the network&apos;s input is not in the code; give it with --input-shape, as in --input-shape {0}</source>
        <translation>代码中没有网络输入的形状；请用“--input-shape”给出，例如“--input-shape {0}”</translation>
    </message>
</context>
<context>
    <name>code.layer</name>
    <message>
        <source>layer {0}: {1}</source>
        <translation>层 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>code.layer_inputs</name>
    <message>
        <source>{0} reads {1} values here, and Netsmith&apos;s layer reads one</source>
        <translation>{0} 在这里读取 {1} 个值，而 Netsmith 的层读取一个</translation>
    </message>
</context>
<context>
    <name>code.layer_norm</name>
    <message>
        <source>LayerNorm over several axes has no layer in Netsmith</source>
        <translation>Netsmith 没有作用于多个轴的 LayerNorm 层</translation>
    </message>
</context>
<context>
    <name>code.layer_weights</name>
    <message>
        <source>the weights given to {0} are not in the code: name a file of weights for the training</source>
        <translation>代码中没有提供给 {0} 的权重：请为训练指定权重文件</translation>
    </message>
</context>
<context>
    <name>code.layers</name>
    <message>
        <source>line {0}: the network has more than {1:layer|layers}</source>
        <translation>第 {0} 行：网络的层数超过 {1} 层</translation>
    </message>
</context>
<context>
    <name>code.line</name>
    <message>
        <source>line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
</context>
<context>
    <name>code.line_ends</name>
    <message>
        <source>the line ends too early</source>
        <translation>该行过早结束</translation>
    </message>
</context>
<context>
    <name>code.linear_image</name>
    <message>
        <source>{0} gets an image of {1}; flatten it first</source>
        <translation>{0} 得到 {1} 的图像；请先展平</translation>
    </message>
</context>
<context>
    <name>code.load_weights</name>
    <message>
        <source>the weights that are loaded here are left out: name their file for the training</source>
        <translation>此处加载的权重已略去：请为训练指定权重文件</translation>
    </message>
</context>
<context>
    <name>code.log_softmax</name>
    <message>
        <source>the network ends with the logarithm of a softmax, which Netsmith only has within the loss: use NLLLoss, or CrossEntropyLoss without it</source>
        <translation>网络以“softmax”的对数结尾，而 Netsmith 只在损失中取此对数：请使用 NLLLoss，或去掉它并使用 CrossEntropyLoss</translation>
    </message>
</context>
<context>
    <name>code.logarithm</name>
    <message>
        <source>log_softmax is a softmax here, and the loss takes its logarithm: the network then answers with probabilities</source>
        <translation>“log_softmax”在这里成为“softmax”，由损失取对数：因此网络的输出是概率</translation>
    </message>
</context>
<context>
    <name>code.logarithm_inside</name>
    <message>
        <source>log_softmax is only known as the end of a network</source>
        <translation>“log_softmax”只能用在网络的末尾</translation>
    </message>
</context>
<context>
    <name>code.logits</name>
    <message>
        <source>the loss expects probabilities, and the network ends without {0}: Netsmith takes its values as logits</source>
        <translation>损失需要概率，而网络末尾没有“{0}”：Netsmith 把网络的输出视为“logits”</translation>
    </message>
</context>
<context>
    <name>code.loss</name>
    <message>
        <source>the loss {0} is none that Netsmith has</source>
        <translation>Netsmith 没有损失 {0}</translation>
    </message>
</context>
<context>
    <name>code.loss_argument</name>
    <message>
        <source>{0} of the loss is left out</source>
        <translation>已略去损失的“{0}”</translation>
    </message>
</context>
<context>
    <name>code.mask_zero</name>
    <message>
        <source>{0} of {1} is left out: steps of 0 count like all others, unless the data says how long each sample is</source>
        <translation>{1} 的 {0} 被略去：为 0 的步与其他步同样计算，除非数据说明每个样本的长度</translation>
    </message>
</context>
<context>
    <name>code.merge_mode</name>
    <message>
        <source>Netsmith&apos;s bidirectional layers concatenate their directions: merge_mode must be concat</source>
        <translation>Netsmith 的双向层会拼接两个方向的结果：“merge_mode”必须为“concat”</translation>
    </message>
</context>
<context>
    <name>code.metric</name>
    <message>
        <source>the metric {0} is left out: Netsmith has none like it</source>
        <translation>已略去指标 {0}：Netsmith 没有类似的指标</translation>
    </message>
</context>
<context>
    <name>code.model_ends</name>
    <message>
        <source>the inputs and outputs of the model can&apos;t be read from the code</source>
        <translation>无法从代码中读出模型的输入和输出</translation>
    </message>
</context>
<context>
    <name>code.model_inputs</name>
    <message>
        <source>the model has {0:input|inputs} and is called with {1}</source>
        <translation>模型有 {0} 个输入，而调用时给出了 {1} 个</translation>
    </message>
</context>
<context>
    <name>code.model_open</name>
    <message>
        <source>an input of the model is not among those that it is called with</source>
        <translation>模型有一个输入不在调用时给出的输入之中</translation>
    </message>
</context>
<context>
    <name>code.more</name>
    <message>
        <source>{0}; and {1:problem|problems} more</source>
        <translation>{0}；另有 {1} 个问题</translation>
    </message>
</context>
<context>
    <name>code.nll</name>
    <message>
        <source>NLLLoss takes logarithms of probabilities, and the network does not end with log_softmax</source>
        <translation>NLLLoss 需要概率的对数，而网络末尾没有“log_softmax”</translation>
    </message>
</context>
<context>
    <name>code.no_forward</name>
    <message>
        <source>the class {0} has no forward</source>
        <translation>类 {0} 没有“forward”方法</translation>
    </message>
</context>
<context>
    <name>code.no_keras_layer</name>
    <message>
        <source>Netsmith has no layer like Keras&apos;s {0}</source>
        <translation>Netsmith 没有类似 Keras 的 {0} 的层</translation>
    </message>
</context>
<context>
    <name>code.no_layer</name>
    <message>
        <source>Netsmith has no layer {0}</source>
        <translation>Netsmith 没有层 {0}</translation>
    </message>
</context>
<context>
    <name>code.no_loss</name>
    <message>
        <source>no loss is given for the network; {0} is chosen from its output</source>
        <translation>没有给出网络的损失；已根据其输出选择 {0}</translation>
    </message>
</context>
<context>
    <name>code.no_losses</name>
    <message>
        <source>the losses are for none of the network&apos;s outputs</source>
        <translation>这些损失不属于网络的任何输出</translation>
    </message>
</context>
<context>
    <name>code.no_model</name>
    <message>
        <source>it makes no network with Keras or PyTorch</source>
        <translation>其中没有用 Keras 或 PyTorch 构建网络</translation>
    </message>
</context>
<context>
    <name>code.no_output</name>
    <message>
        <source>what the network returns can&apos;t be read from the code</source>
        <translation>无法从代码中读出网络返回的内容</translation>
    </message>
</context>
<context>
    <name>code.no_parameter</name>
    <message>
        <source>{0} of {1} is nothing that Netsmith&apos;s layer has</source>
        <translation>Netsmith 的层没有与 {1} 的“{0}”对应的参数</translation>
    </message>
</context>
<context>
    <name>code.no_part</name>
    <message>
        <source>what is added to the model here is no layer that can be read</source>
        <translation>此处加入模型的内容不是可读取的层</translation>
    </message>
</context>
<context>
    <name>code.no_torch_layer</name>
    <message>
        <source>Netsmith has no layer like PyTorch&apos;s {0}</source>
        <translation>Netsmith 没有类似 PyTorch 的 {0} 的层</translation>
    </message>
</context>
<context>
    <name>code.norm_affine</name>
    <message>
        <source>{0} without scale or statistics has no layer in Netsmith</source>
        <translation>Netsmith 没有不带缩放或统计量的 {0} 层</translation>
    </message>
</context>
<context>
    <name>code.norm_axes</name>
    <message>
        <source>{0} gets {1}, whose channels are not its first axis</source>
        <translation>{0} 得到 {1}，其通道不是第一个轴</translation>
    </message>
</context>
<context>
    <name>code.number</name>
    <message>
        <source>&quot;{0}&quot; is followed by a letter; this is not Python</source>
        <translation>“{0}”后面紧跟着字母；这不是 Python 代码</translation>
    </message>
</context>
<context>
    <name>code.open_shape</name>
    <message>
        <source>the shape of the input is not wholly known; give it with --input-shape, as in --input-shape {0}</source>
        <translation>输入的形状不完全已知；请用 --input-shape 给出，例如 --input-shape {0}</translation>
    </message>
</context>
<context>
    <name>code.operator</name>
    <message>
        <source>the operator &quot;{0}&quot; of two tensors has no layer in Netsmith</source>
        <translation>Netsmith 没有与两个张量的运算符“{0}”对应的层</translation>
    </message>
</context>
<context>
    <name>code.operator_value</name>
    <message>
        <source>what the operator &quot;{0}&quot; does with a tensor here can&apos;t be read</source>
        <translation>无法读出此处运算符“{0}”对张量的作用</translation>
    </message>
</context>
<context>
    <name>code.optimizer</name>
    <message>
        <source>the optimizer {0} is none that Netsmith has: Adam is used instead</source>
        <translation>Netsmith 没有优化器 {0}：改用“Adam”</translation>
    </message>
</context>
<context>
    <name>code.optimizer_argument</name>
    <message>
        <source>{0} of {1} is left out</source>
        <translation>已略去 {1} 的“{0}”</translation>
    </message>
</context>
<context>
    <name>code.other_model</name>
    <message>
        <source>this model is left out: another one is trained</source>
        <translation>已略去此模型：训练的是另一个模型</translation>
    </message>
</context>
<context>
    <name>code.output_padding</name>
    <message>
        <source>output_padding is larger than padding, which no layer in Netsmith does</source>
        <translation>“output_padding”大于“padding”，Netsmith 没有这样的层</translation>
    </message>
</context>
<context>
    <name>code.outputs</name>
    <message>
        <source>the network has {0:output|outputs}, of which {1} have a loss: add the others in the project</source>
        <translation>网络有 {0} 个输出，其中 {1} 个有损失：请在项目中添加其他损失</translation>
    </message>
</context>
<context>
    <name>code.own_layer</name>
    <message>
        <source>{0} computes what a program of its own says, which can&apos;t be read; replace it with layers</source>
        <translation>{0} 的计算由另一个程序自己规定，无法读取；请用层代替它</translation>
    </message>
</context>
<context>
    <name>code.own_loss</name>
    <message>
        <source>the loss that is made here can&apos;t be read; use one of the framework&apos;s</source>
        <translation>无法读取这里自定义的损失；请使用框架自带的损失</translation>
    </message>
</context>
<context>
    <name>code.own_optimizer</name>
    <message>
        <source>the code&apos;s optimizer can&apos;t be read: Adam is used instead</source>
        <translation>无法读取代码中的优化器：改用“Adam”</translation>
    </message>
</context>
<context>
    <name>code.padding_idx</name>
    <message>
        <source>padding_idx is left out: the vector of the padding is learned like others</source>
        <translation>已略去“padding_idx”：填充所用的向量与其他向量一样参与学习</translation>
    </message>
</context>
<context>
    <name>code.padding_mode</name>
    <message>
        <source>Netsmith pads with zeros only, and padding_mode is {0}</source>
        <translation>Netsmith 只用零填充，而“padding_mode”为“{0}”</translation>
    </message>
</context>
<context>
    <name>code.parameter</name>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>{1} 的“{0}”：{2}</translation>
    </message>
</context>
<context>
    <name>code.pooling</name>
    <message>
        <source>{0} with ceil_mode, dilation or return_indices has no layer in Netsmith</source>
        <translation>Netsmith 没有带“ceil_mode”、“dilation”或“return_indices”的 {0} 层</translation>
    </message>
</context>
<context>
    <name>code.pooling_padding</name>
    <message>
        <source>{0} pads values that may be negative, which no layer in Netsmith does in the same way</source>
        <translation>{0} 会填充可能为负的值，Netsmith 没有以同样方式填充的层</translation>
    </message>
</context>
<context>
    <name>code.prelu</name>
    <message>
        <source>Netsmith&apos;s PReLU has a slope for each channel: num_parameters must be their number</source>
        <translation>Netsmith 的 PReLU 每个通道有一个斜率：“num_parameters”必须等于通道数</translation>
    </message>
</context>
<context>
    <name>code.prelu_axes</name>
    <message>
        <source>{0} has a slope for each number here, and Netsmith&apos;s layer one for each channel: its shared_axes must be all axes but the last</source>
        <translation>{0} 在这里对每个数有一个斜率，而 Netsmith 的层对每个通道有一个：它的 shared_axes 必须是除最后一个之外的所有轴</translation>
    </message>
</context>
<context>
    <name>code.recurrent_dropout</name>
    <message>
        <source>{0} of {1} is left out: Netsmith has none within recurrent layers</source>
        <translation>已略去 {1} 的“{0}”：Netsmith 的循环层内部没有这一功能</translation>
    </message>
</context>
<context>
    <name>code.recursion</name>
    <message>
        <source>functions call each other more than {0} levels deep</source>
        <translation>函数相互调用超过 {0} 级</translation>
    </message>
</context>
<context>
    <name>code.regularizer</name>
    <message>
        <source>{0} of {1} is left out</source>
        <translation>已略去 {1} 的“{0}”</translation>
    </message>
</context>
<context>
    <name>code.reshaped</name>
    <message>
        <source>the data set has samples of {0}, which a first layer makes {1} of</source>
        <translation>数据集的样本为 {0}，由增加的第一层变为 {1}</translation>
    </message>
</context>
<context>
    <name>code.rows_added</name>
    <message>
        <source>a reshape before the first layer makes sequences of the samples</source>
        <translation>第一层之前增加了重塑形状层，把样本变为序列</translation>
    </message>
</context>
<context>
    <name>code.schedule</name>
    <message>
        <source>the schedule {0} counts in steps and is left out: choose one of the project&apos;s, which count in epochs</source>
        <translation>学习率调度 {0} 按步计算，已略去：请在项目中选择一种按轮计算的调度</translation>
    </message>
</context>
<context>
    <name>code.schedule_length</name>
    <message>
        <source>{0} goes over all epochs here, whatever its number of steps</source>
        <translation>这里的 {0} 覆盖所有轮，不论其步数是多少</translation>
    </message>
</context>
<context>
    <name>code.sequence</name>
    <message>
        <source>the layers of this sequence can&apos;t be read from the code</source>
        <translation>无法从代码中读出此序列中的层</translation>
    </message>
</context>
<context>
    <name>code.sequence_axes</name>
    <message>
        <source>{0} gets {1}, whose steps are not its first axis</source>
        <translation>{0} 得到 {1}，其步不是第一个轴</translation>
    </message>
</context>
<context>
    <name>code.shapes</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>code.size</name>
    <message>
        <source>it has {0:byte|bytes}, and a program may have {1}</source>
        <translation>它有 {0} 字节，而程序最多可有 {1} 字节</translation>
    </message>
</context>
<context>
    <name>code.softmax_axis</name>
    <message>
        <source>{0} along axis {1} has no layer in Netsmith, whose layers go along the channels</source>
        <translation>Netsmith 没有沿轴 {1} 的 {0} 层，它的层沿通道计算</translation>
    </message>
</context>
<context>
    <name>code.softplus</name>
    <message>
        <source>Netsmith&apos;s softplus has a beta of 1</source>
        <translation>Netsmith 的“Softplus”的“beta”为 1</translation>
    </message>
</context>
<context>
    <name>code.steps</name>
    <message>
        <source>following the program takes more than {0:step|steps}; import a file that only makes the network</source>
        <translation>执行这个程序需要超过 {0} 步；请导入只构建网络的文件</translation>
    </message>
</context>
<context>
    <name>code.string</name>
    <message>
        <source>a string is not closed</source>
        <translation>字符串没有结束</translation>
    </message>
</context>
<context>
    <name>code.subscript</name>
    <message>
        <source>the part of a tensor that is taken here has no layer in Netsmith</source>
        <translation>Netsmith 没有与此处所取的张量部分对应的层</translation>
    </message>
</context>
<context>
    <name>code.syntax</name>
    <message>
        <source>&quot;{0}&quot; is unexpected here; this is not Python 3 as it is read</source>
        <translation>此处不应出现“{0}”；这不是可读取的 Python 3 代码</translation>
    </message>
</context>
<context>
    <name>code.tensor_method</name>
    <message>
        <source>what &quot;{0}&quot; makes of a tensor can&apos;t be read</source>
        <translation>无法读出“{0}”对张量的作用</translation>
    </message>
</context>
<context>
    <name>code.tokens</name>
    <message>
        <source>the program has more than {0} words, too many to be read</source>
        <translation>程序超过 {0} 个词，太长而无法读取</translation>
    </message>
</context>
<context>
    <name>code.torch_application</name>
    <message>
        <source>the layers of {0} are not in the code; import its ONNX file instead</source>
        <translation>代码中没有 {0} 的层；请改为导入它的 ONNX 文件</translation>
    </message>
</context>
<context>
    <name>code.torch_schedule</name>
    <message>
        <source>the schedule {0} is left out: choose one of the project&apos;s</source>
        <translation>已略去学习率调度 {0}：请在项目中选择一种</translation>
    </message>
</context>
<context>
    <name>code.torch_transform</name>
    <message>
        <source>{0} of the data is left out: add it to the project&apos;s transforms</source>
        <translation>已略去数据的 {0}：请将它添加到项目的变换中</translation>
    </message>
</context>
<context>
    <name>code.transform</name>
    <message>
        <source>{0} changes pictures within the network; resize or augment them in the project&apos;s data instead</source>
        <translation>{0} 在网络内部改变图片；请改在项目的数据中缩放或增强图片</translation>
    </message>
</context>
<context>
    <name>code.transform_moved</name>
    <message>
        <source>{0} became a transform of the data, which is only applied in training</source>
        <translation>{0} 已成为数据的变换，只在训练时应用</translation>
    </message>
</context>
<context>
    <name>code.transform_value</name>
    <message>
        <source>how far {0} goes can&apos;t be read from the code</source>
        <translation>无法从代码中读出 {0} 的变化幅度</translation>
    </message>
</context>
<context>
    <name>code.twice</name>
    <message>
        <source>the code applies {0} both in the network and in the loss; Netsmith&apos;s loss takes the network&apos;s values as probabilities</source>
        <translation>代码在网络和损失中都应用了 {0}；Netsmith 的损失把网络的值视为概率</translation>
    </message>
</context>
<context>
    <name>code.two_biases</name>
    <message>
        <source>PyTorch counts two biases of {0}, which are added: Netsmith has their sum</source>
        <translation>PyTorch 有 {0} 的两个偏置，二者相加；Netsmith 中只有它们的和</translation>
    </message>
</context>
<context>
    <name>code.unclosed</name>
    <message>
        <source>the bracket &quot;{0}&quot; is never closed</source>
        <translation>括号“{0}”没有闭合</translation>
    </message>
</context>
<context>
    <name>code.unknown_call</name>
    <message>
        <source>what is applied to the network&apos;s values here can&apos;t be read</source>
        <translation>无法读取此处应用于网络的值的运算</translation>
    </message>
</context>
<context>
    <name>code.unknown_function</name>
    <message>
        <source>what {0} makes of the network&apos;s values is not known</source>
        <translation>{0} 对网络的值做何处理未知</translation>
    </message>
</context>
<context>
    <name>code.unopened</name>
    <message>
        <source>&quot;{0}&quot; closes no bracket</source>
        <translation>“{0}”没有对应的左括号</translation>
    </message>
</context>
<context>
    <name>code.upsample</name>
    <message>
        <source>only images are enlarged, by scale_factor, nearest or bilinear without align_corners</source>
        <translation>只支持放大图像：使用“scale_factor”，采用最近邻插值，或不带“align_corners”的双线性插值</translation>
    </message>
</context>
<context>
    <name>code.view</name>
    <message>
        <source>this makes vectors of {0:number|numbers}, but {1} has {2}</source>
        <translation>这里得到 {0} 个数的向量，但 {1} 有 {2} 个</translation>
    </message>
</context>
<context>
    <name>code.view_order</name>
    <message>
        <source>a flattened image takes another shape here, which depends on the order of its values; change its shape in one step</source>
        <translation>展平的图像在这里改成另一种形状，结果取决于其值的顺序；请一次完成形状的改变</translation>
    </message>
</context>
<context>
    <name>code.view_unknown</name>
    <message>
        <source>the shape before this view is not known; give that of the input with --input-shape</source>
        <translation>此“view”之前的形状未知；请用“--input-shape”给出输入的形状</translation>
    </message>
</context>
<context>
    <name>code.wrapper</name>
    <message>
        <source>what {0} does with this layer has no layer in Netsmith</source>
        <translation>Netsmith 中没有层能实现 {0} 对此层的处理</translation>
    </message>
</context>
<context>
    <name>cohen_kappa</name>
    <message>
        <source>Cohen&apos;s kappa</source>
        <translation>科恩 Kappa 系数</translation>
    </message>
    <message>
        <source>Kappa</source>
        <translation>Kappa 系数</translation>
    </message>
    <message>
        <source>How much more often prediction and class agree than by chance: 1 always, 0 no more often than by chance.</source>
        <translation>预测与类别一致的程度比偶然高多少：1 为总是一致，0 为不比偶然高。</translation>
    </message>
</context>
<context>
    <name>color.channels</name>
    <message>
        <source>expected gray images or images of three colors, got {0:channel|channels}</source>
        <translation>应为灰度图像或三色图像，实际有 {0} 个通道</translation>
    </message>
</context>
<context>
    <name>color.colors</name>
    <message>
        <source>expected images of three colors, got {0:channel|channels}</source>
        <translation>应为三色图像，实际有 {0} 个通道</translation>
    </message>
</context>
<context>
    <name>commandLine</name>
    <message>
        <source>--size %1: expected WIDTHxHEIGHT, such as 1280x720</source>
        <translation>--size %1：应为 宽x高，例如 1280x720</translation>
    </message>
    <message>
        <source>--theme %1: expected dark, light or system</source>
        <translation>--theme %1：应为 dark、light 或 system</translation>
    </message>
    <message>
        <source>A training studio for deep learning: draw a network, train it, watch it learn.</source>
        <translation>深度学习训练工作室：画出网络，训练它，看它学习。</translation>
    </message>
    <message>
        <source>A project file (.netsmith) to open</source>
        <translation>要打开的项目文件 (.netsmith)</translation>
    </message>
    <message>
        <source>Show this help</source>
        <translation>显示此帮助</translation>
    </message>
    <message>
        <source>Show the version</source>
        <translation>显示版本</translation>
    </message>
    <message>
        <source>Train the project at once; a run that does not fit in memory is still refused</source>
        <translation>立即训练项目；内存放不下的训练仍会被拒绝</translation>
    </message>
    <message>
        <source>Close when training ends; the exit code gives the outcome</source>
        <translation>训练结束后关闭；退出码表明结果</translation>
    </message>
    <message>
        <source>Save a screenshot of the window at the end, or once it has settled</source>
        <translation>在结束时或窗口静止后保存窗口截图</translation>
    </message>
    <message>
        <source>The window&apos;s size in pixels</source>
        <translation>窗口大小（像素）</translation>
    </message>
    <message>
        <source>dark, light or system</source>
        <translation>dark、light 或 system</translation>
    </message>
    <message>
        <source>en or zh_CN</source>
        <translation>en 或 zh_CN</translation>
    </message>
    <message>
        <source>--language %1: expected en or zh_CN</source>
        <translation>--language %1：应为 en 或 zh_CN</translation>
    </message>
    <message>
        <source>--run needs a project file to train</source>
        <translation>--run 需要一个要训练的项目文件</translation>
    </message>
    <message>
        <source>Resume a run of the project from its last checkpoint</source>
        <translation>从最近的检查点继续项目的一次训练</translation>
    </message>
    <message>
        <source>--resume needs the project file of the run and can&apos;t be combined with --run</source>
        <translation>--resume 需要该训练的项目文件，且不能与 --run 同时使用</translation>
    </message>
    <message>
        <source>--%1 is empty: give it a value or leave it out</source>
        <translation>--%1 为空：请给出值或省略</translation>
    </message>
    <message>
        <source>the project&apos;s path is empty: give a path or leave it out</source>
        <translation>项目路径为空：请给出路径或省略</translation>
    </message>
    <message>
        <source>Start a separate instance even if one is open, and save no preferences</source>
        <translation>即使已有一个实例，也另开一个独立的实例，且不保存首选项</translation>
    </message>
</context>
<context>
    <name>compact.array</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; can&apos;t be read: {2}; the file is damaged</source>
        <translation>{0}：无法读取数组“{1}”：{2}；文件已损坏</translation>
    </message>
</context>
<context>
    <name>compact.bytes</name>
    <message>
        <source>its part &quot;{0}&quot; has {1:byte|bytes}, expected {2}</source>
        <translation>它的部分“{0}”有 {1} 个字节，应为 {2} 个</translation>
    </message>
</context>
<context>
    <name>compact.code</name>
    <message>
        <source>it uses the value {0} of a palette of {1}</source>
        <translation>它使用了调色板的第 {0} 个值，而调色板只有 {1} 个值</translation>
    </message>
</context>
<context>
    <name>compact.form</name>
    <message>
        <source>its form &quot;{0}&quot; is not known</source>
        <translation>未知的存储形式“{0}”</translation>
    </message>
</context>
<context>
    <name>compact.list</name>
    <message>
        <source>{0}: the &quot;{1}&quot; of its header is not a JSON object of arrays; the file is damaged</source>
        <translation>{0}：其文件头中的“{1}”不是由数组组成的 JSON 对象；文件已损坏</translation>
    </message>
</context>
<context>
    <name>compact.mask_end</name>
    <message>
        <source>its mask goes on after its last number</source>
        <translation>它的掩码超出了最后一个数</translation>
    </message>
</context>
<context>
    <name>compact.missing</name>
    <message>
        <source>its part &quot;{0}&quot; is missing</source>
        <translation>缺少它的部分“{0}”</translation>
    </message>
</context>
<context>
    <name>compact.no_form</name>
    <message>
        <source>nothing says in which form it is</source>
        <translation>没有说明它的存储形式</translation>
    </message>
</context>
<context>
    <name>compact.palette</name>
    <message>
        <source>its palette has {0:value|values}, expected 1 to {1}</source>
        <translation>它的调色板有 {0} 个值，应为 1 到 {1} 个</translation>
    </message>
</context>
<context>
    <name>compact.scale</name>
    <message>
        <source>it has a scale of {0}; scales are finite and not negative</source>
        <translation>它有一个缩放系数为 {0}；缩放系数应为有限且非负的数</translation>
    </message>
</context>
<context>
    <name>compact.shape</name>
    <message>
        <source>its shape is not valid</source>
        <translation>它的形状无效</translation>
    </message>
</context>
<context>
    <name>compact.type</name>
    <message>
        <source>its part &quot;{0}&quot; is of type {1}, expected {2}</source>
        <translation>它的部分“{0}”的类型为 {1}，应为 {2}</translation>
    </message>
</context>
<context>
    <name>compare.accuracy</name>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
</context>
<context>
    <name>compare.activations</name>
    <message>
        <source>layer outputs</source>
        <translation>各层输出</translation>
    </message>
</context>
<context>
    <name>compare.alike</name>
    <message>
        <source>{0} is as good as {1} in {2} ({3} against {4})</source>
        <translation>{0} 与 {1} 的{2}相同（{3} 对 {4}）</translation>
    </message>
</context>
<context>
    <name>compare.and</name>
    <message>
        <source>{0}, and {1}</source>
        <translation>{0}，并且{1}</translation>
    </message>
</context>
<context>
    <name>compare.as_fast</name>
    <message>
        <source>{0} is as fast as {1}, {2}</source>
        <translation>{0} 与 {1} 一样快，{2}</translation>
    </message>
</context>
<context>
    <name>compare.bad_batch</name>
    <message>
        <source>&quot;{0}&quot; is not a batch size: type whole numbers from 1 up separated by commas</source>
        <translation>“{0}”不是批大小：请输入不小于 1 的整数，用逗号分隔</translation>
    </message>
</context>
<context>
    <name>compare.bad_rate</name>
    <message>
        <source>&quot;{0}&quot; is not a learning rate: type numbers above 0 separated by commas, such as 0.001, 0.003</source>
        <translation>“{0}”不是学习率：请输入大于 0 的数，用逗号分隔，例如 0.001, 0.003</translation>
    </message>
</context>
<context>
    <name>compare.bad_seeds</name>
    <message>
        <source>&quot;{0}&quot; is not a seed: type whole numbers from 0 up separated by commas, or a range such as 1-5</source>
        <translation>“{0}”不是种子：请输入不小于 0 的整数，用逗号分隔，或输入范围，例如 1-5</translation>
    </message>
</context>
<context>
    <name>compare.batch</name>
    <message>
        <source>batch {0}</source>
        <translation>批大小 {0}</translation>
    </message>
</context>
<context>
    <name>compare.because</name>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>compare.better</name>
    <message>
        <source>{0} is {1} better than {2} in {3} ({4} against {5})</source>
        <translation>{0} 的{3}比 {2} 好 {1}（{4} 对 {5}）</translation>
    </message>
</context>
<context>
    <name>compare.beyond</name>
    <message>
        <source>{0}, more than the spread of {1:seed|seeds}</source>
        <translation>{0}，超出 {1} 个种子的离散程度</translation>
    </message>
</context>
<context>
    <name>compare.both</name>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
</context>
<context>
    <name>compare.choose_any</name>
    <message>
        <source>these can&apos;t be told apart, so choose any: {0}; more seeds would help</source>
        <translation>以下设置无法区分，可任选其一：{0}；更多种子会有帮助</translation>
    </message>
</context>
<context>
    <name>compare.choose_best</name>
    <message>
        <source>choose {0}: its {1}, {2}, is better than that of every other by more than the spread of the seeds</source>
        <translation>选择 {0}：其{1}（{2}）优于所有其他设置，且超出种子的离散程度</translation>
    </message>
</context>
<context>
    <name>compare.choose_both</name>
    <message>
        <source>choose {0}: none is better by more than the spread of the seeds, and those as good are slower</source>
        <translation>选择 {0}：没有其他设置好得超出种子的离散程度，而同样好的都更慢</translation>
    </message>
</context>
<context>
    <name>compare.choose_fast</name>
    <message>
        <source>choose {0}: none is better by more than the spread of the seeds, and it is {1}× as fast as {2}</source>
        <translation>选择 {0}：没有其他设置好得超出种子的离散程度，而它的速度是 {2} 的 {1} 倍</translation>
    </message>
</context>
<context>
    <name>compare.choose_small</name>
    <message>
        <source>choose {0}: none is better by more than the spread of the seeds, and it uses {1} % less memory than {2}</source>
        <translation>选择 {0}：没有其他设置好得超出种子的离散程度，而它的内存比 {2} 少 {1}%</translation>
    </message>
</context>
<context>
    <name>compare.data</name>
    <message>
        <source>the data set</source>
        <translation>数据集</translation>
    </message>
</context>
<context>
    <name>compare.emulated</name>
    <message>
        <source>it is emulated: computed in FP32, then rounded</source>
        <translation>它是模拟的：以 FP32 计算后再舍入</translation>
    </message>
</context>
<context>
    <name>compare.failed</name>
    <message>
        <source>{0} failed: {1}</source>
        <translation>{0} 失败：{1}</translation>
    </message>
</context>
<context>
    <name>compare.faster</name>
    <message>
        <source>{0} is {1}× as fast as {2}, {3}</source>
        <translation>{0} 的速度是 {2} 的 {1} 倍，{3}</translation>
    </message>
</context>
<context>
    <name>compare.fine_tuned</name>
    <message>
        <source>fine-tuned</source>
        <translation>微调</translation>
    </message>
</context>
<context>
    <name>compare.fused</name>
    <message>
        <source>fused</source>
        <translation>融合</translation>
    </message>
</context>
<context>
    <name>compare.gradients</name>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
</context>
<context>
    <name>compare.higher</name>
    <message>
        <source>its {0} is {1} higher</source>
        <translation>其{0}高 {1}</translation>
    </message>
</context>
<context>
    <name>compare.higher_points</name>
    <message>
        <source>its {0} is {1} points higher</source>
        <translation>其{0}高 {1} 个百分点</translation>
    </message>
</context>
<context>
    <name>compare.joined</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>compare.less_memory</name>
    <message>
        <source>uses {0} % less memory</source>
        <translation>内存少用 {0}%</translation>
    </message>
</context>
<context>
    <name>compare.little_load</name>
    <message>
        <source>other programs used at most {0} % of the processors meanwhile</source>
        <translation>期间其他程序最多占用 {0}% 的处理器</translation>
    </message>
</context>
<context>
    <name>compare.load</name>
    <message>
        <source>other programs used {0} % of the processors during {1}, so its speed may be understated</source>
        <translation>{1} 期间其他程序占用了 {0}% 的处理器，因此其速度受到影响</translation>
    </message>
</context>
<context>
    <name>compare.loss</name>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>compare.lower</name>
    <message>
        <source>its {0} is {1} lower</source>
        <translation>其{0}低 {1}</translation>
    </message>
</context>
<context>
    <name>compare.lower_points</name>
    <message>
        <source>its {0} is {1} points lower</source>
        <translation>其{0}低 {1} 个百分点</translation>
    </message>
</context>
<context>
    <name>compare.many</name>
    <message>
        <source>{0} trainings are too many to compare; choose at most {1}</source>
        <translation>{0} 次训练太多，无法比较；请最多选择 {1} 次</translation>
    </message>
</context>
<context>
    <name>compare.many_seeds</name>
    <message>
        <source>&quot;{0}&quot; has too many seeds: type at most {1}</source>
        <translation>“{0}”的种子过多：最多输入 {1} 个</translation>
    </message>
</context>
<context>
    <name>compare.measured</name>
    <message>
        <source>measured of {0} and {1}: {2}</source>
        <translation>{0} 对 {1} 的实测：{2}</translation>
    </message>
</context>
<context>
    <name>compare.memory_of</name>
    <message>
        <source>memory for {0}: {1} MiB against {2} MiB</source>
        <translation>{0}占用的内存：{1} MiB 对 {2} MiB</translation>
    </message>
</context>
<context>
    <name>compare.more_memory</name>
    <message>
        <source>uses {0} % more memory</source>
        <translation>内存多用 {0}%</translation>
    </message>
</context>
<context>
    <name>compare.no_metric</name>
    <message>
        <source>its quality was not measured</source>
        <translation>没有测量它能达到的效果</translation>
    </message>
</context>
<context>
    <name>compare.no_weights</name>
    <message>
        <source>the project starts from random weights already; choose its initial weights before you compare them with a training from scratch</source>
        <translation>项目本来就从随机权重开始；请先选择初始权重，再与从头训练比较</translation>
    </message>
</context>
<context>
    <name>compare.not_frozen</name>
    <message>
        <source>nothing in the project is frozen, so fine-tuned is the same as pretrained; leave it out</source>
        <translation>项目中没有冻结任何层，因此微调与预训练相同；请不要选择微调</translation>
    </message>
</context>
<context>
    <name>compare.not_fused</name>
    <message>
        <source>not fused</source>
        <translation>不融合</translation>
    </message>
</context>
<context>
    <name>compare.one</name>
    <message>
        <source>one training has nothing to be compared with; name several precisions, batches, devices, learning rates, seeds or starts, separated by commas</source>
        <translation>只有一次训练，没有可比较的；请用逗号列出多个精度、批大小、设备、学习率、种子或起点</translation>
    </message>
</context>
<context>
    <name>compare.one_seed</name>
    <message>
        <source>{0} did best, {1} {2}, but with one seed each that may be chance: compare with several seeds, such as 1-3, before you choose</source>
        <translation>{0} 最好，{1}为 {2}，但每个设置只用了一个种子，可能出于偶然：选择之前请用多个种子比较，例如 1-3</translation>
    </message>
</context>
<context>
    <name>compare.one_seed_of</name>
    <message>
        <source>{0} did best, {1} {2}, but {3} was trained with one seed, so this may be chance: compare with several seeds of each before you choose</source>
        <translation>{0} 最好，{1}为 {2}，但 {3} 只用了一个种子，可能出于偶然：选择之前请让每个设置都用多个种子</translation>
    </message>
</context>
<context>
    <name>compare.one_seed_same</name>
    <message>
        <source>all reach the same {0}, {1}, with one seed each: compare with several seeds, such as 1-3, before you choose</source>
        <translation>每个设置各用一个种子，{0}都是 {1}：选择之前请用多个种子比较，例如 1-3</translation>
    </message>
</context>
<context>
    <name>compare.optimizer</name>
    <message>
        <source>the optimizer&apos;s state</source>
        <translation>优化器状态</translation>
    </message>
</context>
<context>
    <name>compare.peaks</name>
    <message>
        <source>it reaches {0} % of what the device was measured at, against {1} %</source>
        <translation>达到设备实测峰值的 {0}%，对 {1}%</translation>
    </message>
</context>
<context>
    <name>compare.percent</name>
    <message>
        <source>{0} %</source>
        <translation>{0}%</translation>
    </message>
</context>
<context>
    <name>compare.percent_spread</name>
    <message>
        <source>{0} ± {1} %</source>
        <translation>{0} ± {1}%</translation>
    </message>
</context>
<context>
    <name>compare.points</name>
    <message>
        <source>{0} points</source>
        <translation>{0} 个百分点</translation>
    </message>
</context>
<context>
    <name>compare.pretrained</name>
    <message>
        <source>pretrained</source>
        <translation>预训练</translation>
    </message>
</context>
<context>
    <name>compare.rate</name>
    <message>
        <source>lr {0}</source>
        <translation>学习率 {0}</translation>
    </message>
</context>
<context>
    <name>compare.same_memory</name>
    <message>
        <source>takes as much memory</source>
        <translation>占用的内存相同</translation>
    </message>
</context>
<context>
    <name>compare.same_metric</name>
    <message>
        <source>its {0} is the same</source>
        <translation>其{0}相同</translation>
    </message>
</context>
<context>
    <name>compare.scratch</name>
    <message>
        <source>from scratch</source>
        <translation>从头训练</translation>
    </message>
</context>
<context>
    <name>compare.seed</name>
    <message>
        <source>seed {0}</source>
        <translation>种子 {0}</translation>
    </message>
</context>
<context>
    <name>compare.seeds_alone</name>
    <message>
        <source>over {0:seed|seeds} the {1} is {2}</source>
        <translation>{0} 个种子的{1}为 {2}</translation>
    </message>
</context>
<context>
    <name>compare.seeds_of</name>
    <message>
        <source>over {0:seed|seeds} the {1} of {2} is {3}</source>
        <translation>{2} 在 {0} 个种子上的{1}为 {3}</translation>
    </message>
</context>
<context>
    <name>compare.slower</name>
    <message>
        <source>{0} takes {1}× as long as {2}, {3}</source>
        <translation>{0} 所用时间是 {2} 的 {1} 倍，{3}</translation>
    </message>
</context>
<context>
    <name>compare.spread</name>
    <message>
        <source>{0} ± {1}</source>
        <translation>{0} ± {1}</translation>
    </message>
</context>
<context>
    <name>compare.start</name>
    <message>
        <source>there is no start &quot;{0}&quot;; choose pretrained, fine-tuned or scratch</source>
        <translation>没有起点“{0}”；请选择“pretrained”、“fine-tuned”或“scratch”</translation>
    </message>
</context>
<context>
    <name>compare.step</name>
    <message>
        <source>a step takes {0} ms against {1} ms</source>
        <translation>一步用时 {0} 毫秒对 {1} 毫秒</translation>
    </message>
</context>
<context>
    <name>compare.step_of</name>
    <message>
        <source>a step of {0:sample|samples} takes {1} ms, one of {2} {3} ms</source>
        <translation>一步 {0} 个样本用时 {1} 毫秒，{2} 个样本用时 {3} 毫秒</translation>
    </message>
</context>
<context>
    <name>compare.stopped</name>
    <message>
        <source>{0} was stopped before its end</source>
        <translation>{0} 在结束之前被停止</translation>
    </message>
</context>
<context>
    <name>compare.too_short</name>
    <message>
        <source>the trainings were too short to compare the speeds of {0} and {1}; {0} {2}</source>
        <translation>训练时间太短，无法比较 {0} 与 {1} 的速度；{0} {2}</translation>
    </message>
</context>
<context>
    <name>compare.unexpected</name>
    <message>
        <source>the comparison ended unexpectedly: {0}</source>
        <translation>比较意外结束：{0}</translation>
    </message>
</context>
<context>
    <name>compare.untimed</name>
    <message>
        <source>{0} was not trained long enough to be compared with {1}</source>
        <translation>{0} 训练的时间太短，无法与 {1} 比较</translation>
    </message>
</context>
<context>
    <name>compare.val_accuracy</name>
    <message>
        <source>validation accuracy</source>
        <translation>验证准确率</translation>
    </message>
</context>
<context>
    <name>compare.val_loss</name>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
</context>
<context>
    <name>compare.validation</name>
    <message>
        <source>validation {0}</source>
        <translation>验证{0}</translation>
    </message>
</context>
<context>
    <name>compare.value</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>compare.weights</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>compare.within</name>
    <message>
        <source>{0}, within the spread of {1:seed|seeds}: these two can&apos;t be told apart; more seeds would help</source>
        <translation>{0}，在 {1} 个种子的离散程度之内：两者无法区分；更多种子会有帮助</translation>
    </message>
</context>
<context>
    <name>compare.workspace</name>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
</context>
<context>
    <name>compare.worse</name>
    <message>
        <source>{0} is {1} worse than {2} in {3} ({4} against {5})</source>
        <translation>{0} 的{3}比 {2} 差 {1}（{4} 对 {5}）</translation>
    </message>
</context>
<context>
    <name>compress</name>
    <message>
        <source>Then train</source>
        <translation>之后训练</translation>
    </message>
    <message>
        <source>Epochs of training after it, with the settings of the run, in which the network makes up for what it lost; 0: none</source>
        <translation>之后按该训练的设置再训练的轮数，使网络弥补损失；0 表示不训练</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>比较范围</translation>
    </message>
    <message>
        <source>Network-wide</source>
        <translation>整个网络</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>Share removed</source>
        <translation>删除比例</translation>
    </message>
    <message>
        <source>How much of the network goes: 0.5 is half of it</source>
        <translation>删去网络的多少：0.5 即一半</translation>
    </message>
    <message>
        <source>Share of</source>
        <translation>比例对象</translation>
    </message>
    <message>
        <source>What the share is counted in: the computation that goes with the channels, or the channels themselves</source>
        <translation>比例按什么计算：随通道减少的计算量，或通道数本身</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>浮点运算量</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>Importance by</source>
        <translation>重要性依据</translation>
    </message>
    <message>
        <source>How the importance of a channel is estimated: by the L1 or L2 norm of its filter, the scale of its batch normalization, how much the loss changes without it (Taylor), or at random, for comparison</source>
        <translation>如何估计通道的重要性：按其滤波器的 L1 或 L2 范数、其批归一化的缩放系数、去掉它后损失的变化（泰勒），或随机（用于对照）</translation>
    </message>
    <message>
        <source>L1 norm</source>
        <translation>L1 范数</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2 范数</translation>
    </message>
    <message>
        <source>BN scale</source>
        <translation>批归一化缩放</translation>
    </message>
    <message>
        <source>Loss (Taylor)</source>
        <translation>损失（泰勒）</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Where channels compete for staying: in the whole network a layer that matters less loses more; within each layer all lose the same share</source>
        <translation>通道在什么范围内竞争保留：在整个网络中，不重要的层删得更多；逐层则各层删去相同比例</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零的比例</translation>
    </message>
    <message>
        <source>The share of the weights that are zero in the end: 0.9 keeps one in ten</source>
        <translation>最终为零的权重所占比例：0.9 表示只保留十分之一</translation>
    </message>
    <message>
        <source>Reached in</source>
        <translation>分步达到</translation>
    </message>
    <message>
        <source>The share is reached in this many steps, large at first, with a training after each: the network loses less than at once</source>
        <translation>分这么多步达到该比例，先大后小，每步之后训练：比一步到位损失更小</translation>
    </message>
    <message>
        <source>Zero first</source>
        <translation>先置零</translation>
    </message>
    <message>
        <source>The smallest</source>
        <translation>最小的</translation>
    </message>
    <message>
        <source>Random ones</source>
        <translation>随机选取</translation>
    </message>
    <message>
        <source>Where weights compete for staying: in the whole network a layer that matters less loses more; within each layer all lose the same share</source>
        <translation>权重在什么范围内竞争保留：在整个网络中，不重要的层失去更多；逐层则各层失去相同比例</translation>
    </message>
    <message>
        <source>Different values</source>
        <translation>不同值的个数</translation>
    </message>
    <message>
        <source>How many different values other than 0 the weights of each kernel and embedding may have; 16 fit into four bits each</source>
        <translation>每个权重矩阵和嵌入的权重除 0 外最多可取多少个不同的值；16 个值各占四位</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Static: kernels and inputs, whose ranges training samples give; predictions compute with integers and get faster. Weights only: the file gets smaller, and nothing gets faster.</source>
        <translation>静态：权重和输入都舍入，输入的范围由训练样本得出；预测用整数计算，速度更快。仅权重：文件变小，但不会变快。</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>静态</translation>
    </message>
    <message>
        <source>Weights only</source>
        <translation>仅权重</translation>
    </message>
    <message>
        <source>Ranges by</source>
        <translation>范围取法</translation>
    </message>
    <message>
        <source>How the range of a layer&apos;s input is chosen from the samples: its whole extent; without one in ten thousand numbers at its ends; by the least KL divergence; by the least squared error</source>
        <translation>如何从样本确定层输入的范围：全部范围；去掉两端万分之一的数；KL 散度最小；平方误差最小</translation>
    </message>
    <message>
        <source>Whole extent</source>
        <translation>全部范围</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL 散度</translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation>平方误差</translation>
    </message>
    <message>
        <source>Share kept</source>
        <translation>保留比例</translation>
    </message>
    <message>
        <source>How much of each kernel stays: the more, the closer the network is to what it was</source>
        <translation>每个核保留多少：越多，网络越接近原来的样子</translation>
    </message>
    <message>
        <source>What the share is counted in: the energy, which is the sum of the squared singular values, or the rank itself</source>
        <translation>比例按什么计算：能量（奇异值的平方和），或秩本身</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Any weights, or the smaller two of each four inputs&apos; weights (2:4), which some GPUs multiply faster; here only the file gets smaller</source>
        <translation>任意权重；或每四个输入的权重中较小的两个（2:4），有些 GPU 对此计算更快；这里只有文件变小</translation>
    </message>
    <message>
        <source>Any weights</source>
        <translation>任意权重</translation>
    </message>
    <message>
        <source>2:4</source>
        <translation>2:4</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>达到的时机</translation>
    </message>
    <message>
        <source>Before the training that follows, or gradually within it: a little every hundred steps, more at first, until three quarters of the training</source>
        <translation>在其后的训练之前，或在训练中逐渐达到：每一百步一点，开始时较多，到训练的四分之三为止</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>训练之前</translation>
    </message>
    <message>
        <source>While training</source>
        <translation>训练之中</translation>
    </message>
    <message>
        <source>Which weights become zero: the smallest; those that the training moves most towards zero, which is only known while it goes on; or random ones, the control that the others are compared with</source>
        <translation>哪些权重变为零：最小的；训练中最向零移动的（只有训练进行时才知道）；或随机的，作为其他方法的对照</translation>
    </message>
    <message>
        <source>By movement</source>
        <translation>按移动</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>What weights become: integers of 8 bits with a step for each channel, of 4 bits with a step for each 32 weights, or floats of 16 or 8 bits. All but int8 is lost in a training.</source>
        <translation>权重变成什么：每个通道一个步长的 8 位整数，每 32 个权重一个步长的 4 位整数，或 16 位、8 位浮点数。除 “int8” 外，训练后都不再保持。</translation>
    </message>
    <message>
        <source>int8</source>
        <translation>int8</translation>
    </message>
    <message>
        <source>int4</source>
        <translation>int4</translation>
    </message>
    <message>
        <source>float16</source>
        <translation>float16</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>float8 E4M3</source>
        <translation>float8 E4M3</translation>
    </message>
    <message>
        <source>float8 E5M2</source>
        <translation>float8 E5M2</translation>
    </message>
</context>
<context>
    <name>compress.array</name>
    <message>
        <source>the checkpoint has no weights {0}; choose another checkpoint of the run</source>
        <translation>检查点中没有权重 {0}；请选择该训练的另一个检查点</translation>
    </message>
</context>
<context>
    <name>compress.calibrating</name>
    <message>
        <source>calibrating</source>
        <translation>正在校准</translation>
    </message>
</context>
<context>
    <name>compress.calibration</name>
    <message>
        <source>there is no calibration &quot;{0}&quot;; there are: min-max, percentile, entropy, mse</source>
        <translation>没有校准方法“{0}”；可选的有：“min-max”、“percentile”、“entropy”、“mse”</translation>
    </message>
</context>
<context>
    <name>compress.clustering</name>
    <message>
        <source>clustering</source>
        <translation>正在聚类</translation>
    </message>
</context>
<context>
    <name>compress.constant</name>
    <message>
        <source>its input is always 0</source>
        <translation>它的输入总是 0</translation>
    </message>
</context>
<context>
    <name>compress.criterion</name>
    <message>
        <source>there is no criterion &quot;{0}&quot;; channels are ranked by l1, l2, batch-norm, taylor or random</source>
        <translation>没有标准“{0}”；通道可按“l1”、“l2”、“batch-norm”、“taylor”或“random”排序</translation>
    </message>
</context>
<context>
    <name>compress.evaluating</name>
    <message>
        <source>evaluating</source>
        <translation>正在评估</translation>
    </message>
</context>
<context>
    <name>compress.factor_block</name>
    <message>
        <source>it is in a block</source>
        <translation>它在一个块内</translation>
    </message>
</context>
<context>
    <name>compress.factor_groups</name>
    <message>
        <source>its filters are in groups</source>
        <translation>它的滤波器是分组的</translation>
    </message>
</context>
<context>
    <name>compress.factor_kept</name>
    <message>
        <source>&quot;{0}&quot; can&apos;t be split into two: {1}</source>
        <translation>“{0}”不能拆成两层：{1}</translation>
    </message>
</context>
<context>
    <name>compress.factor_layer</name>
    <message>
        <source>there is no layer &quot;{0}&quot; that can be split into two; there are: {1}</source>
        <translation>没有可以拆成两层的层“{0}”；可用的有：{1}</translation>
    </message>
</context>
<context>
    <name>compress.factor_left</name>
    <message>
        <source>it was not asked for</source>
        <translation>没有要求拆分它</translation>
    </message>
</context>
<context>
    <name>compress.factor_no_gain</name>
    <message>
        <source>two layers of rank {0} would need no fewer multiplications</source>
        <translation>秩为 {0} 的两层不会减少乘法次数</translation>
    </message>
</context>
<context>
    <name>compress.factor_none</name>
    <message>
        <source>no layer of this network can be split into two that need fewer multiplications; choose a smaller rank</source>
        <translation>这个网络没有拆成两层后能减少乘法的层；请选择较小的秩</translation>
    </message>
</context>
<context>
    <name>compress.factor_norm</name>
    <message>
        <source>the norm of its weights is limited, which factors would not keep</source>
        <translation>它的权重范数受限，而因子无法保持这一限制</translation>
    </message>
</context>
<context>
    <name>compress.factor_not_finite</name>
    <message>
        <source>a weight is not finite</source>
        <translation>有一个权重不是有限数</translation>
    </message>
</context>
<context>
    <name>compress.factor_rounded</name>
    <message>
        <source>its numbers are rounded to 8 bits</source>
        <translation>它的数字舍入为 8 位</translation>
    </message>
</context>
<context>
    <name>compress.factor_shared</name>
    <message>
        <source>it shares its weights with another layer</source>
        <translation>它与另一层共享权重</translation>
    </message>
</context>
<context>
    <name>compress.factor_zeros</name>
    <message>
        <source>it keeps its zeros, which factors would not have</source>
        <translation>它保持零权重，而因子中没有这些零</translation>
    </message>
</context>
<context>
    <name>compress.factorizing</name>
    <message>
        <source>splitting layers</source>
        <translation>正在拆分层</translation>
    </message>
</context>
<context>
    <name>compress.flops</name>
    <message>
        <source>without all channels that can be removed {0} of the FLOPs are left, and at most {1} were asked for; name a smaller share</source>
        <translation>即使移除所有可移除的通道，仍剩下 FLOPs 的 {0}，而要求最多 {1}；请给出较小的比例</translation>
    </message>
</context>
<context>
    <name>compress.format</name>
    <message>
        <source>only weights can be {0}: with &quot;--quantize weights&quot;; predictions compute with integers of 8 bits</source>
        <translation>只有权重可以是 {0}：用 “--quantize weights”；预测用 8 位整数计算</translation>
    </message>
</context>
<context>
    <name>compress.format_range</name>
    <message>
        <source>the weights {0} reach {1}, which is too large for {2}; choose another format, such as bfloat16, or leave the layer out</source>
        <translation>权重 {0} 达到 {1}，对 {2} 来说太大；请选择另一种格式，如 “bfloat16”，或排除该层</translation>
    </message>
</context>
<context>
    <name>compress.format_training</name>
    <message>
        <source>weights that were trained after they became {0} would not be {0} any more; train before, or use int8, which layers keep</source>
        <translation>权重变为 {0} 之后再训练，就不再是 {0} 了；请先训练，或使用层会保持的 “int8”</translation>
    </message>
</context>
<context>
    <name>compress.fours_inputs</name>
    <message>
        <source>the number of its inputs, {0}, is no multiple of 4</source>
        <translation>它的输入数 {0} 不是 4 的倍数</translation>
    </message>
</context>
<context>
    <name>compress.fours_kind</name>
    <message>
        <source>it is not a matrix whose rows are inputs</source>
        <translation>它不是以输入为行的矩阵</translation>
    </message>
</context>
<context>
    <name>compress.fours_options</name>
    <message>
        <source>two of each four weights become zero at once, the smallest ones; leave out --steps, --gradual and --criterion</source>
        <translation>每四个权重中最小的两个一次变为零；请去掉 “--steps”、“--gradual” 和 “--criterion”</translation>
    </message>
</context>
<context>
    <name>compress.goal</name>
    <message>
        <source>expected the share of the channels to remove, such as 0.5, or of the FLOPs, such as flops:0.5, got &quot;{0}&quot;</source>
        <translation>应为要移除的通道比例，如 0.5，或 FLOPs 的比例，如 flops:0.5，实际为“{0}”</translation>
    </message>
</context>
<context>
    <name>compress.gradual_steps</name>
    <message>
        <source>--gradual reaches the share within one training; leave out either it or --steps</source>
        <translation>“--gradual” 在一次训练中达到该比例；请去掉它或 “--steps”</translation>
    </message>
</context>
<context>
    <name>compress.gradual_untrained</name>
    <message>
        <source>--gradual sets weights to zero while the network is trained; say for how many epochs with --retrain</source>
        <translation>“--gradual” 在网络训练时把权重设为零；请用 “--retrain” 说明训练几轮</translation>
    </message>
</context>
<context>
    <name>compress.groups</name>
    <message>
        <source>its channels are in groups</source>
        <translation>它的通道是分组的</translation>
    </message>
</context>
<context>
    <name>compress.joining</name>
    <message>
        <source>joining student and teacher</source>
        <translation>正在连接学生与教师</translation>
    </message>
</context>
<context>
    <name>compress.kept_input</name>
    <message>
        <source>they are joined with an input of the network</source>
        <translation>它们与网络的一个输入相连</translation>
    </message>
</context>
<context>
    <name>compress.kept_kind</name>
    <message>
        <source>{0} is a layer whose channels can&apos;t be removed one by one</source>
        <translation>{0} 这种层的通道不能逐个移除</translation>
    </message>
</context>
<context>
    <name>compress.kept_mixed</name>
    <message>
        <source>{0} uses all of them together</source>
        <translation>{0} 同时用到所有通道</translation>
    </message>
</context>
<context>
    <name>compress.kept_output</name>
    <message>
        <source>they are an output of the network</source>
        <translation>它们是网络的输出</translation>
    </message>
</context>
<context>
    <name>compress.kept_shape</name>
    <message>
        <source>{0} gives them a fixed shape</source>
        <translation>{0} 规定了它们的固定形状</translation>
    </message>
</context>
<context>
    <name>compress.kept_weights</name>
    <message>
        <source>the weights {0} are used in more than one way</source>
        <translation>权重 {0} 有多种不同的用法</translation>
    </message>
</context>
<context>
    <name>compress.label_share</name>
    <message>
        <source>the share of the labels in the loss is {0}; it must be above 0 and below 1</source>
        <translation>损失中标签的份额为 {0}；必须大于 0 且小于 1</translation>
    </message>
</context>
<context>
    <name>compress.layer</name>
    <message>
        <source>there is no layer &quot;{0}&quot; whose channels can be removed; there are: {1}</source>
        <translation>没有可移除通道的层“{0}”；可用的有：{1}</translation>
    </message>
</context>
<context>
    <name>compress.layer_gone</name>
    <message>
        <source>at a share of {0} nothing is left of {1}; name a smaller share, or remove the same share of each layer with --scope layer</source>
        <translation>按比例 {0}，{1} 中什么也不剩；请给出较小的比例，或用“--scope layer”在每层移除相同的比例</translation>
    </message>
</context>
<context>
    <name>compress.layer_kept</name>
    <message>
        <source>the channels of &quot;{0}&quot; can&apos;t be removed: {1}</source>
        <translation>不能移除“{0}”的通道：{1}</translation>
    </message>
</context>
<context>
    <name>compress.left</name>
    <message>
        <source>it was left out</source>
        <translation>它被排除在外</translation>
    </message>
</context>
<context>
    <name>compress.long_sums</name>
    <message>
        <source>its sums are too long for 32 bits</source>
        <translation>它的求和太长，32 位放不下</translation>
    </message>
</context>
<context>
    <name>compress.measuring</name>
    <message>
        <source>measuring</source>
        <translation>正在测量</translation>
    </message>
</context>
<context>
    <name>compress.movement</name>
    <message>
        <source>how a training moves weights is only known while it goes on; add --gradual</source>
        <translation>训练如何移动权重只有在进行时才知道；请加上 “--gradual”</translation>
    </message>
</context>
<context>
    <name>compress.no_channels</name>
    <message>
        <source>this network has no channels to remove by this criterion: those of its layers are inputs, outputs or the only ones, or belong to layers that can&apos;t be cut</source>
        <translation>按此标准，该网络没有可移除的通道：它们是输入、输出或唯一的通道，或属于不能裁剪的层</translation>
    </message>
</context>
<context>
    <name>compress.no_fours</name>
    <message>
        <source>none of these layers can have two zeros in each four inputs: they need kernels whose number of inputs is a multiple of 4</source>
        <translation>这些层都不能在每四个输入中有两个零：需要输入数是 4 的倍数的卷积核</translation>
    </message>
</context>
<context>
    <name>compress.no_kernels</name>
    <message>
        <source>this network has no kernels or embeddings, whose weights could be zero</source>
        <translation>该网络没有可将权重置零的卷积核、权重矩阵或嵌入</translation>
    </message>
</context>
<context>
    <name>compress.no_products</name>
    <message>
        <source>this network has no dense layers or convolutions, whose numbers could become integers</source>
        <translation>这个网络没有全连接层或卷积，没有数字可以变成整数</translation>
    </message>
</context>
<context>
    <name>compress.no_scales</name>
    <message>
        <source>the network has no batch normalization to rank channels by; choose another criterion: l1, l2, taylor or random</source>
        <translation>网络没有可用来给通道排序的批归一化；请选择其他标准：“l1”、“l2”、“taylor”或“random”</translation>
    </message>
</context>
<context>
    <name>compress.no_shares</name>
    <message>
        <source>expected shares to try, such as 0.25,0.5,0.75; got none</source>
        <translation>应给出要尝试的比例，如 0.25,0.5,0.75；但没有给出</translation>
    </message>
</context>
<context>
    <name>compress.no_teacher</name>
    <message>
        <source>the run has no teacher beside it; name a run that &quot;--distill&quot; made</source>
        <translation>该训练旁边没有教师；请指定由“--distill”生成的训练</translation>
    </message>
</context>
<context>
    <name>compress.not_finite</name>
    <message>
        <source>&quot;{0}&quot; makes a number of a training sample that is not finite, so that no range holds its results; look for the cause with &quot;netsmith-cli doctor&quot;, or leave out the layers that read it</source>
        <translation>“{0}”由一个训练样本算出了非有限的数，没有范围容得下它的结果；请用“netsmith-cli doctor”找出原因，或把读取它的层排除在外</translation>
    </message>
</context>
<context>
    <name>compress.option</name>
    <message>
        <source>&quot;--{0}&quot; means nothing to &quot;--{1}&quot;, which it follows; it belongs after: {2}</source>
        <translation>“--{0}”对它前面的“--{1}”没有意义；它应放在这些选项之后：{2}</translation>
    </message>
</context>
<context>
    <name>compress.packed</name>
    <message>
        <source>a packed model can&apos;t be trained or compressed; name the run that it was packed from</source>
        <translation>打包的模型不能训练或压缩；请指定打包它的那次训练</translation>
    </message>
</context>
<context>
    <name>compress.plan_flops</name>
    <message>
        <source>with the largest shares that were tried {0} of the FLOPs are left, and at most {1} were asked for; name a smaller share, or try larger ones with --shares</source>
        <translation>用尝试过的最大比例，仍剩下 {0} 的浮点运算量，而要求最多为 {1}；请给出较小的比例，或用“--shares”尝试更大的比例</translation>
    </message>
</context>
<context>
    <name>compress.plan_goal</name>
    <message>
        <source>expected the share of the FLOPs to remove, and the points that may be lost if that matters, such as flops:0.5 or flops:0.5,points:0.5, got &quot;{0}&quot;</source>
        <translation>应给出要减少的浮点运算量比例，以及（如有要求）最多可损失的百分点，如“flops:0.5”或“flops:0.5,points:0.5”，得到“{0}”</translation>
    </message>
</context>
<context>
    <name>compress.plan_points</name>
    <message>
        <source>points are those of a value in percent, and this run is judged by its {0}; leave the points out</source>
        <translation>百分点只适用于以百分比表示的值，而此训练按 {0} 评判；请去掉百分点</translation>
    </message>
</context>
<context>
    <name>compress.pruning</name>
    <message>
        <source>pruning</source>
        <translation>正在剪枝</translation>
    </message>
</context>
<context>
    <name>compress.quantization</name>
    <message>
        <source>there is no quantization &quot;{0}&quot;; there are: static, weights</source>
        <translation>没有量化方式“{0}”；可选的有：“static”、“weights”</translation>
    </message>
</context>
<context>
    <name>compress.quantized_layer</name>
    <message>
        <source>there is no layer &quot;{0}&quot; that can compute with integers; there are: {1}</source>
        <translation>没有能用整数计算的层“{0}”；可选的有：{1}</translation>
    </message>
</context>
<context>
    <name>compress.rank</name>
    <message>
        <source>expected the share of the rank to keep, such as 0.5, or of the energy of the singular values, such as energy:0.95, got &quot;{0}&quot;</source>
        <translation>应为要保留的秩的比例，如 0.5，或奇异值能量的比例，如 energy:0.95，实际为“{0}”</translation>
    </message>
</context>
<context>
    <name>compress.rounds_already</name>
    <message>
        <source>its weights are integers of 8 bits already</source>
        <translation>它的权重已经是 8 位整数</translation>
    </message>
</context>
<context>
    <name>compress.scope</name>
    <message>
        <source>there is no scope &quot;{0}&quot;; channels are compared within each layer (layer) or in the whole network (global)</source>
        <translation>没有范围“{0}”；通道可在每层之内比较（“layer”），也可在整个网络中比较（“global”）</translation>
    </message>
</context>
<context>
    <name>compress.sensitivity_alone</name>
    <message>
        <source>&quot;--sensitivity&quot; makes no run, so no stage can follow or precede it</source>
        <translation>“--sensitivity”不产生训练，因此前后不能有其他阶段</translation>
    </message>
</context>
<context>
    <name>compress.sensitivity_of</name>
    <message>
        <source>a sensitivity is that of channels or of weights, got &quot;{0}&quot;</source>
        <translation>敏感度可针对通道（“channels”）或权重（“weights”），得到“{0}”</translation>
    </message>
</context>
<context>
    <name>compress.shape</name>
    <message>
        <source>{0} of the smaller network has the shape {1}, and {2:number is|numbers are} left of it; leave out its layer with --layers, which names those to cut</source>
        <translation>较小网络的 {0} 形状为 {1}，而它只剩下 {2} 个数；请用 --layers 指定要裁剪的层，略去它所在的层</translation>
    </message>
</context>
<context>
    <name>compress.share</name>
    <message>
        <source>expected a share above 0 and below 1, such as 0.5, got {0}</source>
        <translation>应为大于 0 且小于 1 的比例，如 0.5，实际为 {0}</translation>
    </message>
</context>
<context>
    <name>compress.share_small</name>
    <message>
        <source>a share of {0} of these {1:channel|channels} removes none of them; name a larger share</source>
        <translation>这 {1} 个通道按比例 {0} 一个也不会移除；请给出较大的比例</translation>
    </message>
</context>
<context>
    <name>compress.share_unranked</name>
    <message>
        <source>this criterion says nothing about the channels of &quot;{0}&quot;; leave its share out, or choose another criterion</source>
        <translation>该标准无法评估“{0}”的通道；请去掉它的比例，或选择其他标准</translation>
    </message>
</context>
<context>
    <name>compress.shared_training</name>
    <message>
        <source>weights that were trained after --clusters would share no values any more; leave out --retrain, or prune before with --sparsity</source>
        <translation>在“--clusters”之后再训练，权重就不再共享数值；请去掉“--retrain”，或先用“--sparsity”剪枝</translation>
    </message>
</context>
<context>
    <name>compress.shares_small</name>
    <message>
        <source>these shares remove no channel of any layer; name larger shares</source>
        <translation>这些比例不会删除任何层的通道；请给出更大的比例</translation>
    </message>
</context>
<context>
    <name>compress.shares_tied</name>
    <message>
        <source>&quot;{0}&quot; and &quot;{1}&quot; lose the same channels, so that they have one share; name one of them</source>
        <translation>“{0}”和“{1}”删去相同的通道，因此共用一个比例；请只指定其中一个</translation>
    </message>
</context>
<context>
    <name>compress.sparse_already</name>
    <message>
        <source>{0} of {1:weight|weights} are zero already, and a share of {2} asks for {3}; name a larger share</source>
        <translation>{1} 个权重中已有 {0} 个为零，而比例 {2} 只要求 {3} 个；请给出较大的比例</translation>
    </message>
</context>
<context>
    <name>compress.sparse_layer</name>
    <message>
        <source>there is no layer &quot;{0}&quot; with a kernel or embeddings; there are: {1}</source>
        <translation>没有带权重矩阵或嵌入的层“{0}”；可用的有：{1}</translation>
    </message>
</context>
<context>
    <name>compress.sparsity</name>
    <message>
        <source>expected the share of the weights to set to zero, such as 0.9, or 2:4, got &quot;{0}&quot;</source>
        <translation>应为要设为零的权重比例，如 0.9，或 2:4，得到的是 “{0}”</translation>
    </message>
</context>
<context>
    <name>compress.steps</name>
    <message>
        <source>between {0:step|steps} the network is retrained; say for how many epochs with --retrain</source>
        <translation>这 {0} 步之间要重新训练网络；请用“--retrain”指定轮数</translation>
    </message>
</context>
<context>
    <name>compress.student_data</name>
    <message>
        <source>the student &quot;{0}&quot; and its teacher differ in the setting data.{1}, but a student learns from what its teacher answers to the same numbers; give the student that of the run</source>
        <translation>学生“{0}”与教师的设置“data.{1}”不同，但学生要从教师对同样数值的回答中学习；请让学生采用该训练的设置</translation>
    </message>
</context>
<context>
    <name>compress.student_input</name>
    <message>
        <source>the teacher reads the field &quot;{0}&quot;, and no input of the student does; add an input for it</source>
        <translation>教师读取字段“{0}”，而学生没有读取它的输入；请为它添加一个输入</translation>
    </message>
</context>
<context>
    <name>compress.student_target</name>
    <message>
        <source>the student and its teacher learn no field in common; the teacher learns: {0}</source>
        <translation>学生与教师没有共同学习的字段；教师学习的是：{0}</translation>
    </message>
</context>
<context>
    <name>compress.student_weights</name>
    <message>
        <source>the student &quot;{0}&quot; has initial weights, but it learns beside a teacher from random ones; remove its &quot;initial_weights&quot;</source>
        <translation>学生“{0}”带有初始权重，但在教师旁边学习时从随机权重开始；请删除它的“initial_weights”</translation>
    </message>
</context>
<context>
    <name>compress.teacher_softmax</name>
    <message>
        <source>the teacher has no logits that a student could learn: {0}</source>
        <translation>教师没有可供学生学习的“logits”：{0}</translation>
    </message>
</context>
<context>
    <name>compress.temperature</name>
    <message>
        <source>the temperature is {0}; it must be between 0.01 and 1000</source>
        <translation>温度为 {0}；必须在 0.01 与 1000 之间</translation>
    </message>
</context>
<context>
    <name>compress.trying</name>
    <message>
        <source>trying each layer alone</source>
        <translation>正在逐层单独尝试</translation>
    </message>
</context>
<context>
    <name>compress.untaught</name>
    <message>
        <source>a student learns by training; say for how many epochs with --retrain</source>
        <translation>学生通过训练来学习；请用“--retrain”指定轮数</translation>
    </message>
</context>
<context>
    <name>compress.weight_criterion</name>
    <message>
        <source>there is no criterion &quot;{0}&quot; for single weights; they go by magnitude, by movement or at random (random)</source>
        <translation>单个权重没有 “{0}” 这种准则；可按大小（“magnitude”）、按移动（“movement”）或随机（“random”）</translation>
    </message>
</context>
<context>
    <name>compress.weight_format</name>
    <message>
        <source>there is no format &quot;{0}&quot; for weights; there are: int8, int4, float16, bfloat16, float8_e4m3, float8_e5m2</source>
        <translation>权重没有 “{0}” 这种格式；有：“int8”、“int4”、“float16”、“bfloat16”、“float8_e4m3”、“float8_e5m2”</translation>
    </message>
</context>
<context>
    <name>compress.what</name>
    <message>
        <source>name at least one way to make it smaller: &quot;--prune&quot; or &quot;--goal&quot; for channels, &quot;--factorize&quot; for whole layers, &quot;--sparsity&quot; or &quot;--clusters&quot; for single weights, &quot;--quantize&quot; for numbers of 8 bits, or &quot;--distill&quot; for another network that learns from it; several make a chain, in their order</source>
        <translation>请至少指定一种缩小方法：“--prune”或“--goal”用于通道，“--factorize”用于整个层，“--sparsity”或“--clusters”用于单个权重，“--quantize”用于 8 位数值，“--distill”用于让另一个网络向它学习；多种方法按其顺序组成链</translation>
    </message>
</context>
<context>
    <name>concatenate</name>
    <message>
        <source>concat, cat, join, stack</source>
        <translation>拼接, 连接, 合并, 堆叠</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>The axis along which the inputs are joined: −1 the last (channels); 1 the first of a sample.</source>
        <translation>沿哪个轴拼接输入：−1 为最后一个轴（通道），1 为样本的第一个轴。</translation>
    </message>
    <message>
        <source>Concatenate</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>Joins inputs along one axis; their other axes must be equal.</source>
        <translation>沿一个轴拼接输入，其余各轴须相等。</translation>
    </message>
    <message>
        <source>Concat</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>Two or more tensors, in the order of the wires.</source>
        <translation>两个或更多张量，按连线的顺序。</translation>
    </message>
</context>
<context>
    <name>concatenate.shapes</name>
    <message>
        <source>expected inputs that differ along axis {0} only, got {1} and {2}</source>
        <translation>各输入应当只在轴 {0} 上不同，实际为 {1} 和 {2}</translation>
    </message>
</context>
<context>
    <name>confusion_matrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混淆</translation>
    </message>
    <message>
        <source>How often each class was predicted for each true class: a table printed when a run is evaluated.</source>
        <translation>各类别为正确答案时每个类别被预测的次数：评估一次训练时打印的表格。</translation>
    </message>
</context>
<context>
    <name>constant</name>
    <message>
        <source>The optimizer&apos;s learning rate from the first step to the last.</source>
        <translation>从第一步到最后一步都使用优化器的学习率。</translation>
    </message>
</context>
<context>
    <name>conv1d</name>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>How the sequence is padded: with zeros that keep its length (same), with zeros only before it, so that no step sees a later one (causal), or not at all (valid).</source>
        <translation>序列的两端补什么：补零以保持长度（保持尺寸），只在前面补零以使每一步都看不到后面的步（因果），或不补（不填充）。</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>保持尺寸</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>不填充</translation>
    </message>
    <message>
        <source>Convolution 1D</source>
        <translation>1D 卷积</translation>
    </message>
    <message>
        <source>Looks for the same short patterns at every step of a sequence.</source>
        <translation>在序列的每一步寻找相同的短模式。</translation>
    </message>
    <message>
        <source>temporal convolution, tcn, causal convolution, sequence, signal</source>
        <translation>时间卷积, 因果卷积, 序列, 信号</translation>
    </message>
    <message>
        <source>Conv1D</source>
        <translation>1D 卷积</translation>
    </message>
</context>
<context>
    <name>conv2d</name>
    <message>
        <source>cnn, convolutional, filter, kernel</source>
        <translation>卷积, 卷积层, 卷积神经网络, 滤波器, 卷积核</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>How the image is padded: with zeros that keep its size (same), not at all (valid), or with an explicit number of zeros.</source>
        <translation>图像四周填充什么：补零以保持尺寸 (same)、不填充 (valid)，或按指定数量补零。</translation>
    </message>
    <message>
        <source>Explicit</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>保持尺寸</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>不填充</translation>
    </message>
    <message>
        <source>Explicit padding</source>
        <translation>指定填充</translation>
    </message>
    <message>
        <source>The zeros above, below, left and right, if the padding is explicit.</source>
        <translation>填充方式为“指定”时，上、下、左、右补零的数量。</translation>
    </message>
    <message>
        <source>Convolution 2D</source>
        <translation>2D 卷积</translation>
    </message>
    <message>
        <source>Looks for the same small patterns everywhere in an image.</source>
        <translation>用小滤波器扫过图像，在每个位置寻找相同的小图案。</translation>
    </message>
    <message>
        <source>Conv2D</source>
        <translation>2D 卷积</translation>
    </message>
</context>
<context>
    <name>conv2d.groups</name>
    <message>
        <source>expected groups that divide {0:input channel|input channels} and {1:filter|filters}, got {2}</source>
        <translation>分组数应能整除 {0} 个输入通道和 {1} 个滤波器，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>conv2d_transpose</name>
    <message>
        <source>Transposed convolution 2D</source>
        <translation>2D 转置卷积</translation>
    </message>
    <message>
        <source>Paints a learned pattern for every pixel, strides apart: it enlarges an image as a convolution shrinks it.</source>
        <translation>为每个像素按步长画出一个学习得到的模式：像卷积缩小图像那样放大图像。</translation>
    </message>
    <message>
        <source>deconvolution, deconv, convtranspose2d, upsampling, decoder</source>
        <translation>反卷积, 上采样, 解码器</translation>
    </message>
    <message>
        <source>Conv2DTransp</source>
        <translation>2D 转置卷积</translation>
    </message>
</context>
<context>
    <name>conv2d_transpose.size</name>
    <message>
        <source>an image of {0} pixels grows by strides of {1} beyond what 64 bits can count; use smaller strides</source>
        <translation>{0} 像素的图像按步长 {1} 放大后超出 64 位所能计数的范围；请使用更小的步长</translation>
    </message>
</context>
<context>
    <name>conv3d</name>
    <message>
        <source>Convolution 3D</source>
        <translation>3D 卷积</translation>
    </message>
    <message>
        <source>Looks for the same small patterns everywhere in a volume or a video.</source>
        <translation>在体数据或视频的每个位置寻找相同的小图案。</translation>
    </message>
    <message>
        <source>volumetric convolution, voxel, video, spatiotemporal, 3d cnn</source>
        <translation>体卷积, 体素, 视频, 时空, 三维卷积网络</translation>
    </message>
    <message>
        <source>Conv3D</source>
        <translation>3D 卷积</translation>
    </message>
</context>
<context>
    <name>conversion.backward</name>
    <message>
        <source>of the backward direction</source>
        <translation>正向的部分</translation>
    </message>
</context>
<context>
    <name>conversion.channels_last</name>
    <message>
        <source>channels moved to the last axes, as H,W,I,O</source>
        <translation>通道移到最后的轴，即“H,W,I,O”</translation>
    </message>
</context>
<context>
    <name>conversion.flattened</name>
    <message>
        <source>rows from C,H,W to H,W,C</source>
        <translation>行由“C,H,W”变为“H,W,C”</translation>
    </message>
</context>
<context>
    <name>conversion.forward</name>
    <message>
        <source>of the forward direction</source>
        <translation>反向的部分</translation>
    </message>
</context>
<context>
    <name>conversion.gru_gates</name>
    <message>
        <source>gates from r,z,n to z,r,h</source>
        <translation>门由“r,z,n”变为“z,r,h”</translation>
    </message>
</context>
<context>
    <name>conversion.lstm_gates</name>
    <message>
        <source>gates from i,o,f,c to i,f,c,o</source>
        <translation>门由“i,o,f,c”变为“i,f,c,o”</translation>
    </message>
</context>
<context>
    <name>conversion.outputs_last</name>
    <message>
        <source>axes from O,H,W,I to H,W,I,O</source>
        <translation>轴由“O,H,W,I”变为“H,W,I,O”</translation>
    </message>
</context>
<context>
    <name>conversion.stack</name>
    <message>
        <source>both biases, one below the other</source>
        <translation>两个偏置上下排列</translation>
    </message>
</context>
<context>
    <name>conversion.sum</name>
    <message>
        <source>both biases added up</source>
        <translation>两个偏置相加</translation>
    </message>
</context>
<context>
    <name>conversion.transposed</name>
    <message>
        <source>transposed</source>
        <translation>转置</translation>
    </message>
</context>
<context>
    <name>convolution</name>
    <message>
        <source>Filters</source>
        <translation>滤波器数</translation>
    </message>
    <message>
        <source>The number of patterns looked for: the output channels.</source>
        <translation>寻找多少种模式，即输出的通道数。</translation>
    </message>
    <message>
        <source>Kernel size</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>The size of the patterns along each axis; for an image, height, then width.</source>
        <translation>模式沿每个轴的大小；对图像先高度后宽度。</translation>
    </message>
    <message>
        <source>Strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>How far the kernel moves along each axis; 2 halves the size.</source>
        <translation>卷积核沿每个轴每次移动的距离；2 会使尺寸减半。</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>膨胀率</translation>
    </message>
    <message>
        <source>The distance between the points that the kernel reads along each axis; 1 for adjacent ones.</source>
        <translation>卷积核沿每个轴所看元素之间的距离；1 表示相邻元素。</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>How the input is padded: with zeros that keep its size (same), or not at all (valid).</source>
        <translation>输入的四周补什么：补零以保持尺寸（保持尺寸），或不补（不填充）。</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>保持尺寸</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>不填充</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>The number of separate groups that channels and filters are split into; as many as channels for a depthwise convolution.</source>
        <translation>将通道和滤波器分成多少个独立的组；与通道数相等时即为深度卷积。</translation>
    </message>
    <message>
        <source>Depth multiplier</source>
        <translation>深度乘数</translation>
    </message>
    <message>
        <source>The number of patterns looked for in each channel.</source>
        <translation>在每个通道中寻找多少种模式。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>The activation function applied to each result.</source>
        <translation>应用于每个结果的激活函数。</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a learned bias is added to each channel.</source>
        <translation>是否为每个通道加上一个可学习的偏置。</translation>
    </message>
</context>
<context>
    <name>cosine</name>
    <message>
        <source>The learning rate falls along half a cosine wave, after an optional warm-up.</source>
        <translation>学习率沿半个余弦波下降，之前可选择预热。</translation>
    </message>
</context>
<context>
    <name>cosine_restarts</name>
    <message>
        <source>First wave</source>
        <translation>第一个波</translation>
    </message>
    <message>
        <source>How long the first wave is.</source>
        <translation>第一个波有多长。</translation>
    </message>
    <message>
        <source>Longer by</source>
        <translation>加长倍数</translation>
    </message>
    <message>
        <source>How many times as long as the previous wave each wave is.</source>
        <translation>每个波是上一个波的多少倍长。</translation>
    </message>
    <message>
        <source>Lower by</source>
        <translation>降低比例</translation>
    </message>
    <message>
        <source>The fraction of the previous wave&apos;s height that each wave begins at.</source>
        <translation>每个波从上一个波高度的多大比例开始。</translation>
    </message>
    <message>
        <source>The learning rate falls along half a cosine wave, repeatedly, each wave optionally longer than the one before.</source>
        <translation>学习率反复沿半个余弦波下降，每个波可以比上一个更长。</translation>
    </message>
</context>
<context>
    <name>cosine_similarity</name>
    <message>
        <source>Cosine similarity</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>−cos of the angle between prediction and target, each a vector along the last axis: −1 where they point the same way, 1 where they point opposite ways; their lengths do not matter.</source>
        <translation>预测与目标（各为沿最后一轴的向量）夹角的 −cos：方向相同为 −1，方向相反为 1；长度无关紧要。</translation>
    </message>
</context>
<context>
    <name>costs</name>
    <message>
        <source>Price of a kWh</source>
        <translation>每 kWh 的价格</translation>
    </message>
    <message>
        <source>Price of an hour on the device</source>
        <translation>设备每小时的价格</translation>
    </message>
    <message>
        <source>CO2 of a kWh</source>
        <translation>每 kWh 的 CO2 排放</translation>
    </message>
    <message>
        <source>g</source>
        <translation>克</translation>
    </message>
    <message>
        <source>Power if it can&apos;t be read</source>
        <translation>无法读取时的功率</translation>
    </message>
    <message>
        <source>W</source>
        <translation>瓦</translation>
    </message>
</context>
<context>
    <name>costs.file</name>
    <message>
        <source>{0} is not a JSON object; remove it, and type the costs in again</source>
        <translation>{0} 不是 JSON 对象；请删除它并重新填写费用</translation>
    </message>
</context>
<context>
    <name>costs.place</name>
    <message>
        <source>there is no place for settings: set HOME or XDG_CONFIG_HOME to an absolute path</source>
        <translation>没有存放设置的位置：请将 HOME 或 XDG_CONFIG_HOME 设为绝对路径</translation>
    </message>
</context>
<context>
    <name>costs.value</name>
    <message>
        <source>{0} in {1} is not a number from 0 to {2}; type it in again</source>
        <translation>{1} 中的 {0} 不是 0 到 {2} 之间的数；请重新填写</translation>
    </message>
</context>
<context>
    <name>cpu.emulated</name>
    <message>
        <source>slower than fp32: every number is rounded</source>
        <translation>比 fp32 慢：每个数都要舍入</translation>
    </message>
</context>
<context>
    <name>cpu.float</name>
    <message>
        <source>the cpu computes in f32 and bf16, not in {0}</source>
        <translation>cpu 以 f32 和 bf16 计算，不支持 {0}</translation>
    </message>
</context>
<context>
    <name>cpu.no_bf16</name>
    <message>
        <source>this processor has neither AVX-512 BF16 nor AMX; choose fp32</source>
        <translation>此处理器既没有 AVX-512 BF16 也没有 AMX；请选择 fp32</translation>
    </message>
</context>
<context>
    <name>cpu.no_fp16</name>
    <message>
        <source>FP16 training needs a GPU; choose fp32</source>
        <translation>FP16 训练需要 GPU；请选择 fp32</translation>
    </message>
</context>
<context>
    <name>cpu.no_tf32</name>
    <message>
        <source>TF32 needs an NVIDIA GPU; choose fp32</source>
        <translation>TF32 需要 NVIDIA GPU；请选择 fp32</translation>
    </message>
</context>
<context>
    <name>cpu.onednn</name>
    <message>
        <source>oneDNN failed with status {0}; the step was not taken</source>
        <translation>oneDNN 计算时出错（状态 {0}）；该步未执行</translation>
    </message>
</context>
<context>
    <name>cpu.onednn_memory</name>
    <message>
        <source>oneDNN ran out of memory; choose a smaller batch or close other programs</source>
        <translation>oneDNN 内存不足；请选择较小的批大小或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>cpu.slow_bf16</name>
    <message>
        <source>may be slower than fp32 on this processor, which has no AMX</source>
        <translation>此处理器没有 AMX，可能比 fp32 更慢</translation>
    </message>
</context>
<context>
    <name>cpu.type</name>
    <message>
        <source>oneDNN has no {0} here</source>
        <translation>oneDNN 在这里不支持 {0}</translation>
    </message>
</context>
<context>
    <name>crop.size</name>
    <message>
        <source>{0}×{1} can&apos;t be cut out of images of {2}×{3}; choose a smaller size, or pad first</source>
        <translation>无法从 {2}×{3} 的图像中裁出 {0}×{1}；请选择更小的尺寸，或先填充</translation>
    </message>
</context>
<context>
    <name>cropping</name>
    <message>
        <source>Cropping 1D</source>
        <translation>1D 裁剪</translation>
    </message>
    <message>
        <source>Crops the ends of a sequence.</source>
        <translation>裁去序列的边缘。</translation>
    </message>
    <message>
        <source>crop, crop1d, trim, cut</source>
        <translation>裁剪, 剪裁, 修边</translation>
    </message>
    <message>
        <source>Cropping</source>
        <translation>裁剪量</translation>
    </message>
    <message>
        <source>How much is cropped before and after.</source>
        <translation>裁去的数量：前、后。</translation>
    </message>
    <message>
        <source>Cropping 2D</source>
        <translation>2D 裁剪</translation>
    </message>
    <message>
        <source>Crops the borders of an image.</source>
        <translation>裁去图像的边缘。</translation>
    </message>
    <message>
        <source>crop, crop2d, trim, cut</source>
        <translation>裁剪, 剪裁, 修边</translation>
    </message>
    <message>
        <source>How much is cut off: height and width, or top, bottom, left, right.</source>
        <translation>裁去的数量：高和宽，或上、下、左、右。</translation>
    </message>
    <message>
        <source>Cropping 3D</source>
        <translation>3D 裁剪</translation>
    </message>
    <message>
        <source>Crops the borders of a volume.</source>
        <translation>裁去三维体的边缘。</translation>
    </message>
    <message>
        <source>crop, crop3d, trim, cut</source>
        <translation>裁剪, 剪裁, 修边</translation>
    </message>
    <message>
        <source>How much is cut off: depth, height and width, or front, back, top, bottom, left, right.</source>
        <translation>裁去的数量：深、高和宽，或前、后、上、下、左、右。</translation>
    </message>
</context>
<context>
    <name>cropping.size</name>
    <message>
        <source>expected to cut off less than the {0} of axis {1} of {2}, got {3} in all</source>
        <translation>应裁去少于 {2} 的第 {1} 轴的 {0}，得到的总数是 {3}</translation>
    </message>
</context>
<context>
    <name>crosshair</name>
    <message>
        <source>Epoch %1 · step %2 · %3</source>
        <translation>第 %1 轮 · 第 %2 步 · %3</translation>
    </message>
    <message>
        <source>Step %2 · epoch %1 · %3</source>
        <translation>第 %2 步 · 第 %1 轮 · %3</translation>
    </message>
    <message>
        <source>%3 · epoch %1 · step %2</source>
        <translation>%3 · 第 %1 轮 · 第 %2 步</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, measured %3</source>
        <translation>%1：%2，实测 %3</translation>
    </message>
</context>
<context>
    <name>cuda.busy</name>
    <message>
        <source>the GPU is busy: another program uses it exclusively, or it accepts none; wait until that one has ended (nvidia-smi lists it), or allow several with nvidia-smi --compute-mode=0</source>
        <translation>GPU 正忙：另一个程序独占了它，或它不允许任何程序使用；请等那个程序结束（用 nvidia-smi 查看），或用 nvidia-smi --compute-mode=0 允许多个程序使用</translation>
    </message>
</context>
<context>
    <name>cuda.capability</name>
    <message>
        <source>needs compute capability {0}.{1}, this GPU has {2}.{3}</source>
        <translation>需要计算能力 {0}.{1}，此 GPU 为 {2}.{3}</translation>
    </message>
</context>
<context>
    <name>cuda.cublas</name>
    <message>
        <source>cuBLASLt refused {0}: {1}</source>
        <translation>cuBLASLt 拒绝了 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>cuda.cudnn</name>
    <message>
        <source>cuDNN refused {0}: {1} ({2})</source>
        <translation>cuDNN 拒绝了 {0}：{1}（{2}）</translation>
    </message>
</context>
<context>
    <name>cuda.float</name>
    <message>
        <source>a GPU computes in f32, bf16 and f16, not in {0}</source>
        <translation>GPU 以 f32、bf16 和 f16 计算，不支持 {0}</translation>
    </message>
</context>
<context>
    <name>cuda.hidden</name>
    <message>
        <source>the NVIDIA driver sees no GPU, and CUDA_VISIBLE_DEVICES is &quot;{0}&quot;; unset it, or name a GPU that nvidia-smi lists</source>
        <translation>NVIDIA 驱动程序没有找到 GPU，且 CUDA_VISIBLE_DEVICES 为“{0}”；请取消该变量，或写上 nvidia-smi 列出的 GPU</translation>
    </message>
</context>
<context>
    <name>cuda.lost</name>
    <message>
        <source>the GPU failed while {0} ({1}), and this process can&apos;t use it again; the last checkpoint is intact: start the program again and resume</source>
        <translation>GPU 在 {0} 时出错（{1}），此进程无法再使用它；最近的检查点完好：请重新启动程序并继续训练</translation>
    </message>
</context>
<context>
    <name>cuda.memory</name>
    <message>
        <source>the GPU ran out of memory; choose a smaller batch or close other programs that use the GPU</source>
        <translation>GPU 内存不足；请减小批大小，或关闭其他使用 GPU 的程序</translation>
    </message>
</context>
<context>
    <name>cuda.no_cublas</name>
    <message>
        <source>cuBLASLt {0} can&apos;t be loaded: {1}; install the CUDA toolkit of this version</source>
        <translation>无法加载 cuBLASLt {0}：{1}；请安装此版本的 CUDA 工具包</translation>
    </message>
</context>
<context>
    <name>cuda.no_driver</name>
    <message>
        <source>there is no NVIDIA driver on this machine; install it to train on a GPU</source>
        <translation>此计算机上没有 NVIDIA 驱动程序；要在 GPU 上训练，请安装它</translation>
    </message>
</context>
<context>
    <name>cuda.no_gpu</name>
    <message>
        <source>the NVIDIA driver sees no GPU; check whether nvidia-smi lists one</source>
        <translation>NVIDIA 驱动程序没有找到 GPU；请查看 nvidia-smi 是否列出 GPU</translation>
    </message>
</context>
<context>
    <name>cuda.no_kernel</name>
    <message>
        <source>this build has no kernels for the GPU, which needs compute capability {0}.{1} or newer; train on the CPU or another GPU</source>
        <translation>此版本没有适用于该 GPU 的内核，需要计算能力 {0}.{1} 或更高；请在 CPU 或其他 GPU 上训练</translation>
    </message>
</context>
<context>
    <name>cuda.old_driver</name>
    <message>
        <source>the NVIDIA driver supports CUDA {0}, but this build needs {1}; install a newer driver</source>
        <translation>NVIDIA 驱动程序支持 CUDA {0}，而此版本需要 {1}；请安装更新的驱动程序</translation>
    </message>
</context>
<context>
    <name>cuda.old_gpu</name>
    <message>
        <source>{0} has compute capability {1}.{2}, and {3}.{4} or newer is needed; train on the CPU or another GPU</source>
        <translation>{0} 的计算能力为 {1}.{2}，需要 {3}.{4} 或更高；请在 CPU 或其他 GPU 上训练</translation>
    </message>
</context>
<context>
    <name>cuda.op</name>
    <message>
        <source>a GPU has no kernel for &quot;{0}&quot;</source>
        <translation>GPU 没有“{0}”的计算核</translation>
    </message>
</context>
<context>
    <name>cuda.precision</name>
    <message>
        <source>this GPU can&apos;t train in {0}: {1}</source>
        <translation>此 GPU 无法以 {0} 训练：{1}</translation>
    </message>
</context>
<context>
    <name>cuda.prohibited</name>
    <message>
        <source>the compute mode of {0} allows no programs; an administrator can change it with nvidia-smi --compute-mode=0</source>
        <translation>{0} 的计算模式不允许任何程序使用它；计算机的管理员可用 nvidia-smi --compute-mode=0 更改</translation>
    </message>
</context>
<context>
    <name>cuda.runtime</name>
    <message>
        <source>the GPU refused {0}: {1}</source>
        <translation>GPU 拒绝了 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>cuda.unusable</name>
    <message>
        <source>the GPU can&apos;t be used: {0}</source>
        <translation>无法使用 GPU：{0}</translation>
    </message>
</context>
<context>
    <name>cuda.was_lost</name>
    <message>
        <source>the GPU failed while {0} ({1}), and this process can&apos;t use it again; start the program again</source>
        <translation>GPU 在 {0} 时出错（{1}），此进程无法再使用它；请重新启动程序</translation>
    </message>
</context>
<context>
    <name>cut_mix</name>
    <message>
        <source>CutMix</source>
        <translation>CutMix 拼接</translation>
    </message>
    <message>
        <source>Puts a rectangle of another image of the batch into each; the target is mixed in the same proportions.</source>
        <translation>把同批另一幅图像的一个矩形放进每幅图像；目标按同样比例混合。</translation>
    </message>
</context>
<context>
    <name>darknet.groups</name>
    <message>
        <source>{0}, line {1}: {2:filter|filters} of {3:channel|channels} can&apos;t be in {4:group|groups}; correct the file</source>
        <translation>{0} 第 {1} 行：{3} 个通道的 {2} 个滤波器无法分成 {4} 组；请更正文件</translation>
    </message>
</context>
<context>
    <name>darknet.head</name>
    <message>
        <source>{0} does not begin with a version like Darknet&apos;s weights; download it again</source>
        <translation>{0} 的开头不是 Darknet 权重应有的版本号；请重新下载</translation>
    </message>
</context>
<context>
    <name>darknet.import.activation</name>
    <message>
        <source>its activation &quot;{0}&quot; is no layer&apos;s</source>
        <translation>它的激活“{0}”不是任何层的激活</translation>
    </message>
</context>
<context>
    <name>darknet.import.decoders</name>
    <message>
        <source>Left out: {0:section|sections} for decoding boxes, such as [{1}]. What a decoder reads is an output.</source>
        <translation>已略去 {0} 个用于解码边框的部分，例如 [{1}]。解码器读取的内容成为输出。</translation>
    </message>
</context>
<context>
    <name>darknet.import.dilation</name>
    <message>
        <source>a dilated kernel must have the padding that keeps the size</source>
        <translation>带膨胀的卷积核必须使用保持大小的填充</translation>
    </message>
</context>
<context>
    <name>darknet.import.input</name>
    <message>
        <source>[net] must say &quot;width&quot;, &quot;height&quot; and &quot;channels&quot;, and a layer must follow it; correct the file</source>
        <translation>“[net]”必须给出“width”、“height”和“channels”，并且后面要有层；请更正文件</translation>
    </message>
</context>
<context>
    <name>darknet.import.option</name>
    <message>
        <source>no layer has &quot;{0}&quot; as {1}</source>
        <translation>没有层以“{0}”作为 {1}</translation>
    </message>
</context>
<context>
    <name>darknet.import.route</name>
    <message>
        <source>the layers that it joins have other sizes than the first one</source>
        <translation>它连接的层与第一层的大小不同</translation>
    </message>
</context>
<context>
    <name>darknet.import.shortcut</name>
    <message>
        <source>it adds a layer of another shape, of which Darknet takes a part</source>
        <translation>它加上了另一种形状的层，而 Darknet 只取其中一部分</translation>
    </message>
</context>
<context>
    <name>darknet.import.softmax</name>
    <message>
        <source>a softmax in groups is no layer</source>
        <translation>分组的 softmax 不是任何层</translation>
    </message>
</context>
<context>
    <name>darknet.line</name>
    <message>
        <source>{0}, line {1}: expected [section] or option=value, got &quot;{2}&quot;</source>
        <translation>{0} 第 {1} 行：应为 “[section]”或“option=value”，实际为“{2}”</translation>
    </message>
</context>
<context>
    <name>darknet.net</name>
    <message>
        <source>{0} is not a Darknet network: its first section must be [net]</source>
        <translation>{0} 不是 Darknet 网络：它的第一节必须是“[net]”</translation>
    </message>
</context>
<context>
    <name>darknet.no_cfg</name>
    <message>
        <source>{0} has no names for its numbers: the network that it was trained with, {1}, is missing; put it there</source>
        <translation>{0} 中的数字没有名称：缺少训练它的网络 {1}；请将其放到该处</translation>
    </message>
</context>
<context>
    <name>darknet.no_weights</name>
    <message>
        <source>its weights, {0}, are missing; put them there, or say where they are with &quot;--weights&quot;</source>
        <translation>缺少它的权重 {0}；请把文件放在那里，或用“--weights”说明位置</translation>
    </message>
</context>
<context>
    <name>darknet.rest</name>
    <message>
        <source>{0} goes on for {1:byte|bytes} after the last layer of {2}; the two files don&apos;t belong together: look for the .cfg that it was trained with</source>
        <translation>{0} 在 {2} 的最后一层之后还有 {1} 字节；这两个文件不配套：请找出训练它时所用的 “.cfg”</translation>
    </message>
</context>
<context>
    <name>darknet.section</name>
    <message>
        <source>{0}, line {1}: weights of [{2}] can&apos;t be read; convolutional and connected layers can</source>
        <translation>{0} 第 {1} 行：无法读取 [{2}] 的权重；可以读取卷积层和全连接层的权重</translation>
    </message>
</context>
<context>
    <name>darknet.short</name>
    <message>
        <source>{0} ends within {1}/{2}, the layer in line {3} of {4}; it is truncated, has the weights of the first layers only, or belongs to another .cfg</source>
        <translation>{0} 在 {1}/{2}（{4} 第 {3} 行的层）中途结束；它被截断、只含前几层的权重，或属于另一个 “.cfg”</translation>
    </message>
</context>
<context>
    <name>darknet.size</name>
    <message>
        <source>{0}, line {1}: [{2}] is larger than Darknet can count; correct the file</source>
        <translation>{0} 第 {1} 行：[{2}] 大得超出 Darknet 的计数范围；请更正文件</translation>
    </message>
</context>
<context>
    <name>darknet.value</name>
    <message>
        <source>{0}, line {1}: [{2}] can&apos;t have {3}={4}; correct the file</source>
        <translation>{0} 第 {1} 行：[{2}] 不能有 {3}={4}；请更正文件</translation>
    </message>
</context>
<context>
    <name>data</name>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Which data set the network learns from.</source>
        <translation>网络从哪个数据集学习。</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>What the network is validated on after each epoch: the test set, a part split off, or nothing.</source>
        <translation>每轮之后用什么评判网络：测试集、划分出的一部分，或不评判。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Split off</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>测试集</translation>
    </message>
    <message>
        <source>Fraction split off</source>
        <translation>划分比例</translation>
    </message>
    <message>
        <source>The fraction of the training samples that is held out for validation.</source>
        <translation>验证方式为“划分”时，训练样本中留作验证的比例。</translation>
    </message>
    <message>
        <source>Subtract</source>
        <translation>减去</translation>
    </message>
    <message>
        <source>What is subtracted from every input value first.</source>
        <translation>首先从每个输入值中减去的数。</translation>
    </message>
    <message>
        <source>Divide by</source>
        <translation>除以</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>打乱</translation>
    </message>
    <message>
        <source>Whether the training samples are shuffled in each epoch.</source>
        <translation>每轮是否以各自不同的顺序遍历训练样本。</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The file or folder with your own samples; a relative path starts at the project&apos;s folder or a data folder.</source>
        <translation>您自己的样本所在的文件或文件夹；相对路径以项目所在处或数据文件夹为准。</translation>
    </message>
    <message>
        <source>Listed in a file</source>
        <translation>在文件中指定</translation>
    </message>
    <message>
        <source>Split off by class</source>
        <translation>按类别分出</translation>
    </message>
    <message>
        <source>File of names</source>
        <translation>名称文件</translation>
    </message>
    <message>
        <source>A text file with a training sample on each line, by its file&apos;s name or its number from 0, that are kept for validation.</source>
        <translation>一个文本文件，每行一个留作验证的训练样本，以其文件名或从 0 开始的编号表示。</translation>
    </message>
    <message>
        <source>What every input value is then divided by; 0 divides only 8-bit pictures, by 255, which scales them to [0, 1].</source>
        <translation>之后每个输入数字除以它；0 表示字节图像除以 255，使其落在 [0, 1]，其他都不变。</translation>
    </message>
</context>
<context>
    <name>data.absent</name>
    <message>
        <source>{0} is not in {1}; get it from {2} and unpack it there</source>
        <translation>{0} 不在 {1} 中；请从 {2} 获取并解压到那里</translation>
    </message>
</context>
<context>
    <name>data.absent_anywhere</name>
    <message>
        <source>{0} was not found; get it from {2} and name its folder</source>
        <translation>{0} 不在此处；请从 {2} 获取并指明其文件夹</translation>
    </message>
</context>
<context>
    <name>data.absent_file</name>
    <message>
        <source>{0} is not complete: {1} is missing; unpack the archive from {2} again</source>
        <translation>{0} 不完整：缺少 {1}；请重新解压来自 {2} 的压缩包</translation>
    </message>
</context>
<context>
    <name>data.absent_text</name>
    <message>
        <source>{0}: the file {1} is not in {2}; put it there, or into &quot;text&quot; there</source>
        <translation>{0}：{2} 中没有文件 {1}；请把它放到那里，或放进那里的 &quot;text&quot; 文件夹</translation>
    </message>
</context>
<context>
    <name>data.absent_text_anywhere</name>
    <message>
        <source>{0}: name the folder that contains the file {1}</source>
        <translation>{0}：请指明文件 {1} 所在的文件夹</translation>
    </message>
</context>
<context>
    <name>data.archive_memory</name>
    <message>
        <source>not enough memory to read {0}; close other programs</source>
        <translation>没有内存读取 {0}；请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>data.cancelled</name>
    <message>
        <source>stopped on request; nothing was changed</source>
        <translation>已按要求停止；没有任何更改</translation>
    </message>
</context>
<context>
    <name>data.cifar.archive</name>
    <message>
        <source>{0} can&apos;t be unpacked: {1}; delete it and download it again</source>
        <translation>无法解压 {0}：{1}；请删除后重新获取</translation>
    </message>
</context>
<context>
    <name>data.cifar.changed</name>
    <message>
        <source>{0} changed while it was read; read it again</source>
        <translation>{0} 在读取时发生了变化；请重新读取</translation>
    </message>
</context>
<context>
    <name>data.cifar.member</name>
    <message>
        <source>{0} is not in it</source>
        <translation>其中没有 {0}</translation>
    </message>
</context>
<context>
    <name>data.cifar.size</name>
    <message>
        <source>{0} has {1:byte|bytes}, expected a multiple of the {2} that a picture takes: it is truncated or the wrong file; unpack the archive again</source>
        <translation>{0} 有 {1} 字节，应为每张图片所占 {2} 字节的整数倍：它被截断或是其他文件；请重新解压</translation>
    </message>
</context>
<context>
    <name>data.cifar10</name>
    <message>
        <source>CIFAR-10</source>
        <translation>CIFAR-10</translation>
    </message>
    <message>
        <source>Photographs of ten kinds of animals and vehicles, 32×32 pixels in three colors, in its binary form. Krizhevsky: &quot;Learning multiple layers of features from tiny images&quot;, 2009.</source>
        <translation>十种动物和交通工具的照片，32×32 像素，三种颜色，二进制形式。Krizhevsky：《Learning multiple layers of features from tiny images》，2009 年。</translation>
    </message>
    <message>
        <source>airplane</source>
        <translation>飞机</translation>
    </message>
    <message>
        <source>automobile</source>
        <translation>汽车</translation>
    </message>
    <message>
        <source>bird</source>
        <translation>鸟</translation>
    </message>
    <message>
        <source>cat</source>
        <translation>猫</translation>
    </message>
    <message>
        <source>deer</source>
        <translation>鹿</translation>
    </message>
    <message>
        <source>dog</source>
        <translation>狗</translation>
    </message>
    <message>
        <source>frog</source>
        <translation>青蛙</translation>
    </message>
    <message>
        <source>horse</source>
        <translation>马</translation>
    </message>
    <message>
        <source>ship</source>
        <translation>船</translation>
    </message>
    <message>
        <source>truck</source>
        <translation>卡车</translation>
    </message>
</context>
<context>
    <name>data.cifar100</name>
    <message>
        <source>CIFAR-100</source>
        <translation>CIFAR-100</translation>
    </message>
    <message>
        <source>Photographs of a hundred kinds of things, 32×32 pixels in three colors, in its binary form, with the fine labels. Krizhevsky: &quot;Learning multiple layers of features from tiny images&quot;, 2009.</source>
        <translation>一百种事物的照片，32×32 像素，三种颜色，二进制形式，采用细分类标签。Krizhevsky：《Learning multiple layers of features from tiny images》，2009 年。</translation>
    </message>
</context>
<context>
    <name>data.class_type</name>
    <message>
        <source>{0}: classes are {1}, expected u8, i32 or i64; convert the field</source>
        <translation>{0}：类别为 {1}，应为 u8、i32 或 i64；请转换该字段</translation>
    </message>
</context>
<context>
    <name>data.columns</name>
    <message>
        <source>the field &quot;{0}&quot; has other columns than those the network was trained on; use a file with the same ones</source>
        <translation>字段“{0}”的列与网络训练时的不同；请使用列相同的文件</translation>
    </message>
</context>
<context>
    <name>data.count</name>
    <message>
        <source>{0} has {1:image|images} but {2} has {3:label|labels}; the two files don&apos;t belong together: download or copy both again</source>
        <translation>{0} 有 {1} 张图像，而 {2} 有 {3} 个标签；这两个文件不配套，请重新下载或复制两者</translation>
    </message>
</context>
<context>
    <name>data.csv</name>
    <message>
        <source>Target</source>
        <translation>目标列</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Whether the target holds classes or numbers; automatically, words are classes.</source>
        <translation>该列表示类别还是数值；自动时，文字为类别。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>类别列</translation>
    </message>
    <message>
        <source>Columns of numbers to read as categories, such as a postcode, separated by commas.</source>
        <translation>实为名称的数值列，例如邮政编码，用逗号分隔。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略去的列</translation>
    </message>
    <message>
        <source>Columns to ignore, such as a row&apos;s number, separated by commas.</source>
        <translation>不含信息的列，例如行号，用逗号分隔。</translation>
    </message>
    <message>
        <source>Standardize</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>Standardizes each column of numbers to mean 0 and standard deviation 1, computed from the training samples only.</source>
        <translation>仅依据训练样本，使每个数值列的均值为 0、标准差为 1。</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>The character between the values of a row.</source>
        <translation>一行中各值之间的字符。</translation>
    </message>
    <message>
        <source>Bar |</source>
        <translation>竖线 |</translation>
    </message>
    <message>
        <source>Comma ,</source>
        <translation>逗号 ,</translation>
    </message>
    <message>
        <source>Semicolon ;</source>
        <translation>分号 ;</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>制表符</translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>The decimal separator.</source>
        <translation>小数点所用的字符。</translation>
    </message>
    <message>
        <source>Point .</source>
        <translation>点 .</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>表头</translation>
    </message>
    <message>
        <source>Whether the first row names the columns.</source>
        <translation>首行是否为列名。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Test file</source>
        <translation>测试文件</translation>
    </message>
    <message>
        <source>A file next to it with the same columns, whose rows are the test set; empty: none.</source>
        <translation>旁边列相同的文件，其行只用于测试；留空：没有。</translation>
    </message>
    <message>
        <source>tables in CSV</source>
        <translation>CSV 表格</translation>
    </message>
    <message>
        <source>that of your table</source>
        <translation>与您的表格相同</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>文本列</translation>
    </message>
    <message>
        <source>A column of texts, which are read as tokens into the field &quot;text&quot;; empty: none.</source>
        <translation>一列文本，读作词元放入字段“text”；留空表示没有。</translation>
    </message>
    <message>
        <source>Read text as</source>
        <translation>文本读取为</translation>
    </message>
    <message>
        <source>Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words.</source>
        <translation>字符，每个为一个词元；或词，其中符号、换行和汉字各自为一个词。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Text length</source>
        <translation>文本长度</translation>
    </message>
    <message>
        <source>The number of tokens read from each text; a shorter one is padded.</source>
        <translation>每个文本读取多少个词元；较短的文本之后为填充。</translation>
    </message>
    <message>
        <source>Text vocabulary</source>
        <translation>文本词表</translation>
    </message>
    <message>
        <source>The largest number of different tokens, including padding and unknown; rarer tokens become unknown.</source>
        <translation>最多有多少个不同的词元，包括填充和未知；更少见的词元变为未知。</translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation>小写</translation>
    </message>
    <message>
        <source>Whether capitals in texts are read as lowercase.</source>
        <translation>是否将文本中的大写字母读作小写。</translation>
    </message>
    <message>
        <source>Rows of your own CSV file (gzip too). Columns of numbers and of words become one field &quot;features&quot;, words as one number per category; missing values are filled and numbers standardized from the training rows. The target is the field &quot;label&quot; if it holds classes, else &quot;target&quot;. A column of texts can be the field &quot;text&quot; of token numbers.</source>
        <translation>您的 CSV 文件中的行（也可为 gzip）。数值列和词语列合为一个字段“features”，每个词按类别各为一个数；空缺会填补，数值按训练行标准化。要学习的内容若为类别则是字段“label”，否则为“target”。一列文本可作为词元编号的字段“text”。</translation>
    </message>
    <message>
        <source>Sample weights</source>
        <translation>样本权重</translation>
    </message>
    <message>
        <source>A column of sample weights, one number per row that its loss is multiplied by: the field &quot;sample_weight&quot;; empty: none.</source>
        <translation>每行一个数字的列，该行的损失与它相乘，即字段“sample_weight”；留空：没有。</translation>
    </message>
    <message>
        <source>Standardize the target</source>
        <translation>标准化目标</translation>
    </message>
    <message>
        <source>Whether numeric targets are standardized to mean 0 and standard deviation 1 for training; predictions and metrics stay in the columns&apos; own units.</source>
        <translation>训练时是否将数值目标标准化为均值 0、标准差 1；预测和指标仍用各列原来的单位。</translation>
    </message>
    <message>
        <source>The name of the target column, or several columns of numbers separated by commas, which are predicted in the order that they have in the table; empty: the last one.</source>
        <translation>要学习的列的名称，多个数值列用逗号分隔，结果按它们在表格中的顺序给出；留空：最后一列。</translation>
    </message>
</context>
<context>
    <name>data.csv.categories</name>
    <message>
        <source>{0}: there are more than {1} different values in this column, which is not numeric because of &quot;{2}&quot; on line {3}; correct that, or leave the column out</source>
        <translation>{0}：该列有超过 {1} 个不同的值，并且因第 {3} 行的“{2}”而不是数值列；请更正，或略去该列</translation>
    </message>
</context>
<context>
    <name>data.csv.categories_asked</name>
    <message>
        <source>{0}: there are more than {1} different values in this column, too many for categories; leave it numeric, or out</source>
        <translation>{0}：该列有超过 {1} 个不同的值，作为类别太多；请保留为数值，或略去</translation>
    </message>
</context>
<context>
    <name>data.csv.changed</name>
    <message>
        <source>{0} was changed while it was read; try again</source>
        <translation>读取期间 {0} 被更改；请重试</translation>
    </message>
</context>
<context>
    <name>data.csv.class</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not one of the classes of the training rows; correct it or remove the row</source>
        <translation>{0}：“{1}”不是训练行中的任何类别；请更正或删除该行</translation>
    </message>
</context>
<context>
    <name>data.csv.column</name>
    <message>
        <source>{0} has no column &quot;{1}&quot;; it has: {2}</source>
        <translation>{0} 中没有“{1}”列；现有：{2}</translation>
    </message>
</context>
<context>
    <name>data.csv.columns</name>
    <message>
        <source>{0} has {1:column|columns}, at most {2} can be read; is it written in rows?</source>
        <translation>{0} 有 {1} 列，最多可读取 {2} 列；它是按行书写的吗？</translation>
    </message>
</context>
<context>
    <name>data.csv.empty</name>
    <message>
        <source>{0} holds no rows, expected a CSV table</source>
        <translation>{0} 中没有任何行，应为 CSV 表格</translation>
    </message>
</context>
<context>
    <name>data.csv.features</name>
    <message>
        <source>{0} makes {1:number|numbers} of each row, at most {2} can be read; leave columns of many categories out</source>
        <translation>{0} 的每一行会变成 {1} 个数，最多可读取 {2} 个；请略去类别很多的列</translation>
    </message>
</context>
<context>
    <name>data.csv.infinite</name>
    <message>
        <source>{0}: {1} is beyond the largest float32 number, 3.4e38; correct it, or leave it empty if it is missing</source>
        <translation>{0}：{1} 超过可用的最大数 3.4e38；请更正，缺失时请留空</translation>
    </message>
</context>
<context>
    <name>data.csv.lacking</name>
    <message>
        <source>{0} has no column &quot;{1}&quot;, which the network was trained on, in its first row; name the columns there, or give just the {2:value|values} of each row in their order</source>
        <translation>{0} 的首行中没有网络训练时使用的“{1}”列；请在首行写明列名，或每行只按顺序给出 {2} 个值</translation>
    </message>
</context>
<context>
    <name>data.csv.long</name>
    <message>
        <source>{0}, line {1}: the row that begins here has more than {2:byte|bytes}; is a quote not closed?</source>
        <translation>{0} 第 {1} 行：从这里开始的一行超过 {2} 个字节；是否有引号没有闭合？</translation>
    </message>
</context>
<context>
    <name>data.csv.name</name>
    <message>
        <source>{0}, line {1}: the name of column {2} is not UTF-8; save the file as &quot;CSV UTF-8&quot;</source>
        <translation>{0} 第 {1} 行：第 {2} 列的名称不是 UTF-8；请将文件另存为“CSV UTF-8”</translation>
    </message>
</context>
<context>
    <name>data.csv.negative_weight</name>
    <message>
        <source>{0}: the sample&apos;s weight is {1}, expected a number of 0 or more; correct it or remove the row</source>
        <translation>{0}：样本权重为 {1}，应为不小于 0 的数字；请更正，或删除该行</translation>
    </message>
</context>
<context>
    <name>data.csv.no_features</name>
    <message>
        <source>{0} has no input columns besides the target; add columns, or is the delimiter right?</source>
        <translation>{0} 除要学习的列外没有可供学习的列；请添加列，或检查分隔符是否正确</translation>
    </message>
</context>
<context>
    <name>data.csv.no_rows</name>
    <message>
        <source>{0} has a header and no rows below it; add rows, or set data.source.header to no</source>
        <translation>{0} 只有表头，没有数据行；请添加数据行，或将 data.source.header 设为“no”</translation>
    </message>
</context>
<context>
    <name>data.csv.no_samples</name>
    <message>
        <source>{0} has no rows to predict</source>
        <translation>{0} 中没有可供预测的行</translation>
    </message>
</context>
<context>
    <name>data.csv.no_target</name>
    <message>
        <source>{0}: the target value is missing; fill it in or remove the row</source>
        <translation>{0}：缺少要学习的值；请填写或删除该行</translation>
    </message>
</context>
<context>
    <name>data.csv.no_weight</name>
    <message>
        <source>{0}: the sample&apos;s weight is missing; fill it in or remove the row</source>
        <translation>{0}：缺少样本权重；请补上，或删除该行</translation>
    </message>
</context>
<context>
    <name>data.csv.nul</name>
    <message>
        <source>{0}, line {1} has a zero byte, expected text in UTF-8; is it the right file?</source>
        <translation>{0} 第 {1} 行含有零字节，应为 UTF-8 文本；文件是否正确？</translation>
    </message>
</context>
<context>
    <name>data.csv.number</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not a number, but the column holds numbers elsewhere; correct it, or leave it empty if it is missing</source>
        <translation>{0}：“{1}”不是数，而该列其他处是数；请更正，缺失时请留空</translation>
    </message>
</context>
<context>
    <name>data.csv.one_class</name>
    <message>
        <source>{0}: the target column &quot;{1}&quot; has the same value in all rows</source>
        <translation>{0}：要学习的“{1}”列在所有行中的值都相同</translation>
    </message>
</context>
<context>
    <name>data.csv.other_columns</name>
    <message>
        <source>{0} has other columns than the table of training rows; give it the same ones in the same order</source>
        <translation>{0} 的列与训练表格不同；请使用相同且顺序一致的列</translation>
    </message>
</context>
<context>
    <name>data.csv.place</name>
    <message>
        <source>{0}, line {1}, column &quot;{2}&quot;</source>
        <translation>{0} 第 {1} 行“{2}”列</translation>
    </message>
</context>
<context>
    <name>data.csv.quote</name>
    <message>
        <source>{0}, line {1}: no delimiter follows a closing quote; double the quotes that are part of a value</source>
        <translation>{0} 第 {1} 行：闭合引号之后不是分隔符；属于值的引号请写两个</translation>
    </message>
</context>
<context>
    <name>data.csv.ragged</name>
    <message>
        <source>{0}, line {1} has {2:value|values}, expected {3} as in the first row; put values that hold the delimiter in quotes</source>
        <translation>{0} 第 {1} 行有 {2} 个值，应与首行一样为 {3} 个；含分隔符的值请加引号</translation>
    </message>
</context>
<context>
    <name>data.csv.scaled</name>
    <message>
        <source>{0}: {1} columns are targets, at most {2} can be standardized; choose fewer</source>
        <translation>{0}：要学习 {1} 列，最多只能标准化 {2} 列；请减少要学习的列</translation>
    </message>
</context>
<context>
    <name>data.csv.target_left_out</name>
    <message>
        <source>the column &quot;{0}&quot; of {1} is both the target and left out; choose one</source>
        <translation>{1} 的“{0}”列既要学习又要略去；请选其一</translation>
    </message>
</context>
<context>
    <name>data.csv.targets</name>
    <message>
        <source>{0}: the column &quot;{1}&quot; holds classes, so it must be the only target</source>
        <translation>{0}：“{1}”列表示类别，因此只能单独学习它</translation>
    </message>
</context>
<context>
    <name>data.csv.text_role</name>
    <message>
        <source>the column &quot;{0}&quot; of {1} is to be read as text, but also the target or left out; choose one</source>
        <translation>{1} 的列“{0}”既要读作文本，又要学习或略去；请选择其一</translation>
    </message>
</context>
<context>
    <name>data.csv.twice</name>
    <message>
        <source>{0}, line {1}: two columns have the name &quot;{2}&quot;; rename one, or say that there is no header</source>
        <translation>{0} 第 {1} 行：有两列都叫“{2}”；请改名，或指明没有表头</translation>
    </message>
</context>
<context>
    <name>data.csv.unclosed</name>
    <message>
        <source>{0}, line {1}: a quote in this row is never closed; add it</source>
        <translation>{0} 第 {1} 行：这一行中有引号没有闭合；请补上</translation>
    </message>
</context>
<context>
    <name>data.csv.unseen</name>
    <message>
        <source>{0}: the column &quot;{1}&quot; holds {2}, which training never saw; it is read as none of the known categories</source>
        <translation>{0}：列“{1}”中有训练时从未见过的 {2}；它不会被读作任何类别</translation>
    </message>
</context>
<context>
    <name>data.csv.utf16</name>
    <message>
        <source>{0} is text in UTF-16, expected UTF-8; save it as &quot;CSV UTF-8&quot;</source>
        <translation>{0} 是 UTF-16 文本，应为 UTF-8；请另存为“CSV UTF-8”</translation>
    </message>
</context>
<context>
    <name>data.csv.utf8</name>
    <message>
        <source>{0}: the value is not UTF-8; save the file as &quot;CSV UTF-8&quot;</source>
        <translation>{0}：该值不是 UTF-8；请将文件另存为“CSV UTF-8”</translation>
    </message>
</context>
<context>
    <name>data.csv.weight</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not a number, and this column is what each sample weighs; correct it</source>
        <translation>{0}：“{1}”不是数字，而这一列是每个样本的权重；请改正</translation>
    </message>
</context>
<context>
    <name>data.csv.weight_role</name>
    <message>
        <source>the column &quot;{0}&quot; of {1} is the sample weight, but also the target, left out or read as text; choose one</source>
        <translation>{1} 的列“{0}”既要作为样本权重，又要被学习、排除或读作文本；请只选其一</translation>
    </message>
</context>
<context>
    <name>data.curl</name>
    <message>
        <source>libcurl can&apos;t be started; nothing can be downloaded</source>
        <translation>无法启动 libcurl；不能下载任何内容</translation>
    </message>
</context>
<context>
    <name>data.curve</name>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The function to fit, for x from −1 to 1.</source>
        <translation>要拟合的函数，x 从 −1 到 1。</translation>
    </message>
    <message>
        <source>Bump</source>
        <translation>凸起</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>Parabola</source>
        <translation>抛物线</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>阶跃</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>The number of training points; there are as many test points.</source>
        <translation>训练点的数量；测试点的数量相同。</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>The standard deviation of the noise that is added to y.</source>
        <translation>加在 y 上的噪声的标准差。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Another seed gives other points.</source>
        <translation>不同的种子给出不同的点。</translation>
    </message>
    <message>
        <source>points of a curve</source>
        <translation>曲线上的点</translation>
    </message>
    <message>
        <source>Points of a function of one variable, with noise, made by this program: x is the field &quot;x&quot;, and the value to predict is the field &quot;y&quot;.</source>
        <translation>由本程序生成的、带噪声的单变量函数的点：x 是字段“x”，要预测的值是字段“y”。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.download</name>
    <message>
        <source>can&apos;t download {0}: {1}. Check the network and try again, or put the file into {2} yourself</source>
        <translation>无法下载 {0}：{1}。请检查网络后重试，或自行将文件放入 {2}</translation>
    </message>
</context>
<context>
    <name>data.emnist</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Which of the sets that EMNIST comes in.</source>
        <translation>EMNIST 所含数据集中的哪一个。</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>By merge</source>
        <translation>按合并类别</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>Like MNIST</source>
        <translation>同 MNIST</translation>
    </message>
    <message>
        <source>EMNIST</source>
        <translation>EMNIST</translation>
    </message>
    <message>
        <source>Handwritten letters and digits in MNIST&apos;s form: 28×28 gray pixels, white on black. Cohen, Afshar, Tapson, van Schaik: &quot;EMNIST: an extension of MNIST to handwritten letters&quot;, 2017.</source>
        <translation>MNIST 形式的手写字母和数字：28×28 灰度像素，黑底白字。Cohen、Afshar、Tapson、van Schaik：《EMNIST: an extension of MNIST to handwritten letters》，2017 年。</translation>
    </message>
</context>
<context>
    <name>data.empty</name>
    <message>
        <source>the field {0} holds no samples</source>
        <translation>字段 {0} 没有样本</translation>
    </message>
</context>
<context>
    <name>data.empty_set</name>
    <message>
        <source>the data set &quot;{0}&quot; has no training samples</source>
        <translation>数据集“{0}”没有训练样本</translation>
    </message>
</context>
<context>
    <name>data.fashion_mnist</name>
    <message>
        <source>Fashion-MNIST</source>
        <translation>Fashion-MNIST</translation>
    </message>
    <message>
        <source>T-shirt/top</source>
        <translation>T 恤/上衣</translation>
    </message>
    <message>
        <source>Trouser</source>
        <translation>裤子</translation>
    </message>
    <message>
        <source>Pullover</source>
        <translation>套头衫</translation>
    </message>
    <message>
        <source>Dress</source>
        <translation>连衣裙</translation>
    </message>
    <message>
        <source>Coat</source>
        <translation>外套</translation>
    </message>
    <message>
        <source>Sandal</source>
        <translation>凉鞋</translation>
    </message>
    <message>
        <source>Shirt</source>
        <translation>衬衫</translation>
    </message>
    <message>
        <source>Sneaker</source>
        <translation>运动鞋</translation>
    </message>
    <message>
        <source>Bag</source>
        <translation>包</translation>
    </message>
    <message>
        <source>Ankle boot</source>
        <translation>短靴</translation>
    </message>
    <message>
        <source>Articles of clothing, 28×28 gray pixels: the same size as MNIST but harder. Xiao, Rasul, Vollgraf: &quot;Fashion-MNIST: a novel image dataset for benchmarking machine learning algorithms&quot;, 2017. Debian&apos;s package dataset-fashion-mnist has it too.</source>
        <translation>衣物图像，28×28 灰度像素：与 MNIST 一样大，但更难。Xiao, Rasul, Vollgraf: &quot;Fashion-MNIST: a novel image dataset for benchmarking machine learning algorithms&quot;, 2017。Debian 的软件包 dataset-fashion-mnist 也含有它。</translation>
    </message>
</context>
<context>
    <name>data.few_to_judge</name>
    <message>
        <source>{0:sample validates|samples validate}, and a network that carries its state from batch to batch reads whole batches, of {1}; choose a smaller batch, or set data.validation to none</source>
        <translation>用于验证的样本有 {0} 个，而状态逐批延续的网络只读完整的批次，每批 {1} 个；请选择更小的批大小，或将 data.validation 设为 none</translation>
    </message>
</context>
<context>
    <name>data.field</name>
    <message>
        <source>the data has no field &quot;{0}&quot;; it has: {1}</source>
        <translation>数据中没有字段“{0}”；现有字段：{1}</translation>
    </message>
</context>
<context>
    <name>data.field_size</name>
    <message>
        <source>{0:sample|samples} of field &quot;{1}&quot; have more bytes than 64 bits can count</source>
        <translation>字段“{1}”的 {0} 个样本的字节数超出 64 位的计数范围</translation>
    </message>
</context>
<context>
    <name>data.folder</name>
    <message>
        <source>the data folder {0} does not exist; correct the path or create it</source>
        <translation>数据文件夹 {0} 不存在；请更正路径或创建它</translation>
    </message>
</context>
<context>
    <name>data.folds</name>
    <message>
        <source>can&apos;t split {1:training sample|training samples} into {0:fold|folds}; choose from 2 folds up to one per sample</source>
        <translation>无法把 {1} 个训练样本分成 {0} 折；请选择至少 2 折，至多每折一个样本</translation>
    </message>
</context>
<context>
    <name>data.gzip</name>
    <message>
        <source>{0} is damaged: its gzip data can&apos;t be decompressed; download or copy it again</source>
        <translation>{0} 已损坏：它的 gzip 数据无法解压；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.gzip_memory</name>
    <message>
        <source>not enough memory to decompress {0}; close other programs</source>
        <translation>没有足够的内存解压 {0}；请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>data.gzip_reset</name>
    <message>
        <source>zlib failed in {0}</source>
        <translation>zlib 处理 {0} 失败</translation>
    </message>
</context>
<context>
    <name>data.gzip_short</name>
    <message>
        <source>{0} ends in the middle of its compressed data; download or copy it again</source>
        <translation>{0} 在压缩数据中途结束；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.held_out_all</name>
    <message>
        <source>{0} names all training samples, so none are left to train on</source>
        <translation>{0} 列出了所有训练样本，没有留下可供训练的样本</translation>
    </message>
</context>
<context>
    <name>data.held_out_name</name>
    <message>
        <source>line {1} of {0} is not the name of a training sample; expected one such as &quot;{3}&quot; on each line</source>
        <translation>{0} 的第 {1} 行不是训练样本的名称；每行应为如“{3}”的一个名称</translation>
    </message>
</context>
<context>
    <name>data.held_out_none</name>
    <message>
        <source>{0} names no sample to validate on</source>
        <translation>{0} 没有列出任何验证样本</translation>
    </message>
</context>
<context>
    <name>data.held_out_number</name>
    <message>
        <source>line {1} of {0} is not the number of a training sample; expected one from 0 to {2} on each line</source>
        <translation>{0} 的第 {1} 行不是训练样本的编号；每行应为 0 到 {2} 之间的一个编号</translation>
    </message>
</context>
<context>
    <name>data.idx.claim</name>
    <message>
        <source>{0} claims {1} {2} elements but holds at most {3:byte|bytes} of them: it is truncated or damaged; download or copy it again</source>
        <translation>{0} 声称有 {1} 个 {2} 元素，却最多只有 {3} 字节的内容：它被截断或已损坏，请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.idx.empty</name>
    <message>
        <source>{0} is empty, expected an IDX file; download or copy it again</source>
        <translation>{0} 是空的，应为 IDX 文件；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.idx.header</name>
    <message>
        <source>{0} ends in its header: {1:byte|bytes} of {2}; download or copy it again</source>
        <translation>{0} 在文件头处就结束了：{2} 字节中只有 {1} 字节；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.idx.large</name>
    <message>
        <source>{0} claims {1:byte|bytes}, at most {2} can be read; split the file</source>
        <translation>{0} 声称有 {1} 字节，最多只能读取 {2} 字节；请拆分文件</translation>
    </message>
</context>
<context>
    <name>data.idx.magic</name>
    <message>
        <source>{0} is not an IDX file: it begins with {1}, expected 00 00, a type and a rank; is it the right file?</source>
        <translation>{0} 不是 IDX 文件：它以 {1} 开头，应为 00 00、类型和秩；文件选对了吗？</translation>
    </message>
</context>
<context>
    <name>data.idx.other_rank</name>
    <message>
        <source>{0} has {1:axis|axes}, expected {2}; are images and labels swapped?</source>
        <translation>{0} 有 {1} 个轴，应为 {2} 个；图像和标签是否弄反了？</translation>
    </message>
</context>
<context>
    <name>data.idx.other_sample</name>
    <message>
        <source>{0} has samples of {1}, expected {2}; is it the right file?</source>
        <translation>{0} 的样本为 {1}，应为 {2}；文件选对了吗？</translation>
    </message>
</context>
<context>
    <name>data.idx.other_type</name>
    <message>
        <source>{0} holds {1} elements, expected {2}; is it the right file?</source>
        <translation>{0} 存放的是 {1} 元素，应为 {2}；文件选对了吗？</translation>
    </message>
</context>
<context>
    <name>data.idx.rank</name>
    <message>
        <source>{0} has {1:axis|axes}, expected 1 to {2}; is it the right file?</source>
        <translation>{0} 有 {1} 个轴，应为 1 到 {2} 个；文件选对了吗？</translation>
    </message>
</context>
<context>
    <name>data.idx.short</name>
    <message>
        <source>{0} ends after {1} of {2:byte|bytes} ({3} {4}); download or copy it again</source>
        <translation>{0} 在 {2} 字节中的第 {1} 字节处就结束了（{3} 个 {4}）；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.idx.trailing</name>
    <message>
        <source>{0} continues after the {1} {2} elements its header claims; download or copy it again</source>
        <translation>{0} 在文件头声称的 {1} 个 {2} 元素之后还有内容；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.idx.type</name>
    <message>
        <source>{0} is not an IDX file: its third byte is {1}, expected a type from 08 to 0e; is it the right file?</source>
        <translation>{0} 不是 IDX 文件：它的第三个字节是 {1}，应为 08 到 0e 的类型；文件选对了吗？</translation>
    </message>
</context>
<context>
    <name>data.idx.unsupported</name>
    <message>
        <source>{0} holds {1} elements; u8, i32, f32 and f64 can be read: convert the file</source>
        <translation>{0} 存放的是 {1} 元素；可读取的类型有 u8、i32、f32 和 f64，请转换文件</translation>
    </message>
</context>
<context>
    <name>data.idx.zero</name>
    <message>
        <source>{0} holds nothing: size {1} of {2} in its header is 0; use a file with samples</source>
        <translation>{0} 没有内容：文件头中 {2} 个尺寸里的第 {1} 个为 0；请使用含有样本的文件</translation>
    </message>
</context>
<context>
    <name>data.image_folder</name>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>1 for gray, 3 for color, 4 for color with alpha.</source>
        <translation>1 为灰度，3 为彩色，4 为彩色加不透明度。</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适配方式</translation>
    </message>
    <message>
        <source>How a picture with another aspect ratio is resized: stretched, cropped to its center, or whole with a black border.</source>
        <translation>比例不同的图片如何变为此大小：拉伸、裁取中间部分，或完整放入黑色边框。</translation>
    </message>
    <message>
        <source>Crop to the center</source>
        <translation>裁取中间</translation>
    </message>
    <message>
        <source>Letterbox</source>
        <translation>加黑边</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>pictures in folders</source>
        <translation>文件夹中的图片</translation>
    </message>
    <message>
        <source>that of your pictures</source>
        <translation>与您的图片相同</translation>
    </message>
    <message>
        <source>The height in pixels that each picture is resized to; 0: that of the first, at most 256.</source>
        <translation>每张图片缩放后的像素高度；0 表示与第一张图片同高，最多 256。</translation>
    </message>
    <message>
        <source>The width in pixels that each picture is resized to; 0: that of the first, at most 256.</source>
        <translation>每张图片缩放后的像素宽度；0 表示与第一张图片同宽，最多 256。</translation>
    </message>
    <message>
        <source>PNG, JPEG, WebP and BMP pictures of your own, of any size, in one folder per class, or in such folders under &quot;train&quot; and &quot;test&quot;. Each is rotated by its EXIF orientation and resized to the same size.</source>
        <translation>您自己的 PNG、JPEG、WebP 和 BMP 图片，尺寸不限，每个类别一个文件夹，或放在“train”和“test”下的此类文件夹中。每张图片都会按相机拍摄的方向旋转并缩放到同一尺寸。</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Keeps the decoded pictures on the disk and maps them into memory the next time; without that, they are decoded whenever a training starts.</source>
        <translation>把解码后的图片保存在磁盘上，下次映射到内存；不这样做时，每次训练开始都要解码。</translation>
    </message>
</context>
<context>
    <name>data.in_parts</name>
    <message>
        <source>{0} MiB of samples are copied to {2} in parts during training, {1} MiB at a time</source>
        <translation>{0} MiB 的样本在训练期间分批复制到 {2}，每次 {1} MiB</translation>
    </message>
</context>
<context>
    <name>data.kind</name>
    <message>
        <source>{0} is not a regular file; name a file</source>
        <translation>{0} 不是普通文件；请指定一个文件</translation>
    </message>
</context>
<context>
    <name>data.label</name>
    <message>
        <source>{0}: sample {1} has the class {2}, expected 0 to {3}; correct the file or declare more classes</source>
        <translation>{0}：样本 {1} 的类别为 {2}，应为 0 到 {3}；请更正文件或声明更多类别</translation>
    </message>
</context>
<context>
    <name>data.length</name>
    <message>
        <source>{0}: sample {1} has {2} rows, expected 0 to {3}; correct it</source>
        <translation>{0}：样本 {1} 有 {2} 行，而只能容纳 0 到 {3} 行；请更正</translation>
    </message>
</context>
<context>
    <name>data.make_folder</name>
    <message>
        <source>can&apos;t make the folder {0}: {1}</source>
        <translation>无法创建文件夹 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>data.memory</name>
    <message>
        <source>not enough memory for the {0:byte|bytes} of the data; close other programs or use fewer samples</source>
        <translation>内存不足：数据需要 {0} 字节；请关闭其他程序或使用更少的样本</translation>
    </message>
</context>
<context>
    <name>data.mirror</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>data.mirror_broken</name>
    <message>
        <source>the connection was lost after {0:byte|bytes} of {1}</source>
        <translation>连接中断，已收到 {0} / {1} 字节</translation>
    </message>
</context>
<context>
    <name>data.mirror_certificate</name>
    <message>
        <source>its certificate can&apos;t be trusted</source>
        <translation>它的证书不可信</translation>
    </message>
</context>
<context>
    <name>data.mirror_connect</name>
    <message>
        <source>could not connect</source>
        <translation>无法建立连接</translation>
    </message>
</context>
<context>
    <name>data.mirror_failed</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>data.mirror_long</name>
    <message>
        <source>it sent more than {0:byte|bytes}</source>
        <translation>它发送了超过 {0} 字节</translation>
    </message>
</context>
<context>
    <name>data.mirror_name</name>
    <message>
        <source>its name could not be resolved</source>
        <translation>无法解析它的域名</translation>
    </message>
</context>
<context>
    <name>data.mirror_other</name>
    <message>
        <source>it sent different content (its SHA-256 differs)</source>
        <translation>它发送的内容不同（SHA-256 不符）</translation>
    </message>
</context>
<context>
    <name>data.mirror_short</name>
    <message>
        <source>it sent {0:byte|bytes}, expected {1}</source>
        <translation>它发送了 {0} 字节，应为 {1} 字节</translation>
    </message>
</context>
<context>
    <name>data.mirror_slow</name>
    <message>
        <source>it did not respond in time</source>
        <translation>它没有及时响应</translation>
    </message>
</context>
<context>
    <name>data.mirror_status</name>
    <message>
        <source>it responded with status {0}</source>
        <translation>它返回了状态码 {0}</translation>
    </message>
</context>
<context>
    <name>data.mirrors</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>data.missing</name>
    <message>
        <source>{0} is not in {1}</source>
        <translation>{0} 不在 {1} 中</translation>
    </message>
</context>
<context>
    <name>data.missing_anywhere</name>
    <message>
        <source>{0} was not found, and there is no folder to search</source>
        <translation>这里没有 {0}，也没有可以查找的文件夹</translation>
    </message>
</context>
<context>
    <name>data.missing_file</name>
    <message>
        <source>{0} is not complete: {1} is missing</source>
        <translation>{0} 不完整：缺少 {1}</translation>
    </message>
</context>
<context>
    <name>data.mnist</name>
    <message>
        <source>MNIST</source>
        <translation>MNIST</translation>
    </message>
    <message>
        <source>Handwritten digits, 28×28 gray pixels, white on black: the first data set of most courses. LeCun, Bottou, Bengio, Haffner: &quot;Gradient-based learning applied to document recognition&quot;, 1998.</source>
        <translation>手写数字，28×28 灰度像素，黑底白字：多数课程的第一个数据集。LeCun、Bottou、Bengio、Haffner：《Gradient-based learning applied to document recognition》，1998 年。</translation>
    </message>
</context>
<context>
    <name>data.no_cache</name>
    <message>
        <source>there is no cache folder, since neither HOME nor XDG_CACHE_HOME is set</source>
        <translation>没有缓存文件夹，因为 HOME 和 XDG_CACHE_HOME 都未设置</translation>
    </message>
</context>
<context>
    <name>data.no_test</name>
    <message>
        <source>the data set &quot;{0}&quot; has no test samples to validate with; set data.validation to split or none</source>
        <translation>数据集“{0}”没有可供验证的测试样本；请将 data.validation 设为 split 或 none</translation>
    </message>
</context>
<context>
    <name>data.nothing_to_fetch</name>
    <message>
        <source>{0} need no download; use them as they are</source>
        <translation>{0}无需下载，直接使用即可</translation>
    </message>
</context>
<context>
    <name>data.npy</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>边界框</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>that of your arrays</source>
        <translation>与您的数组相同</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>The input arrays, separated by commas, each a field of that name: left reads left_train or left, and left_test; empty: only x.</source>
        <translation>进入网络的数组，以逗号分隔，每个数组是同名的字段：left 读取 left_train 或 left，以及 left_test；留空：只有 x。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>学习目标</translation>
    </message>
    <message>
        <source>The target array; empty: y.</source>
        <translation>要学习的数组；留空：y。</translation>
    </message>
    <message>
        <source>Sample weights</source>
        <translation>样本权重</translation>
    </message>
    <message>
        <source>The array of sample weights, one number per sample that its loss is multiplied by: the field &quot;sample_weight&quot;; empty: sample_weight, if there is one.</source>
        <translation>每个样本一个数字的数组，该样本的损失与它相乘，即字段“sample_weight”；留空：若有 sample_weight 则用它。</translation>
    </message>
    <message>
        <source>Whether y holds classes, numbers or boxes; automatically, one integer or text per sample is a class. Boxes are rows of left, top, right and bottom in pixels, and any further values; they move with the picture.</source>
        <translation>y 表示类别、数值还是边界框；自动判断时，每个样本一个整数或文本即为类别。边界框是以像素为单位的左、上、右、下各一行，后面可有其他内容；它们随图片移动。</translation>
    </message>
    <message>
        <source>Standardize the target</source>
        <translation>标准化目标</translation>
    </message>
    <message>
        <source>Whether the target is standardized to mean 0 and standard deviation 1 for training, each of up to 16 numbers per sample separately; predictions and metrics stay in the array&apos;s own units.</source>
        <translation>训练时是否将目标标准化为均值 0、标准差 1，每个样本至多 16 个数各自标准化；预测和指标仍用数组原来的单位。</translation>
    </message>
    <message>
        <source>The arrays x_train, y_train and, if present, x_test and y_test (or x and y) of an NPZ file, or of NPY files with these names next to the one named. Bytes of height and width are pictures, field &quot;image&quot;, other arrays &quot;features&quot;; y is the field &quot;label&quot; if it holds classes, as numbers or texts, else &quot;target&quot;. sample_weight_train is the field &quot;sample_weight&quot;. If samples differ in length, x_length_train (or y_length_train) holds the number of valid rows of each.</source>
        <translation>NPZ 文件中的数组 x_train、y_train，以及若有的 x_test 和 y_test（或 x 和 y），或所指文件旁边同名的 NPY 文件。有高和宽的字节是图像，即字段“image”，其他数组是“features”；y 若以数字或文本表示类别，则为字段“label”，否则为“target”。sample_weight_train 是字段“sample_weight”。若样本长度不同，x_length_train（或 y_length_train）说明每个样本有多少行有效。</translation>
    </message>
</context>
<context>
    <name>data.npy.bool</name>
    <message>
        <source>{0} holds booleans that are neither 0 nor 1: it is damaged; download or copy it again</source>
        <translation>{0} 含有既非 0 也非 1 的布尔值：文件已损坏；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.npy.box_counts</name>
    <message>
        <source>{0} has no array that tells how many boxes each sample has; save it as y_length, or as the target&apos;s name with _length appended</source>
        <translation>{0} 中没有说明每个样本有多少个边界框的数组；请将其保存为 y_length，或在目标名称后加上同样的后缀</translation>
    </message>
</context>
<context>
    <name>data.npy.boxes</name>
    <message>
        <source>{0} holds {1}, expected boxes: for each sample, rows of left, top, right and bottom in pixels, and any further values</source>
        <translation>{0} 含有 {1}，应为边界框：每个样本的若干行左、上、右、下（以像素为单位），后面可有其他内容</translation>
    </message>
</context>
<context>
    <name>data.npy.claim</name>
    <message>
        <source>{0} claims {1} elements of {2:byte|bytes} but is smaller than that: it is truncated or damaged; download or copy it again</source>
        <translation>{0} 声称有 {1} 个元素，每个 {2} 个字节，但文件没有这么大：被截断或已损坏；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.npy.class</name>
    <message>
        <source>{0}: sample {1} has the class {2}, expected 0 to {3}; correct it, or set data.source.task to numbers</source>
        <translation>{0}：样本 {1} 的类别为 {2}，应为 0 到 {3}；请更正，或将 data.source.task 设为“numbers”</translation>
    </message>
</context>
<context>
    <name>data.npy.count</name>
    <message>
        <source>{0}: {1} has {2:sample|samples} but {3} has {4}; they don&apos;t belong together</source>
        <translation>{0}：{1} 有 {2} 个样本，而 {3} 有 {4} 个；二者不匹配</translation>
    </message>
</context>
<context>
    <name>data.npy.finite</name>
    <message>
        <source>{0}: sample {1} holds a NaN, an infinity or a number beyond 3.4e38; fill or remove it</source>
        <translation>{0}：样本 {1} 含有 NaN、无穷大或大于 3.4e38 的数；请填充或移除</translation>
    </message>
</context>
<context>
    <name>data.npy.half_test</name>
    <message>
        <source>{0} has test arrays, but no {1}; add it</source>
        <translation>{0} 有用于测试的数组，但没有 {1}；请添加</translation>
    </message>
</context>
<context>
    <name>data.npy.header</name>
    <message>
        <source>{0} has a header that can&apos;t be parsed, expected NumPy&apos;s type, order and shape; save it again with numpy.save</source>
        <translation>无法理解 {0} 的文件头，应为 NumPy 的类型、顺序和形状；请用 numpy.save 重新保存</translation>
    </message>
</context>
<context>
    <name>data.npy.label_texts</name>
    <message>
        <source>{0} holds {1}, expected one text per sample, the name of its class</source>
        <translation>{0} 含有 {1}，应为每个样本一个文本，即其类别的名称</translation>
    </message>
</context>
<context>
    <name>data.npy.large</name>
    <message>
        <source>{0} claims {1:byte|bytes}, at most {2} can be read; split it</source>
        <translation>{0} 声称有 {1} 个字节，最多可读取 {2} 个；请拆分</translation>
    </message>
</context>
<context>
    <name>data.npy.lengths</name>
    <message>
        <source>{0} holds {1}, expected one integer per sample, the number of its valid rows</source>
        <translation>{0} 含有 {1}，应为每个样本一个整数，即其有效的行数</translation>
    </message>
</context>
<context>
    <name>data.npy.long_header</name>
    <message>
        <source>{0} claims a header of {1:byte|bytes}, at most {2} are read; is it damaged?</source>
        <translation>{0} 声称文件头有 {1} 个字节，最多读取 {2} 个；文件是否损坏？</translation>
    </message>
</context>
<context>
    <name>data.npy.magic</name>
    <message>
        <source>{0} is not an NPY file; is it the right file?</source>
        <translation>{0} 不是 NPY 文件；文件是否正确？</translation>
    </message>
</context>
<context>
    <name>data.npy.many_classes</name>
    <message>
        <source>{0} holds more than {1} different texts, too many for classes</source>
        <translation>{0} 含有超过 {1} 个不同的文本，作为类别太多</translation>
    </message>
</context>
<context>
    <name>data.npy.missing</name>
    <message>
        <source>{0} has no array {1}; it has: {2}; save it with numpy.savez(file, {1}=…), or name the arrays in data.source.inputs and data.source.target</source>
        <translation>{0} 没有数组 {1}；它有：{2}；请用“numpy.savez(file, {1}=…)”保存，或在 data.source.inputs 和 data.source.target 中写明数组</translation>
    </message>
</context>
<context>
    <name>data.npy.no_class</name>
    <message>
        <source>{0}: sample {1} has an empty text as its class</source>
        <translation>{0}：样本 {1} 的类别是空文本</translation>
    </message>
</context>
<context>
    <name>data.npy.no_rows</name>
    <message>
        <source>{0}: &quot;{1}&quot; holds numbers of valid rows, but the samples have no rows</source>
        <translation>{0}：“{1}”说明有多少行有效，而样本没有行</translation>
    </message>
</context>
<context>
    <name>data.npy.no_texts</name>
    <message>
        <source>{0} is not a plain array of texts; save it again with numpy.save</source>
        <translation>{0} 不是普通的文本数组；请用 numpy.save 重新保存</translation>
    </message>
</context>
<context>
    <name>data.npy.object</name>
    <message>
        <source>{0} holds Python objects, which are not read because they could run anything; save numbers, with array.astype(&quot;float32&quot;)</source>
        <translation>{0} 含有 Python 对象，因其可能执行任意代码而不读取；请用 array.astype(&quot;float32&quot;) 保存为数值</translation>
    </message>
</context>
<context>
    <name>data.npy.one_class</name>
    <message>
        <source>{0} has the same class for all samples</source>
        <translation>{0} 中所有样本的类别都相同</translation>
    </message>
</context>
<context>
    <name>data.npy.other</name>
    <message>
        <source>{0} has samples of {1} {2}, expected {3} {4} as in the training arrays</source>
        <translation>{0} 的样本为 {1} {2}，应与训练数组一样为 {3} {4}</translation>
    </message>
</context>
<context>
    <name>data.npy.other_classes</name>
    <message>
        <source>{0} holds {1}, expected classes as in the training arrays</source>
        <translation>{0} 含有 {1}，应为与训练数组相同的类别</translation>
    </message>
</context>
<context>
    <name>data.npy.rank</name>
    <message>
        <source>{0} has more than {1:axis|axes}; reshape it</source>
        <translation>{0} 的轴数超过 {1}；请改变其形状</translation>
    </message>
</context>
<context>
    <name>data.npy.same</name>
    <message>
        <source>{0}: each array becomes a field of its own, and two of those named in data.source would both be &quot;{1}&quot;; name each array once there, or save one of them under another name</source>
        <translation>{0}：每个数组各成一个字段，而“data.source”中所写的两个数组都会成为“{1}”；请在其中每个数组只写一次，或把其中一个另存为别的名称</translation>
    </message>
</context>
<context>
    <name>data.npy.scalar</name>
    <message>
        <source>{0} is a single number, expected an array of samples; save several</source>
        <translation>{0} 是单个数，应为样本数组；请保存多个</translation>
    </message>
</context>
<context>
    <name>data.npy.short</name>
    <message>
        <source>{0} ends after {1} of {2:byte|bytes} of its {3} elements; download or copy it again</source>
        <translation>{0} 在其 {3} 个元素的 {2} 个字节中只到第 {1} 个就结束了；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.npy.short_header</name>
    <message>
        <source>{0} ends in its header, expected an array in NumPy&apos;s NPY format; download or copy it again</source>
        <translation>{0} 在文件头中就结束了，应为 NumPy 的 NPY 格式数组；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.npy.structure</name>
    <message>
        <source>{0} holds structures of several values; save each of them as an array of its own</source>
        <translation>{0} 含有由多个值组成的结构；请将每个值单独存为数组</translation>
    </message>
</context>
<context>
    <name>data.npy.text_input</name>
    <message>
        <source>{0} holds texts, which can only be read as target classes; give numbers as inputs</source>
        <translation>{0} 含有文本，文本只能作为要学习的类别读取；请用数字作为输入</translation>
    </message>
</context>
<context>
    <name>data.npy.texts</name>
    <message>
        <source>{0} holds texts, which can only be read as classes; convert it to numbers with array.astype(&quot;float32&quot;)</source>
        <translation>{0} 含有文本，文本只能作为类别读取；请用 array.astype(&quot;float32&quot;) 转换为数字</translation>
    </message>
</context>
<context>
    <name>data.npy.trailing</name>
    <message>
        <source>{0} continues after the {1} elements its header claims; download or copy it again</source>
        <translation>{0} 在文件头所称的 {1} 个元素之后还有内容；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>data.npy.twice</name>
    <message>
        <source>{0}: there is another array for {1}; remove one</source>
        <translation>{0}：{1} 已有另一个数组；请移除一个</translation>
    </message>
</context>
<context>
    <name>data.npy.type</name>
    <message>
        <source>{0} holds elements of the type &quot;{1}&quot;; floats, integers, booleans and texts can be read: convert it with array.astype(&quot;float32&quot;)</source>
        <translation>{0} 含有类型“{1}”的元素；可读取浮点数、整数、布尔值和文本：请用 array.astype(&quot;float32&quot;) 转换</translation>
    </message>
</context>
<context>
    <name>data.npy.unknown_class</name>
    <message>
        <source>{0}: sample {1} has the class &quot;{2}&quot;, which no training sample has</source>
        <translation>{0}：样本 {1} 的类别“{2}”在训练样本中没有</translation>
    </message>
</context>
<context>
    <name>data.npy.unread</name>
    <message>
        <source>{0} holds arrays that are not read: {1}; name them in data.source.inputs, data.source.target or data.source.weights, or remove them</source>
        <translation>{0} 含有未被读取的数组：{1}；请在 data.source.inputs、data.source.target 或 data.source.weights 中写明它们，或删除它们</translation>
    </message>
</context>
<context>
    <name>data.npy.unsigned</name>
    <message>
        <source>{0} holds integers beyond 2^63 - 1, which can&apos;t be read; convert it to float64</source>
        <translation>{0} 含有大于 2^63 - 1 的整数，无法读取；请转换为 float64</translation>
    </message>
</context>
<context>
    <name>data.npy.utf8</name>
    <message>
        <source>{0}: text {1} is not Unicode; save it again with array.astype(str)</source>
        <translation>{0}：第 {1} 个文本不是“Unicode”文本；请用“array.astype(str)”转换后重新保存</translation>
    </message>
</context>
<context>
    <name>data.npy.version</name>
    <message>
        <source>{0} is written in version {1} of NPY, expected 1 to 3; save it again with numpy.save</source>
        <translation>{0} 使用 NPY 第 {1} 版写成，应为 1 到 3；请用 numpy.save 重新保存</translation>
    </message>
</context>
<context>
    <name>data.npy.weights</name>
    <message>
        <source>{0} holds {1}, expected one number per sample as its weight; choose another array</source>
        <translation>{0} 含有 {1}，应为每个样本一个数字作为权重；请选择其他数组</translation>
    </message>
</context>
<context>
    <name>data.npy.zero</name>
    <message>
        <source>{0} holds nothing: axis {1} has size 0; use an array with samples</source>
        <translation>{0} 是空的：第 {1} 轴的大小为 0；请使用含有样本的数组</translation>
    </message>
</context>
<context>
    <name>data.npz_empty</name>
    <message>
        <source>{0} contains no arrays; save it again with numpy.savez</source>
        <translation>{0} 不含数组；请用“numpy.savez”重新保存</translation>
    </message>
</context>
<context>
    <name>data.nul</name>
    <message>
        <source>{0} contains a NUL character, which is not allowed in a file name; remove it</source>
        <translation>{0} 含有 NUL 字符，名称中不能有它；请删除</translation>
    </message>
</context>
<context>
    <name>data.origin.folder</name>
    <message>
        <source>{0} from {1}</source>
        <translation>{0}，来自 {1}</translation>
    </message>
</context>
<context>
    <name>data.parameter</name>
    <message>
        <source>data set &quot;{0}&quot; has no parameter &quot;{1}&quot;; it has: {2}</source>
        <translation>数据集“{0}”没有参数“{1}”；它有：{2}</translation>
    </message>
</context>
<context>
    <name>data.parameter_meant</name>
    <message>
        <source>data set &quot;{0}&quot; has no parameter &quot;{1}&quot;; did you mean &quot;{2}&quot;?</source>
        <translation>数据集“{0}”没有参数“{1}”；您要找的是“{2}”吗？</translation>
    </message>
</context>
<context>
    <name>data.parameter_none</name>
    <message>
        <source>data set &quot;{0}&quot; has no parameters, so no &quot;{1}&quot;</source>
        <translation>数据集“{0}”没有参数，因此也没有“{1}”</translation>
    </message>
</context>
<context>
    <name>data.parameter_value</name>
    <message>
        <source>data set &quot;{0}&quot;: {1}</source>
        <translation>数据集“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>data.place_file</name>
    <message>
        <source>{0} are read from your own file: set data.path to it</source>
        <translation>{0}要从您的一个文件读取：请将 data.path 设为该文件</translation>
    </message>
</context>
<context>
    <name>data.place_folder</name>
    <message>
        <source>{0} are read from your own folder: set data.path to it</source>
        <translation>{0}要从您的一个文件夹读取：请将 data.path 设为该文件夹</translation>
    </message>
</context>
<context>
    <name>data.place_missing</name>
    <message>
        <source>{0} does not exist; correct data.path, or restore the data</source>
        <translation>{0} 不存在；请更正 data.path，或把数据放回原处</translation>
    </message>
</context>
<context>
    <name>data.place_no_file</name>
    <message>
        <source>{0} is a folder, expected a file; correct data.path</source>
        <translation>{0} 是文件夹，应为文件；请更正 data.path</translation>
    </message>
</context>
<context>
    <name>data.place_no_folder</name>
    <message>
        <source>{0} is a file, expected a folder; correct data.path</source>
        <translation>{0} 是文件，应为文件夹；请更正 data.path</translation>
    </message>
</context>
<context>
    <name>data.place_nowhere</name>
    <message>
        <source>{0} is neither next to the project nor in a data folder; correct data.path or name the folder with --data-dir</source>
        <translation>{0} 既不在项目旁边，也不在数据文件夹中；请更正 data.path，或用 --data-dir 指明文件夹</translation>
    </message>
</context>
<context>
    <name>data.points</name>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>How the classes lie in the plane.</source>
        <translation>各类别在平面上的分布。</translation>
    </message>
    <message>
        <source>Blobs</source>
        <translation>团</translation>
    </message>
    <message>
        <source>Circles</source>
        <translation>圆环</translation>
    </message>
    <message>
        <source>Two moons</source>
        <translation>两个月牙</translation>
    </message>
    <message>
        <source>Spiral</source>
        <translation>螺旋</translation>
    </message>
    <message>
        <source>XOR</source>
        <translation>异或</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>The number of training points; there are as many test points.</source>
        <translation>训练点的数量；测试点的数量相同。</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>The standard deviation of the noise that is added to each coordinate.</source>
        <translation>加在每个坐标上的噪声的标准差。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Another seed gives other points.</source>
        <translation>不同的种子给出不同的点。</translation>
    </message>
    <message>
        <source>points in the plane</source>
        <translation>平面上的点</translation>
    </message>
    <message>
        <source>Two-dimensional points in classes, made by this program: two moons, circles, a spiral, XOR or blobs. The coordinates are the field &quot;point&quot;, the class is the field &quot;label&quot;.</source>
        <translation>由本程序生成的二维分类点：两个月牙、圆环、螺旋、异或或团。坐标是字段“point”，类别是字段“label”。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
    <message>
        <source>Own points</source>
        <translation>自定义的点</translation>
    </message>
    <message>
        <source>The number of blobs, circles or arms of the spiral, or of classes of your own points.</source>
        <translation>团块、圆或螺旋臂的数量，或您自己的点的类别数。</translation>
    </message>
    <message>
        <source>x, y and the class of each point, one after the other. Every fourth point of a class is held out for validation.</source>
        <translation>每个点的 x、y 和类别，依次排列。每个类别中每四个点有一个留作验证。</translation>
    </message>
</context>
<context>
    <name>data.points.class</name>
    <message>
        <source>point {0} of data.own has the class {1}, but there are only {2:class|classes}, from 0 to {3}; change it, or data.classes</source>
        <translation>data.own 的第 {0} 个点的类别为 {1}，但只有 {2} 个类别，从 0 到 {3}；请修改它或 data.classes</translation>
    </message>
</context>
<context>
    <name>data.points.far</name>
    <message>
        <source>point {0} of data.own is too far away: ({1}, {2}); move it closer</source>
        <translation>data.own 的第 {0} 个点太远：({1}, {2})；请将其移近</translation>
    </message>
</context>
<context>
    <name>data.points.few</name>
    <message>
        <source>there are {0:point|points} of your own, too few to hold any out for validation: click in the Data panel until there are at least {1} of one class</source>
        <translation>您自己的点有 {0} 个，太少而无法留出验证样本：请在“数据”面板中单击，直到某个类别至少有 {1} 个点</translation>
    </message>
</context>
<context>
    <name>data.points.three</name>
    <message>
        <source>data.own has {0:number|numbers}, but each point has three: x, y and its class; add or remove some</source>
        <translation>data.own 有 {0} 个数，但每个点有三个：x、y 和类别；请添加或删除</translation>
    </message>
</context>
<context>
    <name>data.random_images</name>
    <message>
        <source>random images</source>
        <translation>随机图像</translation>
    </message>
    <message>
        <source>Noise in the shape of CIFAR-10 (32×32 pixels, three colors, ten classes), for measuring speed: there is nothing to learn from it.</source>
        <translation>形状与 CIFAR-10 相同的噪声（32×32 像素、三个颜色通道、十个类别），用于测速：其中没有可学的东西。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.random_type</name>
    <message>
        <source>random data can&apos;t be {0}; declare field &quot;{1}&quot; as f32</source>
        <translation>随机数据不能为 {0}；请将字段“{1}”声明为 f32</translation>
    </message>
</context>
<context>
    <name>data.read</name>
    <message>
        <source>can&apos;t read {0}: {1}</source>
        <translation>无法读取 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>data.sample_size</name>
    <message>
        <source>a sample of field &quot;{0}&quot; ({1}) has more bytes than 64 bits can count</source>
        <translation>字段“{0}”的一个样本（{1}）的字节数超出 64 位的计数范围</translation>
    </message>
</context>
<context>
    <name>data.samples</name>
    <message>
        <source>the data has {0:sample|samples}, expected 0 to {1}; split it into parts</source>
        <translation>数据有 {0} 个样本，应为 0 到 {1} 个；请将其拆分</translation>
    </message>
</context>
<context>
    <name>data.series</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>The columns that are read, separated by commas; empty: all whose first value is a number.</source>
        <translation>要读取的列，以逗号分隔；留空表示首个值为数的所有列。</translation>
    </message>
    <message>
        <source>The column to forecast; empty: the last one that is read.</source>
        <translation>要预测的列；留空表示所读取的最后一列。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>How many rows a sample has.</source>
        <translation>每个样本有多少行。</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>预测步数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>The number of rows from the start of one sample to the next; windows may overlap.</source>
        <translation>下一个样本比前一个晚多少行开始；窗口可以重叠。</translation>
    </message>
    <message>
        <source>Standardize</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>The fraction of the rows, at the end, that is the test set.</source>
        <translation>末尾多大比例的行用于测试。</translation>
    </message>
    <message>
        <source>series in CSV</source>
        <translation>CSV 中的序列</translation>
    </message>
    <message>
        <source>Rows of numbers of your own CSV file (gzip too), in order of time. Windows of rows are the field &quot;series&quot;, the next values of one column the field &quot;target&quot;. A missing value takes the one before it. Overlapping windows take no extra memory.</source>
        <translation>您的 CSV 文件（也可为 gzip）中按时间顺序排列的数值行。行的窗口为字段“series”，某一列的后续值为字段“target”。空缺沿用其前一个值。重叠的窗口不占更多内存。</translation>
    </message>
    <message>
        <source>that of your table</source>
        <translation>您的表格的许可</translation>
    </message>
    <message>
        <source>Standardizes each column to mean 0 and standard deviation 1, computed from the training rows only.</source>
        <translation>使读取的每一列均值为 0、标准差为 1，只按用于训练的行计算。</translation>
    </message>
    <message>
        <source>Standardize the target</source>
        <translation>标准化目标</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>预测目标</translation>
    </message>
    <message>
        <source>The number of next values to forecast.</source>
        <translation>要预测多少个后续值。</translation>
    </message>
    <message>
        <source>Whether the target is standardized to mean 0 and standard deviation 1 for training; predictions and metrics stay in the column&apos;s own units.</source>
        <translation>训练时是否将目标标准化为均值 0、标准差 1；预测和指标仍用该列原来的单位。</translation>
    </message>
</context>
<context>
    <name>data.series.few</name>
    <message>
        <source>{0} has {1:row|rows}, but the network reads a window of {2}; give it a file with at least {2}</source>
        <translation>{0} 有 {1} 行，而网络要读取长度为 {2} 的窗口；请提供至少 {2} 行的文件</translation>
    </message>
</context>
<context>
    <name>data.series.few_to_judge</name>
    <message>
        <source>{0} has {1:row|rows}, but evaluating needs {4}: a window of {2} and the next {3:value|values}; give a file of at least {4}</source>
        <translation>{0} 有 {1} 行，而评估需要 {4} 行：长度为 {2} 的窗口和随后的 {3} 个值；请提供至少 {4} 行的文件</translation>
    </message>
</context>
<context>
    <name>data.series.first</name>
    <message>
        <source>{0}: the first value is missing; fill it in or remove the row</source>
        <translation>{0}：缺少第一个值；请补上或删除该行</translation>
    </message>
</context>
<context>
    <name>data.series.no_numbers</name>
    <message>
        <source>{0} has no column of numbers; is the delimiter right?</source>
        <translation>{0} 没有数值列；分隔符是否正确？</translation>
    </message>
</context>
<context>
    <name>data.series.number</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not a number; correct it, or choose other columns</source>
        <translation>{0}：“{1}”不是数；请更正，或选择其他列</translation>
    </message>
</context>
<context>
    <name>data.series.short</name>
    <message>
        <source>{0} has {1:row|rows} to train on, but a sample needs {4}: a window of {2} and the next {3:value|values} of the horizon; choose a smaller window or horizon, or hold out fewer rows</source>
        <translation>{0} 有 {1} 行可供训练，而一个样本需要 {4} 行：长度为 {2} 的窗口和预测范围内随后的 {3} 个值；请选择更小的窗口或预测范围，或减少用于验证的行</translation>
    </message>
</context>
<context>
    <name>data.shakespeare</name>
    <message>
        <source>Tiny Shakespeare</source>
        <translation>莎士比亚剧作</translation>
    </message>
    <message>
        <source>A megabyte of Shakespeare&apos;s plays, of which a network learns to write more: windows of characters or words are the field &quot;text&quot;, and what comes next is the field &quot;next&quot;. Karpathy: &quot;The unreasonable effectiveness of recurrent neural networks&quot;, 2015.</source>
        <translation>一兆字节的莎士比亚戏剧，网络由此学着续写：由字符或单词组成的窗口是字段 &quot;text&quot;，紧随其后的是字段 &quot;next&quot;。Karpathy：&quot;The unreasonable effectiveness of recurrent neural networks&quot;，2015。</translation>
    </message>
</context>
<context>
    <name>data.share</name>
    <message>
        <source>the fraction of samples held out is {0}, expected at least 0 and below 1, for example 0.1</source>
        <translation>留出样本的比例为 {0}，应不小于 0 且小于 1，例如 0.1</translation>
    </message>
</context>
<context>
    <name>data.share_samples</name>
    <message>
        <source>samples can&apos;t be held out of {0:training sample|training samples}; use more samples or the test set</source>
        <translation>无法从 {0} 个训练样本中留出样本；请使用更多样本或测试集</translation>
    </message>
</context>
<context>
    <name>data.shifted_digits</name>
    <message>
        <source>built-in shifted digits</source>
        <translation>内置移位数字</translation>
    </message>
    <message>
        <source>Digits drawn by this program in pictures of 40×40: in the middle of the training pictures, anywhere in the test pictures. A network that learns positions fails; one that learns shapes does not.</source>
        <translation>由本程序绘制在 40×40 图像中的数字：训练图像中位于正中，测试图像中位于任意位置。只学位置会失败，学会形状则不会。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.stand_in</name>
    <message>
        <source>{0}; {1} are used instead</source>
        <translation>{0}；暂由{1}代替</translation>
    </message>
</context>
<context>
    <name>data.stratify</name>
    <message>
        <source>the field &quot;{0}&quot; is not one class per sample, so samples can&apos;t be held out by class; set data.validation to split</source>
        <translation>字段“{0}”并非每个样本一个类别，因此无法按类别留出样本；请将 data.validation 设为 split</translation>
    </message>
</context>
<context>
    <name>data.stratify_few</name>
    <message>
        <source>no class has enough samples to hold out a fraction of {0}; hold out more</source>
        <translation>没有哪个类别的样本多到可以留出 {0} 的比例；请增大比例</translation>
    </message>
</context>
<context>
    <name>data.streamed</name>
    <message>
        <source>{0} MiB of samples are too much to hold at once: {1} MiB at a time are copied to {2} during training</source>
        <translation>{0} MiB 的样本太多，无法一次全部放入：训练时每次将其中 {1} MiB 送到 {2}</translation>
    </message>
</context>
<context>
    <name>data.synthetic_digits</name>
    <message>
        <source>built-in synthetic digits</source>
        <translation>内置合成数字</translation>
    </message>
    <message>
        <source>Digits drawn by this program from pen strokes, in MNIST&apos;s format: no download is needed. A dense network gets about 97 % of them right, a convolutional one 99 %.</source>
        <translation>由本程序用笔画绘制的数字，形状与 MNIST 相同，无需下载。全连接网络约能认对 97%，卷积网络约 99%。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.synthetic_flowers</name>
    <message>
        <source>built-in synthetic flowers</source>
        <translation>内置的合成花卉</translation>
    </message>
    <message>
        <source>A small table made by this program: four lengths in centimetres, some of them missing, and the soil of three invented kinds of flowers. A small dense network gets about 96 % of them right.</source>
        <translation>由本程序生成的小表格：三种虚构花卉的四个长度（厘米，部分缺失）和土壤。小型全连接网络约可答对 96%。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.synthetic_reviews</name>
    <message>
        <source>built-in synthetic reviews</source>
        <translation>内置合成评论</translation>
    </message>
    <message>
        <source>Short sentences made by this program that praise something or don&apos;t: &quot;the plot was not bad but i never liked the ending.&quot; Words are negated, and what follows &quot;but&quot; decides, so that it is not enough to count them.</source>
        <translation>由本程序生成的短句，或褒或贬：&quot;the plot was not bad but i never liked the ending.&quot; 词语会被否定，而 &quot;but&quot; 之后的内容才是结论，所以只数词是不够的。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>贬</translation>
    </message>
    <message>
        <source>positive</source>
        <translation>褒</translation>
    </message>
</context>
<context>
    <name>data.synthetic_waves</name>
    <message>
        <source>built-in synthetic waves</source>
        <translation>内置合成波形</translation>
    </message>
    <message>
        <source>A series made by this program: the sum of three sine waves and noise with a deviation of 0.1. 48 values are the field &quot;series&quot;, the 8 that follow them the field &quot;target&quot;.</source>
        <translation>由本程序生成的序列：三个正弦波之和，加上标准差为 0.1 的噪声。48 个值为字段 &quot;series&quot;，其后的 8 个值为字段 &quot;target&quot;。</translation>
    </message>
    <message>
        <source>none needed: made by this program</source>
        <translation>无需许可：由本程序生成</translation>
    </message>
</context>
<context>
    <name>data.tang_poems</name>
    <message>
        <source>300 Tang poems</source>
        <translation>唐诗三百首</translation>
    </message>
    <message>
        <source>300 Chinese poems of the Tang dynasty, each with its title and its author: windows of characters are the field &quot;text&quot;, and what comes next is the field &quot;next&quot;. The file is made from the collection chinese-poetry and not published as it is, so it is not downloaded.</source>
        <translation>三百首唐诗，各附题目与作者：由汉字组成的窗口是字段 &quot;text&quot;，紧随其后的是字段 &quot;next&quot;。该文件由 &quot;chinese-poetry&quot; 诗集整理而成，未以此形式发布，因此不会自动下载。</translation>
    </message>
</context>
<context>
    <name>data.text.changed</name>
    <message>
        <source>{0} has changed since it was scanned; try again</source>
        <translation>{0} 自查看以来已改变；请重试</translation>
    </message>
</context>
<context>
    <name>data.text.different</name>
    <message>
        <source>{0} has more than {1} different words, too many to count; read it as characters</source>
        <translation>{0} 有超过 {1} 个不同的词，多得无法统计；请按字符读取</translation>
    </message>
</context>
<context>
    <name>data.text.empty</name>
    <message>
        <source>{0} is empty; give a text</source>
        <translation>{0} 是空的；请提供文本</translation>
    </message>
</context>
<context>
    <name>data.text.largest</name>
    <message>
        <source>a vocabulary has {0:token|tokens}, at most {1} are supported; choose a lower limit</source>
        <translation>词表有 {0} 个词元，最多支持 {1} 个；请选择更小的上限</translation>
    </message>
</context>
<context>
    <name>data.text.other</name>
    <message>
        <source>{0} is not the expected text: its bytes differ; remove it, or read it as a text of your own: set data.source to text_file</source>
        <translation>{0} 的内容与所指的文本不同；请移除它，或把它当作自己的文本来读：将 data.source 设为 text_file</translation>
    </message>
</context>
<context>
    <name>data.text.read</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>data.text.samples</name>
    <message>
        <source>{0} has {1} windows, at most {2} are supported; choose a larger step</source>
        <translation>{0} 有 {1} 个窗口，最多支持 {2} 个；请选择更大的步长</translation>
    </message>
</context>
<context>
    <name>data.text.short</name>
    <message>
        <source>{0} has {1:token|tokens} to train on, but a window of {2} and its next token need {3}; choose a smaller window or a longer text</source>
        <translation>{0} 有 {1} 个词元可供训练，而长度为 {2} 的窗口连同其后一个需要 {3} 个；请选择更小的窗口或更长的文本</translation>
    </message>
</context>
<context>
    <name>data.text.short_test</name>
    <message>
        <source>the test part of the text has {0:token|tokens}, fewer than a window of {1} and its next token need: there are no test samples</source>
        <translation>用于测试的文本末尾有 {0} 个词元，少于长度为 {1} 的窗口连同其后一个所需：没有测试样本</translation>
    </message>
</context>
<context>
    <name>data.text.unit</name>
    <message>
        <source>/unit: &quot;{0}&quot; is neither words nor characters</source>
        <translation>/unit：“{0}”既不是词也不是字符</translation>
    </message>
</context>
<context>
    <name>data.text.unseen</name>
    <message>
        <source>{0} holds {1}, which training never saw; the network reads them as unknown</source>
        <translation>{0} 中有训练时从未见过的 {1}；网络将其读作未知</translation>
    </message>
</context>
<context>
    <name>data.text.utf8</name>
    <message>
        <source>{0}: the byte {1} is not UTF-8; save the text as UTF-8</source>
        <translation>{0}：第 {1} 个字节不是 UTF-8；请将文本保存为 UTF-8</translation>
    </message>
</context>
<context>
    <name>data.text.vocabulary</name>
    <message>
        <source>the token &quot;{0}&quot; is empty or appears twice in a vocabulary</source>
        <translation>词表中的词元“{0}”为空或重复出现</translation>
    </message>
</context>
<context>
    <name>data.text.zero</name>
    <message>
        <source>{0}: the byte {1} is a 0, which no text holds; give a text file in UTF-8</source>
        <translation>{0}：第 {1} 个字节为 0，文本中不会出现；请提供 UTF-8 文本文件</translation>
    </message>
</context>
<context>
    <name>data.text_file</name>
    <message>
        <source>Read as</source>
        <translation>读取为</translation>
    </message>
    <message>
        <source>Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words.</source>
        <translation>字符，每个为一个词元；或词，其中符号、换行和汉字各自为一个词。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>How many tokens a sample has.</source>
        <translation>每个样本有多少个词元。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>学习目标</translation>
    </message>
    <message>
        <source>The token after a window, or after each token in it, for networks with an output at each step.</source>
        <translation>窗口之后的词元，或窗口中每个词元之后的词元（用于在每个位置都给出答案的网络）。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Next tokens</source>
        <translation>逐个的下一词元</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>The largest number of different tokens, including padding and unknown; rarer tokens become unknown.</source>
        <translation>最多有多少个不同的词元，包括填充和未知；更少见的词元变为未知。</translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation>小写</translation>
    </message>
    <message>
        <source>Whether capitals are read as lowercase.</source>
        <translation>是否将大写字母读作小写。</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>The fraction of the text, at the end, that is the test set; the vocabulary comes from the text before it.</source>
        <translation>文本末尾有多大比例用于测试；词表来自其之前的部分。</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>A UTF-8 text of your own, in any script, as numbers of its characters or words: windows of it are the field &quot;text&quot;, and what comes next is the field &quot;next&quot;. The most frequent tokens have the lowest numbers, after 0 for padding and 1 for unknown tokens. In memory a character takes one byte if there are at most 254 different ones, otherwise four, like a word; overlapping windows take no extra memory.</source>
        <translation>您的 UTF-8 文本，任何文字均可，读作字符或词的编号：其窗口为字段“text”，其后的内容为字段“next”。最常见的词元编号最小，排在表示填充的 0 和表示未知的 1 之后。不同字符不超过 254 个时每个字符在内存中占一个字节，否则占四个，词也占四个；重叠的窗口不占更多内存。</translation>
    </message>
    <message>
        <source>that of your text</source>
        <translation>您的文本的许可</translation>
    </message>
    <message>
        <source>The fraction of the text, at the end, that is the test set; the vocabulary comes from the whole text.</source>
        <translation>文本末尾用于测试的部分占多少；词表取自全文。</translation>
    </message>
    <message>
        <source>The number of tokens from the start of one sample to the next; windows may overlap. Stateful layers need a step as long as the window; a batch&apos;s windows then come from as many places in the text, and each continues in the next batch.</source>
        <translation>下一个样本比前一个晚多少个词元开始；窗口可以重叠。有状态的层要求它等于窗口的长度：一批中的各个窗口取自文本的不同位置，并在下一批中各自接续。</translation>
    </message>
</context>
<context>
    <name>data.text_folder</name>
    <message>
        <source>Read as</source>
        <translation>读取为</translation>
    </message>
    <message>
        <source>Characters, each one token; or words, with punctuation marks, line breaks and ideographs as separate words.</source>
        <translation>字符，每个为一个词元；或词，其中符号、换行和汉字各自为一个词。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>The number of tokens read from each text; a shorter one is padded.</source>
        <translation>每个文本读取多少个词元；较短的文本之后为填充。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>The largest number of different tokens, including padding and unknown; rarer tokens become unknown.</source>
        <translation>最多有多少个不同的词元，包括填充和未知；更少见的词元变为未知。</translation>
    </message>
    <message>
        <source>Lowercase</source>
        <translation>小写</translation>
    </message>
    <message>
        <source>Whether capitals are read as lowercase.</source>
        <translation>是否将大写字母读作小写。</translation>
    </message>
    <message>
        <source>texts in folders</source>
        <translation>文件夹中的文本</translation>
    </message>
    <message>
        <source>Your own text files (.txt) in UTF-8, in one folder per class, or in such folders under &quot;train&quot; and &quot;test&quot;. The field &quot;text&quot; has the numbers of each text&apos;s first tokens, and 0 after the end of a shorter one; the vocabulary is that of the training texts.</source>
        <translation>您的 UTF-8 文本文件（.txt），每个类别一个文件夹，或在“train”和“test”下有这样的文件夹。字段“text”为每个文本最前面的词元编号，较短的文本末尾之后为 0；词表来自训练文本。</translation>
    </message>
    <message>
        <source>that of your texts</source>
        <translation>您的文本的许可</translation>
    </message>
</context>
<context>
    <name>data.unexpected</name>
    <message>
        <source>the data could not be read: {0}</source>
        <translation>无法读取数据：{0}</translation>
    </message>
</context>
<context>
    <name>data.unfitted</name>
    <message>
        <source>the run did not record the mean and deviation of the columns of &quot;{0}&quot;, as older runs did not; train it again</source>
        <translation>该次训练没有记下读取“{0}”各列所用的均值和标准差（较早的训练没有保存它们）；请重新训练</translation>
    </message>
</context>
<context>
    <name>data.unseen</name>
    <message>
        <source>{0:validation sample has|validation samples have} a category in the column &quot;{1}&quot; that no training sample has; it is read as none</source>
        <translation>有 {0} 个验证样本在“{1}”列中的类别从未出现在训练样本中；按无类别读取</translation>
    </message>
</context>
<context>
    <name>data.weight</name>
    <message>
        <source>{0}: sample {1} has the weight {2}, expected a finite number of 0 or more; correct it or remove the sample</source>
        <translation>{0}：样本 {1} 的权重为 {2}，应为不小于 0 的有限数字；请更正，或删除该样本</translation>
    </message>
</context>
<context>
    <name>dense</name>
    <message>
        <source>fully connected, fc, linear, mlp, perceptron</source>
        <translation>全连接, 全连接层, 线性层, 稠密层, 感知机</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单元数</translation>
    </message>
    <message>
        <source>The number of outputs.</source>
        <translation>输出多少个数。</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>The activation function applied to each result.</source>
        <translation>应用于每个结果的激活函数。</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a learned bias is added to each unit.</source>
        <translation>是否为每个单元加上一个可学习的偏置。</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <source>Every output is a weighted sum of all inputs along the last axis.</source>
        <translation>每个输出都是最后一个轴上所有输入的加权和。</translation>
    </message>
</context>
<context>
    <name>depthwise_conv2d</name>
    <message>
        <source>Depthwise convolution 2D</source>
        <translation>2D 深度卷积</translation>
    </message>
    <message>
        <source>Looks for patterns in each channel of an image by itself, which takes far fewer weights.</source>
        <translation>在图像的每个通道中单独寻找模式，所需权重少得多。</translation>
    </message>
    <message>
        <source>depthwise, grouped convolution, mobilenet, dwconv</source>
        <translation>深度卷积, 逐通道卷积, 分组卷积</translation>
    </message>
    <message>
        <source>DepthwiseConv</source>
        <translation>2D 深度卷积</translation>
    </message>
</context>
<context>
    <name>device.bandwidth</name>
    <message>
        <source>memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
</context>
<context>
    <name>device.cache</name>
    <message>
        <source>last-level cache</source>
        <translation>末级缓存</translation>
    </message>
</context>
<context>
    <name>device.clock</name>
    <message>
        <source>highest clock</source>
        <translation>最高频率</translation>
    </message>
</context>
<context>
    <name>device.conv</name>
    <message>
        <source>convolution in {0}, measured</source>
        <translation>{0} 卷积（实测）</translation>
    </message>
</context>
<context>
    <name>device.free</name>
    <message>
        <source>free memory</source>
        <translation>空闲内存</translation>
    </message>
</context>
<context>
    <name>device.from_pageable</name>
    <message>
        <source>from the device to pageable memory, measured</source>
        <translation>从设备到可分页内存（实测）</translation>
    </message>
</context>
<context>
    <name>device.from_pinned</name>
    <message>
        <source>from the device to pinned memory, measured</source>
        <translation>从设备到锁页内存（实测）</translation>
    </message>
</context>
<context>
    <name>device.gemm</name>
    <message>
        <source>GEMM in {0}, measured</source>
        <translation>{0} 矩阵乘法（实测）</translation>
    </message>
</context>
<context>
    <name>device.measured_bandwidth</name>
    <message>
        <source>memory bandwidth, measured</source>
        <translation>内存带宽（实测）</translation>
    </message>
</context>
<context>
    <name>device.memory</name>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>device.memory_clock</name>
    <message>
        <source>memory clock</source>
        <translation>内存频率</translation>
    </message>
</context>
<context>
    <name>device.none</name>
    <message>
        <source>the backend &quot;{0}&quot; has no device here; choose another one</source>
        <translation>后端“{0}”在这里没有设备；请选择其他后端</translation>
    </message>
</context>
<context>
    <name>device.peak</name>
    <message>
        <source>peak in {0}</source>
        <translation>{0} 峰值</translation>
    </message>
</context>
<context>
    <name>device.power</name>
    <message>
        <source>power limit</source>
        <translation>功率上限</translation>
    </message>
</context>
<context>
    <name>device.property</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>device.to_pageable</name>
    <message>
        <source>from pageable memory to the device, measured</source>
        <translation>从可分页内存到设备（实测）</translation>
    </message>
</context>
<context>
    <name>device.to_pinned</name>
    <message>
        <source>from pinned memory to the device, measured</source>
        <translation>从锁页内存到设备（实测）</translation>
    </message>
</context>
<context>
    <name>differences</name>
    <message>
        <source>Added</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Weights of</source>
        <translation>共享权重自</translation>
    </message>
    <message>
        <source>Wire</source>
        <translation>连线</translation>
    </message>
</context>
<context>
    <name>distillation</name>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>What the logits of both are divided by: the higher, the more the classes count that the teacher finds less likely.</source>
        <translation>两个网络的 logits 所除以的数：越高，教师认为可能性较小的类别就越重要。</translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation>蒸馏</translation>
    </message>
    <message>
        <source>How far the predicted distribution is from a teacher&apos;s at a temperature T: T²·Σ t·log(t/p) along the last axis, where t and p are the softmax of both networks&apos; logits, divided by T (Hinton et al. 2015). The target is a layer of the network whose numbers are the teacher&apos;s logits.</source>
        <translation>在温度 T 下，预测分布与教师分布的差距：沿最后一轴的 T²·Σ t·log(t/p)，其中 t 和 p 是两个网络的 logits 除以 T 后的 softmax（Hinton et al. 2015）。目标是网络中输出教师 logits 的那一层。</translation>
    </message>
</context>
<context>
    <name>distillation.target</name>
    <message>
        <source>distillation learns from the logits of another network, not from classes or numbers; name its last layer as target_layer</source>
        <translation>蒸馏从另一个网络的“logits”学习，而不是从类别或数值学习；请将其最后一层指定为“target_layer”</translation>
    </message>
</context>
<context>
    <name>doctor.axis.dead</name>
    <message>
        <source>dead units, fraction</source>
        <translation>失活单元的比例</translation>
    </message>
</context>
<context>
    <name>doctor.axis.gradient</name>
    <message>
        <source>gradient, root mean square</source>
        <translation>梯度的均方根</translation>
    </message>
</context>
<context>
    <name>doctor.axis.loss</name>
    <message>
        <source>training loss</source>
        <translation>训练损失</translation>
    </message>
</context>
<context>
    <name>doctor.axis.saturated</name>
    <message>
        <source>saturated numbers, fraction</source>
        <translation>饱和数值的比例</translation>
    </message>
</context>
<context>
    <name>doctor.axis.validation</name>
    <message>
        <source>validation loss</source>
        <translation>验证损失</translation>
    </message>
</context>
<context>
    <name>doctor.batch_normalization_of_one.advice</name>
    <message>
        <source>Train with larger batches, or use a LayerNormalization or GroupNormalization, which look at one sample at a time.</source>
        <translation>使用更大的批次训练，或改用每次只看一个样本的 “layer_normalization”或“group_normalization”。</translation>
    </message>
</context>
<context>
    <name>doctor.batch_normalization_of_one.finding</name>
    <message>
        <source>&quot;{0}&quot; normalizes over the samples of a batch, and a batch has one sample.</source>
        <translation>“{0}”对一个批次的样本做归一化，而批次只有一个样本。</translation>
    </message>
</context>
<context>
    <name>doctor.batch_normalization_of_one.reason</name>
    <message>
        <source>The mean of one sample is the sample itself, so that what makes it different is subtracted, and predictions, which use the mean of all, differ from what was trained.</source>
        <translation>一个样本的均值就是它自己，因此它的特点被减掉了；而预测使用全部样本的均值，与训练时不同。</translation>
    </message>
</context>
<context>
    <name>doctor.class_imbalance.advice</name>
    <message>
        <source>Weigh the samples of each class so that all classes count the same, and look at the recall of each class instead of the accuracy.</source>
        <translation>为各类别的样本加权，使所有类别同等重要；并查看各类别的召回率，而不是准确率。</translation>
    </message>
</context>
<context>
    <name>doctor.class_imbalance.axis</name>
    <message>
        <source>training samples</source>
        <translation>训练样本</translation>
    </message>
</context>
<context>
    <name>doctor.class_imbalance.finding</name>
    <message>
        <source>The class &quot;{0}&quot; has {1:training sample|training samples}, {4} times as many as &quot;{2}&quot; with {3}.</source>
        <translation>类别“{0}”有 {1} 个训练样本，是“{2}”（{3} 个）的 {4} 倍。</translation>
    </message>
</context>
<context>
    <name>doctor.class_imbalance.reason</name>
    <message>
        <source>A network that always answers the large class has a low loss and a high accuracy, so that the small one is hardly learned.</source>
        <translation>总是回答大类别的网络损失低、准确率高，因此几乎学不到小类别。</translation>
    </message>
</context>
<context>
    <name>doctor.constant_input.advice</name>
    <message>
        <source>Look at the samples, and leave out such columns.</source>
        <translation>查看样本，并去掉这样的列。</translation>
    </message>
</context>
<context>
    <name>doctor.constant_input.all</name>
    <message>
        <source>The input &quot;{0}&quot; is the same in all samples looked at.</source>
        <translation>输入“{0}”在查看过的所有样本中都相同。</translation>
    </message>
</context>
<context>
    <name>doctor.constant_input.reason</name>
    <message>
        <source>Nothing can be learned from a number that never changes; often a file was read wrongly.</source>
        <translation>从不变化的数中学不到任何东西；常常是文件读取有误。</translation>
    </message>
</context>
<context>
    <name>doctor.constant_input.some</name>
    <message>
        <source>Of the input &quot;{0}&quot; these columns are the same in all samples looked at: {1}.</source>
        <translation>输入“{0}”的这些列在查看过的所有样本中都相同：{1}。</translation>
    </message>
</context>
<context>
    <name>doctor.dead_units.advice</name>
    <message>
        <source>Use a leaky ReLU, which keeps a small slope, or a lower learning rate: one large step is often what killed them.</source>
        <translation>使用保留小斜率的 “leaky_relu”，或降低学习率：使它们失活的常常是一次过大的更新。</translation>
    </message>
</context>
<context>
    <name>doctor.dead_units.finding</name>
    <message>
        <source>Units that are 0 for all of {0:sample|samples} looked at: {1}.</source>
        <translation>对查看过的 {0} 个样本全部为 0 的单元：{1}。</translation>
    </message>
</context>
<context>
    <name>doctor.dead_units.reason</name>
    <message>
        <source>Where a ReLU is 0 it has no slope: such a unit gets no gradient, seldom comes back and is computed for nothing.</source>
        <translation>ReLU 为 0 处没有斜率：这样的单元得不到梯度，很少恢复，计算也是白费。</translation>
    </message>
</context>
<context>
    <name>doctor.exploding_gradients.advice</name>
    <message>
        <source>Limit the norm of the gradients, draw smaller first weights, or scale inputs and targets.</source>
        <translation>限制梯度的范数，使用更小的初始权重，或缩放输入和目标。</translation>
    </message>
</context>
<context>
    <name>doctor.exploding_gradients.finding</name>
    <message>
        <source>The gradients of &quot;{0}&quot; reached a root mean square of {1}; usual are less than 1.</source>
        <translation>“{0}”的梯度的均方根达到 {1}；通常小于 1。</translation>
    </message>
</context>
<context>
    <name>doctor.exploding_gradients.reason</name>
    <message>
        <source>One step with such a gradient throws the weights far away, and what was learned is lost; often the loss becomes infinite.</source>
        <translation>这样的梯度一步就会把权重抛得很远，学到的东西随之丢失；损失常常变为无穷大。</translation>
    </message>
</context>
<context>
    <name>doctor.leakage.advice</name>
    <message>
        <source>Remove the copies from one of the two, or hold out a part of the training samples instead.</source>
        <translation>从其中一方删除重复的样本，或改为从训练样本中留出一部分。</translation>
    </message>
</context>
<context>
    <name>doctor.leakage.finding</name>
    <message>
        <source>{0} of {1:validation sample|validation samples} ({2} %) are also among the training samples, byte for byte.</source>
        <translation>{1} 个验证样本中有 {0} 个（{2}%）也在训练样本中，逐字节相同。</translation>
    </message>
</context>
<context>
    <name>doctor.leakage.reason</name>
    <message>
        <source>What a network has seen it can know by heart. The validation then looks better than the network will be on new samples, and overfitting stays unseen.</source>
        <translation>网络可能记住它见过的样本。这样验证结果会好于它在新样本上的表现，过拟合也看不出来。</translation>
    </message>
</context>
<context>
    <name>doctor.loss_of_logits.advice</name>
    <message>
        <source>Give the layer the activation &quot;{0}&quot;.</source>
        <translation>为该层设置激活“{0}”。</translation>
    </message>
</context>
<context>
    <name>doctor.loss_of_logits.counts</name>
    <message>
        <source>counts</source>
        <translation>计数</translation>
    </message>
</context>
<context>
    <name>doctor.loss_of_logits.finding</name>
    <message>
        <source>The loss &quot;{0}&quot; is for {1}, and &quot;{2}&quot; has no activation: its numbers may be negative.</source>
        <translation>损失“{0}”用于{1}，而“{2}”没有激活：它的数可能为负。</translation>
    </message>
</context>
<context>
    <name>doctor.loss_of_logits.probabilities</name>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
</context>
<context>
    <name>doctor.loss_of_logits.reason</name>
    <message>
        <source>The loss takes the logarithm of these numbers. Where they are negative, it is cut off and has no gradient, so that the network does not learn to correct them.</source>
        <translation>该损失对这些数取对数。数为负时会被截断且没有梯度，因此网络学不会纠正它们。</translation>
    </message>
</context>
<context>
    <name>doctor.missing_normalization.advice</name>
    <message>
        <source>Insert BatchNormalization layers between them, or connect every second or third of them to a later one by an Add layer.</source>
        <translation>在它们之间插入 “batch_normalization” 层，或每隔两三层用“add”层连接到后面的层。</translation>
    </message>
</context>
<context>
    <name>doctor.missing_normalization.finding</name>
    <message>
        <source>{0:layer|layers} with weights follow each other, from &quot;{1}&quot; to &quot;{2}&quot;, without a normalization or a shortcut.</source>
        <translation>从“{1}”到“{2}”有 {0} 个带权重的层相连，中间没有归一化或捷径连接。</translation>
    </message>
</context>
<context>
    <name>doctor.missing_normalization.reason</name>
    <message>
        <source>Each layer makes what passes it a little larger or smaller. Over many layers that multiplies, and the first ones learn far slower or faster than the last.</source>
        <translation>每一层都会把经过它的数变大或变小一点。层数一多就会成倍累积，前面的层学得远比后面的慢或快。</translation>
    </message>
</context>
<context>
    <name>doctor.overfitting.advice</name>
    <message>
        <source>Stop where the validation is best, insert Dropout, use weight decay, transform the pictures, use a smaller network or more samples.</source>
        <translation>在验证最好处停止，插入“dropout”，使用权重衰减，变换图片，使用更小的网络或更多的样本。</translation>
    </message>
</context>
<context>
    <name>doctor.overfitting.finding</name>
    <message>
        <source>The loss of the validation was lowest in epoch {0}, {1}, and is {2} now; that of the training fell from {3} to {4} meanwhile.</source>
        <translation>验证损失在第 {0} 轮最低，为 {1}，现在是 {2}；同时训练损失从 {3} 降到 {4}。</translation>
    </message>
</context>
<context>
    <name>doctor.overfitting.reason</name>
    <message>
        <source>The network learns its training samples by heart, and gets worse at others.</source>
        <translation>网络在死记训练样本，对其他样本越来越差。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_high.advice</name>
    <message>
        <source>Use a lower learning rate, and look whether the data holds numbers that are not finite; the range test in the Training panel finds a rate.</source>
        <translation>降低学习率，并检查数据中是否有非有限的数；“训练”面板中的范围测试可以找到合适的学习率。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_high.diverged</name>
    <message>
        <source>Step {0} made a NaN or an infinity.</source>
        <translation>第 {0} 步产生了 NaN 或无穷大。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_high.finding</name>
    <message>
        <source>The loss began at {0} and is {1} now; each step changes the weights by {2} % of their size.</source>
        <translation>损失最初为 {0}，现在是 {1}；每步使权重改变其大小的 {2}%。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_high.jumps</name>
    <message>
        <source>The loss began at {0}, rose to {1} until step {2} and is {3} now; a step changed the weights by {4} % of their size.</source>
        <translation>损失最初为 {0}，到第 {2} 步升到 {1}，现在是 {3}；有一步使权重改变了其大小的 {4}%。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_high.reason</name>
    <message>
        <source>The steps jump over the places where the loss is low, and a jump that is too long can kill units for good. About 0.1 to 1 % of the weights&apos; size in each step is usual.</source>
        <translation>更新会跳过损失低的地方，跳得太远还会使单元永久失活。每步改变权重大小的 0.1% 到 1% 左右是常见的。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_low.advice</name>
    <message>
        <source>Use a higher learning rate; the range test in the Training panel finds one.</source>
        <translation>提高学习率；“训练”面板中的范围测试可以找到合适的值。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_low.finding</name>
    <message>
        <source>The loss began at {0} and is {1} now; each step changes the weights by {2} of their size.</source>
        <translation>损失最初为 {0}，现在是 {1}；每步使权重改变其大小的 {2}。</translation>
    </message>
</context>
<context>
    <name>doctor.rate_too_low.reason</name>
    <message>
        <source>At this pace it takes about {0:step|steps} before the weights have really changed. About 0.1 to 1 % of their size in each step is usual.</source>
        <translation>照这个速度，大约要 {0} 步权重才会真正改变。每步改变其大小的 0.1% 到 1% 左右是常见的。</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.activation</name>
    <message>
        <source>Give &quot;{0}&quot; the activation &quot;{1}&quot;</source>
        <translation>为“{0}”设置激活“{1}”</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.batch</name>
    <message>
        <source>Use a batch of {0}</source>
        <translation>使用大小为 {0} 的批次</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.bf16</name>
    <message>
        <source>Train in BF16</source>
        <translation>用 BF16 训练</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.clip</name>
    <message>
        <source>Limit the gradients&apos; norm to 1</source>
        <translation>将梯度的范数限制为 1</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.crossentropy</name>
    <message>
        <source>Use a cross-entropy</source>
        <translation>使用交叉熵</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.hold_out</name>
    <message>
        <source>Hold out training samples</source>
        <translation>留出训练样本</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.leaky</name>
    <message>
        <source>Use a leaky ReLU</source>
        <translation>使用 “leaky_relu”</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.leave_out</name>
    <message>
        <source>Leave out {0:column|columns}</source>
        <translation>去掉 {0} 列</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.normalization</name>
    <message>
        <source>Insert layers of &quot;{0}&quot;</source>
        <translation>插入“{0}”层</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.rate</name>
    <message>
        <source>Use a learning rate of {0}</source>
        <translation>使用学习率 {0}</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.relu</name>
    <message>
        <source>Use ReLU instead of bounded activations</source>
        <translation>用 ReLU 代替有界的激活</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.scale</name>
    <message>
        <source>Scale the input</source>
        <translation>缩放输入</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.shuffle</name>
    <message>
        <source>Shuffle the samples</source>
        <translation>打乱样本</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.stop</name>
    <message>
        <source>Stop early and keep the best epoch</source>
        <translation>提前停止并保留最好的一轮</translation>
    </message>
</context>
<context>
    <name>doctor.remedy.weigh</name>
    <message>
        <source>Weigh the classes</source>
        <translation>为类别加权</translation>
    </message>
</context>
<context>
    <name>doctor.saturation.advice</name>
    <message>
        <source>Draw smaller first weights, normalize before the layer, lower the learning rate, or use an activation without bounds.</source>
        <translation>使用更小的初始权重，在该层之前做归一化，降低学习率，或使用无界的激活。</translation>
    </message>
</context>
<context>
    <name>doctor.saturation.finding</name>
    <message>
        <source>Layers whose activation is almost flat for most of their numbers: {0}.</source>
        <translation>大多数数值处于激活几乎平坦处的层：{0}。</translation>
    </message>
</context>
<context>
    <name>doctor.saturation.reason</name>
    <message>
        <source>There the slope is below a twentieth of its largest: hardly any gradient passes the layer, so that it and those before it learn slowly.</source>
        <translation>那里的斜率不到最大值的二十分之一：几乎没有梯度通过该层，因此它和前面的层都学得很慢。</translation>
    </message>
</context>
<context>
    <name>doctor.squared_error_of_softmax.advice</name>
    <message>
        <source>Use a cross-entropy, whose gradient is the error itself.</source>
        <translation>使用交叉熵，它的梯度就是误差本身。</translation>
    </message>
</context>
<context>
    <name>doctor.squared_error_of_softmax.finding</name>
    <message>
        <source>The output &quot;{0}&quot; is a softmax, and its loss is &quot;{1}&quot;.</source>
        <translation>输出“{0}”是 “softmax”，而它的损失是“{1}”。</translation>
    </message>
</context>
<context>
    <name>doctor.squared_error_of_softmax.reason</name>
    <message>
        <source>The error of a probability is at most 1, however wrong it is, and the slope of the softmax vanishes where it is surely wrong: the network learns slowest from its worst mistakes.</source>
        <translation>概率错得再离谱，误差也不超过 1，而 “softmax” 在确信却错误处斜率趋于零：网络从最严重的错误中学得最慢。</translation>
    </message>
</context>
<context>
    <name>doctor.title.batch_normalization_of_one</name>
    <message>
        <source>Batch normalization of one sample</source>
        <translation>单个样本的批归一化</translation>
    </message>
</context>
<context>
    <name>doctor.title.class_imbalance</name>
    <message>
        <source>Classes out of balance</source>
        <translation>类别不平衡</translation>
    </message>
</context>
<context>
    <name>doctor.title.constant_input</name>
    <message>
        <source>Constant input</source>
        <translation>恒定的输入</translation>
    </message>
</context>
<context>
    <name>doctor.title.dead_units</name>
    <message>
        <source>Dead units</source>
        <translation>失活的单元</translation>
    </message>
</context>
<context>
    <name>doctor.title.exploding_gradients</name>
    <message>
        <source>Exploding gradients</source>
        <translation>梯度爆炸</translation>
    </message>
</context>
<context>
    <name>doctor.title.leakage</name>
    <message>
        <source>Leakage into the validation</source>
        <translation>验证数据泄漏</translation>
    </message>
</context>
<context>
    <name>doctor.title.loss_of_logits</name>
    <message>
        <source>Loss without probabilities</source>
        <translation>没有概率的损失</translation>
    </message>
</context>
<context>
    <name>doctor.title.missing_normalization</name>
    <message>
        <source>Missing normalization</source>
        <translation>缺少归一化</translation>
    </message>
</context>
<context>
    <name>doctor.title.overfitting</name>
    <message>
        <source>Overfitting</source>
        <translation>过拟合</translation>
    </message>
</context>
<context>
    <name>doctor.title.rate_too_high</name>
    <message>
        <source>Learning rate too high</source>
        <translation>学习率过高</translation>
    </message>
</context>
<context>
    <name>doctor.title.rate_too_low</name>
    <message>
        <source>Learning rate too low</source>
        <translation>学习率过低</translation>
    </message>
</context>
<context>
    <name>doctor.title.saturation</name>
    <message>
        <source>Saturated units</source>
        <translation>饱和的单元</translation>
    </message>
</context>
<context>
    <name>doctor.title.squared_error_of_softmax</name>
    <message>
        <source>Squared error of a softmax</source>
        <translation>“softmax” 的平方误差</translation>
    </message>
</context>
<context>
    <name>doctor.title.underflow</name>
    <message>
        <source>Underflow</source>
        <translation>下溢</translation>
    </message>
</context>
<context>
    <name>doctor.title.unscaled_input</name>
    <message>
        <source>Unscaled input</source>
        <translation>未缩放的输入</translation>
    </message>
</context>
<context>
    <name>doctor.title.unshuffled_data</name>
    <message>
        <source>Unshuffled samples</source>
        <translation>未打乱的样本</translation>
    </message>
</context>
<context>
    <name>doctor.title.vanishing_gradients</name>
    <message>
        <source>Vanishing gradients</source>
        <translation>梯度消失</translation>
    </message>
</context>
<context>
    <name>doctor.title.wrong_labels</name>
    <message>
        <source>Probably wrong labels</source>
        <translation>可能有误的标签</translation>
    </message>
</context>
<context>
    <name>doctor.underflow.advice</name>
    <message>
        <source>Give the loss its usual weight of 1, let the loss scale adjust itself, or train in BF16, which has the range of FP32.</source>
        <translation>让损失的权重恢复为 1，让损失缩放自动调整，或用范围与 FP32 相同的 BF16 训练。</translation>
    </message>
</context>
<context>
    <name>doctor.underflow.finding</name>
    <message>
        <source>The gradients of &quot;{0}&quot; have a root mean square of {1}, and FP16 has no numbers between 0 and {2}; this is so in {3} of {4:layer|layers} with weights.</source>
        <translation>“{0}”的梯度的均方根为 {1}，而 FP16 在 0 和 {2} 之间没有数；{4} 个带权重的层中有 {3} 个如此。</translation>
    </message>
</context>
<context>
    <name>doctor.underflow.reason</name>
    <message>
        <source>Gradients that small become 0 unless the loss is multiplied by a large number, and layers without gradients do not learn.</source>
        <translation>除非损失乘以很大的数，否则这么小的梯度会变为 0，而没有梯度的层学不到东西。</translation>
    </message>
</context>
<context>
    <name>doctor.unscaled_input.advice</name>
    <message>
        <source>Subtract the mean and divide by the deviation, or divide bytes of pictures by 255.</source>
        <translation>减去均值并除以标准差，或将图片的字节除以 255。</translation>
    </message>
</context>
<context>
    <name>doctor.unscaled_input.finding</name>
    <message>
        <source>The numbers of the input &quot;{0}&quot; are large as the network reads them: a mean of {1} and a deviation of {2}.</source>
        <translation>网络读取的输入“{0}”的数很大：均值为 {1}，标准差为 {2}。</translation>
    </message>
</context>
<context>
    <name>doctor.unscaled_input.reason</name>
    <message>
        <source>First weights are drawn for numbers of about 1. Larger ones give large outputs and gradients: the first steps go too far, and activations saturate or die.</source>
        <translation>初始权重是为大小约为 1 的数设定的。更大的数会带来很大的输出和梯度：最初几步走得太远，激活会饱和或失活。</translation>
    </message>
</context>
<context>
    <name>doctor.unshuffled_data.advice</name>
    <message>
        <source>Shuffle the samples in each epoch.</source>
        <translation>每轮都打乱样本。</translation>
    </message>
</context>
<context>
    <name>doctor.unshuffled_data.finding</name>
    <message>
        <source>The samples are read in their order, and {0} % of them have the class of the one before; by chance it would be {1} %.</source>
        <translation>样本按原有顺序读取，其中 {0}% 与前一个的类别相同；随机情况下应为 {1}%。</translation>
    </message>
</context>
<context>
    <name>doctor.unshuffled_data.reason</name>
    <message>
        <source>A batch of one class teaches the network to answer this class whatever it sees, and the next class undoes it.</source>
        <translation>只含一个类别的批次会教网络无论看到什么都回答这个类别，下一个类别又把它抵消。</translation>
    </message>
</context>
<context>
    <name>doctor.vanishing_gradients.advice</name>
    <message>
        <source>Use ReLU instead of sigmoid or tanh, normalize between the layers, or add shortcuts around them.</source>
        <translation>用 ReLU 代替 “sigmoid” 或 “tanh”，在层间做归一化，或添加绕过它们的捷径连接。</translation>
    </message>
</context>
<context>
    <name>doctor.vanishing_gradients.finding</name>
    <message>
        <source>The gradients of &quot;{0}&quot; have a root mean square of {1}, those of &quot;{2}&quot; of {3}.</source>
        <translation>“{0}”的梯度的均方根为 {1}，“{2}”的为 {3}。</translation>
    </message>
</context>
<context>
    <name>doctor.vanishing_gradients.reason</name>
    <message>
        <source>On its way back the gradient is multiplied by the slope of each activation. Through many small slopes it vanishes, and the first layers stay as they were drawn.</source>
        <translation>梯度在反向传播时要乘以每个激活的斜率。经过许多小斜率后它就消失了，前面的层保持初始的样子。</translation>
    </message>
</context>
<context>
    <name>doctor.wrong_labels.advice</name>
    <message>
        <source>Look at these samples on the page Predictions and mend their labels; until then stop before the network learns them.</source>
        <translation>在“预测”页查看这些样本并修正标签；在此之前，请在网络学会它们之前停止。</translation>
    </message>
</context>
<context>
    <name>doctor.wrong_labels.finding</name>
    <message>
        <source>The network contradicts the labels of {0} of {1:training sample|training samples} ({2} %), as sure as it is of the others; least likely are those of the samples {3}.</source>
        <translation>在 {1} 个训练样本中，网络与 {0} 个（{2}%）的标签相矛盾，而且和对其他样本一样确信；最不可能的是这些样本的标签：{3}。</translation>
    </message>
</context>
<context>
    <name>doctor.wrong_labels.reason</name>
    <message>
        <source>A wrong label has the largest loss of all, so that it steers the training most, and in time the network learns it by heart.</source>
        <translation>错误的标签损失最大，对训练的影响也最大，时间一长网络就会把它记住。</translation>
    </message>
</context>
<context>
    <name>dot</name>
    <message>
        <source>Axes</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>The axis of the first and of the second input to sum the products over: −1 the last; 1 the first of a sample.</source>
        <translation>沿第一个和第二个输入的哪个轴相乘并求和：−1 为最后一个；1 为样本的第一个。</translation>
    </message>
    <message>
        <source>Normalize</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Whether all vectors are normalized to length 1 first, so that the results are cosines.</source>
        <translation>是否先把所有向量的长度化为 1，这样得到的就是它们的余弦。</translation>
    </message>
    <message>
        <source>Dot product</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>Multiplies each vector of one input with each of the other and adds up: one number says how alike two vectors are.</source>
        <translation>把一个输入的每个向量与另一个输入的每个向量相乘并求和：一个数说明两个向量有多相似。</translation>
    </message>
    <message>
        <source>inner product, matrix product, matmul, bmm, cosine similarity, scores</source>
        <translation>内积, 矩阵乘积, 余弦相似度, 打分, matmul, bmm</translation>
    </message>
    <message>
        <source>What is multiplied; its other axes come first in the result.</source>
        <translation>被乘的一方；它的其余轴在结果中排在前面。</translation>
    </message>
    <message>
        <source>What it is multiplied with.</source>
        <translation>与之相乘的一方。</translation>
    </message>
</context>
<context>
    <name>dot.pytorch</name>
    <message>
        <source>a product along an axis of more than vectors is no single call of PyTorch</source>
        <translation>沿某个轴的乘积若不只涉及向量，在 PyTorch 中无法用单个调用完成</translation>
    </message>
</context>
<context>
    <name>dot.rank</name>
    <message>
        <source>expected inputs with at most {0:axis|axes} besides those multiplied along, got {1} and {2}; reshape them to fewer axes first</source>
        <translation>两个输入除去相乘所沿的轴后，最多应剩下 {0} 个轴，得到的是 {1} 和 {2}；请先用重塑减少轴数</translation>
    </message>
</context>
<context>
    <name>dot.sizes</name>
    <message>
        <source>expected axes of one size to multiply along, got {0} of {1} and {2} of {3}; choose other axes, or give them the same size first</source>
        <translation>相乘所沿的两个轴大小应相同，得到的是 {1} 的 {0} 和 {3} 的 {2}；请选择其他轴，或先使它们大小相同</translation>
    </message>
</context>
<context>
    <name>dropVerdict</name>
    <message>
        <source>%1 contains %2.</source>
        <translation>%1 包含 %2。</translation>
    </message>
    <message>
        <source>Only files on this computer can be dropped here. Download it first, then drop the file.</source>
        <translation>这里只能拖入本机上的文件。请先下载，再拖入文件。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>The folder %1 contains no data set that Netsmith recognizes. MNIST and Fashion-MNIST come as four IDX files, such as train-images-idx3-ubyte.gz.</source>
        <translation>文件夹 %1 中没有 Netsmith 认识的数据集。MNIST 和 Fashion-MNIST 各有四个 IDX 文件，例如 train-images-idx3-ubyte.gz。</translation>
    </message>
    <message>
        <source>%1 is one of the four files of an IDX data set; the other three are not in its folder.</source>
        <translation>%1 是 IDX 数据集的四个文件之一，其余三个不在同一文件夹中。</translation>
    </message>
    <message>
        <source>%1 contains a data set with the same file names as %2.</source>
        <translation>%1 包含一个数据集，其文件名与 %2 的相同。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be dropped here. Drop a project (.netsmith), a picture (PNG, JPEG, WebP, BMP), or a folder with a data set.</source>
        <translation>%1 不能放在这里：可以放项目 (.netsmith)、图片（PNG、JPEG、WebP、BMP）或包含数据集的文件夹。</translation>
    </message>
</context>
<context>
    <name>dropout</name>
    <message>
        <source>regularization, regularisation, noise</source>
        <translation>随机失活, 丢弃, 丢弃法, 正则化, 噪声</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>丢弃率</translation>
    </message>
    <message>
        <source>The fraction of values set to 0 at each step; the others are scaled up to compensate.</source>
        <translation>每步置为 0 的值所占的比例；其余的值相应放大以作补偿。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Sets random values to 0 while training, so that no unit is relied on alone.</source>
        <translation>训练时将随机的值置为 0，避免过度依赖某个单元。</translation>
    </message>
    <message>
        <source>The fraction of channels set to 0 at each step; the others are scaled up to compensate.</source>
        <translation>每一步中置为 0 的通道比例；其余通道相应放大以补偿。</translation>
    </message>
    <message>
        <source>The fraction of values set to SELU&apos;s lower limit at each step; mean and variance are kept.</source>
        <translation>每一步中置为 SELU 下限的值的比例；均值和离散程度保持不变。</translation>
    </message>
</context>
<context>
    <name>early_stopping</name>
    <message>
        <source>Patience</source>
        <translation>容忍轮数</translation>
    </message>
    <message>
        <source>Minimum improvement</source>
        <translation>最小改善</translation>
    </message>
    <message>
        <source>Restore the best</source>
        <translation>恢复到最佳</translation>
    </message>
    <message>
        <source>Whether the run&apos;s result is the last epoch that improved, rather than the last one trained.</source>
        <translation>训练结果是否取最后一个有改善的轮，而不是最后训练的一轮。</translation>
    </message>
    <message>
        <source>The smallest change of the value that counts as an improvement.</source>
        <translation>数值要好出多少才算改善。</translation>
    </message>
    <message>
        <source>Number of epochs without an improvement of the monitored value after which the run ends; 0 for never.</source>
        <translation>评判依据连续多少轮没有改善后结束训练；0 表示从不。</translation>
    </message>
</context>
<context>
    <name>elu</name>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How far below 0 very negative values saturate.</source>
        <translation>很小的负值最终低于 0 多少。</translation>
    </message>
    <message>
        <source>ELU</source>
        <translation>ELU</translation>
    </message>
    <message>
        <source>The positive part unchanged and the negative part saturating at −α: α · (exp(x) − 1).</source>
        <translation>正的部分不变，负的部分弯向 −α：α · (exp(x) − 1)。</translation>
    </message>
    <message>
        <source>exponential linear unit</source>
        <translation>指数线性单元</translation>
    </message>
</context>
<context>
    <name>embedding</name>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>How many tokens or classes there are, each with a vector of its own.</source>
        <translation>共有多少个词元或类别，每个都有自己的向量。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>向量大小</translation>
    </message>
    <message>
        <source>How many numbers each vector has.</source>
        <translation>每个向量有多少个数。</translation>
    </message>
    <message>
        <source>Number 0 is padding</source>
        <translation>编号 0 为填充</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Maps every token or class to a learned vector: a sequence of numbers becomes a sequence of vectors.</source>
        <translation>为每个词元或类别给出一个可学习的向量：编号序列变为向量序列。</translation>
    </message>
    <message>
        <source>lookup table, word vectors, token embedding, nn.Embedding, padding_idx, word2vec</source>
        <translation>查找表, 词向量, 词元嵌入, 词嵌入, nn.Embedding, padding_idx, word2vec</translation>
    </message>
    <message>
        <source>Whether 0 only pads shorter sequences: its vector then learns nothing, recurrent layers and global pooling skip it, and losses and metrics of single steps ignore it.</source>
        <translation>编号 0 是否只用来补足较短的序列：它的向量不学习，循环层和全局池化会跳过它，逐步计算的损失和指标也不计入它。</translation>
    </message>
</context>
<context>
    <name>embedding.diverged</name>
    <message>
        <source>the outputs of &quot;{0}&quot; are not finite (NaN or infinite) for any sample: the training has diverged; choose an earlier moment of it, or another run</source>
        <translation>“{0}”对所有样本的输出都不是有限数（NaN 或无穷大）：训练已发散；请选择较早的时刻或另一次训练</translation>
    </message>
</context>
<context>
    <name>embedding.equal</name>
    <message>
        <source>the output of &quot;{0}&quot; is the same for all {1:sample|samples}, so it tells none from another; choose another layer or another moment of the training</source>
        <translation>“{0}”对全部 {1} 个样本的输出都相同，因此无法区分它们；请选择另一层或训练的另一时刻</translation>
    </message>
</context>
<context>
    <name>embedding.few</name>
    <message>
        <source>at least 2 samples are needed to compare them, got {0}; ask for more samples</source>
        <translation>比较样本至少需要 2 个，实际只有 {0} 个；请选取更多样本</translation>
    </message>
</context>
<context>
    <name>embedding.layer</name>
    <message>
        <source>no layer &quot;{0}&quot; is computed for a prediction; name one of these: {1}</source>
        <translation>预测时不计算层“{0}”；请从以下各层中选择：{1}</translation>
    </message>
</context>
<context>
    <name>embedding.memory</name>
    <message>
        <source>the outputs of &quot;{0}&quot; for {1:sample|samples} take {2}; ask for {3} at most, or for another layer</source>
        <translation>“{0}”对 {1} 个样本的输出需要 {2}；请最多选取 {3} 个样本，或选择另一层</translation>
    </message>
</context>
<context>
    <name>embedding.not_finite</name>
    <message>
        <source>number {1} of sample {0} is not finite (NaN or infinite); leave such samples out</source>
        <translation>样本 {0} 的第 {1} 个数不是有限数（NaN 或无穷大）；请略去这样的样本</translation>
    </message>
</context>
<context>
    <name>embedding.shape</name>
    <message>
        <source>expected class numbers with at most {0:axis|axes}, got {1}; reshape them first</source>
        <translation>应为最多 {0} 个轴的类别编号，实际为 {1}；请先变形</translation>
    </message>
</context>
<context>
    <name>embedding.stopped</name>
    <message>
        <source>stopped before all samples had their places</source>
        <translation>在所有样本就位之前已停止</translation>
    </message>
</context>
<context>
    <name>energy.amount</name>
    <message>
        <source>{0} kWh</source>
        <translation>{0} kWh</translation>
    </message>
</context>
<context>
    <name>energy.assumed</name>
    <message>
        <source>{0} kWh, assumed: {1} W, as typed in</source>
        <translation>{0} kWh，假定值：按填写的 {1} W 计算</translation>
    </message>
</context>
<context>
    <name>energy.both</name>
    <message>
        <source>{0} kWh, measured during {1} % of the time; {2} W assumed for the rest, as typed in</source>
        <translation>{0} kWh，在 {1}% 的时间内实测；其余时间按填写的 {2} W 假定</translation>
    </message>
</context>
<context>
    <name>energy.grams</name>
    <message>
        <source>{0} g</source>
        <translation>{0} g</translation>
    </message>
</context>
<context>
    <name>energy.hint</name>
    <message>
        <source>with the button &quot;Costs&quot; of the card in the window, or with &quot;netsmith-cli costs&quot;</source>
        <translation>在窗口中用卡片上的“费用…”按钮，或用“netsmith-cli costs”命令</translation>
    </message>
</context>
<context>
    <name>energy.measured</name>
    <message>
        <source>{0} kWh, measured</source>
        <translation>{0} kWh，实测</translation>
    </message>
</context>
<context>
    <name>energy.money</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>energy.money_in</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
</context>
<context>
    <name>energy.no_energy</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>energy.not_set</name>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>energy.partly</name>
    <message>
        <source>{0} kWh, measured during {1} % of the time</source>
        <translation>{0} kWh，仅在 {1}% 的时间内实测</translation>
    </message>
</context>
<context>
    <name>energy.unknown</name>
    <message>
        <source>not known: this machine did not report it, and no power is set</source>
        <translation>未知：这台机器没有报告能耗，也没有设置功率</translation>
    </message>
</context>
<context>
    <name>evaluate.absolute</name>
    <message>
        <source>a mean absolute error of {0}</source>
        <translation>平均绝对误差 {0}</translation>
    </message>
</context>
<context>
    <name>evaluate.errors</name>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} 和{1}</translation>
    </message>
</context>
<context>
    <name>evaluate.fields</name>
    <message>
        <source>the run has not kept the field &quot;{0}&quot;; train it again to evaluate it on files</source>
        <translation>该次训练没有保存字段“{0}”；请重新训练，以便用文件评估它</translation>
    </message>
</context>
<context>
    <name>evaluate.files</name>
    <message>
        <source>samples from {0}</source>
        <translation>来自 {0} 的样本</translation>
    </message>
</context>
<context>
    <name>evaluate.left_out</name>
    <message>
        <source>{0} of {1:sample|samples} were left out: their class is missing, or training never saw it</source>
        <translation>{1} 个样本中有 {0} 个被略去：其类别缺失，或训练时从未见过</translation>
    </message>
</context>
<context>
    <name>evaluate.left_out_numbers</name>
    <message>
        <source>{0} of {1:sample|samples} were left out: a target number is missing in them</source>
        <translation>{1} 个样本中有 {0} 个被略去：缺少所学习的数值</translation>
    </message>
</context>
<context>
    <name>evaluate.no_truth</name>
    <message>
        <source>{0} has no labels for its samples (&quot;{1}&quot;), so it can&apos;t be used for evaluation; name classes by folders, or include the target column or array</source>
        <translation>{0} 没有说明其样本是什么（“{1}”），因此无法用它评估；请用文件夹名表示类别，或同时给出所学习的列或数组</translation>
    </message>
</context>
<context>
    <name>evaluate.none_known</name>
    <message>
        <source>no sample of {0} has a class that the run was trained on; give samples of its classes</source>
        <translation>{0} 中没有样本属于该次训练所用的类别；请提供这些类别的样本</translation>
    </message>
</context>
<context>
    <name>evaluate.none_told</name>
    <message>
        <source>no sample of {0} has all the target numbers, which evaluation needs; fill them in</source>
        <translation>{0} 中没有样本具备评估所需的全部学习目标数值；请补全</translation>
    </message>
</context>
<context>
    <name>evaluate.persistence</name>
    <message>
        <source>a forecast that repeats the last known value would reach {0}</source>
        <translation>重复最后一个已知值的预测可达到{0}</translation>
    </message>
</context>
<context>
    <name>evaluate.squared</name>
    <message>
        <source>a root mean squared error of {0}</source>
        <translation>均方根误差 {0}</translation>
    </message>
</context>
<context>
    <name>evaluate.stopped</name>
    <message>
        <source>the evaluation was stopped before it finished</source>
        <translation>评估在完成之前被停止</translation>
    </message>
</context>
<context>
    <name>evaluate.unweighted</name>
    <message>
        <source>{0} has no sample weights (&quot;{1}&quot;), with which the run was trained: in the loss all samples count the same here</source>
        <translation>{0} 没有给出训练所用的样本权重（“{1}”）：此处损失中所有样本的权重相同</translation>
    </message>
</context>
<context>
    <name>explain.layer</name>
    <message>
        <source>no layer &quot;{0}&quot; is computed for a prediction; name a layer of the network by its id</source>
        <translation>预测时不会计算名为“{0}”的层；请用标识指定网络中的一层</translation>
    </message>
</context>
<context>
    <name>explain.place</name>
    <message>
        <source>the output of &quot;{0}&quot; is {1}, which has no place {2}; give an index from 0 for each axis</source>
        <translation>“{0}”的输出为 {1}，其中没有位置 {2}；请为每个轴给出从 0 开始的索引</translation>
    </message>
</context>
<context>
    <name>explain.recurrence</name>
    <message>
        <source>the states of {0:step|steps} of {1:unit|units} would take too long to compute again; explain a shorter sequence, or let the layer return the whole sequence, whose states are then known</source>
        <translation>重新计算 {0} 步、{1} 个单元的状态耗时太长；请解释较短的序列，或让该层返回整个序列，这样其状态就是已知的</translation>
    </message>
</context>
<context>
    <name>explain.unknown</name>
    <message>
        <source>what &quot;{0}&quot; computes is not known; choose another layer</source>
        <translation>“{0}”的计算结果未知；请选择另一层</translation>
    </message>
</context>
<context>
    <name>exponential</name>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by over an epoch.</source>
        <translation>一轮中学习率乘以多少。</translation>
    </message>
    <message>
        <source>The learning rate shrinks by the same factor every epoch, a little at each step.</source>
        <translation>学习率每轮缩小相同的比例，每一步缩小一点。</translation>
    </message>
</context>
<context>
    <name>export.project</name>
    <message>
        <source>{0} is a project, which has no weights and no results: train it, and name the run&apos;s folder, or export its network as FILE.py or FILE.svg</source>
        <translation>{0} 是项目，没有权重，也没有结果：请先训练并指定训练的文件夹，或者把网络导出为 FILE.py 或 FILE.svg</translation>
    </message>
</context>
<context>
    <name>export.suffix</name>
    <message>
        <source>the file&apos;s name says what is written: FILE.html, FILE.nsm, FILE.onnx, FILE.py or FILE.svg, and {0} is none of them</source>
        <translation>文件名决定写出什么：FILE.html、FILE.nsm、FILE.onnx、FILE.py 或 FILE.svg，而 {0} 都不是</translation>
    </message>
</context>
<context>
    <name>f1_score</name>
    <message>
        <source>F1 score</source>
        <translation>F1 分数</translation>
    </message>
    <message>
        <source>The harmonic mean of precision and recall; with several classes, the mean over the classes, each counting the same.</source>
        <translation>精确率与召回率的调和平均；有多个类别时取各类别的平均值，每类权重相同。</translation>
    </message>
</context>
<context>
    <name>feature_cache.random</name>
    <message>
        <source>the outputs of frozen layers are computed in each step, because {0} is random or keeps a state from batch to batch</source>
        <translation>冻结层的输出在每一步都要计算，因为 {0} 是随机的，或在批次之间保持状态</translation>
    </message>
</context>
<context>
    <name>feature_cache.saves</name>
    <message>
        <source>the outputs of frozen layers are computed once and kept, {0} for {1:sample|samples}, which saves {2} % of each step&apos;s FLOPs</source>
        <translation>冻结层的输出只计算一次并保留，{1} 个样本占 {0}，每一步节省 {2}% 的 FLOP</translation>
    </message>
</context>
<context>
    <name>feature_cache.statistics</name>
    <message>
        <source>the outputs of frozen layers are computed in each step, because {0} updates its statistics</source>
        <translation>冻结层的输出在每一步都要计算，因为 {0} 会更新统计量</translation>
    </message>
</context>
<context>
    <name>feature_cache.trained</name>
    <message>
        <source>the outputs of frozen layers are computed in each step, because {0} before them is trained</source>
        <translation>冻结层的输出在每一步都要计算，因为它们之前的 {0} 要训练</translation>
    </message>
</context>
<context>
    <name>feature_cache.transform</name>
    <message>
        <source>the outputs of frozen layers are computed in each step, because the transform &quot;{0}&quot; changes the samples before them</source>
        <translation>冻结层的输出在每一步都要计算，因为变换“{0}”会改变它们之前的样本</translation>
    </message>
</context>
<context>
    <name>field.boxes</name>
    <message>
        <source>the field &quot;{0}&quot; of &quot;{1}&quot; holds no boxes: they are rows of left, top, right and bottom, and another field holds their number</source>
        <translation>“{1}”的字段“{0}”不是边界框：边界框是由左、上、右、下组成的行，并且需要一个字段说明有多少行</translation>
    </message>
</context>
<context>
    <name>field.boxes_given</name>
    <message>
        <source>the boxes &quot;{0}&quot; move with the picture and are targets; they can&apos;t be an input</source>
        <translation>边界框“{0}”随图片移动，用于学习，不能作为输入</translation>
    </message>
</context>
<context>
    <name>field.lengths</name>
    <message>
        <source>the field &quot;{0}&quot; of &quot;{1}&quot; has its lengths in &quot;{2}&quot;, which does not exist; it has: {3}</source>
        <translation>“{1}”的字段“{0}”的长度在“{2}”中，而它不存在；现有：{3}</translation>
    </message>
</context>
<context>
    <name>field.lengths_shape</name>
    <message>
        <source>the field &quot;{0}&quot; of &quot;{1}&quot; can&apos;t be the number of valid rows of &quot;{2}&quot;: it must be one whole number per sample</source>
        <translation>“{1}”的字段“{0}”不能说明“{2}”有多少行有效：每个样本需要一个整数</translation>
    </message>
</context>
<context>
    <name>file.checksum</name>
    <message>
        <source>OpenSSL can&apos;t compute a checksum (GMAC); reinstall it</source>
        <translation>OpenSSL 无法计算校验和（GMAC）；请重新安装</translation>
    </message>
</context>
<context>
    <name>file.elsewhere</name>
    <message>
        <source>{0} or choose another folder</source>
        <translation>{0}或选择其他文件夹</translation>
    </message>
</context>
<context>
    <name>file.folder</name>
    <message>
        <source>{0} is a folder; name a file</source>
        <translation>{0} 是文件夹；请指定一个文件</translation>
    </message>
</context>
<context>
    <name>file.kind</name>
    <message>
        <source>{0} is not a regular file; choose another name</source>
        <translation>{0} 不是普通文件；请换一个名称</translation>
    </message>
</context>
<context>
    <name>file.leads_out</name>
    <message>
        <source>{0} is a link to {1}, outside its own folder, and nothing is written there through it; name {1} itself if you mean that file, or name another one</source>
        <translation>{0} 是指向其所在文件夹之外的 {1} 的链接，不会通过它写入那里；如果正是要写入那里，请直接指定 {1}，否则请另选一个文件</translation>
    </message>
</context>
<context>
    <name>file.link</name>
    <message>
        <source>{0} is a symbolic link; nothing in a folder of runs is written, moved or removed through a link: replace it with the folder that it points to, or choose another folder</source>
        <translation>{0} 是一个符号链接；训练文件夹中的任何内容都不会通过链接写入、移动或删除：请把它所指的内容放到它的位置，或选择另一个文件夹</translation>
    </message>
</context>
<context>
    <name>file.lock</name>
    <message>
        <source>can&apos;t make the lock {0}: {1}; what it protects is unchanged</source>
        <translation>无法创建锁 {0}：{1}；它所保护的内容没有改变</translation>
    </message>
</context>
<context>
    <name>file.memory</name>
    <message>
        <source>{0} has {1:byte|bytes}, more than this machine&apos;s memory</source>
        <translation>{0} 有 {1} 字节，超过了这台机器的内存</translation>
    </message>
</context>
<context>
    <name>file.read</name>
    <message>
        <source>can&apos;t read {0}: {1}</source>
        <translation>无法读取 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>file.shrunk</name>
    <message>
        <source>{0} was truncated while it was read: it had {1:byte|bytes} and now has {2}; restore it, then resume</source>
        <translation>{0} 在读取时被截短：原有 {1} 字节，现在只有 {2} 字节；请恢复原来的文件，再从那里继续</translation>
    </message>
</context>
<context>
    <name>file.size</name>
    <message>
        <source>{0} has {1:byte|bytes}; at most {2} are read here</source>
        <translation>{0} 有 {1} 字节；这里最多读取 {2} 字节</translation>
    </message>
</context>
<context>
    <name>file.sync</name>
    <message>
        <source>{0} was written, but may not have reached the disk: {1}; check the disk</source>
        <translation>{0} 已写入，但由于 {1}，无法确定它已到达磁盘；请检查磁盘</translation>
    </message>
</context>
<context>
    <name>file.write</name>
    <message>
        <source>can&apos;t write {0}: {1}; the previous contents are unchanged; {2}</source>
        <translation>无法写入 {0}：{1}；原有内容未变；{2}</translation>
    </message>
</context>
<context>
    <name>fineTuning</name>
    <message>
        <source>Leave the block first: phases are about the whole network.</source>
        <translation>请先离开块：阶段针对整个网络。</translation>
    </message>
    <message>
        <source>Select a layer first.</source>
        <translation>请先选择一个层。</translation>
    </message>
    <message>
        <source>The training has groups or phases already; change them in its settings.</source>
        <translation>训练已经有分组或阶段；请在训练设置中修改。</translation>
    </message>
    <message>
        <source>Nothing from here on is frozen; freeze what is to be trained later.</source>
        <translation>从这里往后没有冻结的层；请先冻结以后才训练的层。</translation>
    </message>
    <message>
        <source>Every layer is frozen; unfreeze those that are to be trained first.</source>
        <translation>所有层都已冻结；请先解冻要先训练的层。</translation>
    </message>
    <message>
        <source>Two phases need two epochs at least.</source>
        <translation>两个阶段至少需要两个轮次。</translation>
    </message>
    <message>
        <source>Fine-tune in phases</source>
        <translation>分阶段微调</translation>
    </message>
    <message numerus="yes">
        <source>The training has two phases now: the head alone for %n epoch(s), then also %1 at a tenth of the learning rate. Both are in its settings.</source>
        <translation>
            <numerusform>训练现在有两个阶段：头部先单独训练 %n 个轮次，然后 %1 也以十分之一的学习率训练。两者都在训练设置中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fingerprint.value</name>
    <message>
        <source>{0}: {1} there, {2} here</source>
        <translation>{0}：当时为 {1}，现在为 {2}</translation>
    </message>
</context>
<context>
    <name>fingerprint.values</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>fit.never</name>
    <message>
        <source>it does not fit: {0} of {1}, and no other batch does</source>
        <translation>放不下：需要 {0}，可用 {1}；任何批次大小都放不下</translation>
    </message>
</context>
<context>
    <name>fit.precision</name>
    <message>
        <source>it can&apos;t train in {0}</source>
        <translation>它不能以 {0} 训练</translation>
    </message>
</context>
<context>
    <name>fit.precision_why</name>
    <message>
        <source>it can&apos;t train in {0}: {1}</source>
        <translation>它不能以 {0} 训练：{1}</translation>
    </message>
</context>
<context>
    <name>fit.smaller</name>
    <message>
        <source>it does not fit: {0} of {1}; a batch of {2} does</source>
        <translation>放不下：需要 {0}，可用 {1}；批次大小为 {2} 时可以</translation>
    </message>
</context>
<context>
    <name>fit.unknown</name>
    <message>
        <source>unknown here: {0}</source>
        <translation>在此无法判断：{0}</translation>
    </message>
</context>
<context>
    <name>fit.yes</name>
    <message>
        <source>it fits: {0} of {1}</source>
        <translation>放得下：需要 {0}，可用 {1}</translation>
    </message>
</context>
<context>
    <name>flatten</name>
    <message>
        <source>reshape, vector, unroll</source>
        <translation>展平, 展开, 扁平化, 变形, 向量</translation>
    </message>
    <message>
        <source>Flatten</source>
        <translation>展平</translation>
    </message>
    <message>
        <source>Lays an image out as one vector, row by row, so that a dense layer sees all of it.</source>
        <translation>将图像逐行展开成一个向量，使全连接层能看到全部内容。</translation>
    </message>
</context>
<context>
    <name>focal</name>
    <message>
        <source>Balance classes</source>
        <translation>平衡类别</translation>
    </message>
    <message>
        <source>Whether class 1 is weighted by alpha and class 0 by 1 − alpha.</source>
        <translation>类别 1 是否按 alpha 计、类别 0 是否按 1 − alpha 计。</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>The weight of class 1 if classes are balanced.</source>
        <translation>平衡类别时类别 1 所占的权重。</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>How much less samples count that the network already gets right: (1 − p)^gamma; 0 for no difference.</source>
        <translation>网络已答对的样本少计多少：(1 − p)^gamma；0 表示不减少。</translation>
    </message>
    <message>
        <source>What every term of the loss is multiplied by.</source>
        <translation>损失的每一项所乘的系数。</translation>
    </message>
</context>
<context>
    <name>folder.make</name>
    <message>
        <source>can&apos;t make the folder {0}: {1}; choose another one</source>
        <translation>无法创建文件夹 {0}：{1}；请另选一个</translation>
    </message>
</context>
<context>
    <name>folder.move</name>
    <message>
        <source>can&apos;t put {0} in its place: {1}</source>
        <translation>无法将 {0} 放到位：{1}</translation>
    </message>
</context>
<context>
    <name>folder.open</name>
    <message>
        <source>can&apos;t open the folder {0}: {1}</source>
        <translation>无法打开文件夹 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>folder.remove</name>
    <message>
        <source>can&apos;t remove {0}: {1}</source>
        <translation>无法删除 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>folds.diverged</name>
    <message>
        <source>{0} of {1:fold|folds} diverged and {2} ({3})</source>
        <translation>{1} 折中有 {0} 折发散，{2}（{3}）</translation>
    </message>
</context>
<context>
    <name>folds.diverged_list</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>folds.diverged_one</name>
    <message>
        <source>fold {0}: {1}</source>
        <translation>第 {0} 折：{1}</translation>
    </message>
</context>
<context>
    <name>folds.fold</name>
    <message>
        <source>fold {0} of {1}</source>
        <translation>第 {0} 折，共 {1} 折</translation>
    </message>
</context>
<context>
    <name>folds.mean</name>
    <message>
        <source>mean of {0} of {1:fold|folds}</source>
        <translation>{1} 折中 {0} 折的平均值</translation>
    </message>
</context>
<context>
    <name>folds.mean_of_others</name>
    <message>
        <source>the mean is that of the others</source>
        <translation>平均值取自其余各折</translation>
    </message>
</context>
<context>
    <name>folds.no_mean</name>
    <message>
        <source>there is no mean</source>
        <translation>没有平均值</translation>
    </message>
</context>
<context>
    <name>folds.parent</name>
    <message>
        <source>{0} is not a cross-validation; resume it without folds</source>
        <translation>{0} 不是交叉验证；请不带折数继续</translation>
    </message>
</context>
<context>
    <name>folds.windows</name>
    <message>
        <source>the samples of &quot;{0}&quot; are overlapping windows, so one fold would hold what another trains on; hold out a part with data.validation</source>
        <translation>“{0}”的样本是相互重叠的窗口，一折会含有另一折训练所用的内容；请用 data.validation 留出一部分</translation>
    </message>
</context>
<context>
    <name>fork.average</name>
    <message>
        <source>the moving average of its weights was switched on or off</source>
        <translation>其权重的滑动平均已打开或关闭</translation>
    </message>
</context>
<context>
    <name>fork.batch</name>
    <message>
        <source>its batch size was changed</source>
        <translation>其批大小已更改</translation>
    </message>
</context>
<context>
    <name>fork.data</name>
    <message>
        <source>its data was changed</source>
        <translation>其数据已更改</translation>
    </message>
</context>
<context>
    <name>fork.epochs</name>
    <message>
        <source>{0} has trained {1:epoch|epochs} already, and training.epochs is {2}, which counts those too; set more epochs</source>
        <translation>{0} 已训练 {1} 轮，而 training.epochs 为 {2}，其中也包括这些轮；请设置更多轮数</translation>
    </message>
</context>
<context>
    <name>fork.file</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>fork.goes_on</name>
    <message>
        <source>the run goes on from step {0} with the state of its optimizer</source>
        <translation>训练从第 {0} 步继续，并保留其优化器的状态</translation>
    </message>
</context>
<context>
    <name>fork.losses</name>
    <message>
        <source>its losses, metrics, loss scale, parameter groups or phases were changed</source>
        <translation>其损失、指标、损失缩放、参数组或阶段已更改</translation>
    </message>
</context>
<context>
    <name>fork.network</name>
    <message>
        <source>its network was changed</source>
        <translation>其网络已更改</translation>
    </message>
</context>
<context>
    <name>fork.optimizer</name>
    <message>
        <source>its optimizer was changed</source>
        <translation>其优化器已更改</translation>
    </message>
</context>
<context>
    <name>fork.patience</name>
    <message>
        <source>{0} is of a moment at which early stopping ends the run; raise early_stopping.patience, or choose an earlier checkpoint</source>
        <translation>{0} 属于提前停止会结束训练的时刻；请增大 early_stopping.patience，或选择更早的检查点</translation>
    </message>
</context>
<context>
    <name>fork.precision</name>
    <message>
        <source>its precision was changed to or from one whose loss is scaled</source>
        <translation>其精度已改为或改自一种会缩放损失的精度</translation>
    </message>
</context>
<context>
    <name>fork.weights</name>
    <message>
        <source>only the weights of step {0} are taken, and the run begins at its first step with a new optimizer state, because {1}</source>
        <translation>只采用第 {0} 步的权重，训练以新的优化器状态从第一步开始，因为{1}</translation>
    </message>
</context>
<context>
    <name>freezing</name>
    <message>
        <source>Unfreeze %1</source>
        <translation>解冻 %1</translation>
    </message>
    <message numerus="yes">
        <source>Unfreeze %n layer(s)</source>
        <translation>
            <numerusform>解冻 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message numerus="yes">
        <source>Freeze %n layer(s)</source>
        <translation>
            <numerusform>冻结 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a layer first.</source>
        <translation>请先选择一层。</translation>
    </message>
    <message>
        <source>No layer before this one has weights.</source>
        <translation>它之前没有带权重的层。</translation>
    </message>
    <message>
        <source>This layer has no weights.</source>
        <translation>此层没有权重。</translation>
    </message>
    <message>
        <source>It is not frozen.</source>
        <translation>它没有被冻结。</translation>
    </message>
    <message>
        <source>Everything before it is frozen already.</source>
        <translation>它之前的层都已冻结。</translation>
    </message>
    <message>
        <source>It is frozen already.</source>
        <translation>它已被冻结。</translation>
    </message>
</context>
<context>
    <name>gaussian_dropout</name>
    <message>
        <source>The equivalent dropout rate: the noise has the standard deviation √(rate / (1 − rate)).</source>
        <translation>与噪声离散程度相同的 Dropout 的比率：其标准差为 √(比率 / (1 − 比率))。</translation>
    </message>
    <message>
        <source>Gaussian dropout</source>
        <translation>高斯 Dropout</translation>
    </message>
    <message>
        <source>Multiplies values by normal noise around 1 while training, like dropout without zeros.</source>
        <translation>训练时将各值乘以均值为 1 的正态噪声，如同不产生零的 Dropout。</translation>
    </message>
    <message>
        <source>dropout, multiplicative noise, regularization</source>
        <translation>随机失活, 乘性噪声, 正则化</translation>
    </message>
    <message>
        <source>GaussDropout</source>
        <translation>高斯 Dropout</translation>
    </message>
</context>
<context>
    <name>gaussian_noise</name>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>The standard deviation of the noise.</source>
        <translation>加到每个值上的噪声的标准差。</translation>
    </message>
    <message>
        <source>Gaussian noise</source>
        <translation>高斯噪声</translation>
    </message>
    <message>
        <source>Adds normal noise while training, so that small differences count for less.</source>
        <translation>训练时加入正态噪声，使微小差异的影响减弱。</translation>
    </message>
    <message>
        <source>random noise, regularization, augmentation, denoising</source>
        <translation>随机噪声, 正则化, 数据增强, 去噪</translation>
    </message>
    <message>
        <source>GaussNoise</source>
        <translation>高斯噪声</translation>
    </message>
</context>
<context>
    <name>gelu</name>
    <message>
        <source>Approximate</source>
        <translation>近似</translation>
    </message>
    <message>
        <source>Whether to use the older tanh approximation, which differs by at most 0.0005.</source>
        <translation>是否采用较早的 tanh 公式，两者最多相差 0.0005。</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>Every value times the fraction of a normal distribution below it.</source>
        <translation>每个值乘以正态分布中低于它的比例。</translation>
    </message>
    <message>
        <source>gaussian error linear unit, transformer activation</source>
        <translation>高斯误差线性单元, transformer 激活</translation>
    </message>
</context>
<context>
    <name>generate.no_next</name>
    <message>
        <source>no output of the run predicts the next of its {0:token|tokens}; name a run that learned the field &quot;next&quot;</source>
        <translation>该次训练没有输出能给出其 {0} 个词元中的下一个；请指定一次学习了字段“next”的训练</translation>
    </message>
</context>
<context>
    <name>generate.no_number</name>
    <message>
        <source>the network&apos;s output for the next token is NaN or infinite; train again with a smaller learning rate</source>
        <translation>网络对下一个词元的输出是 NaN 或无穷大；请用更小的学习率重新训练</translation>
    </message>
</context>
<context>
    <name>generate.no_text</name>
    <message>
        <source>the run does not continue texts: its network takes &quot;{0}&quot;; name a run that learned the next token of a text</source>
        <translation>该次训练不能续写文本：其网络接受“{0}”；请指定一次学习了文本下一个词元的训练</translation>
    </message>
</context>
<context>
    <name>generate.prompt</name>
    <message>
        <source>the byte {0} of the prompt is not UTF-8</source>
        <translation>提示文本的第 {0} 个字节不是 UTF-8</translation>
    </message>
</context>
<context>
    <name>generate.temperature</name>
    <message>
        <source>the temperature is {0}; choose 0 for the most likely token, or a number above it</source>
        <translation>温度为 {0}；请选择 0（取最可能的词元）或大于 0 的数</translation>
    </message>
</context>
<context>
    <name>generate.top_k</name>
    <message>
        <source>top K is {0}; choose 1 or more tokens, or 0 for all</source>
        <translation>候选词元数 K 为 {0}；请选择 1 个或更多，或用 0 表示全部</translation>
    </message>
</context>
<context>
    <name>generate.top_p</name>
    <message>
        <source>top P is {0}; choose a fraction above 0 and up to 1</source>
        <translation>候选概率总和 P 为 {0}；请选择大于 0 且不超过 1 的比例</translation>
    </message>
</context>
<context>
    <name>generation</name>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>The number of characters or words to generate.</source>
        <translation>生成多少个字符或词。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 takes the most likely token each time; higher values are more random.</source>
        <translation>0 表示每次取最可能的词元；温度越高，各词元的概率越接近。</translation>
    </message>
    <message>
        <source>Top K</source>
        <translation>候选词元数 K</translation>
    </message>
    <message>
        <source>Samples only from this many of the most likely tokens; 0 for all.</source>
        <translation>只从这么多个最可能的词元中抽取；0 表示全部。</translation>
    </message>
    <message>
        <source>Top P</source>
        <translation>候选概率 P</translation>
    </message>
    <message>
        <source>Samples only from the most likely tokens that together have this fraction of the probability.</source>
        <translation>只从合计占有这一概率份额的最可能的词元中抽取。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same network, prompt and seed give the same text.</source>
        <translation>相同的网络、提示文本和种子会得到相同的文本。</translation>
    </message>
</context>
<context>
    <name>global_average_pooling1d</name>
    <message>
        <source>Global average pooling 1D</source>
        <translation>1D 全局平均池化</translation>
    </message>
    <message>
        <source>The mean of each channel over the whole sequence: one number per channel.</source>
        <translation>每个通道在整个序列上的平均值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalAvg1D</source>
        <translation>1D 全局平均</translation>
    </message>
    <message>
        <source>global pooling, avgpool, mean over time</source>
        <translation>全局平均池化, 全局池化, 时间平均</translation>
    </message>
</context>
<context>
    <name>global_average_pooling2d</name>
    <message>
        <source>gap, global pooling, avgpool</source>
        <translation>全局平均池化, 全局池化</translation>
    </message>
    <message>
        <source>Global average pooling 2D</source>
        <translation>2D 全局平均池化</translation>
    </message>
    <message>
        <source>The mean of each channel over the whole image: one number per channel.</source>
        <translation>每个通道在整幅图像上的平均值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalAvgPool</source>
        <translation>2D 全局平均</translation>
    </message>
</context>
<context>
    <name>global_average_pooling3d</name>
    <message>
        <source>Global average pooling 3D</source>
        <translation>3D 全局平均池化</translation>
    </message>
    <message>
        <source>The mean of each channel over the whole volume: one number per channel.</source>
        <translation>每个通道在整个体数据上的平均值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalAvg3D</source>
        <translation>3D 全局平均</translation>
    </message>
    <message>
        <source>global pooling, avgpool</source>
        <translation>全局平均池化, 全局池化</translation>
    </message>
</context>
<context>
    <name>global_max_pooling1d</name>
    <message>
        <source>Global max pooling 1D</source>
        <translation>1D 全局最大池化</translation>
    </message>
    <message>
        <source>The largest value of each channel in the whole sequence: one number per channel.</source>
        <translation>每个通道在整个序列中的最大值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalMax1D</source>
        <translation>1D 全局最大</translation>
    </message>
    <message>
        <source>gmp, global pooling, global maxpool, max over time</source>
        <translation>全局最大池化, 全局池化, 时间最大</translation>
    </message>
</context>
<context>
    <name>global_max_pooling2d</name>
    <message>
        <source>Global max pooling 2D</source>
        <translation>2D 全局最大池化</translation>
    </message>
    <message>
        <source>The largest value of each channel in the whole image: one number per channel.</source>
        <translation>每个通道在整个图像中的最大值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalMaxPool</source>
        <translation>2D 全局最大</translation>
    </message>
    <message>
        <source>gmp, global pooling, global maxpool</source>
        <translation>全局最大池化, 全局池化</translation>
    </message>
</context>
<context>
    <name>global_max_pooling3d</name>
    <message>
        <source>Global max pooling 3D</source>
        <translation>3D 全局最大池化</translation>
    </message>
    <message>
        <source>The largest value of each channel in the whole volume: one number per channel.</source>
        <translation>每个通道在整个体数据中的最大值：每个通道一个数。</translation>
    </message>
    <message>
        <source>GlobalMax3D</source>
        <translation>3D 全局最大</translation>
    </message>
    <message>
        <source>gmp, global pooling, global maxpool</source>
        <translation>全局最大池化, 全局池化</translation>
    </message>
</context>
<context>
    <name>glu</name>
    <message>
        <source>GLU</source>
        <translation>GLU</translation>
    </message>
    <message>
        <source>Lets half of the channels open or close the other half: a · sigmoid(b).</source>
        <translation>让一半通道控制另一半通道的开合：a · sigmoid(b)。</translation>
    </message>
    <message>
        <source>gated linear unit, gate</source>
        <translation>门控线性单元, 门, gated linear unit, gate</translation>
    </message>
</context>
<context>
    <name>glu.shape</name>
    <message>
        <source>expected a last axis of an even size, which is halved, got {0}; make it even</source>
        <translation>最后一个轴的大小应为偶数（输出为其一半），实际为 {0}；请改为偶数</translation>
    </message>
</context>
<context>
    <name>graph.block</name>
    <message>
        <source>{0}: there is no block &quot;{1}&quot;; there are: {2}</source>
        <translation>{0}：没有名为“{1}”的块；现有：{2}</translation>
    </message>
</context>
<context>
    <name>graph.block_depth</name>
    <message>
        <source>{0}: blocks are nested more than {1} deep; nest fewer of them</source>
        <translation>{0}：块的嵌套超过 {1} 层；请减少嵌套</translation>
    </message>
</context>
<context>
    <name>graph.block_id</name>
    <message>
        <source>two blocks have the id &quot;{0}&quot;; give one of them another</source>
        <translation>有两个块的标识都是“{0}”；请为其中一个换一个标识</translation>
    </message>
</context>
<context>
    <name>graph.block_input</name>
    <message>
        <source>{0}: the block &quot;{1}&quot; has no input &quot;{2}&quot;; add it inside the block</source>
        <translation>{0}：块“{1}”没有输入“{2}”；请在块内添加</translation>
    </message>
</context>
<context>
    <name>graph.block_itself</name>
    <message>
        <source>{0}: the block &quot;{1}&quot; would contain itself; remove it there</source>
        <translation>{0}：块“{1}”会包含自身；请将它从中移除</translation>
    </message>
</context>
<context>
    <name>graph.block_output</name>
    <message>
        <source>{0}: the block &quot;{1}&quot; has no output &quot;{2}&quot;; add it inside the block</source>
        <translation>{0}：块“{1}”没有输出“{2}”；请在块内添加</translation>
    </message>
</context>
<context>
    <name>graph.block_parameter</name>
    <message>
        <source>{0}: there is no setting &quot;{1}&quot;; in the block &quot;{2}&quot; a layer&apos;s parameter is named &quot;layer.parameter&quot;, and &quot;trainable&quot; applies to all of them</source>
        <translation>{0}：没有设置项“{1}”；在块“{2}”中，层的参数写作“layer.parameter”，“trainable”则针对所有层</translation>
    </message>
</context>
<context>
    <name>graph.block_shares</name>
    <message>
        <source>{0}: it can&apos;t use the weights of &quot;{1}&quot;; name another node that stands for the block &quot;{2}&quot; and has its own</source>
        <translation>{0}：不能使用“{1}”的权重；请指定另一个代表块“{2}”且有自己权重的节点</translation>
    </message>
</context>
<context>
    <name>graph.block_size</name>
    <message>
        <source>the network&apos;s blocks expand to more than {0:layer|layers}; use fewer of them</source>
        <translation>网络中的块展开后超过 {0} 层；请减少使用</translation>
    </message>
</context>
<context>
    <name>graph.block_slash</name>
    <message>
        <source>{0}: the id must not hold a /</source>
        <translation>{0}：标识中不能含有 /</translation>
    </message>
</context>
<context>
    <name>graph.cycle</name>
    <message>
        <source>{0}: the wires form a cycle, {1}; remove one of them</source>
        <translation>{0}：连线形成了环路 {1}；请移除其中一条</translation>
    </message>
</context>
<context>
    <name>graph.doubled</name>
    <message>
        <source>{0}: two wires come from {1}; remove one</source>
        <translation>{0}：有两条连线来自 {1}；请移除一条</translation>
    </message>
</context>
<context>
    <name>graph.empty</name>
    <message>
        <source>the network has no layers; start with an input layer</source>
        <translation>网络中没有层；请从输入层开始</translation>
    </message>
</context>
<context>
    <name>graph.id</name>
    <message>
        <source>{0}: another layer also has the id &quot;{1}&quot;</source>
        <translation>{0}：另一个层也使用了标识“{1}”</translation>
    </message>
</context>
<context>
    <name>graph.id_name</name>
    <message>
        <source>{0}: the id must be 1 to 64 letters, digits, _ or -, got &quot;{1}&quot;</source>
        <translation>{0}：标识须为 1 到 64 个字母、数字、_ 或 -，实际为“{1}”</translation>
    </message>
</context>
<context>
    <name>graph.input</name>
    <message>
        <source>{0}: a wire leads to its input &quot;{1}&quot;, but its inputs are: {2}</source>
        <translation>{0}：有连线通向它的输入端“{1}”，但它的输入端为：{2}</translation>
    </message>
</context>
<context>
    <name>graph.layer</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>graph.occupied</name>
    <message>
        <source>{0}: its input takes one wire and already has the one from {1}, so {2} cannot be connected too; join them with an add or concatenate layer</source>
        <translation>{0}：它的输入端只能接一条连线，已接上 {1}，因此不能再接 {2}；请用相加层或拼接层合并它们</translation>
    </message>
</context>
<context>
    <name>graph.output</name>
    <message>
        <source>{0}: a wire comes from its output &quot;{1}&quot;, but its outputs are: {2}</source>
        <translation>{0}：有连线来自它的输出端“{1}”，但它的输出端为：{2}</translation>
    </message>
</context>
<context>
    <name>graph.parameter</name>
    <message>
        <source>{0}: there is no parameter &quot;{1}&quot;; it has: {2}</source>
        <translation>{0}：没有参数“{1}”；现有参数：{2}</translation>
    </message>
</context>
<context>
    <name>graph.parameter_meant</name>
    <message>
        <source>{0}: there is no parameter &quot;{1}&quot;; did you mean &quot;{2}&quot;?</source>
        <translation>{0}：没有参数“{1}”；您要找的是“{2}”吗？</translation>
    </message>
</context>
<context>
    <name>graph.shape</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>graph.shares_itself</name>
    <message>
        <source>{0}: it can&apos;t use its own weights as another&apos;s; leave &quot;shares&quot; empty</source>
        <translation>{0}：不能把自己的权重当作其他层的权重；请将“shares”留空</translation>
    </message>
</context>
<context>
    <name>graph.shares_missing</name>
    <message>
        <source>{0}: it uses the weights of &quot;{1}&quot;, which does not exist; restore that layer, or leave &quot;shares&quot; empty to give it its own</source>
        <translation>{0}：它使用“{1}”的权重，但该层不存在；请恢复该层，或将“shares”留空以使用自己的权重</translation>
    </message>
</context>
<context>
    <name>graph.shares_nothing</name>
    <message>
        <source>{0}: it has no weights, so it can&apos;t use those of &quot;{1}&quot;; leave &quot;shares&quot; empty</source>
        <translation>{0}：它没有权重，不能使用“{1}”的权重；请将“shares”留空</translation>
    </message>
</context>
<context>
    <name>graph.shares_on</name>
    <message>
        <source>{0}: it uses the weights of {1}, which uses those of &quot;{2}&quot; itself; name a layer that has its own</source>
        <translation>{0}：它使用 {1} 的权重，而后者又使用“{2}”的权重；请指定一个有自己权重的层</translation>
    </message>
</context>
<context>
    <name>graph.shares_other</name>
    <message>
        <source>{0}: it uses the weights of {1}, which is another kind of layer; name one of the same kind</source>
        <translation>{0}：它使用 {1} 的权重，但那是另一种层；请指定同一种层</translation>
    </message>
</context>
<context>
    <name>graph.shares_shape</name>
    <message>
        <source>{0}: it needs {1} and can&apos;t use the weights of {2}, which are {3}; give both the same sizes</source>
        <translation>{0}：它需要 {1}，不能使用 {2} 的权重（{3}）；请让两者大小相同</translation>
    </message>
</context>
<context>
    <name>graph.size</name>
    <message>
        <source>a tensor of {0} has more bytes than 64 bits can count</source>
        <translation>形状为 {0} 的张量的字节数超出 64 位的计数范围</translation>
    </message>
</context>
<context>
    <name>graph.softmax_twice</name>
    <message>
        <source>{0}: the output of {1} already went through a softmax; remove one of the two</source>
        <translation>{0}：来自 {1} 的数据已经过 softmax；请移除两者之一</translation>
    </message>
</context>
<context>
    <name>graph.unwired</name>
    <message>
        <source>{0}: the input &quot;{1}&quot; is not connected</source>
        <translation>{0}：输入端“{1}”未连接</translation>
    </message>
</context>
<context>
    <name>graph.value</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>graph.version</name>
    <message>
        <source>{0}: version {1} of this layer is unknown here, the newest is {2}; open the project with the Netsmith that wrote it</source>
        <translation>{0}：此处不认识该层的版本 {1}，最新为 {2}；请用写出该项目的 Netsmith 打开它</translation>
    </message>
</context>
<context>
    <name>graph.wire</name>
    <message>
        <source>a wire joins &quot;{0}&quot; and &quot;{1}&quot;, which do not exist; remove it</source>
        <translation>有连线连接了不存在的“{0}”和“{1}”；请移除</translation>
    </message>
</context>
<context>
    <name>graph.wire_from</name>
    <message>
        <source>{0}: a wire comes from &quot;{1}&quot;, which does not exist; remove it</source>
        <translation>{0}：有连线来自不存在的“{1}”；请移除</translation>
    </message>
</context>
<context>
    <name>graph.wire_to</name>
    <message>
        <source>{0}: a wire leads to &quot;{1}&quot;, which does not exist; remove it</source>
        <translation>{0}：有连线通向不存在的“{1}”；请移除</translation>
    </message>
</context>
<context>
    <name>graph.wires</name>
    <message>
        <source>{0}: expected two or more wires into &quot;{1}&quot;, got {2}</source>
        <translation>{0}：“{1}”应接入两条或更多连线，实际为 {2} 条</translation>
    </message>
</context>
<context>
    <name>grayscale</name>
    <message>
        <source>Grayscale</source>
        <translation>转为灰度</translation>
    </message>
    <message>
        <source>Converts three channels to one gray channel.</source>
        <translation>把三个通道变为一个：像素的灰度。</translation>
    </message>
</context>
<context>
    <name>group</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The group&apos;s name.</source>
        <translation>该组的名称。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The layers in the group; a layer is in at most one group, and a block stands for everything in it.</source>
        <translation>组中的层，每层最多属于一个组；写块的名称即代表其中所有的层。</translation>
    </message>
    <message>
        <source>Rate multiplier</source>
        <translation>学习率倍数</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by for these layers: 0.1 lets them learn ten times more slowly, 0 keeps them as they are.</source>
        <translation>这些层的学习率要乘以的倍数：0.1 使它们的学习慢到十分之一，0 使它们保持不变。</translation>
    </message>
    <message>
        <source>Same as the others</source>
        <translation>与其他层相同</translation>
    </message>
</context>
<context>
    <name>group_normalization</name>
    <message>
        <source>Groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>The number of groups that the channels are divided into; 1 for all in one group, −1 for as many as channels.</source>
        <translation>通道分成多少组；1 表示所有通道为一组，−1 表示每个通道为一组。</translation>
    </message>
    <message>
        <source>Group normalization</source>
        <translation>组归一化</translation>
    </message>
    <message>
        <source>Normalizes each group of channels of a sample to mean 0 and standard deviation 1: for batches too small for batch normalization.</source>
        <translation>将一个样本的每组通道变为均值 0、标准差 1：适用于批次太小而不宜用批归一化的情形。</translation>
    </message>
    <message>
        <source>groupnorm, gn, instance norm, normalize</source>
        <translation>组归一化, 实例归一化, 归一化, 标准化</translation>
    </message>
    <message>
        <source>GroupNorm</source>
        <translation>组归一化</translation>
    </message>
</context>
<context>
    <name>group_normalization.groups</name>
    <message>
        <source>expected groups that divide {0:channel|channels}, got {1}; choose a divisor, or −1 for as many groups as channels</source>
        <translation>组数应能整除 {0} 个通道，得到的是 {1}；请选择一个约数，或用 −1 使组数等于通道数</translation>
    </message>
</context>
<context>
    <name>group_normalization.pytorch</name>
    <message>
        <source>PyTorch&apos;s GroupNorm has both a scale and an offset or neither; set both &quot;scale&quot; and &quot;center&quot;, or none</source>
        <translation>PyTorch 的 GroupNorm 要么同时有缩放和偏移，要么都没有；请同时设置“scale”和“center”，或都不设置</translation>
    </message>
</context>
<context>
    <name>gru</name>
    <message>
        <source>GRU</source>
        <translation>GRU</translation>
    </message>
    <message>
        <source>Reads a sequence step by step, with two gates that choose what to keep and what to look back at.</source>
        <translation>逐步读取序列，用两个门来选择保留什么、回顾什么。</translation>
    </message>
    <message>
        <source>gated recurrent unit, recurrent, rnn, bidirectional</source>
        <translation>门控循环单元, 循环, rnn, 双向</translation>
    </message>
</context>
<context>
    <name>hard_sigmoid</name>
    <message>
        <source>Hard sigmoid</source>
        <translation>硬 Sigmoid</translation>
    </message>
    <message>
        <source>A sigmoid of three straight pieces: max(0, min(1, (x + 3) / 6)).</source>
        <translation>由三段直线组成的 Sigmoid：max(0, min(1, (x + 3) / 6))。</translation>
    </message>
    <message>
        <source>hardsigmoid, relu6 gate</source>
        <translation>hardsigmoid, 硬 S 形函数, relu6 门</translation>
    </message>
</context>
<context>
    <name>hard_silu</name>
    <message>
        <source>Hard SiLU</source>
        <translation>硬 SiLU</translation>
    </message>
    <message>
        <source>SiLU with the hard sigmoid for its gate: x · max(0, min(1, (x + 3) / 6)).</source>
        <translation>以硬 Sigmoid 为门的 SiLU：x · max(0, min(1, (x + 3) / 6))。</translation>
    </message>
    <message>
        <source>hardswish, hard swish, hardsilu</source>
        <translation>hardswish, 硬 swish, hardsilu</translation>
    </message>
</context>
<context>
    <name>hard_tanh</name>
    <message>
        <source>Hard tanh</source>
        <translation>硬 tanh</translation>
    </message>
    <message>
        <source>Clips every value to [−1, 1].</source>
        <translation>把每个值截断在 −1 与 1 之间。</translation>
    </message>
    <message>
        <source>hardtanh, clip, clamp</source>
        <translation>hardtanh, 截断, 裁剪</translation>
    </message>
</context>
<context>
    <name>hinge</name>
    <message>
        <source>Hinge</source>
        <translation>合页损失</translation>
    </message>
    <message>
        <source>The mean of max(1 − target·prediction, 0), as used by support vector machines; targets are −1 and 1, and a 0 counts as −1.</source>
        <translation>max(1 − 目标·预测, 0) 的平均值，与支持向量机相同；目标为 −1 和 1，0 按 −1 计。</translation>
    </message>
</context>
<context>
    <name>huber</name>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>The error up to which the loss is quadratic, and beyond which it is linear.</source>
        <translation>误差在此值以内按平方计，超出后损失只随误差线性增长。</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>Half the squared error for small errors, and linear beyond delta: for regression with outliers.</source>
        <translation>误差小时为平方误差的一半，超过 delta 后为直线：用于有离群值的回归。</translation>
    </message>
</context>
<context>
    <name>image.bmp</name>
    <message>
        <source>{0} can&apos;t be read as a BMP picture: it is damaged or ends too early</source>
        <translation>{0} 无法作为 BMP 图片读取：文件已损坏或过早结束</translation>
    </message>
</context>
<context>
    <name>image.bmp_kind</name>
    <message>
        <source>{0} is a BMP picture with {1:bit|bits} per pixel and an unsupported compression (number {2}); save it as PNG</source>
        <translation>{0} 是每像素 {1} 位的 BMP 图片，其压缩方式（编号 {2}）不受支持；请另存为 PNG</translation>
    </message>
</context>
<context>
    <name>image.claim</name>
    <message>
        <source>{0} claims {1}×{2} pixels, more than its {3:byte|bytes} can hold: it is damaged</source>
        <translation>{0} 声称有 {1}×{2} 像素，多于其 {3} 字节所能容纳：文件已损坏</translation>
    </message>
</context>
<context>
    <name>image.empty</name>
    <message>
        <source>{0} is empty, expected a PNG, JPEG, WebP or BMP picture</source>
        <translation>{0} 是空文件，应为 PNG、JPEG、WebP 或 BMP 图片</translation>
    </message>
</context>
<context>
    <name>image.format</name>
    <message>
        <source>{0} is not a PNG, JPEG, WebP or BMP picture, despite its name</source>
        <translation>无论名称如何，{0} 都不是 PNG、JPEG、WebP 或 BMP 图片</translation>
    </message>
</context>
<context>
    <name>image.jpeg</name>
    <message>
        <source>{0} can&apos;t be read as a JPEG picture: {1}</source>
        <translation>无法把 {0} 作为 JPEG 图片读取：{1}</translation>
    </message>
</context>
<context>
    <name>image.large</name>
    <message>
        <source>{0} claims {1}×{2} pixels; at most {3} a side and {4} in all are read: scale it down first</source>
        <translation>{0} 声称有 {1}×{2} 像素；每边最多读取 {3}，总共最多 {4}：请先缩小它</translation>
    </message>
</context>
<context>
    <name>image.no_size</name>
    <message>
        <source>{0} claims {1}×{2} pixels: it is damaged</source>
        <translation>{0} 声称有 {1}×{2} 像素：文件已损坏</translation>
    </message>
</context>
<context>
    <name>image.other_format</name>
    <message>
        <source>{0} is a {1} file, expected PNG, JPEG, WebP or BMP: convert it</source>
        <translation>{0} 是 {1} 文件，应为 PNG、JPEG、WebP 或 BMP：请转换格式</translation>
    </message>
</context>
<context>
    <name>image.png</name>
    <message>
        <source>{0} can&apos;t be read as a PNG picture: {1}</source>
        <translation>无法把 {0} 作为 PNG 图片读取：{1}</translation>
    </message>
</context>
<context>
    <name>image.png_chunks</name>
    <message>
        <source>{0} holds more than {1} texts and other chunks besides its picture, or more than {2:byte|bytes} of them; save the picture again</source>
        <translation>{0} 除图像外含有超过 {1} 个文本等数据块，或它们超过 {2} 字节；请重新保存该图像</translation>
    </message>
</context>
<context>
    <name>image.webp</name>
    <message>
        <source>{0} can&apos;t be read as a WebP picture: it is damaged or ends too early</source>
        <translation>{0} 无法作为 WebP 图片读取：文件已损坏或过早结束</translation>
    </message>
</context>
<context>
    <name>images.broken</name>
    <message>
        <source>{0} of {1:picture|pictures} can&apos;t be read, and at most one in ten may be left out; repair or remove them, the first: {2}</source>
        <translation>{1} 张图片中有 {0} 张无法读取，而最多只能略去十分之一；请修复或删除它们，第一张：{2}</translation>
    </message>
</context>
<context>
    <name>images.channels</name>
    <message>
        <source>pictures have 1 channel for gray, 3 for color or 4 for color with alpha, not 2; correct data.source.channels</source>
        <translation>图片有 1 个通道（灰度）、3 个通道（彩色）或 4 个通道（彩色加不透明度），没有 2 个通道的；请更正 data.source.channels</translation>
    </message>
</context>
<context>
    <name>images.empty_class</name>
    <message>
        <source>the class folder {0} holds no PNG, JPEG, WebP or BMP picture; add some or remove it</source>
        <translation>类别文件夹 {0} 中没有 PNG、JPEG、WebP 或 BMP 图片；请添加图片或删除该文件夹</translation>
    </message>
</context>
<context>
    <name>images.index</name>
    <message>
        <source>line {0} of the index of pictures is damaged; it is rebuilt</source>
        <translation>图片索引的第 {0} 行已损坏；将重新生成</translation>
    </message>
</context>
<context>
    <name>images.left_out</name>
    <message>
        <source>{0} of {1:picture|pictures} can&apos;t be read and are left out, the first: {2}</source>
        <translation>{1} 张图片中有 {0} 张无法读取，已略去，第一张：{2}</translation>
    </message>
</context>
<context>
    <name>images.loop</name>
    <message>
        <source>the link {0} leads back to a folder that contains it; remove it</source>
        <translation>链接 {0} 指回了它所在的文件夹；请删除它</translation>
    </message>
</context>
<context>
    <name>images.memory</name>
    <message>
        <source>{0:picture|pictures} of this size take {1} MiB of memory, and at most half of the free memory, {2} MiB, may be used for them; make height and width smaller, use fewer pictures or close other programs</source>
        <translation>这种大小的 {0} 张图片需要 {1} MiB 内存，而最多只能用空闲内存的一半，即 {2} MiB；请减小高度和宽度、减少图片或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>images.no_classes</name>
    <message>
        <source>{0} holds no folders; expected one for each class, with its pictures in it, or such folders in &quot;train&quot; and &quot;test&quot;</source>
        <translation>{0} 中没有文件夹；应为每个类别一个文件夹，内含其图片，或在“train”和“test”中有这样的文件夹</translation>
    </message>
</context>
<context>
    <name>images.not_kept</name>
    <message>
        <source>the decoded pictures can&apos;t be cached, so opening them will take as long next time: {0}</source>
        <translation>无法缓存已解码的图片，因此下次打开仍需同样长的时间：{0}</translation>
    </message>
</context>
<context>
    <name>images.others</name>
    <message>
        <source>{0:file|files} in {1} are not PNG, JPEG, WebP or BMP by extension and are left out, such as {2}</source>
        <translation>{1} 中有 {0} 个文件按扩展名不是 PNG、JPEG、WebP 或 BMP，已被略去，例如 {2}</translation>
    </message>
</context>
<context>
    <name>images.pixels</name>
    <message>
        <source>the file of decoded pictures is damaged; they are decoded again</source>
        <translation>已解码图片的文件已损坏；将重新解码</translation>
    </message>
</context>
<context>
    <name>images.room</name>
    <message>
        <source>the decoded pictures would take {0} MiB of {1}, and at most half of the free space there, {2} MiB, may be used for them; free some space</source>
        <translation>已解码的图片将在 {1} 中占用 {0} MiB，而最多只能使用该处可用空间的一半，即 {2} MiB；请释放一些空间</translation>
    </message>
</context>
<context>
    <name>images.same_class</name>
    <message>
        <source>the classes {0} and {1} in {2} differ only in case; put them into one folder</source>
        <translation>{2} 中的类别 {0} 和 {1} 仅大小写不同；请把它们放进同一个文件夹</translation>
    </message>
</context>
<context>
    <name>images.test_class</name>
    <message>
        <source>{0} is a class that {1} does not have; rename or remove it</source>
        <translation>{0} 这个类别在 {1} 中不存在；请改名或删除它</translation>
    </message>
</context>
<context>
    <name>images.unreadable</name>
    <message>
        <source>the folder {0} can&apos;t be read: {1}</source>
        <translation>无法读取文件夹 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>import.format</name>
    <message>
        <source>{0} is no file that a network is imported from; the names of those end in {1}</source>
        <translation>不能从 {0} 导入网络；可导入的文件名以 {1} 结尾</translation>
    </message>
</context>
<context>
    <name>import.input_shape</name>
    <message>
        <source>{0} says the shape of its samples; no other can be given</source>
        <translation>{0} 已说明样本的形状；不能再给出其他形状</translation>
    </message>
</context>
<context>
    <name>import.refused</name>
    <message>
        <source>{0} can&apos;t be imported: {1}</source>
        <translation>无法导入 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>import.weights</name>
    <message>
        <source>{0} takes no weights from another file; only Darknet&apos;s .cfg files do</source>
        <translation>{0} 不从其他文件取权重；只有 Darknet 的“.cfg”文件这样做</translation>
    </message>
</context>
<context>
    <name>initializer</name>
    <message>
        <source>Glorot normal</source>
        <translation>Glorot 正态分布</translation>
    </message>
    <message>
        <source>Glorot uniform</source>
        <translation>Glorot 均匀分布</translation>
    </message>
    <message>
        <source>He normal</source>
        <translation>He 正态分布</translation>
    </message>
    <message>
        <source>He uniform</source>
        <translation>He 均匀分布</translation>
    </message>
    <message>
        <source>Ones</source>
        <translation>全一</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>全零</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>单位矩阵</translation>
    </message>
    <message>
        <source>LeCun normal</source>
        <translation>LeCun 正态</translation>
    </message>
    <message>
        <source>LeCun uniform</source>
        <translation>LeCun 均匀</translation>
    </message>
    <message>
        <source>Orthogonal</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>Random normal</source>
        <translation>随机正态</translation>
    </message>
    <message>
        <source>Random uniform</source>
        <translation>随机均匀</translation>
    </message>
    <message>
        <source>Truncated normal</source>
        <translation>截断正态</translation>
    </message>
</context>
<context>
    <name>initializer.range</name>
    <message>
        <source>expected a minval that is no larger than maxval, got {0} and {1}</source>
        <translation>最小值不应大于最大值，实际为 {0} 和 {1}</translation>
    </message>
</context>
<context>
    <name>initializer.unknown</name>
    <message>
        <source>there is no initializer &quot;{0}&quot;</source>
        <translation>没有初始化方法“{0}”</translation>
    </message>
</context>
<context>
    <name>input</name>
    <message>
        <source>data, source, image, start</source>
        <translation>输入层, 数据, 图像, 起点</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>The sizes of one sample&apos;s axes, such as height, width and channels.</source>
        <translation>单个样本各轴的大小，例如高度、宽度和通道数。</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>The field of the data set whose samples enter here.</source>
        <translation>样本从数据集的哪个字段进入这里。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Where the samples of one field of the data set enter the network.</source>
        <translation>数据集某个字段的样本由此进入网络。</translation>
    </message>
</context>
<context>
    <name>input.classes</name>
    <message>
        <source>{0}: it knows {1:class|classes} (&quot;{2}&quot;), but field &quot;{3}&quot; of &quot;{4}&quot; has {5}; set &quot;{2}&quot; to at least {5}</source>
        <translation>{0}：它认识 {1} 个类别（“{2}”），但“{4}”的字段“{3}”有 {5} 个；请将“{2}”至少设为 {5}</translation>
    </message>
</context>
<context>
    <name>input.field</name>
    <message>
        <source>{0}: the data set &quot;{1}&quot; has no field &quot;{2}&quot;; it has: {3}</source>
        <translation>{0}：数据集“{1}”没有字段“{2}”；现有字段：{3}</translation>
    </message>
</context>
<context>
    <name>input.quantities</name>
    <message>
        <source>{0}: it looks up numbers of classes, and field &quot;{1}&quot; of &quot;{2}&quot; holds quantities, which are cut to whole numbers; choose a field of classes</source>
        <translation>{0}：它查找的是类别编号，而“{2}”的字段“{1}”是数量，会被截断为整数；请选择类别字段</translation>
    </message>
</context>
<context>
    <name>input.shape</name>
    <message>
        <source>{0}: the shape is {1}, but field &quot;{2}&quot; of &quot;{3}&quot; has samples of {4}</source>
        <translation>{0}：形状为 {1}，但“{3}”的字段“{2}”的样本为 {4}</translation>
    </message>
</context>
<context>
    <name>interop.no_rows</name>
    <message>
        <source>{0} has no curves: its metrics.csv has no row that can be read</source>
        <translation>{0} 没有曲线：其 metrics.csv 中没有可读的行</translation>
    </message>
</context>
<context>
    <name>json.and</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>json.array</name>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
</context>
<context>
    <name>json.beginning</name>
    <message>
        <source>the beginning</source>
        <translation>开头</translation>
    </message>
</context>
<context>
    <name>json.boolean</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
</context>
<context>
    <name>json.depth</name>
    <message>
        <source>{0}: values are nested more than {1} deep</source>
        <translation>{0}：值的嵌套超过 {1} 层</translation>
    </message>
</context>
<context>
    <name>json.errors</name>
    <message>
        <source>{0:error|errors}: {1}</source>
        <translation>{0} 个错误：{1}</translation>
    </message>
</context>
<context>
    <name>json.first_errors</name>
    <message>
        <source>the first {0:error|errors}: {1}</source>
        <translation>前 {0} 个错误：{1}</translation>
    </message>
</context>
<context>
    <name>json.integer</name>
    <message>
        <source>an integer of 64 bits</source>
        <translation>64 位整数</translation>
    </message>
</context>
<context>
    <name>json.key</name>
    <message>
        <source>{0}: this key appears twice; remove one of them</source>
        <translation>{0}：这个键出现了两次；请移除其中一个</translation>
    </message>
</context>
<context>
    <name>json.missing</name>
    <message>
        <source>{0}: the key &quot;{1}&quot; is missing</source>
        <translation>{0}：缺少键“{1}”</translation>
    </message>
</context>
<context>
    <name>json.names</name>
    <message>
        <source>an array of texts</source>
        <translation>文本数组</translation>
    </message>
</context>
<context>
    <name>json.null</name>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
</context>
<context>
    <name>json.number</name>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
</context>
<context>
    <name>json.object</name>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
</context>
<context>
    <name>json.parameter</name>
    <message>
        <source>true, false, a number, a text or an array of numbers or texts</source>
        <translation>true、false、数字、文本，或由数字或文本组成的数组</translation>
    </message>
</context>
<context>
    <name>json.place</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>json.port</name>
    <message>
        <source>a node&apos;s id and a port</source>
        <translation>节点 id 和端口</translation>
    </message>
</context>
<context>
    <name>json.position</name>
    <message>
        <source>two numbers</source>
        <translation>两个数字</translation>
    </message>
</context>
<context>
    <name>json.reals</name>
    <message>
        <source>an array of numbers</source>
        <translation>数字数组</translation>
    </message>
</context>
<context>
    <name>json.sizes</name>
    <message>
        <source>an array of integers</source>
        <translation>整数数组</translation>
    </message>
</context>
<context>
    <name>json.small_integer</name>
    <message>
        <source>a small integer</source>
        <translation>较小的整数</translation>
    </message>
</context>
<context>
    <name>json.syntax</name>
    <message>
        <source>the text is not valid JSON at line {0}, column {1}, near {2}; it may be truncated or edited by hand</source>
        <translation>文本在第 {0} 行第 {1} 列、{2} 附近不是有效的 JSON；它可能被截断或被手工修改过</translation>
    </message>
</context>
<context>
    <name>json.text</name>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>json.type</name>
    <message>
        <source>{0}: expected {1}, got {2}</source>
        <translation>{0}：应为{1}，实际为{2}</translation>
    </message>
</context>
<context>
    <name>json.whole</name>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
</context>
<context>
    <name>keras.call</name>
    <message>
        <source>the file does not say what it is applied to</source>
        <translation>文件没有说明它应用于什么</translation>
    </message>
</context>
<context>
    <name>keras.call_argument</name>
    <message>
        <source>it is called with {0}, which no layer of Netsmith can be</source>
        <translation>它以 {0} 调用，而 Netsmith 的层都不能这样调用</translation>
    </message>
</context>
<context>
    <name>keras.call_values</name>
    <message>
        <source>it is called with a second value, which no layer of Netsmith can be</source>
        <translation>它还用第二个值调用，而 Netsmith 的层都不能这样调用</translation>
    </message>
</context>
<context>
    <name>keras.config</name>
    <message>
        <source>the description of its layers is damaged; save the model again: {0}</source>
        <translation>层的描述已损坏；请重新保存模型：{0}</translation>
    </message>
</context>
<context>
    <name>keras.directions</name>
    <message>
        <source>its two directions differ, and those of Netsmith&apos;s layers do not</source>
        <translation>它的两个方向不同，而 Netsmith 的层的两个方向相同</translation>
    </message>
</context>
<context>
    <name>keras.hard_sigmoid</name>
    <message>
        <source>the hard_sigmoid of Keras 2 is clip(0.2 · x + 0.5, 0, 1), and Netsmith&apos;s is that of Keras 3</source>
        <translation>Keras 2 的 hard_sigmoid 是“clip(0.2 · x + 0.5, 0, 1)”，而 Netsmith 的是 Keras 3 的</translation>
    </message>
</context>
<context>
    <name>keras.loop</name>
    <message>
        <source>it is computed from its own output</source>
        <translation>它由自己的输出计算得出</translation>
    </message>
</context>
<context>
    <name>keras.loss</name>
    <message>
        <source>the loss {0} that the model was compiled with is none that Netsmith has</source>
        <translation>模型编译时使用的损失 {0} 在 Netsmith 中没有</translation>
    </message>
</context>
<context>
    <name>keras.no_layers</name>
    <message>
        <source>the file does not list its layers; build it of Sequential or of keras.Model(inputs, outputs) and save it again</source>
        <translation>文件没有列出层；请用“Sequential”或“keras.Model(inputs, outputs)”构建并重新保存</translation>
    </message>
</context>
<context>
    <name>keras.no_output</name>
    <message>
        <source>the model has no outputs</source>
        <translation>模型没有输出</translation>
    </message>
</context>
<context>
    <name>keras.own_model</name>
    <message>
        <source>{0} is a class of the model&apos;s program, which is not in the file; build the model of Sequential or of keras.Model(inputs, outputs) and save it again</source>
        <translation>{0} 是模型程序中的类，不在文件里；请用“Sequential”或“keras.Model(inputs, outputs)”构建模型并重新保存</translation>
    </message>
</context>
<context>
    <name>keras.pixels</name>
    <message>
        <source>pictures are divided by 255; if the model was trained with pixels from 0 to 255, set data.divide to 1</source>
        <translation>图片会除以 255；如果模型是用 0 到 255 的像素训练的，请把 data.divide 设为 1</translation>
    </message>
</context>
<context>
    <name>keras.policy</name>
    <message>
        <source>the model computes in {0}; a project does so in float32 unless its training is given another precision</source>
        <translation>模型以 {0} 计算；项目以 float32 计算，除非为训练设置其他精度</translation>
    </message>
</context>
<context>
    <name>keras.reference</name>
    <message>
        <source>it reads a call of {0} that the file does not have</source>
        <translation>它读取 {0} 的一次调用，而文件中没有</translation>
    </message>
</context>
<context>
    <name>keras.twice</name>
    <message>
        <source>the model has two layers of this name; save it again</source>
        <translation>模型有两个同名的层；请重新保存</translation>
    </message>
</context>
<context>
    <name>keras.version</name>
    <message>
        <source>Keras {0} saved it, whose layers have other arguments; save it again with Keras 2 or 3</source>
        <translation>它由 Keras {0} 保存，其层的参数不同；请用 Keras 2 或 3 重新保存</translation>
    </message>
</context>
<context>
    <name>keras.weight</name>
    <message>
        <source>the file&apos;s weights for {0} have another shape than its layers say; save the model again</source>
        <translation>文件中 {0} 的权重与其层所述的形状不同；请重新保存模型</translation>
    </message>
</context>
<context>
    <name>keras.weights_only</name>
    <message>
        <source>it holds the weights of a model and not its layers; import the program that makes the model, and name this file as its weights</source>
        <translation>它只有模型的权重而没有层；请导入创建该模型的程序，并把此文件指定为权重</translation>
    </message>
</context>
<context>
    <name>kind.layer</name>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>kind.loss</name>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>kind.meant</name>
    <message>
        <source>there is no {0} &quot;{1}&quot;; did you mean &quot;{2}&quot;?</source>
        <translation>没有{0}“{1}”；您要找的是“{2}”吗？</translation>
    </message>
</context>
<context>
    <name>kind.metric</name>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>kind.optimizer</name>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
</context>
<context>
    <name>kind.parameter</name>
    <message>
        <source>{0} &quot;{1}&quot; has no parameter &quot;{2}&quot;; it has: {3}</source>
        <translation>{0}“{1}”没有参数“{2}”；它有：{3}</translation>
    </message>
</context>
<context>
    <name>kind.parameter_meant</name>
    <message>
        <source>{0} &quot;{1}&quot; has no parameter &quot;{2}&quot;; did you mean &quot;{3}&quot;?</source>
        <translation>{0}“{1}”没有参数“{2}”；您要找的是“{3}”吗？</translation>
    </message>
</context>
<context>
    <name>kind.schedule</name>
    <message>
        <source>schedule</source>
        <translation>学习率调度</translation>
    </message>
</context>
<context>
    <name>kind.source</name>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
</context>
<context>
    <name>kind.transform</name>
    <message>
        <source>transform</source>
        <translation>变换</translation>
    </message>
</context>
<context>
    <name>kind.unknown</name>
    <message>
        <source>there is no {0} &quot;{1}&quot;; &quot;netsmith-cli {2}&quot; lists them</source>
        <translation>没有{0}“{1}”；“netsmith-cli {2}”会列出全部</translation>
    </message>
</context>
<context>
    <name>kind.value</name>
    <message>
        <source>{0} &quot;{1}&quot;: {2}</source>
        <translation>{0}“{1}”：{2}</translation>
    </message>
</context>
<context>
    <name>kl_divergence</name>
    <message>
        <source>Kullback-Leibler divergence</source>
        <translation>Kullback-Leibler 散度</translation>
    </message>
    <message>
        <source>KL divergence</source>
        <translation>KL 散度</translation>
    </message>
    <message>
        <source>How far the predicted distribution is from the target&apos;s, Σ t·log(t/p) along the last axis; both hold probabilities.</source>
        <translation>预测分布与目标分布的差距，沿最后一轴的 Σ t·log(t/p)；两者都是概率。</translation>
    </message>
</context>
<context>
    <name>lamb</name>
    <message>
        <source>LAMB</source>
        <translation>LAMB</translation>
    </message>
    <message>
        <source>Adam with steps scaled to the norm of each layer&apos;s weights, which suits very large batches.</source>
        <translation>步长按每层权重的范数缩放的 Adam，适合非常大的批次。</translation>
    </message>
</context>
<context>
    <name>layer.axes</name>
    <message>
        <source>expected at least one axis, got a {0}</source>
        <translation>应至少有一个轴，实际为 {0}</translation>
    </message>
</context>
<context>
    <name>layer.axis</name>
    <message>
        <source>axis {0} is not one of a sample, which has {1:axis|axes}; choose −1 for the last or 1 for the first</source>
        <translation>轴 {0} 不在样本的 {1} 个轴之内；请选择 −1（最后一个）或 1（第一个）</translation>
    </message>
</context>
<context>
    <name>layer.image</name>
    <message>
        <source>expected an image H×W×C, got {0}</source>
        <translation>应为图像 H×W×C，实际为 {0}</translation>
    </message>
</context>
<context>
    <name>layer.mask</name>
    <message>
        <source>expected a mask of {0:number|numbers}, one for each step, got {1}</source>
        <translation>应为 {0} 个数的掩码，每步一个，得到的是 {1}</translation>
    </message>
</context>
<context>
    <name>layer.sequence</name>
    <message>
        <source>expected a sequence T×C, got {0}</source>
        <translation>应为序列 T×C，得到的是 {0}</translation>
    </message>
</context>
<context>
    <name>layer.volume</name>
    <message>
        <source>expected a volume D×H×W×C, got {0}</source>
        <translation>应为三维体 D×H×W×C，得到的是 {0}</translation>
    </message>
</context>
<context>
    <name>layer_normalization</name>
    <message>
        <source>Epsilon</source>
        <translation>ε 值</translation>
    </message>
    <message>
        <source>Added to the variance, so that equal values are not divided by zero.</source>
        <translation>加到方差上，使相等的值也能被除以一个非零数。</translation>
    </message>
    <message>
        <source>Center</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Whether a learned offset (beta) is added to the result.</source>
        <translation>是否在结果上加一个学习得到的偏移量（beta）。</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Whether the result is multiplied by a learned factor (gamma).</source>
        <translation>是否将结果乘以一个学习得到的系数（gamma）。</translation>
    </message>
    <message>
        <source>Layer normalization</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>Normalizes each vector along the last axis to mean 0 and standard deviation 1, independently of the batch, then scales and shifts it.</source>
        <translation>将沿最后一个轴的每个向量变为均值 0、标准差 1（与批次无关），然后缩放并平移。</translation>
    </message>
    <message>
        <source>layernorm, ln, normalize</source>
        <translation>层归一化, 层标准化, 归一化, 标准化</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>层归一化</translation>
    </message>
</context>
<context>
    <name>layer_normalization.pytorch</name>
    <message>
        <source>PyTorch&apos;s LayerNorm has no offset without a scale; set &quot;scale&quot; or leave out &quot;center&quot;</source>
        <translation>PyTorch 的 LayerNorm 没有缩放就没有偏移；请设置“scale”，或去掉“center”</translation>
    </message>
</context>
<context>
    <name>leaky_relu</name>
    <message>
        <source>Negative slope</source>
        <translation>负半轴斜率</translation>
    </message>
    <message>
        <source>What negative values are multiplied by.</source>
        <translation>负值所乘的数。</translation>
    </message>
    <message>
        <source>Leaky ReLU</source>
        <translation>带泄漏 ReLU</translation>
    </message>
    <message>
        <source>The positive part unchanged and the negative part scaled down, so that no unit dies.</source>
        <translation>正的部分不变，负的部分缩小，使任何单元都不会一直沉默。</translation>
    </message>
    <message>
        <source>lrelu, leakyrelu, rectifier with a slope</source>
        <translation>lrelu, leakyrelu, 带斜率的整流</translation>
    </message>
</context>
<context>
    <name>lion</name>
    <message>
        <source>How much the gradients&apos; moving mean counts for a step&apos;s sign, relative to the newest gradient.</source>
        <translation>决定一步的符号时，梯度的移动均值相对于最新梯度占多大比重。</translation>
    </message>
    <message>
        <source>Lion</source>
        <translation>Lion</translation>
    </message>
    <message>
        <source>Every weight takes a step of the same size, in the direction given by the sign of the gradients&apos; running mean; needs a smaller learning rate than Adam.</source>
        <translation>每个权重按梯度移动均值的符号走同样大小的一步；学习率应比 Adam 小。</translation>
    </message>
</context>
<context>
    <name>log.gap</name>
    <message>
        <source>{0} ends at step {1} and the checkpoint is of step {2}; rows are missing, so the run can&apos;t be resumed from there: choose an older checkpoint</source>
        <translation>{0} 止于第 {1} 步，而检查点属于第 {2} 步；中间缺少若干行，训练无法从那里继续，请选择更早的检查点</translation>
    </message>
</context>
<context>
    <name>log.header</name>
    <message>
        <source>{0} does not begin with &quot;{1}&quot;; it belongs to another run</source>
        <translation>{0} 不以“{1}”开头；它属于另一次训练</translation>
    </message>
</context>
<context>
    <name>log.write</name>
    <message>
        <source>can&apos;t write {0}: {1}; {2}, then resume the run</source>
        <translation>无法写入 {0}：{1}；{2}，然后继续训练</translation>
    </message>
</context>
<context>
    <name>log_cosh</name>
    <message>
        <source>Log-cosh</source>
        <translation>对数双曲余弦</translation>
    </message>
    <message>
        <source>The mean of log cosh(prediction − target): quadratic for small errors and linear for large ones.</source>
        <translation>log cosh(预测 − 目标) 的平均值：误差小时近似平方，误差大时近似绝对值。</translation>
    </message>
</context>
<context>
    <name>loss</name>
    <message>
        <source>Class weights</source>
        <translation>类别权重</translation>
    </message>
    <message>
        <source>The weight of the samples of each class, one number per class; empty: all the same. Sums are divided by the number of samples, not by their weights.</source>
        <translation>每个类别的样本所占的权重，每类一个数字；留空表示全部相同。总和除以样本数，而不是除以权重之和。</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>The fraction of the target that is spread over all classes, so that the network does not become overconfident.</source>
        <translation>目标中分摊给所有类别的比例，使网络不会过度自信。</translation>
    </message>
</context>
<context>
    <name>loss.binary</name>
    <message>
        <source>the target has {0:class|classes}, but this is for two, 0 and 1, or for fractions between them; use sparse_categorical_crossentropy and accuracy</source>
        <translation>目标有 {0} 个类别，而这里只用于 0 和 1 两个类别或其间的比例；请改用 sparse_categorical_crossentropy 和 accuracy</translation>
    </message>
</context>
<context>
    <name>loss.class_weights</name>
    <message>
        <source>class_weights: expected {0:number|numbers}, one for each class, got {1}</source>
        <translation>class_weights：应有 {0} 个数字，每个类别一个，实际有 {1} 个</translation>
    </message>
</context>
<context>
    <name>loss.classes</name>
    <message>
        <source>expected {0}, one number for each of the {1:class|classes} of the target, got {2}</source>
        <translation>应为 {0}，即目标的 {1} 个类别各对应一个数，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>loss.numbers</name>
    <message>
        <source>the target holds class numbers, whose distances mean nothing; use sparse_categorical_crossentropy and accuracy</source>
        <translation>目标是类别编号，编号之间的距离没有意义；请使用 sparse_categorical_crossentropy 和 accuracy</translation>
    </message>
</context>
<context>
    <name>loss.one_number</name>
    <message>
        <source>expected 1 number per sample, as the target has, got {0}</source>
        <translation>每个样本应与目标一样为 1 个数字，实际为 {0}</translation>
    </message>
</context>
<context>
    <name>loss.shape</name>
    <message>
        <source>expected the target&apos;s shape {0}, got {1}</source>
        <translation>应为目标的形状 {0}，实际为 {1}</translation>
    </message>
</context>
<context>
    <name>lowering.gather</name>
    <message>
        <source>{0} can&apos;t be gathered as {1}</source>
        <translation>无法将 {0} 作为 {1} 读取</translation>
    </message>
</context>
<context>
    <name>lstm</name>
    <message>
        <source>Unit forget bias</source>
        <translation>遗忘门偏置为 1</translation>
    </message>
    <message>
        <source>Whether the forget gate&apos;s bias begins at 1, so that the layer remembers at first.</source>
        <translation>遗忘门的偏置是否从 1 开始，使该层起初倾向于记住。</translation>
    </message>
    <message>
        <source>LSTM</source>
        <translation>LSTM</translation>
    </message>
    <message>
        <source>Reads a sequence step by step, with gates that choose what to remember, forget and output.</source>
        <translation>逐步读取序列，用门来选择记住什么、忘掉什么、输出什么。</translation>
    </message>
    <message>
        <source>long short-term memory, recurrent, rnn, bilstm, bidirectional</source>
        <translation>长短期记忆, 循环, rnn, bilstm, 双向</translation>
    </message>
</context>
<context>
    <name>machine</name>
    <message>
        <source>Busiest core</source>
        <translation>最忙的核心</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>峰值占比</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
</context>
<context>
    <name>matching.ambiguous</name>
    <message>
        <source>{0}: {1:weight|weights} may come from several tensors: {2} from {3}; say from which, as in TENSOR={2}</source>
        <translation>{0}：有 {1} 个权重可能来自多个张量：{2} 可能来自 {3}；请说明来自哪一个，例如 张量={2}</translation>
    </message>
</context>
<context>
    <name>matching.by_choice</name>
    <message>
        <source>by choice</source>
        <translation>手动指定</translation>
    </message>
</context>
<context>
    <name>matching.by_name</name>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
</context>
<context>
    <name>matching.by_order</name>
    <message>
        <source>by order</source>
        <translation>按顺序</translation>
    </message>
</context>
<context>
    <name>matching.by_shape</name>
    <message>
        <source>by shape</source>
        <translation>按形状</translation>
    </message>
</context>
<context>
    <name>matching.casts</name>
    <message>
        <source>{0:weight is|weights are} cast from {1} to float32</source>
        <translation>{0} 个权重由 {1} 转换为 float32</translation>
    </message>
</context>
<context>
    <name>matching.change</name>
    <message>
        <source>expected TENSOR=LAYER/WEIGHT, such as features.0.weight=conv2d_1/kernel, or =LAYER to keep what is drawn, got &quot;{0}&quot;</source>
        <translation>应为 张量=层/权重，例如 features.0.weight=conv2d_1/kernel，或用 =层 保留随机初始值，实际为“{0}”</translation>
    </message>
</context>
<context>
    <name>matching.counters</name>
    <message>
        <source>{0:tensor|tensors} left out because they are no weights: {1}</source>
        <translation>已略去 {0} 个张量，因为它们不是权重：{1}</translation>
    </message>
</context>
<context>
    <name>matching.drawn</name>
    <message>
        <source>stays as drawn</source>
        <translation>保留随机初始值</translation>
    </message>
</context>
<context>
    <name>matching.empty</name>
    <message>
        <source>{0}: it has nothing for {1} ({2}); choose a file of the same network, say which tensor it is, as in TENSOR={1}, or keep what is drawn: ={3}</source>
        <translation>{0}：其中没有可用于 {1}（{2}）的内容；请选择同一网络的文件，说明它是哪个张量，例如 张量={1}，或保留随机初始值：={3}</translation>
    </message>
</context>
<context>
    <name>matching.heads</name>
    <message>
        <source>{0}: the file&apos;s weights have another shape, so these keep their drawn numbers; the rest is taken</source>
        <translation>{0}：文件中的权重形状不同，因此这些层保留随机初始值；其余的已采用</translation>
    </message>
</context>
<context>
    <name>matching.is_ambiguous</name>
    <message>
        <source>ambiguous</source>
        <translation>不明确</translation>
    </message>
</context>
<context>
    <name>matching.is_missing</name>
    <message>
        <source>nothing fits</source>
        <translation>没有匹配的张量</translation>
    </message>
</context>
<context>
    <name>matching.layout</name>
    <message>
        <source>{0}: the shape of {1} fits {2} as it is and transposed, and the file does not say which; say whose layout it is: keras, pytorch or onnx</source>
        <translation>{0}：{1} 的形状原样和转置后都与 {2} 相符，而文件没有说明是哪一种；请说明采用谁的布局：“keras”、“pytorch”或“onnx”</translation>
    </message>
</context>
<context>
    <name>matching.list</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>matching.long_list</name>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 以及另外 {1} 个</translation>
    </message>
</context>
<context>
    <name>matching.misfit</name>
    <message>
        <source>the tensor &quot;{0}&quot; ({1}) can&apos;t become {2} ({3}) in the layout of {4}; choose another tensor</source>
        <translation>张量“{0}”（{1}）在 {4} 的布局下无法成为 {2}（{3}）；请选择其他张量</translation>
    </message>
</context>
<context>
    <name>matching.near_weight</name>
    <message>
        <source>this network has no weight &quot;{0}&quot;; did you mean &quot;{1}&quot;?</source>
        <translation>此网络没有权重“{0}”；您要找的是“{1}”吗？</translation>
    </message>
</context>
<context>
    <name>matching.no_tensor</name>
    <message>
        <source>the file has no tensor &quot;{0}&quot; for {1}; see its table</source>
        <translation>文件中没有用于 {1} 的张量“{0}”；请查看它的表格</translation>
    </message>
</context>
<context>
    <name>matching.no_weight</name>
    <message>
        <source>this network has no weight &quot;{0}&quot;</source>
        <translation>此网络没有权重“{0}”</translation>
    </message>
</context>
<context>
    <name>matching.not_finite</name>
    <message>
        <source>the tensor &quot;{0}&quot; for {1} has numbers that are not finite; choose another file</source>
        <translation>用于 {1} 的张量“{0}”含有不是有限数的值；请选择其他文件</translation>
    </message>
</context>
<context>
    <name>matching.nothing</name>
    <message>
        <source>{0}: none of its tensors fits a weight of this network; choose a file of the same network</source>
        <translation>{0}：其中没有一个张量与此网络的权重相符；请选择同一网络的文件</translation>
    </message>
</context>
<context>
    <name>matching.other_shape</name>
    <message>
        <source>has another shape</source>
        <translation>形状不同</translation>
    </message>
</context>
<context>
    <name>matching.size</name>
    <message>
        <source>{0}: its tensor {1} is {2}, and {3} needs {4}; choose a file of the same network, or keep what is drawn: ={5}</source>
        <translation>{0}：其张量 {1} 为 {2}，而 {3} 需要 {4}；请选择同一网络的文件，或保留随机初始值：={5}</translation>
    </message>
</context>
<context>
    <name>matching.unused</name>
    <message>
        <source>{0:tensor|tensors} of the file not used: {1}</source>
        <translation>文件中有 {0} 个张量未使用：{1}</translation>
    </message>
</context>
<context>
    <name>matthews_correlation</name>
    <message>
        <source>Matthews correlation coefficient</source>
        <translation>马修斯相关系数</translation>
    </message>
    <message>
        <source>MCC</source>
        <translation>马修斯系数</translation>
    </message>
    <message>
        <source>How well prediction and class are correlated, from -1 to 1: 0 for a guess, however rare a class is.</source>
        <translation>预测与类别的相关程度，从 -1 到 1：无论某类多么罕见，随机猜测都为 0。</translation>
    </message>
</context>
<context>
    <name>max_pooling1d</name>
    <message>
        <source>Max pooling 1D</source>
        <translation>1D 最大池化</translation>
    </message>
    <message>
        <source>Shortens a sequence by the largest value of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的最大值，缩短序列。</translation>
    </message>
    <message>
        <source>MaxPool1D</source>
        <translation>1D 最大池化</translation>
    </message>
    <message>
        <source>maxpool, downsample, subsample</source>
        <translation>最大池化, 下采样, 降采样</translation>
    </message>
</context>
<context>
    <name>max_pooling2d</name>
    <message>
        <source>maxpool, downsample, subsample</source>
        <translation>最大池化, 下采样, 降采样</translation>
    </message>
    <message>
        <source>Max pooling 2D</source>
        <translation>2D 最大池化</translation>
    </message>
    <message>
        <source>Shrinks an image by the largest value of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的最大值，缩小图像。</translation>
    </message>
    <message>
        <source>MaxPool2D</source>
        <translation>2D 最大池化</translation>
    </message>
</context>
<context>
    <name>max_pooling3d</name>
    <message>
        <source>Max pooling 3D</source>
        <translation>3D 最大池化</translation>
    </message>
    <message>
        <source>Shrinks a volume by the largest value of each window, channel by channel.</source>
        <translation>逐通道取每个窗口的最大值，缩小体数据。</translation>
    </message>
    <message>
        <source>MaxPool3D</source>
        <translation>3D 最大池化</translation>
    </message>
    <message>
        <source>maxpool, downsample, subsample</source>
        <translation>最大池化, 下采样, 降采样</translation>
    </message>
</context>
<context>
    <name>maximum</name>
    <message>
        <source>Maximum</source>
        <translation>取最大</translation>
    </message>
    <message>
        <source>Keeps the largest of the inputs, element by element; where two are equal each gets half of the gradient.</source>
        <translation>逐元素保留各输入中最大的；两者相等时各得一半梯度。</translation>
    </message>
    <message>
        <source>max, largest, maxout</source>
        <translation>最大值, maxout</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>两个或更多形状相同的张量。</translation>
    </message>
</context>
<context>
    <name>mean_absolute_error</name>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>The mean of |prediction − target| over the numbers of a sample.</source>
        <translation>单个样本各数值上 |预测 − 目标| 的平均值。</translation>
    </message>
    <message>
        <source>The mean of |prediction − target| over the numbers of a sample: for regression that is robust to outliers.</source>
        <translation>样本各数值 |预测 − 目标| 的平均值：用于不应受离群值左右的回归。</translation>
    </message>
</context>
<context>
    <name>mean_absolute_percentage_error</name>
    <message>
        <source>Mean absolute percentage error</source>
        <translation>平均绝对百分比误差</translation>
    </message>
    <message>
        <source>MAPE</source>
        <translation>百分比误差</translation>
    </message>
    <message>
        <source>The mean of |prediction − target| / |target|: an error as a fraction of the target, of little use if targets are near 0.</source>
        <translation>|预测 − 目标| / |目标| 的平均：以目标的比例表示的误差，目标接近 0 时意义不大。</translation>
    </message>
</context>
<context>
    <name>mean_squared_error</name>
    <message>
        <source>Mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>The mean of (prediction − target)² over the numbers of a sample: for regression.</source>
        <translation>单个样本各数值上（预测 − 目标）² 的平均值，用于回归。</translation>
    </message>
</context>
<context>
    <name>measures.memory</name>
    <message>
        <source>there is not enough memory to look at the outputs of all layers; close other programs</source>
        <translation>内存不足，无法查看所有层的输出；请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>memory.address_space</name>
    <message>
        <source>the limit on this program&apos;s address space leaves {0} MiB, but at least {1} MiB are needed; raise it (ulimit -v) or use fewer threads</source>
        <translation>本程序的地址空间限制只剩 {0} MiB，而计算至少需要 {1} MiB；请提高限制（“ulimit -v”）或使用更少的线程</translation>
    </message>
</context>
<context>
    <name>memory.allocate</name>
    <message>
        <source>not enough memory for {0:byte|bytes}; choose a smaller batch or close other programs</source>
        <translation>内存不足：需要 {0} 字节；请减小批大小或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>memory.estimate</name>
    <message>
        <source>training with a batch of {0} needs {1}, but {2} has {3} free; a batch of {4} fits</source>
        <translation>以批大小 {0} 训练需要 {1}，而 {2} 的可用内存为 {3}；批大小 {4} 放得下</translation>
    </message>
</context>
<context>
    <name>memory.estimate_never</name>
    <message>
        <source>training with a batch of {0} needs {1}, but {2} has {3} free; no batch fits: make the network smaller or close other programs</source>
        <translation>以批大小 {0} 训练需要 {1}，而 {2} 的可用内存为 {3}；任何批大小都放不下，请缩小网络或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>memory.ran_out</name>
    <message>
        <source>{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there now; a batch of {4} fits</source>
        <translation>{0} 的内存已用尽：以批大小 {1} 训练需要 {2}，那里现在的可用内存为 {3}；批大小 {4} 放得下</translation>
    </message>
</context>
<context>
    <name>memory.ran_out_never</name>
    <message>
        <source>{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there now; no smaller batch fits: make the network smaller or close other programs</source>
        <translation>{0} 的内存已用尽：以批大小 {1} 训练需要 {2}，那里现在的可用内存为 {3}；更小的批大小也放不下，请缩小网络或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>memory.ran_out_passing</name>
    <message>
        <source>{0} ran out of memory: training with a batch of {1} needs {2}, and {3} is free there now, so another program may have used it for a while; try again, or with a batch of {4}</source>
        <translation>{0} 的内存已用尽：以批大小 {1} 训练需要 {2}，那里现在的可用内存为 {3}，可能是另一个程序一时占用了它；请再试一次，或改用批大小 {4}</translation>
    </message>
</context>
<context>
    <name>merge.shapes</name>
    <message>
        <source>expected inputs of the same shape, or of size 1 along an axis, got {0} and {1}; give them the same shape first</source>
        <translation>需要形状相同（或沿某个轴大小为 1）的输入，实际为 {0} 和 {1}；请先使它们的形状相同</translation>
    </message>
</context>
<context>
    <name>metric</name>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>The probability above which a single output says yes; with an output for each class, the largest counts.</source>
        <translation>单个输出高于此概率即为“是”；每个类别各有输出时，以最大者为准。</translation>
    </message>
</context>
<context>
    <name>metric.classes</name>
    <message>
        <source>this is counted for at most {0:class|classes}, and the output has {1}; use accuracy</source>
        <translation>最多统计 {0} 个类别，而输出有 {1} 个；请改用 accuracy</translation>
    </message>
</context>
<context>
    <name>metric.k</name>
    <message>
        <source>k is {0}, more than the {1:output|outputs} of a sample; choose at most {1}</source>
        <translation>k 为 {0}，多于每个样本的 {1} 个输出；请最多选 {1}</translation>
    </message>
</context>
<context>
    <name>metric.r2</name>
    <message>
        <source>expected a vector of at most {0:number|numbers} per sample, got {1}; use root_mean_squared_error</source>
        <translation>每个样本应为最多 {0} 个数字的向量，实际为 {1}；请改用 root_mean_squared_error</translation>
    </message>
</context>
<context>
    <name>minimum</name>
    <message>
        <source>Minimum</source>
        <translation>取最小</translation>
    </message>
    <message>
        <source>Keeps the smallest of the inputs, element by element; where two are equal each gets half of the gradient.</source>
        <translation>逐元素保留各输入中最小的；两者相等时各得一半梯度。</translation>
    </message>
    <message>
        <source>min, smallest</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>两个或更多形状相同的张量。</translation>
    </message>
</context>
<context>
    <name>mish</name>
    <message>
        <source>Mish</source>
        <translation>Mish</translation>
    </message>
    <message>
        <source>A smooth relative of ReLU that dips below 0: x · tanh(ln(1 + exp(x))).</source>
        <translation>与 ReLU 相近的平滑函数，在 0 以下略有下凹：x · tanh(ln(1 + exp(x)))。</translation>
    </message>
    <message>
        <source>self-regularized activation</source>
        <translation>自正则化激活</translation>
    </message>
</context>
<context>
    <name>mistakes.no_field</name>
    <message>
        <source>no loss of the network has a data field as its target, so there is nothing to compare predictions with</source>
        <translation>网络的损失都不以数据字段为目标，因此预测没有可对照的真值</translation>
    </message>
</context>
<context>
    <name>mix_up</name>
    <message>
        <source>MixUp</source>
        <translation>MixUp 混合</translation>
    </message>
    <message>
        <source>Lays each image over another one of its batch; the target is mixed in the same proportions.</source>
        <translation>把每幅图像叠在同批的另一幅上；目标按同样比例混合。</translation>
    </message>
</context>
<context>
    <name>mixing</name>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How evenly two images are mixed: near 0 almost always one of them, 1 for any proportion equally likely.</source>
        <translation>两幅图像混合得多均匀：接近 0 时几乎只取其一，1 时各种比例同样可能。</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>The probability that an image is mixed with another one.</source>
        <translation>图像与另一幅混合的概率。</translation>
    </message>
</context>
<context>
    <name>model</name>
    <message>
        <source>FastestDet</source>
        <translation>FastestDet</translation>
    </message>
    <message>
        <source>Detection of the 80 kinds of objects of COCO: a ShuffleNetV2 with one head; its boxes are decoded outside of the network.</source>
        <translation>检测 COCO 的 80 类物体：带一个输出头的 ShuffleNetV2；边框在网络之外解码。</translation>
    </message>
    <message>
        <source>BGR, 352×352, 0 to 1</source>
        <translation>BGR，352×352，0 到 1</translation>
    </message>
    <message>
        <source>AP50 25.3 % on COCO, as published</source>
        <translation>COCO 上 AP50 为 25.3%，按发布者所述</translation>
    </message>
    <message>
        <source>Keyword spotting</source>
        <translation>关键词识别</translation>
    </message>
    <message>
        <source>Twelve classes of spoken words, by depthwise separable convolutions; the reference of MLPerf Tiny.</source>
        <translation>十二类口语词，由深度可分离卷积识别；MLPerf Tiny 的参考网络。</translation>
    </message>
    <message>
        <source>49×10 spectral coefficients</source>
        <translation>49×10 个频谱系数</translation>
    </message>
    <message>
        <source>MobileNet V1 0.25</source>
        <translation>MobileNet V1 0.25</translation>
    </message>
    <message>
        <source>The 1,000 classes of ImageNet and one for none of them, at a quarter of the width; its weights are stored in 8 bits.</source>
        <translation>ImageNet 的 1,000 个类别，另有一类表示都不是，宽度为四分之一；权重以 8 位存储。</translation>
    </message>
    <message>
        <source>RGB, 128×128, 0 to 255</source>
        <translation>RGB，128×128，0 到 255</translation>
    </message>
    <message>
        <source>39.5 % of ImageNet, as published</source>
        <translation>ImageNet 的 39.5%，按发布者所述</translation>
    </message>
    <message>
        <source>MobileNet V2</source>
        <translation>MobileNet V2</translation>
    </message>
    <message>
        <source>The 1,000 classes of ImageNet and one for none of them; its weights are stored in 8 bits.</source>
        <translation>ImageNet 的 1,000 个类别，另有一类表示都不是；权重以 8 位存储。</translation>
    </message>
    <message>
        <source>RGB, 224×224, 0 to 255</source>
        <translation>RGB，224×224，0 到 255</translation>
    </message>
    <message>
        <source>70.8 % of ImageNet, as published</source>
        <translation>ImageNet 的 70.8%，按发布者所述</translation>
    </message>
    <message>
        <source>ResNet-20 for CIFAR-10</source>
        <translation>用于 CIFAR-10 的 ResNet-20</translation>
    </message>
    <message>
        <source>The ten classes of CIFAR-10: weights of PyTorch for a ResNet whose shortcuts drop and pad.</source>
        <translation>CIFAR-10 的十个类别：PyTorch 的权重，用于捷径抽取并填零的 ResNet。</translation>
    </message>
    <message>
        <source>RGB, 32×32, 0 to 1, less 0.485, 0.456, 0.406, by 0.229, 0.224, 0.225</source>
        <translation>RGB，32×32，0 到 1，减去 0.485、0.456、0.406，再除以 0.229、0.224、0.225</translation>
    </message>
    <message>
        <source>91.73 % of the test images</source>
        <translation>测试图像的 91.73%</translation>
    </message>
    <message>
        <source>ResNet-8 for CIFAR-10</source>
        <translation>用于 CIFAR-10 的 ResNet-8</translation>
    </message>
    <message>
        <source>The ten classes of CIFAR-10 by a small ResNet of Keras; the reference of MLPerf Tiny.</source>
        <translation>用 Keras 的小型 ResNet 识别 CIFAR-10 的十个类别；MLPerf Tiny 的参考网络。</translation>
    </message>
    <message>
        <source>RGB, 32×32, 0 to 255</source>
        <translation>RGB，32×32，0 到 255</translation>
    </message>
    <message>
        <source>87.19 % of the test images</source>
        <translation>测试图像的 87.19%</translation>
    </message>
    <message>
        <source>SqueezeNet 1.1</source>
        <translation>SqueezeNet 1.1</translation>
    </message>
    <message>
        <source>Weights of Keras for everything before the last convolution, trained on ImageNet.</source>
        <translation>Keras 的权重，包含最后一个卷积之前的全部层，在 ImageNet 上训练。</translation>
    </message>
    <message>
        <source>BGR, 227×227, 0 to 255, less 103.939, 116.779, 123.68</source>
        <translation>BGR，227×227，0 到 255，减去 103.939、116.779、123.68</translation>
    </message>
    <message>
        <source>Yolo-Fastest 1.1</source>
        <translation>Yolo-Fastest 1.1</translation>
    </message>
    <message>
        <source>Detection of the 80 kinds of objects of COCO by Darknet; its boxes are decoded outside of the network.</source>
        <translation>用 Darknet 检测 COCO 的 80 类物体；边框在网络之外解码。</translation>
    </message>
    <message>
        <source>RGB, 320×320, 0 to 1</source>
        <translation>RGB，320×320，0 到 1</translation>
    </message>
    <message>
        <source>AP50 24.4 % on COCO, as published</source>
        <translation>COCO 上 AP50 为 24.4%，按发布者所述</translation>
    </message>
    <message>
        <source>Yolo-Fastest 1.1 XL</source>
        <translation>Yolo-Fastest 1.1 XL</translation>
    </message>
    <message>
        <source>Yolo-Fastest with wider layers, which finds more.</source>
        <translation>层更宽的 Yolo-Fastest，能找到更多物体。</translation>
    </message>
    <message>
        <source>AP50 34.3 % on COCO, as published</source>
        <translation>COCO 上 AP50 为 34.3%，按发布者所述</translation>
    </message>
</context>
<context>
    <name>models.id</name>
    <message>
        <source>&quot;{0}&quot; is no name for a model: use up to 64 small letters, digits, - and _</source>
        <translation>“{0}”不能作为模型的名称：请使用最多 64 个小写字母、数字、- 和 _</translation>
    </message>
</context>
<context>
    <name>models.taken</name>
    <message>
        <source>{0} is the name of another model on the shelf; choose another</source>
        <translation>{0} 是架上另一个模型的名称；请换一个</translation>
    </message>
</context>
<context>
    <name>multiply</name>
    <message>
        <source>Multiply</source>
        <translation>相乘</translation>
    </message>
    <message>
        <source>Multiplies inputs of the same shape, element by element: a gate.</source>
        <translation>把形状相同的输入逐元素相乘：门控。</translation>
    </message>
    <message>
        <source>product, gate, hadamard, times, attention mask</source>
        <translation>乘积, 门控, 哈达玛积, 乘, 注意力掩码</translation>
    </message>
    <message>
        <source>Two or more tensors of the same shape.</source>
        <translation>两个或更多形状相同的张量。</translation>
    </message>
</context>
<context>
    <name>muon</name>
    <message>
        <source>The fraction of the previous direction that is kept.</source>
        <translation>此前各方向有多大比例进入下一个方向。</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>The number of iterations that orthogonalize each matrix at each step.</source>
        <translation>每一步中使矩阵正交化的迭代次数。</translation>
    </message>
    <message>
        <source>Step size</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>How far weights move at each step, as a fraction of the learning rate, whatever the matrix&apos;s size; 0 lets the size decide.</source>
        <translation>权重每步移动的幅度，占学习率的比例，与矩阵大小无关；0 表示由矩阵大小决定。</translation>
    </message>
    <message>
        <source>Adam&apos;s share</source>
        <translation>Adam 的比例</translation>
    </message>
    <message>
        <source>Adam&apos;s beta 1</source>
        <translation>Adam 的 Beta 1</translation>
    </message>
    <message>
        <source>Adam&apos;s beta 2</source>
        <translation>Adam 的 Beta 2</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>Adam&apos;s learning rate, for biases, norms, embeddings and the last layer, as a fraction of this one.</source>
        <translation>用于偏置、归一化参数、嵌入和最后一层的 Adam 学习率占此学习率的比例。</translation>
    </message>
    <message>
        <source>Updates each matrix by an orthogonalized step, equally large in all directions; embeddings, the last layer and weights that are not matrices use Adam.</source>
        <translation>用正交化的一步更新每个矩阵，各方向幅度相同；嵌入、最后一层以及非矩阵参数使用 Adam。</translation>
    </message>
</context>
<context>
    <name>nadam</name>
    <message>
        <source>Nadam</source>
        <translation>Nadam</translation>
    </message>
    <message>
        <source>Adam with Nesterov momentum, which looks one step ahead.</source>
        <translation>采用 Nesterov 动量（向前看一步）的 Adam。</translation>
    </message>
</context>
<context>
    <name>names.none</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>names.some</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>neighbors.id</name>
    <message>
        <source>&quot;{0}&quot; has {1:row|rows}, and no row {2}; name one from 0 to {3}</source>
        <translation>“{0}”有 {1} 行，没有第 {2} 行；请指定 0 到 {3} 之间的行</translation>
    </message>
</context>
<context>
    <name>neighbors.not_finite</name>
    <message>
        <source>row {0} of &quot;{1}&quot; is not finite (NaN or infinite): the training has diverged; choose an earlier moment of it</source>
        <translation>“{1}”的第 {0} 行不是有限数（NaN 或无穷）：训练已发散；请选择更早的时刻</translation>
    </message>
</context>
<context>
    <name>neighbors.number</name>
    <message>
        <source>the rows of this embedding have no words: give a number from 0 to {0}, not &quot;{1}&quot;</source>
        <translation>此嵌入层的行没有对应的词：请给出 0 到 {0} 之间的编号，而不是“{1}”</translation>
    </message>
</context>
<context>
    <name>neighbors.table</name>
    <message>
        <source>&quot;{0}&quot; is not the table of an embedding, so it has no rows of tokens</source>
        <translation>“{0}”不是嵌入层的表，因此没有词元的行</translation>
    </message>
</context>
<context>
    <name>neighbors.word</name>
    <message>
        <source>&quot;{0}&quot; is not one of the {1:token|tokens} that this embedding knows; give another word, or the number of a row from #0 to #{2}</source>
        <translation>“{0}”不在此嵌入层认识的 {1} 个词元之中；请给出另一个词，或 #0 到 #{2} 之间的行号</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Actions</name>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Create an empty network</source>
        <translation>新建一个空网络</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a project file</source>
        <translation>打开项目文件</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save the project to its file</source>
        <translation>将项目保存到其文件</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the project to another file</source>
        <translation>将项目保存到另一个文件</translation>
    </message>
    <message>
        <source>Start &amp;page</source>
        <translation>起始页(&amp;P)</translation>
    </message>
    <message>
        <source>Recent projects and samples</source>
        <translation>最近的项目和示例</translation>
    </message>
    <message>
        <source>&amp;Close project</source>
        <translation>关闭项目(&amp;C)</translation>
    </message>
    <message>
        <source>Close the project and show the start page</source>
        <translation>关闭项目并显示起始页</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close Netsmith</source>
        <translation>关闭 Netsmith</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last edit</source>
        <translation>撤销上一次编辑</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo the edit that was last undone</source>
        <translation>重做刚刚撤销的编辑</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>Copy the selected layers, then delete them</source>
        <translation>复制选中的层，然后将其删除</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected layers and their wires as text</source>
        <translation>将选中的层及其连线复制为文本</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Add what was copied</source>
        <translation>添加复制的内容</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>创建副本(&amp;D)</translation>
    </message>
    <message>
        <source>Add a copy of the selected layers</source>
        <translation>添加所选层的副本</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>Delete the selection; a chain is joined up again</source>
        <translation>删除选中的内容，断开的链条会重新接上</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Select every layer</source>
        <translation>选中所有的层</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>重命名(&amp;N)</translation>
    </message>
    <message>
        <source>Rename the selected layer</source>
        <translation>重命名选中的层</translation>
    </message>
    <message>
        <source>&amp;Find a layer…</source>
        <translation>查找层(&amp;F)…</translation>
    </message>
    <message>
        <source>Find a layer of the network by name</source>
        <translation>按名称查找网络中的层</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Enlarge the view of the network</source>
        <translation>放大显示网络</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Shrink the view of the network</source>
        <translation>缩小显示网络</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
    <message>
        <source>Show the network at 100 %</source>
        <translation>以 100% 显示网络</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>适应全部(&amp;F)</translation>
    </message>
    <message>
        <source>Show the whole network</source>
        <translation>显示整个网络</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>适应所选(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom to fit the selection</source>
        <translation>缩放到刚好显示选中的内容</translation>
    </message>
    <message>
        <source>&amp;Restore panels</source>
        <translation>恢复面板(&amp;R)</translation>
    </message>
    <message>
        <source>Put every panel back in its place</source>
        <translation>将所有面板恢复到原位</translation>
    </message>
    <message>
        <source>Dark or &amp;light</source>
        <translation>深色或浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Switch between the dark and the light theme</source>
        <translation>在深色与浅色主题之间切换</translation>
    </message>
    <message>
        <source>&amp;Add a layer…</source>
        <translation>添加层(&amp;A)…</translation>
    </message>
    <message>
        <source>Search for a layer to add</source>
        <translation>搜索要添加的层</translation>
    </message>
    <message>
        <source>Arrange left to &amp;right</source>
        <translation>从左到右排列(&amp;R)</translation>
    </message>
    <message>
        <source>Place the layers along their wires, in rows</source>
        <translation>沿连线将层按行排列</translation>
    </message>
    <message>
        <source>Arrange top to &amp;bottom</source>
        <translation>从上到下排列(&amp;B)</translation>
    </message>
    <message>
        <source>Place the layers along their wires, downwards</source>
        <translation>沿连线将层自上而下排列</translation>
    </message>
    <message>
        <source>Next &amp;problem</source>
        <translation>下一个问题(&amp;P)</translation>
    </message>
    <message>
        <source>Show the next error or warning</source>
        <translation>显示下一个错误或警告</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Copy versions, device and state for a bug report; it contains none of your paths</source>
        <translation>复制版本、设备和状态，用于报告问题；不包含您的任何路径</translation>
    </message>
    <message>
        <source>&amp;About Netsmith</source>
        <translation>关于 Netsmith(&amp;A)</translation>
    </message>
    <message>
        <source>Version and license</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Make a block</source>
        <translation>创建块(&amp;M)</translation>
    </message>
    <message>
        <source>Turn the selected layers into a block that can be used in many places</source>
        <translation>把所选的层组成一个可在多处使用的块</translation>
    </message>
    <message>
        <source>&amp;Open block</source>
        <translation>打开块(&amp;O)</translation>
    </message>
    <message>
        <source>Show what is in the selected block</source>
        <translation>显示所选块的内部</translation>
    </message>
    <message>
        <source>Lea&amp;ve block</source>
        <translation>离开块(&amp;V)</translation>
    </message>
    <message>
        <source>Go back to where the block is used (also Esc)</source>
        <translation>回到使用此块的位置（也可按 Esc）</translation>
    </message>
    <message>
        <source>Rena&amp;me block…</source>
        <translation>重命名块(&amp;M)…</translation>
    </message>
    <message>
        <source>Rename the selected block wherever it is used</source>
        <translation>为所选的块改名，所有使用处都会随之改变</translation>
    </message>
    <message>
        <source>&amp;Take apart</source>
        <translation>拆开(&amp;T)</translation>
    </message>
    <message>
        <source>Turn the selected block back into its layers</source>
        <translation>把所选的块还原为其中的各层</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>使用指南(&amp;G)</translation>
    </message>
    <message>
        <source>From data to a trained network, step by step</source>
        <translation>从数据到训练好的网络，一步一步来</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts and mouse actions</source>
        <translation>键盘快捷键与鼠标操作</translation>
    </message>
    <message>
        <source>&amp;Reference</source>
        <translation>参考(&amp;R)</translation>
    </message>
    <message>
        <source>Layers, losses, metrics and optimizers with their parameters</source>
        <translation>层、损失、指标和优化器及其参数</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>网络(&amp;N)</translation>
    </message>
    <message>
        <source>Show the network</source>
        <translation>显示网络</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Train the project with different settings and see which does best</source>
        <translation>用不同的设置训练项目，看哪种效果最好</translation>
    </message>
    <message>
        <source>&amp;Precision twin</source>
        <translation>精度对照(&amp;P)</translation>
    </message>
    <message>
        <source>See layer by layer what a lower precision changes</source>
        <translation>逐层查看较低精度带来的变化</translation>
    </message>
    <message>
        <source>Add a &amp;note</source>
        <translation>添加注释(&amp;N)</translation>
    </message>
    <message>
        <source>Add a note beside the network</source>
        <translation>在网络旁写一条注释</translation>
    </message>
    <message>
        <source>Add a &amp;frame</source>
        <translation>添加框(&amp;F)</translation>
    </message>
    <message>
        <source>Draw a frame with a title around the selected layers</source>
        <translation>用带标题的框围住所选的层</translation>
    </message>
    <message>
        <source>Next test sa&amp;mple</source>
        <translation>下一个测试样本(&amp;M)</translation>
    </message>
    <message>
        <source>Give the network the next test sample, and show its true value</source>
        <translation>将下一个测试样本输入网络，并显示其真值</translation>
    </message>
    <message>
        <source>Show m&amp;istakes</source>
        <translation>查看错误样本(&amp;I)</translation>
    </message>
    <message>
        <source>Show the samples that the trained network gets wrong, the worst first</source>
        <translation>显示训练好的网络答错的样本，错得最严重的在前</translation>
    </message>
    <message>
        <source>Layer &amp;outputs</source>
        <translation>层输出(&amp;O)</translation>
    </message>
    <message>
        <source>Show each layer&apos;s output for the sample in Try it</source>
        <translation>在每一层显示它对“试一试”中的样本的输出</translation>
    </message>
    <message>
        <source>P&amp;redictions</source>
        <translation>预测(&amp;R)</translation>
    </message>
    <message>
        <source>See what the network predicts for every sample, and where it is wrong</source>
        <translation>查看网络对每个样本的预测，以及错在哪里</translation>
    </message>
    <message>
        <source>E&amp;mbedding</source>
        <translation>嵌入(&amp;M)</translation>
    </message>
    <message>
        <source>See what a layer has learned: which samples it takes for similar</source>
        <translation>查看某一层学到了什么：它认为哪些样本相似</translation>
    </message>
    <message>
        <source>Pro&amp;filer</source>
        <translation>剖析器(&amp;F)</translation>
    </message>
    <message>
        <source>See where the time and memory of training go, and what would be faster</source>
        <translation>查看训练的时间和内存用在哪里，以及怎样更快</translation>
    </message>
    <message>
        <source>Step &amp;by step</source>
        <translation>逐步计算(&amp;B)</translation>
    </message>
    <message>
        <source>Follow a batch through the network and its gradient back, on to the next layer</source>
        <translation>跟随一个批次通过网络，再跟随它的梯度返回，到下一层</translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <source>Save the network as a picture: PNG, SVG or PDF</source>
        <translation>将网络保存为图片：PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>&amp;Import a model…</source>
        <translation>导入模型(&amp;I)…</translation>
    </message>
    <message>
        <source>Free&amp;ze</source>
        <translation>冻结(&amp;Z)</translation>
    </message>
    <message>
        <source>Keep the weights of the selected layers as they are during training</source>
        <translation>训练时保持所选层的权重不变</translation>
    </message>
    <message>
        <source>&amp;Unfreeze</source>
        <translation>解冻(&amp;U)</translation>
    </message>
    <message>
        <source>Let training change the weights of the selected layers again</source>
        <translation>让训练重新改变所选层的权重</translation>
    </message>
    <message>
        <source>Freeze everything &amp;before</source>
        <translation>冻结之前的所有层(&amp;B)</translation>
    </message>
    <message>
        <source>Freeze every layer that the selected ones depend on</source>
        <translation>冻结所选层所依赖的每一层</translation>
    </message>
    <message>
        <source>Initial &amp;weights…</source>
        <translation>初始权重(&amp;W)…</translation>
    </message>
    <message>
        <source>Start training from the weights of a file or a run</source>
        <translation>从文件或某次训练的权重开始训练</translation>
    </message>
    <message>
        <source>&amp;Trained models…</source>
        <translation>训练好的模型(&amp;T)…</translation>
    </message>
    <message>
        <source>Trained networks to begin from: download one, make a project of it, or take its weights</source>
        <translation>可以由此开始的训练好的网络：下载、创建项目，或取用它的权重</translation>
    </message>
    <message>
        <source>&amp;Fine-tune in a second phase</source>
        <translation>在第二阶段微调(&amp;F)</translation>
    </message>
    <message>
        <source>Train what is not frozen first, then also the selected layers and those behind them, at a tenth of the learning rate</source>
        <translation>先训练未冻结的层，然后所选的层和它们之后的层也以十分之一的学习率训练</translation>
    </message>
    <message>
        <source>Make a project of another program&apos;s network: a model of ONNX, Keras, TensorFlow Lite or Darknet, or a script for Keras or PyTorch</source>
        <translation>用其他程序的网络创建项目：ONNX、Keras、TensorFlow Lite 或 Darknet 的模型，或 Keras 或 PyTorch 的脚本</translation>
    </message>
    <message>
        <source>Compr&amp;ess</source>
        <translation>压缩(&amp;E)</translation>
    </message>
    <message>
        <source>Make a trained run smaller and faster, and see what each stage costs</source>
        <translation>使训练得到的网络更小、更快，并查看每个阶段的代价</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ActivationFeed</name>
    <message>
        <source>Layer outputs, each on its own scale</source>
        <translation>各层的输出，每层用各自的色标</translation>
    </message>
    <message>
        <source>Units for all inputs, each layer on its own scale</source>
        <translation>各单元对所有输入的输出，每层各有比例</translation>
    </message>
    <message>
        <source>Train the network, or choose a run in Try it: then each layer shows its output for a sample, and a click on it its weights.</source>
        <translation>请训练网络，或在“试一试”中选择一次训练：之后每层显示它对一个样本的输出，点击它可查看权重。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AdviceRow</name>
    <message>
        <source>Saves %1 of an epoch&apos;s training</source>
        <translation>一轮训练省去 %1</translation>
    </message>
    <message>
        <source>Changed in the project: profile again to see what it saves</source>
        <translation>项目已更改：重新剖析可查看效果</translation>
    </message>
    <message>
        <source>Change this in the project; it can be undone</source>
        <translation>在项目中更改；可以撤销</translation>
    </message>
    <message>
        <source>Changed in the Training menu: profile again to see what it saves</source>
        <translation>已在“训练”菜单中更改：请再次分析，看看节省了多少</translation>
    </message>
    <message>
        <source>Change this for all projects, as in the Training menu</source>
        <translation>为所有项目更改，与“训练”菜单中相同</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AnswerCaption</name>
    <message>
        <source>Step %1 · %2</source>
        <comment>a run&apos;s step and the run</comment>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>what it told, and which run</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AnswersWindow</name>
    <message>
        <source>Save the predictions</source>
        <translation>保存预测</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>The device is busy with training. Open the files once training has ended.</source>
        <translation>设备正忙于训练。请在训练结束后再打开文件。</translation>
    </message>
    <message>
        <source>Reading and predicting</source>
        <translation>正在读取并预测</translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s)</source>
        <translation>
            <numerusform>%n 个预测</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 correct: %3</source>
        <translation>%2 个中有 %1 个正确：%3</translation>
    </message>
    <message>
        <source>%1 predictions, mean absolute error %2</source>
        <translation>%1 个预测，平均绝对误差 %2</translation>
    </message>
    <message>
        <source>Only the first %1 samples were used.</source>
        <translation>只使用了前 %1 个样本。</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The predictions were saved to %1.</source>
        <translation>预测已保存到 %1。</translation>
    </message>
    <message>
        <source>Predictions of %1</source>
        <translation>%1 的预测</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>另存为 CSV…</translation>
    </message>
    <message>
        <source>Save all predictions to a CSV file</source>
        <translation>把所有预测保存到一个 CSV 文件</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>No predictions yet. They will be listed here, one for each sample in the files.</source>
        <translation>还没有预测。网络对文件中每个样本的预测会列在这里。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AskingWindow</name>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::AttributionWindow</name>
    <message>
        <source>importance.png</source>
        <translation>importance.png</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>importance.csv</source>
        <translation>importance.csv</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Save what the network looked at</source>
        <translation>保存网络看了什么</translation>
    </message>
    <message>
        <source>Point at a part to read its number.</source>
        <translation>指向某个部分以读取其数值。</translation>
    </message>
    <message>
        <source>What the network looked at</source>
        <translation>网络看了什么</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>computing: %1 of %2</source>
        <translation>正在计算：%1 / %2</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Stop computing what the network looked at</source>
        <translation>停止计算网络看了什么</translation>
    </message>
    <message>
        <source>Compute what the network looked at</source>
        <translation>计算网络看了什么</translation>
    </message>
    <message>
        <source>Last layer with maps</source>
        <translation>最后一个带特征图的层</translation>
    </message>
    <message>
        <source>black</source>
        <translation>黑色</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白色</translation>
    </message>
    <message>
        <source>Covered with %1</source>
        <translation>用%1遮挡</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>从%1开始</translation>
    </message>
    <message>
        <source>Predicted class</source>
        <translation>预测的类别</translation>
    </message>
    <message>
        <source>First number</source>
        <translation>第一个数值</translation>
    </message>
    <message>
        <source>Number %1</source>
        <translation>数值 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a class and its probability</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Draw, type or choose something on the page Try it, or choose a sample on the page Predictions: here you see which parts of it the answer depends on.</source>
        <translation>请在“试一试”页绘制、输入或选择内容，或在“预测”页中选择一个样本：这里会显示答案取决于其中的哪些部分。</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run: here you see what it looks at while it learns.</source>
        <translation>还没有训练过的网络。按“运行”：这里会显示它在学习时看什么。</translation>
    </message>
    <message>
        <source>Cancelled. Choose a faster method, or compute it again.</source>
        <translation>已取消。请选择更快的方法，或重新计算。</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>What the network gives the explained class</source>
        <translation>网络给予被解释类别的概率</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>What is explained: the logit of the class less the mean of all logits</source>
        <translation>被解释的量：该类别的 logit 减去所有 logit 的平均值</translation>
    </message>
    <message>
        <source>What is explained: the number of the output, as its loss reads it</source>
        <translation>被解释的量：损失所读取的输出数值</translation>
    </message>
    <message>
        <source>Score of the baseline</source>
        <translation>基线的得分</translation>
    </message>
    <message>
        <source>The same for a sample without content</source>
        <translation>没有内容的样本的得分</translation>
    </message>
    <message>
        <source>The parts add up to %1 of %2.</source>
        <translation>各部分之和为 %1，应为 %2。</translation>
    </message>
    <message>
        <source>All parts together should make the difference of the two scores; more steps bring them closer to it</source>
        <translation>所有部分之和应等于两个得分之差；步数越多越接近</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>Small covers</source>
        <translation>小遮挡块</translation>
    </message>
    <message>
        <source>Medium covers</source>
        <translation>中遮挡块</translation>
    </message>
    <message>
        <source>Large covers</source>
        <translation>大遮挡块</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>How it is found out what mattered</source>
        <translation>如何找出重要的部分</translation>
    </message>
    <message>
        <source>Explained class</source>
        <translation>被解释的类别</translation>
    </message>
    <message>
        <source>The class or the number that is explained</source>
        <translation>被解释的类别或数值</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The layer whose maps are weighed: later ones know more, earlier ones are finer</source>
        <translation>对其特征图加权的层：越靠后含义越丰富，越靠前越精细</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Points between the baseline and the sample at which the gradient is taken</source>
        <translation>在基线与样本之间取梯度的点数</translation>
    </message>
    <message>
        <source>Size of the covers</source>
        <translation>遮挡块大小</translation>
    </message>
    <message>
        <source>How much of the sample is covered at a time: small covers are finer and take longer</source>
        <translation>每次遮挡样本的多少：遮挡块越小越精细，耗时越长</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>What counts as nothing: take one that the picture itself does not show</source>
        <translation>什么算作“空”：选择图片本身没有的颜色</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>重要性图</translation>
    </message>
    <message>
        <source>Map over the sample</source>
        <translation>样本上的重要性图</translation>
    </message>
    <message>
        <source>How much of the sample is seen under the map</source>
        <translation>重要性图下显示多少样本</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the picture or the numbers</source>
        <translation>保存图片或数值</translation>
    </message>
    <message>
        <source>Picture as PNG…</source>
        <translation>图片为 PNG…</translation>
    </message>
    <message>
        <source>Numbers as CSV…</source>
        <translation>数值为 CSV…</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Autosave</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::BlockBar</name>
    <message>
        <source>The block that is open</source>
        <translation>当前打开的块</translation>
    </message>
    <message>
        <source>Path to the open block</source>
        <translation>通往当前打开的块的路径</translation>
    </message>
    <message>
        <source>Back to the network</source>
        <translation>回到网络</translation>
    </message>
    <message>
        <source>Block “%1”, as used at %2</source>
        <translation>块“%1”，即 %2 处</translation>
    </message>
    <message numerus="yes">
        <source>Shapes are those at %1. Edits apply in all %n places.</source>
        <translation>
            <numerusform>形状以 %1 处为准。修改会在全部 %n 处生效。</numerusform>
        </translation>
    </message>
    <message>
        <source>Shapes are those at %1. Press Esc to go back.</source>
        <translation>形状以 %1 处为准。按 Esc 返回。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::BlockForm</name>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>The block&apos;s name wherever it is used.</source>
        <translation>块的名称，在所有使用处都相同。</translation>
    </message>
    <message>
        <source>Open block</source>
        <translation>打开块</translation>
    </message>
    <message>
        <source>Show what is in it; edits apply wherever it is used (Enter on the canvas)</source>
        <translation>显示块的内部；在其中的修改会在所有使用处生效（在画布上按 Enter）</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::BlockMenu</name>
    <message>
        <source>Name of the block</source>
        <translation>块的名称</translation>
    </message>
    <message>
        <source>Open block</source>
        <translation>打开块</translation>
    </message>
    <message>
        <source>Rename block</source>
        <translation>重命名块</translation>
    </message>
    <message numerus="yes">
        <source>Delete block (used in %n place(s))</source>
        <translation>
            <numerusform>删除块（正在 %n 处使用）</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete block</source>
        <translation>删除块</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Canvas</name>
    <message>
        <source>Rename layer</source>
        <translation>重命名层</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The network as a diagram. The outline shows it as a list for screen readers.</source>
        <translation>以图形显示的网络。大纲以列表形式显示相同的内容，供屏幕阅读器朗读。</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加%1</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n layer(s)</source>
        <translation>
            <numerusform>删除 %n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Nothing to paste: the clipboard contains no part of a network.</source>
        <translation>没有可粘贴的内容：剪贴板中没有网络片段。</translation>
    </message>
    <message>
        <source>Auto-layout</source>
        <translation>自动布局</translation>
    </message>
    <message numerus="yes">
        <source>Move %n layer(s)</source>
        <translation>
            <numerusform>移动 %n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>Training settings…</source>
        <translation>训练设置…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Fit the selection</source>
        <translation>适应所选</translation>
    </message>
    <message>
        <source>Insert a layer…</source>
        <translation>插入层…</translation>
    </message>
    <message>
        <source>Add a layer…</source>
        <translation>添加层…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Lay out from left to right</source>
        <translation>从左到右布局</translation>
    </message>
    <message>
        <source>Lay out from top to bottom</source>
        <translation>从上到下布局</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>适应全部</translation>
    </message>
    <message>
        <source>Insert layer</source>
        <translation>插入层</translation>
    </message>
    <message>
        <source>Rewire</source>
        <translation>改接连线</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Open block</source>
        <translation>打开块</translation>
    </message>
    <message>
        <source>Rename block…</source>
        <translation>重命名块…</translation>
    </message>
    <message>
        <source>Take apart</source>
        <translation>拆开</translation>
    </message>
    <message>
        <source>Make a block</source>
        <translation>创建块</translation>
    </message>
    <message>
        <source>Notes and frames belong to the network, not to a block: leave the block first.</source>
        <translation>注释和框属于网络，不能放在块中：请先离开该块。</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加注释</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n note(s)</source>
        <translation>
            <numerusform>删除 %n 条注释</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>编辑注释</translation>
    </message>
    <message>
        <source>Select the layers to frame.</source>
        <translation>请选择要用框围住的层。</translation>
    </message>
    <message>
        <source>Add frame</source>
        <translation>添加框</translation>
    </message>
    <message>
        <source>Rename frame</source>
        <translation>重命名框</translation>
    </message>
    <message>
        <source>Title of the frame</source>
        <translation>框的标题</translation>
    </message>
    <message>
        <source>Delete frame</source>
        <translation>删除框</translation>
    </message>
    <message numerus="yes">
        <source>Move %n note(s)</source>
        <translation>
            <numerusform>移动 %n 条注释</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a frame</source>
        <translation>添加框</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>添加注释</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation>编辑注释</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Color frame</source>
        <translation>设置框的颜色</translation>
    </message>
    <message>
        <source>Delete, but keep the layers</source>
        <translation>删除框，保留层</translation>
    </message>
    <message>
        <source>Move frame</source>
        <translation>移动框</translation>
    </message>
    <message>
        <source>Resize note</source>
        <translation>调整注释的大小</translation>
    </message>
    <message>
        <source>Resize frame</source>
        <translation>调整框的大小</translation>
    </message>
    <message>
        <source>Show its output…</source>
        <translation>显示其输出…</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Unfreeze</source>
        <translation>解冻</translation>
    </message>
    <message>
        <source>Freeze everything before here</source>
        <translation>冻结此处之前的所有层</translation>
    </message>
    <message>
        <source>Fine-tune from here in a second phase</source>
        <translation>从这里开始在第二阶段微调</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ChainCard</name>
    <message>
        <source>Size on disk</source>
        <translation>磁盘大小</translation>
    </message>
    <message>
        <source>The file of weights</source>
        <translation>权重文件</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Of them %1 are zero</source>
        <comment>a share of the weights</comment>
        <translation>其中 %1 为零</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>浮点运算量</translation>
    </message>
    <message>
        <source>To predict one sample; a multiplication and an addition count as two</source>
        <translation>预测一个样本所需；一次乘法和一次加法计为两次</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message numerus="yes">
        <source>To predict %n sample(s) at once, weights included</source>
        <translation>
            <numerusform>一次预测 %n 个样本所需，含权重</numerusform>
        </translation>
    </message>
    <message>
        <source>p50, batch %1</source>
        <translation>p50，批次 %1</translation>
    </message>
    <message>
        <source>Half of the predictions of a batch take no longer, on %1</source>
        <translation>一半的批次预测不超过此时间，设备为 %1</translation>
    </message>
    <message>
        <source>p99, batch %1</source>
        <translation>p99，批次 %1</translation>
    </message>
    <message>
        <source>All but one in a hundred predictions of a batch take no longer, on %1</source>
        <translation>百分之九十九的批次预测不超过此时间，设备为 %1</translation>
    </message>
    <message numerus="yes">
        <source>On %n sample(s) that it was not trained on</source>
        <translation>
            <numerusform>基于 %n 个未参与训练的样本</numerusform>
        </translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95% 区间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>the ends of an interval</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Where it probably lies for all samples of this kind (Wilson&apos;s score interval)</source>
        <translation>对所有此类样本，真实值大概所在的区间（威尔逊得分区间）</translation>
    </message>
    <message>
        <source>%1, then trained</source>
        <comment>what was done</comment>
        <translation>%1，之后训练</translation>
    </message>
    <message>
        <source>Show this run&apos;s curves, and select it in the Runs panel</source>
        <translation>显示该训练的曲线，并在“训练记录”面板中选中它</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ClassBalance</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ClassBars</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ClassTable</name>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>AUC</source>
        <translation>AUC</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>平均精确率</translation>
    </message>
    <message>
        <source>Of the samples that were predicted to be of the class, how many are</source>
        <translation>被预测为该类别的样本中，真正属于该类别的比例</translation>
    </message>
    <message>
        <source>Of the samples of the class, how many were predicted to be</source>
        <translation>该类别的样本中，被正确预测的比例</translation>
    </message>
    <message>
        <source>The harmonic mean of precision and recall</source>
        <translation>精确率与召回率的调和平均</translation>
    </message>
    <message>
        <source>The area under the ROC curve: 1 if every sample of the class has a higher score than every other sample, 0.5 for a guess</source>
        <translation>ROC 曲线下的面积：该类别的每个样本的得分都高于其他所有样本时为 1，随机猜测时为 0.5</translation>
    </message>
    <message>
        <source>The area under the precision-recall curve</source>
        <translation>精确率-召回率曲线下的面积</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>各类别</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CompareChoice</name>
    <message>
        <source>Choose two or more to compare.</source>
        <translation>请选择两个或更多进行比较。</translation>
    </message>
    <message>
        <source>Precisions</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Batch sizes</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较什么</translation>
    </message>
    <message>
        <source>How the runs differ; everything else is the same, including the seed and the order of samples</source>
        <translation>各次训练的不同之处；其余一切相同，包括种子和样本顺序</translation>
    </message>
    <message>
        <source>Values to compare</source>
        <translation>要比较的取值</translation>
    </message>
    <message>
        <source>The batch size of each run, separated by commas</source>
        <translation>每次训练的批大小，以逗号分隔</translation>
    </message>
    <message>
        <source>Once with fused operations, once without.</source>
        <translation>一次使用融合运算，一次不使用。</translation>
    </message>
    <message>
        <source>%1, the project&apos;s</source>
        <translation>%1（项目的设置）</translation>
    </message>
    <message>
        <source>Choose at least one of the boxes.</source>
        <translation>请至少勾选一项。</translation>
    </message>
    <message>
        <source>%1 runs are too many to compare; choose at most %2.</source>
        <translation>%1 次训练太多，无法比较；请最多选择 %2 次。</translation>
    </message>
    <message>
        <source>Learning rates</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The project is trained with each of these, such as 0.001, 0.003; leave empty for the project&apos;s own</source>
        <translation>每个都会用来训练，例如 0.001, 0.003；留空则用项目的设置</translation>
    </message>
    <message>
        <source>The project is trained with each of these, such as 1, 2, 3 or 1-5; several show how much of a difference is due to chance</source>
        <translation>每个都会用来训练，例如 1, 2, 3 或 1-5；多个种子能说明差异有多少出于偶然</translation>
    </message>
    <message>
        <source>The project as it is, with its initial weights and frozen layers</source>
        <translation>项目原样：使用其初始权重，冻结的层保持不变</translation>
    </message>
    <message>
        <source>The same initial weights, but all layers are trained</source>
        <translation>使用相同的初始权重，但训练所有层</translation>
    </message>
    <message>
        <source>Random weights, and all layers are trained</source>
        <translation>使用随机权重，并训练所有层</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ComparePanel</name>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>网络有 %n 个错误，暂时无法训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>not trained</source>
        <translation>未训练</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>which training, of how many, and its name</comment>
        <translation>第 %1 / %2 次：%3</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 / %2 轮</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>剩余约 %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Keeps finished runs; the current run saves a checkpoint</source>
        <translation>保留已完成的训练；正在进行的训练会保存检查点</translation>
    </message>
    <message>
        <source>Stop the run first</source>
        <translation>请先停止训练</translation>
    </message>
    <message>
        <source>Stop the precision twin first</source>
        <translation>请先停止精度对照</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>比较的进度</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), one after another</source>
        <translation>
            <numerusform>%n 次训练，依次进行</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>导出比较结果</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>comparison.csv</source>
        <translation>比较.csv</translation>
    </message>
    <message>
        <source>Trains this project several times, one after another with the same order of samples, and compares results and costs side by side. With several seeds, it also shows whether a difference is statistically significant. Every training is kept as a run.</source>
        <translation>依次多次训练此项目，样本顺序相同，并排比较结果与代价。使用多个种子时，还会显示差异是否具有统计显著性。每次训练都保存为训练记录。</translation>
    </message>
    <message>
        <source>A difference is significant if Welch&apos;s t-test gives p &lt; 5 %, divided by the number of settings compared</source>
        <translation>韦尔奇 t 检验的 p 值低于 5%（除以所比较的设置数）时，差异才算显著</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开训练记录</translation>
    </message>
    <message>
        <source>Show the curves of the selected run in the Curves panel</source>
        <translation>在“曲线”面板中显示所选训练的曲线</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Save the table as a CSV file</source>
        <translation>将表格保存为 CSV 文件</translation>
    </message>
    <message>
        <source>Stop the compression first</source>
        <translation>请先停止压缩</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CompareTable</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>How it differs from the others</source>
        <translation>与其他训练的不同之处</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>From its best epoch</source>
        <translation>取自最好的一轮</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>How long a step takes</source>
        <translation>每步所需时间</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>During training only, without validation</source>
        <translation>仅计训练，不含验证</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Of the whole run, including validation</source>
        <translation>整个训练，含验证</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Total memory used on its device</source>
        <translation>在设备上占用的总内存</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>As reported by the device</source>
        <translation>由设备报告</translation>
    </message>
    <message>
        <source>Compared runs</source>
        <translation>所比较的训练</translation>
    </message>
    <message>
        <source>All seeds</source>
        <translation>所有种子</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Processor use by other programs during the run</source>
        <translation>期间其他程序占用的处理器份额</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ComponentForm</name>
    <message>
        <source>Set %1 to %2</source>
        <comment>what, and which</comment>
        <translation>将%1设为 %2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CompressPage</name>
    <message>
        <source>Stopped while %1 was being trained. It has a checkpoint, and is resumed in the Runs panel; what was to be done after it can be done to it then, or as it is.</source>
        <translation>在训练 %1 时停止。它有检查点，可在“训练记录”面板中继续；之后的阶段可在继续训练后进行，也可现在就进行。</translation>
    </message>
    <message>
        <source>Go on from it</source>
        <translation>由此继续</translation>
    </message>
    <message>
        <source>Choose this run, and the stages that are left</source>
        <translation>选择该训练和剩余的阶段</translation>
    </message>
    <message>
        <source>Makes a smaller and faster network of a trained one, stage by stage, and measures what each stage saves and costs. Every result is kept as a run: it can be tried, trained on and exported like any other.</source>
        <translation>将训练好的网络逐阶段变得更小、更快，并测量每个阶段的收益和代价。每个结果都保存为一次训练，可像其他训练一样试用、继续训练和导出。</translation>
    </message>
    <message>
        <source>Train the network first. Then a run can be made smaller and faster here, stage by stage: channels removed, weights set to zero or shared, numbers rounded to 8 bits. Size, latency and accuracy are measured after each.</source>
        <translation>请先训练网络。之后可在此将一次训练的网络逐阶段变得更小、更快：删除通道、将权重置零或共享、将数值舍入到 8 位。每个阶段之后都会测量大小、延迟和准确率。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compress</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Keeps the runs made so far; a training saves a checkpoint</source>
        <translation>保留目前得到的训练；正在进行的训练会保存检查点</translation>
    </message>
    <message>
        <source>Do these stages to a copy of the run; the run itself stays as it is</source>
        <translation>对该训练的副本执行这些阶段；训练本身保持不变</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>The trained run to make smaller; it stays as it is</source>
        <translation>要压缩的训练；它本身保持不变</translation>
    </message>
    <message>
        <source>What is done to it</source>
        <translation>压缩步骤</translation>
    </message>
    <message>
        <source>Stage by stage</source>
        <translation>逐阶段结果</translation>
    </message>
    <message>
        <source>Progress of the compression</source>
        <translation>压缩的进度</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>a factor</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始网络</translation>
    </message>
    <message>
        <source>Channels removed, a share of each layer</source>
        <translation>按各层比例删除通道</translation>
    </message>
    <message>
        <source>%1 of the FLOPs removed</source>
        <translation>计算量减少 %1</translation>
    </message>
    <message>
        <source>%1 of the channels removed</source>
        <translation>通道减少 %1</translation>
    </message>
    <message>
        <source>%1 of the weights zero</source>
        <translation>%1 的权重为零</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) in each kernel</source>
        <translation>
            <numerusform>每个权重矩阵 %n 个值</numerusform>
        </translation>
    </message>
    <message>
        <source>8 bits, static</source>
        <translation>8 位，静态</translation>
    </message>
    <message>
        <source>8 bits, weights only</source>
        <translation>8 位，仅权重</translation>
    </message>
    <message>
        <source>as fast</source>
        <translation>速度相同</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <comment>a factor</comment>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <comment>a factor</comment>
        <translation>慢 %1</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 points</source>
        <comment>percentage points</comment>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>which stage, of how many, and its name</comment>
        <translation>第 %1 个，共 %2 个：%3</translation>
    </message>
    <message>
        <source>Timing all of them</source>
        <translation>测量所有结果的延迟</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>Layers split, %1 of the energy kept</source>
        <translation>已拆分层，保留 %1 的能量</translation>
    </message>
    <message>
        <source>Layers split, %1 of the rank kept</source>
        <translation>已拆分层，保留 %1 的秩</translation>
    </message>
    <message>
        <source>Distilled at temperature %1</source>
        <translation>以温度 %1 蒸馏</translation>
    </message>
    <message>
        <source>Two of four weights zero (2:4)</source>
        <translation>四个权重中两个为零（2:4）</translation>
    </message>
    <message>
        <source>%1 of the weights gradually zero</source>
        <translation>%1 的权重逐渐为零</translation>
    </message>
    <message>
        <source>Weights in %1</source>
        <comment>a format of numbers</comment>
        <translation>权重为 %1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ConfusionView</name>
    <message>
        <source>%1 of %2 samples of this class (%3)</source>
        <translation>该类别的 %2 个样本中有 %1 个（%3）</translation>
    </message>
    <message>
        <source>no sample has this class</source>
        <translation>没有样本属于该类别</translation>
    </message>
    <message>
        <source>Predicted class</source>
        <translation>预测类别</translation>
    </message>
    <message>
        <source>True class: %1, predicted: %2</source>
        <translation>真实类别：%1，预测：%2</translation>
    </message>
    <message>
        <source>True class</source>
        <translation>真实类别</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::CostsWindow</name>
    <message>
        <source>%1 must be a number from 0 to %2, or empty.</source>
        <translation>“%1”必须是 0 到 %2 之间的数，或者留空。</translation>
    </message>
    <message>
        <source>Energy and costs</source>
        <translation>能耗与费用</translation>
    </message>
    <message>
        <source>The cards of runs count with these. What is empty is not counted.</source>
        <translation>训练的卡片按这些数值计算。留空的项目不计入。</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>such as EUR</source>
        <translation>例如 CNY</translation>
    </message>
    <message>
        <source>How amounts of money are called in the cards</source>
        <translation>卡片中金额所用的货币名称</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>What the device uses on average, for runs whose energy could not be measured; marked as assumed</source>
        <translation>设备的平均功率，用于无法测量能耗的运行；会标为假定值</translation>
    </message>
    <message>
        <source>Such as the rent of a machine, for each hour of training</source>
        <translation>例如租用机器的费用，按训练小时计</translation>
    </message>
    <message>
        <source>As on your electricity bill</source>
        <translation>如电费单上所示</translation>
    </message>
    <message>
        <source>As your supplier states it, in grams</source>
        <translation>按供电商公布的数值，单位为克</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Keep these for all runs, also for netsmith-cli</source>
        <translation>为所有运行保留这些数值，netsmith-cli 也会使用</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DataFigures</name>
    <message>
        <source>In use: %1</source>
        <translation>正在使用：%1</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本</translation>
    </message>
    <message>
        <source>Test samples</source>
        <translation>测试样本</translation>
    </message>
    <message>
        <source>Sample shape</source>
        <translation>样本形状</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>占用内存</translation>
    </message>
    <message>
        <source>About this data set</source>
        <translation>关于此数据集</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DataNotice</name>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Requesting %1…</source>
        <translation>正在请求 %1…</translation>
    </message>
    <message>
        <source>Downloading: %1 of %2</source>
        <translation>正在下载：%1 / %2</translation>
    </message>
    <message>
        <source>%1 is not available; %2 are used until it is.</source>
        <translation>%1 暂不可用；在此之前使用%2。</translation>
    </message>
    <message>
        <source>Choose the folder that contains your samples.</source>
        <translation>请选择存放样本的文件夹。</translation>
    </message>
    <message>
        <source>Choose the file that contains your samples.</source>
        <translation>请选择存放样本的文件。</translation>
    </message>
    <message>
        <source>%1 could not be downloaded. Check the network connection, then try again; what has been downloaded is kept.</source>
        <translation>无法下载 %1。请检查网络连接后重试；已收到的内容会保留。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>The download was stopped. Files that are complete are kept.</source>
        <translation>下载已停止。已完整下载的文件会保留。</translation>
    </message>
    <message>
        <source>Reading was stopped before the samples could be shown.</source>
        <translation>读取在样本显示之前被停止。</translation>
    </message>
    <message>
        <source>Resume download</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Data loading progress</source>
        <translation>读取数据的进度</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DataPanel</name>
    <message>
        <source>Set %1</source>
        <translation>设置%1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Choose the data set</source>
        <translation>选择数据集</translation>
    </message>
    <message>
        <source>License: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Which data set the network learns from</source>
        <translation>网络从哪个数据集学习</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Some training samples</source>
        <translation>部分训练样本</translation>
    </message>
    <message>
        <source>Class balance</source>
        <translation>类别分布</translation>
    </message>
    <message>
        <source>Training samples of each class</source>
        <translation>每个类别的训练样本数</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>This version of Netsmith has no data set called %1. Choose another one, or open the project with the version that created it.</source>
        <translation>这个版本的 Netsmith 没有名为 %1 的数据集。请选择其他数据集，或用创建该项目的版本打开它。</translation>
    </message>
    <message>
        <source>A byte from 0 to 255 becomes a number from %1 to %2.</source>
        <translation>0 到 255 的字节会变为 %1 到 %2 的数。</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>Some samples as the network sees them</source>
        <translation>网络所见的部分样本</translation>
    </message>
    <message>
        <source>Hold out samples for validation</source>
        <translation>留出样本用于验证</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DevicePanel</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 by this run</source>
        <translation>本次训练 %1</translation>
    </message>
    <message>
        <source>What this run holds on the device, also while it is paused</source>
        <translation>本次训练在设备上占用的内存，暂停时也保留</translation>
    </message>
    <message>
        <source>none used by training</source>
        <translation>训练未占用</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>How fast training progresses: a device can be fully busy and still get little done</source>
        <translation>训练推进的速度：设备可能一直忙碌却收效甚微</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>The percentage of time in which the GPU was busy</source>
        <translation>GPU 上有任务运行的时间所占的比例</translation>
    </message>
    <message>
        <source>Memory of all programs</source>
        <translation>所有程序的内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>memory</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Power · temperature</source>
        <translation>功耗 · 温度</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>power and temperature</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Slowed by</source>
        <translation>降速原因</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two reasons</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The percentage of processor capacity in use, by any program</source>
        <translation>全部处理器核心的占用率，包括其他程序</translation>
    </message>
    <message>
        <source>By this program</source>
        <translation>本程序占用</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>本次训练</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>steps</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>The mean over the epoch so far</source>
        <translation>本轮至今的平均值</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>all in FP32</source>
        <translation>全部为 FP32</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <comment>layers, and in which precision</comment>
        <translation>%2 层中有 %1 层为 %3</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What the layers actually compute in; losses and everything kept between steps are always FP32</source>
        <translation>各层实际计算所用的精度；损失和跨步保留的数据始终为 FP32</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Small gradients do not underflow in this precision</source>
        <translation>这种精度下，很小的梯度不会下溢</translation>
    </message>
    <message>
        <source>Skipped steps</source>
        <translation>跳过的步数</translation>
    </message>
    <message>
        <source>A step that produces a NaN or an infinity is never skipped: training stops and names the layer</source>
        <translation>产生 NaN 或无穷大的步从不跳过：训练会停止并指出是哪一层</translation>
    </message>
    <message>
        <source>Nothing has been trained since the project was opened. Its last run is in the Runs panel.</source>
        <translation>打开项目后还没有训练。上次训练在“训练记录”面板中。</translation>
    </message>
    <message>
        <source>No run yet. Its progress and the time left will be shown here.</source>
        <translation>还没有训练。开始后，这里显示已完成的进度和剩余时间。</translation>
    </message>
    <message>
        <source>What the loss is multiplied by, so that small gradients do not underflow in FP16</source>
        <translation>损失所乘的倍数，使很小的梯度在 FP16 中不会下溢</translation>
    </message>
    <message>
        <source>A step whose gradients overflow is skipped, and the loss scale is halved for the next</source>
        <translation>梯度溢出的一步会被跳过，下一步的损失缩放减半</translation>
    </message>
    <message>
        <source>Compute rate</source>
        <translation>运算速度</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>FLOP/s, and the share of the peak</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>The operations of the layers divided by the time they take. The percentage is of the %1 that &quot;netsmith-cli devices --benchmark&quot; measured on this device</source>
        <translation>各层所需的运算量除以所用的时间。百分比是相对于“netsmith-cli devices --benchmark”在此设备上测得的 %1</translation>
    </message>
    <message>
        <source>The operations of the layers divided by the time they take. Run &quot;netsmith-cli devices --benchmark&quot; to measure the peak of this device and see the percentage here</source>
        <translation>各层所需的运算量除以所用的时间。用“netsmith-cli devices --benchmark”可测出此设备的最高速度，之后这里会显示所占的百分比</translation>
    </message>
    <message>
        <source>used by the comparison</source>
        <translation>由“比较”占用</translation>
    </message>
    <message>
        <source>used by the twin</source>
        <translation>由精度对照占用</translation>
    </message>
    <message>
        <source>used by the search for a learning rate</source>
        <translation>由学习率寻找占用</translation>
    </message>
    <message>
        <source>used by the repeated run</source>
        <translation>由重新进行的训练占用</translation>
    </message>
    <message>
        <source>used by the profiler</source>
        <translation>剖析器正在使用</translation>
    </message>
    <message>
        <source>used by the Step by step panel</source>
        <translation>由“逐步计算”面板使用</translation>
    </message>
    <message>
        <source>used by the compression</source>
        <translation>由压缩使用</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DiagnosisRow</name>
    <message>
        <source>Change this in the project; it can be undone</source>
        <translation>在项目中做此更改；可以撤销</translation>
    </message>
    <message>
        <source>Changed in the project: train again to see what it does</source>
        <translation>已在项目中更改：重新训练即可看到效果</translation>
    </message>
    <message>
        <source>Show %1</source>
        <comment>a layer</comment>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Select this layer on the canvas</source>
        <translation>在画布上选中该层</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Dock</name>
    <message>
        <source>Close this panel; the View menu brings it back</source>
        <translation>关闭此面板；可从“视图”菜单重新打开</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭%1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::DoctorPanel</name>
    <message>
        <source>Diagnoses</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Nothing seems wrong with this training.</source>
        <translation>这次训练看不出有什么问题。</translation>
    </message>
    <message>
        <source>Looking at the samples and measuring the layers…</source>
        <translation>正在查看样本并测量各层…</translation>
    </message>
    <message>
        <source>Train the network while this panel is shown. It looks for vanishing and exploding gradients, dead and saturated units, a learning rate that is too high or too low, overfitting, and trouble with the samples, and says what would help.</source>
        <translation>显示此面板时训练网络。它会查找梯度消失和梯度爆炸、失活和饱和的单元、过高或过低的学习率、过拟合以及样本的问题，并说明怎样改善。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Document</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::EmbeddingPage</name>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>True class: %1</source>
        <translation>真实类别：%1</translation>
    </message>
    <message>
        <source>True number: %1</source>
        <translation>真实数值：%1</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>预测：%1</translation>
    </message>
    <message>
        <source>Point at a sample, or choose one with a click or the arrow keys. The wheel zooms, dragging pans, a double click shows all.</source>
        <translation>将指针移到样本上，或用单击或方向键选择一个样本。滚轮缩放，拖动平移，双击显示全部。</translation>
    </message>
    <message>
        <source>embedding.png</source>
        <translation>嵌入.png</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>embedding.svg</source>
        <translation>嵌入.svg</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>embedding.csv</source>
        <translation>嵌入.csv</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Save the points</source>
        <translation>保存各点</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a layer and its shape</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Preparing to ask the network…</source>
        <translation>正在准备询问网络…</translation>
    </message>
    <message>
        <source>Asking the network: %1</source>
        <translation>正在询问网络：%1</translation>
    </message>
    <message>
        <source>Comparing the samples…</source>
        <translation>正在比较样本…</translation>
    </message>
    <message>
        <source>Placing the points: %1</source>
        <translation>正在安排各点的位置：%1</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>PCA · %1 of the variance across, %2 upwards</source>
        <translation>PCA · 横向占方差的 %1，纵向占 %2</translation>
    </message>
    <message>
        <source>t-SNE · perplexity %1 · KL divergence %2</source>
        <translation>t-SNE · 困惑度 %1 · KL 散度 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 training samples, after step %2</source>
        <translation>%1 个训练样本，第 %2 步之后</translation>
    </message>
    <message>
        <source>%1 validation samples, after step %2</source>
        <translation>%1 个验证样本，第 %2 步之后</translation>
    </message>
    <message>
        <source> · %1 numbers each</source>
        <translation> · 每个样本 %1 个数</translation>
    </message>
    <message>
        <source> · the means of %1 channels</source>
        <translation> · %1 个通道各自的平均值</translation>
    </message>
    <message>
        <source> · %1 numbers each, at its last step</source>
        <translation> · 每个样本最后一步的 %1 个数</translation>
    </message>
    <message>
        <source> · %1 numbers each, averaged over its steps</source>
        <translation> · 每个样本 %1 个数，为各步的平均值</translation>
    </message>
    <message>
        <source> · nothing is known about the samples, so all have one color</source>
        <translation> · 样本没有已知的类别或数值，因此颜色都相同</translation>
    </message>
    <message>
        <source> · colored by &quot;%1&quot;</source>
        <translation> · 按“%1”着色</translation>
    </message>
    <message>
        <source> · live: as many as a second of training allows</source>
        <translation> · 实时：暂停训练一秒所能完成的数量</translation>
    </message>
    <message>
        <source> · live</source>
        <translation> · 实时</translation>
    </message>
    <message numerus="yes">
        <source>The outputs for %n sample(s) are not finite and are left out.</source>
        <translation>
            <numerusform>%n 个样本的输出不是有限数，已略去。</numerusform>
        </translation>
    </message>
    <message>
        <source>A perplexity of %1 needs at least %2 samples, so a lower one is used.</source>
        <translation>困惑度 %1 至少需要 %2 个样本，因此采用了较低的困惑度。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The layer whose outputs are compared</source>
        <translation>比较哪一层的输出</translation>
    </message>
    <message>
        <source>t-SNE</source>
        <translation>t-SNE</translation>
    </message>
    <message>
        <source>PCA</source>
        <translation>PCA</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>t-SNE keeps near samples near; distances between far groups tell nothing. PCA shows the two directions in which the outputs differ most, to scale.</source>
        <translation>t-SNE 让相近的样本保持相近；相距较远的群之间的距离没有意义。PCA 按比例显示输出差异最大的两个方向。</translation>
    </message>
    <message>
        <source>Perplexity %1</source>
        <translation>困惑度 %1</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>How many neighbors of each sample t-SNE keeps near it: more show larger groups</source>
        <translation>t-SNE 让每个样本的多少个近邻保持在附近：数目越大，显示的群越大</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>Number of samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>The most samples to compare, evenly spread</source>
        <translation>最多比较多少个样本（均匀选取）</translation>
    </message>
    <message>
        <source>Validation samples</source>
        <translation>验证样本</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>The samples that the network is asked about</source>
        <translation>让网络预测的样本</translation>
    </message>
    <message>
        <source>Samples as points</source>
        <translation>以点表示的样本</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop here; the points stay where they are</source>
        <translation>到此为止；各点停在当前位置</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Ask the network and place the points once more</source>
        <translation>再次询问网络并安排各点的位置</translation>
    </message>
    <message>
        <source>Train the network, or choose a run under Runs: here you see what a layer has learned. Each point is a sample; samples for which the layer&apos;s outputs are similar are near each other. Groups of one color mean that the layer tells the classes apart.</source>
        <translation>训练网络，或在“训练记录”中选择一次训练：这里会显示某一层学到了什么。每个点是一个样本；该层输出相似的样本彼此靠近。颜色相同的点聚成群，说明该层能区分这些类别。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the picture or the points</source>
        <translation>保存图片或各点</translation>
    </message>
    <message>
        <source>Picture as PNG…</source>
        <translation>保存为 PNG 图片…</translation>
    </message>
    <message>
        <source>Picture as SVG…</source>
        <translation>保存为 SVG 图片…</translation>
    </message>
    <message>
        <source>Points as CSV…</source>
        <translation>将各点保存为 CSV…</translation>
    </message>
    <message>
        <source>Nearest points</source>
        <translation>最近的点</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::EmbeddingView</name>
    <message>
        <source>predicted wrongly</source>
        <translation>预测错误</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::EmptyHint</name>
    <message>
        <source>Start with Input: drag a layer here, or double-click to add one</source>
        <translation>从“输入”层开始：把层拖到这里，或双击添加</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::EvidencePlot</name>
    <message>
        <source>%1: %2</source>
        <comment>name and number</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ExplanationPanel</name>
    <message>
        <source>Stop at this number</source>
        <translation>停在这个数</translation>
    </message>
    <message>
        <source>Go through the output number by number</source>
        <translation>逐个数走过整个输出</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>a place of the output, its number</comment>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>How this number is made</source>
        <translation>这个数是怎么来的</translation>
    </message>
    <message>
        <source>The number before this one (Left)</source>
        <translation>前一个数（左箭头）</translation>
    </message>
    <message>
        <source>The next number (Right)</source>
        <translation>下一个数（右箭头）</translation>
    </message>
    <message>
        <source>Draw again: as for the next sample of the training</source>
        <translation>重新抽取：如同训练中的下一个样本</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ExponentPlot</name>
    <message>
        <source>%1 within the range</source>
        <translation>%1 在范围内</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::FactList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::FamilyView</name>
    <message>
        <source>compression.png</source>
        <translation>压缩.png</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>compression.svg</source>
        <translation>压缩.svg</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>compression.csv</source>
        <translation>压缩.csv</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Save the compression</source>
        <translation>保存压缩结果</translation>
    </message>
    <message>
        <source>All runs made of this network</source>
        <translation>由该网络得到的所有训练</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>磁盘大小</translation>
    </message>
    <message>
        <source>Latency, batch 64</source>
        <translation>延迟，批次 64</translation>
    </message>
    <message>
        <source>Latency, batch 1</source>
        <translation>延迟，批次 1</translation>
    </message>
    <message>
        <source>What a run costs</source>
        <translation>训练的代价</translation>
    </message>
    <message>
        <source>What the runs are compared by: the file of weights, or half of the predictions of a batch take no longer</source>
        <translation>按什么比较：权重文件的大小，或一半的批次预测不超过的时间</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the plot, or the measures of all runs</source>
        <translation>保存图，或所有训练的测量值</translation>
    </message>
    <message>
        <source>Plot as PNG…</source>
        <translation>将图存为 PNG…</translation>
    </message>
    <message>
        <source>Plot as SVG…</source>
        <translation>将图存为 SVG…</translation>
    </message>
    <message>
        <source>Measures as CSV…</source>
        <translation>将测量值存为 CSV…</translation>
    </message>
    <message>
        <source>Joined: runs that no other beats in both. Filled: the stages above. Bars: the 95 % interval. Click a point, or choose it with the arrow keys and Enter, to open its run.</source>
        <translation>连线：在两方面都未被超过的训练。实心：上方的各阶段。竖线：95% 区间。单击一点，或用方向键和 Enter 选择，即可打开其训练。</translation>
    </message>
    <message>
        <source>How well each run does over what it costs</source>
        <translation>各训练的效果与代价</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::FindBar</name>
    <message>
        <source>none</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>查找层</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>上一个 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>下一个 (Enter)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::FoldsChoice</name>
    <message>
        <source>Choose 2 folds or more, or 0 to train once</source>
        <translation>请选择 2 折或更多；0 表示只训练一次</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ForecastCurves</name>
    <message>
        <source>Truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::HeatFeed</name>
    <message>
        <source>Train the network: then its layers are measured and colored.</source>
        <translation>请先训练网络：训练时会测量各层并为其着色。</translation>
    </message>
    <message>
        <source>The peak of this device is not known. Run &quot;netsmith-cli devices --benchmark&quot; once to measure it.</source>
        <translation>此设备的峰值未知。请运行一次“netsmith-cli devices --benchmark”进行测量。</translation>
    </message>
    <message>
        <source>No layer of this network has ReLU units.</source>
        <translation>此网络没有带 ReLU 单元的层。</translation>
    </message>
    <message>
        <source>No activation of this network can saturate.</source>
        <translation>此网络没有会饱和的激活函数。</translation>
    </message>
    <message>
        <source>The layers of a saved run are measured when nothing trains.</source>
        <translation>没有训练在进行时，才能测量已保存训练的各层。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::HelpPages</name>
    <message>
        <source>%1 Default: %2.</source>
        <translation>%1 默认值：%2。</translation>
    </message>
    <message>
        <source>From data to a trained network</source>
        <translation>从数据到训练好的网络</translation>
    </message>
    <message>
        <source>1. Choose data</source>
        <translation>1. 选择数据</translation>
    </message>
    <message>
        <source>Open the Data panel and choose a data set, or drop your own file or folder on the window: images in one folder per class, CSV, NumPy arrays or text. A data set that is not on this computer yet has a download button.</source>
        <translation>打开“数据”面板选择一个数据集，或把自己的文件或文件夹拖到窗口上：每个类别一个文件夹的图片、CSV、NumPy 数组或文本。本机尚没有的数据集带有下载按钮。</translation>
    </message>
    <message>
        <source>2. Draw the network</source>
        <translation>2. 绘制网络</translation>
    </message>
    <message>
        <source>Drag layers from the list onto the canvas. A layer dropped on a wire is inserted there; one dropped after the last layer is connected to it, before the loss. To add a layer by name, press Ctrl+K or double-click the background or a wire.</source>
        <translation>从列表把层拖到画布上。在连线上松开，层会插入该连线；在最后一层之后松开，层会与它相连并位于损失之前。要按名称添加层，请按 Ctrl+K，或双击空白处或连线。</translation>
    </message>
    <message>
        <source>3. Fix what is wrong</source>
        <translation>3. 修正错误</translation>
    </message>
    <message>
        <source>A red wire or node shows what does not fit, often with a button that fixes it. Press F8 to go to the next problem.</source>
        <translation>红色的连线或节点会指出哪里不匹配，通常有按钮可直接修正。按 F8 跳到下一个问题。</translation>
    </message>
    <message>
        <source>4. Train</source>
        <translation>4. 训练</translation>
    </message>
    <message>
        <source>Press Run. Before the run starts, a card shows what it will do, how long it will take and how much memory it needs. Loss and metrics are plotted during training, which can be paused, stopped and resumed.</source>
        <translation>按“运行”。开始之前，卡片会说明这次训练将做什么、需要多久、占用多少内存。训练期间会绘制损失和指标；训练可以暂停、停止和继续。</translation>
    </message>
    <message>
        <source>5. Evaluate</source>
        <translation>5. 评估</translation>
    </message>
    <message>
        <source>6. Compare</source>
        <translation>6. 比较</translation>
    </message>
    <message>
        <source>The Runs panel keeps every run with its settings. Compare trains the project with different settings, and the precision twin shows layer by layer what a lower precision changes.</source>
        <translation>“训练记录”面板保存每次训练及其设置。“比较”用不同的设置训练项目，“精度对照”逐层显示较低精度带来的变化。</translation>
    </message>
    <message>
        <source> or </source>
        <translation>或</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>以指针处为中心缩放</translation>
    </message>
    <message>
        <source>Space and drag, or the middle button</source>
        <translation>空格加拖动，或鼠标中键</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Shift and click</source>
        <translation>Shift 加单击</translation>
    </message>
    <message>
        <source>Add to or remove from the selection</source>
        <translation>添加到选择或从中移除</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>Alt 加拖动</translation>
    </message>
    <message>
        <source>Move a layer without snapping to its neighbors</source>
        <translation>移动层而不与相邻层对齐</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Mouse on the canvas</source>
        <translation>画布上的鼠标操作</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Optimizers</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Schedules</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>Add a layer, open a block, rename a layer or edit a note</source>
        <translation>添加层、打开块、重命名层或编辑注释</translation>
    </message>
    <message>
        <source>Drag a frame&apos;s title or edge</source>
        <translation>拖动框的标题或边缘</translation>
    </message>
    <message>
        <source>Move it with everything in it, or resize it</source>
        <translation>连同其中的一切移动，或调整其大小</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>Training settings</source>
        <translation>训练设置</translation>
    </message>
    <message>
        <source>Data settings</source>
        <translation>数据设置</translation>
    </message>
    <message>
        <source>The solid curve shows the training samples, the dashed one validation samples that the network is never trained on. If the dashed loss rises while the solid one falls, the network is overfitting: train for fewer epochs, add dropout or use more data. In Try it, give the trained network your own drawing, text or series; Layer outputs, below the network, shows each layer&apos;s output for it, and Why? which parts of it the answer depends on.</source>
        <translation>实线表示训练样本，虚线表示从不用于训练的验证样本。如果损失的虚线上升而实线下降，说明网络过拟合：请减少训练轮数、添加 Dropout 层，或使用更多数据。在“试一试”中，可把您自己的图画、文本或序列输入训练好的网络；网络下方的“层输出”会显示每一层对它的输出，“为什么？”会显示答案取决于其中的哪些部分。</translation>
    </message>
    <message>
        <source>7. See how it learns</source>
        <translation>7. 看它怎样学习</translation>
    </message>
    <message>
        <source>Press F7 to follow one batch through the network layer by layer, and its gradient back: the Step by step panel shows every weight, product and sum. Change a weight there to see at once what it does to the loss.</source>
        <translation>按 F7 可以跟随一个批次逐层通过网络，再跟随它的梯度返回：“逐步计算”面板显示每个权重、乘积与和。在那里改变一个权重，可以立刻看到损失怎样变化。</translation>
    </message>
    <message>
        <source>8. Make it smaller</source>
        <translation>8. 压缩网络</translation>
    </message>
    <message>
        <source>The Compress page makes a trained run smaller and faster in stages: it removes channels, sets weights to zero, lets them share values, or rounds to 8 bits, with training in between. It measures size, latency and accuracy after each stage, and keeps every result as a run.</source>
        <translation>“压缩”页将训练好的网络分阶段变得更小、更快：删除通道、将权重置零、让权重共享数值，或舍入到 8 位，其间可再训练。每个阶段之后测量大小、延迟和准确率，每个结果都保存为一次训练。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::HelpWindow</name>
    <message>
        <source>Netsmith help</source>
        <translation>Netsmith 帮助</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>使用指南</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>Help pages</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation>在本页中查找</translation>
    </message>
    <message>
        <source>Not found on this page</source>
        <translation>本页中没有</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::HistoryView</name>
    <message>
        <source>Weights over time</source>
        <translation>权重随时间的变化</translation>
    </message>
    <message>
        <source>Norm, distance from start (dashed)</source>
        <translation>范数、与初始权重的距离（虚线）</translation>
    </message>
    <message>
        <source>Change per step</source>
        <translation>每步变化</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Step %1: norm %2, distance from the first weights %3, change per step %4, RMS %5</source>
        <translation>第 %1 步：范数 %2，与初始权重的距离 %3，每步变化 %4，均方根 %5</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1 个不是有限数</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ImportanceLegend</name>
    <message>
        <source>From 0 to %1</source>
        <translation>从 0 到 %1</translation>
    </message>
    <message>
        <source>From %1, against the answer, to %2, for it</source>
        <translation>从 %1（反对答案）到 %2（支持答案）</translation>
    </message>
    <message>
        <source>From %1, lowering the number, to %2, raising it</source>
        <translation>从 %1（使数值降低）到 %2（使数值升高）</translation>
    </message>
    <message>
        <source>against it</source>
        <translation>反对</translation>
    </message>
    <message>
        <source>lowers it</source>
        <translation>使其降低</translation>
    </message>
    <message>
        <source>for it</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>raises it</source>
        <translation>使其升高</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ImportanceList</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>Importance of each part</source>
        <translation>各部分的重要性</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ImportancePicture</name>
    <message>
        <source>Row %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ImportanceSeries</name>
    <message>
        <source>Step %1, channel %2, value %3: %4</source>
        <translation>第 %1 步，通道 %2，值 %3：%4</translation>
    </message>
    <message>
        <source>Step %1, value %2: %3</source>
        <translation>第 %1 步，值 %2：%3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ImportanceView</name>
    <message>
        <source>What mattered in %1</source>
        <translation>%1 中的要点</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::InitialWeightsRow</name>
    <message>
        <source>Start from random weights</source>
        <translation>从随机权重开始</translation>
    </message>
    <message>
        <source>Start from %1</source>
        <comment>a run</comment>
        <translation>从 %1 开始</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>%1 · %2 of %3</source>
        <comment>a file, and how many of the network&apos;s weights it fills</comment>
        <translation>%1 · %2 / %3</translation>
    </message>
    <message>
        <source>They no longer fit this network; see “Change…”.</source>
        <translation>它们已不适合此网络；见“更改…”。</translation>
    </message>
    <message>
        <source>They are drawn at the start of each run, by the initializers of the layers</source>
        <translation>每次训练开始时由各层的初始化器随机生成</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>What training starts from: random weights, or those of a file or a run. Part of the project.</source>
        <translation>训练从什么开始：随机权重，或者文件或某次训练的权重。属于项目的一部分。</translation>
    </message>
    <message>
        <source>Choose a file or a run, and see which of its tensors fill the network&apos;s weights</source>
        <translation>选择文件或某次训练，并查看其中哪些张量用于网络的权重</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Start from random weights again</source>
        <translation>重新从随机权重开始</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::InitialWeightsWindow</name>
    <message>
        <source>Start from %1</source>
        <comment>a file of weights</comment>
        <translation>从 %1 开始</translation>
    </message>
    <message>
        <source>Choose a file of weights</source>
        <translation>选择权重文件</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.npz *.npy *.pt *.pth *.bin *.keras *.h5 *.onnx *.tflite *.weights)</source>
        <translation>权重 (*.safetensors *.npz *.npy *.pt *.pth *.bin *.keras *.h5 *.onnx *.tflite *.weights)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>No file is chosen</source>
        <translation>未选择文件</translation>
    </message>
    <message>
        <source>Training starts from random weights.</source>
        <translation>训练从随机权重开始。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>It can&apos;t be used.</source>
        <translation>无法使用。</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n tensor(s) · layout unknown</source>
        <comment>a format</comment>
        <translation>
            <numerusform>%1 · %n 个张量 · 布局未知</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n tensor(s) · stored as by %2</source>
        <comment>a format, and a program</comment>
        <translation>
            <numerusform>%1 · %n 个张量 · 按 %2 的布局存储</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Choose another file, or a run.</source>
        <translation>请选择其他文件或某次训练。</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>This network has no weights.</source>
        <translation>此网络没有权重。</translation>
    </message>
    <message>
        <source>Choose a file that another program wrote, or a run of this project: its weights are matched with those of this network, and nothing changes before you have seen how.</source>
        <translation>选择其他程序写出的文件，或此项目的一次训练：其权重会与此网络的权重匹配，在您看到匹配结果之前不会有任何更改。</translation>
    </message>
    <message>
        <source>Earlier choices are not used, since they do not fit: %1</source>
        <translation>先前的选择不相符，未采用：%1</translation>
    </message>
    <message>
        <source>Use these weights</source>
        <translation>使用这些权重</translation>
    </message>
    <message>
        <source>Choose a file or a run first</source>
        <translation>请先选择文件或某次训练</translation>
    </message>
    <message>
        <source>The next training starts from these weights; undo takes it back</source>
        <translation>下次训练从这些权重开始；可以撤销</translation>
    </message>
    <message>
        <source>No run of this project has weights yet</source>
        <translation>此项目还没有带权重的训练</translation>
    </message>
    <message>
        <source>Choose one of the runs of this project</source>
        <translation>从此项目的训练中选择一次</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>safetensors, NumPy, PyTorch, Keras, ONNX, TensorFlow Lite or Darknet</source>
        <translation>“safetensors”、NumPy、PyTorch、Keras、ONNX、TensorFlow Lite 或 Darknet</translation>
    </message>
    <message>
        <source>Choose a run</source>
        <translation>选择训练</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>The program whose order of axes and gates the file follows, where the file does not say</source>
        <translation>文件未说明时，轴和门的顺序按哪个程序的约定</translation>
    </message>
    <message>
        <source>Keep the others random</source>
        <translation>其余保持随机</translation>
    </message>
    <message>
        <source>Every weight that nothing in the file fits keeps its random numbers</source>
        <translation>文件中没有相符张量的权重都保留其随机值</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close this window and change nothing (Esc)</source>
        <translation>关闭此窗口，不做任何更改 (Esc)</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::InnerValues</name>
    <message>
        <source>Set a layer&apos;s value here…</source>
        <translation>在此设置某层的值…</translation>
    </message>
    <message>
        <source>Give a layer in the block a different value in this place only</source>
        <translation>仅在此处为块中的某一层设置不同的值</translation>
    </message>
    <message>
        <source>Set a value</source>
        <translation>设置值</translation>
    </message>
    <message>
        <source>No layer in the block has a value that can be set.</source>
        <translation>块中没有哪一层有这样的值。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerColumn</name>
    <message>
        <source>Point at the picture to read a number.</source>
        <translation>将指针移到图上可读取数值。</translation>
    </message>
    <message>
        <source>After step %1</source>
        <translation>第 %1 步之后</translation>
    </message>
    <message>
        <source>Distribution, without zeros</source>
        <translation>分布（不含零）</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no finite number</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零的比例</translation>
    </message>
    <message>
        <source>The share of numbers that are exactly 0, as after a ReLU whose input is negative.</source>
        <translation>恰好为 0 的数所占的比例，例如输入为负的 ReLU 之后。</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限数</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerCostTable</name>
    <message>
        <source>No layer: update, losses</source>
        <translation>不属于层：更新、损失</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Of the step</source>
        <translation>占一步</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Of the limit</source>
        <translation>占极限</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Of the time of all kernels of a step</source>
        <translation>占一步中所有内核时间的比例</translation>
    </message>
    <message>
        <source>Billions of multiplications and additions in a second</source>
        <translation>每秒的乘法和加法次数（十亿次）</translation>
    </message>
    <message>
        <source>Of the FLOP/s that the device can reach with as many FLOP for each byte; above 100 % the numbers stay in its caches</source>
        <translation>占设备在同样的每字节 FLOP 下所能达到的 FLOP/s 的比例；超过 100% 说明数据留在缓存中</translation>
    </message>
    <message>
        <source>Billions of bytes read and written in a second, each tensor counted once a kernel</source>
        <translation>每秒读写的字节数（十亿），每个张量在一个内核中只计一次</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerPicker</name>
    <message>
        <source>Add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>No layer with that name fits here.</source>
        <translation>没有叫这个名称且适合放在这里的层。</translation>
    </message>
    <message>
        <source>Fits with an adapter</source>
        <translation>需要适配</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可直接连接</translation>
    </message>
    <message>
        <source>after Flatten</source>
        <translation>先展平</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerTable</name>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Gradient of the output</source>
        <translation>输出的梯度</translation>
    </message>
    <message>
        <source>%1 − %2 × %3</source>
        <comment>weight, rate, gradient</comment>
        <translation>%1 − %2 × %3</translation>
    </message>
    <message>
        <source>from %1, gradient %2</source>
        <translation>原为 %1，梯度 %2</translation>
    </message>
    <message>
        <source>× x = %1</source>
        <translation>× x = %1</translation>
    </message>
    <message>
        <source>x × δ = %1</source>
        <translation>x × δ = %1</translation>
    </message>
    <message>
        <source>%1 − %2 × %3</source>
        <translation>%1 − %2 × %3</translation>
    </message>
    <message>
        <source>x[%1]</source>
        <translation>x[%1]</translation>
    </message>
    <message>
        <source>x[%1] = %2</source>
        <translation>x[%1] = %2</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Sum z</source>
        <translation>和 z</translation>
    </message>
    <message>
        <source>%1(z)</source>
        <translation>%1(z)</translation>
    </message>
    <message>
        <source>Slope of %1</source>
        <translation>%1 的斜率</translation>
    </message>
    <message>
        <source>δ, gradient of the sum</source>
        <translation>δ，和的梯度</translation>
    </message>
    <message>
        <source>Of the batch</source>
        <translation>整个批次</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>Output [%1]</source>
        <translation>输出 [%1]</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Target [%1]</source>
        <translation>目标 [%1]</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Gradient of x</source>
        <translation>x 的梯度</translation>
    </message>
    <message>
        <source>Unit %1</source>
        <translation>单元 %1</translation>
    </message>
    <message>
        <source>“%1” is not a number that a weight can be. Type one such as 0.5 or −1e-3.</source>
        <translation>“%1” 不是权重可用的数。请输入 0.5 或 −1e-3 这样的数。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerView</name>
    <message>
        <source>not finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>Unit %1: %2</source>
        <translation>单元 %1：%2</translation>
    </message>
    <message>
        <source>Step %1, unit %2: %3</source>
        <translation>第 %1 步，单元 %2：%3</translation>
    </message>
    <message>
        <source>Row %1, column %2: %3, %4, %5</source>
        <translation>行 %1，列 %2：%3，%4，%5</translation>
    </message>
    <message>
        <source>Map %1, row %2, column %3: %4</source>
        <translation>特征图 %1，行 %2，列 %3：%4</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Unit %1 at (%2, %3): %4</source>
        <translation>单元 %1 在 (%2, %3) 处：%4</translation>
    </message>
    <message>
        <source>Unit %1 at %2: %3</source>
        <translation>单元 %1 在 %2 处：%3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::LayerWindow</name>
    <message>
        <source>Output of %1</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>Waiting for a sample</source>
        <translation>正在等待样本</translation>
    </message>
    <message>
        <source>%1, the first %2 of %3 maps</source>
        <translation>%1，%3 个特征图中的前 %2 个</translation>
    </message>
    <message>
        <source>Difference: %1 (root mean square), at most %2</source>
        <translation>差异：%1（均方根），最大 %2</translation>
    </message>
    <message>
        <source>Weights of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>What of the layer is shown</source>
        <translation>显示该层的哪一方面</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>What the layer makes of a sample, and how each of its numbers is made</source>
        <translation>该层对一个样本的输出，以及其中每个数如何得出</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>What the layer has learned: its weights as pictures, their singular values and their change in training</source>
        <translation>该层学到了什么：以图像显示的权重、奇异值及其在训练中的变化</translation>
    </message>
    <message>
        <source>Held output of %1</source>
        <translation>%1 固定的输出</translation>
    </message>
    <message>
        <source>Let go</source>
        <translation>放开</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Show only the current output again</source>
        <translation>只显示当前的输出</translation>
    </message>
    <message>
        <source>Keep this output beside what comes next: another sample, or another moment of the training</source>
        <translation>把这个输出固定在旁边，与接下来的输出比较：另一个样本，或训练的另一个时刻</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MachineChoice</name>
    <message>
        <source>Show this beside the loss, on the same horizontal axis</source>
        <translation>在损失旁边显示，使用同一横轴</translation>
    </message>
    <message>
        <source>Mark epochs, validation, checkpoints and pauses</source>
        <translation>标出轮次、验证、检查点和暂停</translation>
    </message>
    <message>
        <source>Draw vertical lines in the plots, as long as something of the machine is shown</source>
        <translation>只要显示了机器指标，就在图中画出竖线</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Choose what to show of the machine: utilization, memory, power, temperature, clock, throughput.</source>
        <translation>选择要显示的机器指标：利用率、内存、功率、温度、频率、吞吐量。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MachineMenu</name>
    <message>
        <source>Stop training first</source>
        <translation>请先停止训练</translation>
    </message>
    <message>
        <source>Compute with every core of the processor</source>
        <translation>用处理器的所有核心计算</translation>
    </message>
    <message>
        <source>Leave the other cores to other programs</source>
        <translation>把其他核心留给其他程序</translation>
    </message>
    <message>
        <source>Keep all samples in the device&apos;s memory if they take at most half of what is free</source>
        <translation>如果所有样本最多占空闲内存的一半，就放在设备的内存中</translation>
    </message>
    <message>
        <source>Keep all samples in the device&apos;s memory if they take at most three quarters of what is free</source>
        <translation>如果所有样本最多占空闲内存的四分之三，就放在设备的内存中</translation>
    </message>
    <message>
        <source>Load the samples in parts during training: slower, with the least memory</source>
        <translation>训练期间分批加载样本：较慢，占用内存最少</translation>
    </message>
    <message>
        <source>Compute layers that follow each other at once: faster, with the same results up to rounding</source>
        <translation>一次计算相连的几个层：更快，结果在舍入范围内相同</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>线程(&amp;H)</translation>
    </message>
    <message>
        <source>Samples in memor&amp;y</source>
        <translation>内存中的样本(&amp;Y)</translation>
    </message>
    <message>
        <source>Fuse &amp;operations</source>
        <translation>融合运算(&amp;O)</translation>
    </message>
    <message>
        <source>One for each core (%1)</source>
        <translation>每个核心一个（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Automatically</source>
        <translation>自动(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation>全部(&amp;A)</translation>
    </message>
    <message>
        <source>In &amp;parts</source>
        <translation>分批(&amp;P)</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MainWindow</name>
    <message>
        <source>The runs are being moved next to the project; continue one of them after that.</source>
        <translation>正在把训练记录移到项目旁边；移完后才能继续其中一个。</translation>
    </message>
    <message>
        <source>Moving the runs next to the project…</source>
        <translation>正在把训练记录移到项目旁边…</translation>
    </message>
    <message>
        <source>This project is training. Stop the run before you close it.</source>
        <translation>此项目正在训练。请先停止训练再关闭。</translation>
    </message>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>网络有 %n 个错误，暂时无法训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>%1[*] – Netsmith</source>
        <translation>%1[*] – Netsmith</translation>
    </message>
    <message>
        <source>No recent projects</source>
        <translation>没有最近打开的项目</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的项目(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>网络(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Training</source>
        <translation>训练(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Follow the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>网络层</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Precision twin</source>
        <translation>精度对照</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>About Netsmith</source>
        <translation>关于 Netsmith</translation>
    </message>
    <message>
        <source>&lt;b&gt;Netsmith %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Netsmith %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>A training studio for deep learning. Free software under the GNU General Public License, version 3 or later, with an additional permission to combine it with NVIDIA&apos;s libraries.</source>
        <translation>深度学习训练工作室。自由软件，依据 GNU 通用公共许可证第 3 版或更新版本发布，并附加允许与 NVIDIA 的库组合使用的许可。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>This project is being compared. Stop the comparison before you close it.</source>
        <translation>此项目正在比较。请先停止比较再关闭。</translation>
    </message>
    <message>
        <source>Closing ends the comparison. Finished runs are kept, and the current run saves a checkpoint.</source>
        <translation>关闭会结束比较。已完成的训练会保留，正在进行的训练会保存检查点。</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>Keep comparing</source>
        <translation>继续比较</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>%1 is open in another window.</source>
        <translation>%1 已在另一个窗口中打开。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is in the trash, with its %n run(s).</source>
        <translation>
            <numerusform>%1 及其 %n 次训练已移到回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>There is no network to train yet. Start with an Input layer.</source>
        <translation>还没有可训练的网络。请从输入层开始。</translation>
    </message>
    <message>
        <source>Add Input</source>
        <translation>添加输入层</translation>
    </message>
    <message>
        <source>The training data has not been downloaded yet.</source>
        <translation>训练数据尚未下载。</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>&amp;Color layers by</source>
        <translation>层的着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>Colors</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>剖析器</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步计算</translation>
    </message>
    <message>
        <source>The next run starts from %1.</source>
        <translation>下次训练的起点：%1。</translation>
    </message>
    <message>
        <source>A run of this project is being compressed. Stop that before you close it.</source>
        <translation>该项目的一次训练正在被压缩。请先停止压缩再关闭。</translation>
    </message>
    <message>
        <source>Closing ends the compression. The runs made so far are kept, and a training saves a checkpoint.</source>
        <translation>关闭会结束压缩。目前得到的训练会保留，正在进行的训练会保存检查点。</translation>
    </message>
    <message>
        <source>Keep compressing</source>
        <translation>继续压缩</translation>
    </message>
    <message>
        <source>Compress</source>
        <translation>压缩</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MarkLegend</name>
    <message>
        <source>end of an epoch</source>
        <translation>一轮结束</translation>
    </message>
    <message>
        <source>validation</source>
        <comment>what the run did then</comment>
        <translation>验证</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Vertical lines: %1</source>
        <translation>竖线：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two kinds of lines</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MatchingModel</name>
    <message>
        <source>from %1</source>
        <comment>a type of numbers</comment>
        <translation>来自 %1</translation>
    </message>
    <message numerus="yes">
        <source>All %n weight(s) are taken.</source>
        <translation>
            <numerusform>全部 %n 个权重都已采用。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 weights are taken.</source>
        <translation>%2 个权重中采用了 %1 个。</translation>
    </message>
    <message>
        <source>%1 of %2 weights are taken; %3 keeps its random weights.</source>
        <translation>%2 个权重中采用了 %1 个；%3 保留其随机权重。</translation>
    </message>
    <message>
        <source>%1 of %2 weights are taken; %3 keep their random weights.</source>
        <translation>%2 个权重中采用了 %1 个；%3 保留各自的随机权重。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 weights are taken; %3 and %n more layer(s) keep their random weights.</source>
        <translation>
            <numerusform>%2 个权重中采用了 %1 个；%3 和另外 %n 层保留各自的随机权重。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) would fit as they are and transposed, and the file does not say which: choose its layout above.</source>
        <translation>
            <numerusform>有 %n 个权重原样和转置后都相符，而文件没有说明是哪一种：请在上方选择其布局。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n weight(s) may come from several tensors: choose one in each of the first rows.</source>
        <translation>
            <numerusform>有 %n 个权重可能来自多个张量：请在最前面的每一行中选择一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>No tensor of this file would be used: choose a file of the same network.</source>
        <translation>此文件中没有可用的张量：请选择同一网络的文件。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing in the file fits %n weight(s) by itself: choose a tensor in each of the first rows, or keep the random weights.</source>
        <translation>
            <numerusform>文件中没有张量能自动匹配 %n 个权重：请在最前面的每一行中选择一个张量，或保留随机权重。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a tensor and its shape</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Keep its random weights</source>
        <translation>保留其随机权重</translation>
    </message>
    <message>
        <source>Keep the random weights of all of %1</source>
        <comment>a layer</comment>
        <translation>保留 %1 的全部随机权重</translation>
    </message>
    <message>
        <source>–</source>
        <comment>no weight</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>no weight</source>
        <translation>不是权重</translation>
    </message>
    <message>
        <source>Choose the layout above</source>
        <translation>请在上方选择布局</translation>
    </message>
    <message numerus="yes">
        <source>Choose: %n tensor(s) fit</source>
        <translation>
            <numerusform>请选择：%n 个张量相符</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose, or keep random weights</source>
        <translation>请选择，或保留随机权重</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>A counter, or the state of a random generator</source>
        <translation>计数器，或随机数生成器的状态</translation>
    </message>
    <message>
        <source>The tensor has the name of this layer</source>
        <translation>该张量与此层同名</translation>
    </message>
    <message>
        <source>Both programs list these layers in the same order</source>
        <translation>两个程序中这些层的排列顺序相同</translation>
    </message>
    <message>
        <source>Nothing else has this shape</source>
        <translation>只有它具有此形状</translation>
    </message>
    <message>
        <source>You have chosen this tensor, or another one of its layer</source>
        <translation>您选择了此张量，或同一层的另一个张量</translation>
    </message>
    <message>
        <source>You have chosen that it keeps its random weights</source>
        <translation>您已选择保留它的随机权重</translation>
    </message>
    <message>
        <source>Several tensors fit, and nothing tells which is meant</source>
        <translation>有多个张量符合，无法判断是哪一个</translation>
    </message>
    <message>
        <source>%1 has the shape %2, which does not fit: this layer keeps its random weights</source>
        <translation>%1 的形状为 %2，不符合：此层保留其随机权重</translation>
    </message>
    <message>
        <source>The file has no tensor that fits by itself</source>
        <translation>文件中没有能自动匹配的张量</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Tensor of the file</source>
        <translation>文件中的张量</translation>
    </message>
    <message>
        <source>Its shape</source>
        <translation>其形状</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>匹配依据</translation>
    </message>
    <message>
        <source>Conversion</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>A weight or a statistic of a layer of this network</source>
        <translation>此网络中某层的权重或统计量</translation>
    </message>
    <message>
        <source>The shape that the network needs</source>
        <translation>网络所需的形状</translation>
    </message>
    <message>
        <source>What fills the weight; click to choose another tensor</source>
        <translation>填入该权重的张量；点击可选择其他张量</translation>
    </message>
    <message>
        <source>The shape of the tensor in the file</source>
        <translation>文件中该张量的形状</translation>
    </message>
    <message>
        <source>How the tensor was found: by its name, the order of the layers, or its shape</source>
        <translation>张量是怎样找到的：按名称、按层的顺序或按形状</translation>
    </message>
    <message>
        <source>What is done to the tensor&apos;s numbers to fit, since programs store them in different orders</source>
        <translation>为使张量符合而对其数值所做的转换，因为各程序存储数值的顺序不同</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MatchingTable</name>
    <message>
        <source>Which tensor fills which weight</source>
        <translation>各权重由哪个张量填入</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MemoryEstimate</name>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MemoryGauge</name>
    <message>
        <source>%1 of %2 in use; this run needs %3</source>
        <translation>共 %2，已占用 %1，本次训练需要 %3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MemoryLegend</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Minimap</name>
    <message>
        <source>The whole network; drag the frame to see another part</source>
        <translation>整个网络；拖动方框可查看其他部分</translation>
    </message>
    <message>
        <source>Overview of the network</source>
        <translation>网络概览</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MistakeGrid</name>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>误差 %1</translation>
    </message>
    <message>
        <source>is “%1”</source>
        <translation>是“%1”</translation>
    </message>
    <message>
        <source>“%1”, %2</source>
        <translation>“%1”，%2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>, not </source>
        <comment>what it is, and what was said</comment>
        <translation>，不是</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MistakesWindow</name>
    <message>
        <source>The device is busy with training. Look at the mistakes once training has ended.</source>
        <translation>设备正忙于训练。请在训练结束后再查看错误样本。</translation>
    </message>
    <message>
        <source>Evaluated %1 of %2 samples</source>
        <translation>已评估 %2 个样本中的 %1 个</translation>
    </message>
    <message>
        <source>Reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>%1 test samples</source>
        <translation>%1 个测试样本</translation>
    </message>
    <message>
        <source>%1 validation samples</source>
        <translation>%1 个验证样本</translation>
    </message>
    <message>
        <source>%1 training samples</source>
        <translation>%1 个训练样本</translation>
    </message>
    <message>
        <source>The %1 largest errors on %2</source>
        <translation>%2中误差最大的 %1 个</translation>
    </message>
    <message>
        <source>All %1 are correct</source>
        <translation>%1全部正确</translation>
    </message>
    <message>
        <source>%1 of %2 are wrong, the worst first</source>
        <translation>%2中有 %1 个错误，最严重的在前</translation>
    </message>
    <message>
        <source>%1 of %2 are wrong: the %3 worst</source>
        <translation>%2中有 %1 个错误：以下是最严重的 %3 个</translation>
    </message>
    <message>
        <source>Mistakes of %1</source>
        <translation>%1 的错误样本</translation>
    </message>
    <message>
        <source>Samples that the network gets wrong</source>
        <translation>网络答错的样本</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ModelImport</name>
    <message>
        <source>Import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>Models (%1)</source>
        <translation>模型 (%1)</translation>
    </message>
    <message>
        <source>Save the project of %1</source>
        <translation>保存 %1 的项目</translation>
    </message>
    <message>
        <source>Netsmith projects (*.netsmith)</source>
        <translation>Netsmith 项目 (*.netsmith)</translation>
    </message>
    <message>
        <source>Importing %1…</source>
        <translation>正在导入 %1…</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ModelShelfWindow</name>
    <message>
        <source>on this machine</source>
        <translation>在这台机器上</translation>
    </message>
    <message>
        <source>to download</source>
        <translation>待下载</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>您自己的</translation>
    </message>
    <message>
        <source>A network that was trained here, in a file of its own.</source>
        <translation>在这里训练的网络，保存在自己的文件中。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>License</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Stop the download</source>
        <translation>停止下载</translation>
    </message>
    <message>
        <source>Download its files, and compare them with their known SHA-256</source>
        <translation>下载它的文件，并与已知的 SHA-256 比较</translation>
    </message>
    <message>
        <source>Trained models</source>
        <translation>训练好的模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>How much is downloaded</source>
        <translation>已下载多少</translation>
    </message>
    <message>
        <source>Make a project…</source>
        <translation>创建项目…</translation>
    </message>
    <message>
        <source>Import the network with its weights as a new project</source>
        <translation>把网络连同权重导入为新项目</translation>
    </message>
    <message>
        <source>Begin with its weights…</source>
        <translation>从它的权重开始…</translation>
    </message>
    <message>
        <source>Choose its weights as the initial weights of the open project</source>
        <translation>把它的权重选作当前项目的初始权重</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::MomentBar</name>
    <message>
        <source>Latest weights</source>
        <translation>最新权重</translation>
    </message>
    <message>
        <source>Step %1, epoch %2</source>
        <translation>第 %1 步，第 %2 轮</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Moment of the training</source>
        <translation>训练的时刻</translation>
    </message>
    <message>
        <source>The kept checkpoints of the run: Try it and the layer outputs show the chosen one</source>
        <translation>此次训练保留的检查点：“试一试”和层输出显示所选的检查点</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Fork from here</source>
        <translation>从此处分支</translation>
    </message>
    <message>
        <source>Start a new run from this moment. It goes on with the optimizer state of the run, so with unchanged settings it gives the same results. If the optimizer, batch, data, network or losses have changed, it starts from the weights alone.</source>
        <translation>从此时刻开始新的训练。它沿用该训练的优化器状态，因此设置不变时结果相同。如果优化器、批大小、数据、网络或损失已更改，则只从权重开始。</translation>
    </message>
    <message>
        <source>Show the latest weights again</source>
        <translation>重新显示最新权重</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::NameField</name>
    <message>
        <source>Show the choices</source>
        <translation>显示可选项</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::NeighborList</name>
    <message>
        <source>Type a word as it is in the text, or the number of a row such as #12.</source>
        <translation>输入文本中的一个词，或行号，例如 #12。</translation>
    </message>
    <message>
        <source>Words that begin like this: %1</source>
        <translation>以此开头的词：%1</translation>
    </message>
    <message>
        <source>The vector of this token is 0, so it has no direction.</source>
        <translation>此词元的向量为 0，因此没有方向。</translation>
    </message>
    <message>
        <source>“%1” is row %2; its vector has the norm %3</source>
        <translation>“%1”是第 %2 行；其向量的范数为 %3</translation>
    </message>
    <message>
        <source>Nearest tokens</source>
        <translation>最近的词元</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>Word whose neighbors are listed</source>
        <translation>要列出近邻的词</translation>
    </message>
    <message>
        <source>A word of the vocabulary, or the number of a row such as #12</source>
        <translation>词表中的一个词，或行号，例如 #12</translation>
    </message>
    <message>
        <source>By angle</source>
        <translation>按角度</translation>
    </message>
    <message>
        <source>By distance</source>
        <translation>按距离</translation>
    </message>
    <message>
        <source>What near means</source>
        <translation>“近”的含义</translation>
    </message>
    <message>
        <source>By angle: vectors that point the same way, whatever their length. By distance: vectors that end close to each other.</source>
        <translation>按角度：方向相同的向量，不论长短。按距离：终点彼此靠近的向量。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Of the angle between the two vectors: 1 if they point the same way, 0 at a right angle, −1 if they are opposite</source>
        <translation>两个向量夹角的余弦：方向相同为 1，垂直为 0，相反为 −1</translation>
    </message>
    <message>
        <source>Euclidean, between the ends of the two vectors</source>
        <translation>两个向量终点之间的欧几里得距离</translation>
    </message>
    <message>
        <source>Click on a token to see its own neighbors</source>
        <translation>点击一个词元可查看它自己的近邻</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::NoteField</name>
    <message>
        <source>Text of the note</source>
        <translation>注释的文字</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写一条注释</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::NoticeBar</name>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; %2</source>
        <comment>what matters, and the sentence after it</comment>
        <translation>&lt;b&gt;%1&lt;/b&gt;%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what matters, and the sentence after it</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭这条消息</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OutlineDelegate</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OutlineModel</name>
    <message>
        <source>“%1” is not connected</source>
        <comment>an input of a layer</comment>
        <translation>“%1”未连接</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>通向 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a wire and its shape</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>how bad, and what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what is said of a layer</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>注释：%1</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>注释</translation>
    </message>
    <message numerus="yes">
        <source>Frame “%1” around %n layer(s)</source>
        <translation>
            <numerusform>框“%1”，含 %n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>框</translation>
    </message>
    <message>
        <source>Rename frame</source>
        <translation>重命名框</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>编辑注释</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OutlinePanel</name>
    <message>
        <source>Layers of the network, in the order of the wires</source>
        <translation>网络中的层，按连线顺序排列</translation>
    </message>
    <message>
        <source>There are no layers yet. Add the first from the palette (Ctrl+K).</source>
        <translation>还没有层。请从层面板添加第一层 (Ctrl+K)。</translation>
    </message>
    <message>
        <source>Connect to…</source>
        <translation>连接到…</translation>
    </message>
    <message>
        <source>Draw a wire from this layer to another</source>
        <translation>从该层连线到另一层</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Remove this wire, or all wires of the selected layers</source>
        <translation>移除这条连线，或选中的层的所有连线</translation>
    </message>
    <message>
        <source>Insert after…</source>
        <translation>在其后插入…</translation>
    </message>
    <message>
        <source>Add a layer after this one</source>
        <translation>在该层之后添加一层</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename the layer</source>
        <translation>重命名该层</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selection; a chain is joined up again</source>
        <translation>删除选中的内容，断开的链条会重新接上</translation>
    </message>
    <message>
        <source>Actions for this layer</source>
        <translation>可对该层执行的操作</translation>
    </message>
    <message>
        <source>Connect %1 to</source>
        <translation>将 %1 连接到</translation>
    </message>
    <message>
        <source>No layer has a free input that can be connected from here.</source>
        <translation>没有哪个层有可从这里接入的空闲输入端。</translation>
    </message>
    <message>
        <source>Connect %1 to %2</source>
        <translation>将 %1 连接到 %2</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加%1</translation>
    </message>
    <message>
        <source>Open block</source>
        <translation>打开块</translation>
    </message>
    <message>
        <source>Show what is in this block</source>
        <translation>显示此块的内部</translation>
    </message>
    <message>
        <source>Leave block</source>
        <translation>离开块</translation>
    </message>
    <message>
        <source>Go back to where the block is used</source>
        <translation>回到使用此块的位置</translation>
    </message>
    <message>
        <source>Make a block</source>
        <translation>创建块</translation>
    </message>
    <message>
        <source>Turn the selected layers into a block that can be used in many places</source>
        <translation>把所选的层组成一个可在多处使用的块</translation>
    </message>
    <message>
        <source>Take apart</source>
        <translation>拆开</translation>
    </message>
    <message>
        <source>Turn this block back into its layers</source>
        <translation>把此块还原为其中的各层</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::OwnPoints</name>
    <message>
        <source>Remove all points</source>
        <translation>移除所有点</translation>
    </message>
    <message>
        <source>Click in the plane to add points of the chosen class; a right click removes the nearest.</source>
        <translation>在平面中单击以添加所选类别的点；右键单击移除最近的点。</translation>
    </message>
    <message numerus="yes">
        <source>%n point(s). Click to add more; a right click removes the nearest.</source>
        <translation>
            <numerusform>%n 个点。单击以添加更多；右键单击移除最近的点。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a point</source>
        <translation>添加一个点</translation>
    </message>
    <message>
        <source>Remove a point</source>
        <translation>移除一个点</translation>
    </message>
    <message>
        <source>Class to add</source>
        <translation>要添加的类别</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>全部移除</translation>
    </message>
    <message>
        <source>Own points</source>
        <translation>自定义的点</translation>
    </message>
    <message>
        <source>Remove all points that you have drawn</source>
        <translation>移除您绘制的所有点</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::Palette</name>
    <message>
        <source>Search layers</source>
        <translation>搜索网络层</translation>
    </message>
    <message>
        <source>Type part of a layer&apos;s name; Enter adds it after the selected layer</source>
        <translation>输入层名称的一部分，按 Enter 将其添加到选中的层之后</translation>
    </message>
    <message>
        <source>Search layers (Ctrl+K)</source>
        <translation>搜索网络层 (Ctrl+K)</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>网络层</translation>
    </message>
    <message>
        <source>No layer is called “%1”.</source>
        <translation>没有名为“%1”的层。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ParameterForm</name>
    <message>
        <source>Set %1 to %2</source>
        <comment>what, and which</comment>
        <translation>将%1设为%2</translation>
    </message>
    <message>
        <source>Set %1 back to the default</source>
        <translation>将%1恢复为默认值</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ParameterRow</name>
    <message>
        <source>Back to the default, %1</source>
        <translation>恢复默认值 %1</translation>
    </message>
    <message>
        <source>Set %1 back to the default, %2</source>
        <translation>将%1恢复为默认值 %2</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>不一致</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ParetoPlot</name>
    <message>
        <source>%1: %2</source>
        <comment>what was measured, and how much</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>(95 %: %1 to %2)</source>
        <comment>the ends of an interval</comment>
        <translation>（95%：%1 至 %2）</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>磁盘大小</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>No other is better in one and as good in the other</source>
        <translation>没有其他训练在一方面更好而另一方面不差</translation>
    </message>
    <message>
        <source>Another one is better</source>
        <translation>有其他训练更好</translation>
    </message>
    <message>
        <source>p50, batch %1</source>
        <translation>p50，批次 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a quantity, its unit</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PickerPopup</name>
    <message>
        <source>Choices</source>
        <translation>可选项</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PictureExport</name>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>There is nothing to draw: the network is empty.</source>
        <translation>没有可画的内容：网络是空的。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PictureLegend</name>
    <message>
        <source>most negative</source>
        <translation>最小负值</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大值</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlaneView</name>
    <message>
        <source>What the network makes of each place</source>
        <translation>网络对每个位置的输出</translation>
    </message>
    <message>
        <source>Click to ask about a place, or drag; the arrow keys move it. Small points were trained on.</source>
        <translation>单击或拖动以查询某个位置；方向键可移动它。小点用于训练。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotOverlay</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotPanel</name>
    <message>
        <source>Export the plots</source>
        <translation>导出曲线图</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>curves.png</source>
        <translation>曲线.png</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1，验证</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 best</source>
        <translation>%1 最佳</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>No run yet: press Run</source>
        <translation>还没有训练记录：请按“运行”</translation>
    </message>
    <message>
        <source>Loss, metrics and learning rate appear here while the network learns.</source>
        <translation>网络学习时，损失、指标和学习率会显示在这里。</translation>
    </message>
    <message>
        <source>%1, skipped</source>
        <translation>%1，已跳过</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>跳过 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a run, what is measured</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, train</source>
        <translation>%1，训练</translation>
    </message>
    <message>
        <source>Nothing was recorded of this.</source>
        <translation>没有记录此项。</translation>
    </message>
    <message>
        <source>%1, all programs</source>
        <translation>%1，所有程序</translation>
    </message>
    <message>
        <source>all programs</source>
        <translation>所有程序</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次训练</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotTitle</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PlotToolbar</name>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Smoothing of the training curves</source>
        <translation>训练曲线的平滑程度</translation>
    </message>
    <message>
        <source>How strongly each point of a training curve is averaged with those before it. The measured values stay faintly visible.</source>
        <translation>训练曲线上每个点与其前面各点平均的程度。实测值仍以淡色显示。</translation>
    </message>
    <message>
        <source>By epoch</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>What the horizontal axis counts.</source>
        <translation>横轴的计量单位。</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>对数 x</translation>
    </message>
    <message>
        <source>Use a logarithmic scale for the horizontal axis.</source>
        <translation>横轴使用对数刻度。</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>对数 y</translation>
    </message>
    <message>
        <source>Use a logarithmic scale for the vertical axis.</source>
        <translation>纵轴使用对数刻度。</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the whole run in view as it trains. Zooming in by box, wheel or + turns this off; double-click a plot to turn it back on.</source>
        <translation>训练进行时始终显示全程。用框选、滚轮或 + 放大会结束跟随，双击曲线图可恢复。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the plots as a PNG picture.</source>
        <translation>将曲线图保存为 PNG 图片。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PointPalette</name>
    <message numerus="yes">
        <source>%n other class(es)</source>
        <translation>
            <numerusform>其他 %n 类</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PredictionsPage</name>
    <message>
        <source>predictions.png</source>
        <translation>预测.png</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>predictions.svg</source>
        <translation>预测.svg</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Save the tables in a folder</source>
        <translation>将表格保存到文件夹</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>全部类别</translation>
    </message>
    <message>
        <source>Number %1</source>
        <translation>第 %1 个数</translation>
    </message>
    <message>
        <source>Predicting: %1 of %2 samples</source>
        <translation>正在预测：%1 / %2 个样本</translation>
    </message>
    <message>
        <source>Preparing to predict…</source>
        <translation>正在准备预测…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中的 %1</translation>
    </message>
    <message>
        <source>%1 training samples, after step %2</source>
        <translation>%1 个训练样本，第 %2 步之后</translation>
    </message>
    <message>
        <source>%1 validation samples, after step %2</source>
        <translation>%1 个验证样本，第 %2 步之后</translation>
    </message>
    <message>
        <source> · live: as many as a second of training allows</source>
        <translation> · 实时：暂停训练一秒所能完成的数量</translation>
    </message>
    <message>
        <source> · live</source>
        <translation> · 实时</translation>
    </message>
    <message>
        <source> · being updated</source>
        <translation> · 正在更新</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>各类别</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Precision, recall and areas under the curves, class by class</source>
        <translation>各类别的精确率、召回率和曲线下的面积</translation>
    </message>
    <message>
        <source>What each threshold on the score of a class leads to</source>
        <translation>类别得分取每个阈值时的结果</translation>
    </message>
    <message>
        <source>Whether a probability of 80 % is right in 80 % of the cases</source>
        <translation>概率为 80% 时，是否有 80% 的情况是对的</translation>
    </message>
    <message>
        <source>Validation samples</source>
        <translation>验证样本</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>The samples that the network is asked about</source>
        <translation>让网络预测的样本</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>The output whose predictions are shown</source>
        <translation>显示哪个输出的预测</translation>
    </message>
    <message>
        <source>Shown in the plots</source>
        <translation>图中显示的内容</translation>
    </message>
    <message>
        <source>The class or the number that the plots are about</source>
        <translation>图所对应的类别或数值</translation>
    </message>
    <message>
        <source>Train the network, or choose a run under Runs: here you see what it predicts for every sample, which classes it confuses, how far its probabilities can be trusted, and its worst mistakes.</source>
        <translation>训练网络，或在“训练记录”中选择一次训练：这里会显示它对每个样本的预测、混淆了哪些类别、概率有多可信，以及最严重的错误。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the picture or the tables</source>
        <translation>保存图片或表格</translation>
    </message>
    <message>
        <source>Picture as PNG…</source>
        <translation>保存为 PNG 图片…</translation>
    </message>
    <message>
        <source>Picture as SVG…</source>
        <translation>保存为 SVG 图片…</translation>
    </message>
    <message>
        <source>All tables as CSV…</source>
        <translation>将所有表格保存为 CSV…</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>假正率</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>真正率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Probability of the predicted class</source>
        <translation>预测类别的概率</translation>
    </message>
    <message>
        <source>How often it is right</source>
        <translation>正确的比例</translation>
    </message>
    <message>
        <source>Predicted number</source>
        <translation>预测值</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值个数</translation>
    </message>
    <message>
        <source>Largest errors first</source>
        <translation>误差最大的在前</translation>
    </message>
    <message>
        <source>%1, predicted as such: %2</source>
        <translation>%1，预测正确：%2</translation>
    </message>
    <message>
        <source>%1, predicted as %2: %3</source>
        <translation>%1，预测为 %2：%3</translation>
    </message>
    <message>
        <source>No mistakes with %1</source>
        <translation>%1 没有错误</translation>
    </message>
    <message>
        <source>Worst mistakes with %1</source>
        <translation>%1 最严重的错误</translation>
    </message>
    <message>
        <source>No mistakes</source>
        <translation>没有错误</translation>
    </message>
    <message>
        <source>Worst mistakes first</source>
        <translation>最严重的错误在前</translation>
    </message>
    <message>
        <source>Accuracy %1 · F1 %2</source>
        <translation>准确率 %1 · F1 %2</translation>
    </message>
    <message>
        <source> · calibration error %1</source>
        <translation> · 校准误差 %1</translation>
    </message>
    <message>
        <source> · %1 predictions are not finite</source>
        <translation> · %1 个预测不是有限数</translation>
    </message>
    <message>
        <source>Root mean squared error %1 · mean absolute error %2 · mean error %3</source>
        <translation>均方根误差 %1 · 平均绝对误差 %2 · 平均误差 %3</translation>
    </message>
    <message>
        <source> · R² %1</source>
        <translation> · R² %1</translation>
    </message>
    <message>
        <source>ROC and PR curves</source>
        <translation>ROC 与 PR 曲线</translation>
    </message>
    <message>
        <source>%1  AUC %2  AP %3</source>
        <comment>average precision</comment>
        <translation>%1  AUC %2  AP %3</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>样本 %1</translation>
    </message>
    <message>
        <source>Root mean squared error %1</source>
        <translation>均方根误差 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Predicted and true</source>
        <translation>预测与真实</translation>
    </message>
    <message>
        <source>How often each class was predicted for each true one; a click on a cell shows its samples</source>
        <translation>每个真实类别被预测为各类别的次数；点击一格可查看其样本</translation>
    </message>
    <message>
        <source>Predicted numbers over the true ones, and how far they are off</source>
        <translation>预测值与真实值的对照，以及误差大小</translation>
    </message>
    <message>
        <source>True number</source>
        <translation>真实值</translation>
    </message>
    <message>
        <source>Residual: predicted − true</source>
        <translation>残差：预测 − 真实</translation>
    </message>
    <message>
        <source>predicted %1: %2
true class %3: %4</source>
        <translation>预测为 %1：%2
真实类别 %3：%4</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PreflightCard</name>
    <message>
        <source>%1 · %2, %3 · batch %4 · %5 · %6</source>
        <comment>project, data, samples, batch, precision, device</comment>
        <translation>%1 · %2，%3 · 批 %4 · %5 · %6</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sample(s)</source>
        <translation>
            <numerusform>%Ln 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory this run needs</source>
        <translation>本次训练所需内存</translation>
    </message>
    <message>
        <source>Free on this device</source>
        <translation>此设备可用内存</translation>
    </message>
    <message>
        <source>%1 · fits</source>
        <comment>an amount of memory</comment>
        <translation>%1 · 放得下</translation>
    </message>
    <message>
        <source>%1 · does not fit</source>
        <comment>an amount of memory</comment>
        <translation>%1 · 放不下</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>about %1</source>
        <comment>a duration</comment>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>One epoch</source>
        <translation>一轮</translation>
    </message>
    <message numerus="yes">
        <source>The whole run, %n epoch(s) with validation</source>
        <translation>
            <numerusform>全程，%n 轮，含验证</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The whole run, %n epoch(s)</source>
        <translation>
            <numerusform>全程，%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Largest batch size that fits</source>
        <translation>可容纳的最大批大小</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Use %1</source>
        <comment>a batch</comment>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers compute in %3; losses and everything kept between steps stay in FP32.</source>
        <translation>%2 层中有 %1 层以 %3 计算；损失和跨步保留的数据仍用 FP32。</translation>
    </message>
    <message>
        <source>This run does not fit in memory</source>
        <translation>内存放不下本次训练</translation>
    </message>
    <message>
        <source>Start the run (Enter)</source>
        <translation>开始训练 (Enter)</translation>
    </message>
    <message>
        <source>Before you train</source>
        <translation>训练之前</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Change the training settings; the card is updated</source>
        <translation>更改训练方式，卡片会随之更新</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Don&apos;t start a run (Esc)</source>
        <translation>不开始训练 (Esc)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Slowest layer, its share of a step</source>
        <translation>最慢的层，占一步的比例</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a layer and its share</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · starts from the weights of %2</source>
        <comment>what is trained, and a run</comment>
        <translation>%1 · 从 %2 的权重开始</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>what is trained, and how</comment>
        <translation>%1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>cross-validation with %n fold(s)</source>
        <translation>
            <numerusform>%n 折交叉验证</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One fold, %n epoch(s) with validation</source>
        <translation>
            <numerusform>一折，%n 轮，含验证</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n fold(s)</source>
        <translation>
            <numerusform>全部 %n 折</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · goes on from %2, with its optimizer state</source>
        <comment>what is trained, and a moment of a run</comment>
        <translation>%1 · 接续 %2，并保留优化器状态</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProblemNotes</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProblemRow</name>
    <message>
        <source>%1, %2: %3</source>
        <comment>how bad, where, what</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Show where this is</source>
        <translation>显示所在位置</translation>
    </message>
    <message>
        <source>Fix this; it can be undone</source>
        <translation>修复此问题，可以撤销</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProblemsPanel</name>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message numerus="yes">
        <source>and %n more problem(s)</source>
        <translation>
            <numerusform>还有 %n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (in %n place(s))</source>
        <comment>a problem</comment>
        <translation>
            <numerusform>%1（共 %n 处）</numerusform>
        </translation>
    </message>
    <message>
        <source>Start with Input: drag it from the list of layers onto the canvas</source>
        <translation>从“输入”层开始：把它从层列表拖到画布上</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>The files are kept for all projects</source>
        <translation>文件会保留，供所有项目使用</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProfilerPage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Profile again</source>
        <translation>重新剖析</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>剖析</translation>
    </message>
    <message>
        <source>Trains a copy in memory for a few seconds and times each of its kernels</source>
        <translation>在内存中训练一个副本几秒钟，测量它的每个内核</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>%1 a step of %2 samples · %3 · %4</source>
        <translation>每步 %1（%2 个样本） · %3 · %4</translation>
    </message>
    <message>
        <source> · the project was changed since</source>
        <translation> · 之后项目有改动</translation>
    </message>
    <message>
        <source>Point at a kernel, or choose one with the arrow keys. Ctrl and the wheel zoom, dragging moves.</source>
        <translation>指向一个内核，或用方向键选择。按住 Ctrl 滚动滚轮可缩放，拖动可移动。</translation>
    </message>
    <message>
        <source>Save the timeline</source>
        <translation>保存时间线</translation>
    </message>
    <message>
        <source>Chrome traces (*.json)</source>
        <translation>Chrome 跟踪文件 (*.json)</translation>
    </message>
    <message>
        <source>training_step.json</source>
        <translation>training_step.json</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间用在哪里</translation>
    </message>
    <message>
        <source>What would be faster</source>
        <translation>怎样更快</translation>
    </message>
    <message>
        <source>A larger batch, BF16, more threads: nothing that was tried saves much.</source>
        <translation>更大的批次、BF16、更多线程：试过的做法都省不了多少。</translation>
    </message>
    <message>
        <source>One step over time</source>
        <translation>一步的时间线</translation>
    </message>
    <message>
        <source>The layers beside what the device can do</source>
        <translation>各层与设备能力的对比</translation>
    </message>
    <message>
        <source>Trains a copy of the network in memory for a few seconds, times each kernel of a step, and tries what may be faster. It shows where the time and the memory go, how close each layer comes to what the device can do, and what would help. The first time it also measures the device.</source>
        <translation>在内存中训练网络的一个副本几秒钟，测量一步中的每个内核，并尝试可能更快的做法。它显示时间和内存用在哪里、各层离设备的能力有多近，以及怎样改进。第一次还会测量设备。</translation>
    </message>
    <message>
        <source>Save the timeline…</source>
        <translation>保存时间线…</translation>
    </message>
    <message>
        <source>As Chrome trace JSON, which ui.perfetto.dev opens</source>
        <translation>保存为 Chrome 跟踪 JSON，可用 ui.perfetto.dev 打开</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>剖析的进度</translation>
    </message>
    <message>
        <source>The kernels of a step over time</source>
        <translation>一步中各内核的时间线</translation>
    </message>
    <message>
        <source>Roofline: FLOP/s over FLOP for each byte</source>
        <translation>屋顶线图：FLOP/s 与每字节 FLOP</translation>
    </message>
    <message>
        <source>What sharing weights saves</source>
        <translation>共享权重节省了什么</translation>
    </message>
    <message>
        <source>A profile is being made. Cancel it first, or let it finish.</source>
        <translation>正在分析性能。请先取消，或等它完成。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ProjectFiles</name>
    <message>
        <source>Unsaved changes can&apos;t be backed up: %1 Save the project where there is room.</source>
        <translation>无法备份未保存的工作：%1请将项目保存到有空间的位置。</translation>
    </message>
    <message>
        <source>%1 has unsaved changes.</source>
        <translation>%1 有未保存的修改。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Netsmith projects (*.netsmith)</source>
        <translation>Netsmith 项目 (*.netsmith)</translation>
    </message>
    <message>
        <source>%1 can&apos;t be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>保存到别处…</translation>
    </message>
    <message>
        <source>Netsmith closed before %1 was saved. Changes made until %2 were kept.</source>
        <translation>Netsmith 在保存 %1 之前就结束了。截至 %2 的修改已保留。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>正在保存 %1…</translation>
    </message>
    <message>
        <source>Another program has changed %1. Reload it, which undoes your changes, or keep yours, which overwrite the file when you save.</source>
        <translation>另一个程序更改了 %1。可以重新载入（您的修改会被撤销），或保留您的修改（保存时会覆盖该文件）。</translation>
    </message>
    <message>
        <source>Another program has changed %1. Reload it, or keep the version here, which overwrites the file when you save.</source>
        <translation>另一个程序更改了 %1。可以重新载入，或保留这里的版本（保存时会覆盖该文件）。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::PropertiesPanel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Select a layer to see and edit its settings.</source>
        <translation>选中一个层，查看并编辑它的设置。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>how many, and of which layer</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>This version does not know this layer.</source>
        <translation>这个版本不认识这个层。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two layers</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Input and output shape of the layer, for one sample</source>
        <translation>该层对单个样本的输入和输出形状</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Numbers that training changes</source>
        <translation>训练会改变的数</translation>
    </message>
    <message>
        <source>FLOPs per sample</source>
        <translation>每样本计算量</translation>
    </message>
    <message>
        <source>Floating-point operations of the forward pass, for one sample</source>
        <translation>单个样本前向计算的浮点运算次数</translation>
    </message>
    <message>
        <source>Output, batch %1</source>
        <translation>输出，批 %1</translation>
    </message>
    <message>
        <source>The layer&apos;s output for one batch</source>
        <translation>该层对一个批次的输出</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>设置 %2 的%1</translation>
    </message>
    <message>
        <source>Reset %1 of %2</source>
        <translation>重置 %2 的%1</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>重命名 %1</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>Parameters that training does not change</source>
        <translation>训练不会改变的参数</translation>
    </message>
    <message>
        <source>Used in</source>
        <translation>使用于</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Wherever this block is used</source>
        <translation>使用此块的所有位置</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RateFinder</name>
    <message>
        <source>The loss fell fastest at %1.</source>
        <translation>学习率为 %1 时损失下降最快。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>The loss never fell: check the network and its data.</source>
        <translation>损失始终没有下降：请检查网络及其数据。</translation>
    </message>
    <message>
        <source>Set the learning rate to %1</source>
        <translation>将学习率设为 %1</translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation>停止寻找</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>寻找学习率</translation>
    </message>
    <message>
        <source>Trains a fresh copy for up to 100 steps with an increasing learning rate and shows where the loss falls fastest</source>
        <translation>用逐步增大的学习率训练一份全新的网络（至多 100 步），显示损失在何处下降最快</translation>
    </message>
    <message>
        <source>Stop the run first</source>
        <translation>请先停止训练</translation>
    </message>
    <message>
        <source>The loss at each learning rate</source>
        <translation>每个学习率下的损失</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RenameField</name>
    <message>
        <source>Title of the layer</source>
        <translation>层的标题</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RooflinePlot</name>
    <message>
        <source>FLOP for each byte moved</source>
        <translation>每搬运一字节的 FLOP</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation>%1，占一步的 %2</translation>
    </message>
    <message>
        <source>%1 FLOP for each byte</source>
        <translation>每字节 %1 FLOP</translation>
    </message>
    <message>
        <source>%1 of what the device can do with them</source>
        <translation>达到设备在此处能力的 %1</translation>
    </message>
    <message>
        <source>more than its memory allows: the numbers stay in the caches</source>
        <translation>超过内存所能：数据留在缓存中</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunActions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Start training as shown on the card</source>
        <translation>按卡片所示进行训练</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue from the checkpoint</source>
        <translation>从检查点继续</translation>
    </message>
    <message>
        <source>Train from the beginning, in a new run</source>
        <translation>从头开始新的一次训练</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Train the network</source>
        <translation>训练网络</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause after the current batches; you can try the network in the meantime</source>
        <translation>在进行中的批次完成后暂停；暂停期间可以试用网络</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Train one batch, then pause</source>
        <translation>训练一个批次，然后暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Don&apos;t start a run</source>
        <translation>不开始训练</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop and keep a checkpoint to resume from</source>
        <translation>停止并保存检查点，以便日后继续</translation>
    </message>
    <message numerus="yes">
        <source>Train %n more epoch(s)</source>
        <translation>
            <numerusform>再训练 %n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Continue the finished run</source>
        <translation>在已完成的训练上继续</translation>
    </message>
    <message>
        <source>Train longer</source>
        <translation>延长训练</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新训练</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunBars</name>
    <message>
        <source>%1.</source>
        <comment>a short sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what happened, and what to do</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>从最近的检查点继续</translation>
    </message>
    <message>
        <source>Change the settings</source>
        <translation>更改设置</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Copy the details, without your home folder&apos;s name</source>
        <translation>将详情复制到剪贴板，其中不含您的主文件夹名称</translation>
    </message>
    <message numerus="yes">
        <source>Trained %n epoch(s) in %1.</source>
        <translation>
            <numerusform>训练了 %n 轮，用时 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Train %n more epoch(s)</source>
        <translation>
            <numerusform>再训练 %n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>A checkpoint was kept to resume from.</source>
        <translation>已保留检查点，可从它继续。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Edited since this run started.</source>
        <translation>本次训练开始后有过修改。</translation>
    </message>
    <message>
        <source>The run continues with the network and the settings it started with.</source>
        <translation>训练仍按开始时的网络和设置进行。</translation>
    </message>
    <message>
        <source>Closing stops training.</source>
        <translation>关闭会停止训练。</translation>
    </message>
    <message>
        <source>It is at step %1 of %2. With a checkpoint, it can be resumed from here later.</source>
        <translation>当前为第 %1 / %2 步。保留检查点后，下次可以从这里继续。</translation>
    </message>
    <message>
        <source>Save a checkpoint and close</source>
        <translation>保存检查点并关闭</translation>
    </message>
    <message>
        <source>Close without a checkpoint</source>
        <translation>不保存检查点并关闭</translation>
    </message>
    <message>
        <source>Progress since the last checkpoint is lost</source>
        <translation>自最近的检查点以来的进度会丢失</translation>
    </message>
    <message>
        <source>Keep training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Restart and resume</source>
        <translation>重新启动并继续</translation>
    </message>
    <message>
        <source>Restart Netsmith</source>
        <translation>重新启动 Netsmith</translation>
    </message>
    <message>
        <source>Netsmith closes and reopens with this project</source>
        <translation>Netsmith 会退出，并以此项目重新启动</translation>
    </message>
    <message>
        <source>Show the data</source>
        <translation>显示数据</translation>
    </message>
    <message numerus="yes">
        <source>Trained %n epoch(s) in %2; the result is from epoch %1, the last in which this improved: %3.</source>
        <translation>
            <numerusform>在 %2 内训练了 %n 轮；结果取第 %1 轮，即最后一次有改善的一轮：%3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ended after %n epoch(s) and %1 because this no longer improved: %2.</source>
        <translation>
            <numerusform>经过 %n 轮和 %1 后结束，因为不再改善：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Draw, type or use a test sample, and see what the network predicts</source>
        <translation>画图、输入文字或使用测试样本，看看网络的预测</translation>
    </message>
    <message>
        <source>Compare precisions</source>
        <translation>比较精度</translation>
    </message>
    <message>
        <source>Train it in several precisions, side by side</source>
        <translation>用多种精度并排训练</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>保存到别处…</translation>
    </message>
    <message>
        <source>Save the project in a writable folder; its runs are saved there too</source>
        <translation>将项目保存到可写的文件夹；其训练也会放在那里</translation>
    </message>
    <message>
        <source>Change “%1”</source>
        <comment>a setting</comment>
        <translation>更改“%1”</translation>
    </message>
    <message>
        <source>Run again with a batch of %1</source>
        <translation>以批大小 %1 重新训练</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a run, and how it ended</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Show mistakes</source>
        <translation>查看错误样本</translation>
    </message>
    <message>
        <source>The samples that the trained network gets wrong, the worst first</source>
        <translation>训练好的网络答错的样本，错得最严重的在前</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新训练</translation>
    </message>
    <message>
        <source>Resume continues with the network as it was; Run again trains it as it is now.</source>
        <translation>“继续”按当时的网络接着训练；“重新训练”按现在的网络训练。</translation>
    </message>
    <message>
        <source>The last run was stopped.</source>
        <translation>上次训练已停止。</translation>
    </message>
    <message>
        <source>The last run failed.</source>
        <translation>上次训练失败。</translation>
    </message>
    <message>
        <source>The last run was interrupted.</source>
        <translation>上次训练被中断。</translation>
    </message>
    <message numerus="yes">
        <source>It trained %1 of %n epoch(s). Resume continues from its last checkpoint.</source>
        <translation>
            <numerusform>已训练 %1 / %n 轮。“继续”将从最后的检查点接着训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Trained in %1</source>
        <comment>a duration</comment>
        <translation>训练用时 %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was measured so far, and what to do</comment>
        <translation>%1。%2</translation>
    </message>
    <message numerus="yes">
        <source>It is a cross-validation with %n fold(s). Resume continues with the interrupted fold.</source>
        <translation>
            <numerusform>这是一次 %n 折交叉验证。“继续”会从中断的那一折接着训练。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunCardWindow</name>
    <message>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Train again and compare</source>
        <translation>重新训练并比较</translation>
    </message>
    <message>
        <source>Stop the run first</source>
        <translation>请先停止训练</translation>
    </message>
    <message>
        <source>Trains the run again with its own settings, in a temporary folder, and compares every number</source>
        <translation>按该次训练自己的设置在临时文件夹中重新训练，并比较每一个数</translation>
    </message>
    <message>
        <source>Card of %1</source>
        <translation>%1 的卡片</translation>
    </message>
    <message>
        <source>Run card</source>
        <translation>训练卡片</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy the card as text for a report</source>
        <translation>将卡片复制为文本，用于报告</translation>
    </message>
    <message>
        <source>What another person needs to repeat the run</source>
        <translation>他人重现这次训练所需的一切</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>A cross-validation consists of several runs, which can&apos;t be repeated together</source>
        <translation>交叉验证由多次训练组成，不能一并重新训练</translation>
    </message>
    <message>
        <source>Costs…</source>
        <translation>费用…</translation>
    </message>
    <message>
        <source>Type in what a kWh and an hour on the device cost</source>
        <translation>填写每 kWh 和设备每小时的费用</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunControls</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新训练</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunDifferenceCard</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The network of %1 compared with that of %2</source>
        <translation>%1 的网络与 %2 的网络相比</translation>
    </message>
    <message>
        <source>What they ran on</source>
        <translation>运行环境</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>These runs do not differ.</source>
        <translation>这些训练没有任何不同。</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>比较差异</translation>
    </message>
    <message>
        <source>Back to the table</source>
        <translation>返回表格</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunExport</name>
    <message>
        <source>Report as a web page</source>
        <translation>网页报告</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>Packed model for netsmith-run</source>
        <translation>用于 netsmith-run 的打包模型</translation>
    </message>
    <message>
        <source>Keras script with weights</source>
        <translation>带权重的 Keras 脚本</translation>
    </message>
    <message>
        <source>PyTorch script with weights</source>
        <translation>带权重的 PyTorch 脚本</translation>
    </message>
    <message>
        <source>Drawing of the network</source>
        <translation>网络的图</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Exporting %1: %2 of %3 samples predicted.</source>
        <translation>正在导出 %1：已预测 %2 / %3 个样本。</translation>
    </message>
    <message>
        <source>Exporting %1…</source>
        <translation>正在导出 %1…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Write no file</source>
        <translation>不写入文件</translation>
    </message>
    <message>
        <source>%1 is exported to %2.</source>
        <translation>%1 已导出到 %2。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show the report in the web browser</source>
        <translation>在浏览器中显示报告</translation>
    </message>
    <message>
        <source>Show where the file is</source>
        <translation>显示文件的位置</translation>
    </message>
    <message>
        <source>%1 could not be exported: %2</source>
        <translation>%1 无法导出：%2</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>选择其他文件…</translation>
    </message>
    <message>
        <source>Try to export to another place</source>
        <translation>尝试导出到其他位置</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunNotes</name>
    <message>
        <source>Notes about the run</source>
        <translation>关于该训练的备注</translation>
    </message>
    <message>
        <source>Notes about this run</source>
        <translation>这次训练的备注</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunNotifier</name>
    <message>
        <source>%1 has finished training</source>
        <comment>a project</comment>
        <translation>%1 训练完成</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>how good it got, and how long it took</comment>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>%1 failed to train</source>
        <comment>a project</comment>
        <translation>%1 训练失败</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunProgress</name>
    <message>
        <source>Progress of the run</source>
        <translation>训练进度</translation>
    </message>
    <message>
        <source>· %1</source>
        <comment>more of how training stands</comment>
        <translation>· %1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunTable</name>
    <message>
        <source>Sort by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Largest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>最好的在前</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunTableExport</name>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Image of the visible part (*.png)</source>
        <translation>当前可见部分的图片 (*.png)</translation>
    </message>
    <message>
        <source>Export the runs</source>
        <translation>导出训练记录</translation>
    </message>
    <message>
        <source>runs.csv</source>
        <translation>runs.csv</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy these rows as text</source>
        <translation>将这些行复制为文本</translation>
    </message>
    <message>
        <source>Save the table as shown, as CSV, Markdown or an image</source>
        <translation>将当前表格保存为 CSV、Markdown 或图片</translation>
    </message>
    <message>
        <source>Export table…</source>
        <translation>导出表格…</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunTableModel</name>
    <message>
        <source>In the plots</source>
        <translation>在图中</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Shown in the plots</source>
        <translation>已在图中显示</translation>
    </message>
    <message>
        <source>Not shown in the plots</source>
        <translation>未在图中显示</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练记录</translation>
    </message>
    <message>
        <source>The monitored quantity in the run&apos;s best epoch</source>
        <translation>这次训练所监控的量在最佳轮次的值</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunTrashWindow</name>
    <message numerus="yes">
        <source>%n run(s) will be permanently deleted.</source>
        <translation>
            <numerusform>%n 次训练将被永久删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted runs</source>
        <translation>已删除的训练记录</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore the selected runs</source>
        <translation>恢复所选的训练</translation>
    </message>
    <message>
        <source>Delete all permanently…</source>
        <translation>全部永久删除…</translation>
    </message>
    <message>
        <source>Delete everything in the trash and free its disk space</source>
        <translation>清空回收站，释放磁盘空间</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunVerbs</name>
    <message>
        <source>Show curves</source>
        <translation>显示曲线</translation>
    </message>
    <message>
        <source>Show the curves of these runs along with those of the current run</source>
        <translation>将这些训练的曲线与当前训练的曲线一起显示</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume this run from its last checkpoint</source>
        <translation>从最近的检查点继续这次训练</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename this run</source>
        <translation>重命名这次训练</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Words to find this run with, separated by commas</source>
        <translation>用来查找这次训练的词，以逗号分隔</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Notes about this run</source>
        <translation>关于这次训练的备注</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Move these runs to the trash</source>
        <translation>将这些训练移到回收站</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>比较差异</translation>
    </message>
    <message>
        <source>Show how the selected runs differ</source>
        <translation>显示所选训练之间的差异</translation>
    </message>
    <message>
        <source>Open as project</source>
        <translation>作为项目打开</translation>
    </message>
    <message>
        <source>Open the network and settings of this run as a new project</source>
        <translation>将这次训练的网络和设置作为新项目打开</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>What another person needs to repeat this run, and a check that it is reproducible</source>
        <translation>他人重现这次训练所需的一切，以及可重现性的检查</translation>
    </message>
    <message>
        <source>Begin from this run</source>
        <translation>从这次训练开始</translation>
    </message>
    <message>
        <source>Start the next training from this run&apos;s weights; they become part of the project</source>
        <translation>下次训练从这次训练的权重开始；这些权重将成为项目的一部分</translation>
    </message>
    <message>
        <source>Export run…</source>
        <translation>导出训练…</translation>
    </message>
    <message>
        <source>Write this run for others: a report, an ONNX model, a packed model, a Keras or PyTorch script, or a drawing</source>
        <translation>把这次训练写出给他人：报告、ONNX 模型、打包模型、Keras 或 PyTorch 脚本，或者图</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::RunsPanel</name>
    <message>
        <source>Runs of this project</source>
        <translation>此项目的训练记录</translation>
    </message>
    <message>
        <source>No runs yet. Each time the network is trained, its run is listed here.</source>
        <translation>还没有训练记录。每次训练网络后，记录都会列在这里。</translation>
    </message>
    <message>
        <source>No run matches the filter above.</source>
        <translation>没有训练符合上面的筛选条件。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 was deleted.</source>
        <translation>已删除 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) were deleted.</source>
        <translation>
            <numerusform>已删除 %n 次训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Restore what was deleted</source>
        <translation>恢复已删除的训练</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>Group seeds</source>
        <translation>合并不同种子</translation>
    </message>
    <message>
        <source>Group runs that differ only in their seeds: mean ± standard deviation</source>
        <translation>将仅种子不同的训练合并：均值 ± 标准差</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Which columns are shown, and which one the runs are sorted by</source>
        <translation>显示哪些列，以及按哪一列排序</translation>
    </message>
    <message>
        <source>Deleted runs…</source>
        <translation>已删除的训练记录…</translation>
    </message>
    <message>
        <source>Restore deleted runs, or free their disk space</source>
        <translation>恢复已删除的训练，或释放其磁盘空间</translation>
    </message>
    <message>
        <source>The curves of more than %1 runs can&apos;t be told apart; choose fewer.</source>
        <translation>超过 %1 次训练的曲线无法分辨；请少选一些。</translation>
    </message>
    <message>
        <source>Name, tag, best&gt;96, lr&lt;0.01, state:done</source>
        <translation>名称、标签、best&gt;96、lr&lt;0.01、state:done</translation>
    </message>
    <message>
        <source>Words are searched for in names, tags, states and notes; to filter by a column, type its name, an operator (=, !=, &lt;, &lt;=, &gt;, &gt;=, or : for contains) and a value as shown in the table</source>
        <translation>文字会在名称、标签、状态和备注中查找；要按列筛选，请输入列名、运算符（=、!=、&lt;、&lt;=、&gt;、&gt;= 或表示包含的 :）和表中所示的值</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a run, one of its folds</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SampleCard</name>
    <message>
        <source>Start here: %1</source>
        <translation>从这里开始：%1</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>%1

Goal: %2</source>
        <translation>%1

目标：%2</translation>
    </message>
    <message>
        <source>Goal: %1</source>
        <translation>目标：%1</translation>
    </message>
    <message>
        <source>Open this network</source>
        <translation>打开此网络</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ScorePlot</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>清空搜索</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SectionedList</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SentencePanel</name>
    <message>
        <source>The text has %1 tokens, and the network reads the first %2.</source>
        <translation>文本有 %1 个词元，网络只读取前 %2 个。</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run, then type: it predicts while it learns.</source>
        <translation>还没有训练过网络。按“运行”后输入文本：它会边学边预测。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Type a text to see what the network predicts</source>
        <translation>输入一段文本，看看网络的预测</translation>
    </message>
    <message>
        <source>Prediction of the network</source>
        <translation>网络的预测</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SeriesFeed</name>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SeriesPanel</name>
    <message>
        <source>Reading the series</source>
        <translation>正在读取序列</translation>
    </message>
    <message>
        <source>Window %1 of %2</source>
        <translation>第 %1 个窗口，共 %2 个</translation>
    </message>
    <message>
        <source>Window of the series</source>
        <translation>序列的窗口</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run: it forecasts while it learns.</source>
        <translation>还没有训练过网络。按“运行”：它边学边预测。</translation>
    </message>
    <message>
        <source>What the network forecasts</source>
        <translation>网络的预测</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SharingView</name>
    <message>
        <source>Dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message numerus="yes">
        <source>Convolution in %n group(s)</source>
        <translation>
            <numerusform>分 %n 组的卷积</numerusform>
        </translation>
    </message>
    <message>
        <source>Each channel on its own</source>
        <translation>每个通道单独卷积</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>Time of a batch: %1</source>
        <translation>一个批次的时间：%1</translation>
    </message>
    <message>
        <source>Connected as</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>FLOPs of a batch</source>
        <translation>一个批次的 FLOPs</translation>
    </message>
    <message>
        <source>Time of a batch</source>
        <translation>一个批次的时间</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SheetView</name>
    <message>
        <source>Gate %1</source>
        <translation>门 %1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SleepInhibitor</name>
    <message>
        <source>A network is being trained</source>
        <translation>正在训练网络</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SourceBox</name>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>available</source>
        <translation>已就绪</translation>
    </message>
    <message>
        <source>download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>your files</source>
        <translation>您的文件</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>To download</source>
        <translation>需要下载</translation>
    </message>
    <message>
        <source>Your files</source>
        <translation>您的文件</translation>
    </message>
    <message>
        <source>manual</source>
        <translation>需手动获取</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SourceSettings</name>
    <message>
        <source>Choose where the samples are</source>
        <translation>选择样本所在的位置</translation>
    </message>
    <message>
        <source>Choose the folder of the samples</source>
        <translation>选择样本文件夹</translation>
    </message>
    <message>
        <source>Choose the file of the samples</source>
        <translation>选择样本文件</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SpectrumPlot</name>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Singular value %1 of %2: %3</source>
        <translation>第 %1 个奇异值（共 %2 个）：%3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SpectrumSection</name>
    <message>
        <source>Computing: %1</source>
        <translation>正在计算：%1</translation>
    </message>
    <message>
        <source>They take about %1.</source>
        <translation>计算大约需要 %1。</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Those shown are of step %1.</source>
        <translation>所显示的是第 %1 步的。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Stop computing the singular values</source>
        <translation>停止计算奇异值</translation>
    </message>
    <message>
        <source>Compute the singular values of this matrix</source>
        <translation>计算此矩阵的奇异值</translation>
    </message>
    <message>
        <source>Spectral norm</source>
        <translation>谱范数</translation>
    </message>
    <message>
        <source>The largest singular value: the layer makes no input longer than this many times</source>
        <translation>最大的奇异值：该层最多将输入放大这么多倍</translation>
    </message>
    <message>
        <source>Stable rank</source>
        <translation>稳定秩</translation>
    </message>
    <message>
        <source>Squared norm / squared spectral norm: how many directions share the strength of the matrix</source>
        <translation>范数的平方 / 谱范数的平方：有多少个方向分担矩阵的强度</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Singular values that are more than rounding errors in FP32</source>
        <translation>大于 FP32 舍入误差的奇异值个数</translation>
    </message>
    <message>
        <source>Condition number</source>
        <translation>条件数</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>The largest singular value / the smallest</source>
        <translation>最大奇异值 / 最小奇异值</translation>
    </message>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>How many times the layer stretches its input along each of its own directions, the largest first</source>
        <translation>该层沿它自己的各个方向将输入放大多少倍，从大到小</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::SplitFigures</name>
    <message>
        <source>This data set has no test set, so %1 of its samples are held out for validation.</source>
        <translation>此数据集没有测试集，因此留出 %1 的样本用于验证。</translation>
    </message>
    <message>
        <source>Samples for training</source>
        <translation>用于训练的样本</translation>
    </message>
    <message>
        <source>Samples for validation</source>
        <translation>用于验证的样本</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>How the samples are split</source>
        <translation>样本的划分方式</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StageCard</name>
    <message>
        <source>%1. %2</source>
        <comment>a stage&apos;s number and what it does</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Do this stage earlier</source>
        <translation>将此阶段提前</translation>
    </message>
    <message>
        <source>%1: earlier</source>
        <translation>%1：提前</translation>
    </message>
    <message>
        <source>Do this stage later</source>
        <translation>将此阶段推后</translation>
    </message>
    <message>
        <source>%1: later</source>
        <translation>%1：推后</translation>
    </message>
    <message>
        <source>Leave this stage out</source>
        <translation>去掉此阶段</translation>
    </message>
    <message>
        <source>%1: leave out</source>
        <translation>%1：去掉</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StageList</name>
    <message>
        <source>Between the steps the network is trained: say for how many epochs.</source>
        <translation>各步之间要训练网络：请指定训练多少轮。</translation>
    </message>
    <message>
        <source>Add a stage: what is to be done to the network.</source>
        <translation>请添加一个阶段：要对网络做什么。</translation>
    </message>
    <message>
        <source>Add a stage</source>
        <translation>添加阶段</translation>
    </message>
    <message>
        <source>What else is done to the network, after the stages so far</source>
        <translation>在现有阶段之后，还要对网络做什么</translation>
    </message>
    <message>
        <source>The weights become zero while the network is trained: say for how many epochs.</source>
        <translation>权重在网络训练时变为零：请说明训练几轮。</translation>
    </message>
    <message>
        <source>How a training moves weights is known only while it goes on: let the share be reached while training.</source>
        <translation>训练如何移动权重只有在进行时才知道：请让比例在训练之中达到。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StartChoice</name>
    <message>
        <source>Start from</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>The weights a new run starts from: random ones, or the final weights of another run of this network, with a new optimizer state. A forked moment goes on with its optimizer state. This choice is not part of the project.</source>
        <translation>新的训练从哪些权重开始：随机权重，或此网络另一次训练结束时的权重，优化器重新开始。分支的时刻则沿用其优化器状态。此选择不属于项目。</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>Initial weights of the project</source>
        <translation>项目的初始权重</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StartPage</name>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>no longer exists</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Remove from the list; the file is kept</source>
        <translation>从列表中移除，文件会保留</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>将 %1 从列表中移除</translation>
    </message>
    <message>
        <source>Draw a network, train it, watch it learn.</source>
        <translation>画出网络，训练它，看它学习。</translation>
    </message>
    <message>
        <source>New network</source>
        <translation>新建网络</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more that were never saved</source>
        <translation>
            <numerusform>再显示 %n 个从未保存的项目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not saved, %n run(s)</source>
        <translation>
            <numerusform>未保存，%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Trained on %1 and never saved; reopens with its runs</source>
        <translation>于 %1 训练，从未保存；再次打开时带有其训练</translation>
    </message>
    <message>
        <source>Move it to the trash, with its runs</source>
        <translation>将它及其训练移到回收站</translation>
    </message>
    <message>
        <source>Move %1 to the trash, with its runs</source>
        <translation>将 %1 及其训练移到回收站</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StatusLine</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>Show the list of problems</source>
        <translation>显示问题列表</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Numbers that the network learns</source>
        <translation>网络要学习的数</translation>
    </message>
    <message>
        <source>%1 per sample</source>
        <translation>每样本 %1</translation>
    </message>
    <message>
        <source>Floating-point operations of the forward pass, for one sample</source>
        <translation>单个样本前向计算的浮点运算次数</translation>
    </message>
    <message>
        <source>%1 · %2 + %3</source>
        <translation>%1 · %2 + %3</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>The data set: training samples + validation samples</source>
        <translation>数据集：训练样本 + 验证样本</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>The same seed on the same machine gives the same run, bit for bit</source>
        <translation>在同一台机器上，相同的种子会得到逐位一致的训练结果</translation>
    </message>
    <message>
        <source>Start with Input</source>
        <translation>从“输入”层开始</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StepPicture</name>
    <message>
        <source>Sum of each map&apos;s products</source>
        <translation>每个特征图的乘积之和</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>map %1: %2</source>
        <comment>number and size</comment>
        <translation>特征图 %1：%2</translation>
    </message>
    <message>
        <source>%1×%2</source>
        <comment>rows and columns of a map</comment>
        <translation>%1×%2</translation>
    </message>
    <message>
        <source>, slice %1 of %2</source>
        <translation>，第%1个切片（共%2个）</translation>
    </message>
    <message>
        <source>, stride %1×%2</source>
        <translation>，步幅%1×%2</translation>
    </message>
    <message>
        <source>, dilation %1×%2</source>
        <translation>，膨胀%1×%2</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StepsFigures</name>
    <message>
        <source>Loss of the batch</source>
        <translation>批次的损失</translation>
    </message>
    <message>
        <source>The sample of the batch whose numbers are written out</source>
        <translation>写出批次中哪个样本的数值</translation>
    </message>
    <message>
        <source>The step of the sequence whose numbers are written out</source>
        <translation>写出序列中哪一步的数值</translation>
    </message>
    <message>
        <source>Sample %1 of %2 · no. %3</source>
        <comment>of the batch, of the data</comment>
        <translation>样本 %1/%2 · 第 %3 号</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <comment>of a sequence</comment>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>was %1, %2</source>
        <translation>原为 %1，%2</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Learning rate %1</source>
        <translation>学习率 %1</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StepsOnCanvas</name>
    <message>
        <source>Gradients of the outputs, each on its own scale</source>
        <translation>输出的梯度，各用自己的刻度</translation>
    </message>
    <message>
        <source>Layer outputs, each on its own scale</source>
        <translation>层的输出，各用自己的刻度</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::StepsPanel</name>
    <message>
        <source>First</source>
        <translation>第一层</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一层</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>下一层</translation>
    </message>
    <message>
        <source>Take the step</source>
        <translation>执行这一步</translation>
    </message>
    <message>
        <source>Original weights</source>
        <translation>恢复原权重</translation>
    </message>
    <message>
        <source>Back to the first layer of the way forward</source>
        <translation>回到前向的第一层</translation>
    </message>
    <message>
        <source>The layer before this one</source>
        <translation>前一层</translation>
    </message>
    <message>
        <source>On to the next layer: forward, then back, then the update (F7)</source>
        <translation>到下一层：先前向，再反向，最后更新 (F7)</translation>
    </message>
    <message>
        <source>Train this step: the weights become those after the update, and the next batch follows</source>
        <translation>训练这一步：权重变为更新后的值，接着是下一个批次</translation>
    </message>
    <message>
        <source>All weights as they were before you changed them</source>
        <translation>所有权重恢复为您改变之前的值</translation>
    </message>
    <message>
        <source>The weights to begin with</source>
        <translation>开始时的权重</translation>
    </message>
    <message>
        <source>How many samples a step has</source>
        <translation>一步有多少样本</translation>
    </message>
    <message>
        <source>The numbers to show</source>
        <translation>要显示的数值</translation>
    </message>
    <message>
        <source>Follow one batch through the network, layer by layer, and its gradient back: every weight, product and sum is shown. Change a weight to see at once what it does to the loss. Nothing of a run is changed.</source>
        <translation>跟随一个批次逐层通过网络，再跟随它的梯度返回：显示每个权重、乘积与和。改变一个权重，可以立刻看到损失怎样变化。任何训练的文件都不会改变。</translation>
    </message>
    <message>
        <source>Numbers of the layer</source>
        <translation>层的数值</translation>
    </message>
    <message>
        <source>Whole batch</source>
        <translation>整个批次</translation>
    </message>
    <message>
        <source>One sample</source>
        <translation>一个样本</translation>
    </message>
    <message>
        <source>Random weights</source>
        <translation>随机权重</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>Weights of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Stop at this layer</source>
        <translation>停在这一层</translation>
    </message>
    <message>
        <source>Go through the step layer by layer</source>
        <translation>逐层走完这一步</translation>
    </message>
    <message>
        <source>Choose a number to see how it is made. Double-click a weight, or press F2, to change it.</source>
        <translation>选一个数，看它怎样得来。双击权重或按 F2 可以改变它。</translation>
    </message>
    <message>
        <source>Choose a number to see how it is made.</source>
        <translation>选一个数，看它怎样得来。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Begin again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Stop preparing</source>
        <translation>停止准备</translation>
    </message>
    <message>
        <source>Begin again with the project as it is now, and with these weights</source>
        <translation>按项目现在的样子和这些权重重新开始</translation>
    </message>
    <message>
        <source>Load the data, make the network, and compute its next training step</source>
        <translation>加载数据，建立网络，并计算它的下一个训练步</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>The device was needed for something else. These numbers stay; begin again to change weights or to take the step.</source>
        <translation>设备被其他任务占用。这些数值仍然保留；要改变权重或执行这一步，请重新开始。</translation>
    </message>
    <message>
        <source>The network or its training was changed. These numbers are of the network before; begin again to see the new one.</source>
        <translation>网络或训练设置已改变。这些是改变之前的网络的数值；要看新的网络，请重新开始。</translation>
    </message>
    <message>
        <source>New batch</source>
        <translation>新批次</translation>
    </message>
    <message>
        <source>Follow the batch after this one through the same weights, without training on this one</source>
        <translation>用同样的权重跟踪下一个批次，不在当前批次上训练</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TablePanel</name>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Enter a number such as 1.5, or leave this empty if it is missing</source>
        <translation>请输入如 1.5 的数字；缺失时留空</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run: it predicts while it learns.</source>
        <translation>还没有训练过网络。按“运行”：它边学边预测。</translation>
    </message>
    <message>
        <source>The input of this network can&apos;t be typed. Use the next sample, or open files to predict from them.</source>
        <translation>这个网络的输入无法用键盘填写。请使用下一个样本，或打开文件进行预测。</translation>
    </message>
    <message>
        <source>Prediction of the network</source>
        <translation>网络的预测</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TextPanel</name>
    <message>
        <source>“%1” was sampled, with a probability of %2. What the network considered likely there:</source>
        <translation>采样得到“%1”，概率为 %2。网络认为此处可能的词元：</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run, then generate: it writes while it learns.</source>
        <translation>还没有训练过网络。按“运行”后生成文本：它会边学边写。</translation>
    </message>
    <message>
        <source>The prompt is empty, so the network writes its first token without any context.</source>
        <translation>提示文本为空，所以网络写第一个词元时没有任何上文。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示文本</translation>
    </message>
    <message>
        <source>A text for the network to continue</source>
        <translation>由网络续写的文本</translation>
    </message>
    <message>
        <source>Generated text</source>
        <translation>生成的文本</translation>
    </message>
    <message>
        <source>What the network considers likely</source>
        <translation>网络认为可能的词元</translation>
    </message>
    <message>
        <source>Let the network continue the prompt (%1 while you type)</source>
        <comment>keys</comment>
        <translation>让网络续写提示文本（在提示文本中按 %1）</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TimelineView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>an operation of layers</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>占一步的 %1</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TokenImportance</name>
    <message>
        <source>Token %1, “%2”: %3</source>
        <translation>词元 %1“%2”：%3</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TrainingSession</name>
    <message>
        <source>Set the batch to %1</source>
        <translation>将批大小设为 %1</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <comment>the name of a run</comment>
        <translation>%1，第 %2 步</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TrainingSettingsPanel</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss of %1</source>
        <translation>%1 的损失</translation>
    </message>
    <message>
        <source>Add a loss</source>
        <translation>添加损失</translation>
    </message>
    <message>
        <source>Compute a loss for another output of the network too</source>
        <translation>对网络的另一个输出也计算损失</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Which of the network&apos;s outputs the loss is computed from.</source>
        <translation>用网络的哪个输出计算损失。</translation>
    </message>
    <message>
        <source>The quantity that training minimizes.</source>
        <translation>训练所最小化的量。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>The field of the data that the output should match.</source>
        <translation>输出应匹配的数据字段。</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The weight of this loss in the total loss.</source>
        <translation>这项损失在总损失中的权重。</translation>
    </message>
    <message>
        <source>Remove this loss</source>
        <translation>移除这项损失</translation>
    </message>
    <message>
        <source>Remove a loss</source>
        <translation>移除损失</translation>
    </message>
    <message>
        <source>Measure %1</source>
        <translation>测量%1</translation>
    </message>
    <message>
        <source>Don&apos;t measure %1</source>
        <translation>不测量%1</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>What is measured besides the loss; metrics do not affect the gradients.</source>
        <translation>除损失之外测量的量；指标不影响梯度。</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <comment>what, and which</comment>
        <translation>将%1设为 %2</translation>
    </message>
    <message>
        <source>Set %1 back to the default</source>
        <translation>将%1恢复为默认值</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a device&apos;s id and its name</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: not available</source>
        <translation>%1：不可用</translation>
    </message>
    <message>
        <source>%1 does not support %2.</source>
        <translation>%1 不支持 %2。</translation>
    </message>
    <message>
        <source>%1 does not support %2: %3</source>
        <translation>%1 不支持 %2：%3</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>How the gradients change the weights.</source>
        <translation>梯度如何改变权重。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>How the learning rate changes during training.</source>
        <translation>学习率在训练过程中如何变化。</translation>
    </message>
    <message>
        <source>Early stopping</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Sample weights</source>
        <translation>样本权重</translation>
    </message>
    <message>
        <source>The field of the data that says how much each sample counts in the loss.</source>
        <translation>数据中说明每个样本在损失中占多少权重的字段。</translation>
    </message>
    <message>
        <source>Parameter group %1</source>
        <translation>参数组 %1</translation>
    </message>
    <message>
        <source>Add a parameter group</source>
        <translation>添加参数组</translation>
    </message>
    <message>
        <source>Remove this group</source>
        <translation>移除该组</translation>
    </message>
    <message>
        <source>Remove a parameter group</source>
        <translation>移除参数组</translation>
    </message>
    <message>
        <source>How the gradients change the weights of these layers.</source>
        <translation>梯度如何改变这些层的权重。</translation>
    </message>
    <message>
        <source>How the learning rate of these layers changes.</source>
        <translation>这些层的学习率如何变化。</translation>
    </message>
    <message>
        <source>Trains</source>
        <translation>所训练的组</translation>
    </message>
    <message>
        <source>The parameter groups that this loss trains; leave empty for all weights.</source>
        <translation>该损失所训练的参数组；留空则训练所有权重。</translation>
    </message>
    <message>
        <source>Phase %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>添加阶段</translation>
    </message>
    <message>
        <source>Train some groups first and others later, or alternate between them</source>
        <translation>先训练一些组、后训练另一些组，或让它们轮流训练</translation>
    </message>
    <message>
        <source>Remove this phase</source>
        <translation>移除此阶段</translation>
    </message>
    <message>
        <source>Remove a phase</source>
        <translation>移除阶段</translation>
    </message>
    <message>
        <source>Train some layers with their own learning rate or optimizer</source>
        <translation>用各自的学习率或优化器训练某些层</translation>
    </message>
    <message>
        <source>A layer&apos;s output</source>
        <translation>某层的输出</translation>
    </message>
    <message>
        <source>A number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>What the output should match: a field of the data, the output of a layer, or a number.</source>
        <translation>输出应匹配的目标：数据的一个字段、某层的输出，或一个数。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The layer whose output is the target; no gradient flows back through it.</source>
        <translation>以其输出为目标的层；梯度不会经它反向传播。</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>The target for every element of the output.</source>
        <translation>输出中每个元素的目标值。</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>剪枝</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TransformList</name>
    <message>
        <source>Add a transform</source>
        <translation>添加变换</translation>
    </message>
    <message>
        <source>Move a transform</source>
        <translation>移动变换</translation>
    </message>
    <message>
        <source>Transform %1</source>
        <comment>its place in the chain</comment>
        <translation>第 %1 个变换</translation>
    </message>
    <message>
        <source>What is done to each image at this point in the chain.</source>
        <translation>在链中的这个位置对每幅图像做什么。</translation>
    </message>
    <message>
        <source>Move up in the chain</source>
        <translation>在链中提前</translation>
    </message>
    <message>
        <source>Move down in the chain</source>
        <translation>在链中推后</translation>
    </message>
    <message>
        <source>Remove this transform</source>
        <translation>移除此变换</translation>
    </message>
    <message>
        <source>Remove a transform</source>
        <translation>移除变换</translation>
    </message>
    <message>
        <source>What is done to each image before the network sees it: flips, shifts, crops, colors</source>
        <translation>网络看到图像之前对它做什么：翻转、平移、裁剪、颜色</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TryItFeed</name>
    <message>
        <source>Mean absolute error %1</source>
        <translation>平均绝对误差 %1</translation>
    </message>
    <message>
        <source>Reading the data</source>
        <translation>正在读取数据</translation>
    </message>
    <message>
        <source>What follows your text</source>
        <translation>您的文本的后续</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>您的文本</translation>
    </message>
    <message>
        <source>Your picture</source>
        <translation>您的图片</translation>
    </message>
    <message>
        <source>Your row</source>
        <translation>您的一行数据</translation>
    </message>
    <message>
        <source>The chosen part of the series</source>
        <translation>所选的序列片段</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TryItPages</name>
    <message>
        <source>Latest run</source>
        <translation>最近的训练</translation>
    </message>
    <message>
        <source>Open a folder of samples</source>
        <translation>打开样本文件夹</translation>
    </message>
    <message>
        <source>Open files of samples</source>
        <translation>打开样本文件</translation>
    </message>
    <message>
        <source>Run to try</source>
        <translation>要试用的训练</translation>
    </message>
    <message>
        <source>The run whose network is used; the latest is the one being trained, or else the last one</source>
        <translation>使用哪次训练的网络；“最近的训练”指正在进行的训练，没有时为最后一次训练</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Show mistakes</source>
        <translation>查看错误样本</translation>
    </message>
    <message>
        <source>Predict from files, or see what the network gets wrong</source>
        <translation>对文件进行预测，或查看网络答错的样本</translation>
    </message>
    <message>
        <source>More to try</source>
        <translation>更多试用方式</translation>
    </message>
    <message>
        <source>Next sample</source>
        <translation>下一个样本</translation>
    </message>
    <message>
        <source>Give the network the next test sample, and show its true value (F9)</source>
        <translation>将下一个测试样本输入网络，并显示其真值 (F9)</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Show which parts of the sample the answer depends on</source>
        <translation>显示答案取决于样本的哪些部分</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TryItPanel</name>
    <message>
        <source>Open a picture</source>
        <translation>打开图片</translation>
    </message>
    <message>
        <source>No network has been trained yet. Press Run, then draw: it predicts while it learns.</source>
        <translation>还没有训练过网络。按“运行”后开始绘制：它会边学边预测。</translation>
    </message>
    <message>
        <source>Draw here, or drop a picture</source>
        <translation>在这里绘制，或拖入图片</translation>
    </message>
    <message>
        <source>Drawing pad</source>
        <translation>画板</translation>
    </message>
    <message>
        <source>Prediction of the network</source>
        <translation>网络的预测</translation>
    </message>
    <message>
        <source>What the network sees</source>
        <translation>网络看到的内容</translation>
    </message>
    <message>
        <source>Clear the pad (Delete)</source>
        <translation>清空画板 (Delete)</translation>
    </message>
    <message>
        <source>Undo the last stroke (Backspace)</source>
        <translation>撤销上一笔 (Backspace)</translation>
    </message>
    <message>
        <source>Networks that take a picture, a text or a series can be tried here; this one takes another kind of input.</source>
        <translation>这里可以试用接受图片、文本或序列的网络；这个网络接受的是别的数据。</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.webp *.bmp)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.webp *.bmp)</translation>
    </message>
    <message>
        <source>Input %1 × %2</source>
        <comment>height and width</comment>
        <translation>输入 %1 × %2</translation>
    </message>
    <message>
        <source>Centered</source>
        <translation>居中</translation>
    </message>
    <message>
        <source>Scales and centers the drawing like the MNIST samples that the network was trained on</source>
        <translation>像训练该网络所用的 MNIST 样本那样缩放并居中所画的内容</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinColours</name>
    <message>
        <source>Δ %1</source>
        <translation>Δ %1</translation>
    </message>
    <message>
        <source>%1 overflow</source>
        <translation>%1 溢出</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 丢失</translation>
    </message>
    <message>
        <source>Gradients of one step: how far from FP32</source>
        <translation>单步梯度：与 FP32 相差多少</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinPanel</name>
    <message numerus="yes">
        <source>The network has %n error(s), so it can&apos;t be trained yet.</source>
        <translation>
            <numerusform>网络有 %n 个错误，还不能训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep %1 in FP32</source>
        <translation>让 %1 保持 FP32</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>loss scale %1</source>
        <translation>损失缩放 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) skipped</source>
        <translation>
            <numerusform>跳过 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: exponents of its gradients</source>
        <translation>%1：其梯度的指数</translation>
    </message>
    <message>
        <source>Choose a layer to see its gradients</source>
        <translation>选择一层以查看其梯度</translation>
    </message>
    <message>
        <source>Preparing both copies</source>
        <translation>正在准备两个副本</translation>
    </message>
    <message>
        <source>Solid: FP32; dashed: the lower precision</source>
        <translation>实线：FP32；虚线：较低精度</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Stop the run first</source>
        <translation>请先停止训练</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Precision to compare with FP32</source>
        <translation>与 FP32 对照的精度</translation>
    </message>
    <message>
        <source>Emulated precisions compute in FP32 and round to 16 bits, so they run on every machine</source>
        <translation>模拟的精度以 FP32 计算，再舍入到 16 位能表示的数：在任何机器上都能运行</translation>
    </message>
    <message>
        <source>The losses of both copies</source>
        <translation>两个副本的损失</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Which measurement is shown</source>
        <translation>显示哪一次测量</translation>
    </message>
    <message>
        <source>Exponents of the layer&apos;s gradients, as the lower precision sees them</source>
        <translation>该层梯度的指数，即较低精度所见</translation>
    </message>
    <message>
        <source>Keep in FP32</source>
        <translation>保持 FP32</translation>
    </message>
    <message>
        <source>Sets this in the project; a running twin follows at once</source>
        <translation>写入项目设置；正在训练的对照会随即跟上</translation>
    </message>
    <message>
        <source>Scale the loss by %1</source>
        <translation>将损失放大 %1 倍</translation>
    </message>
    <message>
        <source>Sets the loss scale in the project; the next twin starts with it</source>
        <translation>在项目中设置损失缩放；下一次精度对照将使用它</translation>
    </message>
    <message>
        <source>Numbers in 16 bits take half the memory and are fast on many devices, but small ones are rounded to 0 and large ones overflow. This trains one copy in FP32 and one in a lower precision, from the same weights on the same batches, and shows layer by layer what the lower precision loses. No files are written.</source>
        <translation>16 位数占用一半内存，在许多设备上也更快，但过小的数会舍入为 0，过大的数会溢出。这里从相同的权重、用相同的批次，分别以 FP32 和较低精度训练两个副本，并逐层显示较低精度丢失了什么。不写入任何文件。</translation>
    </message>
    <message>
        <source>Color the network</source>
        <translation>为网络着色</translation>
    </message>
    <message>
        <source>On the Network page, by how far each layer&apos;s gradients are from FP32 in one step</source>
        <translation>在“网络”页面上，按各层梯度在一步中与 FP32 的差距着色</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinScale</name>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) skipped</source>
        <translation>
            <numerusform>跳过 %n 步</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>netsmith::gui::TwinTable</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Overflowed</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>The percentage of gradients that became 0</source>
        <translation>变为 0 的梯度所占比例</translation>
    </message>
    <message>
        <source>The percentage of gradients that became infinite</source>
        <translation>变为无穷大的梯度所占比例</translation>
    </message>
    <message>
        <source>Layers of both copies</source>
        <translation>两个副本的各层</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>次正规</translation>
    </message>
    <message>
        <source>Cosine of the angle between the gradients of both copies: 1 if they point the same way</source>
        <translation>两个副本梯度夹角的余弦：方向相同时为 1</translation>
    </message>
    <message>
        <source>The percentage of gradients that are too small to keep all of their digits</source>
        <translation>因太小而无法保留全部位数的梯度所占比例</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>How far the gradients of one step from equal weights are from FP32: the effect of the precision alone, without accumulated differences</source>
        <translation>从相同权重出发走一步，其梯度与 FP32 相差多少：只反映精度本身的影响，不含累积的差异</translation>
    </message>
    <message>
        <source>How far the copies have drifted apart, relative to FP32: small differences add up in any training, so this alone is not a problem</source>
        <translation>两个副本相对 FP32 已偏离多少：任何训练中微小差异都会累积，因此仅凭这一点并不说明有问题</translation>
    </message>
    <message>
        <source>Drift: activations</source>
        <translation>漂移：激活</translation>
    </message>
    <message>
        <source>Drift: weights</source>
        <translation>漂移：权重</translation>
    </message>
    <message>
        <source>Drift: gradients</source>
        <translation>漂移：梯度</translation>
    </message>
    <message>
        <source>Drift: weight gradients</source>
        <translation>漂移：权重梯度</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::UnsavedProjects</name>
    <message>
        <source>%1 could not be moved to the trash. Its runs remain in %2.</source>
        <translation>无法将 %1 移到回收站。其训练仍在 %2 中。</translation>
    </message>
    <message>
        <source>%1 could not be restored from the trash. It is in %2.</source>
        <translation>无法将 %1 从回收站取回。它在 %2 中。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::UntitledRuns</name>
    <message>
        <source>The runs could not be moved next to the project (%1). They remain in %2.</source>
        <translation>训练记录无法移到项目旁边（%1），仍保留在 %2。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WeightsMatcher</name>
    <message>
        <source>%1, step %2</source>
        <comment>a run, and one of its checkpoints</comment>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>a program whose layout of weights it is</comment>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WeightsPanel</name>
    <message>
        <source>Point at a picture or a plot to read its numbers.</source>
        <translation>将指针移到图像或曲线上可读取数值。</translation>
    </message>
    <message>
        <source>Reading the weights…</source>
        <translation>正在读取权重…</translation>
    </message>
    <message>
        <source>After step %1</source>
        <translation>第 %1 步之后</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no finite number</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>Frobenius: the root of the sum of all squares</source>
        <translation>弗罗贝尼乌斯范数：所有平方之和的平方根</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>非有限数</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷</translation>
    </message>
    <message>
        <source>Reading the checkpoints…</source>
        <translation>正在读取检查点…</translation>
    </message>
    <message>
        <source>The checkpoints are read for the trained weights, not for their moving averages.</source>
        <translation>检查点只读取所训练的权重，不读取其移动平均。</translation>
    </message>
    <message>
        <source>The weights before training are drawn again from the seed of the run.</source>
        <translation>训练前的权重按该次训练的种子重新抽取。</translation>
    </message>
    <message>
        <source>The weights before training are not known: %1</source>
        <translation>训练前的权重未知：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoint(s) can&apos;t be read: %1</source>
        <translation>
            <numerusform>%n 个检查点无法读取：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Weights of the layer</source>
        <translation>该层的权重</translation>
    </message>
    <message>
        <source>Which of the layer&apos;s weights are shown</source>
        <translation>显示该层的哪些权重</translation>
    </message>
    <message>
        <source>Those before</source>
        <translation>前面的</translation>
    </message>
    <message>
        <source>The next ones</source>
        <translation>后面的</translation>
    </message>
    <message>
        <source>Save the pictures or the numbers</source>
        <translation>保存图像或数值</translation>
    </message>
    <message>
        <source>Picture of the weights as PNG…</source>
        <translation>权重图像另存为 PNG…</translation>
    </message>
    <message>
        <source>Plots as PNG…</source>
        <translation>曲线图另存为 PNG…</translation>
    </message>
    <message>
        <source>Weights as CSV…</source>
        <translation>权重另存为 CSV…</translation>
    </message>
    <message>
        <source>Singular values as CSV…</source>
        <translation>奇异值另存为 CSV…</translation>
    </message>
    <message>
        <source>Checkpoints as CSV…</source>
        <translation>检查点数据另存为 CSV…</translation>
    </message>
    <message>
        <source>Picture of the weights</source>
        <translation>权重图像</translation>
    </message>
    <message>
        <source>Numbers about the weights</source>
        <translation>关于权重的数值</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间的变化</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WeightsRow</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Layers that share weights are trained together: what one sees updates both. Only layers of the same kind and size are listed.</source>
        <translation>共享权重的层一起训练：其中一层见到的数据会更新两层。这里只列出种类和大小都相同的层。</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>自己的</translation>
    </message>
    <message>
        <source>Those of %1</source>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>Give %1 its own weights</source>
        <translation>让 %1 使用自己的权重</translation>
    </message>
    <message>
        <source>Share weights of %1</source>
        <translation>共享 %1 的权重</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WindowJobs</name>
    <message>
        <source>%1 is training in another window. Stop it first: a device trains only one network at a time.</source>
        <translation>%1 正在另一个窗口中训练。请先将其停止：一个设备同一时间只能训练一个网络。</translation>
    </message>
    <message>
        <source>This project is training. Stop the run first.</source>
        <translation>此项目正在训练。请先停止训练。</translation>
    </message>
    <message>
        <source>This project is being compared. Stop the comparison first, or let it finish.</source>
        <translation>此项目正在比较。请先停止比较，或等它结束。</translation>
    </message>
    <message>
        <source>A run is being repeated for comparison. Stop it on its card first, or let it finish.</source>
        <translation>正在重新训练以作比较。请先在训练卡片上停止，或等它结束。</translation>
    </message>
    <message>
        <source>The precision twin is training. Stop it first.</source>
        <translation>精度对照正在训练。请先停止它。</translation>
    </message>
    <message>
        <source>A learning rate is being searched for. Stop the search first, or let it finish.</source>
        <translation>正在寻找学习率。请先停止寻找，或等它结束。</translation>
    </message>
    <message>
        <source>Training steps are being profiled. Cancel that first, or let it finish.</source>
        <translation>正在剖析训练步。请先取消，或等它完成。</translation>
    </message>
    <message>
        <source>A training step is being prepared to be looked at. Wait a moment.</source>
        <translation>正在准备一个要查看的训练步，请稍候。</translation>
    </message>
    <message>
        <source>A run of this project is being compressed. Stop that first, or let it finish.</source>
        <translation>该项目的一次训练正在被压缩。请先停止压缩，或等它完成。</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::WorkPages</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>netsmith::gui::ZoomBar</name>
    <message>
        <source>Zoom out (Ctrl+−)</source>
        <translation>缩小 (Ctrl+−)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom to 100 % (Ctrl+0)</source>
        <translation>缩放到 100% (Ctrl+0)</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>缩放到 100%</translation>
    </message>
    <message>
        <source>Zoom in (Ctrl++)</source>
        <translation>放大 (Ctrl++)</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit F</source>
        <translation>适应 F</translation>
    </message>
    <message>
        <source>Show the whole network (F)</source>
        <translation>显示整个网络 (F)</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>适应全部</translation>
    </message>
</context>
<context>
    <name>nodes</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Insert %1</source>
        <translation>插入%1</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Set %1 to %2</source>
        <translation>将%1设为 %2</translation>
    </message>
    <message>
        <source>Set %1 of %2 to %3</source>
        <translation>将 %2 的%1设为 %3</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>a layer in a block, and its parameter</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>Rename it to %1</source>
        <translation>改名为 %1</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>删除它</translation>
    </message>
    <message>
        <source>Move it to parameters</source>
        <translation>移到 parameters 中</translation>
    </message>
</context>
<context>
    <name>noise_transform</name>
    <message>
        <source>The noise&apos;s standard deviation, as a fraction of the range from black to white.</source>
        <translation>噪声的标准差，占从黑到白范围的比例。</translation>
    </message>
    <message>
        <source>Adds independent normal noise to each pixel and channel.</source>
        <translation>为每个像素和通道各自加入正态噪声。</translation>
    </message>
</context>
<context>
    <name>normalization</name>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>What is subtracted from each channel; black is 0 and white 1 unless the data say otherwise.</source>
        <translation>从每个通道中减去的数；除非数据另有设定，黑为 0，白为 1。</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>What each channel is then divided by.</source>
        <translation>随后每个通道所除的数。</translation>
    </message>
    <message>
        <source>Normalize</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>Subtracts a mean from each channel and divides it by a standard deviation.</source>
        <translation>从每个通道减去均值，再除以标准差。</translation>
    </message>
</context>
<context>
    <name>normalization.channels</name>
    <message>
        <source>expected one number for all channels or {0}, one for each, got {1}</source>
        <translation>需要一个用于所有通道的数，或每个通道一个共 {0} 个，得到 {1} 个</translation>
    </message>
</context>
<context>
    <name>numbers</name>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
</context>
<context>
    <name>observe.memory</name>
    <message>
        <source>the outputs of all layers for one sample take {0}, but {1} has {2} free; use a smaller batch or network</source>
        <translation>一个样本的所有层输出需要 {0}，而 {1} 的可用内存为 {2}；请使用更小的批大小或网络</translation>
    </message>
</context>
<context>
    <name>one_cycle</name>
    <message>
        <source>Rise</source>
        <translation>上升</translation>
    </message>
    <message>
        <source>The fraction of all steps in which the rate rises to the optimizer&apos;s.</source>
        <translation>在全部步数的多大比例内学习率升到优化器的学习率。</translation>
    </message>
    <message>
        <source>Initial divisor</source>
        <translation>初始除数</translation>
    </message>
    <message>
        <source>The first rate is the optimizer&apos;s divided by this.</source>
        <translation>初始学习率是优化器的学习率除以此数。</translation>
    </message>
    <message>
        <source>Final divisor</source>
        <translation>最终除数</translation>
    </message>
    <message>
        <source>The last rate is the first divided by this.</source>
        <translation>最终学习率是初始学习率除以此数。</translation>
    </message>
    <message>
        <source>The learning rate climbs to the optimizer&apos;s and then falls to almost nothing, once.</source>
        <translation>学习率先升到优化器的学习率，然后降到几乎为零，只一次。</translation>
    </message>
</context>
<context>
    <name>onnx.count</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; needs {2:number|numbers} for its shape and has {3}; the model is damaged: export it again</source>
        <translation>{0}：张量“{1}”的形状需要 {2} 个数，实际有 {3} 个；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.cycle</name>
    <message>
        <source>{0}: the node {1} needs its own output, in a cycle; export the model again</source>
        <translation>{0}：节点 {1} 需要它自己的输出，形成循环；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.expands</name>
    <message>
        <source>{0} consists mostly of empty parts, which would make of its {1:byte|bytes} a multiple in memory; it is damaged: export it again</source>
        <translation>{0} 由大量空的部分组成，它的 {1} 字节在内存中会占用数倍的空间；它已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.external.length</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; needs {2:byte|bytes} for its shape, but {3} of &quot;{4}&quot; are meant for it; export the model again</source>
        <translation>{0}：张量“{1}”的形状需要 {2} 字节，但“{4}”中为它指定了 {3} 字节；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.external.missing</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is in the file &quot;{2}&quot;, which can&apos;t be opened: {3}; put it beside the model</source>
        <translation>{0}：张量“{1}”在文件“{2}”中，无法打开该文件：{3}；请将它放在模型旁边</translation>
    </message>
</context>
<context>
    <name>onnx.external.no_folder</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is in the file &quot;{2}&quot;, and this model is not in a folder; save it in one piece</source>
        <translation>{0}：张量“{1}”在文件“{2}”中，而此模型不在文件夹中；请将模型保存为一个整体</translation>
    </message>
</context>
<context>
    <name>onnx.external.number</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is in another file, at the {2} &quot;{3}&quot;, which is no count of bytes; export the model again</source>
        <translation>{0}：张量“{1}”在另一个文件中，其 {2} 为“{3}”，不是字节数；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.external.outside</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is to be read from &quot;{2}&quot;, which is outside the model&apos;s folder; save the model again with its data beside it</source>
        <translation>{0}：张量“{1}”要从“{2}”读取，而它在模型的文件夹之外；请重新保存模型，并将其数据放在模型旁边</translation>
    </message>
</context>
<context>
    <name>onnx.external.range</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; claims {2:byte|bytes} from {3} of &quot;{4}&quot;, which has {5}; that file is truncated, or of another model: copy it again</source>
        <translation>{0}：张量“{1}”声称占用“{4}”中自第 {3} 字节起的 {2} 字节，而该文件只有 {5} 字节；该文件被截断，或属于另一个模型：请重新复制</translation>
    </message>
</context>
<context>
    <name>onnx.import.all_constant</name>
    <message>
        <source>its input {0} does not depend on the samples; a layer needs one that does</source>
        <translation>它的第 {0} 个输入与样本无关；层需要一个与样本有关的输入</translation>
    </message>
</context>
<context>
    <name>onnx.import.axes</name>
    <message>
        <source>it slides over {0:axis|axes}; 1 to 3 are supported</source>
        <translation>它沿 {0} 个轴滑动；支持 1 到 3 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.axes_transposed</name>
    <message>
        <source>it slides over {0:axis|axes}; 1 and 2 are supported</source>
        <translation>它沿 {0} 个轴滑动；支持 1 个和 2 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.axis</name>
    <message>
        <source>its axis {0} does not exist in a tensor of {1:axis|axes}</source>
        <translation>有 {1} 个轴的张量没有它的轴 {0}</translation>
    </message>
</context>
<context>
    <name>onnx.import.batch_axis</name>
    <message>
        <source>it works along axis {0}, which counts the samples of a batch; a layer sees each sample by itself</source>
        <translation>它沿轴 {0} 计算，而这个轴是批次中的样本；层只单独处理每个样本</translation>
    </message>
</context>
<context>
    <name>onnx.import.batch_places</name>
    <message>
        <source>its inputs have their samples along different axes</source>
        <translation>它的各个输入的样本位于不同的轴上</translation>
    </message>
</context>
<context>
    <name>onnx.import.batch_size</name>
    <message>
        <source>what the model computes of a sample depends on the number of samples in a batch; export it with a batch of fixed size</source>
        <translation>模型对一个样本的计算取决于批次中的样本数；请用固定的批次大小导出它</translation>
    </message>
</context>
<context>
    <name>onnx.import.batched_product</name>
    <message>
        <source>it multiplies tensors of {0} and {1}; of two that depend on the samples, only one matrix each is supported, or up to {2} on both sides, as of the heads of an attention</source>
        <translation>它把 {0} 和 {1} 的张量相乘；两个都依赖样本时，只支持各一个矩阵，或两边最多 {2}，如注意力的各个头</translation>
    </message>
</context>
<context>
    <name>onnx.import.batches</name>
    <message>
        <source>the model&apos;s inputs have batches of {0} and of {1:sample|samples}; they must be equal</source>
        <translation>模型各输入的批次分别有 {0} 个和 {1} 个样本；它们必须相等</translation>
    </message>
</context>
<context>
    <name>onnx.import.blending</name>
    <message>
        <source>it interpolates along other axes than height and width</source>
        <translation>它沿高和宽以外的轴插值</translation>
    </message>
</context>
<context>
    <name>onnx.import.blocks</name>
    <message>
        <source>blocks of {0} do not fit a tensor of {1}</source>
        <translation>大小为 {0} 的块不适合 {1} 的张量</translation>
    </message>
</context>
<context>
    <name>onnx.import.broadcast</name>
    <message>
        <source>tensors of {0} and {1} do not fit each other</source>
        <translation>{0} 和 {1} 的张量互不匹配</translation>
    </message>
</context>
<context>
    <name>onnx.import.broadcast_to</name>
    <message>
        <source>a constant of {0} does not fit a tensor of {1}</source>
        <translation>{0} 的常量不适合 {1} 的张量</translation>
    </message>
</context>
<context>
    <name>onnx.import.cast</name>
    <message>
        <source>a cast to {0} has no counterpart</source>
        <translation>到 {0} 的类型转换没有对应的层</translation>
    </message>
</context>
<context>
    <name>onnx.import.channel_numbers</name>
    <message>
        <source>its constant of {0} has not one number for each of {1:channel|channels}</source>
        <translation>它的 {0} 的常量不是 {1} 个通道各一个数</translation>
    </message>
</context>
<context>
    <name>onnx.import.channels</name>
    <message>
        <source>its input of {0} has no axis of channels after one of samples</source>
        <translation>它的 {0} 的输入在样本轴之后没有通道轴</translation>
    </message>
</context>
<context>
    <name>onnx.import.concat</name>
    <message>
        <source>it joins constants with different numbers of axes</source>
        <translation>它连接的常量轴数不同</translation>
    </message>
</context>
<context>
    <name>onnx.import.constant_kind</name>
    <message>
        <source>a constant of this kind can&apos;t be read</source>
        <translation>无法读取这种常量</translation>
    </message>
</context>
<context>
    <name>onnx.import.constant_per_sample</name>
    <message>
        <source>its constant of {0} has other numbers for each sample of a batch</source>
        <translation>它的 {0} 的常量对批次中每个样本各不相同</translation>
    </message>
</context>
<context>
    <name>onnx.import.counted_padding</name>
    <message>
        <source>an average that counts some of its padding is not supported</source>
        <translation>不支持计入部分填充的平均</translation>
    </message>
</context>
<context>
    <name>onnx.import.dilated_pooling</name>
    <message>
        <source>a pooling whose windows have gaps is not supported</source>
        <translation>不支持窗口有间隔的池化</translation>
    </message>
</context>
<context>
    <name>onnx.import.division</name>
    <message>
        <source>it divides by a tensor that depends on the samples</source>
        <translation>它除以一个与样本有关的张量</translation>
    </message>
</context>
<context>
    <name>onnx.import.domain</name>
    <message>
        <source>operators of {0} are not supported</source>
        <translation>不支持 {0} 的算子</translation>
    </message>
</context>
<context>
    <name>onnx.import.dropout_mask</name>
    <message>
        <source>the mask of a dropout is no output of a layer</source>
        <translation>随机失活的掩码不是层的输出</translation>
    </message>
</context>
<context>
    <name>onnx.import.empty_slice</name>
    <message>
        <source>it takes nothing of an axis of {0}</source>
        <translation>它从大小为 {0} 的轴上什么也没取</translation>
    </message>
</context>
<context>
    <name>onnx.import.factor</name>
    <message>
        <source>it resizes by {0}; only whole factors from 1 on are supported</source>
        <translation>它缩放 {0} 倍；只支持 1 以上的整数倍</translation>
    </message>
</context>
<context>
    <name>onnx.import.gather</name>
    <message>
        <source>it takes parts of an axis that are not evenly spaced</source>
        <translation>它从一个轴上取的部分间隔不均匀</translation>
    </message>
</context>
<context>
    <name>onnx.import.global</name>
    <message>
        <source>it pools a tensor of {0}; 1 to 3 axes after the channels are supported</source>
        <translation>它池化 {0} 的张量；通道之后支持 1 到 3 个轴</translation>
    </message>
</context>
<context>
    <name>onnx.import.index</name>
    <message>
        <source>its index {0} is outside of an axis of {1}</source>
        <translation>它的下标 {0} 超出大小为 {1} 的轴</translation>
    </message>
</context>
<context>
    <name>onnx.import.input_rank</name>
    <message>
        <source>this input has no axis of samples; export the model with one</source>
        <translation>这个输入没有样本轴；请带样本轴导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.import.input_sizes</name>
    <message>
        <source>the model&apos;s input {0} has {1:axis|axes} after that of the samples, not {2}</source>
        <translation>模型的输入 {0} 在样本轴之后有 {1} 个轴，而不是 {2} 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.input_type</name>
    <message>
        <source>the model&apos;s input {0} holds no numbers, but {1}</source>
        <translation>模型的输入 {0} 不是数，而是 {1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.interpolation</name>
    <message>
        <source>it interpolates in a way that no layer has ({0}, {1}); repeating and bilinear with half-pixel places are supported</source>
        <translation>它的插值方式没有层支持（{0}，{1}）；支持重复和半像素位置的双线性插值</translation>
    </message>
</context>
<context>
    <name>onnx.import.kernel</name>
    <message>
        <source>its kernel has the shape {0}, which does not fit its input</source>
        <translation>它的卷积核形状为 {0}，不适合它的输入</translation>
    </message>
</context>
<context>
    <name>onnx.import.large_constant</name>
    <message>
        <source>it computes a constant of {0:number|numbers}, more than the {1} that are supported</source>
        <translation>它计算一个有 {0} 个数的常量，多于所支持的 {1} 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.lengths</name>
    <message>
        <source>its samples have lengths of their own</source>
        <translation>它的样本各有自己的长度</translation>
    </message>
</context>
<context>
    <name>onnx.import.matrix</name>
    <message>
        <source>its constant has the shape {0}; a matrix is needed</source>
        <translation>它的常量形状为 {0}；需要一个矩阵</translation>
    </message>
</context>
<context>
    <name>onnx.import.mean</name>
    <message>
        <source>a mean with a constant is not supported</source>
        <translation>不支持与常量求平均</translation>
    </message>
</context>
<context>
    <name>onnx.import.no_inputs</name>
    <message>
        <source>the model has no input, so there is nothing to train on</source>
        <translation>模型没有输入，因此没有可训练的东西</translation>
    </message>
</context>
<context>
    <name>onnx.import.no_outputs</name>
    <message>
        <source>the model has no output, so there is nothing to train</source>
        <translation>模型没有输出，因此没有可训练的内容</translation>
    </message>
</context>
<context>
    <name>onnx.import.nodes</name>
    <message>
        <source>the model has {0:node|nodes}; at most {1} are supported</source>
        <translation>模型有 {0} 个节点；最多支持 {1} 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.normalization_outputs</name>
    <message>
        <source>its mean and deviation are no outputs of a layer</source>
        <translation>它的均值和标准差不是层的输出</translation>
    </message>
</context>
<context>
    <name>onnx.import.not_constant</name>
    <message>
        <source>its input {0} depends on the samples; only a constant or an initializer is supported there</source>
        <translation>它的第 {0} 个输入与样本有关；那里只支持常量或初始值</translation>
    </message>
</context>
<context>
    <name>onnx.import.open_size</name>
    <message>
        <source>the model leaves the size of its axis {0} open; say the sizes after that of the samples with &quot;--input-shape&quot;, for example &quot;3,224,224&quot;</source>
        <translation>模型没有确定它的轴 {0} 的大小；请用“--input-shape”给出样本轴之后的各个大小，例如“3,224,224”</translation>
    </message>
</context>
<context>
    <name>onnx.import.operator</name>
    <message>
        <source>no layer computes this</source>
        <translation>没有层能计算它</translation>
    </message>
</context>
<context>
    <name>onnx.import.output</name>
    <message>
        <source>this output is not computed from each sample by itself</source>
        <translation>这个输出不是由每个样本单独计算的</translation>
    </message>
</context>
<context>
    <name>onnx.import.output_padding</name>
    <message>
        <source>its padding makes the result larger than what the kernel reaches</source>
        <translation>它的填充使结果大于卷积核所及的范围</translation>
    </message>
</context>
<context>
    <name>onnx.import.overflow</name>
    <message>
        <source>a tensor of it has more numbers than 64 bits can count</source>
        <translation>它的一个张量的数多于 64 位所能计数</translation>
    </message>
</context>
<context>
    <name>onnx.import.pad_mode</name>
    <message>
        <source>it pads with copies of the input (mode {0}); only zeros are supported</source>
        <translation>它用输入的副本填充（方式 {0}）；只支持填零</translation>
    </message>
</context>
<context>
    <name>onnx.import.pads</name>
    <message>
        <source>it has {0:number|numbers} of padding for {1:axis|axes}</source>
        <translation>它为 {1} 个轴给出了 {0} 个填充数</translation>
    </message>
</context>
<context>
    <name>onnx.import.permutation</name>
    <message>
        <source>its perm is no permutation of the axes</source>
        <translation>它的“perm”不是各轴的排列</translation>
    </message>
</context>
<context>
    <name>onnx.import.pooling_places</name>
    <message>
        <source>the places of the maxima are not an output of a pooling</source>
        <translation>最大值的位置不是池化的输出</translation>
    </message>
</context>
<context>
    <name>onnx.import.power</name>
    <message>
        <source>it raises to a power; only whole ones from 1 to {0} are supported</source>
        <translation>它求幂；只支持 1 到 {0} 的整数次幂</translation>
    </message>
</context>
<context>
    <name>onnx.import.prelu</name>
    <message>
        <source>its slopes of {0} are not one for each channel</source>
        <translation>它的 {0} 的斜率不是每个通道各一个</translation>
    </message>
</context>
<context>
    <name>onnx.import.product</name>
    <message>
        <source>tensors of {0} and {1} can&apos;t be multiplied</source>
        <translation>{0} 和 {1} 的张量无法相乘</translation>
    </message>
</context>
<context>
    <name>onnx.import.range</name>
    <message>
        <source>its range has no end that could be reached</source>
        <translation>它的范围没有可到达的终点</translation>
    </message>
</context>
<context>
    <name>onnx.import.rank</name>
    <message>
        <source>its tensor has more axes than the {0} of a sample that are supported</source>
        <translation>它的张量的轴数多于一个样本所支持的 {0} 个</translation>
    </message>
</context>
<context>
    <name>onnx.import.recurrent_option</name>
    <message>
        <source>its {0} has no counterpart in a recurrent layer</source>
        <translation>它的 {0} 在循环层中没有对应</translation>
    </message>
</context>
<context>
    <name>onnx.import.recurrent_weights</name>
    <message>
        <source>its weights of {0} and {1} do not fit each other</source>
        <translation>它的 {0} 和 {1} 的权重互不匹配</translation>
    </message>
</context>
<context>
    <name>onnx.import.refused</name>
    <message>
        <source>{0:part of the model has|parts of the model have} no counterpart among the layers: {1}</source>
        <translation>模型的 {0} 个部分在各层中没有对应：{1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.refused_node</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.refused_nodes</name>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.repeats</name>
    <message>
        <source>it repeats {0:time|times}; 1 to {1} are supported</source>
        <translation>它重复 {0} 次；支持 1 到 {1} 次</translation>
    </message>
</context>
<context>
    <name>onnx.import.reset_before</name>
    <message>
        <source>it resets the state before the product (linear_before_reset 0); our GRU, like PyTorch&apos;s and Keras&apos;s, does so after it</source>
        <translation>它在相乘之前重置状态（“linear_before_reset 0”）；我们的 GRU 与 PyTorch 和 Keras 一样在相乘之后重置</translation>
    </message>
</context>
<context>
    <name>onnx.import.reshape</name>
    <message>
        <source>a reshape from {0} to {1} mixes the numbers of different samples</source>
        <translation>从 {0} 到 {1} 的变形混合了不同样本的数</translation>
    </message>
</context>
<context>
    <name>onnx.import.reshape_constant</name>
    <message>
        <source>a constant of {0} can&apos;t become one of {1}</source>
        <translation>{0} 的常量无法变为 {1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.reshape_flow</name>
    <message>
        <source>a tensor of {0} can&apos;t become one of {1}</source>
        <translation>{0} 的张量无法变为 {1}</translation>
    </message>
</context>
<context>
    <name>onnx.import.reversed</name>
    <message>
        <source>it reverses an axis</source>
        <translation>它反转一个轴</translation>
    </message>
</context>
<context>
    <name>onnx.import.sequence</name>
    <message>
        <source>its input of {0} is not steps, samples and features</source>
        <translation>它的 {0} 的输入不是步、样本和特征</translation>
    </message>
</context>
<context>
    <name>onnx.import.shrink</name>
    <message>
        <source>only a shrink whose bias equals its lambda is supported</source>
        <translation>只支持偏置等于“lambda”的收缩</translation>
    </message>
</context>
<context>
    <name>onnx.import.split</name>
    <message>
        <source>its parts are longer than the axis of {0}</source>
        <translation>它的各部分长于大小为 {0} 的轴</translation>
    </message>
</context>
<context>
    <name>onnx.import.squeeze</name>
    <message>
        <source>it removes axis {0}, which has {1:number|numbers}</source>
        <translation>它去掉轴 {0}，而这个轴有 {1} 个数</translation>
    </message>
</context>
<context>
    <name>onnx.import.step</name>
    <message>
        <source>its step is 0</source>
        <translation>它的步长为 0</translation>
    </message>
</context>
<context>
    <name>onnx.import.table</name>
    <message>
        <source>it looks up numbers in a constant of {0}; rows of a matrix are supported</source>
        <translation>它在 {0} 的常量中查找；支持矩阵的行</translation>
    </message>
</context>
<context>
    <name>onnx.import.tile</name>
    <message>
        <source>it repeats along another number of axes than its input has</source>
        <translation>它重复的轴数与输入的轴数不同</translation>
    </message>
</context>
<context>
    <name>onnx.import.training_mode</name>
    <message>
        <source>it is in training mode; export the model for inference</source>
        <translation>它处于训练模式；请以推理方式导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.import.transposed_groups</name>
    <message>
        <source>a transposed convolution in groups is not supported</source>
        <translation>不支持分组的转置卷积</translation>
    </message>
</context>
<context>
    <name>onnx.import.transposed_input</name>
    <message>
        <source>it multiplies across the samples (transA)</source>
        <translation>它跨样本相乘（“transA”）</translation>
    </message>
</context>
<context>
    <name>onnx.import.type</name>
    <message>
        <source>numbers of the type {0} can&apos;t be read</source>
        <translation>无法读取类型为 {0} 的数字</translation>
    </message>
</context>
<context>
    <name>onnx.import.window</name>
    <message>
        <source>its &quot;{0}&quot; do not fit an input with {1:axis|axes}</source>
        <translation>它的“{0}”不适合有 {1} 个轴的输入</translation>
    </message>
</context>
<context>
    <name>onnx.input_twice</name>
    <message>
        <source>{0} has two inputs &quot;{1}&quot;; export the model again</source>
        <translation>{0} 有两个输入“{1}”；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.large</name>
    <message>
        <source>{0} is larger than the 2 GB that its format, protobuf, allows; save the model with its tensors as external data</source>
        <translation>{0} 大于其格式 protobuf 所允许的 2 GB；请将模型的张量保存为外部数据</translation>
    </message>
</context>
<context>
    <name>onnx.left_out</name>
    <message>
        <source>&quot;{0}&quot; left out: {1}</source>
        <translation>已略去“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>onnx.negative</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; has an axis of size {2}; the model is damaged: export it again</source>
        <translation>{0}：张量“{1}”有一个大小为 {2} 的轴；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.newer_ir</name>
    <message>
        <source>the file is of IR version {0}, newer than {1}: what is new in it was left out</source>
        <translation>文件的 IR 版本为 {0}，比 {1} 新：其中的新内容已略去</translation>
    </message>
</context>
<context>
    <name>onnx.newer_opset</name>
    <message>
        <source>the file uses version {0} of ONNX&apos;s operators, newer than {1}</source>
        <translation>文件使用 ONNX 运算符的版本 {0}，比 {1} 新</translation>
    </message>
</context>
<context>
    <name>onnx.no_opset</name>
    <message>
        <source>{0} does not say which version of ONNX&apos;s operators it uses; it is truncated or damaged: export it again</source>
        <translation>{0} 没有说明使用哪个版本的 ONNX 运算符；它被截断或已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.number</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; holds {2}, too large for its type; the model is damaged: export it again</source>
        <translation>{0}：张量“{1}”含有 {2}，对其类型来说太大；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.overflow</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; claims more bytes than 64 bits can count; the model is damaged: export it again</source>
        <translation>{0}：张量“{1}”声称的字节数超出 64 位的计数范围；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.parse</name>
    <message>
        <source>{0} is not an ONNX model, or it is truncated or nested too deeply; download or export it again</source>
        <translation>{0} 不是 ONNX 模型，或被截断，或嵌套过深；请重新下载或导出</translation>
    </message>
</context>
<context>
    <name>onnx.rank</name>
    <message>
        <source>it has {0:axis|axes}, and {1} can be used</source>
        <translation>它有 {0} 个轴，而最多可以使用 {1} 个</translation>
    </message>
</context>
<context>
    <name>onnx.raw</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; needs {2:byte|bytes} for its shape and has {3}; the model is damaged: export it again</source>
        <translation>{0}：张量“{1}”的形状需要 {2} 字节，实际有 {3} 字节；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.scales</name>
    <message>
        <source>the scales of its quantization are computed, or in blocks</source>
        <translation>其量化的缩放系数是计算得出的，或分块给出</translation>
    </message>
</context>
<context>
    <name>onnx.segment</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is in several pieces; export the model again</source>
        <translation>{0}：张量“{1}”分成了几段；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.settings</name>
    <message>
        <source>{0:tensor|tensors} left out: shapes, indices and settings of operators are no weights</source>
        <translation>已略去 {0} 个张量：运算符的形状、索引和设置不是权重</translation>
    </message>
</context>
<context>
    <name>onnx.sparse</name>
    <message>
        <source>{0}: the initializer &quot;{1}&quot; is sparse; save the model with dense weights</source>
        <translation>{0}：初始值张量“{1}”是稀疏的；请用稠密权重保存模型</translation>
    </message>
</context>
<context>
    <name>onnx.sparse_constant</name>
    <message>
        <source>&quot;{0}&quot; left out: a sparse tensor can&apos;t be read</source>
        <translation>已略去“{0}”：无法读取稀疏张量</translation>
    </message>
</context>
<context>
    <name>onnx.twice</name>
    <message>
        <source>{0} defines the value &quot;{1}&quot; twice; export the model again</source>
        <translation>{0} 两次定义了值“{1}”；请重新导出模型</translation>
    </message>
</context>
<context>
    <name>onnx.type</name>
    <message>
        <source>numbers of {0} can&apos;t be read</source>
        <translation>无法读取 {0} 类型的数字</translation>
    </message>
</context>
<context>
    <name>onnx.undefined</name>
    <message>
        <source>{0}: the value &quot;{1}&quot; is used but nothing computes it; the model is damaged: export it again</source>
        <translation>{0}：使用了值“{1}”，但没有任何节点计算它；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx.utf8</name>
    <message>
        <source>{0}: the name &quot;{1}&quot; is not Unicode; the model is damaged: export it again</source>
        <translation>{0}：名称“{1}”不是 Unicode；模型已损坏：请重新导出</translation>
    </message>
</context>
<context>
    <name>onnx_export.failed</name>
    <message>
        <source>{0} can&apos;t be written in the format of ONNX</source>
        <translation>无法将 {0} 写成 ONNX 格式</translation>
    </message>
</context>
<context>
    <name>onnx_export.half</name>
    <message>
        <source>the weight &quot;{0}&quot; has the number {1}, larger than FP16&apos;s 65504; export it in float32</source>
        <translation>权重“{0}”含有数值 {1}，大于 FP16 的上限 65504；请以“float32”导出</translation>
    </message>
</context>
<context>
    <name>onnx_export.large</name>
    <message>
        <source>{0} would have {1:byte|bytes}, and the format, protobuf, allows 2 GB; export the weights in float16, or a smaller network</source>
        <translation>{0} 将有 {1} 个字节，而其格式“protobuf”最多允许 2 GB；请以“float16”导出权重，或导出较小的网络</translation>
    </message>
</context>
<context>
    <name>onnx_export.layer</name>
    <message>
        <source>{0} can&apos;t be expressed in ONNX; replace it by other layers</source>
        <translation>{0} 无法用 ONNX 表示；请用其他层代替</translation>
    </message>
</context>
<context>
    <name>onnx_export.transform</name>
    <message>
        <source>what {1} does to the field &quot;{0}&quot; can&apos;t be exported; use --no-preprocessing, and give the model images as the network reads them</source>
        <translation>无法导出 {1} 对字段“{0}”的处理；请使用“--no-preprocessing”，并按网络读取的形式向模型提供图像</translation>
    </message>
</context>
<context>
    <name>onnx_export.weight</name>
    <message>
        <source>the weights have no &quot;{0}&quot; in f32 or f64; they belong to another network</source>
        <translation>权重中没有“f32”或“f64”类型的“{0}”；这些权重属于另一个网络</translation>
    </message>
</context>
<context>
    <name>op.activation</name>
    <message>
        <source>there is no activation &quot;{0}&quot;; choose one of {1}</source>
        <translation>没有名为“{0}”的激活函数；请从 {1} 中选择</translation>
    </message>
</context>
<context>
    <name>op.attribute</name>
    <message>
        <source>{0}: expected {1}, got {2}</source>
        <translation>{0}：应为 {1}，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>op.derivative</name>
    <message>
        <source>&quot;{0}&quot; can&apos;t be differentiated</source>
        <translation>“{0}”无法求导</translation>
    </message>
</context>
<context>
    <name>op.derivative_of</name>
    <message>
        <source>&quot;{0}&quot; of {1} can&apos;t be differentiated; remove it from what the loss depends on</source>
        <translation>{1} 的“{0}”无法求导；请不要让损失依赖它</translation>
    </message>
</context>
<context>
    <name>op.fused</name>
    <message>
        <source>{0} ({1}) is fused and has no gradient; fuse after the gradient</source>
        <translation>{0}（{1}）已融合，没有梯度；请在求梯度之后再融合</translation>
    </message>
</context>
<context>
    <name>op.inputs</name>
    <message>
        <source>{0}: expected {1:input|inputs}, got {3}</source>
        <translation>{0}：应有 {1} 个输入，实际为 {3} 个</translation>
    </message>
</context>
<context>
    <name>op.inputs_least</name>
    <message>
        <source>{0}: expected {1:input|inputs} or more, got {3}</source>
        <translation>{0}：至少应有 {1} 个输入，实际为 {3} 个</translation>
    </message>
</context>
<context>
    <name>op.inputs_range</name>
    <message>
        <source>{0}: expected {1} to {2:input|inputs}, got {3}</source>
        <translation>{0}：应有 {1} 到 {2} 个输入，实际为 {3} 个</translation>
    </message>
</context>
<context>
    <name>op.outputs</name>
    <message>
        <source>{0}: expected {1:output|outputs}, got {2}</source>
        <translation>{0}：应有 {1} 个输出，实际为 {2} 个</translation>
    </message>
</context>
<context>
    <name>op.padding</name>
    <message>
        <source>there is no padding &quot;{0}&quot;; choose same or valid</source>
        <translation>没有填充方式“{0}”；请选择 same 或 valid</translation>
    </message>
</context>
<context>
    <name>op.rank</name>
    <message>
        <source>{0}: expected {1} to have {2:axis|axes}, got {3}</source>
        <translation>{0}：{1} 应有 {2} 个轴，实际为 {3}</translation>
    </message>
</context>
<context>
    <name>op.rank_least</name>
    <message>
        <source>{0}: expected {1} to have {2:axis|axes} or more, got {3}</source>
        <translation>{0}：{1} 应有 {2} 个或更多轴，实际为 {3}</translation>
    </message>
</context>
<context>
    <name>op.shape</name>
    <message>
        <source>{0}: expected {1} to be {2}, got {3}</source>
        <translation>{0}：{1} 应为 {2}，实际为 {3}</translation>
    </message>
</context>
<context>
    <name>op.target</name>
    <message>
        <source>{0}: output {1} is {2} {3} and can&apos;t be written to &quot;{4}&quot;, which is {5} {6}</source>
        <translation>{0}：输出 {1} 为 {2} {3}，无法写入“{4}”，后者为 {5} {6}</translation>
    </message>
</context>
<context>
    <name>op.type</name>
    <message>
        <source>{0}: expected {1} of type {2}, got {3}</source>
        <translation>{0}：{1} 的类型应为 {2}，实际为 {3}</translation>
    </message>
</context>
<context>
    <name>op.volume_window</name>
    <message>
        <source>a {0} kernel with dilation {1} and padding {2} does not fit into a volume of {3} voxels; use a smaller kernel or dilation, or more padding</source>
        <translation>{0} 的卷积核（膨胀率 {1}，填充 {2}）大于 {3} 体素的体数据；请减小卷积核或膨胀率，或增加填充</translation>
    </message>
</context>
<context>
    <name>op.window</name>
    <message>
        <source>a {0} kernel with dilation {1} and padding {2} does not fit into an image of {3} pixels; use a smaller kernel or dilation, or more padding</source>
        <translation>{0} 的卷积核（膨胀率 {1}，填充 {2}）大于 {3} 像素的图像；请减小卷积核或膨胀率，或增加填充</translation>
    </message>
</context>
<context>
    <name>optimizer</name>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How far each step goes: about how much a weight changes at most.</source>
        <translation>每步走多远：大致是单个权重的最大变化量。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>衰减率 β1</translation>
    </message>
    <message>
        <source>How much of the gradients&apos; moving mean each step keeps.</source>
        <translation>每步保留多少梯度的滑动均值。</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>衰减率 β2</translation>
    </message>
    <message>
        <source>How much of the squared gradients&apos; moving mean each step keeps.</source>
        <translation>每步保留多少梯度平方的滑动均值。</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>数值稳定项 ε</translation>
    </message>
    <message>
        <source>Added to the root of the squared gradients&apos; mean to avoid division by zero.</source>
        <translation>加到梯度平方均值的平方根上，避免除以 0。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>The fraction of itself, times the learning rate, that each kernel loses per step.</source>
        <translation>每个权重矩阵每步按“此比例 × 学习率”缩小。</translation>
    </message>
    <message>
        <source>Rho</source>
        <translation>Rho</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>The fraction of the last step that is kept; 0 for none.</source>
        <translation>上一步中有多大比例延续下来；0 表示没有。</translation>
    </message>
</context>
<context>
    <name>packed.data</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>packed.format</name>
    <message>
        <source>{0} is not a packed model but of the format &quot;{1}&quot;; name a file that &quot;netsmith-cli pack&quot; wrote</source>
        <translation>{0} 不是打包模型，其格式为“{1}”；请指定由“netsmith-cli pack”写成的文件</translation>
    </message>
</context>
<context>
    <name>packed.hash</name>
    <message>
        <source>{0} is damaged or was changed: its content does not have the SHA-256 that it names; copy it again or pack the run again</source>
        <translation>{0} 已损坏或被更改：其内容与它所记的 SHA-256 不符；请重新复制，或重新打包该次训练</translation>
    </message>
</context>
<context>
    <name>packed.missing</name>
    <message>
        <source>{0} is not a packed model: its header has no &quot;{1}&quot;; pack the run again</source>
        <translation>{0} 不是打包模型：其文件头中没有“{1}”；请重新打包该次训练</translation>
    </message>
</context>
<context>
    <name>packed.part</name>
    <message>
        <source>the &quot;{1}&quot; of the packed model {0} can&apos;t be used: {2}</source>
        <translation>打包模型 {0} 的“{1}”无法使用：{2}</translation>
    </message>
</context>
<context>
    <name>packed.project_size</name>
    <message>
        <source>it has {0:byte|bytes}, and a project at most {1}</source>
        <translation>它有 {0} 个字节，而项目最多 {1} 个</translation>
    </message>
</context>
<context>
    <name>packed.version</name>
    <message>
        <source>{0} is a packed model of version &quot;{1}&quot;, but this Netsmith reads up to {2}; a newer one wrote it: update</source>
        <translation>{0} 是版本“{1}”的打包模型，但这个 Netsmith 最高只能读取 {2}；它由更新的版本写成，请升级</translation>
    </message>
</context>
<context>
    <name>pad</name>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>How many rows are added above and below, and how many columns on each side.</source>
        <translation>上下各添加多少行，左右各添加多少列。</translation>
    </message>
    <message>
        <source>Pad</source>
        <translation>填充边缘</translation>
    </message>
    <message>
        <source>Adds a margin around each image.</source>
        <translation>在每幅图像四周加边。</translation>
    </message>
</context>
<context>
    <name>parameter.boolean</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
</context>
<context>
    <name>parameter.choice</name>
    <message>
        <source>{0} must be one of {1}, got &quot;{2}&quot;</source>
        <translation>{0} 须为 {1} 之一，实际为“{2}”</translation>
    </message>
</context>
<context>
    <name>parameter.choice_meant</name>
    <message>
        <source>{0} can&apos;t be &quot;{1}&quot;; did you mean &quot;{2}&quot;?</source>
        <translation>{0} 不能是“{1}”；您要找的是“{2}”吗？</translation>
    </message>
</context>
<context>
    <name>parameter.choice_unknown</name>
    <message>
        <source>{0} can&apos;t be &quot;{1}&quot;; &quot;netsmith-cli reference&quot; lists what it can be</source>
        <translation>{0} 不能是“{1}”；“netsmith-cli reference”会列出可用的值</translation>
    </message>
</context>
<context>
    <name>parameter.count</name>
    <message>
        <source>{0}: expected {1}, got {2}</source>
        <translation>{0}：应有 {1}，实际为 {2} 个</translation>
    </message>
</context>
<context>
    <name>parameter.finite</name>
    <message>
        <source>{0} must be a finite number, got {1}</source>
        <translation>{0} 须为有限的数，实际为 {1}</translation>
    </message>
</context>
<context>
    <name>parameter.integer</name>
    <message>
        <source>an integer</source>
        <translation>整数</translation>
    </message>
</context>
<context>
    <name>parameter.names</name>
    <message>
        <source>a list of names</source>
        <translation>名称列表</translation>
    </message>
</context>
<context>
    <name>parameter.range</name>
    <message>
        <source>{0} must be in {1}, got {2}</source>
        <translation>{0} 须在 {1} 之内，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>parameter.real</name>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
</context>
<context>
    <name>parameter.reals</name>
    <message>
        <source>{0} to {1:number|numbers}</source>
        <translation>{0} 到 {1} 个数字</translation>
    </message>
</context>
<context>
    <name>parameter.sizes</name>
    <message>
        <source>{0:integer|integers}</source>
        <translation>{0} 个整数</translation>
    </message>
</context>
<context>
    <name>parameter.sizes_range</name>
    <message>
        <source>{0} to {1:integer|integers}</source>
        <translation>{0} 到 {1} 个整数</translation>
    </message>
</context>
<context>
    <name>parameter.text</name>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>parameter.type</name>
    <message>
        <source>{0}: expected {1}, got {2}</source>
        <translation>{0}：应为{1}，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>parameters</name>
    <message>
        <source>Enter a number, such as 0.5 or 1e-3.</source>
        <translation>请输入一个数，例如 0.5 或 1e-3。</translation>
    </message>
    <message>
        <source>Enter a number greater than %1.</source>
        <translation>请输入大于 %1 的数。</translation>
    </message>
    <message>
        <source>Enter a number of at least %1.</source>
        <translation>请输入不小于 %1 的数。</translation>
    </message>
    <message>
        <source>Enter a number greater than %1 and less than %2.</source>
        <translation>请输入大于 %1 且小于 %2 的数。</translation>
    </message>
    <message>
        <source>Enter a number greater than %1 and at most %2.</source>
        <translation>请输入大于 %1 且不大于 %2 的数。</translation>
    </message>
    <message>
        <source>Enter a number of at least %1 and less than %2.</source>
        <translation>请输入不小于 %1 且小于 %2 的数。</translation>
    </message>
    <message>
        <source>Enter a number from %1 to %2.</source>
        <translation>请输入 %1 到 %2 之间的数。</translation>
    </message>
    <message>
        <source>Enter a whole number of at least %1.</source>
        <translation>请输入不小于 %1 的整数。</translation>
    </message>
    <message>
        <source>Enter a whole number from %1 to %2.</source>
        <translation>请输入 %1 到 %2 之间的整数。</translation>
    </message>
    <message numerus="yes">
        <source>Enter %n whole number(s) from %1 to %2, such as %3.</source>
        <translation>
            <numerusform>请输入 %n 个 %1 到 %2 之间的整数，例如 %3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Enter %1 to %n whole numbers from %2 to %3, such as %4.</source>
        <translation>
            <numerusform>请输入 %1 到 %n 个 %2 到 %3 之间的整数，例如 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Enter a whole number.</source>
        <translation>请输入一个整数。</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Unit: %1</source>
        <translation>单位：%1</translation>
    </message>
    <message>
        <source>Usual: %1 to %2</source>
        <translation>常用范围：%1 到 %2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认值：%1</translation>
    </message>
    <message numerus="yes">
        <source>Enter up to %n number(s), such as %1.</source>
        <translation>
            <numerusform>请输入最多 %n 个数字，例如 %1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>permute</name>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Which axis of the input each axis of the output is; 1 is the first of a sample.</source>
        <translation>输出的每个轴对应输入的哪个轴；1 表示样本的第一个轴。</translation>
    </message>
    <message>
        <source>Permute</source>
        <translation>置换</translation>
    </message>
    <message>
        <source>Puts the axes of a sample in another order.</source>
        <translation>改变一个样本各轴的顺序。</translation>
    </message>
    <message>
        <source>transpose, swap axes, rearrange, move axis</source>
        <translation>转置, 交换轴, 重排, 移动轴</translation>
    </message>
</context>
<context>
    <name>permute.order</name>
    <message>
        <source>expected each of the axes 1 to {0} once, got {1}</source>
        <translation>轴 1 到 {0} 应各出现一次，得到的是 {1}</translation>
    </message>
</context>
<context>
    <name>phase</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The phase&apos;s name.</source>
        <translation>该阶段的名称。</translation>
    </message>
    <message>
        <source>Trains</source>
        <translation>所训练的组</translation>
    </message>
    <message>
        <source>The parameter groups that this phase trains; none named: all weights.</source>
        <translation>该阶段所训练的参数组；不写则训练所有权重。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Number of epochs that it lasts, after which the next phase begins; 0 for the last: to the end.</source>
        <translation>该阶段持续的轮数，之后开始下一阶段；最后一个阶段写 0 则到训练结束。</translation>
    </message>
    <message>
        <source>Steps per turn</source>
        <translation>每次的步数</translation>
    </message>
    <message>
        <source>Number of steps after which the next phase takes its turn, the first again after the last; 0: the phases follow each other by epochs.</source>
        <translation>多少步之后轮到下一阶段，最后一个之后又是第一个；0 表示各阶段按轮数依次进行。</translation>
    </message>
</context>
<context>
    <name>plan.frozen</name>
    <message>
        <source>every layer with weights of the network &quot;{0}&quot; is frozen; there is nothing to train: make one of them trainable</source>
        <translation>网络“{0}”中所有带权重的层都已冻结，没有可训练的内容；请将其中一层设为可训练</translation>
    </message>
</context>
<context>
    <name>plan.kept_zeros</name>
    <message>
        <source>{0}: its {1} begins with zeros, and keep_zeros keeps them: it learns nothing; choose another initializer, or turn off keep_zeros</source>
        <translation>{0}：它的 {1} 初始值全为零，而“keep_zeros”使其保持为零：它学不到任何东西；请选择其他初始化方式，或关闭“keep_zeros”</translation>
    </message>
</context>
<context>
    <name>plan.parameters</name>
    <message>
        <source>the network &quot;{0}&quot; has no layer with weights; there is nothing to train</source>
        <translation>网络“{0}”没有带权重的层；没有可训练的内容</translation>
    </message>
</context>
<context>
    <name>plan.phase_frozen</name>
    <message>
        <source>the phase &quot;{0}&quot; trains nothing: the layers of its groups are frozen or have no weights</source>
        <translation>阶段“{0}”没有训练任何权重：它各组中的层都被冻结，或没有权重</translation>
    </message>
</context>
<context>
    <name>plan.program</name>
    <message>
        <source>the plan &quot;{0}&quot; has no program &quot;{1}&quot;</source>
        <translation>执行计划“{0}”中没有程序“{1}”</translation>
    </message>
</context>
<context>
    <name>plan.untrained</name>
    <message>
        <source>no loss trains the layer &quot;{0}&quot;: put it into a group that a loss names, or make it not trainable</source>
        <translation>没有损失训练层“{0}”：请把它放进某个损失所写的组中，或使它不可训练</translation>
    </message>
</context>
<context>
    <name>poisson</name>
    <message>
        <source>Poisson</source>
        <translation>泊松</translation>
    </message>
    <message>
        <source>The mean of prediction − target·log(prediction): for counts; the prediction must not be negative.</source>
        <translation>预测 − 目标·log(预测) 的平均值：用于计数；预测不得为负。</translation>
    </message>
</context>
<context>
    <name>polynomial</name>
    <message>
        <source>Power</source>
        <translation>幂</translation>
    </message>
    <message>
        <source>The power of the remaining steps that it follows: 1 for a line, more for a steeper fall at first.</source>
        <translation>它遵循剩余步数的几次幂：1 为直线，更大则一开始下降更陡。</translation>
    </message>
    <message>
        <source>The learning rate falls linearly, or along a power curve, to its final value.</source>
        <translation>学习率沿直线或幂曲线降到最终值。</translation>
    </message>
</context>
<context>
    <name>pooling</name>
    <message>
        <source>Pool size</source>
        <translation>池化窗口</translation>
    </message>
    <message>
        <source>The size of the window along each axis; for an image, height, then width.</source>
        <translation>窗口沿每个轴的大小；对图像先高度后宽度。</translation>
    </message>
    <message>
        <source>Strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>How far the window moves along each axis; empty: by its own size.</source>
        <translation>窗口沿每个轴每次移动的距离；留空则移动自身的大小。</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>保持尺寸</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>不填充</translation>
    </message>
    <message>
        <source>Keep axes</source>
        <translation>保留轴</translation>
    </message>
    <message>
        <source>Whether the output keeps its axes, each of size 1, instead of becoming a vector.</source>
        <translation>输出是否保留各轴（大小均为 1），而不变成向量。</translation>
    </message>
    <message>
        <source>How the input is padded: so that nothing is left out (same), not at all (valid), or by explicit amounts. Padding itself is never counted.</source>
        <translation>输入如何填充：使什么都不遗漏（相同）、不填充（有效），或按指定的数量。填充本身从不计入。</translation>
    </message>
    <message>
        <source>Explicit</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>Explicit padding</source>
        <translation>指定填充</translation>
    </message>
    <message>
        <source>The padding before and after each axis, if it is explicit; for an image: above, below, left, right.</source>
        <translation>指定填充时每个轴之前和之后的填充量；图像为上、下、左、右。</translation>
    </message>
</context>
<context>
    <name>pooling.code_mask</name>
    <message>
        <source>it reads a mask from a wire; leave the mask out</source>
        <translation>它从连线读取掩码；请去掉掩码</translation>
    </message>
</context>
<context>
    <name>pooling.code_mask_pytorch</name>
    <message>
        <source>steps of its input may be left out, which PyTorch&apos;s can&apos;t do</source>
        <translation>它的输入可能有被略去的步，而 PyTorch 的池化做不到这一点</translation>
    </message>
</context>
<context>
    <name>pooling.keras</name>
    <message>
        <source>its padding is explicit, which Keras&apos;s can&apos;t be; use &quot;same&quot; or &quot;valid&quot;</source>
        <translation>它的填充是指定的数量，而 Keras 的池化不支持；请使用“same”或“valid”</translation>
    </message>
</context>
<context>
    <name>pooling.padding</name>
    <message>
        <source>expected less padding than the window of {0}, got {1}; a window of padding alone has no result</source>
        <translation>填充应小于窗口大小 {0}，实际为 {1}；只有填充的窗口没有结果</translation>
    </message>
</context>
<context>
    <name>pooling.pytorch</name>
    <message>
        <source>its padding differs from side to side, which PyTorch&apos;s has not; use &quot;valid&quot;</source>
        <translation>它各侧的填充不同，而 PyTorch 的池化不支持；请使用“valid”</translation>
    </message>
</context>
<context>
    <name>precision</name>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>The fraction of the samples predicted positive that are positive; with several classes, the mean over the classes, each counting the same.</source>
        <translation>被判为正的样本中真正为正的比例；有多个类别时取各类别的平均值，每类权重相同。</translation>
    </message>
</context>
<context>
    <name>precision.bf16</name>
    <message>
        <source>BF16</source>
        <translation>BF16</translation>
    </message>
</context>
<context>
    <name>precision.bf16_emulated</name>
    <message>
        <source>emulated BF16</source>
        <translation>模拟 BF16</translation>
    </message>
</context>
<context>
    <name>precision.fp16</name>
    <message>
        <source>FP16</source>
        <translation>FP16</translation>
    </message>
</context>
<context>
    <name>precision.fp16_emulated</name>
    <message>
        <source>emulated FP16</source>
        <translation>模拟 FP16</translation>
    </message>
</context>
<context>
    <name>precision.fp32</name>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
</context>
<context>
    <name>precision.note</name>
    <message>
        <source>{0} on {1}: {2}</source>
        <translation>{1} 上的 {0}：{2}</translation>
    </message>
</context>
<context>
    <name>precision.tf32</name>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
</context>
<context>
    <name>precision.unknown</name>
    <message>
        <source>there is no precision &quot;{0}&quot;; choose fp32, tf32, bf16, fp16, bf16-emulated or fp16-emulated</source>
        <translation>没有名为“{0}”的精度；请选择 fp32、tf32、bf16、fp16、bf16-emulated 或 fp16-emulated</translation>
    </message>
</context>
<context>
    <name>predict.fields</name>
    <message>
        <source>{0} does not say what the fields of its data are, so it can&apos;t predict; train it again</source>
        <translation>{0} 没有说明其数据的各字段是什么，因此无法预测；请重新训练</translation>
    </message>
</context>
<context>
    <name>predict.input</name>
    <message>
        <source>the input &quot;{0}&quot; takes samples of {1}, got {2}</source>
        <translation>输入“{0}”的样本应为 {1}，实际为 {2}</translation>
    </message>
</context>
<context>
    <name>predict.inputs</name>
    <message>
        <source>the network takes {0:input|inputs}, got {1}</source>
        <translation>网络需要 {0} 个输入，实际为 {1} 个</translation>
    </message>
</context>
<context>
    <name>predict.layer</name>
    <message>
        <source>no layer &quot;{0}&quot; is computed for a prediction; name a layer of the network by its id</source>
        <translation>预测中没有计算层“{0}”；请用标识填写网络中的一个层</translation>
    </message>
</context>
<context>
    <name>predict.memory</name>
    <message>
        <source>predicting with {0} in batches of {1:sample|samples} needs {2}, but {3} has {4} free; choose a smaller batch or close other programs</source>
        <translation>用 {0} 以每批 {1} 个样本进行预测需要 {2}，但 {3} 只有 {4} 空闲；请选择较小的批大小或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>predict.samples</name>
    <message>
        <source>the input &quot;{0}&quot; has {1:sample|samples}, and &quot;{2}&quot; has {3}</source>
        <translation>输入“{0}”有 {1} 个样本，而“{2}”有 {3} 个</translation>
    </message>
</context>
<context>
    <name>predict.type</name>
    <message>
        <source>the field &quot;{0}&quot; holds {1}, which can&apos;t be read; give f32</source>
        <translation>字段“{0}”存放的是 {1}，无法读取；请提供 f32</translation>
    </message>
</context>
<context>
    <name>predictions.no_target</name>
    <message>
        <source>no loss of the network learns a field of the data, so its predictions can&apos;t be compared with anything</source>
        <translation>网络的损失都不以数据的字段为目标，因此它的预测无从比较</translation>
    </message>
</context>
<context>
    <name>preflight.crash</name>
    <message>
        <source>writing a checkpoint takes about {0} s, so a crash may lose up to {1} min of training; training.checkpoint_every writes one every N steps, whatever it costs</source>
        <translation>写一个检查点约需 {0} 秒，因此崩溃最多会丢失 {1} 分钟的训练；用 training.checkpoint_every 可按固定步数写入，不计耗时</translation>
    </message>
</context>
<context>
    <name>preflight.memory</name>
    <message>
        <source>a batch of {0} does not fit into the memory of {1}; one of {2} does</source>
        <translation>批大小 {0} 放不进 {1} 的内存；批大小 {2} 放得下</translation>
    </message>
</context>
<context>
    <name>preflight.memory_never</name>
    <message>
        <source>a batch of {0} does not fit into the memory of {1}, and no other one does: make the network smaller or close other programs</source>
        <translation>批大小 {0} 放不进 {1} 的内存，其他批大小也放不下：请缩小网络或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>preflight.plain_kernel</name>
    <message>
        <source>{0} runs on a plain kernel ({1}) for lack of a fast one; it takes {2} % of a step</source>
        <translation>{0} 没有快速计算核可用，改用普通计算核（{1}）；它占一步的 {2}%</translation>
    </message>
</context>
<context>
    <name>preflight.small_batch</name>
    <message>
        <source>a batch of {0} leaves {1} idle part of the time: with {2} an epoch takes {3} instead of {4}</source>
        <translation>批大小 {0} 会使 {1} 在部分时间闲置：改为 {2} 时，一轮只需 {3}，而不是 {4}</translation>
    </message>
</context>
<context>
    <name>preflight.update</name>
    <message>
        <source>{0} % of a step goes into updating the weights, whatever the batch; a larger batch means fewer steps</source>
        <translation>无论批大小如何，每步都有 {0}% 的时间用于更新权重；批越大，步数越少</translation>
    </message>
</context>
<context>
    <name>prelu</name>
    <message>
        <source>PReLU</source>
        <translation>PReLU</translation>
    </message>
    <message>
        <source>A leaky ReLU that learns the slope below 0, one number for each channel.</source>
        <translation>学习 0 以下斜率的带泄漏 ReLU，每个通道一个数。</translation>
    </message>
    <message>
        <source>parametric relu, learned leaky relu</source>
        <translation>参数化 ReLU, 可学习的带泄漏 ReLU</translation>
    </message>
</context>
<context>
    <name>prepare.alternatives</name>
    <message>
        <source>Timing what may be faster</source>
        <translation>正在测量可能更快的做法</translation>
    </message>
</context>
<context>
    <name>prepare.checkpoint</name>
    <message>
        <source>Reading the checkpoint</source>
        <translation>正在读取检查点</translation>
    </message>
</context>
<context>
    <name>prepare.compiling</name>
    <message>
        <source>Compiling</source>
        <translation>正在编译</translation>
    </message>
</context>
<context>
    <name>prepare.features</name>
    <message>
        <source>Computing the outputs of frozen layers</source>
        <translation>正在计算冻结层的输出</translation>
    </message>
</context>
<context>
    <name>prepare.fusion</name>
    <message>
        <source>Timing what fusing saves</source>
        <translation>正在测量融合的效果</translation>
    </message>
</context>
<context>
    <name>prepare.largest</name>
    <message>
        <source>Looking for the largest batch that fits</source>
        <translation>正在寻找放得下的最大批</translation>
    </message>
</context>
<context>
    <name>prepare.measuring</name>
    <message>
        <source>Timing a few steps</source>
        <translation>正在为若干步计时</translation>
    </message>
</context>
<context>
    <name>prepare.planning</name>
    <message>
        <source>Planning</source>
        <translation>正在规划</translation>
    </message>
</context>
<context>
    <name>prepare.profiling</name>
    <message>
        <source>Timing training steps kernel by kernel</source>
        <translation>正在逐个内核测量训练步</translation>
    </message>
</context>
<context>
    <name>prepare.reading</name>
    <message>
        <source>Reading {0}</source>
        <translation>正在读取 {0}</translation>
    </message>
</context>
<context>
    <name>prepare.sharing</name>
    <message>
        <source>Timing a convolution beside other layers of the same shape</source>
        <translation>正在把卷积与同形状的其他层比较计时</translation>
    </message>
</context>
<context>
    <name>profile.diverged</name>
    <message>
        <source>step {0} made a NaN or an infinity, so nothing can be measured; choose a smaller learning rate</source>
        <translation>第 {0} 步产生了 NaN 或无穷大，因此无法测量；请选择较小的学习率</translation>
    </message>
</context>
<context>
    <name>profile.no_step</name>
    <message>
        <source>the training set has no whole step of {0:sample|samples}: choose a smaller batch</source>
        <translation>训练集不够组成 {0} 个样本的完整一步：请选择更小的批次</translation>
    </message>
</context>
<context>
    <name>profile.noise</name>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
</context>
<context>
    <name>profile.sharing.dense</name>
    <message>
        <source>A dense layer in place of &quot;{0}&quot; would have {1} times as many parameters and take {2} times as long: a convolution shares its weights between all places of the picture.</source>
        <translation>若用全连接层代替“{0}”，参数将是 {1} 倍，用时将是 {2} 倍：卷积在图片的所有位置共享权重。</translation>
    </message>
</context>
<context>
    <name>profile.sharing.depthwise</name>
    <message>
        <source>With each channel on its own &quot;{0}&quot; has {1} times fewer parameters and takes {2} % of the time.</source>
        <translation>每个通道单独卷积时，“{0}”的参数减少到 1/{1}，用时为原来的 {2}%。</translation>
    </message>
</context>
<context>
    <name>profile.sharing.grouped</name>
    <message>
        <source>In {0:group|groups} &quot;{1}&quot; has {2} times fewer parameters and takes {3} % of the time.</source>
        <translation>分成 {0} 组时，“{1}”的参数减少到 1/{2}，用时为原来的 {3}%。</translation>
    </message>
</context>
<context>
    <name>profile.sharing.huge</name>
    <message>
        <source>A dense layer in place of &quot;{0}&quot; would have {1} times as many parameters, too many to measure: a convolution shares its weights between all places of the picture.</source>
        <translation>若用全连接层代替“{0}”，参数将是 {1} 倍，多得无法测量：卷积在图片的所有位置共享权重。</translation>
    </message>
</context>
<context>
    <name>profiler.backward</name>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
</context>
<context>
    <name>profiler.data</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>profiler.data_share</name>
    <message>
        <source>{0} % of a step is loading, gathering and transforming samples.</source>
        <translation>一步中 {0}% 的时间用于加载、收集和变换样本。</translation>
    </message>
</context>
<context>
    <name>profiler.decoding</name>
    <message>
        <source>The set is not mapped but decoded whenever a training starts: that takes {0}, {1} % of a training of {2:epoch|epochs}.</source>
        <translation>数据集没有映射，每次训练开始时都要解码：这需要 {0}，占 {2} 个轮次的训练的 {1}%。</translation>
    </message>
</context>
<context>
    <name>profiler.decoding.advice</name>
    <message>
        <source>Keep what was decoded on the disk, from where the next training maps it into memory.</source>
        <translation>把解码后的内容保存在磁盘上，下次训练从那里映射到内存。</translation>
    </message>
</context>
<context>
    <name>profiler.few_threads</name>
    <message>
        <source>{0:thread computes|threads compute}: with {1}, one for each core, an epoch takes {2} instead of {3}.</source>
        <translation>只有 {0} 个线程在计算：用 {1} 个（每个核心一个）时，一轮需要 {2}，而不是 {3}。</translation>
    </message>
</context>
<context>
    <name>profiler.few_threads.advice</name>
    <message>
        <source>Let it use all cores, unless other programs need them as much.</source>
        <translation>让它使用所有核心，除非其他程序同样需要它们。</translation>
    </message>
</context>
<context>
    <name>profiler.forward</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
</context>
<context>
    <name>profiler.fusion</name>
    <message>
        <source>Fusing operations saves {0} of {1:kernel|kernels}, {2} of memory traffic and {3} % of the time of a step.</source>
        <translation>融合运算在一步中省去 {1} 个内核中的 {0} 个、{2} 的内存读写和 {3}% 的时间。</translation>
    </message>
</context>
<context>
    <name>profiler.fusion_memory</name>
    <message>
        <source>Fusing operations saves {0} of {1:kernel|kernels} and {2} of memory traffic in a step, but no time.</source>
        <translation>融合运算在一步中省去 {1} 个内核中的 {0} 个和 {2} 的内存读写，但不省时间。</translation>
    </message>
</context>
<context>
    <name>profiler.fusion_none</name>
    <message>
        <source>There is nothing to fuse in a step: {0:kernel runs|kernels run} as drawn.</source>
        <translation>一步中没有可融合的运算：{0} 个内核按所画的运行。</translation>
    </message>
</context>
<context>
    <name>profiler.fusion_nothing</name>
    <message>
        <source>Fusing operations saves no time in a step: {0:kernel runs|kernels run} instead of {1}.</source>
        <translation>融合运算在一步中不省时间：运行 {0} 个内核，而不是 {1} 个。</translation>
    </message>
</context>
<context>
    <name>profiler.fusion_time</name>
    <message>
        <source>Fusing operations saves {0} % of the time of a step: {1:kernel runs|kernels run} instead of {2}.</source>
        <translation>融合运算省去一步中 {0}% 的时间：运行 {1} 个内核，而不是 {2} 个。</translation>
    </message>
</context>
<context>
    <name>profiler.loading</name>
    <message>
        <source>{0} waits {1} % of the time for samples, which are loaded {2} at a time during training: all in memory, an epoch would take {3} instead of {4}.</source>
        <translation>{0} 有 {1}% 的时间在等待样本，训练时每次加载 {2} 个：若全部放在内存中，一轮需要 {3}，而不是 {4}。</translation>
    </message>
</context>
<context>
    <name>profiler.loading.advice</name>
    <message>
        <source>Keep the set in memory: close other programs, or use smaller pictures or fewer samples.</source>
        <translation>把数据集放在内存中：关闭其他程序，或使用更小的图片、更少的样本。</translation>
    </message>
</context>
<context>
    <name>profiler.loading.whole</name>
    <message>
        <source>Keep the set in memory: there is room for all of it.</source>
        <translation>把数据集放在内存中：有足够的空间容纳全部。</translation>
    </message>
</context>
<context>
    <name>profiler.no_fusion</name>
    <message>
        <source>Operations are not fused: with fused ones an epoch takes {0} instead of {1}.</source>
        <translation>运算没有融合：融合后一轮需要 {0}，而不是 {1}。</translation>
    </message>
</context>
<context>
    <name>profiler.no_fusion.advice</name>
    <message>
        <source>Fuse them again; the results are the same up to rounding.</source>
        <translation>重新融合；结果在舍入范围内相同。</translation>
    </message>
</context>
<context>
    <name>profiler.of_data</name>
    <message>
        <source>gathering samples</source>
        <translation>收集样本</translation>
    </message>
</context>
<context>
    <name>profiler.of_forward</name>
    <message>
        <source>the forward pass of {0}</source>
        <translation>{0} 的前向计算</translation>
    </message>
</context>
<context>
    <name>profiler.of_gradient</name>
    <message>
        <source>the gradient of {0}</source>
        <translation>{0} 的梯度</translation>
    </message>
</context>
<context>
    <name>profiler.of_input_gradient</name>
    <message>
        <source>the input gradient of {0}</source>
        <translation>{0} 的输入梯度</translation>
    </message>
</context>
<context>
    <name>profiler.of_no_layer</name>
    <message>
        <source>a kernel of no layer, {0}</source>
        <translation>不属于任何层的内核 {0}</translation>
    </message>
</context>
<context>
    <name>profiler.of_update</name>
    <message>
        <source>updating the weights</source>
        <translation>更新权重</translation>
    </message>
</context>
<context>
    <name>profiler.of_weight_gradient</name>
    <message>
        <source>the weight gradient of {0}</source>
        <translation>{0} 的权重梯度</translation>
    </message>
</context>
<context>
    <name>profiler.outside</name>
    <message>
        <source>{0} % of a step passes outside of its kernels.</source>
        <translation>一步中 {0}% 的时间花在内核之外。</translation>
    </message>
</context>
<context>
    <name>profiler.peak</name>
    <message>
        <source>Activations and workspaces need {0} at most.</source>
        <translation>激活和工作区最多需要 {0}。</translation>
    </message>
</context>
<context>
    <name>profiler.peak_of</name>
    <message>
        <source>Activations and workspaces need {0} at most, of which {1} has {2}.</source>
        <translation>激活和工作区最多需要 {0}，其中 {1} 占 {2}。</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.batch</name>
    <message>
        <source>Use a batch of {0}</source>
        <translation>使用大小为 {0} 的批次</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.bf16</name>
    <message>
        <source>Train in BF16</source>
        <translation>用 BF16 训练</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.cache</name>
    <message>
        <source>Cache the decoded set</source>
        <translation>缓存解码后的数据集</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.fusion</name>
    <message>
        <source>Fuse operations</source>
        <translation>融合运算</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.threads</name>
    <message>
        <source>Use all cores</source>
        <translation>使用所有核心</translation>
    </message>
</context>
<context>
    <name>profiler.remedy.whole</name>
    <message>
        <source>Keep the set in memory</source>
        <translation>把数据集放在内存中</translation>
    </message>
</context>
<context>
    <name>profiler.share</name>
    <message>
        <source>{0} % of a step is {1}.</source>
        <translation>一步中 {0}% 的时间用于 {1}。</translation>
    </message>
</context>
<context>
    <name>profiler.share_cached</name>
    <message>
        <source>{0} % of a step is {1}, whose numbers stay in the device&apos;s caches.</source>
        <translation>一步中 {0}% 的时间用于 {1}，其数据一直留在设备的缓存中。</translation>
    </message>
</context>
<context>
    <name>profiler.share_of_bandwidth</name>
    <message>
        <source>{0} % of a step is {1}, at {2} % of the memory&apos;s bandwidth.</source>
        <translation>一步中 {0}% 的时间用于 {1}，达到内存带宽的 {2}%。</translation>
    </message>
</context>
<context>
    <name>profiler.share_of_peak</name>
    <message>
        <source>{0} % of a step is {1}, at {2} % of the device&apos;s peak.</source>
        <translation>一步中 {0}% 的时间用于 {1}，达到设备峰值的 {2}%。</translation>
    </message>
</context>
<context>
    <name>profiler.single_precision</name>
    <message>
        <source>In BF16 an epoch takes {0} instead of {1}.</source>
        <translation>用 BF16 时一轮需要 {0}，而不是 {1}。</translation>
    </message>
</context>
<context>
    <name>profiler.single_precision.advice</name>
    <message>
        <source>Train in BF16: weights, losses and sums stay in FP32, and the precision twin shows the difference.</source>
        <translation>用 BF16 训练：权重、损失与求和仍用 FP32，“精度孪生”页显示差别。</translation>
    </message>
</context>
<context>
    <name>profiler.small_batch</name>
    <message>
        <source>A batch of {0} leaves {1} idle part of the time: with {2} an epoch takes {3} instead of {4}.</source>
        <translation>批次为 {0} 时，{1} 有一部分时间空闲：用 {2} 时一轮需要 {3}，而不是 {4}。</translation>
    </message>
</context>
<context>
    <name>profiler.small_batch.advice</name>
    <message>
        <source>Use a larger batch; it makes fewer steps of an epoch, for which the learning rate may be higher.</source>
        <translation>使用更大的批次；这样一轮的步数更少，学习率可以更高。</translation>
    </message>
</context>
<context>
    <name>profiler.update</name>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
</context>
<context>
    <name>profiler.update_share</name>
    <message>
        <source>{0} % of a step is updating the weights, whatever the batch: a larger batch means fewer steps.</source>
        <translation>无论批次大小，一步中 {0}% 的时间用于更新权重：批次越大，步数越少。</translation>
    </message>
</context>
<context>
    <name>project.file</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>project.newer</name>
    <message>
        <source>this project has schema version {0}, but this Netsmith reads {1}; open it with the newer Netsmith that wrote it</source>
        <translation>该项目的格式版本是 {0}，而这个 Netsmith 读取的是 {1}；请用写出它的较新 Netsmith 打开</translation>
    </message>
</context>
<context>
    <name>project.older</name>
    <message>
        <source>this project has schema version {0}, and this Netsmith reads {1}: settings have other names now. Rename them as &quot;netsmith-cli reference&quot; lists them, and write &quot;netsmith&quot;: {1}</source>
        <translation>该项目的格式版本是 {0}，而这个 Netsmith 读取的是 {1}：设置的名称已经改变。请按 &quot;netsmith-cli reference&quot; 列出的名称改写，并写上 &quot;netsmith&quot;: {1}</translation>
    </message>
</context>
<context>
    <name>project.schema</name>
    <message>
        <source>this is not a Netsmith project: the key &quot;netsmith&quot; with its schema version is missing</source>
        <translation>这不是 Netsmith 项目：缺少记载格式版本的键“netsmith”</translation>
    </message>
</context>
<context>
    <name>project.size</name>
    <message>
        <source>{0} would have {1:byte|bytes}, but a project file can have at most {2}; make the network smaller, or remove some notes</source>
        <translation>{0} 将有 {1} 字节，而项目文件最多可有 {2} 字节；请缩小网络，或减少注释</translation>
    </message>
</context>
<context>
    <name>pruning</name>
    <message>
        <source>Zeros in the end</source>
        <translation>最终的零</translation>
    </message>
    <message>
        <source>The share of the weights in kernels and embeddings that become zero in the course of the training, and stay so; 0 for none.</source>
        <translation>卷积核和嵌入的权重中，在训练过程中变为零并保持为零的比例；0 表示没有。</translation>
    </message>
    <message>
        <source>Zero first</source>
        <translation>先变为零的</translation>
    </message>
    <message>
        <source>Which weights become zero: the smallest; those that the training has moved most towards zero; or random ones, for comparison.</source>
        <translation>哪些权重变为零：最小的；训练中最向零移动的；或随机的，用于比较。</translation>
    </message>
    <message>
        <source>The smallest</source>
        <translation>最小的</translation>
    </message>
    <message>
        <source>By movement</source>
        <translation>按移动</translation>
    </message>
    <message>
        <source>Random ones</source>
        <translation>随机的</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>比较范围</translation>
    </message>
    <message>
        <source>Where weights compete for staying: in the whole network a layer that matters less loses more; within each layer all lose the same share.</source>
        <translation>权重在哪里竞争留下：在整个网络中，不太重要的层失去更多；在每层之内，各层失去相同的比例。</translation>
    </message>
    <message>
        <source>Network-wide</source>
        <translation>整个网络</translation>
    </message>
    <message>
        <source>Layer by layer</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>From</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>The share of the training before the first weights become zero.</source>
        <translation>第一批权重变为零之前的训练比例。</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>The share of the training after which all of them are zero; the rest of it is for the weights that are left.</source>
        <translation>到训练的这个比例时全部变为零；其余的训练用于留下的权重。</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>How many steps lie between one pruning and the next.</source>
        <translation>两次剪枝之间相隔多少步。</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>仅限</translation>
    </message>
    <message>
        <source>The layers whose weights become zero; empty for all with kernels or embeddings.</source>
        <translation>权重变为零的层；空表示所有有卷积核或嵌入的层。</translation>
    </message>
</context>
<context>
    <name>quantization</name>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Which numbers are rounded to 8 bits: none; those of the kernel, whose file shrinks to a quarter; or those of the input too, so that predictions compute with integers. Training rounds likewise and learns to live with it.</source>
        <translation>哪些数字舍入到 8 位：都不舍入；只舍入核，文件缩小到四分之一；或连输入一起舍入，预测时就用整数计算。训练中也这样舍入，网络会学着适应。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Kernel (int8)</source>
        <translation>核（int8）</translation>
    </message>
    <message>
        <source>Kernel and input (int8)</source>
        <translation>核与输入（int8）</translation>
    </message>
</context>
<context>
    <name>r2_score</name>
    <message>
        <source>R² score</source>
        <translation>R² 分数</translation>
    </message>
    <message>
        <source>The fraction of the targets&apos; variance that the predictions explain: 1 is perfect, 0 no better than the targets&apos; mean; averaged over the numbers of a sample.</source>
        <translation>预测解释了目标方差的多少：1 为完美，0 不比目标的平均值更好；取样本各数值的平均。</translation>
    </message>
</context>
<context>
    <name>random_brightness</name>
    <message>
        <source>Largest change</source>
        <translation>最大变化</translation>
    </message>
    <message>
        <source>The largest change of brightness, as a fraction of the range from black to white.</source>
        <translation>图像最多变亮或变暗多少，以从黑到白的比例计。</translation>
    </message>
    <message>
        <source>Random brightness</source>
        <translation>随机亮度</translation>
    </message>
    <message>
        <source>Makes each image lighter or darker.</source>
        <translation>让每幅图像更亮或更暗。</translation>
    </message>
</context>
<context>
    <name>random_contrast</name>
    <message>
        <source>Largest change</source>
        <translation>最大变化</translation>
    </message>
    <message>
        <source>The largest change of contrast about the image&apos;s mean, as a fraction.</source>
        <translation>各颜色到图像均值的距离最多按什么比例增减。</translation>
    </message>
    <message>
        <source>Random contrast</source>
        <translation>随机对比度</translation>
    </message>
    <message>
        <source>Raises or lowers the contrast of each image.</source>
        <translation>提高或降低每幅图像的对比度。</translation>
    </message>
</context>
<context>
    <name>random_crop</name>
    <message>
        <source>Random crop</source>
        <translation>随机裁剪</translation>
    </message>
    <message>
        <source>Crops each image: at a random place while training, otherwise at its center.</source>
        <translation>从每幅图像裁出一个窗口：训练时位置随机，否则取中央。</translation>
    </message>
</context>
<context>
    <name>random_erasing</name>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>The probability that a rectangle of an image is painted over.</source>
        <translation>图像的一个矩形被涂掉的概率。</translation>
    </message>
    <message>
        <source>Smallest fraction</source>
        <translation>最小比例</translation>
    </message>
    <message>
        <source>The smallest fraction of the image that the rectangle covers.</source>
        <translation>矩形至少覆盖图像的多大比例。</translation>
    </message>
    <message>
        <source>Largest fraction</source>
        <translation>最大比例</translation>
    </message>
    <message>
        <source>The largest fraction of the image that the rectangle covers.</source>
        <translation>矩形最多覆盖图像的多大比例。</translation>
    </message>
    <message>
        <source>What is painted, from 0 for black to 1 for white.</source>
        <translation>涂什么值，0 为黑，1 为白。</translation>
    </message>
    <message>
        <source>Random erasing</source>
        <translation>随机擦除</translation>
    </message>
    <message>
        <source>Paints a rectangle over some images, also known as cutout, so that no part is relied on alone.</source>
        <translation>在部分图像上涂一个矩形（又称 cutout）：不能只依赖某一部分。</translation>
    </message>
</context>
<context>
    <name>random_flip</name>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>The direction in which images are flipped, each with probability 1/2.</source>
        <translation>图像翻转的方向，每个方向的概率为 1/2。</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>左右</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Upside down</source>
        <translation>上下</translation>
    </message>
    <message>
        <source>Random flip</source>
        <translation>随机翻转</translation>
    </message>
    <message>
        <source>Flips each image with probability 1/2.</source>
        <translation>以 1/2 的概率翻转每幅图像。</translation>
    </message>
</context>
<context>
    <name>random_gaussian_blur</name>
    <message>
        <source>Least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>The smallest width of the blur: the Gaussian&apos;s standard deviation.</source>
        <translation>模糊的最小宽度：高斯函数的标准差。</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The largest width of the blur: the Gaussian&apos;s standard deviation.</source>
        <translation>模糊的最大宽度：高斯函数的标准差。</translation>
    </message>
    <message>
        <source>Random blur</source>
        <translation>随机模糊</translation>
    </message>
    <message>
        <source>Blurs each image by a random amount.</source>
        <translation>以各自的宽度模糊每幅图像。</translation>
    </message>
</context>
<context>
    <name>random_grayscale</name>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>The probability that an image loses its colors.</source>
        <translation>图像失去颜色的概率。</translation>
    </message>
    <message>
        <source>Random gray</source>
        <translation>随机灰度</translation>
    </message>
    <message>
        <source>Converts some images to gray.</source>
        <translation>去掉部分图像的颜色。</translation>
    </message>
</context>
<context>
    <name>random_hue</name>
    <message>
        <source>Largest turn</source>
        <translation>最大转角</translation>
    </message>
    <message>
        <source>The largest rotation of colors around the color wheel, as a fraction of a full turn.</source>
        <translation>颜色在色轮上最多转多少，以整圈的比例计。</translation>
    </message>
    <message>
        <source>Random hue</source>
        <translation>随机色相</translation>
    </message>
    <message>
        <source>Shifts the hue of each image.</source>
        <translation>改变每幅图像的色相。</translation>
    </message>
</context>
<context>
    <name>random_normal</name>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>The sizes of one sample&apos;s axes; one number for a vector of that size.</source>
        <translation>一个样本各轴的大小；只写一个数则是这么多个数的向量。</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>The standard deviation of the numbers, whose mean is 0.</source>
        <translation>这些数的标准差，其均值为 0。</translation>
    </message>
    <message>
        <source>Random normal</source>
        <translation>正态噪声</translation>
    </message>
    <message>
        <source>Normal noise, drawn separately for each sample: what a generator makes its samples from.</source>
        <translation>为每个样本重新抽取的正态噪声：生成器由它生成样本。</translation>
    </message>
    <message>
        <source>noise, latent, randn, RandomNormal, generator, GAN, seed</source>
        <translation>噪声, 潜变量, 随机, 生成器, GAN</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
</context>
<context>
    <name>random_perspective</name>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>The strongest tilt: the fraction by which a side moves closer or away.</source>
        <translation>图像最多倾斜多强：一侧靠近或远离的比例。</translation>
    </message>
    <message>
        <source>Random perspective</source>
        <translation>随机透视</translation>
    </message>
    <message>
        <source>Tilts each image in perspective.</source>
        <translation>对每幅图像做透视倾斜。</translation>
    </message>
</context>
<context>
    <name>random_rotation</name>
    <message>
        <source>Largest turn</source>
        <translation>最大转角</translation>
    </message>
    <message>
        <source>The largest rotation, in either direction, as a fraction of a full turn.</source>
        <translation>图像向任一方向最多旋转多少，以整圈的比例计。</translation>
    </message>
    <message>
        <source>Random rotation</source>
        <translation>随机旋转</translation>
    </message>
    <message>
        <source>Rotates each image about its center by a random angle.</source>
        <translation>把每幅图像绕中心旋转一个随机角度。</translation>
    </message>
</context>
<context>
    <name>random_saturation</name>
    <message>
        <source>Largest change</source>
        <translation>最大变化</translation>
    </message>
    <message>
        <source>The largest change of saturation, as a fraction.</source>
        <translation>颜色最多按什么比例远离或靠近灰色。</translation>
    </message>
    <message>
        <source>Random saturation</source>
        <translation>随机饱和度</translation>
    </message>
    <message>
        <source>Makes each image more or less colorful.</source>
        <translation>让每幅图像更鲜艳或更平淡。</translation>
    </message>
</context>
<context>
    <name>random_shear</name>
    <message>
        <source>Slant</source>
        <translation>倾斜</translation>
    </message>
    <message>
        <source>The largest sideways shift of a row, as a fraction of its distance from the middle.</source>
        <translation>一行最多横移多少，以其到中心距离的比例计。</translation>
    </message>
    <message>
        <source>Slope</source>
        <translation>斜坡</translation>
    </message>
    <message>
        <source>The largest vertical shift of a column, as a fraction of its distance from the middle.</source>
        <translation>一列最多上下移多少，以其到中心距离的比例计。</translation>
    </message>
    <message>
        <source>Random shear</source>
        <translation>随机剪切</translation>
    </message>
    <message>
        <source>Slants each image, as italics slant letters.</source>
        <translation>像斜体字那样倾斜每幅图像。</translation>
    </message>
</context>
<context>
    <name>random_translation</name>
    <message>
        <source>Up or down</source>
        <translation>上下</translation>
    </message>
    <message>
        <source>The largest shift up or down, as a fraction of the image&apos;s height.</source>
        <translation>图像最多上下移动多少，以高度的比例计。</translation>
    </message>
    <message>
        <source>Left or right</source>
        <translation>左右</translation>
    </message>
    <message>
        <source>The largest shift left or right, as a fraction of the image&apos;s width.</source>
        <translation>图像最多左右移动多少，以宽度的比例计。</translation>
    </message>
    <message>
        <source>Random shift</source>
        <translation>随机平移</translation>
    </message>
    <message>
        <source>Shifts each image by a random distance.</source>
        <translation>把每幅图像移动一段随机距离。</translation>
    </message>
</context>
<context>
    <name>random_zoom</name>
    <message>
        <source>Smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>The smallest scale: 0.5 for half the size.</source>
        <translation>最小缩放比例：0.5 为一半大小。</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>The largest scale: 2 for twice the size.</source>
        <translation>最大缩放比例：2 为两倍大小。</translation>
    </message>
    <message>
        <source>Keep proportions</source>
        <translation>保持比例</translation>
    </message>
    <message>
        <source>Whether height and width are scaled alike, or each at random.</source>
        <translation>高和宽一同缩放，还是各自随机缩放。</translation>
    </message>
    <message>
        <source>Random zoom</source>
        <translation>随机缩放</translation>
    </message>
    <message>
        <source>Makes each image larger or smaller about its center.</source>
        <translation>以中心为准放大或缩小每幅图像。</translation>
    </message>
</context>
<context>
    <name>ranks.left</name>
    <message>
        <source>another rank of this training has ended, and its gradients are missing; resume with all ranks</source>
        <translation>这次训练的另一个进程已经结束，缺少它的梯度；请让所有进程一起继续训练</translation>
    </message>
</context>
<context>
    <name>rates.from_to</name>
    <message>
        <source>the learning rates go from {0} to {1}; choose a first that is above 0 and a last that is above it</source>
        <translation>学习率从 {0} 到 {1}；请选择大于 0 的起点和比它大的终点</translation>
    </message>
</context>
<context>
    <name>rates.steps</name>
    <message>
        <source>a learning-rate range test can&apos;t have {0:step|steps}; choose {1} to {2}</source>
        <translation>学习率范围测试不能是 {0} 步；请选择 {1} 到 {2}</translation>
    </message>
</context>
<context>
    <name>recall</name>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>The fraction of the positive samples that were predicted positive; with several classes, the mean over the classes, each counting the same.</source>
        <translation>正样本中被判为正的比例；有多个类别时取各类别的平均值，每类权重相同。</translation>
    </message>
</context>
<context>
    <name>recurrent</name>
    <message>
        <source>Units</source>
        <translation>单元数</translation>
    </message>
    <message>
        <source>How many numbers the layer remembers from step to step.</source>
        <translation>该层从一步到下一步所记住的数的个数。</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>From the first step to the last, from the last to the first, or both, with their results concatenated.</source>
        <translation>从第一步到最后一步、从最后一步到第一步，或两个方向都走并把结果并排放置。</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Bidirectional</source>
        <translation>双向</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>正向</translation>
    </message>
    <message>
        <source>Return sequences</source>
        <translation>返回序列</translation>
    </message>
    <message>
        <source>Whether every step gives a result, as the next recurrent layer needs, or only the last.</source>
        <translation>每一步都给出结果（下一个循环层需要这样），还是只给出最后一步的结果。</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Whether a learned bias is added for each unit.</source>
        <translation>是否为每个单元加上一个可学习的偏置。</translation>
    </message>
    <message>
        <source>Stateful</source>
        <translation>有状态</translation>
    </message>
    <message>
        <source>Whether each sample continues from the final state of the sample at its place in the previous batch, for texts longer than a window. Every epoch and every validation starts again from zeros, an incomplete last batch is left out, and gradients end where a window begins: truncated back-propagation through time.</source>
        <translation>每个样本是否从上一批中同一位置的样本结束时的状态继续，用于比窗口更长的文本。每轮训练和每次验证都重新开始，不完整的最后一批会被舍去，梯度止于窗口的开头：即截断的沿时间反向传播。</translation>
    </message>
</context>
<context>
    <name>recurrent.code_backward</name>
    <message>
        <source>Keras gives a backward layer&apos;s sequences in another order; make it forward or bidirectional</source>
        <translation>Keras 的反向层以另一种顺序给出序列；请将它改为前向或双向</translation>
    </message>
</context>
<context>
    <name>recurrent.code_mask</name>
    <message>
        <source>steps of its input may be left out, which PyTorch&apos;s layer can do only at the end of a sequence read forward to one result</source>
        <translation>它的输入可能有被略去的步，而 PyTorch 的层只有在前向读取并只给出一个结果时，才能略去序列末尾的步</translation>
    </message>
</context>
<context>
    <name>recurrent.code_stateful</name>
    <message>
        <source>it keeps its state from batch to batch; set &quot;stateful&quot; to false</source>
        <translation>它在批次之间保持状态；请将“stateful”设为“false”</translation>
    </message>
</context>
<context>
    <name>recurrent.direction</name>
    <message>
        <source>a stateful layer continues from the last step of the previous batch, and the direction is {0}; set direction to forward, or stateful to false</source>
        <translation>有状态的层从上一批的最后一步继续，而方向为 {0}；请将“direction”设为“forward”，或将“stateful”设为“false”</translation>
    </message>
</context>
<context>
    <name>reduce_on_plateau</name>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by when the loss no longer falls.</source>
        <translation>损失不再下降时学习率乘以多少。</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Number of epochs in a row without a lower validation loss (or training loss, without validation).</source>
        <translation>连续多少轮损失没有降低之后；取验证损失，没有验证时取训练损失。</translation>
    </message>
    <message>
        <source>Minimum improvement</source>
        <translation>最小改进</translation>
    </message>
    <message>
        <source>The smallest decrease of the loss that counts.</source>
        <translation>损失必须降低超过此值才算改进。</translation>
    </message>
    <message>
        <source>Cool-down</source>
        <translation>冷却</translation>
    </message>
    <message>
        <source>Number of epochs after a drop before counting resumes.</source>
        <translation>此后多少轮不计数。</translation>
    </message>
    <message>
        <source>Minimum rate</source>
        <translation>最小学习率</translation>
    </message>
    <message>
        <source>Lower bound of the learning rate.</source>
        <translation>学习率不会低于此值。</translation>
    </message>
    <message>
        <source>The learning rate drops whenever the loss has not fallen for some epochs.</source>
        <translation>损失若干轮没有下降时，学习率就降低。</translation>
    </message>
</context>
<context>
    <name>reference.bound</name>
    <message>
        <source>&quot;{0}&quot; is bound to samples of {1} {2}; the plan expects {3} {4}</source>
        <translation>“{0}”绑定的样本为 {1} {2}；执行计划要求 {3} {4}</translation>
    </message>
</context>
<context>
    <name>reference.count</name>
    <message>
        <source>a tensor of {0} has {1:number|numbers}, {2:was|were} given or asked for</source>
        <translation>形状为 {0} 的张量有 {1} 个数，给出或请求的是 {2} 个</translation>
    </message>
</context>
<context>
    <name>reference.data</name>
    <message>
        <source>&quot;{0}&quot; is bound data, which stays with its owner</source>
        <translation>“{0}”是绑定的数据，仍归其所有者保管</translation>
    </message>
</context>
<context>
    <name>reference.data_type</name>
    <message>
        <source>a data field of type {0} can&apos;t be read; offer it as f32</source>
        <translation>无法读取类型为 {0} 的数据字段；请以 f32 提供</translation>
    </message>
</context>
<context>
    <name>reference.empty</name>
    <message>
        <source>the field &quot;{0}&quot; holds no samples</source>
        <translation>字段“{0}”没有样本</translation>
    </message>
</context>
<context>
    <name>reference.foreign</name>
    <message>
        <source>the state belongs to another backend</source>
        <translation>该状态属于另一个后端</translation>
    </message>
</context>
<context>
    <name>reference.fp32</name>
    <message>
        <source>computed in double</source>
        <translation>以双精度计算</translation>
    </message>
</context>
<context>
    <name>reference.launch</name>
    <message>
        <source>the launch is at step {0} of at most {1}</source>
        <translation>启动处于第 {0} 步，最多为 {1} 步</translation>
    </message>
</context>
<context>
    <name>reference.op</name>
    <message>
        <source>the reference backend has no kernel for &quot;{0}&quot;</source>
        <translation>参考后端没有“{0}”的计算核</translation>
    </message>
</context>
<context>
    <name>reference.ops</name>
    <message>
        <source>there are no ops {0} to {1}; &quot;{2}&quot; has {3}</source>
        <translation>没有第 {0} 到 {1} 个算子；“{2}”有 {3} 个</translation>
    </message>
</context>
<context>
    <name>reference.order</name>
    <message>
        <source>a batch of {0} was asked for at place {1} of an order of {2:sample|samples}</source>
        <translation>在 {2} 个样本的顺序中，于位置 {1} 处请求了大小为 {0} 的批</translation>
    </message>
</context>
<context>
    <name>reference.precision</name>
    <message>
        <source>there is no {0} here: {1}</source>
        <translation>这里不支持 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>reference.precisions</name>
    <message>
        <source>the reference backend offers fp32, bf16 and fp16</source>
        <translation>参考后端支持 fp32、bf16 和 fp16</translation>
    </message>
</context>
<context>
    <name>reference.program</name>
    <message>
        <source>there is no program {0}; the plan has {1}</source>
        <translation>没有程序 {0}；执行计划有 {1} 个</translation>
    </message>
</context>
<context>
    <name>reference.rounded</name>
    <message>
        <source>emulated: rounded after each op, computed in double</source>
        <translation>模拟：以双精度计算，每个算子之后舍入</translation>
    </message>
</context>
<context>
    <name>reference.run</name>
    <message>
        <source>a launch of {0:step|steps} (at most {1}) came with {2:learning rate|learning rates} and room for {3:metric|metrics}</source>
        <translation>一次 {0} 步（最多 {1} 步）的启动带有 {2} 个学习率和 {3} 个指标的空间</translation>
    </message>
</context>
<context>
    <name>reference.sample</name>
    <message>
        <source>place {0} of the order names sample {1}, but &quot;{2}&quot; has {3:sample|samples}</source>
        <translation>顺序中的位置 {0} 指向样本 {1}，但“{2}”有 {3} 个样本</translation>
    </message>
</context>
<context>
    <name>reference.size</name>
    <message>
        <source>a tensor is larger than any memory; choose smaller sizes</source>
        <translation>有张量大于任何内存；请选择更小的尺寸</translation>
    </message>
</context>
<context>
    <name>reference.stream</name>
    <message>
        <source>the plan has no counters of &quot;{0}&quot;</source>
        <translation>计划中没有“{0}”的计数</translation>
    </message>
</context>
<context>
    <name>reference.tensor</name>
    <message>
        <source>there is no tensor {0}; the plan has {1}</source>
        <translation>没有张量 {0}；执行计划有 {1} 个</translation>
    </message>
</context>
<context>
    <name>reference.total</name>
    <message>
        <source>the tensors together are larger than any memory; choose smaller sizes</source>
        <translation>所有张量合计大于任何内存；请选择更小的尺寸</translation>
    </message>
</context>
<context>
    <name>reference.unbound</name>
    <message>
        <source>no data is bound to &quot;{0}&quot;; bind it before a run</source>
        <translation>“{0}”没有绑定数据；请在执行前绑定</translation>
    </message>
</context>
<context>
    <name>relu</name>
    <message>
        <source>rectifier, rectified linear unit</source>
        <translation>修正线性单元, 线性整流, 整流</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>The positive part: max(x, 0).</source>
        <translation>取正的部分：max(x, 0)。</translation>
    </message>
</context>
<context>
    <name>relu6</name>
    <message>
        <source>ReLU6</source>
        <translation>ReLU6</translation>
    </message>
    <message>
        <source>The positive part, cut off at 6: min(max(x, 0), 6).</source>
        <translation>取正的部分并截断在 6：min(max(x, 0), 6)。</translation>
    </message>
    <message>
        <source>capped relu, bounded relu, clipped relu</source>
        <translation>有上限的 ReLU, 有界 ReLU, 截断 ReLU</translation>
    </message>
</context>
<context>
    <name>repeat_vector</name>
    <message>
        <source>Repetitions</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>How many steps the sequence has.</source>
        <translation>序列的步数。</translation>
    </message>
    <message>
        <source>Repeat vector</source>
        <translation>重复向量</translation>
    </message>
    <message>
        <source>Turns a vector into a sequence by repeating it at each step.</source>
        <translation>把向量变成序列：每一步都相同。</translation>
    </message>
    <message>
        <source>expand, tile, broadcast, sequence</source>
        <translation>扩展, 平铺, 广播, 序列</translation>
    </message>
</context>
<context>
    <name>repeat_vector.shape</name>
    <message>
        <source>expected a vector, got {0}; put Flatten before it</source>
        <translation>需要一个向量，得到 {0}；请在其前面放置展平层</translation>
    </message>
</context>
<context>
    <name>report.figure</name>
    <message>
        <source>{0}: {1} is not a valid device figure</source>
        <translation>{0}：{1} 不是有效的设备数值</translation>
    </message>
</context>
<context>
    <name>report.format</name>
    <message>
        <source>it is not a device report; &quot;netsmith-cli devices --benchmark --output FILE&quot; writes one</source>
        <translation>这不是设备报告；“netsmith-cli devices --benchmark --output FILE”会写出一份</translation>
    </message>
</context>
<context>
    <name>report.read</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>report.schema</name>
    <message>
        <source>it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update</source>
        <translation>它的版本是 {0}，这个 Netsmith 最高只能读取 {1}；它由更新的版本写成，请升级</translation>
    </message>
</context>
<context>
    <name>rescaling</name>
    <message>
        <source>Scale</source>
        <translation>缩放系数</translation>
    </message>
    <message>
        <source>What each value is multiplied by.</source>
        <translation>每个值所乘的数。</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>What is added then.</source>
        <translation>随后加上的数。</translation>
    </message>
    <message>
        <source>Rescaling</source>
        <translation>重新缩放</translation>
    </message>
    <message>
        <source>Multiplies all values by one number and adds another.</source>
        <translation>将所有值乘以一个数再加上另一个数。</translation>
    </message>
    <message>
        <source>scale, affine, linear, lambda, normalize</source>
        <translation>缩放, 仿射, 线性, 归一化</translation>
    </message>
</context>
<context>
    <name>reshape</name>
    <message>
        <source>Target shape</source>
        <translation>目标形状</translation>
    </message>
    <message>
        <source>The sizes of the axes of a sample; one may be −1, which is inferred from the others.</source>
        <translation>一个样本各轴的大小；其中一个可为 −1，由其余元素数决定。</translation>
    </message>
    <message>
        <source>Reshape</source>
        <translation>重塑形状</translation>
    </message>
    <message>
        <source>Reshapes a sample; its values keep their order.</source>
        <translation>按原有排列顺序，将同样的值赋予其他的轴。</translation>
    </message>
    <message>
        <source>view, unflatten, shape</source>
        <translation>视图, 展开, 形状, 变形</translation>
    </message>
</context>
<context>
    <name>reshape.elements</name>
    <message>
        <source>expected a target shape of {0:element|elements}, as many as {1} has, got {2}</source>
        <translation>目标形状应有 {0} 个元素，与 {1} 相同，得到的是 {2}</translation>
    </message>
</context>
<context>
    <name>reshape.size</name>
    <message>
        <source>expected sizes of 1 or more and at most one −1, got {0}</source>
        <translation>各轴大小应不小于 1，且最多有一个 −1，得到的是 {0}</translation>
    </message>
</context>
<context>
    <name>resizing</name>
    <message>
        <source>Resize</source>
        <translation>调整尺寸</translation>
    </message>
    <message>
        <source>Resizes each image.</source>
        <translation>把每幅图像变为另一尺寸。</translation>
    </message>
</context>
<context>
    <name>resume.data</name>
    <message>
        <source>its data settings</source>
        <translation>数据设置</translation>
    </message>
</context>
<context>
    <name>resume.early_stopping</name>
    <message>
        <source>its early stopping</source>
        <translation>提前停止设置</translation>
    </message>
</context>
<context>
    <name>resume.epoch_count</name>
    <message>
        <source>its number of epochs</source>
        <translation>训练轮数</translation>
    </message>
</context>
<context>
    <name>resume.epochs</name>
    <message>
        <source>the run has already trained {0:epoch|epochs}, and training.epochs is {1}, which counts all of them; set more epochs</source>
        <translation>该次训练已完成 {0} 轮，而 training.epochs 为 {1}，它包括已完成的轮数；请设置更多轮</translation>
    </message>
</context>
<context>
    <name>resume.fingerprint</name>
    <message>
        <source>the run was made under other conditions ({0}), so it can&apos;t be resumed bit-exactly; restore them, or accept the other fingerprint</source>
        <translation>该次训练是在不同条件（{0}）下进行的，无法逐位一致地继续；请恢复原来的条件，或接受不同的指纹</translation>
    </message>
</context>
<context>
    <name>resume.network</name>
    <message>
        <source>its network</source>
        <translation>网络</translation>
    </message>
</context>
<context>
    <name>resume.position</name>
    <message>
        <source>{0}: its step {1} in epoch {2} does not fit {3:sample|samples} in batches of {4}; use another checkpoint</source>
        <translation>{0}：它位于第 {2} 轮的第 {1} 步，与 {3} 个样本、批大小 {4} 不符；请使用其他检查点</translation>
    </message>
</context>
<context>
    <name>resume.project</name>
    <message>
        <source>the project is not what the run {0} trains: it differs in {1}; resume with {2}, or start a new run</source>
        <translation>该项目与训练 {0} 所用的不一致：{1} 不同；请用 {2} 继续，或开始新的训练</translation>
    </message>
</context>
<context>
    <name>resume.state</name>
    <message>
        <source>{0}: it was written with the {1} {2}, and the run has {3}; it belongs to another run, or was changed: use another checkpoint</source>
        <translation>{0}：写入时的 {1} 是 {2}，而该次训练是 {3}；它属于另一次训练或被改动过：请使用另一个检查点</translation>
    </message>
</context>
<context>
    <name>resume.training</name>
    <message>
        <source>its training settings (batch, seed, precision, optimizer, losses or schedule)</source>
        <translation>训练设置（批大小、种子、精度、优化器、损失或学习率调度）</translation>
    </message>
</context>
<context>
    <name>rms_normalization</name>
    <message>
        <source>Epsilon</source>
        <translation>ε 值</translation>
    </message>
    <message>
        <source>Added to the mean square to avoid division by zero.</source>
        <translation>加到均方值上，使零也能被除以一个非零数。</translation>
    </message>
    <message>
        <source>RMS normalization</source>
        <translation>均方根归一化</translation>
    </message>
    <message>
        <source>Divides each vector along the last axis by its root mean square and multiplies it by a learned factor.</source>
        <translation>将沿最后一个轴的每个向量除以其均方根，再乘以一个学习得到的系数。</translation>
    </message>
    <message>
        <source>rmsnorm, root mean square, layernorm, normalize</source>
        <translation>均方根归一化, 均方根, 层归一化, 归一化</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>均方根归一化</translation>
    </message>
</context>
<context>
    <name>rmsprop</name>
    <message>
        <source>Centered</source>
        <translation>中心化</translation>
    </message>
    <message>
        <source>Whether gradients are divided by their deviation from the mean instead of their size.</source>
        <translation>梯度是否除以它相对均值的偏差，而不是除以其大小。</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>Divides each gradient by a running average of its size, with optional momentum.</source>
        <translation>将每个梯度除以该权重自身梯度的移动大小，可选动量。</translation>
    </message>
</context>
<context>
    <name>root_mean_squared_error</name>
    <message>
        <source>Root mean squared error</source>
        <translation>均方根误差</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>均方根误差</translation>
    </message>
    <message>
        <source>The square root of the mean of (prediction − target)²: an error in the target&apos;s own unit.</source>
        <translation>(预测 − 目标)² 平均值的平方根：与目标单位相同的误差。</translation>
    </message>
</context>
<context>
    <name>run.checkpoint</name>
    <message>
        <source>{0} has no checkpoint yet: it ended before its first one; train again</source>
        <translation>{0} 还没有检查点：它在保存第一个检查点之前就结束了；请重新训练</translation>
    </message>
</context>
<context>
    <name>run.column</name>
    <message>
        <source>{0}: this does not describe a valid column</source>
        <translation>{0}：此处描述的不是有效的列</translation>
    </message>
</context>
<context>
    <name>run.columns</name>
    <message>
        <source>{0}: the columns are not those of the field&apos;s numbers</source>
        <translation>{0}：这些列与字段的数不符</translation>
    </message>
</context>
<context>
    <name>run.data_changed</name>
    <message>
        <source>the files have changed since the run was trained on them ({0} then, {1} now): restore the original ones, or start a new run ({2})</source>
        <translation>自该次训练以来文件已改变（当时为 {0}，现在为 {1}）：请恢复原来的文件，或开始新的训练（{2}）</translation>
    </message>
</context>
<context>
    <name>run.data_size</name>
    <message>
        <source>the run was trained on {0:sample|samples} and validated on {1}; &quot;{2}&quot; has {3} and {4} here: use the same data</source>
        <translation>该次训练使用 {0} 个样本训练、{1} 个样本验证；这里的“{2}”分别为 {3} 个和 {4} 个，请使用相同的数据</translation>
    </message>
</context>
<context>
    <name>run.data_source</name>
    <message>
        <source>the run was trained on &quot;{0}&quot;, and here is &quot;{1}&quot;: {2}</source>
        <translation>这次训练使用的是“{0}”，而这里是“{1}”：{2}</translation>
    </message>
</context>
<context>
    <name>run.exists</name>
    <message>
        <source>{0} is not empty; choose another folder, or resume the run that is in it</source>
        <translation>{0} 不是空的；请选择其他文件夹，或继续其中的训练</translation>
    </message>
</context>
<context>
    <name>run.field</name>
    <message>
        <source>{0}: this does not describe valid samples</source>
        <translation>{0}：此处描述的不是有效的样本</translation>
    </message>
</context>
<context>
    <name>run.field_kind</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not a kind that this Netsmith knows</source>
        <translation>{0}：“{1}”不是此版本 Netsmith 认识的种类</translation>
    </message>
</context>
<context>
    <name>run.field_type</name>
    <message>
        <source>{0}: &quot;{1}&quot; is not a type that this Netsmith knows</source>
        <translation>{0}：“{1}”不是此版本 Netsmith 认识的类型</translation>
    </message>
</context>
<context>
    <name>run.folds</name>
    <message>
        <source>{0} is a cross-validation of {1:fold|folds}; name one of its runs, such as {2}</source>
        <translation>{0} 是 {1} 折交叉验证；请指定其中一次训练，例如 {2}</translation>
    </message>
</context>
<context>
    <name>run.lock</name>
    <message>
        <source>can&apos;t lock the folder {0}: {1}; choose one on another disk</source>
        <translation>无法锁定文件夹 {0}：{1}；请选择其他磁盘上的文件夹</translation>
    </message>
</context>
<context>
    <name>run.locked</name>
    <message>
        <source>{0} is being trained by another process; wait for it or choose another run folder</source>
        <translation>{0} 正由另一个进程训练；请等待，或选择其他训练文件夹</translation>
    </message>
</context>
<context>
    <name>run.none</name>
    <message>
        <source>{0} is not a run: it has no run.json; name the folder that training wrote</source>
        <translation>{0} 不是训练记录：其中没有 run.json；请指定训练写出的文件夹</translation>
    </message>
</context>
<context>
    <name>run.record</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>run.scale</name>
    <message>
        <source>{0}: numbers can&apos;t be scaled like this</source>
        <translation>{0}：数值不能这样缩放</translation>
    </message>
</context>
<context>
    <name>run.scales</name>
    <message>
        <source>{0}: the scales are not those of the field&apos;s numbers</source>
        <translation>{0}：缩放与该字段的数值不符</translation>
    </message>
</context>
<context>
    <name>run.schema</name>
    <message>
        <source>it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update</source>
        <translation>它的版本是 {0}，这个 Netsmith 最高只能读取 {1}；它由更新的版本写成，请升级</translation>
    </message>
</context>
<context>
    <name>run.state</name>
    <message>
        <source>/state: &quot;{0}&quot; is not a state that this Netsmith knows</source>
        <translation>/state：这个 Netsmith 不认识状态“{0}”</translation>
    </message>
</context>
<context>
    <name>run.vocabulary</name>
    <message>
        <source>{0} has {1:token|tokens}, but the run learned {2}: it belongs to another run; restore the original</source>
        <translation>{0} 有 {1} 个词元，而该次训练学习了 {2} 个：它属于另一次训练；请恢复原来的文件</translation>
    </message>
</context>
<context>
    <name>run_card</name>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Graph, SHA-256</source>
        <translation>网络图的 SHA-256</translation>
    </message>
    <message>
        <source>Settings, SHA-256</source>
        <translation>设置的 SHA-256</translation>
    </message>
    <message>
        <source>Data, SHA-256</source>
        <translation>数据的 SHA-256</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Data files, SHA-256</source>
        <translation>数据文件的 SHA-256</translation>
    </message>
    <message>
        <source>Training samples</source>
        <translation>训练样本数</translation>
    </message>
    <message>
        <source>Validation samples</source>
        <translation>验证样本数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数数量</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device name</source>
        <translation>设备名称</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Binaries, build ids</source>
        <translation>二进制文件的构建标识</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>metrics.csv, SHA-256</source>
        <translation>metrics.csv 的 SHA-256</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>weights.safetensors, SHA-256</source>
        <translation>weights.safetensors 的 SHA-256</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Resumed after step</source>
        <translation>在这些步之后恢复</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Best epoch</source>
        <translation>最佳轮次</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>构建</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>计算核</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Folds</source>
        <translation>折数</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>运算类型</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>后端</translation>
    </message>
    <message>
        <source>Compute capability</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动程序</translation>
    </message>
    <message>
        <source>Instruction set</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>多处理器数</translation>
    </message>
    <message>
        <source>Energy and costs</source>
        <translation>能耗与费用</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Energy for 1,000 samples</source>
        <translation>每 1,000 个样本的能耗</translation>
    </message>
    <message>
        <source>Cost of the energy</source>
        <translation>电费</translation>
    </message>
    <message>
        <source>Cost of the device&apos;s time</source>
        <translation>设备使用费</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>总费用</translation>
    </message>
    <message>
        <source>CO2</source>
        <translation>CO2</translation>
    </message>
    <message>
        <source>To set</source>
        <translation>设置方式</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Initial weights, SHA-256</source>
        <translation>初始权重的 SHA-256</translation>
    </message>
    <message>
        <source>Initial weights, chosen by hand</source>
        <translation>手动指定的初始权重</translation>
    </message>
    <message>
        <source>Forked from</source>
        <translation>分支自</translation>
    </message>
    <message>
        <source>Forked at step</source>
        <translation>分支于步骤</translation>
    </message>
</context>
<context>
    <name>run_column</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数数量</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Epochs done</source>
        <translation>已完成轮数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Best epoch</source>
        <translation>最佳轮</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>网络图</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Data hash</source>
        <translation>数据哈希</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>FLOP/s</source>
        <translation>每秒运算量</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Folds</source>
        <translation>折数</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
</context>
<context>
    <name>run_setting</name>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>Weight of the loss</source>
        <translation>损失的权重</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Sample weights</source>
        <translation>样本权重</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Trains</source>
        <translation>所训练的组</translation>
    </message>
</context>
<context>
    <name>runner.argument</name>
    <message>
        <source>the argument &quot;{0}&quot; is missing; pass one</source>
        <translation>缺少参数“{0}”；请传入</translation>
    </message>
</context>
<context>
    <name>runner.arrays</name>
    <message>
        <source>the network takes {0:array|arrays}, got {1}</source>
        <translation>网络需要 {0} 个数组，得到的是 {1} 个</translation>
    </message>
</context>
<context>
    <name>runner.batch</name>
    <message>
        <source>a batch of {0} is not possible; choose one from 1 to {1}</source>
        <translation>批大小不能为 {0}；请选择 1 到 {1}</translation>
    </message>
</context>
<context>
    <name>runner.nothing</name>
    <message>
        <source>nothing to predict: name files or folders of samples, - for stdin, or a text with --text</source>
        <translation>没有可预测的内容：请给出样本的文件或文件夹，用“-”表示标准输入，或用“--text”给出文本</translation>
    </message>
</context>
<context>
    <name>runner.samples</name>
    <message>
        <source>{0} are too many samples for one call; pass a part of them</source>
        <translation>一次调用传入 {0} 个样本过多；请分几次传入</translation>
    </message>
</context>
<context>
    <name>runner.stdin</name>
    <message>
        <source>stdin can&apos;t be read</source>
        <translation>无法读取标准输入</translation>
    </message>
</context>
<context>
    <name>runner.stdin_twice</name>
    <message>
        <source>stdin can be read once: name - once</source>
        <translation>标准输入只能读取一次：请只写一个 -</translation>
    </message>
</context>
<context>
    <name>runner.stdout</name>
    <message>
        <source>the result could not be written to standard output: {0}</source>
        <translation>结果无法写入标准输出：{0}</translation>
    </message>
</context>
<context>
    <name>runner.type</name>
    <message>
        <source>there is no type {0}; pass one of netsmith_type</source>
        <translation>没有类型 {0}；请传入“netsmith_type”中的一个</translation>
    </message>
</context>
<context>
    <name>runner.usage</name>
    <message>
        <source>{0}; see &quot;{1} --help&quot;</source>
        <translation>{0}；用法见“{1} --help”</translation>
    </message>
</context>
<context>
    <name>runs</name>
    <message>
        <source>%1 J</source>
        <translation>%1 J</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>%1 in epoch %2</source>
        <translation>%1，第 %2 轮</translation>
    </message>
    <message>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Done early</source>
        <translation>提前完成</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Diverged</source>
        <translation>已发散</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>epochs</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n run(s)</source>
        <translation>
            <numerusform>%1，%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>the schedule, its decay</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>the second loss</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, mean and deviation of %n fold(s)</source>
        <translation>
            <numerusform>%1，%n 折的平均值与标准差</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runs.colour</name>
    <message>
        <source>/colour: {0} is not the index of a color</source>
        <translation>/colour：{0} 不是颜色的序号</translation>
    </message>
</context>
<context>
    <name>runs.column</name>
    <message>
        <source>runs have no column &quot;{0}&quot;; there is {1} and what they measured</source>
        <translation>训练记录没有&quot;{0}&quot;这一列；有 {1} 以及各次训练所测的量</translation>
    </message>
</context>
<context>
    <name>runs.column_near</name>
    <message>
        <source>runs have no column &quot;{0}&quot;; did you mean &quot;{1}&quot;?</source>
        <translation>训练记录没有&quot;{0}&quot;这一列；是否指&quot;{1}&quot;？</translation>
    </message>
</context>
<context>
    <name>runs.file_exists</name>
    <message>
        <source>{0} already exists; choose another name, or overwrite it</source>
        <translation>{0} 已存在；请另选名称，或覆盖它</translation>
    </message>
</context>
<context>
    <name>runs.filter</name>
    <message>
        <source>&quot;{0}&quot; is not a filter: write a column, one of =, !=, &lt;, &lt;=, &gt;, &gt;= and : (contains), and a value, such as precision=bf16, best&gt;96 or state:done</source>
        <translation>&quot;{0}&quot;不是对训练的筛选：请写一列、=、!=、&lt;、&lt;=、&gt;、&gt;= 和 :（包含）之一，以及一个值，例如“precision=bf16”、“best&gt;96”或“state:done”</translation>
    </message>
</context>
<context>
    <name>runs.filter_number</name>
    <message>
        <source>&quot;{0}&quot;: the column {1} is numeric; compare it with a number</source>
        <translation>&quot;{0}&quot;：{1} 列是数字；请与数字比较</translation>
    </message>
</context>
<context>
    <name>runs.folder</name>
    <message>
        <source>can&apos;t read the folder of runs {0}: {1}</source>
        <translation>无法读取训练文件夹 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>runs.index</name>
    <message>
        <source>the index of the runs is damaged or of another version</source>
        <translation>训练记录的索引已损坏或属于其他版本</translation>
    </message>
</context>
<context>
    <name>runs.missing</name>
    <message>
        <source>there is no run {0}</source>
        <translation>找不到训练 {0}</translation>
    </message>
</context>
<context>
    <name>runs.move</name>
    <message>
        <source>can&apos;t move {0} to {1}: {2}</source>
        <translation>无法把 {0} 移到 {1}：{2}</translation>
    </message>
</context>
<context>
    <name>runs.name</name>
    <message>
        <source>a run&apos;s name is one line of text, and &quot;{0}&quot; is not</source>
        <translation>训练的名称是一行文字，而&quot;{0}&quot;不是</translation>
    </message>
</context>
<context>
    <name>runs.no_project</name>
    <message>
        <source>{0} holds no project: there is no {1}</source>
        <translation>{0} 没有保存项目：没有 {1}</translation>
    </message>
</context>
<context>
    <name>runs.no_record</name>
    <message>
        <source>{0} has no run.json; it may be a run that was deleted in part</source>
        <translation>{0} 没有 run.json；它可能是一次只删除了一部分的训练</translation>
    </message>
</context>
<context>
    <name>runs.numbers</name>
    <message>
        <source>the list of the runs&apos; numbers is damaged</source>
        <translation>各次训练的编号列表已损坏</translation>
    </message>
</context>
<context>
    <name>runs.path</name>
    <message>
        <source>there is no project file and no folder of runs {0}</source>
        <translation>没有项目文件或训练文件夹 {0}</translation>
    </message>
</context>
<context>
    <name>runs.path_is_run</name>
    <message>
        <source>{0} is one run; name the folder that contains it</source>
        <translation>{0} 是单次训练；请给出它所在的文件夹</translation>
    </message>
</context>
<context>
    <name>runs.tag</name>
    <message>
        <source>&quot;{0}&quot; can&apos;t be a tag: it is empty, or has a comma, a line break or spaces around it</source>
        <translation>&quot;{0}&quot;不能作为标签：它是空的，或含有逗号、换行，或首尾有空格</translation>
    </message>
</context>
<context>
    <name>runs.taken</name>
    <message>
        <source>there is another run {0} now; rename its folder first</source>
        <translation>现在另有一次训练 {0}；请先重命名它的文件夹</translation>
    </message>
</context>
<context>
    <name>safetensors.bytes</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; needs {2:byte|bytes} for its shape and has {3}</source>
        <translation>{0}：数组“{1}”按其形状需要 {2} 字节，实际为 {3} 字节</translation>
    </message>
</context>
<context>
    <name>safetensors.header</name>
    <message>
        <source>{0} is not a safetensors file: {1}</source>
        <translation>{0} 不是 safetensors 文件：{1}</translation>
    </message>
</context>
<context>
    <name>safetensors.header_length</name>
    <message>
        <source>{0} claims a header of {1:byte|bytes} and {2} follow it; it is truncated or not a safetensors file</source>
        <translation>{0} 声称文件头有 {1} 字节，其后却只有 {2} 字节；它被截断，或不是 safetensors 文件</translation>
    </message>
</context>
<context>
    <name>safetensors.key</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; has no valid {2}</source>
        <translation>{0}：数组“{1}”没有有效的 {2}</translation>
    </message>
</context>
<context>
    <name>safetensors.metadata</name>
    <message>
        <source>its __metadata__ is not an object</source>
        <translation>它的 __metadata__ 不是对象</translation>
    </message>
</context>
<context>
    <name>safetensors.metadata_text</name>
    <message>
        <source>its __metadata__ holds something that is not text</source>
        <translation>它的 __metadata__ 中有非文本的内容</translation>
    </message>
</context>
<context>
    <name>safetensors.object</name>
    <message>
        <source>its header is not a JSON object of arrays</source>
        <translation>它的文件头不是由数组组成的 JSON 对象</translation>
    </message>
</context>
<context>
    <name>safetensors.overflow</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; claims more bytes than 64 bits can count</source>
        <translation>{0}：数组“{1}”声称的字节数超出 64 位的计数范围</translation>
    </message>
</context>
<context>
    <name>safetensors.overlap</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; overlaps the one before it or leaves a gap after it</source>
        <translation>{0}：数组“{1}”与前一个数组重叠，或在其后留有空隙</translation>
    </message>
</context>
<context>
    <name>safetensors.range</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; claims bytes {2} to {3}, but the file holds {4}; it is truncated or damaged</source>
        <translation>{0}：数组“{1}”声称占用第 {2} 到 {3} 字节，但文件只有 {4} 字节；它被截断或已损坏</translation>
    </message>
</context>
<context>
    <name>safetensors.rest</name>
    <message>
        <source>{0} has {1:byte|bytes} that no array claims; it is damaged</source>
        <translation>{0} 有 {1} 字节不属于任何数组；它已损坏</translation>
    </message>
</context>
<context>
    <name>safetensors.shape</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; is empty or has more than {2:axis|axes}</source>
        <translation>{0}：数组“{1}”为空，或轴数超过 {2}</translation>
    </message>
</context>
<context>
    <name>safetensors.short</name>
    <message>
        <source>it is shorter than the 8 bytes of its header&apos;s length</source>
        <translation>它比记载文件头长度的 8 字节还短</translation>
    </message>
</context>
<context>
    <name>safetensors.type</name>
    <message>
        <source>{0}: the array &quot;{1}&quot; is of type {2}; F64, F32, F16, BF16, I64, I32 and U8 can be read</source>
        <translation>{0}：数组“{1}”的类型为 {2}；可读取的类型有 F64、F32、F16、BF16、I64、I32 和 U8</translation>
    </message>
</context>
<context>
    <name>sample.array_count</name>
    <message>
        <source>{0} has {1:sample|samples}, and {2} has {3}; save as many of each</source>
        <translation>{0} 有 {1} 个样本，而 {2} 有 {3} 个；请保存相同数量的样本</translation>
    </message>
</context>
<context>
    <name>sample.array_number</name>
    <message>
        <source>{0} holds {1} {2}, and the field &quot;{3}&quot; takes {4}; save the array as what the network was trained on</source>
        <translation>{0} 中有 {1} 类型的数值 {2}，而字段“{3}”接受 {4}；请按网络训练时的类型保存该数组</translation>
    </message>
</context>
<context>
    <name>sample.array_shape</name>
    <message>
        <source>{0} holds an array of {1}, expected samples of {2}, one or N of them</source>
        <translation>{0} 中的数组形状为 {1}，应为一个或 N 个形状为 {2} 的样本</translation>
    </message>
</context>
<context>
    <name>sample.arrays</name>
    <message>
        <source>{0} has no array for the network&apos;s {1:input|inputs} {2}; save it with numpy.savez(file, NAME=array) under these names</source>
        <translation>{0} 中没有对应网络 {1} 个输入 {2} 的数组；请用“numpy.savez(file, NAME=array)”以这些名称保存</translation>
    </message>
</context>
<context>
    <name>sample.columns</name>
    <message>
        <source>evaluating on {0} needs the training table, which holds the target columns and their order: {1}; restore it at {2}</source>
        <translation>用 {0} 评估需要训练时的表格，由它得知所学习的列及其顺序：{1}；请把它按原样放回 {2}</translation>
    </message>
</context>
<context>
    <name>sample.columns_changed</name>
    <message>
        <source>{0} has other columns now</source>
        <translation>{0} 现在的列已不同</translation>
    </message>
</context>
<context>
    <name>sample.folder</name>
    <message>
        <source>{0} is a folder, and the network takes no pictures or texts; name a file</source>
        <translation>{0} 是文件夹，而该网络不接受图片或文本；请指定文件</translation>
    </message>
</context>
<context>
    <name>sample.inputs</name>
    <message>
        <source>the network takes {0:input|inputs}, which {1} does not tell apart; give an NPZ file with an array of each one&apos;s name</source>
        <translation>该网络有 {0} 个输入，{1} 无法区分它们；请给出一个 NPZ 文件，其中每个输入都有同名的数组</translation>
    </message>
</context>
<context>
    <name>sample.kind</name>
    <message>
        <source>{0} is neither a file nor a folder that samples can be read from; name one, or - for stdin</source>
        <translation>{0} 既不是可读取样本的文件，也不是文件夹；请指定一个，或用 - 表示标准输入</translation>
    </message>
</context>
<context>
    <name>sample.missing</name>
    <message>
        <source>there is no file or folder {0}; correct its name</source>
        <translation>没有文件或文件夹 {0}；请改正名称</translation>
    </message>
</context>
<context>
    <name>sample.no_picture</name>
    <message>
        <source>{0} is a picture, but the network&apos;s field &quot;{1}&quot; holds {2} {3}; give it such samples</source>
        <translation>{0} 是图片，而网络的字段“{1}”是 {2} {3}；请给出这样的样本</translation>
    </message>
</context>
<context>
    <name>sample.no_pictures</name>
    <message>
        <source>the folder {0} holds no PNG, JPEG, WebP or BMP picture</source>
        <translation>文件夹 {0} 中没有 PNG、JPEG、WebP 或 BMP 图片</translation>
    </message>
</context>
<context>
    <name>sample.no_table</name>
    <message>
        <source>the network takes no rows of a table; name a file of what it was trained on</source>
        <translation>该网络不接受表格的行；请给出它训练时所用类型的文件</translation>
    </message>
</context>
<context>
    <name>sample.no_text</name>
    <message>
        <source>the network does not take just a text; give it what it was trained on: {0}</source>
        <translation>该网络不接受单独的文本；请给它训练时使用的内容：{0}</translation>
    </message>
</context>
<context>
    <name>sample.no_texts</name>
    <message>
        <source>the folder {0} holds no text file (.txt)</source>
        <translation>文件夹 {0} 中没有文本文件（“.txt”）</translation>
    </message>
</context>
<context>
    <name>sample.table</name>
    <message>
        <source>{0} is a table, and the run has not kept the columns needed to read it; give what it was trained on, or train the run again if it learned a series</source>
        <translation>{0} 是表格，而该次训练没有保存读取它所需的列；请给出它训练时使用的内容，如果它学习的是序列，请重新训练</translation>
    </message>
</context>
<context>
    <name>samples.unexpected</name>
    <message>
        <source>the samples could not be read: {0}</source>
        <translation>无法读取样本：{0}</translation>
    </message>
</context>
<context>
    <name>schedule</name>
    <message>
        <source>Constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Cosine with restarts</source>
        <translation>带重启的余弦</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>The fraction of all steps, rounded to whole steps, over which the rate first rises linearly from 0 (warm-up).</source>
        <translation>学习率先从 0 线性上升的步数占全部步数的比例，取整到整步。</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>The fraction of the optimizer&apos;s learning rate that is left at the end.</source>
        <translation>结束时还剩优化器学习率的多大比例。</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>单周期</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>Reduce on plateau</source>
        <translation>停滞时降低</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>阶梯</translation>
    </message>
    <message>
        <source>Warm-up in epochs</source>
        <translation>预热轮数</translation>
    </message>
    <message>
        <source>Warm-up in epochs instead of in a fraction of all steps; 0 for none.</source>
        <translation>学习率起初在多少轮内上升，用来代替占总步数的比例；0 表示不用。</translation>
    </message>
    <message>
        <source>Warm-up in steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Warm-up in steps instead of in epochs or a fraction; 0 for none.</source>
        <translation>学习率起初在多少步内上升，用来代替轮数或比例；0 表示不用。</translation>
    </message>
</context>
<context>
    <name>scratch.lost</name>
    <message>
        <source>temporary data that does not fit in memory could not be written to disk: {0}</source>
        <translation>内存容纳不下的数据无法暂存到磁盘：{0}</translation>
    </message>
</context>
<context>
    <name>scratch.room</name>
    <message>
        <source>{0} MiB do not fit in memory and can&apos;t be stored temporarily in {1}: {2}</source>
        <translation>{0} MiB 的数据内存容纳不下，也无法暂存在 {1} 中：{2}</translation>
    </message>
</context>
<context>
    <name>scripts.accumulation</name>
    <message>
        <source>gradients of several batches are added up</source>
        <translation>多个批次的梯度会累加</translation>
    </message>
</context>
<context>
    <name>scripts.average</name>
    <message>
        <source>the weights are averaged (ema_momentum)</source>
        <translation>权重会取平均（“ema_momentum”）</translation>
    </message>
</context>
<context>
    <name>scripts.clipping</name>
    <message>
        <source>gradients are clipped by their norm and by value</source>
        <translation>梯度同时按范数和按值裁剪</translation>
    </message>
</context>
<context>
    <name>scripts.decay</name>
    <message>
        <source>some layers are excluded from weight decay</source>
        <translation>某些层不受权重衰减影响</translation>
    </message>
</context>
<context>
    <name>scripts.early_stopping</name>
    <message>
        <source>it may stop early</source>
        <translation>它可能提前停止</translation>
    </message>
</context>
<context>
    <name>scripts.framework</name>
    <message>
        <source>a script is written for &quot;keras&quot; or &quot;pytorch&quot;, and &quot;{0}&quot; is neither</source>
        <translation>脚本只能为“keras”或“pytorch”编写，而“{0}”两者都不是</translation>
    </message>
</context>
<context>
    <name>scripts.kept_zeros</name>
    <message>
        <source>weights of {0} that are zero stay zero (keep_zeros)</source>
        <translation>{0} 中为零的权重保持为零（“keep_zeros”）</translation>
    </message>
</context>
<context>
    <name>scripts.layer</name>
    <message>
        <source>{0} can&apos;t be written for {1}: {2}</source>
        <translation>{0} 无法写成 {1} 代码：{2}</translation>
    </message>
</context>
<context>
    <name>scripts.layers</name>
    <message>
        <source>{0} has no counterpart of {1}; replace what is named, or write a script for another framework</source>
        <translation>{0} 没有与 {1} 对应的内容；请替换所列各项，或为另一个框架编写脚本</translation>
    </message>
</context>
<context>
    <name>scripts.loss</name>
    <message>
        <source>the loss {0} has no counterpart with these settings</source>
        <translation>损失 {0} 在这些设置下没有对应</translation>
    </message>
</context>
<context>
    <name>scripts.momentum</name>
    <message>
        <source>a momentum with a changing learning rate acts otherwise there</source>
        <translation>学习率变化时，动量在那里的作用不同</translation>
    </message>
</context>
<context>
    <name>scripts.optimizer</name>
    <message>
        <source>its optimizer {0} takes other steps there</source>
        <translation>它的优化器 {0} 在那里的更新方式不同</translation>
    </message>
</context>
<context>
    <name>scripts.optimizer_decay</name>
    <message>
        <source>PyTorch adds the weight decay of {0} to the gradient</source>
        <translation>PyTorch 将 {0} 的权重衰减加到梯度上</translation>
    </message>
</context>
<context>
    <name>scripts.passed</name>
    <message>
        <source>the activation before {0} is not the output&apos;s own</source>
        <translation>{0} 之前的激活不是该输出自身的激活</translation>
    </message>
</context>
<context>
    <name>scripts.penalty</name>
    <message>
        <source>{0} has a penalty or a limit on its weights</source>
        <translation>{0} 对其权重有惩罚项或限制</translation>
    </message>
</context>
<context>
    <name>scripts.phases</name>
    <message>
        <source>it is trained in phases or groups of layers</source>
        <translation>它分阶段或按层的分组训练</translation>
    </message>
</context>
<context>
    <name>scripts.pruning</name>
    <message>
        <source>weights become zero while it is trained (pruning)</source>
        <translation>训练时有权重变为零（“pruning”）</translation>
    </message>
</context>
<context>
    <name>scripts.quantization</name>
    <message>
        <source>{0} rounds its numbers to 8 bits (quantization)</source>
        <translation>{0} 的数字舍入到 8 位（“quantization”）</translation>
    </message>
</context>
<context>
    <name>scripts.schedule</name>
    <message>
        <source>its learning rate follows {0}</source>
        <translation>它的学习率按 {0} 变化</translation>
    </message>
</context>
<context>
    <name>scripts.several_losses</name>
    <message>
        <source>an output has several losses, and Keras has one for each</source>
        <translation>一个输出有多个损失，而 Keras 的每个输出只有一个损失</translation>
    </message>
</context>
<context>
    <name>scripts.standardised</name>
    <message>
        <source>its target is standardised for the loss</source>
        <translation>它的目标为计算损失而标准化</translation>
    </message>
</context>
<context>
    <name>scripts.target</name>
    <message>
        <source>a loss has a target that is no field of the data, or weights its samples</source>
        <translation>有的损失的目标不是数据的字段，或对样本加权</translation>
    </message>
</context>
<context>
    <name>scripts.training</name>
    <message>
        <source>a script for {0} can&apos;t train in the same way: {1}; write the network alone, without its training</source>
        <translation>{0} 脚本无法以同样的方式训练：{1}；请只写出网络，不写训练部分</translation>
    </message>
</context>
<context>
    <name>scripts.transform</name>
    <message>
        <source>the transform {0} has no counterpart with these settings</source>
        <translation>变换 {0} 在这些设置下没有对应</translation>
    </message>
</context>
<context>
    <name>scripts.weight</name>
    <message>
        <source>the weights hold no {0} of {1}; take those of a run of this network</source>
        <translation>权重中没有 {1} 的 {0}；请使用此网络某次训练的权重</translation>
    </message>
</context>
<context>
    <name>sections</name>
    <message>
        <source>Convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>全连接</translation>
    </message>
    <message>
        <source>Recurrent</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Normalize and regularize</source>
        <translation>归一化与正则化</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>selu</name>
    <message>
        <source>SELU</source>
        <translation>SELU</translation>
    </message>
    <message>
        <source>A scaled ELU that keeps the mean near 0 and the standard deviation near 1 from layer to layer.</source>
        <translation>带缩放的 ELU，使各层的均值保持在 0 附近、离散程度保持在 1 附近。</translation>
    </message>
    <message>
        <source>scaled exponential linear unit, self-normalizing</source>
        <translation>缩放指数线性单元, 自归一化</translation>
    </message>
</context>
<context>
    <name>separable_conv2d</name>
    <message>
        <source>Separable convolution 2D</source>
        <translation>2D 可分离卷积</translation>
    </message>
    <message>
        <source>Looks for patterns in each channel by itself, then mixes the channels of each pixel: a convolution in two cheap steps.</source>
        <translation>先在每个通道中单独寻找模式，再混合每个像素的各通道：分两个廉价步骤完成的卷积。</translation>
    </message>
    <message>
        <source>depthwise separable, pointwise, xception, mobilenet</source>
        <translation>深度可分离卷积, 逐点卷积</translation>
    </message>
    <message>
        <source>SeparableConv</source>
        <translation>2D 可分离卷积</translation>
    </message>
</context>
<context>
    <name>sequence_mask</name>
    <message>
        <source>A number for each step: 0 leaves the step out. Without a wire, the sequence&apos;s own padding is left out.</source>
        <translation>每一步一个数：0 表示略过该步。不连线时，略过的是序列自带的填充。</translation>
    </message>
</context>
<context>
    <name>series.unexpected</name>
    <message>
        <source>the series could not be read: {0}</source>
        <translation>无法读取序列：{0}</translation>
    </message>
</context>
<context>
    <name>serve.binary</name>
    <message>
        <source>the tensor &quot;{0}&quot; claims {1:byte|bytes} after the JSON, where {2} are left</source>
        <translation>张量“{0}”声称在 JSON 之后有 {1} 个字节，而那里只剩 {2} 个</translation>
    </message>
</context>
<context>
    <name>serve.bind</name>
    <message>
        <source>can&apos;t listen at {0}, port {1}: {2}; choose another one with --host and --port</source>
        <translation>无法在 {0} 的端口 {1} 上监听：{2}；请用“--host”和“--port”另选</translation>
    </message>
</context>
<context>
    <name>serve.bytes</name>
    <message>
        <source>the tensor &quot;{0}&quot; has {1:byte|bytes}, no multiple of its type&apos;s {2}</source>
        <translation>张量“{0}”有 {1} 个字节，不是其类型大小 {2} 的倍数</translation>
    </message>
</context>
<context>
    <name>serve.count</name>
    <message>
        <source>the tensor &quot;{0}&quot; has {1:element|elements}, but its shape has {2}</source>
        <translation>张量“{0}”有 {1} 个元素，但其形状对应 {2} 个</translation>
    </message>
</context>
<context>
    <name>serve.header</name>
    <message>
        <source>the header {0} says {1:byte|bytes}, and the request has {2}</source>
        <translation>请求头 {0} 声明有 {1} 个字节，而请求有 {2} 个</translation>
    </message>
</context>
<context>
    <name>serve.header_number</name>
    <message>
        <source>the header {0} is &quot;{1}&quot;, expected a number of bytes</source>
        <translation>请求头 {0} 的值为“{1}”，应为字节数</translation>
    </message>
</context>
<context>
    <name>serve.input</name>
    <message>
        <source>the request has no tensor for the input &quot;{0}&quot;; the model&apos;s metadata lists them</source>
        <translation>请求中没有输入“{0}”的张量；模型的元数据列出了各个输入</translation>
    </message>
</context>
<context>
    <name>serve.inputs</name>
    <message>
        <source>the model takes {0:tensor|tensors}, and the request has {1}</source>
        <translation>模型需要 {0} 个张量，而请求有 {1} 个</translation>
    </message>
</context>
<context>
    <name>serve.name</name>
    <message>
        <source>the name &quot;{0}&quot; contains a slash; choose another one with --name</source>
        <translation>名称“{0}”含有斜杠；请用“--name”另选一个</translation>
    </message>
</context>
<context>
    <name>serve.no_shape</name>
    <message>
        <source>the tensor &quot;{0}&quot; has no axis of samples</source>
        <translation>张量“{0}”没有样本轴</translation>
    </message>
</context>
<context>
    <name>serve.number</name>
    <message>
        <source>the tensor &quot;{0}&quot; holds {1}, which is no number of its type; send another type</source>
        <translation>张量“{0}”含有 {1}，它不是该类型的数；请以其他类型发送</translation>
    </message>
</context>
<context>
    <name>serve.output</name>
    <message>
        <source>the model has no output &quot;{0}&quot;; its metadata lists them</source>
        <translation>模型没有输出“{0}”；其元数据列出了各个输出</translation>
    </message>
</context>
<context>
    <name>serve.rest</name>
    <message>
        <source>the request has {0:byte|bytes} that no tensor claims</source>
        <translation>请求中有 {0} 个字节不属于任何张量</translation>
    </message>
</context>
<context>
    <name>serve.samples</name>
    <message>
        <source>the tensors have different numbers of samples; send as many of each</source>
        <translation>各张量的样本数不同；请使它们的样本数相同</translation>
    </message>
</context>
<context>
    <name>serve.shape</name>
    <message>
        <source>the shape of the tensor &quot;{0}&quot; is not valid; send sizes from 1</source>
        <translation>张量“{0}”的形状无效；请发送不小于 1 的尺寸</translation>
    </message>
</context>
<context>
    <name>serve.texts</name>
    <message>
        <source>the texts of the tensor &quot;{0}&quot; are cut off</source>
        <translation>张量“{0}”的文本不完整</translation>
    </message>
</context>
<context>
    <name>serve.type</name>
    <message>
        <source>the tensor &quot;{0}&quot; is of type {1}; send FP32, FP64, UINT8, INT32, INT64 or, for texts, BYTES</source>
        <translation>张量“{0}”的类型为 {1}；请发送 FP32、FP64、UINT8、INT32、INT64，文本则用 BYTES</translation>
    </message>
</context>
<context>
    <name>set.data</name>
    <message>
        <source>data has no setting &quot;{0}&quot;; there are: {1}; what belongs to the data source is set as data.source.{0}</source>
        <translation>“data” 没有设置项“{0}”；现有：{1}；属于数据源的写作 data.source.{0}</translation>
    </message>
</context>
<context>
    <name>set.loss</name>
    <message>
        <source>the project has {0:loss|losses}, so &quot;{1}&quot; names none of them; edit the file</source>
        <translation>项目有 {0} 个损失，因此“{1}”不指其中任何一个；请编辑文件</translation>
    </message>
</context>
<context>
    <name>set.meant</name>
    <message>
        <source>there is no setting &quot;{0}&quot;; did you mean &quot;{1}&quot;?</source>
        <translation>没有设置项“{0}”；是否要写“{1}”？</translation>
    </message>
</context>
<context>
    <name>set.name</name>
    <message>
        <source>{0} has no setting &quot;{1}&quot;; there are: {2}</source>
        <translation>{0} 没有设置项“{1}”；现有：{2}</translation>
    </message>
</context>
<context>
    <name>set.no_parts</name>
    <message>
        <source>the project has no {0} to set; edit the file</source>
        <translation>项目中没有可设置的 {0}；请编辑项目文件</translation>
    </message>
</context>
<context>
    <name>set.node</name>
    <message>
        <source>there is no layer &quot;{0}&quot; to set; name {1} or the id of a layer</source>
        <translation>没有可设置的层“{0}”；请写 {1} 或某一层的 id</translation>
    </message>
</context>
<context>
    <name>set.part</name>
    <message>
        <source>there is no &quot;{1}&quot; among the {0} of the project; there are: {2}</source>
        <translation>项目的 {0} 中没有“{1}”；现有：{2}</translation>
    </message>
</context>
<context>
    <name>set.syntax</name>
    <message>
        <source>expected &quot;node.parameter=value&quot;, got &quot;{0}&quot;</source>
        <translation>应为“node.parameter=value”，实际为“{0}”</translation>
    </message>
</context>
<context>
    <name>set.value</name>
    <message>
        <source>{0}.{1}</source>
        <translation>{0}.{1}</translation>
    </message>
</context>
<context>
    <name>settings.group_empty</name>
    <message>
        <source>training.groups: the group &quot;{0}&quot; has no layers; name some or remove it</source>
        <translation>training.groups：组“{0}”中没有层；请填写几个层，或移除该组</translation>
    </message>
</context>
<context>
    <name>settings.group_in_no_phase</name>
    <message>
        <source>training.groups: no phase trains the group &quot;{0}&quot;; name it among the groups of a phase</source>
        <translation>training.groups：没有阶段训练组“{0}”；请把它写进某个阶段的组中</translation>
    </message>
</context>
<context>
    <name>settings.group_layer</name>
    <message>
        <source>training.groups: the layer &quot;{0}&quot; is listed twice in the groups; list it once</source>
        <translation>training.groups：层“{0}”在各组中出现了两次；请只写一次</translation>
    </message>
</context>
<context>
    <name>settings.group_name</name>
    <message>
        <source>training.groups: a group&apos;s name must be 1 to 64 letters, digits, _ or -, got &quot;{0}&quot;</source>
        <translation>training.groups：组的名称应为 1 到 64 个字母、数字、_ 或 -，得到的是“{0}”</translation>
    </message>
</context>
<context>
    <name>settings.group_names</name>
    <message>
        <source>training.groups: several groups are called &quot;{0}&quot;; give each a different name</source>
        <translation>training.groups：有几个组都叫“{0}”；请给每个组不同的名称</translation>
    </message>
</context>
<context>
    <name>settings.group_untrained</name>
    <message>
        <source>training.groups: no loss trains the group &quot;{0}&quot;; name it among the groups of a loss</source>
        <translation>training.groups：没有损失训练组“{0}”；请把它写进某个损失的组中</translation>
    </message>
</context>
<context>
    <name>settings.layer</name>
    <message>
        <source>training.{0}: there is no layer &quot;{1}&quot;; name layers of the network</source>
        <translation>training.{0}：没有名为“{1}”的层；请填写网络中的层</translation>
    </message>
</context>
<context>
    <name>settings.named_group</name>
    <message>
        <source>training.{0}: there is no parameter group &quot;{1}&quot;; name one of training.groups</source>
        <translation>training.{0}：没有参数组“{1}”；请填写 training.groups 中的一个组</translation>
    </message>
</context>
<context>
    <name>settings.named_group_near</name>
    <message>
        <source>training.{0}: there is no parameter group &quot;{1}&quot;; did you mean &quot;{2}&quot;?</source>
        <translation>training.{0}：没有参数组“{1}”；是不是指“{2}”？</translation>
    </message>
</context>
<context>
    <name>settings.phase_endless</name>
    <message>
        <source>training.phases: the phase &quot;{0}&quot; has no number of epochs, so no phase can follow it; set one</source>
        <translation>training.phases：阶段“{0}”没有轮数，其后的阶段不会开始；请给它轮数</translation>
    </message>
</context>
<context>
    <name>settings.phase_late</name>
    <message>
        <source>training.phases: the phase &quot;{0}&quot; would begin after {1:epoch|epochs}, and training ends after {2}; set training.epochs higher</source>
        <translation>training.phases：阶段“{0}”要在 {1} 轮之后开始，而训练在 {2} 轮后就结束；请增大 training.epochs</translation>
    </message>
</context>
<context>
    <name>settings.phase_name</name>
    <message>
        <source>training.phases: a phase&apos;s name must be 1 to 64 letters, digits, _ or -, got &quot;{0}&quot;</source>
        <translation>training.phases：阶段的名称应为 1 到 64 个字母、数字、_ 或 -，得到的是“{0}”</translation>
    </message>
</context>
<context>
    <name>settings.phase_names</name>
    <message>
        <source>training.phases: several phases are called &quot;{0}&quot;; give each a different name</source>
        <translation>training.phases：有几个阶段都叫“{0}”；请给每个阶段不同的名称</translation>
    </message>
</context>
<context>
    <name>settings.phase_turns</name>
    <message>
        <source>training.phases: the phase &quot;{0}&quot; does not match the others, which take turns by steps; give all of them steps or all of them epochs</source>
        <translation>training.phases：阶段“{0}”与其他按步数轮流进行的阶段不相配；请让所有阶段都写步数，或都写轮数</translation>
    </message>
</context>
<context>
    <name>settings.pruning</name>
    <message>
        <source>pruning.begin is {0}, and pruning.end {1}; weights become zero in between: choose a smaller begin or a larger end</source>
        <translation>“pruning.begin” 是 {0}，“pruning.end” 是 {1}；权重在两者之间变为零：请选择更小的开始或更大的结束</translation>
    </message>
</context>
<context>
    <name>settings.validation_file</name>
    <message>
        <source>data.validation_file is empty; set it to the text file that names the samples to validate with</source>
        <translation>data.validation_file 为空；请设为列出验证样本的文本文件</translation>
    </message>
</context>
<context>
    <name>settings.value</name>
    <message>
        <source>{0}.{1}</source>
        <translation>{0}.{1}</translation>
    </message>
</context>
<context>
    <name>settings.weight</name>
    <message>
        <source>a loss has the weight {0}; it must be a finite number above 0</source>
        <translation>有损失的权重为 {0}；它须为大于 0 的有限数</translation>
    </message>
</context>
<context>
    <name>sgd</name>
    <message>
        <source>What the gradient is multiplied by before it is subtracted from the weights.</source>
        <translation>从权重中减去梯度之前，梯度所乘的数。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>The fraction of the last step that is kept; 0 for plain gradient descent.</source>
        <translation>上一步延续到这一步的比例；0 即普通梯度下降。</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov 动量</translation>
    </message>
    <message>
        <source>Whether to use Nesterov momentum, which looks one step ahead.</source>
        <translation>是否采用 Nesterov 动量，即向前看一步。</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>Stochastic gradient descent: a step against the gradient, with optional momentum.</source>
        <translation>随机梯度下降：沿梯度的反方向走一步，可加入动量。</translation>
    </message>
</context>
<context>
    <name>shape.overflow</name>
    <message>
        <source>a tensor of {0} has more elements than 64 bits can count</source>
        <translation>形状为 {0} 的张量的元素数超出 64 位的计数范围</translation>
    </message>
</context>
<context>
    <name>shape.rank</name>
    <message>
        <source>a shape of {0:axis|axes} was given, at most {1} are supported</source>
        <translation>给出的形状有 {0} 个轴，最多支持 {1} 个</translation>
    </message>
</context>
<context>
    <name>shape.size</name>
    <message>
        <source>a shape has an axis of size {0}; every axis must be at least 1</source>
        <translation>形状中有大小为 {0} 的轴；每个轴的大小至少为 1</translation>
    </message>
</context>
<context>
    <name>shapes</name>
    <message>
        <source>, </source>
        <comment>between two shapes</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>?</source>
        <comment>an unknown shape</comment>
        <translation>?</translation>
    </message>
</context>
<context>
    <name>sigmoid</name>
    <message>
        <source>logistic</source>
        <translation>逻辑函数, S 型函数</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoid</translation>
    </message>
    <message>
        <source>Squeezes every value into (0, 1): 1 / (1 + exp(−x)).</source>
        <translation>将每个值压缩到 (0, 1)：1 / (1 + exp(−x))。</translation>
    </message>
</context>
<context>
    <name>silu</name>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>Every value times its own sigmoid: x / (1 + exp(−x)).</source>
        <translation>每个值乘以它自己的 Sigmoid：x / (1 + exp(−x))。</translation>
    </message>
    <message>
        <source>swish, sigmoid linear unit</source>
        <translation>swish, Sigmoid 线性单元</translation>
    </message>
</context>
<context>
    <name>simple_rnn</name>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>The activation function applied to each step&apos;s result.</source>
        <translation>应用于每一步结果的激活函数。</translation>
    </message>
    <message>
        <source>Simple RNN</source>
        <translation>简单循环网络</translation>
    </message>
    <message>
        <source>Reads a sequence step by step: each result is made of the step and of the result before it.</source>
        <translation>逐步读取序列：每个结果由当前步和前一个结果得出。</translation>
    </message>
    <message>
        <source>recurrent, elman, vanilla rnn, bidirectional</source>
        <translation>循环, elman, 普通 rnn, 双向</translation>
    </message>
</context>
<context>
    <name>softmax</name>
    <message>
        <source>probabilities, classifier</source>
        <translation>概率, 归一化指数函数, 分类器, 柔性最大值</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Turns the last axis into probabilities that sum to 1: exp(x) / Σ exp(x).</source>
        <translation>将最后一个轴变成总和为 1 的概率：exp(x) / Σ exp(x)。</translation>
    </message>
</context>
<context>
    <name>softplus</name>
    <message>
        <source>Softplus</source>
        <translation>Softplus</translation>
    </message>
    <message>
        <source>A smooth ReLU: ln(1 + exp(x)).</source>
        <translation>平滑的 ReLU：ln(1 + exp(x))。</translation>
    </message>
    <message>
        <source>smooth relu, soft relu</source>
        <translation>平滑 ReLU, 软 ReLU</translation>
    </message>
</context>
<context>
    <name>softsign</name>
    <message>
        <source>Softsign</source>
        <translation>Softsign</translation>
    </message>
    <message>
        <source>Squeezes every value into (−1, 1), more gently than tanh: x / (1 + |x|).</source>
        <translation>把每个值压缩到 (−1, 1)，比 tanh 更平缓：x / (1 + |x|)。</translation>
    </message>
    <message>
        <source>soft sign</source>
        <translation>软符号函数</translation>
    </message>
</context>
<context>
    <name>sparse_categorical_crossentropy</name>
    <message>
        <source>Sparse categorical cross-entropy</source>
        <translation>稀疏多分类交叉熵</translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>The negative log-likelihood of the right class, −log p; the target is one class number per sample.</source>
        <translation>正确类别的负对数似然，−log p；目标是每个样本一个类别编号。</translation>
    </message>
</context>
<context>
    <name>sparse_categorical_crossentropy.target</name>
    <message>
        <source>the target holds no classes; use categorical_crossentropy for vectors of probabilities or mean_squared_error for numbers</source>
        <translation>目标不是类别；对概率向量请使用 categorical_crossentropy，对数值请使用 mean_squared_error</translation>
    </message>
</context>
<context>
    <name>spatial_dropout</name>
    <message>
        <source>Spatial dropout 1D</source>
        <translation>1D 空间 Dropout</translation>
    </message>
    <message>
        <source>SpatialDrop1D</source>
        <translation>1D 空间 Dropout</translation>
    </message>
    <message>
        <source>Drops whole channels of a sequence while training, since neighboring steps are correlated.</source>
        <translation>训练时丢弃序列的整个通道，因为相邻的时间步所含信息相近。</translation>
    </message>
    <message>
        <source>dropout1d, channel dropout, feature dropout</source>
        <translation>通道随机失活, 特征随机失活, 空间丢弃</translation>
    </message>
    <message>
        <source>Spatial dropout 2D</source>
        <translation>2D 空间 Dropout</translation>
    </message>
    <message>
        <source>SpatialDrop2D</source>
        <translation>2D 空间 Dropout</translation>
    </message>
    <message>
        <source>Drops whole channels of an image while training, since neighboring pixels are correlated.</source>
        <translation>训练时丢弃图像的整个通道，因为相邻的像素所含信息相近。</translation>
    </message>
    <message>
        <source>dropout2d, channel dropout, feature dropout</source>
        <translation>通道随机失活, 特征随机失活, 空间丢弃</translation>
    </message>
    <message>
        <source>Spatial dropout 3D</source>
        <translation>3D 空间 Dropout</translation>
    </message>
    <message>
        <source>SpatialDrop3D</source>
        <translation>3D 空间 Dropout</translation>
    </message>
    <message>
        <source>Drops whole channels of a volume while training, since neighboring voxels are correlated.</source>
        <translation>训练时丢弃三维体的整个通道，因为相邻的体素所含信息相近。</translation>
    </message>
    <message>
        <source>dropout3d, channel dropout, feature dropout</source>
        <translation>通道随机失活, 特征随机失活, 空间丢弃</translation>
    </message>
</context>
<context>
    <name>spectrum.large</name>
    <message>
        <source>the singular values of {0}×{1} weights take about {2:second|seconds}</source>
        <translation>{0}×{1} 权重的奇异值大约需要 {2} 秒</translation>
    </message>
</context>
<context>
    <name>spectrum.not_finite</name>
    <message>
        <source>{0:weight is|weights are} not finite (NaN or infinite), so there are no singular values: the training has diverged; choose an earlier moment of it</source>
        <translation>{0} 个权重不是有限数（NaN 或无穷），因此没有奇异值：训练已发散；请选择更早的时刻</translation>
    </message>
</context>
<context>
    <name>squared_hinge</name>
    <message>
        <source>Squared hinge</source>
        <translation>平方合页损失</translation>
    </message>
    <message>
        <source>The mean of max(1 − target·prediction, 0)²; targets are −1 and 1, and a 0 counts as −1.</source>
        <translation>max(1 − 目标·预测, 0)² 的平均值；目标为 −1 和 1，0 按 −1 计。</translation>
    </message>
</context>
<context>
    <name>state.row</name>
    <message>
        <source>the state was made for another plan: it has no &quot;{0}&quot; of {1:element|elements}</source>
        <translation>该状态是按另一个计划建立的：其中没有含 {1} 个元素的“{0}”</translation>
    </message>
</context>
<context>
    <name>state.shuffle</name>
    <message>
        <source>{0}: it carries its state from batch to batch, so batches must follow one another, and data.shuffle shuffles the samples again in each epoch; set data.shuffle to false</source>
        <translation>{0}：它的状态逐批延续，因此各批次必须前后相接，而 data.shuffle 会在每轮重新打乱样本；请将 data.shuffle 设为 false</translation>
    </message>
</context>
<context>
    <name>state.size</name>
    <message>
        <source>the arena {0} has {1:element|elements}, {2:was|were} asked for</source>
        <translation>内存池 {0} 有 {1} 个元素，请求了 {2} 个</translation>
    </message>
</context>
<context>
    <name>state.validation</name>
    <message>
        <source>{0}: it carries its state from batch to batch, so batches must follow one another, and data.validation &quot;{1}&quot; takes samples out of the middle; set data.validation to test or none</source>
        <translation>{0}：它的状态逐批延续，因此各批次必须前后相接，而 data.validation 为“{1}”时会从中间抽走样本；请将 data.validation 设为“test”或“none”</translation>
    </message>
</context>
<context>
    <name>state.windows</name>
    <message>
        <source>{0}: it carries its state from batch to batch, so a window must begin where the one before it ends, and those of &quot;{1}&quot; have {2:number|numbers} and begin {3} apart; set the data&apos;s step to the length of its window</source>
        <translation>{0}：它的状态逐批延续，因此每个窗口必须从前一个窗口结束之处开始，而“{1}”的窗口有 {2} 个数，起点相距 {3} 个；请将数据的步长设为窗口的长度</translation>
    </message>
</context>
<context>
    <name>step</name>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by at each drop.</source>
        <translation>每次下降时学习率乘以多少。</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>Number of epochs between drops.</source>
        <translation>每隔多少轮下降一次。</translation>
    </message>
    <message>
        <source>The learning rate drops by a factor every few epochs.</source>
        <translation>学习率每隔几轮按系数下降。</translation>
    </message>
</context>
<context>
    <name>steps.batch</name>
    <message>
        <source>a batch of {0} is more than the {1:sample|samples} available; choose a smaller one</source>
        <translation>批大小 {0} 超过了现有的 {1} 个样本；请调小</translation>
    </message>
</context>
<context>
    <name>steps.diverged</name>
    <message>
        <source>step {0} produced a NaN or an infinity; choose a smaller learning rate</source>
        <translation>第 {0} 步产生了 NaN 或无穷大；请调小学习率</translation>
    </message>
</context>
<context>
    <name>studio.attribution_input</name>
    <message>
        <source>this network reads &quot;{0}&quot;, which the sample does not have; choose a sample of the data that the network was trained on</source>
        <translation>此网络读取“{0}”，而该样本没有它；请选择训练该网络所用数据中的样本</translation>
    </message>
</context>
<context>
    <name>studio.attribution_output</name>
    <message>
        <source>no loss applies to an output of this network; give one of its layers a loss</source>
        <translation>此网络的输出没有对应的损失；请为它的某一层添加损失</translation>
    </message>
</context>
<context>
    <name>studio.attribution_text</name>
    <message>
        <source>this network does not read a single text; use one that was trained on text, or choose a sample of its own data</source>
        <translation>此网络不读取单个文本；请使用以文本训练的网络，或选择它自己数据中的样本</translation>
    </message>
</context>
<context>
    <name>studio.memory</name>
    <message>
        <source>not enough memory; choose a smaller batch or close other programs</source>
        <translation>内存不足；请调小批大小或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>studio.no_text</name>
    <message>
        <source>the network&apos;s input is not a single text; use a network trained on text</source>
        <translation>该网络的输入不是单独的文本；请使用以文本训练的网络</translation>
    </message>
</context>
<context>
    <name>studio.unexpected</name>
    <message>
        <source>an unexpected error occurred: {0}</source>
        <translation>发生了意料之外的错误：{0}</translation>
    </message>
</context>
<context>
    <name>subtract</name>
    <message>
        <source>Subtract</source>
        <translation>相减</translation>
    </message>
    <message>
        <source>Subtracts the second input from the first, element by element.</source>
        <translation>逐元素从第一个输入中减去第二个。</translation>
    </message>
    <message>
        <source>minus, difference</source>
        <translation>减, 差</translation>
    </message>
    <message>
        <source>What is subtracted from.</source>
        <translation>被减的一方。</translation>
    </message>
    <message>
        <source>What is subtracted, of the same shape.</source>
        <translation>减去的一方，形状相同。</translation>
    </message>
</context>
<context>
    <name>system.access</name>
    <message>
        <source>Permission denied</source>
        <translation>权限不够</translation>
    </message>
</context>
<context>
    <name>system.all_files</name>
    <message>
        <source>Too many open files in system</source>
        <translation>系统中打开的文件过多</translation>
    </message>
</context>
<context>
    <name>system.allow</name>
    <message>
        <source>allow writing there</source>
        <translation>请允许在该处写入</translation>
    </message>
</context>
<context>
    <name>system.busy</name>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源忙</translation>
    </message>
</context>
<context>
    <name>system.check_disk</name>
    <message>
        <source>check the disk</source>
        <translation>请检查磁盘</translation>
    </message>
</context>
<context>
    <name>system.check_folder</name>
    <message>
        <source>check the folder</source>
        <translation>请检查该文件夹</translation>
    </message>
</context>
<context>
    <name>system.device</name>
    <message>
        <source>No such device</source>
        <translation>没有这样的设备</translation>
    </message>
</context>
<context>
    <name>system.exists</name>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
</context>
<context>
    <name>system.file_limit</name>
    <message>
        <source>raise the limit on a file&apos;s size (ulimit -f)</source>
        <translation>请提高文件大小的限制（“ulimit -f”）</translation>
    </message>
</context>
<context>
    <name>system.files</name>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
</context>
<context>
    <name>system.files_limit</name>
    <message>
        <source>close other programs or raise the limit on open files (ulimit -n)</source>
        <translation>请关闭其他程序，或提高打开文件数的限制（“ulimit -n”）</translation>
    </message>
</context>
<context>
    <name>system.folder</name>
    <message>
        <source>Is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
</context>
<context>
    <name>system.free_memory</name>
    <message>
        <source>close other programs</source>
        <translation>请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>system.free_space</name>
    <message>
        <source>free some space</source>
        <translation>请释放一些空间</translation>
    </message>
</context>
<context>
    <name>system.io</name>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
</context>
<context>
    <name>system.large</name>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
</context>
<context>
    <name>system.links</name>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
</context>
<context>
    <name>system.memory</name>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
</context>
<context>
    <name>system.missing</name>
    <message>
        <source>No such file or directory</source>
        <translation>没有那个文件或文件夹</translation>
    </message>
</context>
<context>
    <name>system.name</name>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
</context>
<context>
    <name>system.no_folder</name>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
</context>
<context>
    <name>system.not_empty</name>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹非空</translation>
    </message>
</context>
<context>
    <name>system.other</name>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
</context>
<context>
    <name>system.permission</name>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
</context>
<context>
    <name>system.quota</name>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
</context>
<context>
    <name>system.read_only</name>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
</context>
<context>
    <name>system.space</name>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
</context>
<context>
    <name>tanh</name>
    <message>
        <source>hyperbolic tangent</source>
        <translation>双曲正切</translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>Squeezes every value into (−1, 1): the hyperbolic tangent.</source>
        <translation>将每个值压缩到 (−1, 1)：双曲正切。</translation>
    </message>
</context>
<context>
    <name>targets</name>
    <message>
        <source>Accepts this shape</source>
        <translation>接受此形状</translation>
    </message>
    <message>
        <source>Expects another shape</source>
        <translation>需要其他形状</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a layer and its input</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>telemetry.none</name>
    <message>
        <source>{0} has no record of the machine that can be read: it is from before runs had one, or its telemetry.csv was damaged or removed</source>
        <translation>{0} 没有可读取的机器记录：它可能来自尚无此记录的版本，或者其 telemetry.csv 已损坏或被删除</translation>
    </message>
</context>
<context>
    <name>texts.empty_class</name>
    <message>
        <source>the class folder {0} holds no text file (.txt); add some or remove it</source>
        <translation>类别文件夹 {0} 中没有文本文件；请添加或将其删除</translation>
    </message>
</context>
<context>
    <name>texts.no_classes</name>
    <message>
        <source>{0} holds no folders; expected one for each class, with its texts in it, or such folders in &quot;train&quot; and &quot;test&quot;</source>
        <translation>{0} 中没有文件夹；应为每个类别一个，其中放该类的文本，或在“train”和“test”中有这样的文件夹</translation>
    </message>
</context>
<context>
    <name>texts.others</name>
    <message>
        <source>{0:file|files} without the extension .txt left out, such as {1}</source>
        <translation>已略去 {0} 个不是文本文件的文件，例如 {1}</translation>
    </message>
</context>
<context>
    <name>tflite.buffer</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; is in buffer {2} of {3}; the model is damaged: convert it again</source>
        <translation>{0}：张量“{1}”在第 {2} 个缓冲区中，而缓冲区共有 {3} 个；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.bytes</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; of type {2} has {3:byte|bytes}, which don&apos;t match its shape; the model is damaged: convert it again</source>
        <translation>{0}：类型为 {2} 的张量“{1}”有 {3} 字节，与其形状不符；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.custom</name>
    <message>
        <source>its quantization is of another kind than scale and zero point</source>
        <translation>其量化方式不是缩放系数和零点</translation>
    </message>
</context>
<context>
    <name>tflite.import.activation</name>
    <message>
        <source>its activation, number {0}, is no layer&apos;s</source>
        <translation>它的激活（编号 {0}）不是任何层的激活</translation>
    </message>
</context>
<context>
    <name>tflite.import.batch_dims</name>
    <message>
        <source>it gathers with other indices for each sample, which is not supported</source>
        <translation>它对每个样本按不同的下标取值，这不受支持</translation>
    </message>
</context>
<context>
    <name>tflite.import.classes</name>
    <message>
        <source>The file names {0:class|classes}, from &quot;{1}&quot; to &quot;{2}&quot;. They are in the project file, under &quot;{3}&quot;; the classes of the data must be in that order.</source>
        <translation>文件列出了 {0} 个类别，从“{1}”到“{2}”。它们在项目文件的“{3}”下；数据的类别必须按这个顺序。</translation>
    </message>
</context>
<context>
    <name>tflite.import.constant</name>
    <message>
        <source>its constant &quot;{0}&quot; can&apos;t be read: {1}</source>
        <translation>它的常量“{0}”无法读取：{1}</translation>
    </message>
</context>
<context>
    <name>tflite.import.empty</name>
    <message>
        <source>the model has no graph with an output, so there is nothing to train</source>
        <translation>模型没有带输出的图，因此没有可训练的内容</translation>
    </message>
</context>
<context>
    <name>tflite.import.image</name>
    <message>
        <source>its input {0} has not the four axes samples, height, width and channels</source>
        <translation>它的输入 {0} 没有样本、高、宽和通道这四个轴</translation>
    </message>
</context>
<context>
    <name>tflite.import.input</name>
    <message>
        <source>this input has no axis of samples before 1 to {0} others of known sizes; convert the model with such an input</source>
        <translation>这个输入没有样本轴，其后应有 1 到 {0} 个大小已知的轴；请用这样的输入转换模型</translation>
    </message>
</context>
<context>
    <name>tflite.import.input_type</name>
    <message>
        <source>this input holds no numbers</source>
        <translation>这个输入不包含数</translation>
    </message>
</context>
<context>
    <name>tflite.import.integers</name>
    <message>
        <source>its input {0} must be of integers; the model is damaged: convert it again</source>
        <translation>它的输入 {0} 必须是整数；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.import.kernel</name>
    <message>
        <source>its kernel of {0} does not fit its input</source>
        <translation>它的 {0} 的卷积核与输入不符</translation>
    </message>
</context>
<context>
    <name>tflite.import.masks</name>
    <message>
        <source>it inserts axes or leaves some of them open, which is not supported</source>
        <translation>它插入轴或让部分轴开放，这不受支持</translation>
    </message>
</context>
<context>
    <name>tflite.import.missing</name>
    <message>
        <source>its input {0} is missing; the model is damaged: convert it again</source>
        <translation>缺少它的输入 {0}；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.import.not_constant</name>
    <message>
        <source>its input {0} depends on the samples; only a constant is supported there</source>
        <translation>它的输入 {0} 依赖样本；那里只支持常量</translation>
    </message>
</context>
<context>
    <name>tflite.import.order</name>
    <message>
        <source>the tensor &quot;{0}&quot; is read before it is computed; the model is damaged: convert it again</source>
        <translation>张量“{0}”在计算之前就被读取；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.import.place</name>
    <message>
        <source>tensor {0} of {1} is used; the model is damaged: convert it again</source>
        <translation>使用了 {1} 个张量中的第 {0} 个；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.import.quantized</name>
    <message>
        <source>The model computes in integers. The network has the numbers that they stand for, and predicts the same up to their rounding.</source>
        <translation>模型以整数计算。网络使用它们所代表的数，预测结果在舍入范围内相同。</translation>
    </message>
</context>
<context>
    <name>tflite.import.range</name>
    <message>
        <source>what it takes of its input does not fit the input&apos;s axes</source>
        <translation>它从输入中取的范围与输入的轴不符</translation>
    </message>
</context>
<context>
    <name>tflite.import.shuffled</name>
    <message>
        <source>its weights are in an order that only some processors use</source>
        <translation>它的权重采用只有部分处理器使用的顺序</translation>
    </message>
</context>
<context>
    <name>tflite.import.twice</name>
    <message>
        <source>the tensor &quot;{0}&quot; is computed twice; the model is damaged: convert it again</source>
        <translation>张量“{0}”计算了两次；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.integers</name>
    <message>
        <source>{0:tensor|tensors} left out: integers without a scale are no weights</source>
        <translation>已略去 {0} 个张量：没有缩放系数的整数不是权重</translation>
    </message>
</context>
<context>
    <name>tflite.left_out</name>
    <message>
        <source>&quot;{0}&quot; left out: {1}</source>
        <translation>已略去“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>tflite.operator</name>
    <message>
        <source>{0}: an operator is of kind {1} of {2}; the model is damaged: convert it again</source>
        <translation>{0}：一个算子的种类是 {2} 种中的第 {1} 种；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.parse</name>
    <message>
        <source>{0} is not a TensorFlow Lite model, or it is truncated; download or convert it again</source>
        <translation>{0} 不是 TensorFlow Lite 模型，或被截断；请重新下载或转换</translation>
    </message>
</context>
<context>
    <name>tflite.range</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; claims {2:byte|bytes} from {3} of the file, which has {4}; it is truncated: download it again</source>
        <translation>{0}：张量“{1}”声称占用文件中自第 {3} 字节起的 {2} 字节，而文件只有 {4} 字节；它被截断：请重新下载</translation>
    </message>
</context>
<context>
    <name>tflite.rank</name>
    <message>
        <source>it has {0:axis|axes}, and {1} can be used</source>
        <translation>它有 {0} 个轴，而最多可以使用 {1} 个</translation>
    </message>
</context>
<context>
    <name>tflite.scales</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; of shape {2} has {3:scale|scales} and {4:zero point|zero points} for its axis {5}; the model is damaged: convert it again</source>
        <translation>{0}：形状为 {2} 的张量“{1}”在轴 {5} 上有 {3} 个缩放系数和 {4} 个零点；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.shared</name>
    <message>
        <source>{0}: the tensor &quot;{1}&quot; and others share their bytes more often than a converter would let them; the model is damaged: convert it again</source>
        <translation>{0}：张量“{1}”与其他张量共用字节的次数多于转换程序所允许的；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>tflite.sparse</name>
    <message>
        <source>it is sparse; convert the model with dense weights</source>
        <translation>它是稀疏的；请用稠密权重转换模型</translation>
    </message>
</context>
<context>
    <name>tflite.type</name>
    <message>
        <source>elements of {0} are no weights</source>
        <translation>{0} 类型的元素不是权重</translation>
    </message>
</context>
<context>
    <name>tflite.type_number</name>
    <message>
        <source>its type, number {0}, is not known</source>
        <translation>其类型编号 {0} 未知</translation>
    </message>
</context>
<context>
    <name>tflite.utf8</name>
    <message>
        <source>{0}: the name &quot;{1}&quot; is not Unicode; the model is damaged: convert it again</source>
        <translation>{0}：名称“{1}”不是 Unicode；模型已损坏：请重新转换</translation>
    </message>
</context>
<context>
    <name>throttle</name>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Clocks lowered by user settings</source>
        <translation>用户设置降低了频率</translation>
    </message>
    <message>
        <source>At its power limit</source>
        <translation>达到功耗上限</translation>
    </message>
    <message>
        <source>Slowed by its hardware</source>
        <translation>被硬件降速</translation>
    </message>
    <message>
        <source>Tied to another GPU&apos;s clocks</source>
        <translation>与另一块 GPU 的频率同步</translation>
    </message>
    <message>
        <source>Near its temperature limit</source>
        <translation>接近温度上限</translation>
    </message>
    <message>
        <source>Too hot</source>
        <translation>过热</translation>
    </message>
    <message>
        <source>Slowed by the power supply</source>
        <translation>被供电系统降速</translation>
    </message>
    <message>
        <source>Clocks set by a display</source>
        <translation>频率由显示输出决定</translation>
    </message>
</context>
<context>
    <name>top_k_accuracy</name>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>The right class must be among this many of the largest outputs.</source>
        <translation>正确类别须在最大的多少个输出之中。</translation>
    </message>
    <message>
        <source>Top-k accuracy</source>
        <translation>前 k 准确率</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>前 k</translation>
    </message>
    <message>
        <source>The fraction of samples whose right class is among the k largest outputs.</source>
        <translation>正确类别位于最大的 k 个输出之中的样本比例。</translation>
    </message>
</context>
<context>
    <name>tracing.diverged</name>
    <message>
        <source>step {0} makes a NaN or an infinity: choose smaller weights or a smaller learning rate</source>
        <translation>第 {0} 步产生 NaN 或无穷大：请选择更小的权重或更小的学习率</translation>
    </message>
</context>
<context>
    <name>tracing.memory</name>
    <message>
        <source>a step of this network has {0:number|numbers}, too many to look at one by one; choose a smaller batch</source>
        <translation>该网络的一步有 {0} 个数，多得无法逐个查看；请选择更小的批次</translation>
    </message>
</context>
<context>
    <name>tracing.phases</name>
    <message>
        <source>this training has phases that train different layers, and only a training with one phase can be followed step by step; remove the phases to look at its steps</source>
        <translation>这个训练分阶段训练不同的层，只有单阶段的训练才能逐步跟随；去掉各阶段再查看它的训练步</translation>
    </message>
</context>
<context>
    <name>tracing.weight</name>
    <message>
        <source>the network has no weight {1} of &quot;{0}&quot;</source>
        <translation>网络的“{0}”没有第 {1} 个权重</translation>
    </message>
</context>
<context>
    <name>train.batch</name>
    <message>
        <source>a batch of {0} is more than the {1:training sample|training samples} available; choose at most {1}</source>
        <translation>批大小 {0} 超过了现有的 {1} 个训练样本；最多选择 {1}</translation>
    </message>
</context>
<context>
    <name>train.diverged</name>
    <message>
        <source>at step {0} (epoch {1}) numbers became NaN or infinite, first in {2}. Use a smaller learning rate, clip the gradients, or check the range of the data. The last good checkpoint is {3}.</source>
        <translation>第 {0} 步（第 {1} 轮）出现了 NaN 或无穷大，最先出现在{2}。请调小学习率、裁剪梯度，或检查数据的取值范围。最近一个有效检查点是 {3}。</translation>
    </message>
</context>
<context>
    <name>train.done</name>
    <message>
        <source>trained {0:epoch|epochs}, {1:step|steps}</source>
        <translation>已训练 {0} 轮，{1} 步</translation>
    </message>
</context>
<context>
    <name>train.early</name>
    <message>
        <source>ended after epoch {0}: {2} has not improved for {1:epoch|epochs}</source>
        <translation>在第 {0} 轮后结束：{2} 已有 {1} 轮没有改善</translation>
    </message>
</context>
<context>
    <name>train.input.divided</name>
    <message>
        <source>the input &quot;{0}&quot; is divided by {1}</source>
        <translation>输入“{0}”除以 {1}</translation>
    </message>
</context>
<context>
    <name>train.input.plain</name>
    <message>
        <source>the input &quot;{0}&quot; stays as it is</source>
        <translation>输入“{0}”保持不变</translation>
    </message>
</context>
<context>
    <name>train.input.scaled</name>
    <message>
        <source>the input &quot;{0}&quot; has {1} subtracted and is then divided by {2}</source>
        <translation>输入“{0}”先减去 {1}，再除以 {2}</translation>
    </message>
</context>
<context>
    <name>train.memory</name>
    <message>
        <source>step {0} (epoch {1}) failed: {2}; the last checkpoint is {3}</source>
        <translation>第 {0} 步（第 {1} 轮）无法完成：{2}；最近的检查点是 {3}</translation>
    </message>
</context>
<context>
    <name>train.monitor</name>
    <message>
        <source>training.monitor is &quot;{0}&quot;, which is not measured here; choose from: {1}</source>
        <translation>training.monitor 是“{0}”，这里没有测量它；可选：{1}</translation>
    </message>
</context>
<context>
    <name>train.no_memory</name>
    <message>
        <source>there was not enough memory to continue training; close other programs, then resume the run</source>
        <translation>内存不足，无法继续训练；请关闭其他程序，然后继续训练</translation>
    </message>
</context>
<context>
    <name>train.place_gradients</name>
    <message>
        <source>the gradients&apos; norm (the largest is of {0})</source>
        <translation>梯度的范数（最大的梯度属于 {0}）</translation>
    </message>
</context>
<context>
    <name>train.place_layer</name>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>train.place_step</name>
    <message>
        <source>the training step</source>
        <translation>训练步骤</translation>
    </message>
</context>
<context>
    <name>train.rate</name>
    <message>
        <source>the learning rate at step {0} would be {1}; choose a number above 0</source>
        <translation>第 {0} 步的学习率将为 {1}；请选择大于 0 的数</translation>
    </message>
</context>
<context>
    <name>train.standardised</name>
    <message>
        <source>the numbers of {0} are standardized already, and become too small for a network; set data.subtract and data.divide to 0</source>
        <translation>{0} 的数值已经标准化，再缩小会小于网络所需；请将 data.subtract 和 data.divide 设为 0</translation>
    </message>
</context>
<context>
    <name>train.stopped</name>
    <message>
        <source>stopped at step {0} with a checkpoint</source>
        <translation>已在第 {0} 步停止并保存检查点</translation>
    </message>
</context>
<context>
    <name>train.unexpected</name>
    <message>
        <source>training ended with an error in Netsmith itself: {0}; resume the run</source>
        <translation>训练因 Netsmith 自身的错误而结束：{0}；请继续训练</translation>
    </message>
</context>
<context>
    <name>train.weights</name>
    <message>
        <source>step {0} left a NaN or an infinity in {1}; the last good checkpoint is {2}; try a smaller learning rate or less weight decay</source>
        <translation>第 {0} 步在 {1} 中留下了 NaN 或无穷大；最近的完好检查点是 {2}；请调小学习率或权重衰减</translation>
    </message>
</context>
<context>
    <name>training</name>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How many times the network sees every sample.</source>
        <translation>网络将每个样本看多少遍。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>The number of samples per step.</source>
        <translation>每步使用多少个样本。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The seed of all random numbers: the same seed gives the same run.</source>
        <translation>所有随机数的起点：相同的种子得到相同的训练。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The device to compute on: auto, cpu, cuda:0.</source>
        <translation>计算所用的设备：auto、cpu、cuda:0。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>The precision that layers compute in; weights and losses stay in FP32.</source>
        <translation>各层计算所用的数值格式；权重和损失仍为 FP32。</translation>
    </message>
    <message>
        <source>BF16</source>
        <translation>BF16</translation>
    </message>
    <message>
        <source>FP16</source>
        <translation>FP16</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>梯度裁剪范数</translation>
    </message>
    <message>
        <source>The largest norm of the gradient over all weights; 0 for no limit.</source>
        <translation>所有权重的梯度总范数的上限；0 表示不限。</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留检查点数</translation>
    </message>
    <message>
        <source>Clip value</source>
        <translation>按值裁剪</translation>
    </message>
    <message>
        <source>The largest absolute value of each element of the gradient; 0 for no limit.</source>
        <translation>梯度中每个数绝对值的上限；0 表示不限制。</translation>
    </message>
    <message>
        <source>Batches per step</source>
        <translation>每步批次数</translation>
    </message>
    <message>
        <source>Gradient accumulation: the number of batches whose gradients are added up before the weights change, like one batch that many times larger.</source>
        <translation>梯度累积：权重改变之前累加多少个批次的梯度，相当于大这么多倍的批次，却只占一个批次的内存。</translation>
    </message>
    <message>
        <source>Without decay</source>
        <translation>不衰减的层</translation>
    </message>
    <message>
        <source>Layers without weight decay; biases and norms are never decayed.</source>
        <translation>不受权重衰减影响的层；偏置和归一化参数从不衰减。</translation>
    </message>
    <message>
        <source>Averaged weights</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>How much of the weights&apos; moving average each step keeps; the average is then used for evaluation and prediction. 0 for none.</source>
        <translation>每一步保留多少权重的移动平均；评估和预测将使用这个平均。0 表示没有。</translation>
    </message>
    <message>
        <source>BF16, emulated</source>
        <translation>BF16（模拟）</translation>
    </message>
    <message>
        <source>FP16, emulated</source>
        <translation>FP16（模拟）</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>What the loss is multiplied by in FP16, so that small gradients are not lost; 0 adjusts it during training.</source>
        <translation>FP16 训练时损失所乘的倍数，使很小的梯度不致丢失；0 表示在训练中自动确定。</translation>
    </message>
    <message>
        <source>Kept in FP32</source>
        <translation>保持 FP32</translation>
    </message>
    <message>
        <source>Layers that compute in FP32 while the others use 16 bits.</source>
        <translation>其他层用 16 位计算时仍以 FP32 计算的层。</translation>
    </message>
    <message>
        <source>Judged by</source>
        <translation>评判依据</translation>
    </message>
    <message>
        <source>How many of the newest epochs&apos; checkpoints are kept, besides the best.</source>
        <translation>除最好的之外，保留最近多少轮的检查点。</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Number of steps between checkpoints to resume from after a crash; 0: every 30 seconds, or less often where that would take more than 5 % of the time.</source>
        <translation>每隔多少步写一个崩溃后可继续训练的检查点；0：每 30 秒一次，若这样会占用超过 5% 的时间则更少。</translation>
    </message>
    <message>
        <source>What decides which epoch is best and whether a run still improves: loss, or a metric&apos;s name such as f1_score; that of the validation, if there is one. Empty: the first metric, or the loss if there is none.</source>
        <translation>由什么决定哪一轮最好、训练是否仍在改善：loss，或 f1_score 之类的指标名；有验证时取验证的值。留空：第一个指标；没有指标时看损失。</translation>
    </message>
    <message>
        <source>Cross-validate: train once for each of N parts of the training samples, with that part for validation</source>
        <translation>交叉验证：把训练样本分成 N 份，每份轮流用作验证，各训练一次</translation>
    </message>
</context>
<context>
    <name>training.activation_twice</name>
    <message>
        <source>{0}: the loss &quot;{1}&quot; applies a {3} to values that already went through that of {2}; make {2} the last layer or remove its {3}</source>
        <translation>{0}：损失“{1}”会对已经过 {2} 的 {3} 的数值再应用一次 {3}；请让 {2} 成为最后一层，或去掉它的 {3}</translation>
    </message>
</context>
<context>
    <name>training.arrays</name>
    <message>
        <source>arrays of {0}</source>
        <translation>{0} 的数组</translation>
    </message>
</context>
<context>
    <name>training.class_numbers</name>
    <message>
        <source>class numbers</source>
        <translation>类别编号</translation>
    </message>
</context>
<context>
    <name>training.group_weightless</name>
    <message>
        <source>training.groups: no layer of the group &quot;{0}&quot; has weights of its own; name layers that have some</source>
        <translation>training.groups：组“{0}”中没有一层有自己的权重；请填写有权重的层</translation>
    </message>
</context>
<context>
    <name>training.misfit</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>training.monitor</name>
    <message>
        <source>training.monitor is &quot;{0}&quot;, which is not measured; choose from: {1}</source>
        <translation>training.monitor 是“{0}”，此处不测量它；可选：{1}</translation>
    </message>
</context>
<context>
    <name>training.monitor_meant</name>
    <message>
        <source>training.monitor is &quot;{0}&quot;, which is not measured; did you mean &quot;{1}&quot;?</source>
        <translation>training.monitor 是“{0}”，此处不测量它；您要找的是“{1}”吗？</translation>
    </message>
</context>
<context>
    <name>training.objectives</name>
    <message>
        <source>training.objectives is empty; name at least one loss</source>
        <translation>training.objectives 为空；请至少指定一个损失</translation>
    </message>
</context>
<context>
    <name>training.output</name>
    <message>
        <source>the loss needs one output of the network, and &quot;{0}&quot; names none of {1:output|outputs}; wire up the last layer or name the output in training.objectives</source>
        <translation>损失需要网络的一个输出，而“{0}”不是现有 {1} 个输出中的任何一个；请连接最后一层，或在 training.objectives 中指定输出</translation>
    </message>
</context>
<context>
    <name>training.outputs</name>
    <message>
        <source>the loss needs one output of the network, and there are {1}; wire up the last layer or name the output in training.objectives</source>
        <translation>损失需要网络的一个输出，而网络现有 {1} 个输出；请连接最后一层，或在 training.objectives 中指定输出</translation>
    </message>
</context>
<context>
    <name>training.sample_weight</name>
    <message>
        <source>the data set &quot;{0}&quot; has no field &quot;{1}&quot; of sample weights; it has: {2}</source>
        <translation>数据集“{0}”没有样本权重字段“{1}”；它有：{2}</translation>
    </message>
</context>
<context>
    <name>training.sample_weight_kind</name>
    <message>
        <source>sample weights are one number per sample, but the field &quot;{0}&quot; holds {1}; choose another field</source>
        <translation>样本权重是每个样本一个数字，而字段“{0}”存放的是{1}；请选择其他字段</translation>
    </message>
</context>
<context>
    <name>training.target</name>
    <message>
        <source>the data set &quot;{0}&quot; has no field &quot;{1}&quot; to learn; it has: {2}</source>
        <translation>数据集“{0}”没有可学习的字段“{1}”；现有字段：{2}</translation>
    </message>
</context>
<context>
    <name>training.target_logits</name>
    <message>
        <source>{0}: the loss &quot;{1}&quot; learns from logits, and those of {2} went through its {3}; name the layer before it as the target, or remove the {3}</source>
        <translation>{0}：损失“{1}”从“logits”学习，而 {2} 的输出已经过 {3}；请将其之前的层指定为目标，或去掉 {3}</translation>
    </message>
</context>
<context>
    <name>training.target_value</name>
    <message>
        <source>target_value is {0}; it must be a number of at most 1e30</source>
        <translation>target_value 是 {0}；应为不超过 1e30 的数</translation>
    </message>
</context>
<context>
    <name>training.targets</name>
    <message>
        <source>a loss has several of target, target_layer and target_value; name one of them</source>
        <translation>损失的目标可以是数据字段、层（target_layer）或数值（target_value），这里写了几个；请只写一个</translation>
    </message>
</context>
<context>
    <name>training.unsigned_logits</name>
    <message>
        <source>{0}: the loss &quot;{1}&quot; applies a {2} to values of either sign, and those of {3} are never below 0 after its {4}; remove the {4}</source>
        <translation>{0}：损失“{1}”会对有正有负的数做 {2}，而 {3} 的数经过 {4} 后不会小于 0；请去掉 {4}</translation>
    </message>
</context>
<context>
    <name>training.untrained</name>
    <message>
        <source>{0} is not connected to a loss, so it is not trained</source>
        <translation>{0} 未连接到任何损失，因此不会参与训练</translation>
    </message>
</context>
<context>
    <name>transform</name>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Height and width of the resulting images.</source>
        <translation>经过此变换后图像的高和宽。</translation>
    </message>
    <message>
        <source>Interpolation</source>
        <translation>插值</translation>
    </message>
    <message>
        <source>How values between pixels are computed: as the nearest one, or from the four around, weighted by their distance.</source>
        <translation>像素之间的取值：最近的像素，或按距离加权的周围四个像素。</translation>
    </message>
    <message>
        <source>Bilinear</source>
        <translation>双线性</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最近邻</translation>
    </message>
    <message>
        <source>Beyond the edge</source>
        <translation>边缘之外</translation>
    </message>
    <message>
        <source>What fills the area beyond the edge: one value, the nearest pixel, the mirrored image, or the image wrapped around.</source>
        <translation>图像边缘之外用什么填充：固定值、最近的像素、镜像，或回绕的图像。</translation>
    </message>
    <message>
        <source>One value</source>
        <translation>固定值</translation>
    </message>
    <message>
        <source>Nearest pixel</source>
        <translation>最近像素</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Wrap around</source>
        <translation>回绕</translation>
    </message>
    <message>
        <source>Fill value</source>
        <translation>填充值</translation>
    </message>
    <message>
        <source>The value beyond the edge, from 0 for black to 1 for white.</source>
        <translation>边缘之外的值，0 为黑，1 为白。</translation>
    </message>
</context>
<context>
    <name>transform.misfit</name>
    <message>
        <source>{0}: the transforms of the data do not fit: {1}</source>
        <translation>{0}：数据的变换不适用：{1}</translation>
    </message>
</context>
<context>
    <name>transform.mixed</name>
    <message>
        <source>transform &quot;{0}&quot; mixes targets of one class per sample, but &quot;{1}&quot; has {2}; remove the transform</source>
        <translation>变换“{0}”只能混合每个样本一个类别的目标，而“{1}”有 {2}；请去掉该变换</translation>
    </message>
</context>
<context>
    <name>transform.mixed_boxes</name>
    <message>
        <source>transform &quot;{0}&quot; mixes pictures, and the boxes &quot;{1}&quot; can&apos;t be mixed; remove the transform</source>
        <translation>变换“{0}”会混合图片，而边界框“{1}”不能混合；请去掉该变换</translation>
    </message>
</context>
<context>
    <name>trial.data</name>
    <message>
        <source>trials share their data and their device; change them in the project itself</source>
        <translation>各试验共用数据和设备；请在项目中修改它们</translation>
    </message>
</context>
<context>
    <name>trial.none</name>
    <message>
        <source>there is no trial {0}</source>
        <translation>没有试验 {0}</translation>
    </message>
</context>
<context>
    <name>twin.differs</name>
    <message>
        <source>{2} does well here: no gradient is lost; in one step from equal weights those of {0} differ most, by {1} %, which is rounding</source>
        <translation>{2} 在这里表现良好：没有梯度丢失；从相同权重出发走一步，{0} 的梯度差异最大，为 {1}%，这属于舍入误差</translation>
    </message>
</context>
<context>
    <name>twin.diverged</name>
    <message>
        <source>the copy in {0} produced a NaN or an infinity at step {1}</source>
        <translation>{0} 的副本在第 {1} 步产生了 NaN 或无穷大</translation>
    </message>
</context>
<context>
    <name>twin.loses</name>
    <message>
        <source>{0} loses most: {1} % of its gradients become 0 in {2}, because they are too small, and its weights learn less; keep {3} and the layers that it feeds in FP32</source>
        <translation>{0} 丢失最多：其梯度中有 {1}% 因过小而在 {2} 中变为 0，权重因此学得更少；请将 {3} 及其后续层保持为 FP32</translation>
    </message>
</context>
<context>
    <name>twin.loses_little</name>
    <message>
        <source>{0} loses most: {1} % of its gradients become 0 in {2}, because they are too small; as long as both losses go down together, nothing needs to be done</source>
        <translation>{0} 丢失最多：其梯度中有 {1}% 因过小而在 {2} 中变为 0；只要两条损失曲线一起下降，就无需处理</translation>
    </message>
</context>
<context>
    <name>twin.lost</name>
    <message>
        <source>the copy in {0} could not be recreated, so the comparison ends: {1}</source>
        <translation>无法重新建立 {0} 的副本，精度对照因此结束：{1}</translation>
    </message>
</context>
<context>
    <name>twin.memory</name>
    <message>
        <source>two copies with a batch of {0} need {1}, but {2} has {3} free; choose a batch of {4}, which fits, or close other programs</source>
        <translation>以批大小 {0} 训练两份副本需要 {1}，而 {2} 的可用内存为 {3}；请将批大小改为放得下的 {4}，或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>twin.memory_never</name>
    <message>
        <source>two copies with a batch of {0} need {1}, but {2} has {3} free; no batch fits: make the network smaller or close other programs</source>
        <translation>以批大小 {0} 训练两份副本需要 {1}，而 {2} 的可用内存为 {3}；任何批大小都放不下，请缩小网络或关闭其他程序</translation>
    </message>
</context>
<context>
    <name>twin.overflows</name>
    <message>
        <source>{1} % of the gradients of {0} are too large for {2} and become infinite, so the step is skipped; use a smaller loss scale, or keep this layer in FP32</source>
        <translation>{0} 的梯度中有 {1}% 对 {2} 来说过大而变成无穷大，这一步因此被跳过；请减小损失缩放，或将该层保持为 FP32</translation>
    </message>
</context>
<context>
    <name>twin.same</name>
    <message>
        <source>{0} does as well as FP32 here: no gradient differs</source>
        <translation>{0} 在这里与 FP32 一样好：没有梯度出现差异</translation>
    </message>
</context>
<context>
    <name>twin.scale</name>
    <message>
        <source>a loss scale of {0} would keep {1} % of the gradients from becoming 0 or infinite; {2} keeps {3} %</source>
        <translation>损失缩放为 {0} 时，{1}% 的梯度不会变成 0 或无穷大；{2} 时为 {3}%</translation>
    </message>
</context>
<context>
    <name>twin.scale_good</name>
    <message>
        <source>the loss scale of {0} keeps {1} % of the gradients; none would keep more</source>
        <translation>损失缩放为 {0} 时保住 {1}% 的梯度；没有更好的取值</translation>
    </message>
</context>
<context>
    <name>twin.steps</name>
    <message>
        <source>can&apos;t measure {0:step|steps} every {1}; choose 1 or more of each</source>
        <translation>要求训练 {0} 步、每 {1} 步测量一次；两者都须至少为 1</translation>
    </message>
</context>
<context>
    <name>twin.unexpected</name>
    <message>
        <source>the precision twin ended unexpectedly: {0}</source>
        <translation>精度对照意外结束：{0}</translation>
    </message>
</context>
<context>
    <name>unit</name>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>voxels</source>
        <translation>体素</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>个词元</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>unknown.held_parameter</name>
    <message>
        <source>the parameter &quot;{0}&quot; belongs in the &quot;parameters&quot; of &quot;{1}&quot;</source>
        <translation>参数“{0}”应写在“{1}”的“parameters”里</translation>
    </message>
</context>
<context>
    <name>unknown.key</name>
    <message>
        <source>{0}: this key is unknown; {1}</source>
        <translation>{0}：未知的键；{1}</translation>
    </message>
</context>
<context>
    <name>unknown.known</name>
    <message>
        <source>there are {0}, and keys of your own begin with &quot;x-&quot;</source>
        <translation>可用的有 {0}，自用的键以“x-”开头</translation>
    </message>
</context>
<context>
    <name>unknown.meant</name>
    <message>
        <source>did you mean &quot;{0}&quot;?</source>
        <translation>是否想写“{0}”？</translation>
    </message>
</context>
<context>
    <name>unknown.parameter</name>
    <message>
        <source>the parameter &quot;{0}&quot; belongs in &quot;parameters&quot;</source>
        <translation>参数“{0}”应写在“parameters”里</translation>
    </message>
</context>
<context>
    <name>up_sampling</name>
    <message>
        <source>Upsampling 1D</source>
        <translation>1D 上采样</translation>
    </message>
    <message>
        <source>Upsample1D</source>
        <translation>1D 上采样</translation>
    </message>
    <message>
        <source>Repeats each step of a sequence.</source>
        <translation>重复序列的每一步。</translation>
    </message>
    <message>
        <source>upsample, repeat, interpolate, resize, stretch</source>
        <translation>上采样, 重复, 插值, 缩放, 拉伸</translation>
    </message>
    <message>
        <source>How many times each step is repeated.</source>
        <translation>每一步在输出中出现的次数。</translation>
    </message>
    <message>
        <source>Upsampling 2D</source>
        <translation>2D 上采样</translation>
    </message>
    <message>
        <source>Upsample2D</source>
        <translation>2D 上采样</translation>
    </message>
    <message>
        <source>Makes an image larger by whole factors.</source>
        <translation>按整数倍放大图像。</translation>
    </message>
    <message>
        <source>upsample, interpolate, resize, enlarge, nearest, bilinear, unpooling</source>
        <translation>上采样, 插值, 缩放, 放大, 最近邻, 双线性, 反池化</translation>
    </message>
    <message>
        <source>How many times as large the image becomes: height, then width.</source>
        <translation>图像放大的倍数：先高后宽。</translation>
    </message>
    <message>
        <source>Upsampling 3D</source>
        <translation>3D 上采样</translation>
    </message>
    <message>
        <source>Upsample3D</source>
        <translation>3D 上采样</translation>
    </message>
    <message>
        <source>Repeats each voxel of a volume along its three axes.</source>
        <translation>沿三个轴重复体数据的每个体素。</translation>
    </message>
    <message>
        <source>upsample, interpolate, resize, enlarge, unpooling</source>
        <translation>上采样, 插值, 缩放, 放大, 反池化</translation>
    </message>
    <message>
        <source>How many times as large the volume becomes: depth, height, width.</source>
        <translation>体数据放大的倍数：深、高、宽。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>Interpolation</source>
        <translation>插值</translation>
    </message>
    <message>
        <source>How new pixels are computed: as the nearest one, or from the four around, weighted by their distance.</source>
        <translation>新像素的取值：最近的像素，或按距离加权的周围四个像素。</translation>
    </message>
    <message>
        <source>Bilinear</source>
        <translation>双线性</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最近邻</translation>
    </message>
</context>
<context>
    <name>verify.any_order</name>
    <message>
        <source>the run let its kernels add in any order: its bits differ each time, even under the same conditions</source>
        <translation>该次训练允许计算核以任意顺序相加：其他一切都相同，结果的各位每次仍会不同</translation>
    </message>
</context>
<context>
    <name>verify.both_differ</name>
    <message>
        <source>not identical: the first difference is in {0}; by its weights in {1}</source>
        <translation>不一致：最先的不同在{0}；按权重看在 {1}</translation>
    </message>
</context>
<context>
    <name>verify.conditions</name>
    <message>
        <source>it was resumed after step {0} under other conditions</source>
        <translation>它在第 {0} 步之后是在其他条件下继续的</translation>
    </message>
</context>
<context>
    <name>verify.epoch</name>
    <message>
        <source>the end of epoch {1} (step {0}): {2} was {3} and is {4}</source>
        <translation>第 {1} 轮结束（第 {0} 步）：{2} 原为 {3}，现为 {4}</translation>
    </message>
</context>
<context>
    <name>verify.epochs</name>
    <message>
        <source>up to step {0} the run was set to {1:epoch|epochs} instead of {2}, which the schedule of its learning rate may depend on</source>
        <translation>在第 {0} 步之前，该次训练计划的是 {1} 轮而不是 {2} 轮，学习率计划可能取决于此</translation>
    </message>
</context>
<context>
    <name>verify.identical</name>
    <message>
        <source>bit-identical: {0:step|steps}, {1:checkpoint|checkpoints}</source>
        <translation>逐位一致：{0} 步，{1} 个检查点</translation>
    </message>
</context>
<context>
    <name>verify.identical_part</name>
    <message>
        <source>bit-identical as far as compared: {0} of {1:step|steps}, {2:checkpoint|checkpoints}</source>
        <translation>在已比较的范围内逐位一致：{1} 步中的 {0} 步，{2} 个检查点</translation>
    </message>
</context>
<context>
    <name>verify.no_hash</name>
    <message>
        <source>the run is too old to hold a hash of its data: it is unknown whether the data is the same</source>
        <translation>该次训练早于保存数据哈希之时：无法得知数据是否相同</translation>
    </message>
</context>
<context>
    <name>verify.row_differs</name>
    <message>
        <source>not identical: the first difference is in {0}; the run has no checkpoint in which the layer could be seen</source>
        <translation>不一致：最先的不同在{0}；该次训练没有能看出是哪一层的检查点</translation>
    </message>
</context>
<context>
    <name>verify.rows</name>
    <message>
        <source>{0} has no row for a step: there is nothing to compare a new training with</source>
        <translation>{0} 中没有任何一步的记录：没有可与新训练比较的内容</translation>
    </message>
</context>
<context>
    <name>verify.step</name>
    <message>
        <source>step {0} (epoch {1}): {2} was {3} and is {4}</source>
        <translation>第 {0} 步（第 {1} 轮）：{2} 原为 {3}，现为 {4}</translation>
    </message>
</context>
<context>
    <name>verify.stopped</name>
    <message>
        <source>stopped before everything was compared</source>
        <translation>在全部比较完之前已停止</translation>
    </message>
</context>
<context>
    <name>verify.validation_differs</name>
    <message>
        <source>not identical: the weights are the same, but not {0}</source>
        <translation>不一致：权重相同，但不同之处在{0}</translation>
    </message>
</context>
<context>
    <name>verify.weights</name>
    <message>
        <source>{0}, the first of {1} of {2:array|arrays} that differ in the checkpoint of step {3}</source>
        <translation>{0}，它是第 {3} 步的检查点中 {2} 个数组里 {1} 个不同者的第一个</translation>
    </message>
</context>
<context>
    <name>verify.weights_differ</name>
    <message>
        <source>not identical: the numbers of {0:step|steps} are the same, but not the weights: {1}</source>
        <translation>不一致：{0} 步的数值都相同，但权重不同：{1}</translation>
    </message>
</context>
<context>
    <name>weights</name>
    <message>
        <source>Alpha initializer</source>
        <translation>Alpha 初始化器</translation>
    </message>
    <message>
        <source>Alpha value</source>
        <translation>Alpha 常数值</translation>
    </message>
    <message>
        <source>Alpha deviation</source>
        <translation>Alpha 标准差</translation>
    </message>
    <message>
        <source>Alpha minimum</source>
        <translation>Alpha 下限</translation>
    </message>
    <message>
        <source>Alpha maximum</source>
        <translation>Alpha 上限</translation>
    </message>
    <message>
        <source>Alpha gain</source>
        <translation>Alpha 增益</translation>
    </message>
    <message>
        <source>Alpha L1</source>
        <translation>Alpha 的 L1</translation>
    </message>
    <message>
        <source>Alpha L2</source>
        <translation>Alpha 的 L2</translation>
    </message>
    <message>
        <source>Beta initializer</source>
        <translation>Beta 初始化器</translation>
    </message>
    <message>
        <source>Beta value</source>
        <translation>Beta 常数值</translation>
    </message>
    <message>
        <source>Beta deviation</source>
        <translation>Beta 标准差</translation>
    </message>
    <message>
        <source>Beta minimum</source>
        <translation>Beta 下限</translation>
    </message>
    <message>
        <source>Beta maximum</source>
        <translation>Beta 上限</translation>
    </message>
    <message>
        <source>Beta gain</source>
        <translation>Beta 增益</translation>
    </message>
    <message>
        <source>Beta L1</source>
        <translation>Beta 的 L1</translation>
    </message>
    <message>
        <source>Beta L2</source>
        <translation>Beta 的 L2</translation>
    </message>
    <message>
        <source>Bias initializer</source>
        <translation>偏置初始化器</translation>
    </message>
    <message>
        <source>Bias value</source>
        <translation>偏置常数值</translation>
    </message>
    <message>
        <source>Bias deviation</source>
        <translation>偏置标准差</translation>
    </message>
    <message>
        <source>Bias minimum</source>
        <translation>偏置下限</translation>
    </message>
    <message>
        <source>Bias maximum</source>
        <translation>偏置上限</translation>
    </message>
    <message>
        <source>Bias gain</source>
        <translation>偏置增益</translation>
    </message>
    <message>
        <source>Bias L1</source>
        <translation>偏置的 L1</translation>
    </message>
    <message>
        <source>Bias L2</source>
        <translation>偏置的 L2</translation>
    </message>
    <message>
        <source>Depthwise initializer</source>
        <translation>深度核初始化器</translation>
    </message>
    <message>
        <source>Depthwise value</source>
        <translation>深度核常数值</translation>
    </message>
    <message>
        <source>Depthwise deviation</source>
        <translation>深度核标准差</translation>
    </message>
    <message>
        <source>Depthwise minimum</source>
        <translation>深度核下限</translation>
    </message>
    <message>
        <source>Depthwise maximum</source>
        <translation>深度核上限</translation>
    </message>
    <message>
        <source>Depthwise gain</source>
        <translation>深度核增益</translation>
    </message>
    <message>
        <source>Depthwise L1</source>
        <translation>深度核的 L1</translation>
    </message>
    <message>
        <source>Depthwise L2</source>
        <translation>深度核的 L2</translation>
    </message>
    <message>
        <source>Embeddings initializer</source>
        <translation>嵌入初始化器</translation>
    </message>
    <message>
        <source>Embeddings value</source>
        <translation>嵌入常数值</translation>
    </message>
    <message>
        <source>Embeddings deviation</source>
        <translation>嵌入标准差</translation>
    </message>
    <message>
        <source>Embeddings minimum</source>
        <translation>嵌入下限</translation>
    </message>
    <message>
        <source>Embeddings maximum</source>
        <translation>嵌入上限</translation>
    </message>
    <message>
        <source>Embeddings gain</source>
        <translation>嵌入增益</translation>
    </message>
    <message>
        <source>Embeddings L1</source>
        <translation>嵌入的 L1</translation>
    </message>
    <message>
        <source>Embeddings L2</source>
        <translation>嵌入的 L2</translation>
    </message>
    <message>
        <source>Gamma initializer</source>
        <translation>Gamma 初始化器</translation>
    </message>
    <message>
        <source>Gamma value</source>
        <translation>Gamma 常数值</translation>
    </message>
    <message>
        <source>Gamma deviation</source>
        <translation>Gamma 标准差</translation>
    </message>
    <message>
        <source>Gamma minimum</source>
        <translation>Gamma 下限</translation>
    </message>
    <message>
        <source>Gamma maximum</source>
        <translation>Gamma 上限</translation>
    </message>
    <message>
        <source>Gamma gain</source>
        <translation>Gamma 增益</translation>
    </message>
    <message>
        <source>Gamma L1</source>
        <translation>Gamma 的 L1</translation>
    </message>
    <message>
        <source>Gamma L2</source>
        <translation>Gamma 的 L2</translation>
    </message>
    <message>
        <source>Kernel initializer</source>
        <translation>核初始化器</translation>
    </message>
    <message>
        <source>Kernel value</source>
        <translation>核常数值</translation>
    </message>
    <message>
        <source>Kernel deviation</source>
        <translation>核标准差</translation>
    </message>
    <message>
        <source>Kernel minimum</source>
        <translation>核下限</translation>
    </message>
    <message>
        <source>Kernel maximum</source>
        <translation>核上限</translation>
    </message>
    <message>
        <source>Kernel gain</source>
        <translation>核增益</translation>
    </message>
    <message>
        <source>Kernel L1</source>
        <translation>核的 L1</translation>
    </message>
    <message>
        <source>Kernel L2</source>
        <translation>核的 L2</translation>
    </message>
    <message>
        <source>Pointwise initializer</source>
        <translation>逐点核初始化器</translation>
    </message>
    <message>
        <source>Pointwise value</source>
        <translation>逐点核常数值</translation>
    </message>
    <message>
        <source>Pointwise deviation</source>
        <translation>逐点核标准差</translation>
    </message>
    <message>
        <source>Pointwise minimum</source>
        <translation>逐点核下限</translation>
    </message>
    <message>
        <source>Pointwise maximum</source>
        <translation>逐点核上限</translation>
    </message>
    <message>
        <source>Pointwise gain</source>
        <translation>逐点核增益</translation>
    </message>
    <message>
        <source>Pointwise L1</source>
        <translation>逐点核的 L1</translation>
    </message>
    <message>
        <source>Pointwise L2</source>
        <translation>逐点核的 L2</translation>
    </message>
    <message>
        <source>Recurrent initializer</source>
        <translation>循环核初始化器</translation>
    </message>
    <message>
        <source>Recurrent value</source>
        <translation>循环核常数值</translation>
    </message>
    <message>
        <source>Recurrent deviation</source>
        <translation>循环核标准差</translation>
    </message>
    <message>
        <source>Recurrent minimum</source>
        <translation>循环核下限</translation>
    </message>
    <message>
        <source>Recurrent maximum</source>
        <translation>循环核上限</translation>
    </message>
    <message>
        <source>Recurrent gain</source>
        <translation>循环核增益</translation>
    </message>
    <message>
        <source>Recurrent L1</source>
        <translation>循环核的 L1</translation>
    </message>
    <message>
        <source>Recurrent L2</source>
        <translation>循环核的 L2</translation>
    </message>
    <message>
        <source>Scale initializer</source>
        <translation>缩放系数初始化器</translation>
    </message>
    <message>
        <source>Scale value</source>
        <translation>缩放系数常数值</translation>
    </message>
    <message>
        <source>Scale deviation</source>
        <translation>缩放系数标准差</translation>
    </message>
    <message>
        <source>Scale minimum</source>
        <translation>缩放系数下限</translation>
    </message>
    <message>
        <source>Scale maximum</source>
        <translation>缩放系数上限</translation>
    </message>
    <message>
        <source>Scale gain</source>
        <translation>缩放系数增益</translation>
    </message>
    <message>
        <source>Scale L1</source>
        <translation>缩放系数的 L1</translation>
    </message>
    <message>
        <source>Scale L2</source>
        <translation>缩放系数的 L2</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>可训练</translation>
    </message>
    <message>
        <source>Whether training changes the weights; off, the layer is frozen as it is.</source>
        <translation>训练是否改变权重；关闭后该层保持现状（冻结）。</translation>
    </message>
    <message>
        <source>Max norm</source>
        <translation>最大范数</translation>
    </message>
    <message>
        <source>How long the weights into one unit may be at most after each step; 0 for no limit.</source>
        <translation>每步之后通向一个单元的权重范数的上限；0 表示不限。</translation>
    </message>
    <message>
        <source>Keep zeros</source>
        <translation>保持零值</translation>
    </message>
    <message>
        <source>Whether weights that are zero stay zero in training, as in a pruned network; biases change.</source>
        <translation>训练中为零的权重是否保持为零，如剪枝后的网络；偏置仍会改变。</translation>
    </message>
    <message>
        <source>How the first values are drawn.</source>
        <translation>初始值如何抽取。</translation>
    </message>
    <message>
        <source>What the initializer Constant fills with.</source>
        <translation>“常数”初始化器填充的值。</translation>
    </message>
    <message>
        <source>The standard deviation of Random normal and Truncated normal.</source>
        <translation>“随机正态”和“截断正态”的标准差。</translation>
    </message>
    <message>
        <source>Where Random uniform begins.</source>
        <translation>“随机均匀”的下限。</translation>
    </message>
    <message>
        <source>Where Random uniform ends.</source>
        <translation>“随机均匀”的上限。</translation>
    </message>
    <message>
        <source>What Orthogonal and Identity are multiplied by.</source>
        <translation>“正交”和“单位矩阵”所乘的数。</translation>
    </message>
    <message>
        <source>The loss grows by this times the sum of the absolute weights; most of them go to 0.</source>
        <translation>损失增加此值乘以权重绝对值之和；多数权重会趋于 0。</translation>
    </message>
    <message>
        <source>The loss grows by this times the sum of the squared weights, which keeps them small.</source>
        <translation>损失增加此值乘以权重平方和，使权重保持较小。</translation>
    </message>
</context>
<context>
    <name>weights.bytes</name>
    <message>
        <source>{0}: &quot;{1}&quot; of the shape {2} and the type {3} reaches past the end of its data, {4:byte|bytes}; the file is truncated or damaged: download or copy it again</source>
        <translation>{0}：“{1}”的形状为 {2}、类型为 {3}，超出了其数据的末尾（{4} 个字节）；文件被截断或已损坏：请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.copies</name>
    <message>
        <source>{0}: &quot;{1}&quot; of the shape {2} claims far more numbers than the file holds: they repeat the same ones; save it again with contiguous tensors</source>
        <translation>{0}：“{1}”的形状为 {2}，声称的数字远多于文件所含：它们重复同样的数字；请用连续的张量重新保存</translation>
    </message>
</context>
<context>
    <name>weights.empty</name>
    <message>
        <source>{0} holds no tensors; is it the right file?</source>
        <translation>{0} 中没有张量；是否选错了文件？</translation>
    </message>
</context>
<context>
    <name>weights.folder</name>
    <message>
        <source>{0} is a folder, and a file with weights is expected, of one of these formats: {1}</source>
        <translation>{0} 是一个文件夹，应为权重文件，格式为以下之一：{1}</translation>
    </message>
</context>
<context>
    <name>weights.format</name>
    <message>
        <source>{0} is in a format that can&apos;t be read; these can: {1}</source>
        <translation>{0} 的格式无法读取；可以读取的有：{1}</translation>
    </message>
</context>
<context>
    <name>weights.framework</name>
    <message>
        <source>there is no layout of weights &quot;{0}&quot;; choose keras, pytorch, onnx, tflite or darknet</source>
        <translation>没有权重布局“{0}”；请选择 “keras”、“pytorch”、“onnx”、“tflite”或“darknet”</translation>
    </message>
</context>
<context>
    <name>weights.hash</name>
    <message>
        <source>{0} is not the file of initial weights that was chosen: its SHA-256 is {1}, expected {2}; restore the original or choose the weights again</source>
        <translation>{0} 不是所选的初始权重文件：它的 SHA-256 为 {1}，应为 {2}；请恢复原来的文件，或重新选择权重</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_array</name>
    <message>
        <source>the array &quot;{0}&quot;: {1}</source>
        <translation>数组“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_attribute</name>
    <message>
        <source>an attribute in it is of no known version, so it is damaged</source>
        <translation>其中有一个属性的版本未知，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_bad_name</name>
    <message>
        <source>one of its names is not a valid name, so it is damaged</source>
        <translation>其中有一个名称无效，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_base</name>
    <message>
        <source>it has a block of its program at its start; save it without one</source>
        <translation>它的开头有一块写入程序的数据；请保存为不带该块的文件</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_checksum</name>
    <message>
        <source>a checksum in it is wrong, so it is damaged</source>
        <translation>其中有一个校验和错误，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_chunk_place</name>
    <message>
        <source>one of its pieces lies outside it or between others</source>
        <translation>它有一个分块位于它之外或跨在其他分块之间</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_chunk_rank</name>
    <message>
        <source>its pieces have other axes than itself</source>
        <translation>它的分块与它自身的轴不同</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_chunk_shape</name>
    <message>
        <source>its pieces have no valid shape</source>
        <translation>它的分块没有有效的形状</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_chunk_size</name>
    <message>
        <source>a piece of it has {0:byte|bytes} and its shape needs {1}</source>
        <translation>它有一个分块为 {0} 字节，而其形状需要 {1} 字节</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_deflate</name>
    <message>
        <source>its compressed numbers are damaged</source>
        <translation>其压缩的数字已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_empty_type</name>
    <message>
        <source>a type in it has no size, so it is damaged</source>
        <translation>其中有一个类型没有大小，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_end</name>
    <message>
        <source>it refers to bytes after its end, so it is truncated or damaged</source>
        <translation>它引用了其末尾之后的字节，因此它被截断或已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_external</name>
    <message>
        <source>its numbers are in another file, which is not followed; save the weights in one file</source>
        <translation>它的数字在另一个文件中，不会跟随到那里读取；请将权重保存在一个文件中</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_external_link</name>
    <message>
        <source>&quot;{0}&quot; is a link to another file, which is not followed; save the weights in one file</source>
        <translation>“{0}”是指向另一个文件的链接，不会跟随它；请将权重保存在一个文件中</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_filter</name>
    <message>
        <source>its numbers are stored with filter {0} of HDF5; gzip, shuffle and fletcher32 can be read, so save it with gzip or without compression</source>
        <translation>它的数字是用 HDF5 的过滤器 {0} 存储的；可以读取 gzip、shuffle 和 fletcher32，因此请用 gzip 或不压缩保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_filters</name>
    <message>
        <source>the list of an array&apos;s filters is damaged</source>
        <translation>某个数组的过滤器列表已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_fletcher32</name>
    <message>
        <source>a checksum of its numbers is wrong, so they are damaged</source>
        <translation>其数字的校验和错误，因此它们已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_form</name>
    <message>
        <source>it is stored in an unknown form, so it is damaged</source>
        <translation>它以未知的形式存储，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_heap</name>
    <message>
        <source>a text in it is missing, so it is damaged</source>
        <translation>其中缺少一段文本，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_incomplete</name>
    <message>
        <source>its type, its shape or its place in the file is missing</source>
        <translation>缺少它的类型、形状或在文件中的位置</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_large_integer</name>
    <message>
        <source>it holds an integer above 2⁶³, which no weight needs</source>
        <translation>它含有大于 2⁶³ 的整数，权重不需要这样的数</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_layout</name>
    <message>
        <source>it is stored as HDF5 before 1.6.3 did; save it with its program of today</source>
        <translation>它是按 HDF5 1.6.3 之前的方式存储的；请用其程序的现今版本保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_link</name>
    <message>
        <source>&quot;{0}&quot; is a link of an unknown kind; save the weights with their program</source>
        <translation>“{0}”是未知种类的链接；请用写入权重的程序保存权重</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_many_attributes</name>
    <message>
        <source>its attributes are stored in a form of HDF5 1.8 that can&apos;t be read; save it without libver</source>
        <translation>其属性以无法读取的 HDF5 1.8 形式存储；请不带 “libver” 保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_many_links</name>
    <message>
        <source>one of its groups is stored in a form of HDF5 1.8 for many members that can&apos;t be read; save it without track_order and libver</source>
        <translation>它有一个组以无法读取的 HDF5 1.8 多成员形式存储；请不带 “track_order”和“libver” 保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_memory</name>
    <message>
        <source>not enough memory to unpack it; close other programs</source>
        <translation>没有足够的内存解压它；请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_messages</name>
    <message>
        <source>an object in it has more than {0:part|parts}, so it is damaged</source>
        <translation>其中有一个对象的部分超过 {0} 个，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_name</name>
    <message>
        <source>a name in it has no end or more than {0:byte|bytes}</source>
        <translation>其中有一个名称没有结尾，或超过 {0} 字节</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_new_chunks</name>
    <message>
        <source>its pieces are listed as only HDF5 1.10 and later do; save it without libver=&quot;latest&quot;</source>
        <translation>它的分块以只有 HDF5 1.10 及更高版本才使用的方式列出；请不带 “libver=latest” 保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_no_array</name>
    <message>
        <source>it is not an array of numbers</source>
        <translation>它不是数字的数组</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_object</name>
    <message>
        <source>an object&apos;s header in it is of no known version, so it is damaged</source>
        <translation>其中有一个对象头的版本未知，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_overflow</name>
    <message>
        <source>its shape has more elements than a file can hold, so it is damaged</source>
        <translation>它的形状所含元素多于文件所能容纳，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_overlap</name>
    <message>
        <source>its parts overlap or refer to each other in a circle, so it is damaged</source>
        <translation>它的各部分相互重叠或循环引用，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_part</name>
    <message>
        <source>where &quot;{0}&quot; is expected there is something else, so it is damaged</source>
        <translation>应为“{0}”之处是别的内容，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_shared</name>
    <message>
        <source>it has a type of its own, which weights don&apos;t need; save them with their program</source>
        <translation>它使用自定义的类型，权重不需要这样的类型；请用写入权重的程序保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_signature</name>
    <message>
        <source>it does not begin as an HDF5 file does</source>
        <translation>它的开头与 HDF5 文件不同</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_soft_link</name>
    <message>
        <source>&quot;{0}&quot; is a link to a name, which weights don&apos;t need and which is not followed; save them with their program</source>
        <translation>“{0}”是指向名称的链接，权重不需要这样的链接，也不会跟随它；请用写入权重的程序保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_space</name>
    <message>
        <source>an array&apos;s shape in it is of no known version, so it is damaged</source>
        <translation>其中有一个数组的形状版本未知，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_tree</name>
    <message>
        <source>one of its indexes refers to itself or is damaged</source>
        <translation>它有一个索引引用了自身或已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_truncated</name>
    <message>
        <source>it has {0:byte|bytes} and was written with {1}; download or copy it again</source>
        <translation>它有 {0} 字节，而写入时为 {1} 字节；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_twice</name>
    <message>
        <source>one of its groups holds two objects &quot;{0}&quot;, so it is damaged</source>
        <translation>它有一个组含有两个对象“{0}”，因此它已损坏</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_type</name>
    <message>
        <source>its elements are of type {0} with {1:byte|bytes}; floats of 16, 32 and 64 bits, bfloat16 and integers can be read</source>
        <translation>它的元素类型为 {0}，每个 {1} 字节；可以读取 16、32 和 64 位浮点数、bfloat16 以及整数</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_unwritten</name>
    <message>
        <source>its numbers, or some of them, were never written; save it again</source>
        <translation>它的数字全部或部分从未写入；请重新保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_version</name>
    <message>
        <source>it is of version {0} of the format, and 0 to 3 can be read</source>
        <translation>它的格式版本为 {0}，可以读取的是 0 到 3</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_virtual</name>
    <message>
        <source>its numbers are in other arrays or files, which are not followed; save it whole</source>
        <translation>它的数字在其他数组或文件中，不会跟随到那里读取；请将它完整保存</translation>
    </message>
</context>
<context>
    <name>weights.hdf5_widths</name>
    <message>
        <source>its addresses have {0:byte|bytes} and its lengths {1}; 8 can be read</source>
        <translation>它的地址为 {0} 字节，长度为 {1} 字节；可以读取的是 8 字节</translation>
    </message>
</context>
<context>
    <name>weights.keras</name>
    <message>
        <source>{0} can&apos;t be read as a Keras model: {1}</source>
        <translation>{0} 无法作为 Keras 模型读取：{1}</translation>
    </message>
</context>
<context>
    <name>weights.keras_archive</name>
    <message>
        <source>the ZIP archive contains no {0}; save the model by model.save, without sharding its weights</source>
        <translation>ZIP 归档中没有 {0}；请用 model.save 保存模型，不要将权重分片</translation>
    </message>
</context>
<context>
    <name>weights.keras_config</name>
    <message>
        <source>{0} was not used, so variables are named by their order: {1}</source>
        <translation>没有使用 {0}，因此变量按顺序命名：{1}</translation>
    </message>
</context>
<context>
    <name>weights.keras_generators</name>
    <message>
        <source>{0:state of a random generator was|states of random generators were} left out</source>
        <translation>已略去 {0} 个随机数生成器的状态</translation>
    </message>
</context>
<context>
    <name>weights.keras_loop</name>
    <message>
        <source>its group &quot;{0}&quot; contains itself or is nested too deeply</source>
        <translation>它的组“{0}”包含自身或嵌套过深</translation>
    </message>
</context>
<context>
    <name>weights.keras_missing</name>
    <message>
        <source>it lists &quot;{0}&quot; and does not contain it; download or save it again</source>
        <translation>它列出了“{0}”，却不含该内容；请重新下载或保存</translation>
    </message>
</context>
<context>
    <name>weights.keras_none</name>
    <message>
        <source>it contains no weights of a model; save one by model.save or model.save_weights</source>
        <translation>它不含模型的权重；请用 model.save 或 model.save_weights 保存</translation>
    </message>
</context>
<context>
    <name>weights.keras_optimizer</name>
    <message>
        <source>the state of the optimizer was left out</source>
        <translation>已略去优化器的状态</translation>
    </message>
</context>
<context>
    <name>weights.keras_shape</name>
    <message>
        <source>&quot;{0}&quot; was left out: it is empty or has more than {1:axis|axes}</source>
        <translation>已略去“{0}”：它是空的，或超过 {1} 个轴</translation>
    </message>
</context>
<context>
    <name>weights.keras_twice</name>
    <message>
        <source>it has two arrays &quot;{0}&quot;; give the layers different names and save it again</source>
        <translation>它有两个数组“{0}”；请为各层取不同的名称，然后重新保存</translation>
    </message>
</context>
<context>
    <name>weights.large</name>
    <message>
        <source>the {0:weight|weights} of &quot;{1}&quot; are too many to be shown while the network is in memory, up to {2} are; &quot;netsmith-cli weights&quot; reads them from a checkpoint</source>
        <translation>“{1}”的 {0} 个权重太多，网络在内存中时无法显示（最多 {2} 个）；“netsmith-cli weights”可以从检查点读取它们</translation>
    </message>
</context>
<context>
    <name>weights.layer</name>
    <message>
        <source>no layer &quot;{0}&quot;; name one of those with weights: {1}</source>
        <translation>没有层“{0}”；请指定一个有权重的层：{1}</translation>
    </message>
</context>
<context>
    <name>weights.left_out</name>
    <message>
        <source>&quot;{0}&quot; is left out: {1}</source>
        <translation>略去“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>weights.misfit</name>
    <message>
        <source>these weights do not fit this network: {0}</source>
        <translation>这些权重与此网络不符：{0}</translation>
    </message>
</context>
<context>
    <name>weights.missing</name>
    <message>
        <source>{0} has no weights &quot;{1}&quot;; it belongs to another network: use another checkpoint</source>
        <translation>{0} 没有权重“{1}”；它属于另一个网络：请使用其他检查点</translation>
    </message>
</context>
<context>
    <name>weights.moments</name>
    <message>
        <source>no checkpoint of {0} can be read: {1}</source>
        <translation>{0} 的检查点都无法读取：{1}</translation>
    </message>
</context>
<context>
    <name>weights.name</name>
    <message>
        <source>{0} has a tensor whose name is not text: &quot;{1}&quot;; is it damaged?</source>
        <translation>{0} 中有一个张量的名称不是文本：“{1}”；文件是否已损坏？</translation>
    </message>
</context>
<context>
    <name>weights.no_content</name>
    <message>
        <source>{0} is empty; files with weights have one of these formats: {1}</source>
        <translation>{0} 是空的；权重文件的格式为以下之一：{1}</translation>
    </message>
</context>
<context>
    <name>weights.no_file</name>
    <message>
        <source>the file of initial weights is missing: put the one with the SHA-256 {1} at {0}, or choose other weights</source>
        <translation>缺少初始权重的文件：请把 SHA-256 为 {1} 的文件放到 {0}，或选择其他权重</translation>
    </message>
</context>
<context>
    <name>weights.no_moments</name>
    <message>
        <source>it has none yet; train until the first one is written</source>
        <translation>它还没有检查点；请训练到写出第一个为止</translation>
    </message>
</context>
<context>
    <name>weights.no_numbers</name>
    <message>
        <source>it holds no numbers</source>
        <translation>它不含任何数字</translation>
    </message>
</context>
<context>
    <name>weights.none</name>
    <message>
        <source>no layer of this network has weights</source>
        <translation>此网络没有带权重的层</translation>
    </message>
</context>
<context>
    <name>weights.not_found</name>
    <message>
        <source>{0} does not exist; choose a run or a file of weights</source>
        <translation>{0} 不存在；请选择一次训练或权重文件</translation>
    </message>
</context>
<context>
    <name>weights.nothing_left</name>
    <message>
        <source>{0} holds no tensors that can be read: {1}</source>
        <translation>{0} 中没有可以读取的张量：{1}</translation>
    </message>
</context>
<context>
    <name>weights.nowhere</name>
    <message>
        <source>the file of initial weights {0} is missing: put it at {1}, or choose other weights</source>
        <translation>缺少初始权重的文件 {0}：请把它放到 {1}，或选择其他权重</translation>
    </message>
</context>
<context>
    <name>weights.nowhere_hash</name>
    <message>
        <source>the file of initial weights {0} is missing: put the one with the SHA-256 {2} at {1}, or choose other weights</source>
        <translation>缺少初始权重的文件 {0}：请把 SHA-256 为 {2} 的文件放到 {1}，或选择其他权重</translation>
    </message>
</context>
<context>
    <name>weights.npy.texts</name>
    <message>
        <source>{0} holds texts, not numbers</source>
        <translation>{0} 含有的是文本，不是数字</translation>
    </message>
</context>
<context>
    <name>weights.npy.trailing</name>
    <message>
        <source>{0} has {1:byte|bytes} after the last number; download or copy it again</source>
        <translation>{0} 在最后一个数字之后还有 {1} 个字节；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.other_network</name>
    <message>
        <source>{0}: the weights &quot;{1}&quot; are {2} of {3}, and this network has {4} of f32; it belongs to another network: use another checkpoint</source>
        <translation>{0}：权重“{1}”为 {2}（{3}），而此网络为 {4}（f32）；它属于另一个网络：请使用其他检查点</translation>
    </message>
</context>
<context>
    <name>weights.pickle</name>
    <message>
        <source>{0}, byte {1}: {2}</source>
        <translation>{0}，字节 {1}：{2}</translation>
    </message>
</context>
<context>
    <name>weights.pickle.call</name>
    <message>
        <source>its pickle calls {0}, which could do anything; nothing was run and the file is not read: save the weights alone, with torch.save(model.state_dict(), FILE)</source>
        <translation>其“pickle”会调用“{0}”，那可以做任何事；没有运行任何内容，也没有读取该文件：请只保存权重，用 `torch.save(model.state_dict(), FILE)`</translation>
    </message>
</context>
<context>
    <name>weights.pickle.callee</name>
    <message>
        <source>its pickle calls something that is not a name; it is not read</source>
        <translation>其“pickle”调用了不是名称的东西；没有读取</translation>
    </message>
</context>
<context>
    <name>weights.pickle.damaged</name>
    <message>
        <source>its pickle is damaged; download or copy it again</source>
        <translation>其“pickle”已损坏；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.pickle.ends</name>
    <message>
        <source>its pickle ends too early; download or copy the file again</source>
        <translation>其“pickle”过早结束；请重新下载或复制文件</translation>
    </message>
</context>
<context>
    <name>weights.pickle.instruction</name>
    <message>
        <source>its pickle has an instruction that doesn&apos;t exist, {0}; download or copy the file again</source>
        <translation>其“pickle”中有不存在的指令 {0}；请重新下载或复制文件</translation>
    </message>
</context>
<context>
    <name>weights.pickle.outside</name>
    <message>
        <source>its pickle refers to something outside the file (instruction {0}), which PyTorch doesn&apos;t write; it is not read</source>
        <translation>其“pickle”引用了文件之外的内容（指令 {0}），PyTorch 不会这样写；没有读取</translation>
    </message>
</context>
<context>
    <name>weights.pickle.protocol</name>
    <message>
        <source>its pickle is of the protocol {0}, and 0 to 5 can be read</source>
        <translation>其“pickle”的协议为 {0}，可以读取的是 0 到 5</translation>
    </message>
</context>
<context>
    <name>weights.pickle.values</name>
    <message>
        <source>its pickle has more than {0} values</source>
        <translation>其“pickle”中的值超过 {0} 个</translation>
    </message>
</context>
<context>
    <name>weights.rank</name>
    <message>
        <source>it has {0:axis|axes}, and at most {1} can be read</source>
        <translation>它有 {0} 个轴，最多可读取 {1} 个</translation>
    </message>
</context>
<context>
    <name>weights.safetensors.type</name>
    <message>
        <source>numbers of the type {0} can&apos;t be read</source>
        <translation>无法读取类型为 {0} 的数字</translation>
    </message>
</context>
<context>
    <name>weights.shape</name>
    <message>
        <source>{0}: the shape of &quot;{1}&quot; is not valid; is the file damaged?</source>
        <translation>{0}：“{1}”的形状无效；文件是否已损坏？</translation>
    </message>
</context>
<context>
    <name>weights.stopped</name>
    <message>
        <source>stopped before all weights were read</source>
        <translation>在读完全部权重之前已停止</translation>
    </message>
</context>
<context>
    <name>weights.torch.archive</name>
    <message>
        <source>{0} is a ZIP archive without data.pkl, so not one of PyTorch&apos;s</source>
        <translation>{0} 是没有“data.pkl”的 ZIP 归档，因此不是 PyTorch 的文件</translation>
    </message>
</context>
<context>
    <name>weights.torch.big_endian</name>
    <message>
        <source>{0} was written on a big-endian machine in PyTorch&apos;s legacy format; save it again there with PyTorch 1.6 or later</source>
        <translation>{0} 是在大端机器上以 PyTorch 的旧格式写成的；请在那里用 PyTorch 1.6 或更高版本重新保存</translation>
    </message>
</context>
<context>
    <name>weights.torch.bits</name>
    <message>
        <source>it is a negated or conjugated view</source>
        <translation>它是取负或共轭的视图</translation>
    </message>
</context>
<context>
    <name>weights.torch.circle</name>
    <message>
        <source>{0} holds containers that contain themselves or are nested too deeply; save the state_dict alone</source>
        <translation>{0} 中有包含自身或嵌套过深的容器；请只保存“state_dict”</translation>
    </message>
</context>
<context>
    <name>weights.torch.count</name>
    <message>
        <source>{0} has {1} elements in its storage &quot;{2}&quot;, and its pickle says {3}</source>
        <translation>{0} 的存储“{2}”中有 {1} 个元素，而其“pickle”说有 {3} 个</translation>
    </message>
</context>
<context>
    <name>weights.torch.keys</name>
    <message>
        <source>{0} holds a storage that no tensor uses; is it damaged?</source>
        <translation>{0} 中有一个没有张量使用的存储；文件是否已损坏？</translation>
    </message>
</context>
<context>
    <name>weights.torch.kind</name>
    <message>
        <source>it is made by {0}, and only dense tensors can be read</source>
        <translation>它由“{0}”生成，而只能读取稠密张量</translation>
    </message>
</context>
<context>
    <name>weights.torch.magic</name>
    <message>
        <source>{0} is not a file of PyTorch&apos;s: it lacks its magic number</source>
        <translation>{0} 不是 PyTorch 的文件：它缺少其魔数</translation>
    </message>
</context>
<context>
    <name>weights.torch.many</name>
    <message>
        <source>{0} lists more than {1:entry|entries}; save the state_dict alone</source>
        <translation>{0} 列出的条目超过 {1} 个；请只保存“state_dict”</translation>
    </message>
</context>
<context>
    <name>weights.torch.missing</name>
    <message>
        <source>{0} lacks its storage &quot;{1}&quot;; download or copy it again</source>
        <translation>{0} 缺少其存储“{1}”；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.torch.object</name>
    <message>
        <source>it is made by {0}, and not a tensor</source>
        <translation>它由“{0}”生成，不是张量</translation>
    </message>
</context>
<context>
    <name>weights.torch.order</name>
    <message>
        <source>{0} names the byte order &quot;{1}&quot;, and little and big are known</source>
        <translation>{0} 指定的字节顺序为“{1}”，已知的有“little”和“big”</translation>
    </message>
</context>
<context>
    <name>weights.torch.prefix</name>
    <message>
        <source>&quot;{0}&quot; at the start of all names is dropped</source>
        <translation>去掉了所有名称开头的“{0}”</translation>
    </message>
</context>
<context>
    <name>weights.torch.rebuild</name>
    <message>
        <source>{0}: the description of the tensor &quot;{1}&quot; is not as PyTorch writes it</source>
        <translation>{0}：张量“{1}”的描述与 PyTorch 写的不同</translation>
    </message>
</context>
<context>
    <name>weights.torch.short</name>
    <message>
        <source>{0} has less data than the {1} elements of its storage &quot;{2}&quot; ({3}); download or copy it again</source>
        <translation>{0} 的数据少于其存储“{2}”（{3}）的 {1} 个元素；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.torch.storage</name>
    <message>
        <source>{0} refers to a storage in a way that PyTorch doesn&apos;t write; is it damaged?</source>
        <translation>{0} 引用存储的方式不是 PyTorch 的写法；文件是否已损坏？</translation>
    </message>
</context>
<context>
    <name>weights.torch.storage_twice</name>
    <message>
        <source>{0} describes its storage &quot;{1}&quot; in two ways; is it damaged?</source>
        <translation>{0} 以两种方式描述其存储“{1}”；文件是否已损坏？</translation>
    </message>
</context>
<context>
    <name>weights.torch.storage_type</name>
    <message>
        <source>{0} has a storage of the type {1}, which can&apos;t be read</source>
        <translation>{0} 中有类型为“{1}”的存储，无法读取</translation>
    </message>
</context>
<context>
    <name>weights.torch.taken</name>
    <message>
        <source>the tensors under &quot;{0}&quot; are read</source>
        <translation>读取了“{0}”下的张量</translation>
    </message>
</context>
<context>
    <name>weights.torch.taken_of</name>
    <message>
        <source>the tensors under &quot;{0}&quot; are read, not those under {1}</source>
        <translation>读取了“{0}”下的张量，没有读取 {1} 下的张量</translation>
    </message>
</context>
<context>
    <name>weights.torch.type</name>
    <message>
        <source>numbers of the type {0} can&apos;t be read</source>
        <translation>无法读取类型为 {0} 的数字</translation>
    </message>
</context>
<context>
    <name>weights.torch.version</name>
    <message>
        <source>{0} is not in version {1} of PyTorch&apos;s legacy format; save it again</source>
        <translation>{0} 不是 PyTorch 旧格式的版本 {1}；请重新保存</translation>
    </message>
</context>
<context>
    <name>weights.twice</name>
    <message>
        <source>&quot;{0}&quot; is there twice; the last one is taken</source>
        <translation>“{0}”出现了两次；采用最后一个</translation>
    </message>
</context>
<context>
    <name>weights.unsigned</name>
    <message>
        <source>{0}: &quot;{1}&quot; holds an integer beyond 2^63 - 1; save it as float64</source>
        <translation>{0}：“{1}”中有大于 2^63 - 1 的整数；请保存为“float64”</translation>
    </message>
</context>
<context>
    <name>weights.without</name>
    <message>
        <source>the layer &quot;{0}&quot; has no weights; these have some: {1}</source>
        <translation>层“{0}”没有权重；有权重的层：{1}</translation>
    </message>
</context>
<context>
    <name>weights.zip</name>
    <message>
        <source>{0} can&apos;t be read as a ZIP archive: {1}; download or copy it again</source>
        <translation>{0} 无法作为 ZIP 归档读取：{1}；请重新下载或复制</translation>
    </message>
</context>
<context>
    <name>weights.zip.bomb</name>
    <message>
        <source>&quot;{0}&quot; in it claims {1:byte|bytes}, more than its {2} packed ones can hold</source>
        <translation>其中的“{0}”声称有 {1} 个字节，超过其 {2} 个压缩字节所能容纳的</translation>
    </message>
</context>
<context>
    <name>weights.zip.checksum</name>
    <message>
        <source>its checksum is wrong</source>
        <translation>其校验和有误</translation>
    </message>
</context>
<context>
    <name>weights.zip.damaged</name>
    <message>
        <source>its data is damaged</source>
        <translation>其数据已损坏</translation>
    </message>
</context>
<context>
    <name>weights.zip.encrypted</name>
    <message>
        <source>&quot;{0}&quot; in it is encrypted</source>
        <translation>其中的“{0}”已加密</translation>
    </message>
</context>
<context>
    <name>weights.zip.ends</name>
    <message>
        <source>its directory is missing or not where the file&apos;s end says, so it is truncated</source>
        <translation>其目录缺失，或不在文件末尾所指的位置，因此文件被截断</translation>
    </message>
</context>
<context>
    <name>weights.zip.entry</name>
    <message>
        <source>the place or the size of &quot;{0}&quot; in it is not valid</source>
        <translation>其中“{0}”的位置或大小无效</translation>
    </message>
</context>
<context>
    <name>weights.zip.less</name>
    <message>
        <source>it unpacks to less than it claims</source>
        <translation>它解压后少于所声称的大小</translation>
    </message>
</context>
<context>
    <name>weights.zip.method</name>
    <message>
        <source>&quot;{0}&quot; in it is packed by method {1}, and only deflate can be read</source>
        <translation>其中的“{0}”以方法 {1} 压缩，而只能读取“deflate”</translation>
    </message>
</context>
<context>
    <name>weights.zip.more</name>
    <message>
        <source>it unpacks to more than it claims</source>
        <translation>它解压后多于所声称的大小</translation>
    </message>
</context>
<context>
    <name>weights.zip.overlap</name>
    <message>
        <source>files in it overlap</source>
        <translation>其中的文件相互重叠</translation>
    </message>
</context>
<context>
    <name>weights.zip.twice</name>
    <message>
        <source>two of its files are called &quot;{0}&quot;</source>
        <translation>其中有两个文件都叫“{0}”</translation>
    </message>
</context>
<context>
    <name>weights.zip.unpack</name>
    <message>
        <source>&quot;{0}&quot; in it: {1}</source>
        <translation>其中的“{0}”：{1}</translation>
    </message>
</context>
<context>
    <name>weights.zip_large</name>
    <message>
        <source>a file in the ZIP archive has more than {0:byte|bytes}, out of all proportion to the archive; save the model again</source>
        <translation>ZIP 归档中有一个文件超过 {0} 字节，与归档的大小完全不成比例；请重新保存模型</translation>
    </message>
</context>
<context>
    <name>weights.zip_memory</name>
    <message>
        <source>{0}: &quot;{1}&quot; takes {2:byte|bytes} unpacked, more than there is memory for; close other programs</source>
        <translation>{0}：“{1}”解压后占 {2} 个字节，内存不足；请关闭其他程序</translation>
    </message>
</context>
<context>
    <name>zero_padding</name>
    <message>
        <source>Zero padding 1D</source>
        <translation>1D 零填充</translation>
    </message>
    <message>
        <source>ZeroPad1D</source>
        <translation>1D 零填充</translation>
    </message>
    <message>
        <source>Adds zeros around a sequence.</source>
        <translation>在序列的各位置周围补零。</translation>
    </message>
    <message>
        <source>pad, pad1d, constant padding, border</source>
        <translation>填充, 补零, 边框</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充量</translation>
    </message>
    <message>
        <source>The number of zeros before and after.</source>
        <translation>补零的数量：前、后。</translation>
    </message>
    <message>
        <source>Zero padding 2D</source>
        <translation>2D 零填充</translation>
    </message>
    <message>
        <source>ZeroPad2D</source>
        <translation>2D 零填充</translation>
    </message>
    <message>
        <source>Adds zeros around an image.</source>
        <translation>在图像的各位置周围补零。</translation>
    </message>
    <message>
        <source>pad, pad2d, constant padding, border</source>
        <translation>填充, 补零, 边框</translation>
    </message>
    <message>
        <source>How many zeros there are: height and width, or top, bottom, left, right.</source>
        <translation>补零的数量：高和宽，或上、下、左、右。</translation>
    </message>
    <message>
        <source>Zero padding 3D</source>
        <translation>3D 零填充</translation>
    </message>
    <message>
        <source>ZeroPad3D</source>
        <translation>3D 零填充</translation>
    </message>
    <message>
        <source>Adds zeros around a volume.</source>
        <translation>在三维体的各位置周围补零。</translation>
    </message>
    <message>
        <source>pad, pad3d, constant padding, border</source>
        <translation>填充, 补零, 边框</translation>
    </message>
    <message>
        <source>How many zeros there are: depth, height and width, or front, back, top, bottom, left, right.</source>
        <translation>补零的数量：深、高和宽，或前、后、上、下、左、右。</translation>
    </message>
</context>
</TS>
