<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>LocksDelegate</name>
    <message>
        <source>possible</source>
        <translation>存疑</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增加(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减少(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QGnomeTheme</name>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>QJsonParseError</name>
    <message>
        <source>unterminated object</source>
        <translation>对象没有结束</translation>
    </message>
    <message>
        <source>missing name separator</source>
        <translation>缺少名称后的冒号</translation>
    </message>
    <message>
        <source>unterminated array</source>
        <translation>数组没有结束</translation>
    </message>
    <message>
        <source>missing value separator</source>
        <translation>缺少值之间的逗号</translation>
    </message>
    <message>
        <source>illegal value</source>
        <translation>非法的值</translation>
    </message>
    <message>
        <source>invalid termination by number</source>
        <translation>以不完整的数字结束</translation>
    </message>
    <message>
        <source>illegal number</source>
        <translation>非法的数字</translation>
    </message>
    <message>
        <source>invalid escape sequence</source>
        <translation>无效的转义序列</translation>
    </message>
    <message>
        <source>invalid UTF8 string</source>
        <translation>无效的 UTF-8 字符串</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>object is missing after a comma</source>
        <translation>逗号后缺少对象</translation>
    </message>
    <message>
        <source>too deeply nested document</source>
        <translation>嵌套太深</translation>
    </message>
    <message>
        <source>too large document</source>
        <translation>文档太大</translation>
    </message>
    <message>
        <source>garbage at the end of the document</source>
        <translation>文档末尾有多余的内容</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>QScrollBar</name>
    <message>
        <source>Scroll here</source>
        <translation>滚动到此处</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>顶部</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>底部</translation>
    </message>
    <message>
        <source>Left edge</source>
        <translation>左边缘</translation>
    </message>
    <message>
        <source>Right edge</source>
        <translation>右边缘</translation>
    </message>
    <message>
        <source>Page up</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Page down</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Page left</source>
        <translation>向左一页</translation>
    </message>
    <message>
        <source>Page right</source>
        <translation>向右一页</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>向上滚动</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>向下滚动</translation>
    </message>
    <message>
        <source>Scroll left</source>
        <translation>向左滚动</translation>
    </message>
    <message>
        <source>Scroll right</source>
        <translation>向右滚动</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertDialog</name>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Any that the condition fits</source>
        <translation>条件适用的任何一种</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>For how long it has to be so before the alert fires: 500ms, 5s, 2m.</source>
        <translation>条件须持续多久告警才会触发：500ms、5s、2m。</translation>
    </message>
    <message>
        <source>what the alert is called</source>
        <translation>告警的名称</translation>
    </message>
    <message>
        <source>&amp;Of these</source>
        <translation>其中的(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;When</source>
        <translation>条件(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;For at least</source>
        <translation>至少持续(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Severity</source>
        <translation>严重程度(&amp;S)</translation>
    </message>
    <message>
        <source>Type which keys the alert is for, such as lock:*</source>
        <translation>请输入告警适用的键，例如 lock:*</translation>
    </message>
    <message>
        <source>The condition has to be like one of these: %1. What only grows (held, renewals, waiting, exhausted) goes with &gt; or &gt;= alone.</source>
        <translation>条件须形如以下之一：%1。只会增长的量（held、renewals、waiting、exhausted）只能用 &gt; 或 &gt;=。</translation>
    </message>
    <message>
        <source>This condition is never true of what you have chosen. Choose another kind of keys, or any.</source>
        <translation>此条件对所选种类永远不成立。请选择另一种键，或任何一种。</translation>
    </message>
    <message>
        <source>The time has to be like 500ms, 5s, 1.5m, 2h or 1d, or empty.</source>
        <translation>时间须形如 500ms、5s、1.5m、2h 或 1d，或留空。</translation>
    </message>
    <message>
        <source>Type what the alert is called.</source>
        <translation>请输入告警的名称。</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertNotifier</name>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s) fire</source>
        <translation>
            <numerusform>%n 个告警触发</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <extracomment>the name of an alert, a key, the condition with what was measured</extracomment>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertProgram</name>
    <message>
        <source>The program of --on-alert is too slow for alert %1: more than %2 keys wait, and the oldest are left out.</source>
        <translation>--on-alert 的程序对告警 %1 来说太慢：有超过 %2 个键在等待，最早的被丢弃。</translation>
    </message>
    <message>
        <source>it could not be started (%1)</source>
        <translation>无法启动（%1）</translation>
    </message>
    <message>
        <source>it ended by a signal</source>
        <translation>被信号终止</translation>
    </message>
    <message>
        <source>its exit status was %1</source>
        <translation>退出状态为 %1</translation>
    </message>
    <message>
        <source>it was killed after %1 s</source>
        <translation>运行 %1 秒后被终止</translation>
    </message>
    <message>
        <source>it was killed, because it printed more than %1 MiB</source>
        <translation>它因输出超过 %1 MiB 而被终止</translation>
    </message>
    <message>
        <source>its exit status was %1, and it said: %2</source>
        <extracomment>%2: the last line that the program printed</extracomment>
        <translation>其退出状态为 %1，并输出：%2</translation>
    </message>
    <message>
        <source>%1 of --on-alert failed for alert %2: %3. This is not said again before it has succeeded.</source>
        <extracomment>%1 the program of --on-alert, %2 the name of an alert, %3 why</extracomment>
        <translation>--on-alert 的 %1 处理告警 %2 失败：%3。在其成功之前不再重复提示。</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertWording</name>
    <message>
        <source>%1, now %2</source>
        <extracomment>%1: a condition (&quot;held &gt; 30s&quot;), %2: what was measured</extracomment>
        <translation>%1，现为 %2</translation>
    </message>
    <message>
        <source>info</source>
        <comment>severity of an alert</comment>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>severity of an alert</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>critical</source>
        <comment>severity of an alert</comment>
        <translation>严重</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertsDialog</name>
    <message>
        <source>Alerts for this server</source>
        <translation>此服务器的告警</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>When</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>There is no alert yet. Add… makes one, and so does Alert… in the context menu of a row.</source>
        <translation>还没有告警。“添加…”或行的右键菜单中的“告警…”可以创建一个。</translation>
    </message>
    <message>
        <source>All alerts that match a key count.</source>
        <translation>与键匹配的所有告警都有效。</translation>
    </message>
    <message>
        <source>This alert comes from %1 and cannot be changed here.</source>
        <translation>此告警来自 %1，不能在此更改。</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertsModel</name>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>始于</translation>
    </message>
    <message>
        <source>True since %1 UTC or longer.</source>
        <translation>自 %1 UTC 或更早起成立。</translation>
    </message>
    <message>
        <source>True since %1 UTC.</source>
        <translation>自 %1 UTC 起成立。</translation>
    </message>
    <message>
        <source>True since %1 UTC or later.</source>
        <translation>自 %1 UTC 或更晚起成立。</translation>
    </message>
    <message>
        <source>True since %1 UTC by the clock of the client that wrote its token.</source>
        <translation>自 %1 UTC 起成立（按写入令牌的客户端的时钟）。</translation>
    </message>
    <message>
        <source>True since %1 UTC, but perhaps not all the time.</source>
        <translation>自 %1 UTC 起成立，但可能不是一直成立。</translation>
    </message>
</context>
<context>
    <name>lockstep::AlertsPanel</name>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>%1 firing</source>
        <comment>a number of alerts</comment>
        <translation>%1 个触发中</translation>
    </message>
    <message>
        <source>%1 not told</source>
        <comment>a number of alerts</comment>
        <translation>%1 个未提示</translation>
    </message>
</context>
<context>
    <name>lockstep::Arguments</name>
    <message>
        <source>%1 takes %2, not “%3”.</source>
        <translation>%1 需要 %2，而不是“%3”。</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>--scale takes a number from 0.5 to 8, not “%1”.</source>
        <translation>--scale 需要 0.5 到 8 之间的数，而不是“%1”。</translation>
    </message>
    <message>
        <source>--user takes letters, digits, - and _, not “%1”.</source>
        <translation>--user 只能含字母、数字、- 和 _，而不是“%1”。</translation>
    </message>
    <message>
        <source>--for goes with --follow.</source>
        <translation>--for 须与 --follow 一起使用。</translation>
    </message>
    <message>
        <source>shot needs -o FILE.png, FILE.svg or FILE.pdf.</source>
        <translation>shot 需要 -o FILE.png、FILE.svg 或 FILE.pdf。</translation>
    </message>
    <message>
        <source>--%1 was given twice.</source>
        <translation>--%1 给出了两次。</translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation>%1 的密码：</translation>
    </message>
    <message>
        <source>Put a password in place of &lt;password&gt;, then send this line to the server. Before Redis 7 write ~* instead of %R~*. From 7.2 on, and for Valkey, add +client|no-touch, so that reading a key is not taken for use of it.</source>
        <translation>请将 &lt;password&gt; 换成密码，然后把这一行发给服务器。Redis 7 之前请用 ~* 代替 %R~*。从 7.2 起以及对 Valkey，请加上 +client|no-touch，这样读取键就不会被当作对键的使用。</translation>
    </message>
    <message>
        <source>certificate authorities for rediss://, PEM</source>
        <translation>rediss:// 所用的证书颁发机构，PEM</translation>
    </message>
    <message>
        <source>client certificate, PEM</source>
        <translation>客户端证书，PEM</translation>
    </message>
    <message>
        <source>server name to send and to check</source>
        <translation>要发送并核对的服务器名称</translation>
    </message>
    <message>
        <source>read the password from a file; or set REDISCLI_AUTH</source>
        <translation>从文件读取密码；也可设置 REDISCLI_AUTH</translation>
    </message>
    <message>
        <source>one snapshot</source>
        <translation>一份快照</translation>
    </message>
    <message>
        <source>the picture: .png, .svg or .pdf</source>
        <translation>图片：.png、.svg 或 .pdf</translation>
    </message>
    <message>
        <source>the client certificate&apos;s key, PEM</source>
        <translation>客户端证书的私钥，PEM</translation>
    </message>
    <message>
        <source>the lock</source>
        <translation>锁的键</translation>
    </message>
    <message>
        <source>its holder, as watch prints it</source>
        <translation>持有者，如 watch 所输出</translation>
    </message>
    <message>
        <source>%1 takes a whole number from %2 to %3, not “%4”.</source>
        <translation>%1 需要 %2 到 %3 之间的整数，而不是“%4”。</translation>
    </message>
    <message>
        <source>--set takes NAME=NUMBER, not “%1”.</source>
        <translation>--set 需要 NAME=NUMBER，而不是“%1”。</translation>
    </message>
    <message>
        <source>%1 takes %2, a probability from 0 to 1 or a line of the file, not “%3”.</source>
        <translation>%1 需要 %2，即 0 到 1 之间的概率或文件中的行号，而不是“%3”。</translation>
    </message>
    <message>
        <source>how many clients, the same as --set clients=N</source>
        <translation>客户端的数量，等同于 --set clients=N</translation>
    </message>
    <message>
        <source>a value of the scenario, see lab list; repeatable</source>
        <translation>场景的一个参数，见 lab list；可重复给出</translation>
    </message>
    <message>
        <source>how many fresh starts</source>
        <translation>运行多少轮，每轮都从头开始</translation>
    </message>
    <message>
        <source>how often each client runs its program in a round</source>
        <translation>每个客户端在一轮中运行程序的次数</translation>
    </message>
    <message>
        <source>new rounds until then, in place of --rounds</source>
        <translation>不断开始新的一轮，直到此时长；代替 --rounds</translation>
    </message>
    <message>
        <source>of faults, delays and random(), to have them again</source>
        <translation>故障、延迟和 random() 的随机种子，用于重现</translation>
    </message>
    <message>
        <source>clients crash: with this probability at each command, or at that line</source>
        <translation>客户端崩溃：每条命令按此概率，或在该行</translation>
    </message>
    <message>
        <source>clients stand still for MS milliseconds, likewise</source>
        <translation>客户端停顿 MS 毫秒，条件同上</translation>
    </message>
    <message>
        <source>of the network, at most, for each command</source>
        <translation>每条命令的网络延迟，至多为此值（毫秒）</translation>
    </message>
    <message>
        <source>before each command of a client that is inside a lock</source>
        <translation>锁内的客户端在每条命令之前的工作耗时（毫秒）</translation>
    </message>
    <message>
        <source>there is no display for a window. Without one use: lockstep watch, lockstep lab, lockstep shot; see --help.</source>
        <translation>没有可用于窗口的显示器。没有显示器时请使用 lockstep watch、lockstep lab、lockstep shot；见 --help。</translation>
    </message>
    <message>
        <source>--pause takes P:MS or line:N:MS, as in 0.05:300, not “%1”.</source>
        <translation>--pause 需要 P:MS 或 line:N:MS，例如 0.05:300，而不是“%1”。</translation>
    </message>
    <message>
        <source>how many time steps at most</source>
        <translation>最多多少个时间步</translation>
    </message>
    <message>
        <source>how much memory the search may take, in MB; else half of what is available</source>
        <translation>探索最多可用多少内存，单位 MB；默认为可用内存的一半</translation>
    </message>
    <message>
        <source>--memory is for exploring: a trace takes next to none.</source>
        <translation>--memory 用于探索：重放一条轨迹几乎不占内存。</translation>
    </message>
    <message>
        <source>how many clients may crash</source>
        <translation>最多多少个客户端崩溃</translation>
    </message>
    <message>
        <source>how many clients may stand still</source>
        <translation>最多多少个客户端停顿</translation>
    </message>
    <message>
        <source>without MONITOR: faster, but values are not checked step by step</source>
        <translation>不用 MONITOR：更快，但不逐步检查值</translation>
    </message>
    <message>
        <source>--seed takes a whole number above 0, as lab run prints it, not “%1”.</source>
        <translation>--seed 需要一个大于 0 的整数，即 lab run 打印的那个，而不是“%1”。</translation>
    </message>
    <message>
        <source>lab run, explore and replay take a scenario: an id of lockstep lab list, or the path of a file.</source>
        <translation>lab run、explore 和 replay 接受一个场景：lockstep lab list 中的 id，或文件路径。</translation>
    </message>
    <message>
        <source>Lists the scenarios that can be played.</source>
        <translation>列出可以运行的场景。</translation>
    </message>
    <message>
        <source>Takes exactly these steps and shows what each did; exit status 3: a check is violated. A1 is A&apos;s first command, T lets time pass, X(A) is a crash, P(A) and U(A) pause and resume.</source>
        <translation>恰好执行这些步骤，并显示每一步做了什么；退出状态 3：有检查被违反。A1 是 A 的第一条命令，T 让时间流逝，X(A) 是崩溃，P(A) 和 U(A) 是暂停和继续。</translation>
    </message>
    <message>
        <source>Makes a picture of a page, without a display. Without --uri: of a private server with the demo shop.</source>
        <translation>不需要显示器，生成一页的图片。没有 --uri 时：带演示商店的私有服务器。</translation>
    </message>
    <message>
        <source>Plays a scenario and makes a picture of it, without a display.</source>
        <translation>不需要显示器，运行一个场景并生成图片。</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>%1 line:%2: the file has %3 lines; name one that sends a command.</source>
        <translation>%1 line:%2：文件只有 %3 行；请写出一行会发送命令的。</translation>
    </message>
    <message>
        <source>%1 was set to %2 and to %3; --set and --clients set it once.</source>
        <translation>%1 既设为 %2 又设为 %3；--set 和 --clients 只能设一次。</translation>
    </message>
    <message>
        <source>how often a server may restart without its keys</source>
        <translation>服务器最多可以丢失键并重启多少次</translation>
    </message>
    <message>
        <source>how often the replica may take over</source>
        <translation>从节点最多可以接管多少次</translation>
    </message>
    <message>
        <source>how many requests may not arrive, where there are several servers</source>
        <translation>有多台服务器时，最多有多少个请求不会到达</translation>
    </message>
    <message>
        <source>without what the scenario assumes</source>
        <translation>不采用场景的假设</translation>
    </message>
    <message>
        <source>Put a password in place of &lt;password&gt;, then send this line to the server.</source>
        <translation>把 &lt;password&gt; 换成密码，再把这一行发给服务器。</translation>
    </message>
    <message>
        <source>Takes the steps of a trace, or explores, and makes a picture of it, without a display. The same arguments give the same picture.</source>
        <translation>不需要显示器，执行一条轨迹的步骤或进行探索，并生成图片。相同的参数得到相同的图片。</translation>
    </message>
    <message>
        <source>--for takes more than 0 seconds: nothing can be played in no time.</source>
        <translation>--for 需要大于 0 的秒数：没有时间就什么也运行不了。</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>%1 takes no value.</source>
        <translation>%1 不接受值。</translation>
    </message>
    <message>
        <source>the key as Base64 (binary keys)</source>
        <translation>Base64 形式的键（二进制键）</translation>
    </message>
    <message>
        <source>the token as Base64 (binary tokens)</source>
        <translation>Base64 形式的令牌（二进制令牌）</translation>
    </message>
    <message>
        <source>--size takes WIDTHxHEIGHT between %1x%2 and 10000x10000, not “%3”.</source>
        <extracomment>%1 and %2 width and height, %3 what was given</extracomment>
        <translation>--size 需要 宽x高，介于 %1x%2 与 10000x10000 之间，而不是“%3”。</translation>
    </message>
    <message>
        <source>Put a password in place of &lt;password&gt;, then send this line to the server. It lets the user watch and release locks; with a pattern such as ~lock:* in place of ~* only these keys. From 7.2 on, and for Valkey, add +client|no-touch, so that reading a key is not taken for use of it.</source>
        <translation>把 &lt;password&gt; 换成密码，再把这一行发给服务器。该用户即可观察并释放锁；若把 ~* 换成 ~lock:* 之类的模式，则只限这些键。7.2 及以后的版本以及 Valkey 请加上 +client|no-touch，这样读取键不会被当作使用。</translation>
    </message>
    <message>
        <source>--lab, --release and --sentinel are different users: ask for one at a time.</source>
        <translation>--lab、--release 和 --sentinel 是不同的用户：一次只能要一个。</translation>
    </message>
    <message>
        <source>unlock needs one --key and one --token, each as text or in Base64: the “key” and “holder” of lockstep watch --once --json.</source>
        <translation>unlock 需要一个 --key 和一个 --token，以文本或 Base64 给出：即 lockstep watch --once --json 中的“key”和“holder”。</translation>
    </message>
    <message>
        <source>Unknown option “%1”. See %2.</source>
        <translation>未知选项“%1”。见 %2。</translation>
    </message>
    <message>
        <source>Unknown option “%1” here; it belongs to: %2. See %3.</source>
        <extracomment>%2 other commands that take it, %3 how to see the options of this one</extracomment>
        <translation>这里没有选项“%1”；它属于：%2。见 %3。</translation>
    </message>
    <message>
        <source>Plays a scenario with real clients at full speed and says what held; exit status 3: a check is violated. An ID is one of lab list, or the path of a file. Without --uri: on servers that it starts for it.</source>
        <translation>用真实的客户端全速运行一个场景，并说明哪些成立；退出状态 3：违反了某项检查。ID 取自 lab list，或是文件路径。没有 --uri 时，在为此启动的服务器上运行。</translation>
    </message>
    <message>
        <source>“%1” is not Base64.</source>
        <translation>“%1”不是 Base64。</translation>
    </message>
    <message>
        <source>print JSON</source>
        <translation>输出 JSON</translation>
    </message>
    <message>
        <source>Unknown command “%1”. Possible: %2, help, or none for the window.</source>
        <translation>未知命令“%1”。可用：%2、help；不带命令则打开窗口。</translation>
    </message>
    <message>
        <source>the scenarios that can be played</source>
        <translation>可以运行的场景</translation>
    </message>
    <message>
        <source>plays one with real clients at full speed</source>
        <translation>用真实客户端全速运行一个场景</translation>
    </message>
    <message>
        <source>takes exactly these steps, shows each</source>
        <translation>严格按这些步骤执行，并逐步显示</translation>
    </message>
    <message>
        <source>a picture, without a display</source>
        <translation>生成图片，无需显示器</translation>
    </message>
    <message>
        <source>a picture of a scenario that was played</source>
        <translation>运行一个场景并生成图片</translation>
    </message>
    <message>
        <source>the same of these steps, or of what exploring finds</source>
        <translation>同上，但按给定步骤，或探索的结果</translation>
    </message>
    <message>
        <source>releases a lock by hand</source>
        <translation>手动释放一把锁</translation>
    </message>
    <message>
        <source>the window, on the server watched last, or a demo shop</source>
        <translation>打开窗口，连接上次观察的服务器或演示商店</translation>
    </message>
    <message>
        <source>the window, on that server</source>
        <translation>打开窗口，连接该服务器</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>--assume takes %1, not “%2”.</source>
        <translation>--assume 的值是 %1，不是“%2”。</translation>
    </message>
    <message>
        <source>--assume and --no-assumptions contradict each other.</source>
        <translation>--assume 与 --no-assumptions 互相矛盾。</translation>
    </message>
    <message>
        <source>--expect takes %1, not “%2”.</source>
        <translation>--expect 的值是 %1，不是“%2”。</translation>
    </message>
    <message>
        <source>only this, in place of what the scenario assumes: %1; repeatable</source>
        <translation>只采用这个假设，代替场景自己的假设：%1；可重复</translation>
    </message>
    <message>
        <source>exit status 0 if that comes of it: %1; 3 if the opposite does, 1 if neither is known</source>
        <translation>结果若是 %1，则退出状态为 0；相反则为 3，无法确定则为 1</translation>
    </message>
    <message>
        <source>a user with just the rights that are needed</source>
        <translation>只有所需权限的用户</translation>
    </message>
    <message>
        <source>Prints the ACL line that makes a user with just the rights that are needed.</source>
        <translation>输出创建只有所需权限的用户的 ACL 命令行。</translation>
    </message>
    <message>
        <source>Releases a lock by hand, if the holder with that token still has it. It asks first.</source>
        <translation>手动释放锁，前提是持有该令牌的持有者仍持有它。会先询问。</translation>
    </message>
    <message>
        <source>lockstep lab run --help lists the options of lab run; the others likewise.</source>
        <translation>lockstep lab run --help 列出 lab run 的选项，其余命令同理。</translation>
    </message>
    <message>
        <source>Lockstep watches what Redis coordinates: counters, rate limits and locks of a live server. It never writes there. It also plays the races that break them, on a server of its own.</source>
        <translation>Lockstep 观察 Redis 所协调的一切：线上服务器的计数器、限流和锁，绝不写入。它还在自己的服务器上演示会破坏它们的竞态。</translation>
    </message>
    <message>
        <source>older name of --cert-key</source>
        <translation>--cert-key 的旧名称</translation>
    </message>
    <message>
        <source>watch only keys that begin with PREFIX</source>
        <translation>只观察以 PREFIX 开头的键</translation>
    </message>
    <message>
        <source>your own rules, tried before the known key formats</source>
        <translation>您自己的规则，先于已知键格式</translation>
    </message>
    <message>
        <source>open the demo shop instead of the server watched last</source>
        <translation>打开演示商店，而不是上次观察的服务器</translation>
    </message>
    <message>
        <source>allow releasing locks from the window; it asks each time</source>
        <translation>允许在窗口中释放锁，每次都先询问</translation>
    </message>
    <message>
        <source>the journal, one line per event, until Ctrl-C</source>
        <translation>日志，每个事件一行，直到 Ctrl-C</translation>
    </message>
    <message>
        <source>with --follow: stop after so many seconds</source>
        <translation>与 --follow 合用：经过这么多秒后停止</translation>
    </message>
    <message>
        <source>size of the window; default 1280x720</source>
        <translation>窗口大小；默认 1280x720</translation>
    </message>
    <message>
        <source>pixels per unit of the size; default 1</source>
        <translation>大小的每个单位对应的像素数；默认 1</translation>
    </message>
    <message>
        <source>how long to watch before the picture is made; default 8</source>
        <translation>出图前观察多久；默认 8</translation>
    </message>
    <message>
        <source>name of the user; default lockstep</source>
        <translation>用户名；默认 lockstep</translation>
    </message>
    <message>
        <source>the rights for playing scenarios, instead of those for watching</source>
        <translation>运行场景所需的权限，而不是观察所需的</translation>
    </message>
    <message>
        <source>the rights for releasing locks by hand, besides those for watching</source>
        <translation>手动释放锁所需的权限，连同观察所需的权限</translation>
    </message>
    <message>
        <source>the rights for asking Sentinels, which have users of their own</source>
        <translation>询问哨兵所需的权限；哨兵有自己的用户</translation>
    </message>
    <message>
        <source>Put a password in place of &lt;password&gt;, then send this line to each Sentinel. The address takes the user as sentinel-user=; the user at the servers is another one, and lockstep acl prints its line.</source>
        <translation>把 &lt;password&gt; 换成密码，再把这一行发给每个哨兵。地址里用 sentinel-user= 给出该用户；服务器上的用户是另一个，它的那一行由 lockstep acl 输出。</translation>
    </message>
    <message>
        <source>with --yes: also a key that may not be a lock</source>
        <translation>与 --yes 一起使用：也释放可能不是锁的键</translation>
    </message>
    <message>
        <source>do not ask first</source>
        <translation>不询问，直接执行</translation>
    </message>
    <message>
        <source>instead of the window only one part of it: %1</source>
        <translation>不画整个窗口，只画其中一部分：%1</translation>
    </message>
    <message>
        <source>lab check takes the files to grade, or folders with them.</source>
        <translation>lab check 需要待评分的文件，或包含它们的文件夹。</translation>
    </message>
    <message>
        <source>lab check needs --exercise ID: a scenario that has an exercise.</source>
        <translation>lab check 需要 --exercise ID：带练习的场景。</translation>
    </message>
    <message>
        <source>grades solutions of an exercise</source>
        <translation>为练习的解答评分</translation>
    </message>
    <message>
        <source>Grades files, or all .lua files of a folder, as solutions of an exercise: every interleaving is executed with the exercise&apos;s own checks. Says of each whether it is solved, and if not why; exit status 3: some are not.</source>
        <translation>把文件或文件夹中的所有 .lua 文件作为练习的解答来评分：用练习自己的检查执行每一种交错。对每个文件说明是否解出，没有解出则说明原因；退出状态 3：有的没有解出。</translation>
    </message>
    <message>
        <source>the scenario whose exercise is to be solved: one of lab list, or the path of a file</source>
        <translation>要解答其练习的场景：lab list 中的一个，或文件的路径</translation>
    </message>
    <message>
        <source>how long each exploration of a file may take; else 60</source>
        <translation>一个文件的每次探索最多用多久；默认 60</translation>
    </message>
    <message>
        <source>--sentinel-password-file needs an address of Sentinels: --uri redis-sentinel://HOST,HOST?master=NAME</source>
        <translation>--sentinel-password-file 需要 Sentinel 的地址：--uri redis-sentinel://HOST,HOST?master=NAME</translation>
    </message>
    <message>
        <source>likewise, for Sentinels that have a password of their own</source>
        <translation>同上，用于另有密码的 Sentinel</translation>
    </message>
    <message>
        <source>watch takes --once or --follow, not both.</source>
        <translation>watch 只能用 --once 或 --follow 之一，不能两个都用。</translation>
    </message>
    <message>
        <source>--json goes with --once or --follow.</source>
        <translation>--json 要与 --once 或 --follow 一起使用。</translation>
    </message>
    <message>
        <source>--sort and --top are about tables: they go without --json and --follow.</source>
        <translation>--sort 和 --top 只用于表格，不能与 --json 或 --follow 一起使用。</translation>
    </message>
    <message>
        <source>That table has no column “%1” to sort by.</source>
        <translation>那张表没有可以排序的列“%1”。</translation>
    </message>
    <message>
        <source>With --follow, --filter takes words about keys: what happens has no state, and may have two holders.</source>
        <translation>与 --follow 一起使用时，--filter 只能筛选键：事件没有状态，而且可能涉及两个持有者。</translation>
    </message>
    <message>
        <source>tables in the terminal, or one line per event</source>
        <translation>终端里的表格，或逐行输出发生的事件</translation>
    </message>
    <message>
        <source>Shows what a server holds, in tables that are drawn anew each second until Ctrl-C; once with --once, or where standard output is no terminal. With --follow: what happens there, a line each. With --json: for programs. Without --uri: on a private server with the demo shop.</source>
        <translation>用表格显示服务器上有什么，每秒刷新，直到按下 Ctrl-C；有 --once 时，或标准输出不是终端时，只输出一次。--follow：逐行输出发生的事件。--json：供程序读取。没有 --uri 时：带演示商店的私有服务器。</translation>
    </message>
    <message>
        <source>--top takes a number of rows from 1 on, not “%1”.</source>
        <translation>--top 需要不小于 1 的行数，而不是“%1”。</translation>
    </message>
    <message>
        <source>print JSON, for programs</source>
        <translation>输出 JSON，供程序读取</translation>
    </message>
    <message>
        <source>only this family: %1</source>
        <translation>只看这一类：%1</translation>
    </message>
    <message>
        <source>only what matches all words, as in the window: a part of the key, a pattern like lock:*, state:immortal, holder:web-17 …</source>
        <translation>只看符合所有词的，与窗口中的筛选相同：键的一部分、lock:* 这样的模式、state:immortal、holder:web-17 ……</translation>
    </message>
    <message>
        <source>order of the tables that have that column: %1</source>
        <translation>有该列的表按它排序：%1</translation>
    </message>
    <message>
        <source>only the first N rows of each table</source>
        <translation>每张表只显示前 N 行</translation>
    </message>
    <message>
        <source>completion takes the name of a shell: %1.</source>
        <translation>completion 需要一个 shell 的名称：%1。</translation>
    </message>
    <message>
        <source>completion for a shell</source>
        <translation>命令行补全脚本</translation>
    </message>
    <message>
        <source>Prints the script that makes bash, zsh or fish complete the command line of lockstep. Where Lockstep was installed, it is in place already.</source>
        <translation>输出让 bash、zsh 或 fish 补全 lockstep 命令行的脚本。安装过的 Lockstep 已经带有它。</translation>
    </message>
    <message>
        <source>the manual page</source>
        <translation>手册页</translation>
    </message>
    <message>
        <source>Prints the manual page, in roff; man -l shows it. Where Lockstep was installed, man lockstep does.</source>
        <translation>以 roff 格式输出手册页；用 man -l 查看。安装过的 Lockstep 可直接用 man lockstep 查看。</translation>
    </message>
    <message>
        <source>scenarios: races that clients play</source>
        <translation>场景：由客户端重现的竞态</translation>
    </message>
    <message>
        <source>the options of a command</source>
        <translation>某个命令的选项</translation>
    </message>
    <message>
        <source>Without --uri, watch and shot look at a private server with the demo shop. An ID is one of lab list, or the path of a file. A trace is a line of steps, as lab explore prints it: “A1 B1 T”; “lab:ID:explore” in its place stands for what exploring finds.</source>
        <translation>没有 --uri 时，watch 和 shot 使用带演示商店的私有服务器。ID 取自 lab list，或是文件路径。轨迹是一行步骤，即 lab explore 输出的那种，如“A1 B1 T”；写成“lab:ID:explore”则表示探索的结果。</translation>
    </message>
    <message>
        <source>Exit status: 0 done, 1 what was asked for failed, 2 wrong usage, 3 lab run, lab explore or lab replay found a violation, 128 + N signal N came first.</source>
        <translation>退出状态：0 完成，1 所要求的失败，2 用法错误，3 lab run、lab explore 或 lab replay 发现了违反，128 + N 先收到了信号 N。</translation>
    </message>
    <message>
        <source>lockstep help COMMAND lists the options of that command, as in lockstep help lab run.</source>
        <translation>lockstep help COMMAND 列出该命令的选项，例如 lockstep help lab run。</translation>
    </message>
    <message>
        <source>Options of the window</source>
        <translation>窗口的选项</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>watch what Redis coordinates, and play the races that break it</source>
        <translation>观察 Redis 所协调的一切，并重现会破坏它的竞态</translation>
    </message>
    <message>
        <source>Synopsis</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Exit status</source>
        <translation>退出状态</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>the password, for servers that need one</source>
        <translation>服务器需要密码时使用的密码</translation>
    </message>
    <message>
        <source>the program that is started as a private server, instead of redis-server</source>
        <translation>用作私有服务器的程序，代替 redis-server</translation>
    </message>
    <message>
        <source>See also</source>
        <translation>另见</translation>
    </message>
    <message>
        <source>goes through every interleaving within bounds</source>
        <translation>在界限内遍历每一种交错</translation>
    </message>
    <message>
        <source>Goes through every interleaving of a scenario within its bounds; exit status 3: a check is violated. An ID is one of lab list, or the path of a file.</source>
        <translation>在界限内遍历场景的每一种交错；退出状态 3：有检查被违反。ID 取自 lab list，或是文件路径。</translation>
    </message>
    <message>
        <source>add at most a tenth to the commands of a busy server; short holds are missed</source>
        <translation>让繁忙服务器的命令最多增加十分之一；会漏掉短暂的持有</translation>
    </message>
    <message>
        <source>address of the server: redis://, rediss:// or unix://; of its Sentinels: redis-sentinel://HOST,HOST?master=NAME; or of nodes of a cluster: redis+cluster://HOST,HOST</source>
        <translation>地址：服务器的 redis://、rediss:// 或 unix://；其 Sentinel 的 redis-sentinel://HOST,HOST?master=NAME；或集群节点的 redis+cluster://HOST,HOST</translation>
    </message>
    <message>
        <source>where an address is reached that Sentinels or the nodes of a cluster tell, HOST:PORT=HOST:PORT</source>
        <translation>Sentinel 或集群节点所告知的地址从这里如何到达，HOST:PORT=HOST:PORT</translation>
    </message>
    <message>
        <source>--map needs an address of a cluster or of Sentinels: --uri redis+cluster://HOST,HOST or redis-sentinel://HOST,HOST?master=NAME</source>
        <translation>--map 需要集群或 Sentinel 的地址：--uri redis+cluster://HOST,HOST 或 redis-sentinel://HOST,HOST?master=NAME</translation>
    </message>
    <message>
        <source>TLS options need an address that begins with rediss://, rediss-sentinel:// or rediss+cluster://: --uri rediss://…</source>
        <translation>TLS 选项需要以 rediss://、rediss-sentinel:// 或 rediss+cluster:// 开头的地址：--uri rediss://…</translation>
    </message>
    <message>
        <source>--on-alert goes with --follow and --rules FILE, which has the alerts.</source>
        <translation>--on-alert 须与 --follow 以及包含告警的 --rules FILE 一起使用。</translation>
    </message>
    <message>
        <source>with --follow: run a program for each alert that fires or is over, with its JSON on standard input</source>
        <translation>与 --follow 一起：每当告警触发或解除时运行一个程序，并通过标准输入传入其 JSON</translation>
    </message>
    <message>
        <source>--on-alert takes a program and its arguments, separated by spaces: --on-alert &quot;notify-me --quiet&quot;.</source>
        <translation>--on-alert 需要一个程序及其参数，以空格分隔：--on-alert &quot;notify-me --quiet&quot;。</translation>
    </message>
    <message>
        <source>--metrics serves as long as the watch runs: it goes without --once.</source>
        <translation>--metrics 在监视期间一直提供指标：不能与 --once 同用。</translation>
    </message>
    <message>
        <source>while watching, serve metrics for Prometheus at http://ADDRESS:PORT/metrics; the address is 127.0.0.1 unless another one is given</source>
        <translation>监视期间在 http://ADDRESS:PORT/metrics 为 Prometheus 提供指标；未另行给出时地址为 127.0.0.1</translation>
    </message>
    <message>
        <source>--metrics takes a port, or an IP address and a port like 127.0.0.1:9400 or [::1]:9400, not “%1”.</source>
        <translation>--metrics 需要端口，或 IP 地址和端口，如 127.0.0.1:9400 或 [::1]:9400，而不是“%1”。</translation>
    </message>
    <message>
        <source>profiles import takes a file: an export of Lockstep or of RedisInsight, or addresses, one a line.</source>
        <translation>profiles import 需要一个文件：Lockstep 或 RedisInsight 的导出文件，或每行一个的地址。</translation>
    </message>
    <message>
        <source>%1 takes one of %2; see lockstep %1 --help.</source>
        <extracomment>%1 a command, %2 what may follow it</extracomment>
        <translation>%1 需要以下之一：%2；参见 lockstep %1 --help。</translation>
    </message>
    <message>
        <source>unlock needs --uri or --profile.</source>
        <translation>unlock 需要 --uri 或 --profile。</translation>
    </message>
    <message>
        <source>profiles add needs --uri, the address of the server, and --environment, what it is used for: %1.</source>
        <translation>profiles add 需要 --uri（服务器的地址）和 --environment（其用途）：%1。</translation>
    </message>
    <message>
        <source>--yes goes with --uri or --profile: on a private server nothing is asked.</source>
        <translation>--yes 与 --uri 或 --profile 一起使用：在私有服务器上不会询问。</translation>
    </message>
    <message>
        <source>the servers that were given a name</source>
        <translation>已命名的服务器</translation>
    </message>
    <message>
        <source>Lists the profiles: servers that were given a name, for --profile NAME and for the window. No server is asked.</source>
        <translation>列出配置：即已命名的服务器，用于 --profile NAME 和窗口。不会询问任何服务器。</translation>
    </message>
    <message>
        <source>one of them</source>
        <translation>其中之一</translation>
    </message>
    <message>
        <source>Shows all that a profile says.</source>
        <translation>显示一个配置的全部内容。</translation>
    </message>
    <message>
        <source>gives a server a name</source>
        <translation>给服务器命名</translation>
    </message>
    <message>
        <source>Gives a server a name. A server of production is marked: nothing is ever released there, and no client of the lab is sent there. Passwords are never written into the file of the profiles.</source>
        <translation>给服务器命名。生产环境的服务器会被标记：那里绝不会释放任何锁，也绝不会派去实验室的客户端。密码绝不会写入配置文件。</translation>
    </message>
    <message>
        <source>takes the name away again</source>
        <translation>取消命名</translation>
    </message>
    <message>
        <source>Removes a profile. A server that is marked as production stays marked.</source>
        <translation>删除一个配置。已标记为生产环境的服务器仍保持标记。</translation>
    </message>
    <message>
        <source>adds those of a file</source>
        <translation>添加文件中的配置</translation>
    </message>
    <message>
        <source>Adds the profiles of a file: what lockstep profiles export wrote, what RedisInsight exports, or addresses, one a line, with or without a name beside them. The last two do not say what a server is used for, so --environment has to. Those that are there already stay as they are.</source>
        <translation>添加文件中的配置：lockstep profiles export 写出的文件、RedisInsight 的导出文件，或每行一个的地址（旁边可以有名称）。后两者没有说明服务器的用途，因此需要 --environment。已有的配置保持不变。</translation>
    </message>
    <message>
        <source>writes all of them, without passwords</source>
        <translation>写出全部配置，不含密码</translation>
    </message>
    <message>
        <source>Writes all profiles to a file, or to standard output, without passwords.</source>
        <translation>将全部配置写入文件或标准输出，不含密码。</translation>
    </message>
    <message>
        <source>servers that were given a name</source>
        <translation>已命名的服务器</translation>
    </message>
    <message>
        <source>lockstep profiles add --help lists the options of profiles add; the others likewise.</source>
        <translation>lockstep profiles add --help 列出 profiles add 的选项；其他命令同理。</translation>
    </message>
    <message>
        <source>instead of --uri: a server that was given a name; see lockstep profiles list</source>
        <translation>代替 --uri：一个已命名的服务器；参见 lockstep profiles list</translation>
    </message>
    <message>
        <source>what the server is used for: %1; in production nothing is ever released or played</source>
        <translation>服务器的用途：%1；在生产环境中绝不会释放锁或运行场景</translation>
    </message>
    <message>
        <source>--profile says which server: it goes without --uri.</source>
        <translation>--profile 已指明服务器：不能与 --uri 一起使用。</translation>
    </message>
    <message>
        <source>--password-file needs --uri or --profile.</source>
        <translation>--password-file 需要 --uri 或 --profile。</translation>
    </message>
    <message>
        <source>profiles show, add, edit and remove take the name of a profile.</source>
        <translation>profiles show、add、edit 和 remove 需要一个配置的名称。</translation>
    </message>
    <message>
        <source>profiles edit needs what is to change; see lockstep profiles edit --help.</source>
        <translation>profiles edit 需要指明要更改的内容；参见 lockstep profiles edit --help。</translation>
    </message>
    <message>
        <source>--allow-release and --no-release are opposites.</source>
        <translation>--allow-release 与 --no-release 相互矛盾。</translation>
    </message>
    <message>
        <source>changes what a profile says</source>
        <translation>更改一个配置的内容</translation>
    </message>
    <message>
        <source>Changes what a profile says; what no option names stays as it is. A server that is marked as production stays marked.</source>
        <translation>更改一个配置的内容；未用选项指明的部分保持不变。已标记为生产环境的服务器仍保持标记。</translation>
    </message>
    <message>
        <source>another name for the profile</source>
        <translation>配置的新名称</translation>
    </message>
    <message>
        <source>the profile has no rules file any more</source>
        <translation>配置不再有规则文件</translation>
    </message>
    <message>
        <source>no lock may be released from the window</source>
        <translation>不允许从窗口释放锁</translation>
    </message>
    <message>
        <source>history takes the file of a recording.</source>
        <translation>history 需要一个录制文件。</translation>
    </message>
    <message>
        <source>history takes --key, --key-base64 or --glob, one of them.</source>
        <translation>history 只能使用 --key、--key-base64 和 --glob 中的一个。</translation>
    </message>
    <message>
        <source>--key takes the name of a key.</source>
        <translation>--key 需要一个键名。</translation>
    </message>
    <message>
        <source>history takes --json or --csv, not both.</source>
        <translation>history 只能使用 --json 或 --csv 之一。</translation>
    </message>
    <message>
        <source>--at is one moment: it goes without --from and --to, which choose events.</source>
        <translation>--at 是一个时刻：不能与选择事件的 --from 和 --to 同用。</translation>
    </message>
    <message>
        <source>--from has to be before --to.</source>
        <translation>--from 必须早于 --to。</translation>
    </message>
    <message>
        <source>writes what happens into a file, until Ctrl-C</source>
        <translation>把发生的事写入文件，直到按下 Ctrl-C</translation>
    </message>
    <message>
        <source>Watches a server and writes what it sees into a file, until Ctrl-C; lockstep history reads it. A file that is there goes on. What happens is told on standard error.</source>
        <translation>观察服务器并把看到的写入文件，直到按下 Ctrl-C；用 lockstep history 读取。已有的文件会接着录制。发生的事写到标准错误。</translation>
    </message>
    <message>
        <source>what a recording says of a moment, or of a key</source>
        <translation>录制文件中某一时刻或某个键的情况</translation>
    </message>
    <message>
        <source>Reads a recording: with --at the objects as they were at that moment, without it what happened. What was not seen is told as unknown.</source>
        <translation>读取录制文件：用 --at 显示那一时刻的对象，不用则显示发生过的事。没有看到的一律说明为未知。</translation>
    </message>
    <message>
        <source>throw away what is older than that, like 24h or 7d, or what makes the file larger than that, like 500MB or 2GB</source>
        <translation>丢弃比它更旧的内容（例如 24h 或 7d），或使文件超过它的内容（例如 500MB 或 2GB）</translation>
    </message>
    <message>
        <source>stop after so many seconds</source>
        <translation>这么多秒后停止</translation>
    </message>
    <message>
        <source>events from then on</source>
        <translation>从那时起的事件</translation>
    </message>
    <message>
        <source>events until before then</source>
        <translation>那时之前的事件</translation>
    </message>
    <message>
        <source>only keys that match a pattern like lock:*</source>
        <translation>只看与模式匹配的键，例如 lock:*</translation>
    </message>
    <message>
        <source>print CSV, for spreadsheets</source>
        <translation>输出 CSV，供电子表格使用</translation>
    </message>
    <message>
        <source>only this key</source>
        <translation>只看这个键</translation>
    </message>
    <message>
        <source>--glob takes a pattern like lock:*, not “%1”.</source>
        <translation>--glob 需要一个模式，例如 lock:*，而不是“%1”。</translation>
    </message>
    <message>
        <source>%1: “%2” was there twice, because the clocks were set back: add an offset like +01:00, or Z for UTC.</source>
        <translation>%1：“%2”出现过两次，因为时钟被往回拨了：请加上偏移量，例如 +01:00，或用 Z 表示 UTC。</translation>
    </message>
    <message>
        <source>%1: there was no “%2”, because the clocks were set forward: add an offset like +01:00, or Z for UTC.</source>
        <translation>%1：“%2”不存在，因为时钟被往前拨了：请加上偏移量，例如 +01:00，或用 Z 表示 UTC。</translation>
    </message>
    <message>
        <source>language of what people read, instead of the system&apos;s: %1</source>
        <translation>给人看的内容所用的语言，代替系统语言：%1</translation>
    </message>
    <message>
        <source>a picture of a recording at one moment</source>
        <translation>录制在某一时刻的图片</translation>
    </message>
    <message>
        <source>Makes a picture of a recording as the window shows it at the moment of --at, or at its end, without a display.</source>
        <translation>不需要显示器，按窗口在 --at 时刻（或结尾处）的样子生成录制的图片。</translation>
    </message>
    <message>
        <source>shot takes one page: watch, server, lab:ID, “lab:ID:TRACE”, lab:ID:explore or recording:FILE.</source>
        <translation>shot 需要一个页面：watch、server、lab:ID、“lab:ID:TRACE”、lab:ID:explore 或 recording:FILE。</translation>
    </message>
    <message>
        <source>--keep takes a length of time of at least 1m, like 24h or 7d, or a size from 1MB to 1000TB, like 2GB, not “%1”.</source>
        <translation>--keep 需要不短于 1m 的时长（例如 24h 或 7d），或 1MB 到 1000TB 的大小（例如 2GB），而不是“%1”。</translation>
    </message>
    <message>
        <source>--glob: “%1” has a [ without its ]; \[ stands for the character.</source>
        <translation>--glob：“%1”中的 [ 没有对应的 ]；\[ 表示这个字符本身。</translation>
    </message>
    <message>
        <source>%1 takes a number of seconds from 0 to %2, not “%3”.</source>
        <extracomment>%2 the largest number, %3 what was given</extracomment>
        <translation>%1 需要 0 到 %2 之间的秒数，而不是“%3”。</translation>
    </message>
    <message>
        <source>the colours: %1; system is as the desktop has them, and light in a picture</source>
        <translation>配色：%1；system 随桌面而定，图片中为浅色</translation>
    </message>
    <message>
        <source>record takes the file to write: lockstep record --uri redis://host night.lockstep</source>
        <translation>record 需要要写入的文件：lockstep record --uri redis://host night.lockstep</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”: an address stands behind --uri, and the name of a profile behind --profile.</source>
        <translation>多余的参数“%1”：地址应写在 --uri 之后，配置的名称应写在 --profile 之后。</translation>
    </message>
    <message>
        <source>record needs --uri or --profile.</source>
        <translation>record 需要 --uri 或 --profile。</translation>
    </message>
    <message>
        <source>%1 takes a time like 2026-11-28T03:12:00 (with Z or +01:00 where it is not local), 03:12 or 03:12Z (today) or -2h, not “%2”.</source>
        <translation>%1 需要一个时间，例如 2026-11-28T03:12:00（非本地时间时加 Z 或 +01:00）、03:12 或 03:12Z（今天）或 -2h，而不是“%2”。</translation>
    </message>
    <message>
        <source>the objects as they were then: 2026-11-28T03:12:00 or 03:12 (today), by local time unless Z (UTC) follows; 2026-11-28T03:12:00+01:00; or -2h (two hours ago)</source>
        <translation>当时的对象：2026-11-28T03:12:00 或 03:12（今天），后面没有 Z（UTC）时为本地时间；2026-11-28T03:12:00+01:00；或 -2h（两小时前）</translation>
    </message>
    <message>
        <source>--on-alert: a &quot; is not closed in “%1”.</source>
        <translation>--on-alert：“%1”中有一个 &quot; 没有闭合。</translation>
    </message>
    <message>
        <source>--on-alert: there is no program “%1” that can be started.</source>
        <translation>--on-alert：没有可以启动的程序“%1”。</translation>
    </message>
    <message>
        <source>the display %1 refuses the connection, perhaps because this user has no key for it: that is looked for in the file that XAUTHORITY names, or in ~/.Xauthority. Without a display use: lockstep watch, lockstep lab, lockstep shot; see --help.</source>
        <extracomment>%1: the name of an X display, &quot;:0&quot;</extracomment>
        <translation>显示 %1 拒绝连接，可能因为此用户没有它的密钥：密钥在 XAUTHORITY 指定的文件或 ~/.Xauthority 中查找。没有显示时请使用：lockstep watch、lockstep lab、lockstep shot；见 --help。</translation>
    </message>
</context>
<context>
    <name>lockstep::AssumptionSwitches</name>
    <message>
        <source>Assume:</source>
        <translation>假设：</translation>
    </message>
    <message>
        <source>Time does not pass while a timer is due that has not been taken.</source>
        <translation>有到期而尚未执行的定时器时，时间不流逝。</translation>
    </message>
    <message>
        <source>No key expires while somebody is inside.</source>
        <translation>有客户端在临界区内时，键不会过期。</translation>
    </message>
</context>
<context>
    <name>lockstep::Banner</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>lockstep::BucketWords</name>
    <message>
        <source>1 token</source>
        <translation>1 个令牌</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <comment>0; 1.98; 2</comment>
        <translation>%1 个令牌</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>1 token at +6.0 s</comment>
        <translation>%1，时间 %2</translation>
    </message>
</context>
<context>
    <name>lockstep::BucketsModel</name>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>The limit is not written in Redis: this is the largest value seen.</source>
        <translation>Redis 中没有写明上限：这是目前见过的最大值。</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>which share of a limit is used</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Resets in</source>
        <translation>重置倒计时</translation>
    </message>
    <message>
        <source>not seen</source>
        <comment>a pinned key</comment>
        <translation>未见到</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>a key</comment>
        <translation>已消失</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number of limits, and their state</comment>
        <translation>%1 个%2</translation>
    </message>
    <message>
        <source>The largest share of them</source>
        <translation>其中最大的占比</translation>
    </message>
    <message>
        <source>What is used of all of them</source>
        <translation>全部已用的总和</translation>
    </message>
    <message>
        <source>Until the first of them resets: %1 ms</source>
        <translation>距其中最早的重置：%1 毫秒</translation>
    </message>
    <message>
        <source>Set limit…</source>
        <translation>设置上限…</translation>
    </message>
    <message>
        <source>Nothing in Redis tells this limit. A click sets it, by a rule.</source>
        <translation>Redis 中没有任何内容说明此上限。单击即可用规则设置。</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Set…</source>
        <comment>short for “Set limit…”</comment>
        <translation>设置…</translation>
    </message>
</context>
<context>
    <name>lockstep::ChannelLane</name>
    <message>
        <source>%1 listens</source>
        <translation>%1 在听</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckCommand</name>
    <message>
        <source>%1 is no exercise. The exercises are %2.</source>
        <translation>%1 没有练习。有练习的是 %2。</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>没有文件或文件夹 %1。</translation>
    </message>
    <message>
        <source>There is no .lua file in the folder %1.</source>
        <translation>文件夹 %1 中没有 .lua 文件。</translation>
    </message>
    <message>
        <source>%1 is no regular file.</source>
        <translation>%1 不是普通文件。</translation>
    </message>
    <message>
        <source>%1 of %2 solved.</source>
        <translation>%2 个中解出 %1 个。</translation>
    </message>
</context>
<context>
    <name>lockstep::CheckWords</name>
    <message>
        <source>at most %1 inside %2 at a time</source>
        <translation>%2 内同时最多 %1 个客户端</translation>
    </message>
    <message>
        <source>“%1” at most %2</source>
        <translation>“%1”不超过 %2</translation>
    </message>
    <message>
        <source>“%1” at least %2</source>
        <translation>“%1”不少于 %2</translation>
    </message>
    <message>
        <source>%1 + %2 = %3</source>
        <translation>%1 + %2 = %3</translation>
    </message>
    <message>
        <source>%1 always has a TTL</source>
        <translation>%1 始终有 TTL</translation>
    </message>
    <message>
        <source>“%1” never goes back</source>
        <translation>“%1”从不倒退</translation>
    </message>
    <message>
        <source>“%1” and “%2” never go back</source>
        <translation>“%1”和“%2”从不倒退</translation>
    </message>
    <message>
        <source>at most %1 “%2” within %3</source>
        <translation>%3内“%2”最多 %1 次</translation>
    </message>
    <message>
        <source>nobody waits for ever</source>
        <translation>没有客户端永远等待</translation>
    </message>
    <message>
        <source>the check at line %1</source>
        <translation>第 %1 行的检查</translation>
    </message>
    <message>
        <source>%1 is never below %2</source>
        <translation>%1 始终不低于 %2</translation>
    </message>
    <message>
        <source>%1 is never above %2</source>
        <translation>%1 始终不高于 %2</translation>
    </message>
    <message>
        <source>only its owner releases %1</source>
        <translation>只有持有者能释放 %1</translation>
    </message>
    <message>
        <source>only its owner renews %1</source>
        <translation>只有持有者能给 %1 续期</translation>
    </message>
    <message>
        <source>“%1” (line %2)</source>
        <comment>the comment of a check</comment>
        <translation>“%1”（第 %2 行）</translation>
    </message>
    <message>
        <source>%1 is not below %2 in the end</source>
        <translation>%1 最后不低于 %2</translation>
    </message>
    <message>
        <source>%1 is not above %2 in the end</source>
        <translation>%1 最后不高于 %2</translation>
    </message>
    <message>
        <source>%1 has a TTL in the end</source>
        <translation>%1 最后有 TTL</translation>
    </message>
</context>
<context>
    <name>lockstep::ChecksList</name>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>check: verdict; sentence</comment>
        <translation>%1：%2。%3</translation>
    </message>
</context>
<context>
    <name>lockstep::ClientWords</name>
    <message>
        <source>%1, id %2</source>
        <comment>the address of a connection, and its number</comment>
        <translation>%1，ID %2</translation>
    </message>
    <message>
        <source>name %1</source>
        <translation>名称 %1</translation>
    </message>
    <message>
        <source>connected for %1</source>
        <translation>已连接 %1</translation>
    </message>
    <message>
        <source>idle for %1</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>last command %1</source>
        <translation>最近命令 %1</translation>
    </message>
    <message>
        <source>%1 is not permitted, so connections cannot be listed. Add %2 to the user&apos;s ACL rules.</source>
        <translation>没有执行 %1 的权限，因此无法列出连接。请在该用户的 ACL 规则中加入 %2。</translation>
    </message>
    <message>
        <source>This server does not know %1, so connections cannot be listed.</source>
        <translation>此服务器不识别 %1，因此无法列出连接。</translation>
    </message>
    <message>
        <source>The server has %1 connections. Listing so many would hold it up, so they are not listed.</source>
        <translation>服务器有 %1 个连接。列出这么多连接会阻塞服务器，因此未列出。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing in the token names one of the server&apos;s %n connections.</source>
        <translation>
            <numerusform>令牌中没有任何内容指明服务器的 %n 个连接中的某一个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The token names %n connections:</source>
        <translation>
            <numerusform>令牌指明了 %n 个连接：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The token contains its name “%1”.</source>
        <translation>令牌中包含它的名称“%1”。</translation>
    </message>
    <message>
        <source>The token contains its address.</source>
        <translation>令牌中包含它的地址。</translation>
    </message>
    <message>
        <source>The token contains its client id.</source>
        <translation>令牌中包含它的客户端 ID。</translation>
    </message>
</context>
<context>
    <name>lockstep::ColumnLayout</name>
    <message>
        <source>Reset columns</source>
        <translation>恢复默认列</translation>
    </message>
    <message>
        <source>%1 (no room)</source>
        <extracomment>%1: the title of a column that is not shown because the table is too narrow</extracomment>
        <translation>%1（放不下）</translation>
    </message>
</context>
<context>
    <name>lockstep::CommandWords</name>
    <message>
        <source>(gone)</source>
        <translation>（不存在）</translation>
    </message>
    <message numerus="yes">
        <source>%n elements</source>
        <translation>
            <numerusform>%n 个元素</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>, TTL %1 (%2 ms)</source>
        <translation>，TTL %1（%2 毫秒）</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>%1: %2 holders, at most %3</source>
        <translation>%1：%2 个持有者，最多应为 %3</translation>
    </message>
    <message>
        <source>%1: %2, at most %3</source>
        <translation>%1：%2，最多应为 %3</translation>
    </message>
    <message>
        <source>%1: %2, at least %3</source>
        <translation>%1：%2，至少应为 %3</translation>
    </message>
    <message>
        <source>%1: sum %2 instead of %3</source>
        <translation>%1：总和为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 has no TTL</source>
        <translation>%1 没有 TTL</translation>
    </message>
    <message>
        <source>%1 deleted by somebody else</source>
        <translation>%1 被别的客户端删除</translation>
    </message>
    <message>
        <source>%1 renewed by somebody else</source>
        <translation>%1 被别的客户端续期</translation>
    </message>
    <message>
        <source>%1: %2 after %3</source>
        <translation>%1：%3 之后出现 %2</translation>
    </message>
    <message>
        <source>somebody waits for ever</source>
        <translation>有客户端永远等待</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>no reply: cut off before</source>
        <translation>没有回复：在此之前已中断</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>at %1, took %2</source>
        <translation>%1 时发出，耗时 %2</translation>
    </message>
    <message>
        <source>%1 deleted %2&apos;s %3</source>
        <comment>A deleted B&apos;s lock</comment>
        <translation>%1 删掉了 %2 的 %3</translation>
    </message>
    <message>
        <source>%1 renewed %2&apos;s %3</source>
        <comment>A renewed B&apos;s lock</comment>
        <translation>%1 给 %2 的 %3 续了期</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>%1: “%2”</source>
        <comment>A: “free”</comment>
        <translation>%1：“%2”</translation>
    </message>
    <message>
        <source>%1, nobody listens</source>
        <translation>%1，没有人在听</translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n clients</source>
        <translation>
            <numerusform>%1 → %n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>deleted by itself</source>
        <translation>被自己删除</translation>
    </message>
    <message>
        <source>deleted by %1</source>
        <translation>被 %1 删除</translation>
    </message>
    <message>
        <source>taken by %1</source>
        <translation>被 %1 取得</translation>
    </message>
    <message>
        <source>lost by the server</source>
        <translation>锁被服务器丢失</translation>
    </message>
    <message>
        <source>not its lock</source>
        <translation>不是它的锁</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>paused, holds lock</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, still working</source>
        <translation>%1，仍在工作</translation>
    </message>
    <message>
        <source>%1 (not received)</source>
        <comment>a client</comment>
        <translation>%1（未收到）</translation>
    </message>
    <message numerus="yes">
        <source>%1, not received by %n of them</source>
        <translation>
            <numerusform>%1，其中 %n 个未收到</numerusform>
        </translation>
    </message>
    <message>
        <source>gone</source>
        <translation>锁已不在</translation>
    </message>
</context>
<context>
    <name>lockstep::Confirmation</name>
    <message>
        <source>Only the word %1 counts, in lower case and in full.</source>
        <translation>只有完整的小写单词 %1 才算数。</translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectDialog</name>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>连接服务器</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Allow releasing locks (asks first)</source>
        <translation>允许释放锁（先询问）</translation>
    </message>
    <message>
        <source>Production – always read-only</source>
        <translation>生产环境 – 始终只读</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>A&amp;ccess</source>
        <translation>权限(&amp;C)</translation>
    </message>
    <message>
        <source>Servers that were used before</source>
        <translation>以前用过的服务器</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>pinned: %1</source>
        <translation>已固定：%1</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>正在连接 %1 …</translation>
    </message>
    <message>
        <source>Recent servers</source>
        <translation>最近的服务器</translation>
    </message>
    <message>
        <source>Keep as a profile…</source>
        <translation>保存为配置…</translation>
    </message>
    <message>
        <source>Open a server in a new window</source>
        <translation>在新窗口中打开服务器</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>打开窗口</translation>
    </message>
</context>
<context>
    <name>lockstep::ConsentWords</name>
    <message>
        <source>Run this scenario on %1?

%2 connections will be opened to it and will send commands as fast as they can. Every key begins with {lab:…}, gets a TTL, and is deleted when the run is over. Nothing else on the server is touched, but it will be busy, and others who use it will notice.

The private server does the same without any of this.</source>
        <translation>要在 %1 上运行此场景吗？

将打开 %2 个连接，并尽可能快地发送命令。每个键都以 {lab:…} 开头并带有 TTL，运行结束后删除。服务器上的其他内容不受影响，但它会很忙，其他使用者会察觉到。

在私有服务器中可以做同样的事，且没有这些影响。</translation>
    </message>
    <message>
        <source>Run on another server</source>
        <translation>在其他服务器上运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
</context>
<context>
    <name>lockstep::CopySuffix</name>
    <message>
        <source> (mine%1)</source>
        <translation>（我的%1）</translation>
    </message>
</context>
<context>
    <name>lockstep::CoreText</name>
    <message>
        <source>not deterministic: %1 does not violate the check when it is executed once more</source>
        <translation>不确定：%1 再执行一次时没有违反该检查</translation>
    </message>
    <message>
        <source>The run does not violate this check for certain.</source>
        <translation>这次运行并没有确定地违反该检查。</translation>
    </message>
    <message>
        <source>The programs look at the clock: what they did at the real time of the run cannot be told in virtual time.</source>
        <translation>程序读取了时钟：它们在真实运行时间里做了什么，无法用虚拟时间表示。</translation>
    </message>
    <message>
        <source>No short trace was found within %1 s.</source>
        <translation>在 %1 秒内没有找到短的轨迹。</translation>
    </message>
    <message>
        <source>It was not found step by step: of random(), only its first choice, 1, is tried. It may need another one, more clients, or replies that arrive at other times.</source>
        <translation>没有逐步找到它：random() 只尝试了第一个选择，即 1。可能需要另一个选择、更多客户端，或在其他时刻到达的应答。</translation>
    </message>
    <message>
        <source>No small group of clients was found that reproduces it step by step; it may need more clients, other choices of random(), or replies and faults at other times.</source>
        <translation>没有找到能逐步重现它的少量客户端；可能需要更多客户端、random() 的其他选择，或在其他时刻出现的应答和故障。</translation>
    </message>
    <message>
        <source>%1: its clients are %2; those of the exercise are %3</source>
        <translation>%1：其中的客户端是 %2；练习的客户端是 %3</translation>
    </message>
    <message>
        <source>stopped while a server had not answered a command of setup</source>
        <translation>在服务器还没有应答 setup 的一条命令时被停止</translation>
    </message>
    <message>
        <source>the memory ran out before the limit of %1 MB was reached; set a lower one</source>
        <translation>在达到 %1 MB 的上限之前内存已用尽；请设置更低的上限</translation>
    </message>
    <message>
        <source>the memory ran out that this machine, or a limit such as ulimit -v, leaves to the program; give it more, or explore fewer clients or faults</source>
        <translation>本机或 ulimit -v 之类的限制留给程序的内存已用尽；请给它更多内存，或探索更少的客户端或故障</translation>
    </message>
    <message>
        <source>%1 (step %2 of %3)</source>
        <translation>%1（第 %2 步，轨迹为 %3）</translation>
    </message>
    <message>
        <source>%1 (after %2)</source>
        <translation>%1（在 %2 之后）</translation>
    </message>
    <message>
        <source>not deterministic: executed once more, step %1 (%2) of %3 has another outcome; does a script ask for the time or for chance?</source>
        <translation>不确定：再执行一次时，第 %1 步（%2，轨迹为 %3）的结果不同；是否有脚本读取了时间或随机数？</translation>
    </message>
    <message>
        <source>%1 does not violate %2 when it is executed once more</source>
        <translation>%1 再执行一次时没有违反 %2</translation>
    </message>
    <message>
        <source>an exploration is under way</source>
        <translation>已有一次探索正在进行</translation>
    </message>
    <message>
        <source>%1: setup has not come to its end within %2 s; a loop without end, or a wait for what nobody does</source>
        <translation>%1：setup 在 %2 秒内没有结束；是死循环，还是在等待没有谁会做的事？</translation>
    </message>
    <message>
        <source>messages are sent faster than they are received; at most %1 MiB of them may wait for all clients together</source>
        <translation>消息发送得比接收得快；所有客户端合计最多只能有 %1 MiB 的消息在等待</translation>
    </message>
    <message>
        <source>the reply is too large; all replies that are on their way to the clients have at most %1 MiB together</source>
        <translation>应答太大；正在发往各客户端的应答合计最多 %1 MiB</translation>
    </message>
    <message>
        <source>clients = %1: this process may open %2 files (ulimit -n), and a client needs %3; at most %4 clients are possible</source>
        <translation>clients = %1：本进程最多可以打开 %2 个文件（ulimit -n），每个客户端需要 %3 个；最多可以有 %4 个客户端</translation>
    </message>
    <message>
        <source>a free run needs the address of one server, as in redis://host:6379, and not those of Sentinels or of a cluster</source>
        <translation>自由运行需要单个服务器的地址，例如 redis://host:6379，而不是 Sentinel 或集群的地址</translation>
    </message>
    <message>
        <source>a free run does not speak TLS; it can use a connection over TCP or a unix socket, or servers of its own</source>
        <translation>自由运行不支持 TLS；可以使用 TCP 或 unix 套接字的连接，或使用自己的服务器</translation>
    </message>
    <message>
        <source>%1 has server scripts of its own, and only those that come with Lockstep are run on a server of yours</source>
        <translation>%1 带有自己的服务器脚本，而在您的服务器上只运行 Lockstep 自带的脚本</translation>
    </message>
    <message>
        <source>%1 needs %2 servers; it can only run on servers of its own</source>
        <translation>%1 需要 %2 台服务器；它只能在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>%1 loses its primary; it can only run on servers of its own</source>
        <translation>%1 会失去主节点；它只能在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>clients = %1: 1 to %2 are possible</source>
        <translation>clients = %1：可以是 1 到 %2</translation>
    </message>
    <message>
        <source>rounds and repeats begin at 1</source>
        <translation>rounds 和 repeats 至少为 1</translation>
    </message>
    <message>
        <source>%1 has no replica that could take over</source>
        <translation>%1 没有可以接管的从节点</translation>
    </message>
    <message>
        <source>only servers of the lab&apos;s own can be restarted</source>
        <translation>只有实验室自己的服务器可以重启</translation>
    </message>
    <message>
        <source>%1 listens to the expiry of keys, which only servers of the lab&apos;s own are told to publish</source>
        <translation>%1 监听键的过期，而只有实验室自己的服务器会发布它</translation>
    </message>
    <message>
        <source>a run is started once</source>
        <translation>一次运行只能启动一次</translation>
    </message>
    <message>
        <source>the script had not ended a second after the time of the run; an endless loop, or does it take longer than the run may?</source>
        <translation>运行时间结束一秒后脚本仍未结束；是死循环，还是它需要的时间比运行允许的更长？</translation>
    </message>
    <message>
        <source>clients = %1: the server accepts %2 connections (maxclients) and has %3; at most %4 clients are possible</source>
        <translation>clients = %1：服务器接受 %2 个连接（maxclients），现有 %3 个；最多可以有 %4 个客户端</translation>
    </message>
    <message>
        <source>there is no parameter %1</source>
        <translation>没有参数 %1</translation>
    </message>
    <message>
        <source>%1 is no whole number or parameter</source>
        <translation>%1 既不是整数也不是参数</translation>
    </message>
    <message>
        <source>%1 is no time in ms</source>
        <translation>%1 不是以毫秒计的时间</translation>
    </message>
    <message>
        <source>%1 is no name</source>
        <translation>%1 不是名称</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>缺少了内容</translation>
    </message>
    <message>
        <source>there is more than it takes</source>
        <translation>内容多于它所需要的</translation>
    </message>
    <message>
        <source>%1 is a list of checks, as in %2 = { holders_at_most(&quot;lock&quot;, 1) }</source>
        <translation>%1 应为检查的列表，例如 %2 = { holders_at_most(&quot;lock&quot;, 1) }</translation>
    </message>
    <message>
        <source>%1: there are more checks than the %2 that a scenario may have, always and finally together</source>
        <translation>%1：检查的数量超过了一个场景的上限 %2，always 和 finally 合计</translation>
    </message>
    <message>
        <source>%1 is no check; a check is holders_at_most(…), nobody_waits(), …, a function, or check(&quot;its name&quot;, function(v, p) … end)</source>
        <translation>%1 不是检查；检查是 holders_at_most(…)、nobody_waits() 等，或一个函数，或 check(&quot;名称&quot;, function(v, p) … end)</translation>
    </message>
    <message>
        <source>%1: %2; it is %3, and the parameters are %4</source>
        <translation>%1：%2；写法是 %3，参数有 %4</translation>
    </message>
    <message>
        <source>%1: %2; it is %3</source>
        <translation>%1：%2；写法是 %3</translation>
    </message>
    <message>
        <source>%1: “%2” is not among the scenario&apos;s keys; add it to keys = { … }</source>
        <translation>%1：“%2”不在场景的键之中；请把它加入 keys = { … }</translation>
    </message>
    <message>
        <source>check takes a name and a function, as in check(&quot;nothing is lost&quot;, function(v, p) … end)</source>
        <translation>check 需要一个名称和一个函数，例如 check(&quot;nothing is lost&quot;, function(v, p) … end)</translation>
    </message>
    <message>
        <source>check: its name is empty</source>
        <translation>check：名称为空</translation>
    </message>
    <message>
        <source>check: “%1” is the name of the check at line %2 too; each needs one of its own</source>
        <translation>check：“%1”也是第 %2 行的检查的名称；每个检查都需要自己的名称</translation>
    </message>
    <message>
        <source>it is %1, and should be { task = { en = &quot;…&quot; }, hints = { { en = &quot;…&quot; } }, work = { count_at_least(&quot;sold&quot;, 1) } }</source>
        <translation>它现为：%1；应为 { task = { en = &quot;…&quot; }, hints = { { en = &quot;…&quot; } }, work = { count_at_least(&quot;sold&quot;, 1) } }</translation>
    </message>
    <message>
        <source>params is a table of values for parameters, as in { clients = 3 }</source>
        <translation>params 应为由参数的值组成的表，例如 { clients = 3 }</translation>
    </message>
    <message>
        <source>params: there is no parameter “%1”; there are %2</source>
        <translation>params：没有参数“%1”；可用的有 %2</translation>
    </message>
    <message>
        <source>hints is a list of up to %1 texts, as in { { en = &quot;…&quot; } }</source>
        <translation>hints 应为最多 %1 段文字的列表，例如 { { en = &quot;…&quot; } }</translation>
    </message>
    <message>
        <source>work is missing; it is a list of checks that tell whether the clients still do their work, as in { count_at_least(&quot;sold&quot;, 1) }</source>
        <translation>缺少 work；它是一个检查的列表，用来判断客户端是否仍完成工作，例如 { count_at_least(&quot;sold&quot;, 1) }</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>空缺</translation>
    </message>
    <message>
        <source>there is no field %1%2; there are %3</source>
        <translation>没有字段 %1%2；可用的有 %3</translation>
    </message>
    <message>
        <source>the table has values without a name; its fields are %1</source>
        <translation>表中有没有名称的值；它的字段有 %1</translation>
    </message>
    <message>
        <source>%1 is %2; it is a word of small letters, digits and hyphens, as in %3 = &quot;stock-script&quot;</source>
        <translation>%1 应为由小写字母、数字和连字符组成的词，例如 %3 = &quot;stock-script&quot;；现为：%2</translation>
    </message>
    <message>
        <source>%1 is %2; it is { en = &quot;…&quot;, zh_CN = &quot;…&quot; }</source>
        <translation>%1 应为 { en = &quot;…&quot;, zh_CN = &quot;…&quot; }，现为：%2</translation>
    </message>
    <message>
        <source>%1 has values without a name; each is named by its language, as in en</source>
        <translation>%1 中有没有名称的值；每个值以其语言命名，例如 en</translation>
    </message>
    <message>
        <source>there is no language %1.%2; a language is named by its code, as in en or zh_CN</source>
        <translation>没有语言 %1.%2；语言以其代码命名，例如 en 或 zh_CN</translation>
    </message>
    <message>
        <source>%1.%2 is no text</source>
        <translation>%1.%2 不是文本</translation>
    </message>
    <message>
        <source>%1.en is missing; English is always there, others may follow</source>
        <translation>缺少 %1.en；英语必须有，其他语言可以附加</translation>
    </message>
    <message>
        <source>%1 is %2; it is a whole number of %3 to %4</source>
        <translation>%1 应为 %3 到 %4 之间的整数，现为：%2</translation>
    </message>
    <message>
        <source>%1 is %2; it is a probability of 0 to 1</source>
        <translation>%1 应为 0 到 1 之间的概率，现为：%2</translation>
    </message>
    <message>
        <source>%1 is %2; it is true or false</source>
        <translation>%1 应为 true 或 false，现为：%2</translation>
    </message>
    <message>
        <source>the file is longer than 256 KiB; a scenario is a few pages</source>
        <translation>文件超过 256 KiB；一个场景只有几页</translation>
    </message>
    <message>
        <source>the table of the file is too large or too deep for a scenario</source>
        <translation>文件返回的表对一个场景来说太大或太深</translation>
    </message>
    <message>
        <source>there is no scenario “%1”</source>
        <translation>没有场景“%1”</translation>
    </message>
    <message>
        <source>the file returns %1; it returns a table, as in return { id = &quot;…&quot;, client = function(p, me) … end }</source>
        <translation>文件应返回一个表，例如 return { id = &quot;…&quot;, client = function(p, me) … end }；它返回的是：%1</translation>
    </message>
    <message>
        <source>bounds is a table, as in bounds = { time = 1, crashes = 0, pauses = 0 }</source>
        <translation>bounds 应为一个表，例如 bounds = { time = 1, crashes = 0, pauses = 0 }</translation>
    </message>
    <message>
        <source>assume is a list of &quot;work_shorter_than_lease&quot; and &quot;timers_on_time&quot;</source>
        <translation>assume 应为由 &quot;work_shorter_than_lease&quot; 和 &quot;timers_on_time&quot; 组成的列表</translation>
    </message>
    <message>
        <source>assume: %1 is not known; %2</source>
        <translation>assume：不认识 %1；%2</translation>
    </message>
    <message>
        <source>there is no family &quot;%1&quot;; possible are %2</source>
        <translation>没有系列 &quot;%1&quot;；可用的有 %2</translation>
    </message>
    <message>
        <source>keys has an empty name, which the lab does not take; give the key another</source>
        <translation>keys 中有空的名称，实验室不接受；请给这个键另取名称</translation>
    </message>
    <message>
        <source>keys is %1; it names every key that the clients use, as in keys = { &quot;stock&quot;, &quot;limit:*&quot; }</source>
        <translation>keys 应列出客户端使用的每一个键，例如 keys = { &quot;stock&quot;, &quot;limit:*&quot; }；现为：%1</translation>
    </message>
    <message>
        <source>no list of names</source>
        <translation>不是名称的列表</translation>
    </message>
    <message>
        <source>keys: &quot;%1&quot; stands there twice; once is enough</source>
        <translation>keys：&quot;%1&quot; 出现了两次；一次就够了</translation>
    </message>
    <message>
        <source>%1: as is %2; it is one of %3, as in { &quot;%4&quot;, as = &quot;members&quot; }</source>
        <translation>%1：as 应为 %3 之一，例如 { &quot;%4&quot;, as = &quot;members&quot; }；现为：%2</translation>
    </message>
    <message>
        <source>%1 is %2; it is a number, at least %3, or the name of a parameter that is never less</source>
        <translation>%1 应为不小于 %3 的数，或一个从不小于它的参数的名称；现为：%2</translation>
    </message>
    <message>
        <source>setup is %1; it is function(p) … end</source>
        <translation>setup 应为 function(p) … end，现为：%1</translation>
    </message>
    <message>
        <source>client is missing; it is client = function(p, me) … end, or clients = { { role = &quot;…&quot;, count = 2, run = function(p, me) … end } }</source>
        <translation>缺少 client；请写 client = function(p, me) … end，或 clients = { { role = &quot;…&quot;, count = 2, run = function(p, me) … end } }</translation>
    </message>
    <message>
        <source>client and clients are both there; with several roles only clients</source>
        <translation>client 和 clients 都有；有多个角色时只写 clients</translation>
    </message>
    <message>
        <source>client is %1; it is function(p, me) … end</source>
        <translation>client 应为 function(p, me) … end，现为：%1</translation>
    </message>
    <message>
        <source>clients is a list of roles, as in clients = { { role = &quot;…&quot;, count = 2, run = function(p, me) … end } }</source>
        <translation>clients 应为角色的列表，例如 clients = { { role = &quot;…&quot;, count = 2, run = function(p, me) … end } }</translation>
    </message>
    <message>
        <source>%1 is { role = &quot;…&quot;, count = 2, run = function(p, me) … end }</source>
        <translation>%1 应为 { role = &quot;…&quot;, count = 2, run = function(p, me) … end }</translation>
    </message>
    <message>
        <source>%1.role is missing; it is a word, as in role = &quot;holder&quot;</source>
        <translation>缺少 %1.role；它是一个词，例如 role = &quot;holder&quot;</translation>
    </message>
    <message>
        <source>%1.run is %2; it is function(p, me) … end</source>
        <translation>%1.run 应为 function(p, me) … end，现为：%2</translation>
    </message>
    <message>
        <source>%1.count is %2; it is a number of 0 to 5000 or the name of a parameter</source>
        <translation>%1.count 应为 0 到 5000 之间的数或一个参数的名称，现为：%2</translation>
    </message>
    <message>
        <source>%1.count: the parameter %2 may be below 0; its least is to be 0 or more</source>
        <translation>%1.count：参数 %2 可能小于 0；它的最小值应不小于 0</translation>
    </message>
    <message>
        <source>scripts is a table of texts by their names, as in scripts = { take = [[return redis.call(&apos;DECR&apos;, KEYS[1])]] }</source>
        <translation>scripts 应为以名称为键的文本的表，例如 scripts = { take = [[return redis.call(&apos;DECR&apos;, KEYS[1])]] }</translation>
    </message>
    <message>
        <source>scripts.%1: the lab has steps of that name; call the script otherwise</source>
        <translation>scripts.%1：实验室已有同名的步骤；请给脚本另取名称</translation>
    </message>
    <message>
        <source>scripts[&quot;%1&quot;]: a script&apos;s name is one word, as in take-one</source>
        <translation>scripts[&quot;%1&quot;]：脚本的名称是一个词，例如 take-one</translation>
    </message>
    <message>
        <source>scripts.%1: a word in capitals is a command&apos;s; write the name in small letters</source>
        <translation>scripts.%1：全大写的词是命令；请用小写字母写名称</translation>
    </message>
    <message>
        <source>scripts.%1 is %2; it is the text of a server script, as in [[return redis.call(&apos;DECR&apos;, KEYS[1])]]</source>
        <translation>scripts.%1 应为服务器脚本的文本，例如 [[return redis.call(&apos;DECR&apos;, KEYS[1])]]；现为：%2</translation>
    </message>
    <message>
        <source>params is a table with a name for each, as in params = { clients = 2 }</source>
        <translation>params 应为一个表，其中每个参数都有名称，例如 params = { clients = 2 }</translation>
    </message>
    <message>
        <source>params: “%1” is no name; it has letters, digits and _</source>
        <translation>params：“%1”不能作名称；名称由字母、数字和 _ 组成</translation>
    </message>
    <message>
        <source>params: “%1” means something else for every free run; call it otherwise</source>
        <translation>params：“%1”在每次自由运行中另有含义；请另取名称</translation>
    </message>
    <message>
        <source>free is a table, as in free = { clients = 50, repeats = 10 }</source>
        <translation>free 应为一个表，例如 free = { clients = 50, repeats = 10 }</translation>
    </message>
    <message>
        <source>%1 begins with one to three whole numbers, as in { 30000, 100, 60000, unit = &quot;ms&quot; }: usual value, least, most</source>
        <translation>%1 应以一到三个整数开头，例如 { 30000, 100, 60000, unit = &quot;ms&quot; }：通常值、最小值、最大值</translation>
    </message>
    <message>
        <source>%1.unit is %2; it is &quot;ms&quot; or &quot;s&quot;</source>
        <translation>%1.unit 应为 &quot;ms&quot; 或 &quot;s&quot;，现为：%2</translation>
    </message>
    <message>
        <source>%1 is %2; it is a whole number or { usual, least, most, unit = &quot;ms&quot; }</source>
        <translation>%1 应为整数或 { 通常值, 最小值, 最大值, unit = &quot;ms&quot; }，现为：%2</translation>
    </message>
    <message>
        <source>%1: a time is never negative</source>
        <translation>%1：时间不能为负</translation>
    </message>
    <message>
        <source>%1: its numbers are %2 to %3</source>
        <translation>%1：其中的数应在 %2 到 %3 之间</translation>
    </message>
    <message>
        <source>%1: the least is above the most</source>
        <translation>%1：最小值大于最大值</translation>
    </message>
    <message>
        <source>%1 is %2; possible is %3 to %4</source>
        <translation>%1 为 %2；可以是 %3 到 %4</translation>
    </message>
    <message>
        <source>there is no field %1; there are %2%3</source>
        <translation>没有字段 %1；可用的有 %2%3</translation>
    </message>
    <message>
        <source>%1 is { probability, milliseconds }, as in { 0.1, 300 }</source>
        <translation>%1 应为 { 概率, 毫秒数 }，例如 { 0.1, 300 }</translation>
    </message>
    <message>
        <source>%1: nobody takes over; replica = true in the file starts one</source>
        <translation>%1：没有谁会接管；在文件中写 replica = true 会启动一个从节点</translation>
    </message>
    <message>
        <source>%1: with replica = true the replica takes over, as in failover</source>
        <translation>%1：有 replica = true 时由从节点接管，如 failover</translation>
    </message>
    <message>
        <source>keys that are a %1 have no order; use numbers or texts as keys of a table that is walked through</source>
        <translation>类型为 %1 的键没有顺序；要遍历的表请用数字或文本作键</translation>
    </message>
    <message>
        <source>the pattern could take too long on %1 bytes; use fewer of * + - ? or a shorter text</source>
        <translation>该模式处理 %1 字节可能耗时过长；请少用 * + - ?，或用更短的文本</translation>
    </message>
    <message>
        <source>%p would show an address, which differs each time; use %s</source>
        <translation>%p 会显示一个每次都不同的地址；请用 %s</translation>
    </message>
    <message>
        <source>the functions of table work on tables without a __len of their own</source>
        <translation>table 的函数只用于没有自己的 __len 的表</translation>
    </message>
    <message>
        <source>%1 cannot be changed; use a local variable</source>
        <translation>%1 不能更改；请用局部变量</translation>
    </message>
    <message>
        <source>“%1” would be a global, and clients share nothing; write local %2</source>
        <translation>“%1”会成为全局变量，而客户端之间不共享任何东西；请写 local %2</translation>
    </message>
    <message>
        <source>functions call one another too deeply; a function that calls itself without end?</source>
        <translation>函数相互调用得太深；是否有函数无休止地调用自己？</translation>
    </message>
    <message>
        <source>the check goes on for too long; an endless loop?</source>
        <translation>检查执行得太久；是否有死循环？</translation>
    </message>
    <message>
        <source>the program goes on for too long without a command; an endless loop? A wait belongs in await, await_gone, receive or sleep</source>
        <translation>程序太久没有发出命令；是否有死循环？等待请用 await、await_gone、receive 或 sleep</translation>
    </message>
    <message>
        <source>the program needs too much memory; at most %1 MiB for all clients together, their commands included, and 1 MiB for a text</source>
        <translation>程序需要太多内存；所有客户端合计最多 %1 MiB，包括它们的命令，一段文本最多 1 MiB</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>一个表</translation>
    </message>
    <message>
        <source>a function</source>
        <translation>一个函数</translation>
    </message>
    <message>
        <source>something else</source>
        <translation>其他类型的值</translation>
    </message>
    <message>
        <source>%1 would show when memory is collected; leave it out</source>
        <translation>%1 会暴露内存回收的时刻；请去掉它</translation>
    </message>
    <message>
        <source>%1 comes too late for a table whose metatable this is and which is itself a metatable; set it before setmetatable</source>
        <translation>对于以此为元表、且自身又是元表的表，%1 设置得太晚；请在 setmetatable 之前设置</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>; the nearest is %1</source>
        <translation>；最接近的是 %1</translation>
    </message>
    <message>
        <source>; the nearest are %1</source>
        <translation>；最接近的是 %1</translation>
    </message>
    <message>
        <source>the key %1 holds a %2; stepping knows strings, hashes, lists, sets and sorted sets</source>
        <translation>键 %1 的类型是 %2；单步执行只支持字符串、哈希、列表、集合和有序集合</translation>
    </message>
    <message>
        <source>the scenario lists the elements of a %1 in the order in which the server gives them, and %2 %3</source>
        <translation>场景按服务器给出的顺序列出一个%1的元素，而 %2 %3</translation>
    </message>
    <message>
        <source>hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>set</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>sorted set</source>
        <translation>有序集合</translation>
    </message>
    <message>
        <source>is kept in a hash table there, in an order that is random; ask for single elements or for their number</source>
        <translation>在那里存于哈希表中，顺序是随机的；请读取单个元素或元素的数量</translation>
    </message>
    <message>
        <source>is in an order that only its past explains, which no state holds</source>
        <translation>的顺序只能由它的过去解释，任何状态都不记录</translation>
    </message>
    <message>
        <source>the scenario lists the elements of several sets, which have %1 together; from %2 on the server may keep them in a hash table, in an order that is random; ask for single elements or for their number</source>
        <translation>场景列出多个集合的元素，它们合计 %1 个；从 %2 个起，服务器可能把它们存于哈希表中，顺序是随机的；请读取单个元素或元素的数量</translation>
    </message>
    <message>
        <source>CLIENT LIST lacks a client</source>
        <translation>CLIENT LIST 中缺少一个客户端</translation>
    </message>
    <message>
        <source>its time has to stand still between two steps, and it shows the real time: it does not load the library that Lockstep gives it (LD_PRELOAD), being linked statically or made for another system</source>
        <translation>它的时间必须在两步之间静止，却显示真实时间：它没有载入 Lockstep 提供的库（LD_PRELOAD），可能是静态链接的，或是为另一种系统构建的</translation>
    </message>
    <message>
        <source>the script has written the key %1, which is not among the scenario&apos;s keys, so no state would hold it; add it to keys, and give it to the script as one of its KEYS</source>
        <translation>脚本写入了键 %1，它不在场景的键之中，因此没有状态会记录它；请把它加入 keys，并作为 KEYS 之一传给脚本</translation>
    </message>
    <message>
        <source>the server that came in place of another does not hold %1 as it should</source>
        <translation>接替另一台的服务器没有如期保存 %1</translation>
    </message>
    <message>
        <source>a replica does not get its copy</source>
        <translation>从节点没有得到它的副本</translation>
    </message>
    <message>
        <source>MONITOR of this server writes quotes and backslashes as they are (as Valkey 8.1.0 and 8.1.1 do), so it does not tell what was sent. Take another server, or leave out the exact order: %1</source>
        <translation>这台服务器的 MONITOR 原样输出引号和反斜杠（如 Valkey 8.1.0 和 8.1.1），因此看不出发送了什么。请换一台服务器，或不要求精确的顺序：%1</translation>
    </message>
    <message>
        <source>a mistake of Lockstep, please report it: the exact order could not be read (it can be left out), because MONITOR shows %1 where %2 was sent</source>
        <translation>这是 Lockstep 的错误，请报告：无法读出精确的顺序（可以不要求它），因为在发送 %2 的地方 MONITOR 显示 %1</translation>
    </message>
    <message>
        <source>%1:%2: the program is not deterministic: run again with the same replies it asks for “%3” instead of “%4”</source>
        <translation>%1:%2：程序是不确定的：以相同的应答再次运行时，它请求“%3”而不是“%4”</translation>
    </message>
    <message>
        <source>%1 can only be asked while the check runs</source>
        <translation>%1 只能在检查执行期间查询</translation>
    </message>
    <message>
        <source>there is no such server; its number is 0 to %1</source>
        <translation>没有这台服务器；编号为 0 到 %1</translation>
    </message>
    <message>
        <source>the time of an event, “at”, is for scenarios that say clock = true</source>
        <translation>事件的时间“at”只用于写有 clock = true 的场景</translation>
    </message>
    <message>
        <source>who was inside is not told here</source>
        <translation>这里不知道谁曾在其中</translation>
    </message>
    <message>
        <source>%1: %2 words are too many for a command; it has at most %3</source>
        <translation>%1：一条命令有 %2 个词太多；最多 %3 个</translation>
    </message>
    <message>
        <source>%1: argument %2 is %3; a command has only texts and numbers%4</source>
        <translation>%1：第 %2 个参数是 %3；命令只接受文本和数字%4</translation>
    </message>
    <message>
        <source> (false is Redis&apos; nil)</source>
        <translation>（false 是 Redis 的 nil）</translation>
    </message>
    <message>
        <source>the command is too long; it, or all from MULTI to EXEC together, has at most %1 MiB</source>
        <translation>命令太长；它本身，或从 MULTI 到 EXEC 合计，最多 %1 MiB</translation>
    </message>
    <message>
        <source>%1 cannot be used in a program: %2</source>
        <translation>%1 不能在程序中使用：%2</translation>
    </message>
    <message>
        <source>redis.call needs a command, as in redis.call(&quot;GET&quot;, key)</source>
        <translation>redis.call 需要一条命令，例如 redis.call(&quot;GET&quot;, key)</translation>
    </message>
    <message>
        <source>no server is known here</source>
        <translation>这里没有已知的服务器</translation>
    </message>
    <message>
        <source>this server knows no command “%1”</source>
        <translation>这台服务器不认识命令“%1”</translation>
    </message>
    <message>
        <source>%1 cannot be used in steps: %2</source>
        <translation>%1 不能在单步执行和探索中使用：%2</translation>
    </message>
    <message>
        <source>%1: these words do not say which of them are keys; look at the number of keys, or at the options before STREAMS</source>
        <translation>%1：从这些词看不出哪些是键；请检查键的数量，或 STREAMS 之前的选项</translation>
    </message>
    <message>
        <source>the key “%1” is not among the scenario&apos;s keys; add it to keys = { %2&quot;%3&quot; }</source>
        <translation>键“%1”不在场景的键之中；请把它加入 keys = { %2&quot;%3&quot; }</translation>
    </message>
    <message>
        <source>%1 cannot be used while the file is read; only in setup and in the clients</source>
        <translation>读取文件时不能使用 %1；只能在 setup 和客户端中使用</translation>
    </message>
    <message>
        <source>%1 cannot be used in a check, which only looks; use its view</source>
        <translation>检查只能查看，不能使用 %1；请用它的视图</translation>
    </message>
    <message>
        <source>%1 cannot be used in a function that is called by table.sort, string.gsub or tostring; call it outside</source>
        <translation>由 table.sort、string.gsub 或 tostring 调用的函数中不能使用 %1；请在外面调用</translation>
    </message>
    <message>
        <source>%1 in setup has no place in steps; %2</source>
        <translation>单步执行和探索时，setup 中不能使用 %1；%2</translation>
    </message>
    <message>
        <source>%1: argument %2 is %3; it is a text</source>
        <translation>%1：第 %2 个参数应为文本，现为：%3</translation>
    </message>
    <message>
        <source>%1: argument %2 has %3 bytes; a name has at most %4</source>
        <translation>%1：第 %2 个参数有 %3 字节；名称最多 %4 字节</translation>
    </message>
    <message>
        <source>%1 takes milliseconds, a number of 0 to 86400000 (a day)</source>
        <translation>%1 需要毫秒数，即 0 到 86400000（一天）之间的数</translation>
    </message>
    <message>
        <source>let a client do it, or write what is to be there then</source>
        <translation>请让客户端来做，或直接写入届时应有的内容</translation>
    </message>
    <message>
        <source>leave(“%1”): this client has not entered it; it is inside %2</source>
        <translation>leave(“%1”)：这个客户端没有进入它；它在其中的有：%2</translation>
    </message>
    <message>
        <source>count(name, by): by is a whole number, at most 1000000000 up or down, and 1 where it is left out</source>
        <translation>count(name, by)：by 是整数，增减最多 1000000000，省略时为 1</translation>
    </message>
    <message>
        <source>event(“%1”): its value is %2, and in_order compares whole numbers of 64 bits alone</source>
        <translation>event(“%1”)：它的值是 %2，而 in_order 只比较 64 位整数</translation>
    </message>
    <message>
        <source>event(name, value): value is a number or a text, or left out</source>
        <translation>event(name, value)：value 是数字或文本，也可以省略</translation>
    </message>
    <message>
        <source>event(name, value): a value of %1 bytes is too long; at most %2</source>
        <translation>event(name, value)：%1 字节的值太长；最多 %2 字节</translation>
    </message>
    <message>
        <source>there is no function “print” here; event(name, value) notes a value in the run</source>
        <translation>这里没有函数“print”；event(name, value) 会在运行中记下一个值</translation>
    </message>
    <message>
        <source>there is no function “%1”; there are those of this file above this line, those of the lab (redis.call, await, enter, …) and Lua&apos;s own without files, time and chance</source>
        <translation>没有函数“%1”；可用的有本文件中此行之前的函数、实验室的函数（redis.call、await、enter 等），以及 Lua 自己的、不涉及文件、时间和随机的函数</translation>
    </message>
    <message>
        <source>there is no function “%1” here; chance comes from the lab&apos;s own random(n), so that a run can be repeated</source>
        <translation>这里没有函数“%1”；随机数来自实验室自己的 random(n)，这样运行才能重复</translation>
    </message>
    <message>
        <source>there is no function “%1” here; it may be misspelt</source>
        <translation>这里没有函数“%1”；可能拼写有误</translation>
    </message>
    <message>
        <source>what is called here is no function, it is nil</source>
        <translation>这里调用的不是函数，而是 nil</translation>
    </message>
    <message>
        <source>the server refused the command: %1; redis.pcall returns an error that is expected</source>
        <translation>服务器拒绝了该命令：%1；预料之中的错误可用 redis.pcall 取回</translation>
    </message>
    <message>
        <source>%1; nothing has given it a value</source>
        <translation>%1；没有给它赋过值</translation>
    </message>
    <message>
        <source>%1; a reply of nil is false, so the key may not exist</source>
        <translation>%1；nil 应答是 false，因此该键可能不存在</translation>
    </message>
    <message>
        <source>%1; a reply is a text, tonumber(reply) makes it a number</source>
        <translation>%1；应答是文本，tonumber(reply) 把它变成数字</translation>
    </message>
    <message>
        <source>error(%1) was called; a sentence in its place would be shown here</source>
        <translation>调用了 error(%1)；若写成一句话，就会显示在这里</translation>
    </message>
    <message>
        <source>the server refused the command: %1</source>
        <translation>服务器拒绝了该命令：%1</translation>
    </message>
    <message>
        <source>error was called with %1; with a sentence, it would be shown here</source>
        <translation>error 的参数是 %1；若写成一句话，就会显示在这里</translation>
    </message>
    <message>
        <source>_ENV cannot be used here, not even in a text; globals are fixed</source>
        <translation>这里不能使用 _ENV，在文本中也不行；全局变量是固定的</translation>
    </message>
    <message>
        <source>tables, functions or brackets are nested too deeply; Lua takes some 200 levels</source>
        <translation>表、函数或括号嵌套得太深；Lua 最多约 200 层</translation>
    </message>
    <message>
        <source>this is no valid Lua: %1</source>
        <translation>这不是有效的 Lua：%1</translation>
    </message>
    <message>
        <source>it sees the time of the server, which the states of this scenario do not hold; write clock = true into the file</source>
        <translation>它读取服务器的时间，而本场景的状态不记录它；请在文件中写 clock = true</translation>
    </message>
    <message>
        <source>what is done with the time that a key has left is looked for in the file; the command&apos;s name has to stand there as a text, as in redis.call(&quot;PTTL&quot;, key)</source>
        <translation>对键剩余时间的处理会在文件中查找；命令的名称必须作为文本写在那里，例如 redis.call(&quot;PTTL&quot;, key)</translation>
    </message>
    <message>
        <source>it sees the order of elements, which the states of this scenario do not hold; the command&apos;s name has to stand in the file as a text, as in redis.call(&quot;HGETALL&quot;, key)</source>
        <translation>它读取元素的顺序，而本场景的状态不记录它；命令的名称必须作为文本写在文件中，例如 redis.call(&quot;HGETALL&quot;, key)</translation>
    </message>
    <message>
        <source>it tells in which form the server keeps a value; that depends on what was done before, which no state holds</source>
        <translation>它显示服务器以何种形式保存一个值；这取决于之前做过什么，任何状态都不记录</translation>
    </message>
    <message>
        <source>whether the server knows the script depends on what was done before, which no state holds; use EVAL or redis.script</source>
        <translation>服务器是否认识该脚本取决于之前做过什么，任何状态都不记录；请用 EVAL 或 redis.script</translation>
    </message>
    <message>
        <source>a state holds no functions of the server; use EVAL or redis.script</source>
        <translation>状态不记录服务器的函数；请用 EVAL 或 redis.script</translation>
    </message>
    <message>
        <source>it is not known what it sees of the server, nor what the server remembers of it</source>
        <translation>不知道它从服务器看到什么，也不知道服务器为它记住什么</translation>
    </message>
    <message>
        <source>it calls redis.set_repl, and the replica of steps gets every write; a free run can show what becomes of it</source>
        <translation>它调用 redis.set_repl，而单步执行和探索时从节点会得到每一次写入；自由运行可以显示其结果</translation>
    </message>
    <message>
        <source>the script calls %1: %2</source>
        <translation>脚本调用 %1：%2</translation>
    </message>
    <message>
        <source>a SET or GETEX of the script has options that its text does not name, so it may see the server&apos;s clock; name them, or write clock = true into the file</source>
        <translation>脚本中的某个 SET 或 GETEX 带有文本中没有写出的选项，因此它可能读取服务器的时钟；请写出这些选项，或在文件中写 clock = true</translation>
    </message>
    <message>
        <source>the view</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>a check returns a sentence when it is violated, as a text or as { en = &quot;…&quot;, zh_CN = &quot;…&quot; }, and nothing otherwise</source>
        <translation>检查在被违反时返回一句话，即文本或 { en = &quot;…&quot;, zh_CN = &quot;…&quot; }，否则什么也不返回</translation>
    </message>
    <message>
        <source>a check that returns true says nothing; return a sentence when it is violated</source>
        <translation>返回 true 的检查什么也没说；请在被违反时返回一句话</translation>
    </message>
    <message>
        <source>this check is no function</source>
        <translation>这个检查不是函数</translation>
    </message>
    <message>
        <source>this check reaches an iterator of string.gmatch that was made outside of it; how far that has come cannot be seen, so make it within the check</source>
        <translation>这个检查用到了在它之外创建的 string.gmatch 迭代器；看不出它已经走到哪里，请在检查之内创建它</translation>
    </message>
    <message>
        <source>this check changes a variable or a table outside of it; what it says must follow from what it is shown alone, for it is shown one interleaving after the other</source>
        <translation>这个检查更改了它之外的变量或表；它的结论只能取决于给它看的内容，因为会逐一给它看各个交错</translation>
    </message>
    <message>
        <source>there is no parameter “%1”; there is none</source>
        <translation>没有参数“%1”；一个参数也没有</translation>
    </message>
    <message>
        <source>there is no parameter “%1”; there are: %2</source>
        <translation>没有参数“%1”；可用的有：%2</translation>
    </message>
    <message>
        <source>the table of parameters</source>
        <translation>参数的表</translation>
    </message>
    <message>
        <source>MULTI without EXEC or DISCARD; the commands after it were never sent</source>
        <translation>有 MULTI 而没有 EXEC 或 DISCARD；其后的命令从未发送</translation>
    </message>
    <message>
        <source>the script did not end within ten seconds; an endless loop?</source>
        <translation>脚本在十秒内没有结束；是否有死循环？</translation>
    </message>
    <message>
        <source>nobody comes in between, so go without it</source>
        <translation>这期间没有其他客户端，不需要它</translation>
    </message>
    <message>
        <source>redis.script takes a name, a table of keys and a table of arguments</source>
        <translation>redis.script 需要一个名称、一个键的表和一个参数的表</translation>
    </message>
    <message>
        <source>redis.script: keys and arguments are texts or numbers</source>
        <translation>redis.script：键和参数应为文本或数字</translation>
    </message>
    <message>
        <source>the script “%1” cannot be used in steps: %2</source>
        <translation>脚本“%1”不能在单步执行和探索中使用：%2</translation>
    </message>
    <message>
        <source>there is no script “%1”%2</source>
        <translation>没有脚本“%1”%2</translation>
    </message>
    <message>
        <source>redis.on takes the number of a server, 0 to %1%2</source>
        <translation>redis.on 需要服务器的编号，0 到 %1%2</translation>
    </message>
    <message>
        <source>; nodes = 3 in the file makes it three</source>
        <translation>；在文件中写 nodes = 3 就有三台</translation>
    </message>
    <message>
        <source>let it do everything itself, or let a client spawn</source>
        <translation>请让它自己做完，或让客户端来 spawn</translation>
    </message>
    <message>
        <source>%1 takes a function, as in spawn(function() … end)</source>
        <translation>%1 需要一个函数，例如 spawn(function() … end)</translation>
    </message>
    <message>
        <source>%1: a client has at most 64 threads</source>
        <translation>%1：一个客户端最多有 64 个线程</translation>
    </message>
    <message>
        <source>%1: this thread has locked the mutex already; unlock it first</source>
        <translation>%1：这个线程已经锁住了该互斥量；请先解锁</translation>
    </message>
    <message>
        <source>%1: this thread does not hold the mutex; lock it first</source>
        <translation>%1：这个线程没有持有该互斥量；请先加锁</translation>
    </message>
    <message>
        <source>%1() is for scenarios that say clock = true</source>
        <translation>%1() 只用于写有 clock = true 的场景</translation>
    </message>
    <message>
        <source>let a client choose, or a parameter</source>
        <translation>请让客户端来选择，或用参数</translation>
    </message>
    <message>
        <source>%1(n) of more than 100 numbers has too many outcomes to be stepped or explored; a free run takes any</source>
        <translation>%1(n) 超过 100 个数时结果太多，无法单步执行或探索；自由运行不受此限</translation>
    </message>
    <message>
        <source>%1(n) takes a whole number from 1 and gives one of 1 … n</source>
        <translation>%1(n) 需要不小于 1 的整数，并给出 1 … n 中的一个</translation>
    </message>
    <message>
        <source>MULTI takes nothing; the commands follow one by one</source>
        <translation>MULTI 不带参数；命令随后逐条给出</translation>
    </message>
    <message>
        <source>MULTI inside MULTI; EXEC or DISCARD has to come first</source>
        <translation>MULTI 中不能再有 MULTI；要先有 EXEC 或 DISCARD</translation>
    </message>
    <message>
        <source>WATCH has to come before MULTI</source>
        <translation>WATCH 必须在 MULTI 之前</translation>
    </message>
    <message>
        <source>EXEC takes nothing; the commands stand before it</source>
        <translation>EXEC 不带参数；命令写在它之前</translation>
    </message>
    <message>
        <source>EXEC without MULTI</source>
        <translation>有 EXEC 而没有 MULTI</translation>
    </message>
    <message>
        <source>DISCARD without MULTI</source>
        <translation>有 DISCARD 而没有 MULTI</translation>
    </message>
    <message>
        <source>%1(&quot;__keyspace@0__:KEY&quot;) is the one that tells of a run&apos;s keys</source>
        <translation>%1(&quot;__keyspace@0__:KEY&quot;) 才能得知运行中的键</translation>
    </message>
    <message>
        <source>%1 to a key&apos;s expiry is for scenarios that say expired_events = true</source>
        <translation>用 %1 监听键的过期只用于写有 expired_events = true 的场景</translation>
    </message>
    <message>
        <source>let a client do it</source>
        <translation>请让客户端来做</translation>
    </message>
    <message>
        <source>%1 needs subscribe(channel) of the same channel before it</source>
        <translation>在 %1 之前需要对同一频道使用 subscribe(channel)</translation>
    </message>
    <message>
        <source>receive: the second argument</source>
        <translation>receive 的第二个参数</translation>
    </message>
    <message>
        <source>%1 is called again and again without a command; an endless loop?</source>
        <translation>一再调用 %1 而没有发出命令；是否有死循环？</translation>
    </message>
    <message>
        <source>the scenario %1 has no parameter “%2”; it has %3</source>
        <translation>场景 %1 没有参数“%2”；它的参数有 %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 = %2; possible is %3 to %4</source>
        <translation>%1 = %2；可以是 %3 到 %4</translation>
    </message>
    <message>
        <source>these settings make %1 clients; possible are 1 to 5000</source>
        <translation>这些设置得出 %1 个客户端；可以是 1 到 5000 个</translation>
    </message>
    <message>
        <source>%1 clients: at most %2 can be stepped</source>
        <translation>%1 个客户端：最多可以单步执行 %2 个</translation>
    </message>
    <message>
        <source>requests are lost on the way to one of several servers; this scenario has one</source>
        <translation>请求是在发往多台服务器之一的途中丢失的；本场景只有一台</translation>
    </message>
    <message>
        <source>a failover needs a replica that takes over; this scenario has none, so 0 failovers are possible</source>
        <translation>故障转移需要可以接管的从节点；本场景没有，因此故障转移只能是 0 次</translation>
    </message>
    <message>
        <source>a bound of %1: possible are 0 to %2</source>
        <translation>界限 %1：可以是 0 到 %2</translation>
    </message>
    <message>
        <source>The trace has %1 steps; possible are %2.</source>
        <translation>轨迹有 %1 步；最多可以有 %2 步。</translation>
    </message>
    <message>
        <source>“%1” is not a step of a trace (step %2)</source>
        <translation>“%1”不是轨迹中的步骤（第 %2 步）</translation>
    </message>
    <message>
        <source>setup has executed %1 commands and has not come to its end; a loop without end, or a wait for time, which does not pass there</source>
        <translation>setup 执行了 %1 条命令仍未结束；是死循环，还是在等待时间流逝？时间在那里是静止的</translation>
    </message>
    <message>
        <source>%1:%2: not deterministic: “%3” was executed twice in the same state and did not do the same; does it ask for chance?</source>
        <translation>%1:%2：不确定：“%3”在同一状态下执行了两次，结果不同；是否用到了随机数？</translation>
    </message>
    <message>
        <source>Step %1 of the trace, %2: %3</source>
        <translation>轨迹的第 %1 步，%2：%3</translation>
    </message>
    <message>
        <source>Nothing is possible, the run is over.</source>
        <translation>没有可执行的步骤，运行已结束。</translation>
    </message>
    <message>
        <source>Possible: %1.</source>
        <translation>可执行的步骤：%1。</translation>
    </message>
    <message>
        <source>%1 cannot be taken now. %2</source>
        <translation>现在不能执行 %1。%2</translation>
    </message>
    <message>
        <source>there is no run %1</source>
        <translation>没有运行 %1</translation>
    </message>
    <message>
        <source>the lab&apos;s own connections are without TLS, over a unix socket or TCP</source>
        <translation>实验室自己的连接不用 TLS，只用 unix 套接字或 TCP</translation>
    </message>
    <message>
        <source>the lab does not keep deadlines of single fields; let the whole key expire (PEXPIRE)</source>
        <translation>实验室不支持单个字段的过期时间；请让整个键过期（PEXPIRE）</translation>
    </message>
    <message>
        <source>its reply is random, so the run could not be repeated; use random(n) and name the element</source>
        <translation>它的应答是随机的，运行就无法重复；请用 random(n) 并指明元素</translation>
    </message>
    <message>
        <source>it waits inside the server, but not within a script; use await, await_gone or receive, and in a script the command that does not wait (LPOP for BLPOP)</source>
        <translation>它在服务器内等待，但在脚本中不等待；请用 await、await_gone 或 receive，在脚本中请用不等待的命令（用 LPOP 代替 BLPOP）</translation>
    </message>
    <message>
        <source>it asks for the connection or changes it, and that belongs to the lab</source>
        <translation>它查询或更改连接，而连接属于实验室</translation>
    </message>
    <message>
        <source>it is for administration; client programs read and write keys</source>
        <translation>它用于管理；客户端程序只读写键</translation>
    </message>
    <message>
        <source>messages are received with subscribe(channel) and receive(channel, timeout)</source>
        <translation>消息用 subscribe(channel) 和 receive(channel, timeout) 接收</translation>
    </message>
    <message>
        <source>it reaches keys that do not belong to the run; name the keys one by one</source>
        <translation>它会涉及不属于本次运行的键；请逐个写出键名</translation>
    </message>
    <message>
        <source>it may reach another database; read the one key and write the other, in a script or a transaction where nothing may come in between</source>
        <translation>它可能涉及另一个数据库；请读一个键再写另一个，若中间不得插入其他操作，请用脚本或事务</translation>
    </message>
    <message>
        <source>it cannot be told which of its words are keys; use another command</source>
        <translation>看不出它的哪些词是键；请用别的命令</translation>
    </message>
    <message>
        <source>an id of * comes from the server&apos;s clock, which differs in every run; name the id, as in 1-1</source>
        <translation>写作 * 的 id 来自服务器的时钟，每次运行都不同；请写明 id，例如 1-1</translation>
    </message>
    <message>
        <source>on a server of yours a value grows to at most 8 MiB by an offset, so that no other key has to make room; run it on the lab&apos;s own servers</source>
        <translation>在您的服务器上，带偏移的写入最多使值增长到 8 MiB，以免其他键被迫让出内存；请在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>this is no reply to COMMAND</source>
        <translation>这不是 COMMAND 的应答</translation>
    </message>
    <message>
        <source>it is a module&apos;s, so its keys are not known, and on a server of yours only those of the run may be reached; run it on the lab&apos;s own servers</source>
        <translation>它属于某个模块，无从得知它的键，而在您的服务器上只可涉及本次运行的键；请在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>it can bring a server down, by memory or by a value that is not sound; run it on the lab&apos;s own servers</source>
        <translation>它可能因内存或不正确的值使服务器崩溃；请在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>it could reach all keys, and on a server of yours only those of the run may be reached; use redis.script, or run it on the lab&apos;s own servers</source>
        <translation>它可能涉及所有的键，而在您的服务器上只可涉及本次运行的键；请用 redis.script，或在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>it is not known which keys it reaches, and on a server of yours only those of the run may be reached; run it on the lab&apos;s own servers</source>
        <translation>不知道它涉及哪些键，而在您的服务器上只可涉及本次运行的键；请在实验室自己的服务器上运行</translation>
    </message>
    <message>
        <source>a part of a reply</source>
        <translation>不完整的应答</translation>
    </message>
    <message>
        <source>more than one reply</source>
        <translation>不止一个应答</translation>
    </message>
    <message>
        <source>the memory ran out while a reply of a server was read; give the program more, or let fewer clients do less</source>
        <translation>读取服务器的应答时内存用尽；请给程序更多内存，或让更少的客户端做更少的事</translation>
    </message>
    <message>
        <source>line %1 of the script %2</source>
        <translation>脚本的第 %1 行%2</translation>
    </message>
    <message>
        <source>does not say which command it calls; the name has to stand there as a text, as in redis.call(&apos;GET&apos;, KEYS[1])</source>
        <translation>没有写明它调用哪条命令；命令的名称必须作为文本写在那里，例如 redis.call(&apos;GET&apos;, KEYS[1])</translation>
    </message>
    <message>
        <source>hands “%1” on, so it does not say which commands it calls; write redis.call(&apos;GET&apos;, KEYS[1])</source>
        <translation>把“%1”传给了别处，因此看不出它调用哪些命令；请写 redis.call(&apos;GET&apos;, KEYS[1])</translation>
    </message>
    <message>
        <source>uses “%1”, by which any command could be called</source>
        <translation>用到了“%1”，由此可以调用任何命令</translation>
    </message>
    <message>
        <source>uses “%1”; what it tells no state holds</source>
        <translation>用到了“%1”；它给出的内容任何状态都不记录</translation>
    </message>
    <message>
        <source>uses “cjson” for more than cjson.encode, cjson.decode, cjson.null and cjson.empty_array; its settings last for all scripts that follow, and no state holds them</source>
        <translation>除 cjson.encode、cjson.decode、cjson.null 和 cjson.empty_array 之外还用到了“cjson”；它的设置对之后的所有脚本有效，任何状态都不记录</translation>
    </message>
    <message>
        <source>may draw by chance (math.random); let the program draw with random(n)</source>
        <translation>可能用到随机数（math.random）；请让程序用 random(n) 来取随机数</translation>
    </message>
    <message>
        <source>no node serves any slot</source>
        <translation>没有节点负责任何槽</translation>
    </message>
    <message>
        <source>no memory for a reply</source>
        <translation>没有内存存放应答</translation>
    </message>
    <message>
        <source>more than %1 nested arrays in one reply</source>
        <translation>一个应答中的嵌套数组超过 %1 层</translation>
    </message>
    <message>
        <source>an array of more than %1 elements</source>
        <translation>数组的元素超过 %1 个</translation>
    </message>
    <message>
        <source>a value of %1 bytes was announced</source>
        <translation>预告了一个 %1 字节的值</translation>
    </message>
    <message>
        <source>a reply of more than %1 bytes</source>
        <translation>应答超过 %1 字节</translation>
    </message>
    <message>
        <source>too many elements in one reply</source>
        <translation>一个应答中的元素太多</translation>
    </message>
    <message>
        <source>a reply that no command asked for</source>
        <translation>没有命令请求过的应答</translation>
    </message>
    <message>
        <source>connected, but the first commands were not answered</source>
        <translation>已连接，但最初的命令没有得到应答</translation>
    </message>
    <message>
        <source>%1 did not answer</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>%1 was ended by a signal</source>
        <translation>%1 被信号终止</translation>
    </message>
    <message>
        <source>%1 ended with status %2</source>
        <translation>%1 以状态 %2 结束</translation>
    </message>
    <message>
        <source>the library %1 is missing; it belongs into lib/lockstep beside the folder of the program</source>
        <translation>缺少库 %1；它应位于程序所在文件夹旁的 lib/lockstep 中</translation>
    </message>
    <message>
        <source>the memory ran out while the clock of a server was set up; give the program more</source>
        <translation>设置服务器的时钟时内存用尽；请给程序更多内存</translation>
    </message>
    <message>
        <source>the server at %1 does not run on a clock of the lab&apos;s</source>
        <translation>%1 的服务器没有使用实验室的时钟</translation>
    </message>
    <message>
        <source>%1 names %2, which is not a program</source>
        <translation>%1 指定的 %2 不是程序</translation>
    </message>
    <message>
        <source>neither redis-server nor valkey-server is in PATH; install the package redis-server or valkey-server</source>
        <translation>PATH 中既没有 redis-server 也没有 valkey-server；请安装软件包 redis-server 或 valkey-server</translation>
    </message>
    <message>
        <source>%1, which %2 names,</source>
        <translation>%1（由 %2 指定）</translation>
    </message>
    <message>
        <source>there is no address, as in redis://host:6379</source>
        <translation>没有地址，例如 redis://host:6379</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1: nothing in it can be imported. An export of Lockstep or of RedisInsight is expected, or addresses, one a line. %2</source>
        <translation>%1：其中没有可以导入的内容。应为 Lockstep 或 RedisInsight 的导出文件，或每行一个的地址。%2</translation>
    </message>
    <message>
        <source>a name is missing</source>
        <translation>缺少名称</translation>
    </message>
    <message>
        <source>a name has at most %1 characters</source>
        <translation>名称最多 %1 个字符</translation>
    </message>
    <message>
        <source>a name has no control characters, no blanks around it, and does not begin with -</source>
        <translation>名称不能含控制字符，前后不能有空白，也不能以 - 开头</translation>
    </message>
    <message>
        <source>two profiles have the same name</source>
        <translation>有两个配置同名</translation>
    </message>
    <message>
        <source>&quot;release&quot; is not possible in production</source>
        <translation>生产环境中不能有 &quot;release&quot;</translation>
    </message>
    <message>
        <source>the field &quot;%1&quot; is unknown</source>
        <translation>不认识字段 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is expected to be %2</source>
        <translation>&quot;%1&quot; 应为 %2</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>an object is expected</source>
        <translation>应为对象</translation>
    </message>
    <message>
        <source>&quot;environment&quot; is expected to be one of %1</source>
        <translation>&quot;environment&quot; 应为 %1 之一</translation>
    </message>
    <message>
        <source>it is no JSON: %1, at byte %2</source>
        <translation>不是 JSON：%1，在第 %2 字节</translation>
    </message>
    <message>
        <source>it is of version %1, and this Lockstep knows version %2: a newer one wrote it</source>
        <translation>它的版本是 %1，而本 Lockstep 只认识版本 %2：它由更新的版本写成</translation>
    </message>
    <message>
        <source>{&quot;version&quot;: 1, &quot;profiles&quot;: […]} is expected</source>
        <translation>应为 {&quot;version&quot;: 1, &quot;profiles&quot;: […]}</translation>
    </message>
    <message>
        <source>%1, profile %2</source>
        <translation>%1，配置 %2</translation>
    </message>
    <message>
        <source>it has no host</source>
        <translation>没有主机</translation>
    </message>
    <message>
        <source>its port is no number from 1 to 65535</source>
        <translation>端口不是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>its database is no number from 0 on</source>
        <translation>数据库不是从 0 开始的数字</translation>
    </message>
    <message>
        <source>it goes through SSH: open the tunnel and add its address by hand</source>
        <translation>它经由 SSH：请打开隧道并手动添加其地址</translation>
    </message>
    <message>
        <source>the name of the primary is missing</source>
        <translation>缺少主节点的名字</translation>
    </message>
    <message>
        <source>its certificates are not taken over: save them as files and name these</source>
        <translation>没有导入它的证书：请把证书存成文件并指定它们</translation>
    </message>
    <message>
        <source>RedisInsight does not check the server&apos;s certificate; Lockstep does</source>
        <translation>RedisInsight 不核对服务器的证书，Lockstep 会核对</translation>
    </message>
    <message>
        <source>%1: it is no JSON: %2, at byte %3</source>
        <translation>%1：不是 JSON：%2，在第 %3 字节</translation>
    </message>
    <message>
        <source>entry %1 (%2): %3</source>
        <translation>条目 %1（%2）：%3</translation>
    </message>
    <message>
        <source>%1: nothing in it can be imported. %2</source>
        <translation>%1：其中没有可以导入的内容。%2</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>the server answered with a TLS record</source>
        <translation>服务器以 TLS 记录应答</translation>
    </message>
    <message>
        <source>the server speaks TLS on this port</source>
        <translation>服务器在此端口使用 TLS</translation>
    </message>
    <message>
        <source>%1 contains no certificate in PEM format.</source>
        <translation>%1 中没有 PEM 格式的证书。</translation>
    </message>
    <message>
        <source>%1 contains no private key: an RSA or EC key in PEM format, without a passphrase, is needed.</source>
        <translation>%1 中没有私钥：需要 PEM 格式、不带口令的 RSA 或 EC 私钥。</translation>
    </message>
    <message>
        <source>this Qt was built or installed without TLS</source>
        <translation>此 Qt 在构建或安装时没有包含 TLS</translation>
    </message>
    <message>
        <source>the server does not speak TLS here</source>
        <translation>服务器在此不使用 TLS</translation>
    </message>
    <message>
        <source>no connection in time</source>
        <translation>未及时建立连接</translation>
    </message>
    <message>
        <source>an answer to CLUSTER SLOTS that is none</source>
        <translation>CLUSTER SLOTS 的应答无效</translation>
    </message>
    <message>
        <source>user name</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>The host is missing, as in redis://127.0.0.1:6379.</source>
        <translation>缺少主机，例如 redis://127.0.0.1:6379。</translation>
    </message>
    <message>
        <source>The host contains a space.</source>
        <translation>主机名中含有空格。</translation>
    </message>
    <message>
        <source>The &apos;]&apos; after the IPv6 address is missing.</source>
        <translation>IPv6 地址后缺少“]”。</translation>
    </message>
    <message>
        <source>After the &apos;]&apos; of an IPv6 address only :port may follow.</source>
        <translation>IPv6 地址的“]”之后只能是 :端口。</translation>
    </message>
    <message>
        <source>An IPv6 address has to be in brackets, as in redis://[::1]:6379.</source>
        <translation>IPv6 地址必须放在方括号中，例如 redis://[::1]:6379。</translation>
    </message>
    <message>
        <source>In the brackets there must be an IPv6 address, as in redis://[::1]:6379.</source>
        <translation>方括号中必须是 IPv6 地址，例如 redis://[::1]:6379。</translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation>端口必须是 1 到 65535 之间的数字。</translation>
    </message>
    <message>
        <source>The path must be absolute, as in unix:///run/redis.sock; before it only user:password@ is possible, percent-encoded.</source>
        <translation>路径必须是绝对路径，例如 unix:///run/redis.sock；路径之前只能是经百分号编码的 user:password@。</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Several hosts are possible for a cluster, as in redis+cluster://host1,host2, and for Sentinels, as in redis-sentinel://host1,host2?master=mymaster.</source>
        <translation>只有集群和 Sentinel 的地址可以有多个主机，例如 redis+cluster://host1,host2 和 redis-sentinel://host1,host2?master=mymaster。</translation>
    </message>
    <message>
        <source>The address must begin with redis://, rediss:// (TLS), unix://, redis-sentinel://, rediss-sentinel://, redis+cluster:// or rediss+cluster://.</source>
        <translation>地址必须以 redis://、rediss://（TLS）、unix://、redis-sentinel://、rediss-sentinel://、redis+cluster:// 或 rediss+cluster:// 开头。</translation>
    </message>
    <message>
        <source>A &apos;#&apos; has no meaning here; inside a name or password it is written %23.</source>
        <translation>“#”在这里没有意义；在用户名或密码中写作 %23。</translation>
    </message>
    <message>
        <source>There is an &apos;@&apos; after the host; in a user name or password &apos;/&apos; is written %2F, &apos;?&apos; %3F and &apos;@&apos; %40.</source>
        <translation>主机之后出现了“@”；在用户名或密码中，“/”写作 %2F，“?”写作 %3F，“@”写作 %40。</translation>
    </message>
    <message>
        <source>An address of Sentinels needs the name of the primary, as in redis-sentinel://host1,host2?master=mymaster.</source>
        <translation>Sentinel 的地址需要主节点的名字，例如 redis-sentinel://host1,host2?master=mymaster。</translation>
    </message>
    <message>
        <source>A mapping is written HOST:PORT=HOST:PORT: first what the servers say, then where that is reached from here.</source>
        <translation>映射写作 HOST:PORT=HOST:PORT：先写服务器所说的地址，再写从这里到达它的地址。</translation>
    </message>
    <message>
        <source>name of the primary</source>
        <translation>主节点的名字</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The parameter %1 belongs to TLS and needs rediss://, rediss-sentinel:// or rediss+cluster://.</source>
        <translation>参数 %1 属于 TLS，需要 rediss://、rediss-sentinel:// 或 rediss+cluster://。</translation>
    </message>
    <message>
        <source>redis:// takes no parameters; the database is written redis://host/2.</source>
        <translation>redis:// 不带参数；数据库写作 redis://host/2。</translation>
    </message>
    <message>
        <source>The parameter %1 has no value.</source>
        <translation>参数 %1 没有值。</translation>
    </message>
    <message>
        <source>The parameter %1 is given twice.</source>
        <translation>参数 %1 给出了两次。</translation>
    </message>
    <message>
        <source>The parameter key needs cert, the certificate of that key.</source>
        <translation>参数 key 需要 cert，即该私钥的证书。</translation>
    </message>
    <message>
        <source>%1: expected at most %2 bytes</source>
        <translation>%1：最多应为 %2 字节</translation>
    </message>
    <message>
        <source>In the %1 a &apos;%&apos; is not followed by two hexadecimal digits; a &apos;%&apos; itself is written %25.</source>
        <translation>%1中的“%”后面不是两位十六进制数字；“%”本身写作 %25。</translation>
    </message>
    <message>
        <source>The %1 contains a control character.</source>
        <translation>%1中含有控制字符。</translation>
    </message>
    <message>
        <source>The database must be a number from 0 on, as in redis://host/2 or unix:///path?db=2.</source>
        <translation>数据库必须是从 0 开始的数字，例如 redis://host/2 或 unix:///path?db=2。</translation>
    </message>
    <message>
        <source>%1: another program is writing it</source>
        <translation>%1：另一个程序正在写入它</translation>
    </message>
    <message>
        <source>&quot;held&quot; with &gt; or &gt;= and a time such as 500ms, 30s, 5m, 2h or 1d</source>
        <translation>&quot;held&quot; 加 &gt; 或 &gt;= 以及时间，例如 500ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>&quot;renewals&quot; with &gt; or &gt;= and a whole number</source>
        <translation>&quot;renewals&quot; 加 &gt; 或 &gt;= 以及整数</translation>
    </message>
    <message>
        <source>&quot;immortal&quot; alone</source>
        <translation>单独的 &quot;immortal&quot;</translation>
    </message>
    <message>
        <source>&quot;waiters&quot; with &gt;, &gt;=, &lt; or &lt;= and a whole number</source>
        <translation>&quot;waiters&quot; 加 &gt;、&gt;=、&lt; 或 &lt;= 以及整数</translation>
    </message>
    <message>
        <source>&quot;waiting&quot; with &gt; or &gt;= and a time such as 500ms, 30s, 5m, 2h or 1d</source>
        <translation>&quot;waiting&quot; 加 &gt; 或 &gt;= 以及时间，例如 500ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>&quot;used&quot; with &gt;, &gt;=, &lt; or &lt;= and a share such as 90%</source>
        <translation>&quot;used&quot; 加 &gt;、&gt;=、&lt; 或 &lt;= 以及比例，例如 90%</translation>
    </message>
    <message>
        <source>&quot;exhausted&quot; with &gt; or &gt;= and a time such as 500ms, 30s, 5m, 2h or 1d</source>
        <translation>&quot;exhausted&quot; 加 &gt; 或 &gt;= 以及时间，例如 500ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>&quot;value&quot; with &gt;, &gt;=, &lt; or &lt;= and a number</source>
        <translation>&quot;value&quot; 加 &gt;、&gt;=、&lt; 或 &lt;= 以及数字</translation>
    </message>
    <message>
        <source>&quot;rate&quot; with &gt;, &gt;=, &lt; or &lt;= and a change a second such as 50/s</source>
        <translation>&quot;rate&quot; 加 &gt;、&gt;=、&lt; 或 &lt;= 以及每秒的变化，例如 50/s</translation>
    </message>
    <message>
        <source>&quot;gone&quot; alone</source>
        <translation>单独的 &quot;gone&quot;</translation>
    </message>
    <message>
        <source>one of &quot;%1&quot;</source>
        <translation>&quot;%1&quot; 之一</translation>
    </message>
    <message>
        <source>&quot; or &quot;</source>
        <translation>&quot; 或 &quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, or none, beside &quot;when&quot;: &quot;%2&quot;</source>
        <translation>在 &quot;when&quot;: &quot;%2&quot; 旁只能是 &quot;%1&quot;，或不写</translation>
    </message>
    <message>
        <source>%1, alert %2</source>
        <translation>%1，告警 %2</translation>
    </message>
    <message>
        <source>%1: expected an object with &quot;glob&quot;, &quot;when&quot; and &quot;name&quot;</source>
        <translation>%1：应为带 &quot;glob&quot;、&quot;when&quot; 和 &quot;name&quot; 的对象</translation>
    </message>
    <message>
        <source>a ] after each [, or \[ for the bracket itself</source>
        <translation>每个 [ 之后都有 ]，或用 \[ 表示方括号本身</translation>
    </message>
    <message>
        <source>a time such as 500ms, 30s, 5m, 2h or 1d</source>
        <translation>时间，例如 500ms、30s、5m、2h 或 1d</translation>
    </message>
    <message>
        <source>%1, rule %2</source>
        <translation>%1，规则 %2</translation>
    </message>
    <message>
        <source>%1: expected an object with a &quot;glob&quot;</source>
        <translation>%1：应为带 &quot;glob&quot; 的对象</translation>
    </message>
    <message>
        <source>it only beside &quot;family&quot;: &quot;counter&quot;</source>
        <translation>只与 &quot;family&quot;: &quot;counter&quot; 一起出现</translation>
    </message>
    <message>
        <source>a century at most, 3155760000000</source>
        <translation>最多一个世纪，3155760000000</translation>
    </message>
    <message>
        <source>it only where the keys are not ignored</source>
        <translation>只用于未被忽略的键</translation>
    </message>
    <message>
        <source>a list of rules</source>
        <translation>规则的列表</translation>
    </message>
    <message>
        <source>each connection to this address reaches another server</source>
        <translation>到此地址的每个连接都到达另一台服务器</translation>
    </message>
    <message>
        <source>its rows cannot be read</source>
        <translation>无法读取其中的行</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>没有文件 %1。</translation>
    </message>
    <message>
        <source>%1 is empty: nothing was recorded in it.</source>
        <translation>%1 是空的：其中没有录制任何内容。</translation>
    </message>
    <message>
        <source>%1: Qt&apos;s module for SQLite is not installed (libqt6sql6-sqlite).</source>
        <translation>%1：没有安装 Qt 的 SQLite 模块（libqt6sql6-sqlite）。</translation>
    </message>
    <message>
        <source>its tables are not those of a recording</source>
        <translation>其中的表不是录制的表</translation>
    </message>
    <message>
        <source>%1 is damaged: %2.</source>
        <translation>%1 已损坏：%2。</translation>
    </message>
    <message>
        <source>SQLite finds it malformed</source>
        <translation>SQLite 认为其格式错误</translation>
    </message>
    <message>
        <source>%1 cannot be written: the disk is full.</source>
        <translation>无法写入 %1：磁盘已满。</translation>
    </message>
    <message>
        <source>%1 cannot be read or written: the disk is full or broken, or a limit of the size of files is reached.</source>
        <translation>无法读写 %1：磁盘已满或损坏，或达到了文件大小的限制。</translation>
    </message>
    <message>
        <source>%1 is locked by another program.</source>
        <translation>%1 被另一个程序锁定。</translation>
    </message>
    <message>
        <source>a row of %1 does not have its check sum</source>
        <translation>%1 中有一行与其校验和不符</translation>
    </message>
    <message>
        <source>a holder is missing</source>
        <translation>缺少一个持有者</translation>
    </message>
    <message>
        <source>an object is missing</source>
        <translation>缺少一个对象</translation>
    </message>
    <message>
        <source>%1 is a folder, not a recording.</source>
        <translation>%1 是文件夹，不是录制。</translation>
    </message>
    <message>
        <source>%1 is no recording of lockstep record, or its beginning is damaged.</source>
        <translation>%1 不是 lockstep record 的录制，或者其开头已损坏。</translation>
    </message>
    <message>
        <source>%1 is a recording of a later version of Lockstep (its format is %2, this program knows %3). It was left as it is.</source>
        <translation>%1 是更新版本的 Lockstep 的录制（其格式为 %2，本程序只认识 %3）。文件保持原样。</translation>
    </message>
    <message>
        <source>%1 is damaged: there is no format %2.</source>
        <translation>%1 已损坏：没有格式 %2。</translation>
    </message>
    <message>
        <source>%1 is being recorded by another process.</source>
        <translation>另一个进程正在录制到 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be recorded: there is no folder %2.</source>
        <translation>无法录制到 %1：没有文件夹 %2。</translation>
    </message>
    <message>
        <source>%1 cannot be written: the disk is full or broken, or a limit of the size of files is reached.</source>
        <translation>无法写入 %1：磁盘已满或损坏，或达到了文件大小的限制。</translation>
    </message>
    <message>
        <source>%1 cannot be recorded: no file can be made beside it.</source>
        <translation>无法录制到 %1：不能在它旁边创建文件。</translation>
    </message>
    <message>
        <source>%1 is another file now: the recording was moved away or replaced. What was recorded is in the file that it was.</source>
        <translation>%1 现在是另一个文件：录制被移走或替换。已录制的内容在原来的文件中。</translation>
    </message>
    <message>
        <source>%1 is not there any more: the recording was moved away or deleted.</source>
        <translation>%1 已经不在：录制被移走或删除。</translation>
    </message>
    <message>
        <source>its rows cannot be counted</source>
        <translation>无法统计其中的行数</translation>
    </message>
    <message>
        <source>the index of %1 is not that of its rows</source>
        <translation>%1 的索引与其中的行不符</translation>
    </message>
    <message>
        <source>some of its batches are missing</source>
        <translation>缺少一些批次</translation>
    </message>
    <message>
        <source>some of its rows are missing</source>
        <translation>缺少一些行</translation>
    </message>
    <message>
        <source>%1, field &quot;%2&quot;: expected %3</source>
        <translation>%1，字段 &quot;%2&quot;，应为：%3</translation>
    </message>
    <message>
        <source>a text that is not empty</source>
        <translation>非空的文本</translation>
    </message>
    <message>
        <source>a list of texts that are not empty</source>
        <translation>非空文本的列表</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数字</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1000000000000000</source>
        <translation>1 到 1000000000000000 之间的整数</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>%1, field &quot;%2&quot;: expected one of the fields &quot;%3&quot;</source>
        <translation>%1，字段 &quot;%2&quot;：应为字段 &quot;%3&quot; 之一</translation>
    </message>
    <message>
        <source>%1, line %2: expected JSON (%3)</source>
        <translation>%1，第 %2 行：应为 JSON（%3）</translation>
    </message>
    <message>
        <source>%1: expected a JSON object</source>
        <translation>%1：应为 JSON 对象</translation>
    </message>
    <message>
        <source>%1, field &quot;%2&quot;: expected only once</source>
        <translation>%1，字段 &quot;%2&quot;：只应出现一次</translation>
    </message>
    <message>
        <source>%1 cannot be used so: %2</source>
        <translation>%1 不能这样使用：%2</translation>
    </message>
    <message>
        <source>the script “%1” cannot be used: %2</source>
        <translation>脚本“%1”不能使用：%2</translation>
    </message>
    <message>
        <source>line %1 of the script uses %2 as a key, and a run puts a prefix before its keys, which a script has in KEYS alone; hand the key over there</source>
        <translation>脚本的第 %1 行把 %2 当作键；运行会在自己的键前面加上前缀，而在脚本里只有 KEYS 中的名称带有前缀；请通过 KEYS 传入这个键</translation>
    </message>
    <message>
        <source>line %1 of the script uses %2 as a channel, and a run puts a prefix before its channels, which a script has in KEYS alone; hand the channel over there, as one of the scenario&apos;s keys</source>
        <translation>脚本的第 %1 行把 %2 当作频道；运行会在自己的频道前面加上前缀，而在脚本里只有 KEYS 中的名称带有前缀；请把这个频道列入场景的键，并通过 KEYS 传入</translation>
    </message>
    <message>
        <source>%1 was written to since it was opened, and the oldest part of it was thrown away: open it again.</source>
        <translation>%1 在打开之后又被写入，其最早的部分已被丢弃：请重新打开。</translation>
    </message>
    <message>
        <source>The order in which the server executed the commands is not known: it is found out on private servers only, not where a replica takes over, and not with “Exact order” off (--no-exact-order).</source>
        <translation>服务器执行命令的顺序未知：只有在私有服务器上才会查明，有从节点接管时以及关闭“精确顺序”（--no-exact-order）时也不会。</translation>
    </message>
    <message>
        <source>%1(“%2”): names that begin with @ are those by which the exercise judges; take another one</source>
        <translation>%1(“%2”)：以 @ 开头的名称供练习评判使用，请换一个名称</translation>
    </message>
    <message>
        <source>%1 cannot be read: the file %1-wal, which belongs to it, is missing, or it is damaged.</source>
        <translation>%1 无法读取：属于它的文件 %1-wal 缺失，或者它已损坏。</translation>
    </message>
    <message>
        <source>%1: requests are lost only on the way to one of several servers; nodes = 2 in the file starts two</source>
        <translation>%1：请求只会在发往多台服务器之一的途中丢失；在文件中写 nodes = 2 会启动两台</translation>
    </message>
    <message>
        <source>%1 has not answered %2</source>
        <translation>%1 没有应答 %2</translation>
    </message>
    <message>
        <source>the server that was lost has not been started again</source>
        <translation>失去的服务器没有重新启动</translation>
    </message>
    <message>
        <source>too few of %1 servers answered in time</source>
        <translation>%1 台服务器中及时应答的太少</translation>
    </message>
    <message>
        <source>Step %1 of the trace, %2</source>
        <translation>轨迹的第 %1 步，%2</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>It cannot be read which servers are production, so each counts as one: %1</source>
        <translation>无法读取哪些服务器是生产服务器，因此每台都按生产服务器处理：%1</translation>
    </message>
    <message>
        <source>There is no parameter “%1”; an address of Sentinels takes master, sentinel-user, sentinel-password and map, rediss-sentinel:// also cacert, cert, key and sni.</source>
        <translation>没有参数“%1”；Sentinel 的地址可带 master、sentinel-user、sentinel-password 和 map，rediss-sentinel:// 还可带 cacert、cert、key 和 sni。</translation>
    </message>
    <message>
        <source>There is no parameter “%1”; an address of a cluster takes map, rediss+cluster:// also cacert, cert, key and sni.</source>
        <translation>没有参数“%1”；集群的地址可以带 map，rediss+cluster:// 还可以带 cacert、cert、key 和 sni。</translation>
    </message>
    <message>
        <source>There is no parameter “%1”; rediss:// takes cacert, cert, key and sni.</source>
        <translation>没有参数“%1”；rediss:// 可用 cacert、cert、key 和 sni。</translation>
    </message>
    <message>
        <source>There is no parameter “%1”; unix:// takes db.</source>
        <translation>没有参数“%1”；unix:// 可用 db。</translation>
    </message>
    <message>
        <source>%1 is a recording of %2. To record %3, choose another file.</source>
        <translation>%1 是 %2 的录制文件。要录制 %3，请选择另一个文件。</translation>
    </message>
</context>
<context>
    <name>lockstep::CountersModel</name>
    <message>
        <source>estimate</source>
        <translation>估计值</translation>
    </message>
    <message>
        <source>Change per second over the last seconds</source>
        <translation>最近几秒内每秒的变化</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>/s</source>
        <comment>column: change per second</comment>
        <translation>/秒</translation>
    </message>
    <message>
        <source>Trend</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>The largest of them. They count who is online, and one may be in several, so their sum would be too large.</source>
        <translation>其中最大的一个。它们统计在线用户，同一用户可能出现在多个中，因此总和会偏大。</translation>
    </message>
    <message>
        <source>The sum of all of them</source>
        <translation>全部的总和</translation>
    </message>
    <message>
        <source>Change per second of all of them over the last seconds</source>
        <translation>全部在最近几秒内的每秒变化</translation>
    </message>
</context>
<context>
    <name>lockstep::DataLane</name>
    <message>
        <source>takes over</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>还没有内容</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>takes over, with %1</source>
        <comment>a replica; its value</comment>
        <translation>接管，带着 %1</translation>
    </message>
    <message>
        <source>takes over, without it</source>
        <comment>a replica; a key</comment>
        <translation>接管，但没有它</translation>
    </message>
    <message>
        <source>follows the server</source>
        <translation>跟随服务器</translation>
    </message>
    <message>
        <source>follows</source>
        <comment>a replica, the server</comment>
        <translation>跟随</translation>
    </message>
</context>
<context>
    <name>lockstep::DetailsDialog</name>
    <message>
        <source>%1 at least: it was held when it was first seen</source>
        <translation>至少 %1：首次看到时已被持有</translation>
    </message>
    <message>
        <source>%1 – Details</source>
        <translation>%1 – 详情</translation>
    </message>
    <message>
        <source>Raw value</source>
        <translation>原始值</translation>
    </message>
    <message>
        <source>Raw value, as text and as bytes (the first 256)</source>
        <translation>原始值：文本与字节（前 256 个）</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 (%2 ms)</source>
        <extracomment>a duration to be read, and the same in milliseconds</extracomment>
        <translation>%1（%2 毫秒）</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>the key does not exist</source>
        <translation>键不存在</translation>
    </message>
    <message>
        <source>none: it never expires</source>
        <translation>无：永不过期</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>到期时刻</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次见到</translation>
    </message>
    <message>
        <source>This holder first seen</source>
        <translation>首次见到该持有者</translation>
    </message>
    <message>
        <source>First seen free</source>
        <translation>首次见到空闲</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>最近读取</translation>
    </message>
    <message>
        <source>Holder&apos;s token</source>
        <translation>持有者令牌</translation>
    </message>
    <message>
        <source>Holder&apos;s host</source>
        <translation>持有者主机</translation>
    </message>
    <message>
        <source>Holder&apos;s process</source>
        <translation>持有者进程</translation>
    </message>
    <message>
        <source>Holder&apos;s thread</source>
        <translation>持有者线程</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Renewals seen</source>
        <translation>见到的续期次数</translation>
    </message>
    <message>
        <source>Longest lease</source>
        <translation>最长租期</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Key in hexadecimal</source>
        <translation>键（十六进制）</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>at least %1, the largest value seen</source>
        <translation>至少 %1，即所见的最大值</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>low (generic pattern)</source>
        <translation>低（通用模式）</translation>
    </message>
    <message>
        <source>Times held</source>
        <translation>持有次数</translation>
    </message>
    <message>
        <source>Key&apos;s length</source>
        <translation>键的长度</translation>
    </message>
    <message>
        <source>%1; “Copy all” copies all of it</source>
        <translation>%1；“全部复制”会复制完整的键</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>%1 seen, %2 a minute</source>
        <translation>已见 %1 次，每分钟 %2 次</translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>median %1, 99 % below %2, longest %3</source>
        <translation>中位数 %1，99 % 低于 %2，最长 %3</translation>
    </message>
    <message>
        <source>Expired without release</source>
        <translation>未释放即过期</translation>
    </message>
    <message>
        <source>Somebody waited for</source>
        <translation>有人等待的时间</translation>
    </message>
    <message>
        <source>Set limit…</source>
        <translation>设置上限…</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Make a rule for keys like this one</source>
        <translation>为这类键建立一条规则</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown: PTTL is not permitted</source>
        <translation>未知：没有 PTTL 权限</translation>
    </message>
    <message>
        <source>%1 at most: it may have been waited for since it was asked for</source>
        <translation>至多 %1：自请求以来可能等待过</translation>
    </message>
    <message>
        <source>%1 seen</source>
        <translation>已见 %1 次</translation>
    </message>
    <message>
        <source>This key is gone. Below is what was last known of it.</source>
        <translation>此键已消失。以下是最后一次得知的内容。</translation>
    </message>
    <message>
        <source>Resets at</source>
        <translation>重置时刻</translation>
    </message>
    <message>
        <source>Asked for at (from the token)</source>
        <translation>请求时刻（据令牌）</translation>
    </message>
    <message>
        <source>Held since (from the token)</source>
        <translation>持有起始（据令牌）</translation>
    </message>
    <message>
        <source>Format id</source>
        <translation>格式 ID</translation>
    </message>
    <message>
        <source>about %1: by the clock of the client that wrote its token</source>
        <translation>约 %1：按写入令牌的客户端的时钟</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Unknown since</source>
        <translation>未知始于</translation>
    </message>
    <message>
        <source>This key was not there at this moment, or it is not known whether it was. Below is another moment.</source>
        <translation>此刻没有这个键，或者不知道有没有。下面是另一时刻的情况。</translation>
    </message>
    <message>
        <source>Held all the time since</source>
        <comment>a lock by its holder</comment>
        <translation>自此一直持有</translation>
    </message>
    <message>
        <source>%1, but perhaps not all the time: it may have been released and taken again unseen</source>
        <translation>%1，但可能不是一直持有：期间可能释放后又重新取得而未被看到</translation>
    </message>
    <message>
        <source>unknown: it was not seen at this moment</source>
        <translation>未知：此刻没有看到它</translation>
    </message>
    <message>
        <source>unknown: no node of the cluster answers for it</source>
        <translation>未知：集群中没有节点为它应答</translation>
    </message>
    <message>
        <source>Perhaps missed</source>
        <translation>可能有遗漏</translation>
    </message>
    <message>
        <source>It changed faster than it was read: holds between %1 and %2 may be missing here and in the journal.</source>
        <translation>它变化得比读取更快：%1 至 %2 之间的持有可能在这里和日志中缺失。</translation>
    </message>
    <message>
        <source>Raw values are not recorded.</source>
        <translation>录制不包含原始值。</translation>
    </message>
    <message>
        <source>none: the key never expires</source>
        <translation>无：键永不过期</translation>
    </message>
    <message>
        <source>Permits in use</source>
        <translation>使用中的许可</translation>
    </message>
    <message>
        <source>First seen in use</source>
        <comment>a semaphore</comment>
        <translation>首次看到被使用</translation>
    </message>
    <message>
        <source>Last permit ends at</source>
        <translation>最后一个许可结束于</translation>
    </message>
    <message>
        <source>In use for</source>
        <comment>a semaphore</comment>
        <translation>已使用</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>a length of time</comment>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>first seen %1 ago</source>
        <translation>%1前首次看到</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>%1; the key itself never expires</source>
        <translation>%1；键本身永不过期</translation>
    </message>
</context>
<context>
    <name>lockstep::DraftCopies</name>
    <message>
        <source>there are %1 copies of it already</source>
        <translation>已经有 %1 个副本</translation>
    </message>
    <message>
        <source>What you wrote could not be saved as %1. It is in %2.</source>
        <translation>你写的内容无法保存为 %1，现在保存在 %2。</translation>
    </message>
    <message>
        <source>What you wrote could not be saved as %1, nor in the folder %2: %3.</source>
        <translation>你写的内容无法保存为 %1，也无法保存到文件夹 %2：%3。</translation>
    </message>
</context>
<context>
    <name>lockstep::EditAction</name>
    <message>
        <source>What you wrote was saved as a copy: %1</source>
        <translation>你写的内容已另存为副本：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::EndpointFields</name>
    <message>
        <source>(TLS)</source>
        <translation>（TLS）</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>Sentinels</source>
        <translation>Sentinel</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>&amp;Authority (CA)</source>
        <translation>证书颁发机构 (CA)(&amp;A)</translation>
    </message>
    <message>
        <source>Authority&apos;s certificate</source>
        <translation>颁发机构的证书</translation>
    </message>
    <message>
        <source>C&amp;ertificate</source>
        <translation>证书(&amp;E)</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>私钥(&amp;K)</translation>
    </message>
    <message>
        <source>Key of the client certificate</source>
        <translation>客户端证书的私钥</translation>
    </message>
    <message>
        <source>Server &amp;name</source>
        <translation>服务器名称(&amp;N)</translation>
    </message>
    <message>
        <source>the system&apos;s authorities</source>
        <translation>使用系统信任的机构</translation>
    </message>
    <message>
        <source>the host of the address</source>
        <translation>使用地址中的主机名</translation>
    </message>
    <message>
        <source>their own user, if any</source>
        <translation>它们自己的用户（如果有）</translation>
    </message>
    <message>
        <source>and its password</source>
        <translation>及其密码</translation>
    </message>
    <message>
        <source>User for the Sentinels</source>
        <translation>Sentinel 的用户</translation>
    </message>
    <message>
        <source>Password for the Sentinels</source>
        <translation>Sentinel 的密码</translation>
    </message>
</context>
<context>
    <name>lockstep::EnvironmentWords</name>
    <message>
        <source>DEVELOPMENT</source>
        <translation>开发环境</translation>
    </message>
    <message>
        <source>STAGING</source>
        <translation>预发布环境</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
</context>
<context>
    <name>lockstep::EventLane</name>
    <message>
        <source>%1 in a window, at most %2</source>
        <translation>一个窗口内 %1 次，最多应为 %2</translation>
    </message>
</context>
<context>
    <name>lockstep::Expectation</name>
    <message>
        <source>%1: neither “held” nor “violated” is certain.</source>
        <extracomment>%1: the scenario&apos;s name</extracomment>
        <translation>%1：既不能确定成立，也不能确定违反。</translation>
    </message>
    <message>
        <source>%1: expected “held”, but it is violated.</source>
        <translation>%1：预期成立，结果违反。</translation>
    </message>
    <message>
        <source>%1: expected “violated”, but it held.</source>
        <translation>%1：预期违反，结果成立。</translation>
    </message>
</context>
<context>
    <name>lockstep::ExplorationWords</name>
    <message numerus="yes">
        <source>%n preemption(s)</source>
        <translation>
            <numerusform>%n 次抢占</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped before all was executed</source>
        <translation>在全部执行之前被停止</translation>
    </message>
    <message>
        <source>the memory for it, %1, was used up</source>
        <translation>可用的内存（%1）已用完</translation>
    </message>
    <message>
        <source>more than 3.4 × 10^38</source>
        <translation>超过 3.4 × 10^38</translation>
    </message>
    <message>
        <source>of the fewest steps, as there was no memory to look for the smallest: %1</source>
        <translation>步数最少（内存不足，未能查找最小的）：%1</translation>
    </message>
    <message>
        <source>an interleaving goes on without end</source>
        <translation>有一种交错永不结束</translation>
    </message>
    <message>
        <source>%1 of %2 interleavings break it</source>
        <translation>%2 种交错中有 %1 种会破坏它</translation>
    </message>
    <message>
        <source>It can be broken; %1</source>
        <translation>它可以被破坏；%1</translation>
    </message>
    <message>
        <source>Undecided in %1 of %2 interleavings: more time steps would decide</source>
        <translation>%2 种交错中有 %1 种未定：更多的时间步可以判定</translation>
    </message>
    <message>
        <source>Undecided: %1</source>
        <translation>未定：%1</translation>
    </message>
    <message>
        <source>Holds in all %1 interleavings</source>
        <translation>在全部 %1 种交错中成立</translation>
    </message>
    <message>
        <source>Holds in all interleavings, %1</source>
        <translation>在全部交错中成立，%1 种</translation>
    </message>
    <message>
        <source>%1 states</source>
        <translation>%1 个状态</translation>
    </message>
    <message>
        <source>1 interleaving</source>
        <translation>1 种交错</translation>
    </message>
    <message>
        <source>%1 interleavings</source>
        <translation>%1 种交错</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>holds in all</source>
        <translation>全部成立</translation>
    </message>
    <message>
        <source>depth %1</source>
        <translation>深度 %1</translation>
    </message>
    <message>
        <source>%1 transitions/s</source>
        <translation>每秒 %1 次转移</translation>
    </message>
    <message>
        <source>found so far: %1</source>
        <translation>目前找到：%1</translation>
    </message>
    <message>
        <source>%1 transitions</source>
        <translation>%1 次转移</translation>
    </message>
    <message>
        <source>violated; found so far: %1</source>
        <translation>已违反；目前找到：%1</translation>
    </message>
    <message>
        <source>violated</source>
        <translation>已违反</translation>
    </message>
    <message>
        <source>not violated so far</source>
        <translation>目前未违反</translation>
    </message>
    <message numerus="yes">
        <source>%n of them time or a fault</source>
        <translation>
            <numerusform>其中 %n 步是时间流逝或故障</numerusform>
        </translation>
    </message>
    <message>
        <source>The only interleaving breaks it</source>
        <translation>唯一的交错就会违反</translation>
    </message>
    <message>
        <source>Nothing was checked: the scenario has no checks. Interleavings: %1</source>
        <translation>什么也没有检查：场景没有检查项。交错数：%1</translation>
    </message>
    <message>
        <source>Holds in the only interleaving</source>
        <translation>在唯一的交错中成立</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <comment>holds, but …</comment>
        <translation>%1，但%2</translation>
    </message>
    <message>
        <source>before the first step</source>
        <translation>在第一步之前</translation>
    </message>
    <message>
        <source>violated before the first step</source>
        <translation>在第一步之前就已违反</translation>
    </message>
    <message>
        <source>shortest way: %1</source>
        <translation>最短路径：%1</translation>
    </message>
    <message>
        <source>in %1 the time steps run out before the end</source>
        <translation>其中 %1 种没到结尾，时间步数就已用完</translation>
    </message>
    <message>
        <source>under “always”, sum_equals is looked at between a command and its count too; under “finally” only at the end</source>
        <translation>“always” 下的 sum_equals 在命令与其 count 之间也会检查；“finally” 下只在结束时检查</translation>
    </message>
    <message>
        <source>Undecided in %1 of %2 interleavings: somebody waits for a time that an assumption forbids</source>
        <translation>%2 种交错中有 %1 种未定：有客户端在等待一个被假设排除的时刻</translation>
    </message>
    <message>
        <source>in %1 somebody waits for a time that an assumption forbids, or the time steps run out</source>
        <translation>其中 %1 种里，有客户端在等待一个被假设排除的时刻，或时间步已用完</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>no time step</source>
        <translation>没有时间步</translation>
    </message>
    <message numerus="yes">
        <source>≤ %n time step(s)</source>
        <translation>
            <numerusform>≤ %n 个时间步</numerusform>
        </translation>
    </message>
    <message>
        <source>no crash</source>
        <translation>没有崩溃</translation>
    </message>
    <message numerus="yes">
        <source>≤ %n crash(es)</source>
        <translation>
            <numerusform>≤ %n 次崩溃</numerusform>
        </translation>
    </message>
    <message>
        <source>no pause</source>
        <translation>没有暂停</translation>
    </message>
    <message numerus="yes">
        <source>≤ %n pause(s)</source>
        <translation>
            <numerusform>≤ %n 次暂停</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n restart(s)</source>
        <translation>
            <numerusform>≤ %n 次重启</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n lost request(s)</source>
        <translation>
            <numerusform>≤ %n 个丢失的请求</numerusform>
        </translation>
    </message>
    <message>
        <source>work is shorter than the lease</source>
        <translation>工作短于租期</translation>
    </message>
    <message>
        <source>timers fire on time</source>
        <translation>定时器准时触发</translation>
    </message>
    <message>
        <source>assumed: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message numerus="yes">
        <source>≤ %n failover(s) (losing the last write at most)</source>
        <translation>
            <numerusform>≤ %n 次故障转移（至多丢失最后一次写入）</numerusform>
        </translation>
    </message>
    <message>
        <source>expiry messages later than the deadline</source>
        <translation>晚于到期时刻的过期消息</translation>
    </message>
    <message>
        <source>messages later than their PUBLISH</source>
        <translation>晚于 PUBLISH 到达的消息</translation>
    </message>
    <message>
        <source>time between the commands that set two deadlines</source>
        <translation>设置两个期限的命令之间经过的时间</translation>
    </message>
    <message>
        <source>not explored: %1</source>
        <translation>未探索：%1</translation>
    </message>
    <message>
        <source>more than two commands of a thread at a deadline</source>
        <translation>同一线程在期限到来的那一刻发出两条以上的命令</translation>
    </message>
    <message>
        <source>a replica that lacks none or several of the last writes</source>
        <translation>接管的从节点一条写入都不缺，或缺少最后几条写入</translation>
    </message>
    <message>
        <source>timers that begin in the midst of other timers or leases</source>
        <translation>在其他计时器或租期进行当中才开始的计时器</translation>
    </message>
    <message>
        <source>the time for which a server is away</source>
        <translation>服务器不可用的那段时间</translation>
    </message>
    <message>
        <source>other orders in which a script goes through a table</source>
        <translation>脚本遍历表的其他顺序</translation>
    </message>
    <message>
        <source>Not all checks could be judged: %1</source>
        <translation>并非所有检查都能判断：%1</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>messages that nobody hears before subscribing again</source>
        <translation>重新订阅之前无人收到的消息</translation>
    </message>
    <message>
        <source>servers&apos; clocks that drift apart</source>
        <translation>各服务器时钟之间的漂移</translation>
    </message>
    <message>
        <source>commands that were executed and whose reply is lost</source>
        <translation>已执行但应答丢失的命令</translation>
    </message>
    <message>
        <source>clock and TTL readings, and what is admitted, between deadlines</source>
        <translation>两个期限之间读到的时钟和剩余 TTL，以及其间放行的请求</translation>
    </message>
</context>
<context>
    <name>lockstep::ExploreCommand</name>
    <message>
        <source>Violated in %1 of %2 interleavings</source>
        <translation>%2 种交错中有 %1 种违反</translation>
    </message>
    <message>
        <source>violated</source>
        <translation>违反</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>  %1: %2</source>
        <translation>  %1：%2</translation>
    </message>
    <message>
        <source>%1 states, %2 transitions</source>
        <translation>%1 个状态，%2 次转移</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>outcome; note</comment>
        <translation>%1；%2</translation>
    </message>
    <message numerus="yes">
        <source>%n state(s)</source>
        <translation>
            <numerusform>%n 个状态</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transition(s)</source>
        <translation>
            <numerusform>%n 次转移</numerusform>
        </translation>
    </message>
    <message>
        <source>Step it: %1</source>
        <translation>单步重现：%1</translation>
    </message>
    <message>
        <source>Violated; %1</source>
        <translation>已违反；%1</translation>
    </message>
    <message>
        <source>Undecided: %1</source>
        <translation>未定：%1</translation>
    </message>
    <message>
        <source>Violated in the only interleaving</source>
        <translation>在唯一的交错中违反</translation>
    </message>
    <message>
        <source>violated in %1 of %2</source>
        <translation>%2 种交错中有 %1 种违反</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>outcome; the smallest way</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ExploreForm</name>
    <message>
        <source>Settings of the steps</source>
        <translation>步骤的设置</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Time steps</source>
        <translation>时间步</translation>
    </message>
    <message>
        <source>How often time may jump to the next deadline, of a key or of a client.</source>
        <translation>时间最多可以跳到下一个期限（键的或客户端的）多少次。</translation>
    </message>
    <message>
        <source>Crashes</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>How many clients may crash, between two commands.</source>
        <translation>最多有多少个客户端可以在两条命令之间崩溃。</translation>
    </message>
    <message>
        <source>Pauses</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>How often a client may stand still for a while.</source>
        <translation>客户端最多可以停顿多少次。</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>How often a server may restart empty.</source>
        <translation>服务器最多可以清空重启多少次。</translation>
    </message>
    <message>
        <source>Failovers</source>
        <translation>故障转移</translation>
    </message>
    <message>
        <source>How often the replica may take over.</source>
        <translation>从节点最多可以接管多少次。</translation>
    </message>
    <message>
        <source>Lost requests</source>
        <translation>丢失的请求</translation>
    </message>
    <message>
        <source>How many requests may never arrive.</source>
        <translation>最多有多少个请求永远不会到达。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>lockstep::ExploreView</name>
    <message>
        <source>Exploring all interleavings…</source>
        <translation>正在探索所有交错…</translation>
    </message>
    <message>
        <source>Too many states for a map: it shows up to %1.</source>
        <translation>状态太多，无法绘制地图：最多 %1 个。</translation>
    </message>
</context>
<context>
    <name>lockstep::FileField</name>
    <message>
        <source>…</source>
        <comment>choose a file</comment>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::FilterChip</name>
    <message>
        <source>%1
Click: no longer filter by it</source>
        <translation>%1
单击：取消此筛选条件</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::FindRow</name>
    <message>
        <source>not found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Find in the program</source>
        <translation>在程序中查找</translation>
    </message>
    <message>
        <source>Return: the next place. Shift+Return: the one before. Esc: close.</source>
        <translation>回车：下一处。Shift+回车：上一处。Esc：关闭。</translation>
    </message>
</context>
<context>
    <name>lockstep::FreeRuns</name>
    <message>
        <source>before the file was changed</source>
        <translation>文件被修改之前</translation>
    </message>
    <message>
        <source>It has a mistake and cannot be run.</source>
        <translation>文件有错误，无法运行。</translation>
    </message>
    <message>
        <source>No scenario to run</source>
        <translation>没有可运行的场景</translation>
    </message>
    <message>
        <source>Choose one from the list, or open a file of your own.</source>
        <translation>请从列表中选择一个，或打开您自己的文件。</translation>
    </message>
    <message>
        <source>Not run yet.</source>
        <translation>尚未运行。</translation>
    </message>
    <message>
        <source>Not run yet. Must hold: %1.</source>
        <translation>尚未运行。必须成立：%1。</translation>
    </message>
    <message>
        <source>Run it (Ctrl+R) to see what happens.</source>
        <translation>运行 (Ctrl+R) 即可看到会发生什么。</translation>
    </message>
    <message>
        <source>The next run appears here</source>
        <translation>下一次运行显示在这里</translation>
    </message>
    <message>
        <source>Change a setting or swap in the fix, and press Run.</source>
        <translation>更改设置或换上修正版，然后按“运行”。</translation>
    </message>
    <message>
        <source>private server</source>
        <translation>私有服务器</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>第 %1 轮 / 共 %2 轮</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Correct it and save it: it is read again then.</source>
        <translation>改正并保存后会重新读取。</translation>
    </message>
</context>
<context>
    <name>lockstep::GradeWords</name>
    <message>
        <source>%1 The shortest way: %2</source>
        <comment>a sentence; a trace</comment>
        <translation>%1最短的过程：%2</translation>
    </message>
    <message>
        <source>Solved: the checks hold in every interleaving within the bounds, and the clients still do their work.</source>
        <translation>已解出：在界限内的每一种交错中检查都成立，客户端也仍然完成工作。</translation>
    </message>
    <message>
        <source>Not solved. %1</source>
        <comment>a mistake in the file</comment>
        <translation>没有解出。%1</translation>
    </message>
    <message>
        <source>Not solved: this does not hold: %1.</source>
        <comment>a check</comment>
        <translation>没有解出：这一项不成立：%1。</translation>
    </message>
    <message>
        <source>Not solved: the clients no longer do their work. Even without faults this does not hold: %1.</source>
        <comment>a check</comment>
        <translation>没有解出：客户端不再完成工作。即使没有故障，这一项也不成立：%1。</translation>
    </message>
    <message>
        <source>Not solved: the check “%1” holds only because nothing is told to it: %2.</source>
        <translation>没有解出：检查“%1”成立只是因为没有告诉它任何事：%2。</translation>
    </message>
    <message>
        <source>Not solved: not everything could be executed, because it goes on for ever, or takes too much memory or time.</source>
        <translation>没有解出：无法全部执行，因为没有尽头，或者需要太多内存或时间。</translation>
    </message>
    <message>
        <source>It could not be graded. %1</source>
        <comment>an error</comment>
        <translation>无法评分。%1</translation>
    </message>
    <message>
        <source>nobody is inside “%1” while a command runs</source>
        <translation>命令执行时没有任何客户端在“%1”里面</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>检查已取消。</translation>
    </message>
    <message>
        <source>%1 The clients are spread over %2 app servers, and each has its own mutexes.</source>
        <comment>a sentence; a number, at least 2</comment>
        <translation>%1客户端分布在 %2 台应用服务器上，每台的互斥锁都只属于它自己。</translation>
    </message>
    <message>
        <source>Not solved: somebody sleeps or waits inside for as long as a lease, or longer, and it is assumed that work is shorter.</source>
        <translation>未解决：有客户端在临界区内休眠或等待的时间不短于租期，而这里假设工作短于租期。</translation>
    </message>
    <message>
        <source>Not solved: the check “%1” could not be judged: %2.</source>
        <translation>没有解出：检查“%1”无法判断：%2。</translation>
    </message>
    <message numerus="yes">
        <source>Not solved: somebody still waits for a key to expire or for a sleep to end after %n time step(s), and no more are taken here. Fewer deadlines and sleeps need fewer of them.</source>
        <translation>
            <numerusform>没有解出：时间前进 %n 步之后，仍有客户端在等待键过期或休眠结束，而这里最多只前进这么多步。期限和休眠越少，需要的步数越少。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not solved: there are more interleavings than could be executed in the time that was given. Fewer commands, and fewer keys that expire, make fewer of them.</source>
        <translation>没有解出：交错太多，在给定的时间内无法全部执行。命令更少、会过期的键更少，交错就更少。</translation>
    </message>
    <message>
        <source>Not solved: somebody waits for a key to expire or for a sleep to end, where no time passes. Let whoever is done wake those who wait.</source>
        <translation>没有解出：有客户端在等待键过期或休眠结束，而这里时间不会前进。请让完成工作的客户端唤醒等待者。</translation>
    </message>
</context>
<context>
    <name>lockstep::GroupSwitch</name>
    <message>
        <source>Group similar keys</source>
        <translation>合并相似的键</translation>
    </message>
    <message>
        <source>Group similar keys (Ctrl+G): those that differ in a number or an identifier only become one row.</source>
        <translation>合并相似的键（Ctrl+G）：仅数字或标识符不同的键合并为一行。</translation>
    </message>
</context>
<context>
    <name>lockstep::History</name>
    <message>
        <source>nothing was recorded since %1</source>
        <translation>从 %1 起没有录制</translation>
    </message>
    <message>
        <source>The recording that began at %1 was cut off at %2: what happened in the last second before may be missing.</source>
        <translation>从 %1 开始的录制在 %2 中断：此前最后一秒发生的事可能缺失。</translation>
    </message>
    <message>
        <source>At %1 nothing was recorded: only until %2, and again from %3 on.</source>
        <translation>%1 时没有录制：只录到 %2，从 %3 起又有录制。</translation>
    </message>
    <message>
        <source>At %1 nothing was recorded: only until %2.</source>
        <translation>%1 时没有录制：只录到 %2。</translation>
    </message>
    <message>
        <source>At %1 nothing was recorded: only from %2 on.</source>
        <translation>%1 时没有录制：从 %2 起才有。</translation>
    </message>
    <message>
        <source>At %1 nothing was recorded: the recording is empty.</source>
        <translation>%1 时没有录制：录制文件是空的。</translation>
    </message>
    <message>
        <source>(of %1)</source>
        <comment>a node of a cluster</comment>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>From %1 until %2 changes were not seen (%3)%4.</source>
        <translation>从 %1 到 %2 的变化没有看到（%3）%4。</translation>
    </message>
    <message>
        <source>From %1 on changes were not seen (%2)%3.</source>
        <translation>从 %1 起的变化没有看到（%2）%3。</translation>
    </message>
    <message>
        <source>Not all keys had been looked at by then: there may be more.</source>
        <translation>那时还没有看完所有的键：可能还有更多。</translation>
    </message>
    <message>
        <source>%1: unknown</source>
        <translation>%1：未知</translation>
    </message>
    <message>
        <source>%1: free</source>
        <translation>%1：空闲</translation>
    </message>
    <message>
        <source>%1: held by %2 since %3</source>
        <translation>%1：自 %3 起由 %2 持有</translation>
    </message>
    <message>
        <source>%1: held by %2 since %3 or longer</source>
        <translation>%1：自 %3 或更早起由 %2 持有</translation>
    </message>
    <message>
        <source>%1: free since %2 (%3)</source>
        <translation>%1：自 %2 起空闲（%3）</translation>
    </message>
    <message>
        <source>%1: unknown; free at %2, and changes since %3 were not seen</source>
        <translation>%1：未知；%2 时空闲，%3 起的变化没有看到</translation>
    </message>
    <message>
        <source>%1: not recorded: only keys that begin with %2 were watched</source>
        <translation>%1：没有录制：只观察以 %2 开头的键</translation>
    </message>
    <message>
        <source>%1: not there, as far as was seen</source>
        <translation>%1：就所见而言不存在</translation>
    </message>
    <message>
        <source>nothing was recorded since %1; from here on it is another server: %2</source>
        <translation>从 %1 起没有录制；从这里起是另一台服务器：%2</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: %2</source>
        <translation>从 %1 起的变化没有看到：%2</translation>
    </message>
    <message>
        <source>(seen up to %1 late)</source>
        <translation>（最多晚 %1 才看到）</translation>
    </message>
    <message>
        <source>%1-wal is not there: it has what was recorded last, and belongs to the file until the recording has ended.</source>
        <translation>缺少 %1-wal：最后录制的内容在其中，录制结束之前它属于该文件。</translation>
    </message>
    <message>
        <source>The recording that began at %1 is only of keys that begin with %2.</source>
        <translation>从 %1 开始的录制只包含以 %2 开头的键。</translation>
    </message>
    <message>
        <source>Locks that are unknown because a change was seen late: %1.</source>
        <translation>因变化看到得晚而未知的锁：%1 个。</translation>
    </message>
    <message>
        <source>%1: unknown; it was found at %2, and may have been there before</source>
        <translation>%1：未知；在 %2 被发现，此前可能已经存在</translation>
    </message>
    <message>
        <source>%1: unknown; a change was seen at %2 that may have been up to %3 before</source>
        <translation>%1：未知；%2 看到一次变化，它可能最多早 %3 就已发生</translation>
    </message>
    <message>
        <source>%1: held by %2, since %3 by the clock of its holder</source>
        <translation>%1：由 %2 持有，按持有者的时钟自 %3 起</translation>
    </message>
    <message>
        <source>%1: held by %2, who asked for it at %3 by its own clock</source>
        <translation>%1：由 %2 持有，按它自己的时钟在 %3 请求</translation>
    </message>
    <message>
        <source>%1: %2, as it was recorded at %3</source>
        <translation>%1：%2，录制于 %3</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>the clock of the computer that recorded was set</source>
        <translation>录制用的计算机的时钟被调过</translation>
    </message>
    <message>
        <source>more happened than could be written</source>
        <translation>发生的事多得来不及写入</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>the computer was asleep or a clock was set</source>
        <translation>计算机休眠过，或时钟被调过</translation>
    </message>
    <message>
        <source>nothing came from the server for seconds</source>
        <translation>服务器有几秒没有任何消息</translation>
    </message>
    <message>
        <source>the replica had lost its primary</source>
        <translation>副本失去了主节点</translation>
    </message>
    <message>
        <source>databases were swapped</source>
        <translation>数据库被交换</translation>
    </message>
    <message>
        <source>the server took over the data of another one</source>
        <translation>服务器接管了另一台的数据</translation>
    </message>
    <message>
        <source>permissions were missing</source>
        <translation>缺少权限</translation>
    </message>
    <message>
        <source>keyspace notifications were switched off</source>
        <translation>键空间通知被关闭</translation>
    </message>
    <message>
        <source>%1: held by %2 since %3, but perhaps not all the time</source>
        <translation>%1：由 %2 自 %3 起持有，但可能不是一直持有</translation>
    </message>
    <message>
        <source>%1: free, as at %2 (%3); changes since %4 were not all seen</source>
        <translation>%1：空闲，与 %2 时（%3）相同；%4 起的变化没有全部看到</translation>
    </message>
    <message>
        <source>nothing was recorded before</source>
        <translation>此前没有录制</translation>
    </message>
    <message>
        <source>The recording is empty: nothing was seen while it ran.</source>
        <translation>这个录制文件是空的：录制期间什么也没有看到。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the holders of one lock</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and at least %n others</source>
        <extracomment>%1: some of the holders of a lock</extracomment>
        <translation>
            <numerusform>%1 以及至少另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n others</source>
        <extracomment>%1: some of the holders of a lock</extracomment>
        <translation>
            <numerusform>%1 以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <extracomment>%1: the holders of a lock but for the last, %2: that one</extracomment>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1: held by %2</source>
        <translation>%1：由 %2 持有</translation>
    </message>
    <message>
        <source>%1: alert %2 fires (%3): %4, since %5 or longer</source>
        <translation>%1：告警 %2 正在触发（%3）：%4，自 %5 或更早起</translation>
    </message>
    <message>
        <source>%1: alert %2 fires (%3): %4, since %5 by the clock of its holder</source>
        <translation>%1：告警 %2 正在触发（%3）：%4，按持有者的时钟自 %5 起</translation>
    </message>
    <message>
        <source>%1: alert %2 fires (%3): %4, since %5, but perhaps not all the time</source>
        <translation>%1：告警 %2 正在触发（%3）：%4，自 %5 起，但可能不是一直如此</translation>
    </message>
    <message>
        <source>%1: alert %2 fires (%3): %4, since %5</source>
        <extracomment>%1: a key, %2: the name of an alert, %3: how severe it is, %4: its condition with what was measured (&quot;held &gt; 30s, now 31.2 s&quot;), %5: a time</extracomment>
        <translation>%1：告警 %2 正在触发（%3）：%4，自 %5 起</translation>
    </message>
    <message>
        <source>the recording ended before it was heard of again</source>
        <translation>录制在再次收到其消息之前就结束了</translation>
    </message>
    <message>
        <source>The recording has no key %1.</source>
        <translation>录制中没有键 %1。</translation>
    </message>
</context>
<context>
    <name>lockstep::HistoryCanvas</name>
    <message>
        <source>Select a row to see its history.</source>
        <translation>选择一行即可查看其历史。</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 秒</translation>
    </message>
    <message>
        <source>–</source>
        <comment>no value at that time</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>未看到</translation>
    </message>
    <message>
        <source>free</source>
        <comment>a lock at that time</comment>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held</source>
        <comment>a lock at that time</comment>
        <translation>持有中</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message>
        <source>%1, no TTL</source>
        <comment>held by somebody</comment>
        <translation>%1，无 TTL</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <extracomment>held by somebody, a time</extracomment>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>%1, TTL unknown</source>
        <comment>held by somebody</comment>
        <translation>%1，TTL 未知</translation>
    </message>
</context>
<context>
    <name>lockstep::HistoryPlot</name>
    <message>
        <source>renewal due at %1 s</source>
        <extracomment>the level of the TTL at which the holder renews its lease</extracomment>
        <translation>剩 %1 秒时应续期</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>holder %1</source>
        <translation>持有者 %1</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>- - limit %1</source>
        <translation>- - 上限 %1</translation>
    </message>
    <message>
        <source>the first %1 are drawn</source>
        <translation>只画出前 %1 项</translation>
    </message>
    <message numerus="yes">
        <source>%n items selected</source>
        <translation>
            <numerusform>已选 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>last %1</source>
        <comment>a length of time</comment>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <extracomment>a length of time, and the time of day at its end</extracomment>
        <translation>%1，至 %2</translation>
    </message>
    <message>
        <source>each on its own scale</source>
        <translation>各用各的刻度</translation>
    </message>
    <message>
        <source>%1 — time left</source>
        <translation>%1 — 剩余时间</translation>
    </message>
    <message>
        <source>%1 — used</source>
        <translation>%1 — 已用</translation>
    </message>
    <message>
        <source>%1 — value</source>
        <translation>%1 — 值</translation>
    </message>
    <message>
        <source>Times are UTC. In the plot, the wheel zooms, dragging goes back in time, and a double click shows the last minute.</source>
        <translation>时间为 UTC。在图上：滚轮缩放，拖动查看过去，双击回到最近一分钟。</translation>
    </message>
    <message>
        <source>Time span shown: %1</source>
        <translation>显示的时间范围：%1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Times are UTC. In the plot, the wheel zooms, dragging goes back in time, and a double click shows the minute before the moment shown.</source>
        <translation>时间为 UTC。在图上：滚轮缩放，拖动查看过去，双击显示所示时刻之前的一分钟。</translation>
    </message>
    <message>
        <source>%1 — permits in use</source>
        <translation>%1 — 使用中的许可</translation>
    </message>
    <message>
        <source>holders %1</source>
        <translation>持有者 %1</translation>
    </message>
    <message>
        <source>▲ renewed · %1</source>
        <comment>by the holder</comment>
        <translation>▲ 续期 · %1</translation>
    </message>
</context>
<context>
    <name>lockstep::HolderPanel</name>
    <message>
        <source>Find its connection</source>
        <translation>查找其连接</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>A click selects the lock in the table.</source>
        <translation>单击可在表格中选中该锁。</translation>
    </message>
    <message>
        <source>Reads the list of the server&apos;s connections once (CLIENT LIST).</source>
        <translation>读取一次服务器的连接列表（CLIENT LIST）。</translation>
    </message>
    <message numerus="yes">
        <source>This holder holds %n locks</source>
        <translation>
            <numerusform>此持有者持有 %n 个锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ImportDialog</name>
    <message>
        <source>Import profiles</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>Choose one</source>
        <translation>请选择</translation>
    </message>
    <message>
        <source>Left out: %1 (%2) is there already.</source>
        <translation>跳过：%1（%2）已存在。</translation>
    </message>
    <message>
        <source>From the file: %1</source>
        <translation>文件说明：%1</translation>
    </message>
    <message>
        <source>There is nothing new in %1.</source>
        <translation>%1 中没有新的配置。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Used &amp;for</source>
        <translation>用途(&amp;F)</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>What would be added, and what not</source>
        <translation>将添加哪些，不添加哪些</translation>
    </message>
    <message>
        <source>New: %1 (%2)</source>
        <comment>a profile and its address</comment>
        <translation>新：%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 has %n new profile(s).</source>
        <comment>a file</comment>
        <translation>
            <numerusform>%1 中有 %n 个新配置。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::InterleavingMapView</name>
    <message>
        <source>The beginning</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>After %1</source>
        <translation>在 %1 之后</translation>
    </message>
    <message>
        <source>%1: violated: %2</source>
        <translation>%1：违反：%2</translation>
    </message>
    <message>
        <source>There is a map of a few thousand states at most.</source>
        <translation>只有状态不超过几千个时才有交错图。</translation>
    </message>
    <message>
        <source>Map of all interleavings</source>
        <translation>所有交错的图</translation>
    </message>
    <message>
        <source>%1 states, %2 of them violating.</source>
        <translation>%1 个状态，其中 %2 个违反。</translation>
    </message>
</context>
<context>
    <name>lockstep::ItemFilter</name>
    <message>
        <source>There is no state “%1”. The states are %2.</source>
        <translation>没有“%1”这种状态。可用的状态有：%2。</translation>
    </message>
    <message>
        <source>There is no problem “%1”. The problems are %2.</source>
        <translation>没有“%1”这种问题。可用的问题有：%2。</translation>
    </message>
</context>
<context>
    <name>lockstep::ItemModel</name>
    <message>
        <source>Pinned: it stays on top. Ctrl+P unpins it.</source>
        <translation>已置顶：始终位于最上方。按 Ctrl+P 取消置顶。</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <comment>a row&apos;s key</comment>
        <translation>%1，已置顶</translation>
    </message>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, unfolded</source>
        <translation>%1，%2，已展开</translation>
    </message>
    <message>
        <source>%1, %2, folded</source>
        <translation>%1，%2，已折叠</translation>
    </message>
    <message>
        <source>A click on the triangle, or ←, folds them into one row.</source>
        <translation>单击三角形或按 ← 将它们折叠为一行。</translation>
    </message>
    <message>
        <source>A click on the triangle, or →, shows each of them.</source>
        <translation>单击三角形或按 → 逐个显示。</translation>
    </message>
</context>
<context>
    <name>lockstep::ItemTable</name>
    <message>
        <source>Details…</source>
        <translation>详情…</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy read command</source>
        <translation>复制读取命令</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Descending</source>
        <translation>降序</translation>
    </message>
    <message>
        <source>Release lock…</source>
        <translation>释放锁…</translation>
    </message>
    <message>
        <source>Release lock… (connected read-only)</source>
        <translation>释放锁…（当前为只读连接）</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>What this holder holds</source>
        <translation>此持有者持有的锁</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Group similar keys</source>
        <translation>合并相似的键</translation>
    </message>
    <message>
        <source>Set limit…</source>
        <translation>设置上限…</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>命名…</translation>
    </message>
    <message>
        <source>Ignore…</source>
        <translation>忽略…</translation>
    </message>
    <message>
        <source>Alert…</source>
        <translation>告警…</translation>
    </message>
</context>
<context>
    <name>lockstep::Journal</name>
    <message>
        <source>▲ renewed</source>
        <translation>▲ 已续期</translation>
    </message>
    <message>
        <source>▲ renewed to %1</source>
        <translation>▲ 续期至 %1</translation>
    </message>
    <message>
        <source>▲ renewed, %1 → %2</source>
        <extracomment>time left before and after</extracomment>
        <translation>▲ 续期，%1 → %2</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>✕ exhausted</source>
        <translation>✕ 已耗尽</translation>
    </message>
    <message>
        <source>✕ exhausted, %1 of %2</source>
        <extracomment>used and limit</extracomment>
        <translation>✕ 已耗尽，%1 / %2</translation>
    </message>
    <message>
        <source>● acquired by %1</source>
        <translation>● 由 %1 获取</translation>
    </message>
    <message>
        <source>expired, not released</source>
        <translation>已过期，未释放</translation>
    </message>
    <message>
        <source>handed over %1 → %2</source>
        <extracomment>previous and present holder</extracomment>
        <translation>移交 %1 → %2</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>acquired</source>
        <comment>kind of entry</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>renewed</source>
        <comment>kind of entry</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>released</source>
        <comment>kind of entry</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>expired</source>
        <comment>kind of entry</comment>
        <translation>过期</translation>
    </message>
    <message>
        <source>handed over</source>
        <comment>kind of entry</comment>
        <translation>移交</translation>
    </message>
    <message>
        <source>exhausted</source>
        <comment>kind of entry</comment>
        <translation>耗尽</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>kind of entry</comment>
        <translation>消失</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>holder of a lock</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>first seen, held by %1</source>
        <translation>首次看到，由 %1 持有</translation>
    </message>
    <message>
        <source>first seen</source>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>● acquired (holder unknown)</source>
        <translation>● 已获取（持有者未知）</translation>
    </message>
    <message>
        <source>● acquired for %1 by %2</source>
        <extracomment>lease and holder</extracomment>
        <translation>● 获取，租期 %1，持有者 %2</translation>
    </message>
    <message>
        <source>● acquired for %1 (holder unknown)</source>
        <translation>● 获取，租期 %1（持有者未知）</translation>
    </message>
    <message>
        <source>released, was held by %1</source>
        <extracomment>the last holder</extracomment>
        <translation>已释放，原持有者 %1</translation>
    </message>
    <message>
        <source>expired, not released (%1)</source>
        <extracomment>the last holder</extracomment>
        <translation>已过期，未释放（%1）</translation>
    </message>
    <message>
        <source>before:</source>
        <translation>此前：</translation>
    </message>
    <message>
        <source>first seen</source>
        <comment>kind of entry</comment>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>moved to another node of the cluster, not seen any more</source>
        <translation>已移到集群的另一个节点，此后不再可见</translation>
    </message>
    <message>
        <source>the server was restarted, or another one has taken its place</source>
        <translation>服务器已重启，或由另一台取代</translation>
    </message>
    <message>
        <source>moved away</source>
        <comment>kind of entry</comment>
        <translation>移走</translation>
    </message>
    <message>
        <source>restarted</source>
        <comment>kind of entry</comment>
        <translation>重启</translation>
    </message>
    <message>
        <source>● acquired for %1</source>
        <translation>● 获取，租期 %1</translation>
    </message>
    <message>
        <source>released by you, was held by %1</source>
        <translation>由您释放，原持有者为 %1</translation>
    </message>
    <message>
        <source>released by you</source>
        <translation>由您释放</translation>
    </message>
    <message>
        <source>released by you</source>
        <comment>kind of entry</comment>
        <translation>由您释放</translation>
    </message>
    <message>
        <source>the primary is now %1</source>
        <translation>主节点现在是 %1</translation>
    </message>
    <message>
        <source>permissions that were missing were given: what happened until now may not have been seen</source>
        <translation>补上了缺少的权限：到此刻为止发生的事可能没有看到</translation>
    </message>
    <message>
        <source>gap</source>
        <comment>kind of entry</comment>
        <translation>观察中断</translation>
    </message>
    <message>
        <source>has no deadline any more</source>
        <translation>不再有到期时间</translation>
    </message>
    <message>
        <source>has a deadline again: %1</source>
        <translation>又有了到期时间：%1</translation>
    </message>
    <message>
        <source>time shortened, %1 → %2</source>
        <extracomment>time left before and after</extracomment>
        <translation>时间缩短，%1 → %2</translation>
    </message>
    <message>
        <source>deadline changed</source>
        <comment>kind of entry</comment>
        <translation>到期时间改变</translation>
    </message>
    <message>
        <source>gone; not known whether it was released or expired</source>
        <translation>已消失；无法得知是释放还是过期</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: the connection was lost</source>
        <translation>自 %1 以来的变化没有看到：连接曾中断</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: the computer was asleep or a clock was set</source>
        <translation>自 %1 以来的变化没有看到：计算机曾休眠或时钟被调整</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: nothing came from the server for seconds</source>
        <translation>自 %1 以来的变化没有看到：服务器数秒没有任何消息</translation>
    </message>
    <message>
        <source>changes since %1 are not seen: this replica has lost its primary</source>
        <translation>自 %1 以来的变化看不到：此副本与主节点失去联系</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: databases were swapped</source>
        <translation>自 %1 以来的变化没有看到：数据库被交换</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: the server took over the data of another one</source>
        <translation>自 %1 以来的变化没有看到：服务器接管了另一台服务器的数据</translation>
    </message>
    <message>
        <source>the primary of slots %1 is now %2: what happened in between was not seen</source>
        <extracomment>%1 hash slots of a Redis Cluster, &quot;0-5460&quot;, %2 the address of a server</extracomment>
        <translation>槽 %1 的主节点现在是 %2：其间发生的事情没有看到</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1 the address of a node of a Redis Cluster, %2 what is to be said of it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>changes since %1 were not seen: keyspace notifications were switched off</source>
        <translation>自 %1 以来的变化没有看到：键空间通知被关闭</translation>
    </message>
    <message>
        <source>alert %1: %2</source>
        <extracomment>the name of an alert, its condition with what was measured (&quot;held &gt; 30s, now 31.2 s&quot;)</extracomment>
        <translation>告警 %1：%2</translation>
    </message>
    <message>
        <source>alert %1 ends: the key is not watched any more</source>
        <translation>告警 %1 结束：该键不再被观察</translation>
    </message>
    <message>
        <source>alert %1 ends: its rule was changed</source>
        <translation>告警 %1 结束：其规则已更改</translation>
    </message>
    <message>
        <source>alert %1 is over: %2</source>
        <extracomment>the name of an alert, its condition (&quot;held &gt; 30s&quot;)</extracomment>
        <translation>告警 %1 已解除：%2</translation>
    </message>
    <message>
        <source>alert</source>
        <comment>kind of entry</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>alert over</source>
        <comment>kind of entry</comment>
        <translation>告警解除</translation>
    </message>
    <message>
        <source>%1 (more since %2 may have been missed)</source>
        <extracomment>%1 what happened to a lock, %2 a time of day</extracomment>
        <translation>%1（自 %2 起可能还有遗漏）</translation>
    </message>
    <message>
        <source>may have been taken and given back unseen since %1</source>
        <translation>自 %1 起可能被获取又释放，但未被看到</translation>
    </message>
    <message>
        <source>perhaps missed</source>
        <comment>kind of entry</comment>
        <translation>可能有遗漏</translation>
    </message>
    <message>
        <source>%1, held by %2</source>
        <extracomment>%1 what happened to a lock or to a permit of a semaphore, %2 its holder</extracomment>
        <translation>%1，持有者 %2</translation>
    </message>
    <message>
        <source>gone, was held by %1; not known whether it was released or expired</source>
        <extracomment>the last holder</extracomment>
        <translation>已消失，原持有者 %1；无法得知是释放还是过期</translation>
    </message>
    <message>
        <source>▲ renewed by %1</source>
        <translation>▲ 由 %1 续期</translation>
    </message>
    <message>
        <source>▲ renewed to %1 by %2</source>
        <extracomment>lease and holder</extracomment>
        <translation>▲ 续期至 %1，持有者 %2</translation>
    </message>
    <message>
        <source>▲ renewed by %1, %2 → %3</source>
        <extracomment>holder, time left before and after</extracomment>
        <translation>▲ 由 %1 续期，%2 → %3</translation>
    </message>
</context>
<context>
    <name>lockstep::JournalBar</name>
    <message>
        <source>%1 to %2 UTC</source>
        <comment>two times of day</comment>
        <translation>%1 至 %2 UTC</translation>
    </message>
    <message>
        <source>since %1 UTC</source>
        <translation>%1 UTC 以来</translation>
    </message>
    <message>
        <source>until %1 UTC</source>
        <translation>截至 %1 UTC</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the journal</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Show only some events, or only some time</source>
        <translation>只显示部分事件或某段时间</translation>
    </message>
    <message>
        <source>Export</source>
        <comment>the journal</comment>
        <translation>导出</translation>
    </message>
    <message>
        <source>Write the journal into a file</source>
        <translation>把日志写入文件</translation>
    </message>
    <message>
        <source>All events</source>
        <translation>所有事件</translation>
    </message>
    <message>
        <source>The last minute</source>
        <translation>最近一分钟</translation>
    </message>
    <message>
        <source>The last 10 minutes</source>
        <translation>最近 10 分钟</translation>
    </message>
    <message>
        <source>The last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Between…</source>
        <translation>指定时间段…</translation>
    </message>
    <message>
        <source>All %1 lines as CSV…</source>
        <translation>全部 %1 行，CSV…</translation>
    </message>
    <message>
        <source>All %1 lines as JSON…</source>
        <translation>全部 %1 行，JSON…</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>holder %1</source>
        <translation>持有者 %1</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lines…</source>
        <comment>still counting</comment>
        <translation>
            <numerusform>%1 / %2 行…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lines</source>
        <translation>
            <numerusform>%1 / %2 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>The journal keeps 24 hours, 200 000 lines at most. Times are UTC.</source>
        <translation>日志保留 24 小时，最多 200 000 行。时间为 UTC。</translation>
    </message>
    <message>
        <source>%1 of %2 since %3</source>
        <comment>lines of the journal, and the time of the oldest</comment>
        <translation>%1 / %2 行，%3 起</translation>
    </message>
    <message numerus="yes">
        <source>%1 lines since %2</source>
        <translation>
            <numerusform>%1 行，%2 起</numerusform>
        </translation>
    </message>
    <message>
        <source>Words to look for in key, holder, library and event; all of them must occur.</source>
        <translation>键、持有者、库或事件中出现的词；必须全部出现。</translation>
    </message>
    <message>
        <source>Filtered lines as CSV…</source>
        <translation>符合筛选的行，CSV…</translation>
    </message>
    <message>
        <source>Filtered lines as JSON…</source>
        <translation>符合筛选的行，JSON…</translation>
    </message>
</context>
<context>
    <name>lockstep::JournalModel</name>
    <message>
        <source>Time (UTC)</source>
        <translation>时间 (UTC)</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
</context>
<context>
    <name>lockstep::JournalTable</name>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>lockstep::JournalView</name>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Go to the newest line (Home)</source>
        <translation>转到最新一行（Home）</translation>
    </message>
    <message>
        <source>no line that old</source>
        <translation>没有那么早的行</translation>
    </message>
    <message>
        <source>Looking through the journal…</source>
        <translation>正在查找日志…</translation>
    </message>
    <message>
        <source>Nothing has happened yet. What locks, limits and counters do appears here.</source>
        <translation>尚无事件。锁、限流和计数器的动态会显示在这里。</translation>
    </message>
    <message>
        <source>↑ Newest (%1 new)</source>
        <extracomment>a button that goes to the newest line; how many came in meanwhile</extracomment>
        <translation>↑ 最新（新增 %1）</translation>
    </message>
    <message>
        <source>↑ Newest</source>
        <translation>↑ 最新</translation>
    </message>
    <message>
        <source>Show it in the table</source>
        <translation>在表格中显示</translation>
    </message>
    <message>
        <source>Only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>Only key %1</source>
        <translation>仅键 %1</translation>
    </message>
    <message>
        <source>Only holder %1</source>
        <translation>仅持有者 %1</translation>
    </message>
    <message>
        <source>Only the minute around this line</source>
        <translation>仅此行前后的一分钟</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>the newest %1 lines are copied; Export writes all</source>
        <translation>已复制最新 %1 行；导出可写出全部</translation>
    </message>
    <message>
        <source>Nothing was seen to happen. Whether anything did is not known: a command that is needed cannot be used here. The Server page names it.</source>
        <translation>没有看到任何事件。是否发生过无法得知：此处不能使用所需的命令。“服务器”页会指出是哪一个。</translation>
    </message>
    <message>
        <source>Nothing was seen so far. What locks, limits and counters do appears here.</source>
        <translation>目前没有看到任何事件。锁、限流和计数器的动态会显示在这里。</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>没有符合筛选的行。</translation>
    </message>
    <message>
        <source>Nothing was seen to happen before this moment.</source>
        <translation>此刻之前没有看到发生任何事。</translation>
    </message>
</context>
<context>
    <name>lockstep::KeptPasswords</name>
    <message numerus="yes">
        <source>%n password(s) kept in the desktop&apos;s keychain.</source>
        <translation>
            <numerusform>已在桌面密钥环中保存 %n 个密码。</numerusform>
        </translation>
    </message>
    <message>
        <source>Its password was removed from the desktop&apos;s keychain.</source>
        <translation>其密码已从桌面密钥环中删除。</translation>
    </message>
    <message>
        <source>A password that is kept there for this server stays.</source>
        <translation>其中为该服务器保存的密码仍然保留。</translation>
    </message>
    <message>
        <source>Type yes to keep it in the desktop&apos;s keychain: </source>
        <translation>输入 yes 将其保存到桌面密钥环：</translation>
    </message>
    <message numerus="yes">
        <source>%n password(s) not kept: a profile has none in its file. It is asked for whenever the server wants it, or comes from REDISCLI_AUTH or --password-file.</source>
        <translation>
            <numerusform>%n 个密码未保存：配置文件中不存放密码。服务器需要时会询问，或由 REDISCLI_AUTH 或 --password-file 提供。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::KeychainWords</name>
    <message>
        <source>The desktop&apos;s keychain cannot be used.</source>
        <translation>无法使用桌面的密钥环。</translation>
    </message>
    <message>
        <source>No password is read from it or kept in it: it is asked for, or comes from REDISCLI_AUTH or --password-file.</source>
        <translation>不会从中读取密码，也不会在其中保存密码：密码将被询问，或来自 REDISCLI_AUTH 或 --password-file。</translation>
    </message>
    <message>
        <source>The desktop&apos;s keychain is locked, and was left so.</source>
        <translation>桌面密钥环已锁定，并保持锁定。</translation>
    </message>
    <message>
        <source>The desktop&apos;s keychain was not unlocked, or its use was refused.</source>
        <translation>桌面密钥环未被解锁，或其使用被拒绝。</translation>
    </message>
    <message>
        <source>The desktop&apos;s keychain did not answer in time; it may be waiting for an answer itself.</source>
        <translation>桌面密钥环未及时响应；它可能自己正在等待答复。</translation>
    </message>
    <message>
        <source>It says: “%1”.</source>
        <extracomment>%1: the keychain&apos;s own words</extracomment>
        <translation>它的说明：“%1”。</translation>
    </message>
</context>
<context>
    <name>lockstep::LabBar</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Swap back</source>
        <translation>换回原版</translation>
    </message>
    <message>
        <source>Swap in the fix</source>
        <translation>换上修正版</translation>
    </message>
    <message>
        <source>Swap in the fix and run</source>
        <translation>换上修正版并运行</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Keep this run and compare the next one</source>
        <translation>保留此次运行，与下一次对比</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Show the scenarios</source>
        <translation>显示场景</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Show program and settings</source>
        <translation>显示程序与设置</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open a scenario file…</source>
        <translation>打开场景文件…</translation>
    </message>
    <message>
        <source>Run until violation</source>
        <translation>运行到违反为止</translation>
    </message>
    <message>
        <source>Step by chance until a check is violated</source>
        <translation>随机单步执行，直到有检查被违反</translation>
    </message>
    <message>
        <source>Find the shortest way to break it</source>
        <translation>寻找破坏它的最短路径</translation>
    </message>
    <message>
        <source>Execute all interleavings, and find the shortest way to break it</source>
        <translation>执行所有交错，并寻找破坏它的最短路径</translation>
    </message>
    <message>
        <source>Explore all</source>
        <translation>探索全部</translation>
    </message>
    <message>
        <source>Execute all interleavings, to know whether it holds in each</source>
        <translation>执行所有交错，以确定它是否在每一种中都成立</translation>
    </message>
    <message>
        <source>Run freely</source>
        <translation>自由运行</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>逐步执行</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Explore all interleavings</source>
        <translation>探索所有交错</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>撤销上一步</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Step it</source>
        <translation>单步重现</translation>
    </message>
    <message>
        <source>Step through this violation</source>
        <translation>单步重现这次违反</translation>
    </message>
    <message>
        <source>Step through this violation: %1</source>
        <comment>a check</comment>
        <translation>单步执行这次违反：%1</translation>
    </message>
    <message>
        <source>Reopen run</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Open the run that was closed last again</source>
        <translation>重新打开最近关闭的运行</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Present: picture and program alone, larger</source>
        <translation>演示：只放大显示图和程序</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy the command that replays it</source>
        <translation>复制重放它的命令</translation>
    </message>
    <message>
        <source>Change a copy</source>
        <translation>修改副本</translation>
    </message>
    <message>
        <source>Change a copy of this program</source>
        <translation>修改这个程序的副本</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit this program</source>
        <translation>编辑这个程序</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>End editing</source>
        <translation>结束编辑</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
</context>
<context>
    <name>lockstep::LabCommand</name>
    <message>
        <source>round %1: judging</source>
        <translation>第 %1 轮：正在判定</translation>
    </message>
    <message>
        <source>round %1: %2 operations, %3 finished, %4 waiting</source>
        <translation>第 %1 轮：%2 次操作，%3 个已完成，%4 个等待</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is about to be played on %2: %n client(s) write keys that begin with {lab:, which are deleted afterwards.</source>
        <translation>
            <numerusform>即将在 %2 上运行“%1”：%n 个客户端会写入以 {lab: 开头的键，这些键随后会被删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Type yes to play it there: </source>
        <translation>输入 yes 以在那里运行：</translation>
    </message>
    <message>
        <source>Nothing was played.</source>
        <translation>未运行任何场景。</translation>
    </message>
    <message>
        <source>  %1: %2</source>
        <comment>check: sentence</comment>
        <translation>  %1：%2</translation>
    </message>
    <message>
        <source>    Step it: %1</source>
        <translation>    单步重现：%1</translation>
    </message>
    <message>
        <source>    It cannot be stepped: %1</source>
        <translation>    无法单步重现：%1</translation>
    </message>
    <message>
        <source>The order is not exact because MONITOR, which tells it, shows the commands of all clients and is not used on a server of others. It costs this: values are looked at only now and then, and what they were in between is not checked.</source>
        <translation>顺序不精确，因为能给出顺序的 MONITOR 会显示所有客户端的命令，在别人的服务器上不使用。代价是：只是偶尔查看一次值，其间的值不检查。</translation>
    </message>
    <message>
        <source>All rights that the lab needs: lockstep acl --lab.</source>
        <translation>实验室所需的全部权限：lockstep acl --lab。</translation>
    </message>
    <message>
        <source>%1 line:%2 has done nothing: no client came to a command at that line.</source>
        <translation>%1 line:%2 没有起作用：没有客户端执行到该行的命令。</translation>
    </message>
    <message>
        <source>Cannot ask: standard input is not a terminal. Add --yes to play it on %1.</source>
        <translation>无法询问：标准输入不是终端。加上 --yes 即可在 %1 上运行。</translation>
    </message>
    <message>
        <source>    It is not known how to step it: judging ended before all of it was looked at</source>
        <translation>    不知道如何单步重现：判定在看完全部内容之前就结束了</translation>
    </message>
</context>
<context>
    <name>lockstep::LabExport</name>
    <message>
        <source>There is no run yet to be exported.</source>
        <translation>还没有可以导出的运行。</translation>
    </message>
    <message>
        <source>There is nothing to be exported: it has not been explored with these settings yet.</source>
        <translation>没有可以导出的内容：还没有用这些设置探索过。</translation>
    </message>
    <message>
        <source>There are no steps yet to be exported.</source>
        <translation>还没有可以导出的步骤。</translation>
    </message>
</context>
<context>
    <name>lockstep::LabGlossary</name>
    <message>
        <source>step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>One client sends a command and gets the reply, or something happens around the clients.</source>
        <translation>一个客户端发出一条命令并得到回复，或者客户端周围发生了什么。</translation>
    </message>
    <message>
        <source>interleaving</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>One order in which the steps of all clients can follow one another. Exploring goes through all of them within its bounds.</source>
        <translation>所有客户端的步骤可能的一种先后顺序。探索会在界限内走遍所有顺序。</translation>
    </message>
    <message>
        <source>preemption</source>
        <translation>抢占</translation>
    </message>
    <message>
        <source>Another client&apos;s step comes although the one before could have gone on.</source>
        <translation>前一个客户端本可以继续，却轮到了另一个客户端。</translation>
    </message>
    <message>
        <source>step of the environment</source>
        <translation>环境的一步</translation>
    </message>
    <message>
        <source>What no client does: time passes, a client crashes or stands still, a server restarts or is replaced, a request is lost.</source>
        <translation>不是客户端做的事：时间前进，客户端崩溃或停住，服务器重启或被替换，请求丢失。</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>How many of those may happen. What holds within bounds is not proven beyond them.</source>
        <translation>这样的步骤最多有几次。在上限之内成立，不等于在上限之外也成立。</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>The steps of a run in words, as in A1 B1 T A2.</source>
        <translation>用文字写出的一次运行的步骤，如 A1 B1 T A2。</translation>
    </message>
    <message>
        <source>The first command of A.</source>
        <translation>A 的第一条命令。</translation>
    </message>
    <message>
        <source>A goes on after it: its reply has arrived, or its wait is over.</source>
        <translation>A 在它之后继续：回复到了，或者等待结束了。</translation>
    </message>
    <message>
        <source>A starts only now.</source>
        <translation>A 现在才开始。</translation>
    </message>
    <message>
        <source>The first command of A&apos;s second thread.</source>
        <translation>A 的第二个线程的第一条命令。</translation>
    </message>
    <message>
        <source>A&apos;s random() gives 2.</source>
        <translation>A 的 random() 得到 2。</translation>
    </message>
    <message>
        <source>Time passes until the next key or timer is due.</source>
        <translation>时间前进到下一个键或定时器到期。</translation>
    </message>
    <message>
        <source>A crashes.</source>
        <translation>A 崩溃。</translation>
    </message>
    <message>
        <source>A stands still; A goes on.</source>
        <translation>A 停住不动；A 继续。</translation>
    </message>
    <message>
        <source>Server 0 restarts without its keys.</source>
        <translation>服务器 0 重启，键都丢了。</translation>
    </message>
    <message>
        <source>The replica takes over without the last write.</source>
        <translation>从节点接管，缺少最后一次写入。</translation>
    </message>
    <message>
        <source>A request of A never arrives.</source>
        <translation>A 的一个请求没有到达。</translation>
    </message>
    <message>
        <source>Run freely, step, explore</source>
        <translation>自由运行、单步、探索</translation>
    </message>
    <message>
        <source>Begin; Esc stops</source>
        <translation>开始；Esc 停止</translation>
    </message>
    <message>
        <source>Step that client</source>
        <translation>让那个客户端走一步</translation>
    </message>
    <message>
        <source>Let time pass; crash the chosen client; pause or resume it</source>
        <translation>让时间前进；让选中的客户端崩溃；让它停住或继续</translation>
    </message>
    <message>
        <source>The cursor, step by step; with Shift from violation to violation</source>
        <translation>光标逐步移动；按住 Shift 从一个违反跳到下一个</translation>
    </message>
    <message>
        <source>Undo, redo</source>
        <translation>撤销、重做</translation>
    </message>
    <message>
        <source>Step through the violation of a free run</source>
        <translation>单步重现自由运行中的违反</translation>
    </message>
    <message>
        <source>Swap in the fix, or swap back</source>
        <translation>换成修正方法，或换回来</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Copy the run as a command that replays it</source>
        <translation>把这次运行复制为重放它的命令</translation>
    </message>
    <message>
        <source>Show or hide the scenarios, the program</source>
        <translation>显示或隐藏场景、程序</translation>
    </message>
    <message>
        <source>Words and keys of the lab</source>
        <translation>实验室的词语和按键</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Change a copy of the program, or a file of your own; end that</source>
        <translation>修改程序的副本或自己的文件；结束修改</translation>
    </message>
    <message>
        <source>Close the run; open the one that was closed last again</source>
        <translation>关闭运行；重新打开最后关闭的运行</translation>
    </message>
    <message>
        <source>Find a scenario; in the listing, find words in it</source>
        <translation>查找场景；在程序中则查找其中的文字</translation>
    </message>
    <message>
        <source>Picture and program alone, larger, for a class; back</source>
        <translation>只显示放大的图和程序，供课堂使用；返回</translation>
    </message>
    <message>
        <source>The cursor goes on by itself, a step a second; anything else stops it</source>
        <translation>光标自己前进，每秒一步；其他任何操作都会停下它</translation>
    </message>
    <message>
        <source>shortest way</source>
        <translation>最短路径</translation>
    </message>
    <message>
        <source>To break a check: with the fewest steps of the environment, then the fewest preemptions, then the fewest steps.</source>
        <translation>打破检查：环境步骤最少，其次抢占最少，再次步骤最少。</translation>
    </message>
</context>
<context>
    <name>lockstep::LabMemory</name>
    <message>
        <source>it is too large</source>
        <translation>文件太大</translation>
    </message>
    <message>
        <source>it is not such a file</source>
        <translation>它不是这种文件</translation>
    </message>
    <message>
        <source>The stepped runs of the last session cannot be read (%1). Their file was put aside as %2.</source>
        <translation>无法读取上次的单步运行（%1）。该文件已另存为 %2。</translation>
    </message>
    <message>
        <source>The stepped runs cannot be saved to %1: %2</source>
        <translation>无法把单步运行保存到 %1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::LabPage</name>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>marked as production: the lab never runs there</source>
        <translation>已标记为生产环境：实验室不会在那里运行</translation>
    </message>
    <message>
        <source>This file cannot be run. %1</source>
        <translation>此文件无法运行。%1</translation>
    </message>
</context>
<context>
    <name>lockstep::LabRunner</name>
    <message>
        <source>Open a scenario file</source>
        <translation>打开场景文件</translation>
    </message>
    <message>
        <source>Scenarios (*.lua)</source>
        <translation>场景 (*.lua)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>lockstep::LabSlide</name>
    <message>
        <source>There is no map: explore first, within bounds that are small enough.</source>
        <translation>没有状态图：请先探索，界限要足够小。</translation>
    </message>
    <message>
        <source>There is no run to be drawn yet.</source>
        <translation>还没有可以画出的运行。</translation>
    </message>
    <message>
        <source>There are no steps to be drawn yet.</source>
        <translation>还没有可以画出的步骤。</translation>
    </message>
</context>
<context>
    <name>lockstep::LatencyPlot</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Round trips of the last five minutes, in milliseconds</source>
        <translation>最近五分钟的往返时间（毫秒）</translation>
    </message>
</context>
<context>
    <name>lockstep::LessonView</name>
    <message>
        <source>Lesson</source>
        <translation>讲解</translation>
    </message>
    <message>
        <source>What exploring finds: show it now, or explore first (F4, F5).</source>
        <translation>探索会发现什么：现在就显示，或先自己动手（F4、F5）。</translation>
    </message>
    <message>
        <source>What must hold</source>
        <translation>必须成立</translation>
    </message>
    <message>
        <source>The fix</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Exercise (solved ✓)</source>
        <translation>练习（已解出 ✓）</translation>
    </message>
    <message>
        <source>Exercise</source>
        <translation>练习</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Show hint %1 of %2</source>
        <translation>显示提示 %1（共 %2 条）</translation>
    </message>
    <message>
        <source>Check this solution</source>
        <translation>检查这个解答</translation>
    </message>
    <message>
        <source>Change a copy of the program (Ctrl+E), then check it here.</source>
        <translation>修改程序的副本（Ctrl+E），然后在这里检查。</translation>
    </message>
    <message>
        <source>Course: lesson %1 of %2.</source>
        <translation>课程：第 %1 课，共 %2 课。</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一课：%1</translation>
    </message>
    <message>
        <source>New here? Start with: %1</source>
        <translation>第一次来？从这里开始：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ListWords</name>
    <message>
        <source>, </source>
        <comment>between parts of a sentence</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between clauses of a sentence</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>lockstep::LockLane</name>
    <message>
        <source>%1 → 0</source>
        <translation>%1 → 0</translation>
    </message>
    <message>
        <source>deleted by %1</source>
        <translation>由 %1 删除</translation>
    </message>
    <message>
        <source>lost: the replica never had it</source>
        <translation>丢失：从节点从未收到它</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>lost: the server forgot it</source>
        <translation>丢失：服务器忘了它</translation>
    </message>
    <message>
        <source>expired</source>
        <comment>a lock</comment>
        <translation>已过期</translation>
    </message>
</context>
<context>
    <name>lockstep::LockRelease</name>
    <message>
        <source>Release a lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
</context>
<context>
    <name>lockstep::LocksModel</name>
    <message>
        <source>It is not known when it expires: PTTL is not permitted.</source>
        <translation>不知道何时到期：没有 PTTL 权限。</translation>
    </message>
    <message>
        <source>It was held already when it was first seen, %1 ms ago.</source>
        <translation>%1 毫秒前首次看到时已被持有。</translation>
    </message>
    <message>
        <source>renewed %1×</source>
        <translation>续期 %1 次</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>never</source>
        <comment>a lock that does not expire</comment>
        <translation>永不</translation>
    </message>
    <message>
        <source>%1 possible</source>
        <comment>a key that may be a lock</comment>
        <translation>%1 存疑</translation>
    </message>
    <message>
        <source>It never expires: only its holder, or a person, can end it.</source>
        <translation>永不过期：只有持有者或人工操作才能结束它。</translation>
    </message>
    <message>
        <source>%1 ms; longest lease %2 ms</source>
        <translation>%1 毫秒；最长租期 %2 毫秒</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source> · %1 waiting</source>
        <translation> · %1 个等待</translation>
    </message>
    <message>
        <source>%1 held</source>
        <translation>%1 个被持有</translation>
    </message>
    <message>
        <source> · %1 free</source>
        <translation> · %1 个空闲</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number of locks, and their state</comment>
        <translation>%1 个%2</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>Until the first of them expires: %1 ms</source>
        <translation>距其中最早的到期：%1 毫秒</translation>
    </message>
    <message>
        <source>The oldest hold of them: %1 ms</source>
        <translation>其中最久的持有：%1 毫秒</translation>
    </message>
    <message>
        <source>not seen</source>
        <comment>a pinned key</comment>
        <translation>未见到</translation>
    </message>
    <message>
        <source>This pinned key has not been seen since the connection was made.</source>
        <translation>自建立连接以来，尚未见到此置顶的键。</translation>
    </message>
    <message>
        <source>Its holder asked for it %1 ms ago, as its token says, and may have waited for it since.</source>
        <translation>据令牌所示，持有者在 %1 毫秒前请求了它，此后可能等待过。</translation>
    </message>
    <message>
        <source>Free for %1 ms</source>
        <translation>已空闲 %1 毫秒</translation>
    </message>
    <message>
        <source>None of them expires.</source>
        <translation>它们都不会过期。</translation>
    </message>
    <message>
        <source> · %1 unknown</source>
        <translation> · %1 个未知</translation>
    </message>
    <message>
        <source>It is not watched any more: it is gone, no lock now, too large, elsewhere, or a rule leaves it out.</source>
        <translation>不再观察它：它已消失、不再是锁、过大、在别处，或者被规则忽略。</translation>
    </message>
    <message>
        <source>Who holds it may not be read any more.</source>
        <translation>现在已无权读取由谁持有。</translation>
    </message>
    <message>
        <source>%1 ms, as its token says, by the clock of the client that wrote it</source>
        <translation>%1 毫秒，依据其令牌，按写入它的客户端的时钟</translation>
    </message>
    <message>
        <source>%1 ms, since this holder was seen to get it</source>
        <translation>%1 毫秒，从看到该持有者获得它算起</translation>
    </message>
    <message numerus="yes">
        <source>%n renewals seen</source>
        <translation>
            <numerusform>见到 %n 次续期</numerusform>
        </translation>
    </message>
    <message>
        <source>Who holds it is not known: no node of the cluster answers for it.</source>
        <translation>不知道由谁持有：集群中没有节点为它应答。</translation>
    </message>
    <message>
        <source>Who held it at this moment is not known.</source>
        <translation>此刻由谁持有未知。</translation>
    </message>
    <message>
        <source>%1 ms, but perhaps not all the time: it may have been released and taken again unseen.</source>
        <translation>%1 毫秒，但可能不是一直持有：期间可能释放后又重新取得而未被看到。</translation>
    </message>
    <message>
        <source>The key never expires, but permits do: the last one in %1 ms.</source>
        <translation>键永不过期，但许可会过期：最后一个在 %1 毫秒后。</translation>
    </message>
    <message>
        <source>It has been in use for at least %1 ms, by holders who come and go: it was in use already when it was first seen.</source>
        <translation>它已被使用至少 %1 毫秒，持有者有来有去：首次看到它时它已在使用中。</translation>
    </message>
    <message>
        <source>It has been in use for %1 ms, by holders who come and go.</source>
        <translation>它已被使用 %1 毫秒，期间持有者有来有去。</translation>
    </message>
    <message>
        <source>Free for at least %1 ms: it became free unseen.</source>
        <translation>空闲至少 %1 毫秒：变为空闲时未被观察到。</translation>
    </message>
    <message>
        <source>Free for %1 ms, but perhaps not all the time: it may have been held unseen.</source>
        <translation>空闲 %1 毫秒，但期间未必一直空闲：可能曾被持有而未被观察到。</translation>
    </message>
</context>
<context>
    <name>lockstep::MainWindow</name>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Connect to…</source>
        <translation>连接到…</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>暂停或继续</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Picture as PNG…</source>
        <translation>图片导出为 PNG…</translation>
    </message>
    <message>
        <source>Picture as SVG…</source>
        <translation>图片导出为 SVG…</translation>
    </message>
    <message>
        <source>Picture as PDF…</source>
        <translation>图片导出为 PDF…</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Operations as CSV…</source>
        <translation>操作导出为 CSV…</translation>
    </message>
    <message>
        <source>Operations as JSON…</source>
        <translation>操作导出为 JSON…</translation>
    </message>
    <message>
        <source>Steps as CSV…</source>
        <translation>步骤导出为 CSV…</translation>
    </message>
    <message>
        <source>Steps as JSON…</source>
        <translation>步骤导出为 JSON…</translation>
    </message>
    <message>
        <source>Exploration as JSON…</source>
        <translation>探索结果导出为 JSON…</translation>
    </message>
    <message>
        <source>Trace as text…</source>
        <translation>轨迹导出为文本…</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>Open the demo shop</source>
        <translation>打开演示商店</translation>
    </message>
    <message>
        <source>Filtered rows as CSV…</source>
        <translation>将筛选出的行导出为 CSV…</translation>
    </message>
    <message>
        <source>All rows as CSV…</source>
        <translation>将所有行导出为 CSV…</translation>
    </message>
    <message>
        <source>Filtered rows as JSON…</source>
        <translation>将筛选出的行导出为 JSON…</translation>
    </message>
    <message>
        <source>All rows as JSON…</source>
        <translation>将所有行导出为 JSON…</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Connect to a server…</source>
        <translation>连接服务器…</translation>
    </message>
    <message>
        <source>This is a demo: a small shop on a private Redis server that Lockstep has started and that ends with it. Nothing here is yours.</source>
        <translation>这是演示：一家小商店，运行在 Lockstep 启动的私有 Redis 服务器上，随它一起结束。这里没有您的数据。</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>规则…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Pictures show</source>
        <translation>图片内容</translation>
    </message>
    <message>
        <source>The whole window</source>
        <translation>整个窗口</translation>
    </message>
    <message>
        <source>The timeline alone</source>
        <translation>只有时间线</translation>
    </message>
    <message>
        <source>The table alone</source>
        <translation>只有表格</translation>
    </message>
    <message>
        <source>The map alone</source>
        <translation>只有状态图</translation>
    </message>
    <message>
        <source>Alerts…</source>
        <translation>告警…</translation>
    </message>
    <message>
        <source>New window…</source>
        <translation>新建窗口…</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Nothing was released: %1 is connected read-only. Releasing locks is allowed where you connect to it.</source>
        <translation>没有释放任何锁：%1 是以只读方式连接的。可以在连接该服务器的对话框中允许释放锁。</translation>
    </message>
</context>
<context>
    <name>lockstep::MetricsServer</name>
    <message>
        <source>another program uses that port</source>
        <translation>另一个程序正在使用该端口</translation>
    </message>
    <message>
        <source>Metrics cannot be served at %1: %2.</source>
        <extracomment>%1 an address with a port, %2 why</extracomment>
        <translation>无法在 %1 提供指标：%2。</translation>
    </message>
</context>
<context>
    <name>lockstep::MomentNotes</name>
    <message>
        <source>Seen at this moment: %1</source>
        <translation>此刻看到的：%1</translation>
    </message>
    <message>
        <source>Seen at this moment, but not all keys had been looked at: %1</source>
        <translation>此刻看到的，但还没有看完所有的键：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a node of a cluster, and what was wrong with it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Unknown: changes from %1 until %2 were not seen (%3).</source>
        <translation>未知：%1 至 %2 的变化没有看到（%3）。</translation>
    </message>
    <message>
        <source>Unknown: changes from %1 on were not seen (%2).</source>
        <translation>未知：自 %1 起的变化没有看到（%2）。</translation>
    </message>
    <message>
        <source>Not recorded: nothing was recorded from %1 until %2.</source>
        <translation>未录制：%1 至 %2 没有录制。</translation>
    </message>
    <message>
        <source>Not recorded: the recording ends at %1.</source>
        <translation>未录制：录制到 %1 为止。</translation>
    </message>
    <message>
        <source>Not recorded: the recording begins at %1.</source>
        <translation>未录制：录制从 %1 开始。</translation>
    </message>
    <message>
        <source>Not recorded.</source>
        <translation>未录制。</translation>
    </message>
    <message numerus="yes">
        <source>%n objects are unknown: what was seen of them later may have been so already</source>
        <translation>
            <numerusform>%n 个对象未知：后来看到的情况，此刻可能已经如此</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Narration</name>
    <message>
        <source>%1 still works as if it held %2.</source>
        <translation>%1 仍在工作，以为自己还持有 %2。</translation>
    </message>
    <message>
        <source>What %1 read from %2 before, %3, is out of date now.</source>
        <translation>%1 先前从 %2 读到的 %3 现在已经过时。</translation>
    </message>
    <message>
        <source>%1 enters %2 while %3 is inside.</source>
        <translation>%1 进入 %2 时，%3 还在里面。</translation>
    </message>
    <message>
        <source>%1 deletes %2.</source>
        <translation>%1 删除 %2。</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3.</source>
        <translation>%1 把 %2 设为 %3。</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3 for %4.</source>
        <translation>%1 把 %2 设为 %3，有效期 %4。</translation>
    </message>
    <message>
        <source>%1 changes %2 from %3 to %4.</source>
        <translation>%1 把 %2 从 %3 改为 %4。</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3, which it was already.</source>
        <translation>%1 把 %2 设为 %3，它本来就是这个值。</translation>
    </message>
    <message>
        <source>%1 takes the TTL off %2.</source>
        <translation>%1 去掉 %2 的 TTL。</translation>
    </message>
    <message>
        <source>%1 sets the TTL of %2 to %3.</source>
        <translation>%1 把 %2 的 TTL 设为 %3。</translation>
    </message>
    <message>
        <source>%1 does not set %2: it is not there.</source>
        <translation>%1 没有设置 %2：它不存在。</translation>
    </message>
    <message>
        <source>%1 does not set %2: it is there already.</source>
        <translation>%1 没有设置 %2：它已经存在。</translation>
    </message>
    <message>
        <source>%1 goes on.</source>
        <translation>%1 继续。</translation>
    </message>
    <message>
        <source>%1 reads %2: %3.</source>
        <translation>%1 读取 %2：%3。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>client: what it does</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: %2 → %3. No key changes.</source>
        <translation>%1：%2 → %3。没有键改变。</translation>
    </message>
    <message numerus="yes">
        <source>%1 changes %n key(s).</source>
        <translation>
            <numerusform>%1 改变 %n 个键。</numerusform>
        </translation>
    </message>
    <message>
        <source>Time passes.</source>
        <translation>时间前进。</translation>
    </message>
    <message>
        <source>%1 expires.</source>
        <translation>%1 到期。</translation>
    </message>
    <message>
        <source>%1 crashes.</source>
        <translation>%1 崩溃。</translation>
    </message>
    <message>
        <source>%1 stands still.</source>
        <translation>%1 停住不动。</translation>
    </message>
    <message>
        <source>Server %1 restarts and has forgotten its keys.</source>
        <translation>服务器 %1 重启，键都丢了。</translation>
    </message>
    <message>
        <source>The replica takes over, without the last write.</source>
        <translation>从节点接管，缺少最后一次写入。</translation>
    </message>
    <message>
        <source>A request of %1 never arrives.</source>
        <translation>%1 的一个请求没有到达。</translation>
    </message>
    <message>
        <source>%1 had read %2 before; the server has lost that since.</source>
        <translation>%1 先前读到的是 %2；此后服务器已丢失它。</translation>
    </message>
    <message>
        <source>%1 had read %2 before; that has expired since.</source>
        <translation>%1 先前读到的是 %2；此后它已到期。</translation>
    </message>
    <message>
        <source>%1 had read %2 before; %3 has deleted it since.</source>
        <translation>%1 先前读到的是 %2；此后 %3 已把它删除。</translation>
    </message>
    <message>
        <source>%1 had read %2 before; %3 has made it %4 since.</source>
        <translation>%1 先前读到的是 %2；此后 %3 已把它改为 %4。</translation>
    </message>
    <message>
        <source>%1 had been set by %2, not by %3.</source>
        <translation>设置 %1 的是 %2，不是 %3。</translation>
    </message>
    <message>
        <source>%1 stands still and does not know that %2 is gone.</source>
        <translation>%1 停住不动，不知道 %2 已经没有了。</translation>
    </message>
    <message>
        <source>%1 stays behind until it expires.</source>
        <translation>%1 留在那里，直到到期。</translation>
    </message>
    <message>
        <source>%1 stays behind without a TTL, so it never expires.</source>
        <translation>%1 留在那里，没有 TTL，所以永不到期。</translation>
    </message>
    <message>
        <source>%1 changes %2.</source>
        <translation>%1 修改 %2。</translation>
    </message>
    <message>
        <source>%1 sets %2 to what it was already.</source>
        <translation>%1 把 %2 设为它原有的值。</translation>
    </message>
    <message>
        <source>Nobody listens on %1: the message is lost.</source>
        <translation>没有人在听 %1：消息丢失了。</translation>
    </message>
    <message>
        <source>The message on %1 reaches %2.</source>
        <translation>%1 上的消息送达 %2。</translation>
    </message>
    <message>
        <source>%1 listens on %2 from now on.</source>
        <translation>%1 从现在起听 %2。</translation>
    </message>
    <message>
        <source>%1 renews %2, to the deadline that it had already.</source>
        <translation>%1 给 %2 续期，到期时间和原来一样。</translation>
    </message>
    <message>
        <source>Time passes: %1.</source>
        <comment>10.0 s</comment>
        <translation>时间流逝：%1。</translation>
    </message>
    <message>
        <source>%1 counts “%2”.</source>
        <comment>A counts “sold”</comment>
        <translation>%1 给“%2”计数。</translation>
    </message>
    <message>
        <source>%1 counts “%2” by %3.</source>
        <translation>%1 给“%2”计数 %3。</translation>
    </message>
    <message>
        <source>The server has lost %1, so %2 begins at 0.</source>
        <translation>服务器丢失了 %1，所以 %2 从 0 开始。</translation>
    </message>
    <message>
        <source>%1 has expired, so %2 begins at 0.</source>
        <translation>%1 已经过期，所以 %2 从 0 开始。</translation>
    </message>
    <message>
        <source>%1 has deleted %2, so %3 begins at 0.</source>
        <translation>%1 删除了 %2，所以 %3 从 0 开始。</translation>
    </message>
    <message>
        <source>%1 has changed %2 since %3 watched it, so the transaction is not executed.</source>
        <translation>%3 开始监视 %2 之后，%1 改变了它，所以事务没有执行。</translation>
    </message>
    <message>
        <source>%1 has changed since %2 watched it, so the transaction is not executed.</source>
        <translation>%2 开始监视 %1 之后它变了，所以事务没有执行。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <comment>B; waits until lock is gone</comment>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>%1 starts only now.</source>
        <translation>%1 现在才开始。</translation>
    </message>
    <message>
        <source>The reply has not reached %1, which has counted nothing for it yet. Under “finally”, sum_equals is looked at only at the end.</source>
        <translation>回复还没有到达 %1，它还没有为此计数。在 “finally” 下，sum_equals 只在结束时检查。</translation>
    </message>
    <message>
        <source>The server had lost %1&apos;s lock in step %2.</source>
        <translation>服务器在第 %2 步丢失了 %1 的锁。</translation>
    </message>
    <message>
        <source>%1&apos;s lock had expired in step %2.</source>
        <translation>%1 的锁在第 %2 步已过期。</translation>
    </message>
    <message>
        <source>%1 had deleted %2&apos;s lock in step %3.</source>
        <translation>%1 在第 %3 步删除了 %2 的锁。</translation>
    </message>
</context>
<context>
    <name>lockstep::OpenedRecording</name>
    <message>
        <source>This recording is empty: nothing was seen while it ran.</source>
        <translation>这个录制文件是空的：录制期间什么也没有看到。</translation>
    </message>
    <message>
        <source>This recording goes on. Shown is what it had when it was opened.</source>
        <translation>录制仍在进行。这里显示的是打开时已有的内容。</translation>
    </message>
    <message>
        <source>This recording was cut off: its last second may be missing.</source>
        <translation>这次录制中途中断：可能缺少最后一秒。</translation>
    </message>
    <message>
        <source>Open recording</source>
        <translation>打开录制文件</translation>
    </message>
    <message>
        <source>Recordings (*.lockstep)</source>
        <translation>录制文件 (*.lockstep)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The newest part of this recording is missing: it is in a file of the same name with -wal at the end, which has to lie beside it until the recording has ended.</source>
        <translation>缺少此录制最新的部分：它在一个同名且以 -wal 结尾的文件中，在录制结束之前，该文件必须与录制文件放在一起。</translation>
    </message>
</context>
<context>
    <name>lockstep::OperationsModel</name>
    <message>
        <source>no reply</source>
        <translation>没有回复</translation>
    </message>
    <message>
        <source>Sent at %1, never answered</source>
        <translation>%1 时发送，没有回复</translation>
    </message>
    <message>
        <source>Sent at %1, answered after %2</source>
        <translation>%1 时发送，%2后得到回复</translation>
    </message>
    <message>
        <source>order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>sent ms</source>
        <translation>发送（毫秒）</translation>
    </message>
    <message>
        <source>replied ms</source>
        <translation>收到（毫秒）</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>before → after</source>
        <translation>之前 → 之后</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>The place in the order in which the servers executed the commands. That of sending them and that of the replies may be others.</source>
        <translation>在服务器执行命令的次序中的位置；发送和收到回复的次序可能不同。</translation>
    </message>
    <message>
        <source>It was sent before the command above, and the servers executed it after that.</source>
        <translation>它比上一条命令先发送，服务器却在其后执行。</translation>
    </message>
    <message>
        <source>The servers executed it after the command above, whose reply arrived later.</source>
        <translation>服务器在上一条命令之后执行它，而上一条的回复到得更晚。</translation>
    </message>
    <message>
        <source>The servers&apos; own order is not known: it is found out on private servers only, with “Exact order” on. The rows stand in the order of the replies.</source>
        <translation>服务器自己的次序未知：只有在私有服务器上并开启“精确顺序”时才会查明。各行按收到回复的次序排列。</translation>
    </message>
</context>
<context>
    <name>lockstep::OperationsTable</name>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>lockstep::Output</name>
    <message>
        <source>standard output cannot be written: %1</source>
        <translation>无法写入标准输出：%1</translation>
    </message>
    <message>
        <source>Give it in REDISCLI_AUTH or by --password-file.</source>
        <translation>请通过 REDISCLI_AUTH 或 --password-file 提供。</translation>
    </message>
</context>
<context>
    <name>lockstep::OwnOptions</name>
    <message>
        <source>This run has its own values: %1.</source>
        <translation>这次运行有自己的取值：%1。</translation>
    </message>
    <message>
        <source>This run does not assume what is set: %1. Exploring does.</source>
        <translation>这次运行没有采用设置中的假设：%1。探索时仍会采用。</translation>
    </message>
</context>
<context>
    <name>lockstep::ParameterWords</name>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租期</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Majority</source>
        <translation>多数票</translation>
    </message>
    <message>
        <source>Refill</source>
        <translation>补充</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求次数</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试次数</translation>
    </message>
    <message>
        <source>App servers</source>
        <translation>应用服务器</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>库存</translation>
    </message>
    <message>
        <source>Time-out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作耗时</translation>
    </message>
    <message>
        <source>Bounded counters</source>
        <translation>有界计数器</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Fencing, Redlock</source>
        <translation>防护令牌、Redlock</translation>
    </message>
    <message>
        <source>Limiters</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>range</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
</context>
<context>
    <name>lockstep::PasswordKeeping</name>
    <message>
        <source>The password is kept in the desktop&apos;s keychain.</source>
        <translation>密码已保存在桌面密钥环中。</translation>
    </message>
    <message>
        <source>The password was not kept; it will be asked for again.</source>
        <translation>密码未保存；下次会再次询问。</translation>
    </message>
    <message>
        <source>A password that is kept there for this server stays.</source>
        <translation>其中为该服务器保存的密码仍然保留。</translation>
    </message>
    <message>
        <source>Not all passwords were kept; the others will be asked for again.</source>
        <translation>并非所有密码都已保存；其余的下次会再次询问。</translation>
    </message>
    <message>
        <source>The passwords are kept in the desktop&apos;s keychain.</source>
        <translation>密码已保存在桌面密钥环中。</translation>
    </message>
</context>
<context>
    <name>lockstep::PasswordPrompt</name>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>the default user</source>
        <translation>默认用户</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>Keep it in the desktop&apos;s keychain</source>
        <translation>将其保存到桌面密钥环</translation>
    </message>
</context>
<context>
    <name>lockstep::PastedCommand</name>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>有一个引号没有结束。</translation>
    </message>
    <message>
        <source>Here only “lockstep lab replay” can be taken, with a scenario and a trace.</source>
        <translation>这里只接受“lockstep lab replay”，并带上场景和轨迹。</translation>
    </message>
</context>
<context>
    <name>lockstep::Picture</name>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::PlaceButton</name>
    <message>
        <source>Private server</source>
        <translation>私有服务器</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Runs on: %1</source>
        <translation>运行于：%1</translation>
    </message>
    <message>
        <source>Runs on the connected server, after a question</source>
        <translation>在已连接的服务器上运行，运行前先询问</translation>
    </message>
    <message>
        <source>Runs on servers of its own, which end with the run</source>
        <translation>在专用的服务器上运行，运行结束即关闭</translation>
    </message>
</context>
<context>
    <name>lockstep::ProblemsModel</name>
    <message>
        <source>held by %1</source>
        <translation>持有者：%1</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>已用 %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>not renewed</source>
        <translation>未续期</translation>
    </message>
    <message>
        <source>held long</source>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>It was a problem a moment ago.</source>
        <translation>刚才曾是问题。</translation>
    </message>
    <message>
        <source>It has no TTL: only its holder, or a person, can end it.</source>
        <translation>没有 TTL：只有持有者或人工才能结束它。</translation>
    </message>
    <message>
        <source>It has been renewed for so long that its owner may have forgotten it.</source>
        <translation>续期时间过长，其所有者可能已经忘记它。</translation>
    </message>
    <message>
        <source>The limit is reached: callers are refused until it resets.</source>
        <translation>已达上限：在重置之前调用都会被拒绝。</translation>
    </message>
    <message>
        <source>It is about to expire, although its holders usually renew or release it.</source>
        <translation>它即将过期，而持有者平时会续期或释放它。</translation>
    </message>
    <message>
        <source>It has been held for longer than ever before.</source>
        <translation>持有时间比以往任何一次都长。</translation>
    </message>
    <message>
        <source>It used to change regularly, and has stood still for a long time.</source>
        <translation>它以前会变化，但已很久没有变化。</translation>
    </message>
    <message>
        <source>Somebody is waiting for it.</source>
        <translation>有人在等待它被释放。</translation>
    </message>
    <message>
        <source>It has no TTL, so it never resets by itself.</source>
        <translation>没有 TTL，因此不会自行重置。</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileCard</name>
    <message>
        <source>More for %1</source>
        <translation>%1 的更多操作</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>复制…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Move earlier</source>
        <translation>前移</translation>
    </message>
    <message>
        <source>Move later</source>
        <translation>后移</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileChoice</name>
    <message>
        <source>Connecting to %1 …</source>
        <translation>正在连接 %1 …</translation>
    </message>
    <message>
        <source>Remove “%1”? Its password goes from the desktop&apos;s keychain, unless another profile of that server needs it.</source>
        <translation>要删除“%1”吗？其密码也会从桌面密钥环中删除，除非该服务器的另一个配置需要它。</translation>
    </message>
    <message>
        <source>The server stays marked as production.</source>
        <translation>该服务器仍标记为生产环境。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) added.</source>
        <comment>beside those that were there already</comment>
        <translation>
            <numerusform>已添加 %n 个配置。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileDialog</name>
    <message>
        <source>Keep the password in the desktop&apos;s keychain</source>
        <translation>将密码保存到桌面密钥环</translation>
    </message>
    <message>
        <source>Allow releasing locks (asks first)</source>
        <translation>允许释放锁（先询问）</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Used &amp;for</source>
        <translation>用途(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Rules file</source>
        <translation>规则文件(&amp;R)</translation>
    </message>
    <message>
        <source>Your rules for this server</source>
        <translation>您为此服务器编写的规则</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileExchange</name>
    <message>
        <source>%1 has more than %2 bytes, which no list of servers needs. Nothing was imported.</source>
        <translation>%1 超过 %2 字节，服务器列表不需要这么大。未导入任何内容。</translation>
    </message>
    <message>
        <source>The file does not say what its servers are used for: add --environment %1.</source>
        <translation>文件没有说明其服务器的用途：请加上 --environment %1。</translation>
    </message>
    <message>
        <source>The file says of each server what it is used for: it goes without --environment.</source>
        <translation>文件已说明每个服务器的用途：不能与 --environment 一起使用。</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) added.</source>
        <comment>beside those that were there already</comment>
        <translation>
            <numerusform>已添加 %n 个配置。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) or entries of the file could not be used, see above.</source>
        <translation>
            <numerusform>文件中有 %n 行或条目无法使用，见上文。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileImporting</name>
    <message>
        <source>Import profiles</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>Profiles and addresses (*.json *.txt)</source>
        <translation>配置和地址 (*.json *.txt)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 is no file that can be read as a whole, but a pipe or a device. Nothing was imported.</source>
        <translation>%1 不是可以整体读取的文件，而是管道或设备。未导入任何内容。</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>正在读取 %1 …</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileUses</name>
    <message>
        <source>never opened</source>
        <translation>从未打开</translation>
    </message>
    <message>
        <source>opened today at %1</source>
        <translation>今天 %1 打开过</translation>
    </message>
    <message>
        <source>opened yesterday at %1</source>
        <translation>昨天 %1 打开过</translation>
    </message>
    <message>
        <source>opened on %1</source>
        <translation>%1 打开过</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileWords</name>
    <message>
        <source>Development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>预发布</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>A profile needs a name.</source>
        <translation>配置需要一个名称。</translation>
    </message>
    <message>
        <source>A name has at most %1 characters.</source>
        <translation>名称最多 %1 个字符。</translation>
    </message>
    <message>
        <source>A name has no control characters and no blanks around it, and does not begin with a hyphen.</source>
        <translation>名称不能含控制字符，首尾不能有空格，也不能以连字符开头。</translation>
    </message>
    <message>
        <source>There is a profile of that name already; upper and lower case are not told apart.</source>
        <translation>已有同名的配置；不区分大小写。</translation>
    </message>
    <message>
        <source>In production no lock can be released: leave that out, or choose another environment.</source>
        <translation>在生产环境中不能释放锁：请去掉该选项，或选择另一个环境。</translation>
    </message>
    <message>
        <source>There is no profile “%1”, nor any other yet. lockstep profiles add makes one.</source>
        <translation>没有名为“%1”的配置，也还没有任何配置。用 lockstep profiles add 添加。</translation>
    </message>
    <message>
        <source>There is no profile “%1”. There are: %2.</source>
        <translation>没有名为“%1”的配置。现有：%2。</translation>
    </message>
    <message>
        <source>The profiles cannot be used, and their file is left as it is. %1</source>
        <translation>无法使用配置，其文件保持原样。%1</translation>
    </message>
    <message>
        <source>The profiles have been changed by another program since they were read, so nothing was written. Repeat your change.</source>
        <translation>读取之后配置已被另一个程序更改，因此没有写入任何内容。请重复您的更改。</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfilesCommand</name>
    <message>
        <source>There are no profiles yet. lockstep profiles add makes one.</source>
        <translation>还没有配置。用 lockstep profiles add 添加。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>never: it is production</source>
        <translation>绝不：这是生产环境</translation>
    </message>
    <message>
        <source>yes, each after a question</source>
        <translation>可以，每次先询问</translation>
    </message>
    <message>
        <source>no</source>
        <translation>不可以</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Releasing locks</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>%1 stays marked as production. To take the mark away, choose another access for that address under Connect to… in the window.</source>
        <translation>%1 仍标记为生产环境。要取消标记，请在窗口的“连接到…”中为该地址选择其他访问方式。</translation>
    </message>
</context>
<context>
    <name>lockstep::ProfilesDialog</name>
    <message>
        <source>New profile…</source>
        <translation>新建配置…</translation>
    </message>
    <message>
        <source>Another address…</source>
        <translation>其他地址…</translation>
    </message>
    <message>
        <source>Open in a new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>连接服务器</translation>
    </message>
    <message>
        <source>Find a profile</source>
        <translation>查找配置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>There are no profiles yet. A profile gives a server a name and says what it is used for.</source>
        <translation>还没有配置。配置为服务器命名，并说明其用途。</translation>
    </message>
    <message>
        <source>No profile has these words.</source>
        <translation>没有包含这些词的配置。</translation>
    </message>
    <message>
        <source>Testing %1 …</source>
        <translation>正在测试 %1…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>the name of a profile, and what a test of it found</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
</context>
<context>
    <name>lockstep::ProgramColumn</name>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>讲解</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>The server scripts that this program calls</source>
        <translation>这个程序调用的服务器脚本</translation>
    </message>
    <message>
        <source>Program, lesson or scripts</source>
        <translation>程序、讲解或脚本</translation>
    </message>
</context>
<context>
    <name>lockstep::ProgramView</name>
    <message>
        <source>%1 at line %2</source>
        <translation>%1 在第 %2 行</translation>
    </message>
</context>
<context>
    <name>lockstep::Rail</name>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>菜单 (F10)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n 个告警</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::RecordingShot</name>
    <message>
        <source>Nothing was recorded at %1: %2 goes from %3 until %4.</source>
        <translation>%1 没有录制任何内容：%2 从 %3 到 %4。</translation>
    </message>
</context>
<context>
    <name>lockstep::ReplayBar</name>
    <message>
        <source>Recorded time</source>
        <translation>录制时间</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Striped: what happened then was not seen. Empty: nothing was recorded.</source>
        <translation>斜纹：那时发生的事没有看到。空白：没有录制。</translation>
    </message>
    <message>
        <source>◂ Event</source>
        <translation>◂ 事件</translation>
    </message>
    <message>
        <source>To the line of the journal before this moment (Alt+Left)</source>
        <translation>到此刻之前的那一行日志（Alt+左箭头）</translation>
    </message>
    <message>
        <source>Event ▸</source>
        <translation>事件 ▸</translation>
    </message>
    <message>
        <source>To the line of the journal after this moment (Alt+Right)</source>
        <translation>到此刻之后的那一行日志（Alt+右箭头）</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast it is played</source>
        <translation>播放的速度</translation>
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
        <source>Plays the recording from this moment on</source>
        <translation>从此刻起播放录制内容</translation>
    </message>
</context>
<context>
    <name>lockstep::ReplayCommand</name>
    <message>
        <source>%1 enters %2</source>
        <translation>%1 进入 %2</translation>
    </message>
    <message>
        <source>%1 leaves %2</source>
        <translation>%1 离开 %2</translation>
    </message>
    <message>
        <source>%1 counts %2 %3</source>
        <translation>%1 计数 %2 %3</translation>
    </message>
    <message>
        <source>%1 says %2 %3</source>
        <translation>%1 报告 %2 %3</translation>
    </message>
    <message>
        <source>violated: %1</source>
        <translation>违反：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>check: sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>looked at when the run is over</source>
        <translation>在运行结束时检查</translation>
    </message>
    <message>
        <source>holds so far</source>
        <translation>目前成立</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>Possible now:</source>
        <translation>现在可以：</translation>
    </message>
    <message>
        <source>Not yet:</source>
        <translation>尚不可以：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>step: why it cannot be taken</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The run is over.</source>
        <translation>运行已结束。</translation>
    </message>
    <message>
        <source>Stuck: nobody can go on any more.</source>
        <translation>卡住：谁都不能继续了。</translation>
    </message>
    <message>
        <source>Undecided: nobody can go on before time has passed, and --time allows no more of it.</source>
        <translation>未定：时间流逝之前谁都不能继续，而 --time 不允许更多的时间步。</translation>
    </message>
    <message>
        <source>Undecided: nobody can go on before time has passed, and an assumption forbids that.</source>
        <translation>未定：时间流逝之前谁都不能继续，而某个假设不允许时间流逝。</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ReplayWindow</name>
    <message>
        <source>%1 is not there at this moment</source>
        <translation>此刻没有 %1</translation>
    </message>
    <message>
        <source>Recording %1 — Lockstep</source>
        <translation>录制文件 %1 — Lockstep</translation>
    </message>
    <message>
        <source>Recording %1</source>
        <translation>录制文件 %1</translation>
    </message>
    <message>
        <source>Checking %1…</source>
        <translation>正在检查 %1…</translation>
    </message>
    <message>
        <source>Filter, e.g. lock:order:* state:immortal holder:web-17</source>
        <translation>筛选，例如 lock:order:* state:immortal holder:web-17</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
</context>
<context>
    <name>lockstep::RuleDialog</name>
    <message>
        <source>Rule for keys</source>
        <translation>键的规则</translation>
    </message>
    <message>
        <source>Ignore: do not read or show them</source>
        <translation>忽略：不读取也不显示</translation>
    </message>
    <message>
        <source>By their type</source>
        <translation>按其类型</translation>
    </message>
    <message>
        <source>presence (users online)</source>
        <translation>presence（在线用户）</translation>
    </message>
    <message>
        <source>shown beside the key</source>
        <translation>显示在键旁边</translation>
    </message>
    <message>
        <source>&amp;Treat them as</source>
        <translation>视为(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Count</source>
        <translation>计数方式(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Limit</source>
        <translation>上限(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Time in which the limit is allowed</source>
        <translation>上限对应的时间</translation>
    </message>
    <message>
        <source>Unit of that time</source>
        <translation>该时间的单位</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>per</source>
        <comment>60 per 5 minutes</comment>
        <translation>每</translation>
    </message>
    <message>
        <source>Type which keys the rule is for, such as login:*</source>
        <translation>请输入此规则适用的键，例如 login:*</translation>
    </message>
    <message>
        <source>The limit has to be a whole number, from 1 to %1, or empty.</source>
        <translation>上限必须是 1 到 %1 的整数，或留空。</translation>
    </message>
    <message>
        <source>The time has to be a whole number, from 1 up to a century in all, or empty.</source>
        <translation>时间必须是从 1 开始的整数，总长不超过一个世纪，或留空。</translation>
    </message>
    <message>
        <source>This rule says nothing yet. Choose what the keys are, or type a limit, a time or a name.</source>
        <translation>此规则尚无内容。请选择这些键是什么，或输入上限、时间或名称。</translation>
    </message>
</context>
<context>
    <name>lockstep::RuleEditing</name>
    <message>
        <source>The rules for this server are not used, and their file is left as it is. %1</source>
        <translation>未使用此服务器的规则，其文件保持原样。%1</translation>
    </message>
    <message>
        <source>Keys that match %1 are neither read nor shown from now on. Delete the rule in Rules… (Ctrl+L) to bring them back.</source>
        <translation>从现在起，匹配 %1 的键既不读取也不显示。要恢复它们，请在“规则…”(Ctrl+L) 中删除该规则。</translation>
    </message>
    <message>
        <source>The rules have been changed by another program since they were read, so nothing was written. They are read again now: repeat your change.</source>
        <translation>规则在读取之后已被另一个程序更改，因此未写入任何内容。现已重新读取，请再次进行更改。</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::RuleEntryDialog</name>
    <message>
        <source>&amp;Keys that match</source>
        <translation>匹配的键(&amp;K)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockstep::RuleListDialog</name>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>保存在 %1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What is made here is kept in %1
The pale rows come from %2, which is left as it is.</source>
        <translation>在此所作的内容保存在 %1
浅色的行来自 %2，该文件保持不变。</translation>
    </message>
</context>
<context>
    <name>lockstep::RuleWords</name>
    <message>
        <source>Ignored</source>
        <translation>已忽略</translation>
    </message>
    <message>
        <source>As recognised</source>
        <translation>按识别结果</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Rate limit</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>per %1</source>
        <comment>a time</comment>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>%1 per %2</source>
        <comment>a number, and a time</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>hours</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>As in SCAN MATCH: * stands for anything, ? for one byte, [a-z] for one of these, and \ takes the next byte as it is.</source>
        <translation>与 SCAN MATCH 相同：* 代表任意内容，? 代表一个字节，[a-z] 代表其中之一，\ 表示下一个字节按原样匹配。</translation>
    </message>
    <message>
        <source>In the pattern a [ has no ]. Close it, or write \[ for the bracket itself.</source>
        <translation>模式中的 [ 没有对应的 ]。请补上，或用 \[ 表示方括号本身。</translation>
    </message>
    <message>
        <source>None of the watched keys matches now.</source>
        <translation>当前观察的键中没有匹配的。</translation>
    </message>
    <message>
        <source>Watched keys that match now: %1</source>
        <translation>当前观察的键中匹配的数量：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::RulesDialog</name>
    <message>
        <source>Rules for this server</source>
        <translation>此服务器的规则</translation>
    </message>
    <message>
        <source>The first rule that matches a key counts, and no other.</source>
        <translation>对每个键，只有第一条匹配的规则生效。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Treated as</source>
        <translation>视为</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>There is no rule yet. Add… makes one, and so do Set limit…, Name… and Ignore… in the context menu of a row.</source>
        <translation>还没有规则。可用“添加…”建立一条，也可用某行右键菜单中的“设置上限…”、“命名…”和“忽略…”。</translation>
    </message>
    <message>
        <source>This rule comes from %1 and cannot be changed here.</source>
        <translation>此规则来自 %1，不能在这里更改。</translation>
    </message>
</context>
<context>
    <name>lockstep::RunForm</name>
    <message>
        <source>Settings of the run</source>
        <translation>运行设置</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>每轮重复</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>How often each client runs its program in a round.</source>
        <translation>每个客户端在一轮中运行程序的次数。</translation>
    </message>
    <message>
        <source>Rounds go on until then, however many.</source>
        <translation>一轮接一轮，直到此时长，不限轮数。</translation>
    </message>
    <message>
        <source>The same seed draws the same faults and delays.</source>
        <translation>相同的种子产生相同的故障和延迟。</translation>
    </message>
    <message>
        <source>Exact order</source>
        <translation>精确顺序</translation>
    </message>
    <message>
        <source>Faults and network</source>
        <translation>故障与网络</translation>
    </message>
    <message>
        <source>Crash chance</source>
        <translation>崩溃概率</translation>
    </message>
    <message>
        <source>Crash at line</source>
        <translation>崩溃于行</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pause chance</source>
        <translation>停顿概率</translation>
    </message>
    <message>
        <source>Pause at line</source>
        <translation>停顿于行</translation>
    </message>
    <message>
        <source>Pause length</source>
        <translation>停顿时长</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>Network delay</source>
        <translation>网络延迟</translation>
    </message>
    <message>
        <source>Work inside</source>
        <translation>锁内工作</translation>
    </message>
    <message>
        <source>At each command of a client. Its connection closes and it never goes on.</source>
        <translation>客户端的每条命令都按此概率崩溃：连接关闭，不再继续。</translation>
    </message>
    <message>
        <source>At each command of a client. It stands still for the pause&apos;s length.</source>
        <translation>客户端的每条命令都按此概率停顿，时长见“停顿时长”。</translation>
    </message>
    <message>
        <source>Whoever is about to send this line of the program crashes.</source>
        <translation>任何客户端在即将发送程序中这一行的命令时崩溃。</translation>
    </message>
    <message>
        <source>Whoever is about to send this line of the program stands still.</source>
        <translation>任何客户端在即将发送程序中这一行的命令时停顿。</translation>
    </message>
    <message>
        <source>At most this long; drawn anew for each command.</source>
        <translation>至多为此时长；每条命令各自随机。</translation>
    </message>
    <message>
        <source>Before each command while a client is inside something.</source>
        <translation>客户端在锁等的里面时，每条命令之前的工作耗时。</translation>
    </message>
    <message>
        <source>Restart after</source>
        <translation>多久后重启</translation>
    </message>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>Failover after</source>
        <translation>多久后故障转移</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>A seed is a number up to 18 446 744 073 709 551 615.</source>
        <translation>种子是不超过 18 446 744 073 709 551 615 的数。</translation>
    </message>
    <message>
        <source>Somebody is to pause: say for how long.</source>
        <translation>已设定停顿：请给出停顿时长。</translation>
    </message>
    <message>
        <source>A round is cut off after %1 s: nothing would ever be finished.</source>
        <translation>一轮到 %1 秒即中断：这样永远无法完成。</translation>
    </message>
    <message>
        <source>The order in which the server executed the commands, from MONITOR. Costs up to half of the speed.</source>
        <translation>服务器执行命令的顺序，来自 MONITOR。最多损失一半速度。</translation>
    </message>
    <message>
        <source>Or run for</source>
        <translation>或运行</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开启</translation>
    </message>
</context>
<context>
    <name>lockstep::RunOrigin</name>
    <message>
        <source>the free run</source>
        <translation>自由运行</translation>
    </message>
    <message>
        <source>a trace</source>
        <translation>一条轨迹</translation>
    </message>
    <message>
        <source>the shortest way</source>
        <translation>最短路径</translation>
    </message>
    <message>
        <source>a way found so far</source>
        <translation>目前找到的一条路径</translation>
    </message>
    <message>
        <source>from the map</source>
        <translation>来自交错图</translation>
    </message>
</context>
<context>
    <name>lockstep::RunPane</name>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>所有客户端</translation>
    </message>
    <message>
        <source>Operations (%1)</source>
        <translation>操作（%1）</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No operation in this round.</source>
        <translation>这一轮没有操作。</translation>
    </message>
    <message>
        <source>%1 (%2 kept)</source>
        <comment>of 900 (120 kept)</comment>
        <translation>%1（保留 %2 轮）</translation>
    </message>
    <message>
        <source>A long run keeps the operations of its newest rounds, and of those in which a check first failed. All rounds were checked and are counted.</source>
        <translation>长时间的运行只保留最新各轮的操作，以及检查首次失败的那些轮的操作。所有轮都经过检查并计入统计。</translation>
    </message>
</context>
<context>
    <name>lockstep::SavedProfiles</name>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::ScenarioDelegate</name>
    <message>
        <source>the fix</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>fixed by this</source>
        <translation>由它修正</translation>
    </message>
</context>
<context>
    <name>lockstep::ScenarioEditing</name>
    <message>
        <source>A copy cannot be written to %1: %2.</source>
        <translation>无法把副本写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 cannot be edited here without changing more than you write: it is not plain UTF-8 text with lines that end as on Linux.</source>
        <translation>在这里编辑 %1 会改动你没有写的部分：它不是 Linux 换行的纯 UTF-8 文本。</translation>
    </message>
    <message>
        <source>%1 was changed by another program. What you wrote is not saved.</source>
        <translation>%1 被另一个程序修改了。你写的内容还没有保存。</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take the file&apos;s</source>
        <translation>采用文件的</translation>
    </message>
    <message>
        <source>Not saved to %1: %2.</source>
        <translation>没有保存到 %1：%2。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>另存副本</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>恢复原样</translation>
    </message>
    <message>
        <source>Saved as %1. Esc ends editing.</source>
        <translation>已保存为 %1。按 Esc 结束编辑。</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 cannot be edited here: what is shown is not the whole file, of which at most 1 MiB is read.</source>
        <translation>无法在此编辑 %1：显示的不是整个文件，最多只读取 1 MiB。</translation>
    </message>
    <message>
        <source>What you wrote could not be saved, neither as %1 nor as %2: %3. Make one of the two possible and try again, or undo what you wrote to give it up.</source>
        <translation>你写的内容既无法保存为 %1，也无法保存为 %2：%3。请让其中之一可以写入后重试；要放弃这些内容，请撤销。</translation>
    </message>
    <message>
        <source>%1 was deleted or moved by another program. What is written here is not saved.</source>
        <translation>%1 被另一个程序删除或移走了。这里的内容还没有保存。</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>重新保存</translation>
    </message>
</context>
<context>
    <name>lockstep::ScenarioList</name>
    <message numerus="yes">
        <source>%n scenario(s)</source>
        <translation>
            <numerusform>%n 个场景</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Find a scenario</source>
        <translation>查找场景</translation>
    </message>
    <message>
        <source>A part of the title, the id or the family (Ctrl+F)</source>
        <translation>标题、id 或类别的一部分 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>A scenario of your own, a .lua file (Ctrl+Shift+O)</source>
        <translation>您自己的场景，即 .lua 文件 (Ctrl+Shift+O)</translation>
    </message>
</context>
<context>
    <name>lockstep::ScenarioListModel</name>
    <message>
        <source>Own files</source>
        <translation>自己的文件</translation>
    </message>
    <message>
        <source>Last run: %1</source>
        <translation>上次运行：%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>scenario, verdict</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Fixed by: %1</source>
        <translation>修正方法：%1</translation>
    </message>
    <message>
        <source>Exercise: solved</source>
        <translation>练习：已解出</translation>
    </message>
    <message>
        <source>Exercise: not solved yet</source>
        <translation>练习：尚未解出</translation>
    </message>
    <message>
        <source>%1, exercise solved</source>
        <comment>scenario</comment>
        <translation>%1，练习已解出</translation>
    </message>
</context>
<context>
    <name>lockstep::ScriptsView</name>
    <message>
        <source>Server script</source>
        <translation>服务器脚本</translation>
    </message>
    <message>
        <source>Text of the server script</source>
        <translation>服务器脚本的文本</translation>
    </message>
</context>
<context>
    <name>lockstep::SecondsTicker</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
</context>
<context>
    <name>lockstep::ServerLoss</name>
    <message>
        <source>replica takes over</source>
        <translation>从节点接管</translation>
    </message>
    <message>
        <source>restarted, empty</source>
        <translation>重启后为空</translation>
    </message>
</context>
<context>
    <name>lockstep::ServerPage</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>not seen yet</source>
        <translation>尚未见到</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica: what it shows may be late</source>
        <translation>从节点：显示的内容可能滞后</translation>
    </message>
    <message>
        <source>Finding keys</source>
        <translation>查找键</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Changes by push</source>
        <translation>推送变更</translation>
    </message>
    <message>
        <source>Types of keys</source>
        <translation>键的类型</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Server&apos;s clock</source>
        <translation>服务器时钟</translation>
    </message>
    <message>
        <source>Waiters of locks</source>
        <translation>锁的等待者</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>%1 at most</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>Too busy to follow</source>
        <translation>过于繁忙，无法跟随</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>%1 per second, %2 since the start</source>
        <translation>每秒 %1，启动以来 %2</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>Keys are read at their deadline. A key that is read when its time is over vanishes at once, so watching makes it vanish earlier for everybody.</source>
        <translation>键会在到期时刻被读取。到期的键一经读取便立刻消失，因此观察会使它对所有人更早消失。</translation>
    </message>
    <message>
        <source>✓ works</source>
        <translation>✓ 可用</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Watching</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>缺少 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Watched now</source>
        <translation>当前观察</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未显示</translation>
    </message>
    <message numerus="yes">
        <source>%n counters or limits are not shown, because there are too many.</source>
        <translation>
            <numerusform>有 %n 个计数器或限流未显示，因为数量过多。</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiters</source>
        <extracomment>%1 a length of time</extracomment>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Each lock&apos;s waiters are counted every %1, because there are many locks.</source>
        <translation>锁很多，因此每 %1统计一次每个锁的等待者。</translation>
    </message>
    <message>
        <source>Reading from a replica</source>
        <translation>从从节点读取</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>max %1, median %2</source>
        <translation>最大 %1，中位数 %2</translation>
    </message>
    <message numerus="yes">
        <source>running (%1 keys so far)</source>
        <translation>
            <numerusform>进行中（目前 %1 个键）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>complete (%1 keys at last scan)</source>
        <translation>
            <numerusform>完成（上次扫描 %1 个键）</numerusform>
        </translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Our share of server time</source>
        <translation>占用的服务器时间</translation>
    </message>
    <message>
        <source>Expiry-notification delay</source>
        <translation>过期通知延迟</translation>
    </message>
    <message>
        <source>Overhead and delays</source>
        <translation>开销与延迟</translation>
    </message>
    <message>
        <source>To spare this server, a counter or limit that changes all the time is read every %1, a lock every %2.</source>
        <extracomment>%1, %2: lengths of time</extracomment>
        <translation>为减轻此服务器的负担，不断变化的计数器或限流每 %1读取一次，锁每 %2读取一次。</translation>
    </message>
    <message>
        <source>To spare this server, a counter or limit that changes all the time is read every %1.</source>
        <extracomment>%1 a length of time</extracomment>
        <translation>为减轻此服务器的负担，不断变化的计数器或限流每 %1读取一次。</translation>
    </message>
    <message>
        <source>To permit all</source>
        <translation>一次全部授权</translation>
    </message>
    <message numerus="yes">
        <source>not complete (%1 keys so far)</source>
        <translation>
            <numerusform>未完成（目前 %1 个键）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1 counters, rate limits and locks, %2 the keys that they may consist of</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 items</source>
        <translation>
            <numerusform>%1 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Round trip in ms, last 5 minutes</source>
        <translation>往返时间（毫秒），最近 5 分钟</translation>
    </message>
    <message numerus="yes">
        <source>%n keys are not read, because reading them would cost too much.</source>
        <translation>
            <numerusform>有 %n 个键不去读取，因为读取代价太大。</numerusform>
        </translation>
    </message>
    <message>
        <source>Server information</source>
        <translation>服务器信息</translation>
    </message>
    <message>
        <source>Key scan</source>
        <translation>键扫描</translation>
    </message>
    <message>
        <source>Frequent changes</source>
        <translation>频繁变更</translation>
    </message>
    <message>
        <source>%1: new keys there are found by the key scan only, because their announcements would cost too much.</source>
        <translation>%1：那里的新键只能由键扫描发现，因为它们的通知开销过大。</translation>
    </message>
    <message>
        <source>Primary now</source>
        <translation>当前主节点</translation>
    </message>
    <message>
        <source>less than 1 ms</source>
        <translation>不到 1 毫秒</translation>
    </message>
    <message>
        <source>Other nodes of the cluster</source>
        <translation>集群的其他节点</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>slots %1</source>
        <extracomment>%1 hash slots of a Redis Cluster, &quot;0-5460&quot;</extracomment>
        <translation>槽 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 commands a second</source>
        <translation>
            <numerusform>每秒 %1 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes of the cluster</source>
        <translation>集群的节点</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys at most</source>
        <translation>
            <numerusform>最多 %1 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>standalone</source>
        <extracomment>a Redis server that is part of no Cluster</extracomment>
        <translation>单机</translation>
    </message>
    <message>
        <source>cluster</source>
        <extracomment>a Redis server that is part of a Cluster</extracomment>
        <translation>集群</translation>
    </message>
    <message>
        <source>sentinel</source>
        <extracomment>a Redis server that is a Sentinel</extracomment>
        <translation>哨兵</translation>
    </message>
    <message>
        <source>Which Sentinel is right</source>
        <translation>哪个 Sentinel 是对的</translation>
    </message>
</context>
<context>
    <name>lockstep::SettingsForm</name>
    <message>
        <source>Usual values</source>
        <translation>恢复常用值</translation>
    </message>
</context>
<context>
    <name>lockstep::SnapshotTables</name>
    <message>
        <source>no answer for %1</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>lag at most %1 ms</source>
        <translation>延迟最多 %1 毫秒</translation>
    </message>
    <message numerus="yes">
        <source>%n keys in db</source>
        <translation>
            <numerusform>库中 %n 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>our share of server time %1</source>
        <translation>占用服务器时间 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 users online</source>
        <translation>
            <numerusform>%1 个用户在线</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 locks held</source>
        <translation>
            <numerusform>%1 个锁被持有</numerusform>
        </translation>
    </message>
    <message>
        <source> (%1 possible)</source>
        <translation>（其中 %1 个存疑）</translation>
    </message>
    <message>
        <source>, %1 immortal</source>
        <translation>，%1 个永不过期</translation>
    </message>
    <message>
        <source>, %1 orphan?</source>
        <translation>，%1 个疑似孤儿</translation>
    </message>
    <message>
        <source>, %1 waiting</source>
        <translation>，%1 个等待</translation>
    </message>
    <message numerus="yes">
        <source>%1 rate limits</source>
        <translation>
            <numerusform>%1 个限流</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 possible</source>
        <translation>，另有 %1 个存疑</translation>
    </message>
    <message>
        <source>, %1 exhausted</source>
        <translation>，%1 个耗尽</translation>
    </message>
    <message numerus="yes">
        <source>%1 counters</source>
        <translation>
            <numerusform>%1 个计数器</numerusform>
        </translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>which share of a limit is used</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Metrics are at %1.</source>
        <translation>指标位于 %1。</translation>
    </message>
    <message>
        <source>(possible)</source>
        <comment>behind a key that may be something else</comment>
        <translation>（存疑）</translation>
    </message>
    <message>
        <source>primary %1</source>
        <extracomment>%1: the address to which the Sentinels of a group point</extracomment>
        <translation>主节点 %1</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>%1 not told</source>
        <comment>a number of alerts</comment>
        <translation>%1 个未提示</translation>
    </message>
</context>
<context>
    <name>lockstep::SolutionGrading</name>
    <message>
        <source>Checking the solution. Esc gives it up.</source>
        <translation>正在检查解答。按 Esc 放弃。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a scenario&apos;s title; what became of its exercise</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::StateMarks</name>
    <message>
        <source>outside</source>
        <translation>未进入</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>violation</source>
        <translation>违反</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>lock gone, still working</source>
        <translation>锁已失去，仍在工作</translation>
    </message>
</context>
<context>
    <name>lockstep::StatusLine</name>
    <message>
        <source>push (client tracking)</source>
        <translation>推送（客户端跟踪）</translation>
    </message>
    <message>
        <source>notifications (keyspace)</source>
        <translation>通知（键空间）</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The server announces an expiry when it deletes the key, not at the deadline. Keys that are watched are read at their deadline, which makes them vanish earlier for everybody.</source>
        <translation>服务器在删除键时才通知过期，而不是在到期时刻。被观察的键会在到期时被读取，因此对所有人来说都会更早消失。</translation>
    </message>
    <message>
        <source>our share of server time %1</source>
        <translation>占用服务器时间 %1</translation>
    </message>
    <message>
        <source>worst expiry-notification delay %1</source>
        <translation>过期通知最大延迟 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 items watched</source>
        <translation>
            <numerusform>正在观察 %1 项</numerusform>
        </translation>
    </message>
    <message>
        <source>searching: %1 of %2 keys, %3</source>
        <extracomment>%3: &quot;12 items watched&quot;</extracomment>
        <translation>正在查找：%2 个键中的 %1 个，%3</translation>
    </message>
    <message>
        <source>searching: %1 keys so far, %2</source>
        <extracomment>%2: &quot;12 items watched&quot;</extracomment>
        <translation>正在查找：目前 %1 个键，%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 keys, %2</source>
        <extracomment>%2: &quot;12 items watched&quot;</extracomment>
        <translation>
            <numerusform>%1 个键，%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keys seen, %2</source>
        <extracomment>%2: &quot;12 items watched&quot;</extracomment>
        <translation>
            <numerusform>见到 %1 个键，%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusWords</name>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Nothing is watched at the moment.</source>
        <translation>目前没有观察任何内容。</translation>
    </message>
    <message>
        <source>Push: the server tells us which keys changed.</source>
        <translation>推送：服务器告诉我们哪些键发生了变更。</translation>
    </message>
    <message>
        <source>Notifications: the server announces changes of keys to everybody who listens.</source>
        <translation>通知：服务器向所有监听者通知键的变更。</translation>
    </message>
    <message>
        <source>Polling: recognised keys are read again and again, at a measured pace.</source>
        <translation>轮询：以受控的节奏反复读取已识别的键。</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>Client tracking works, so unchanged keys cost nothing.</source>
        <translation>客户端跟踪可用，因此未变更的键没有开销。</translation>
    </message>
    <message>
        <source>The server cannot remember all keys that are watched; a larger tracking-table-max-keys would let it.</source>
        <translation>服务器无法记住所有正在观察的键；调大 tracking-table-max-keys 即可。</translation>
    </message>
    <message>
        <source>Keys cannot be listed, so nothing is found.</source>
        <translation>无法列出键，因此什么都找不到。</translation>
    </message>
    <message>
        <source>Formats that need this command are not shown.</source>
        <translation>需要此命令的格式不会显示。</translation>
    </message>
    <message>
        <source>The server&apos;s clock is unknown; the clock of this machine is used.</source>
        <translation>服务器时钟未知，使用本机时钟。</translation>
    </message>
    <message>
        <source>Who waits for a lock is not counted.</source>
        <translation>不统计锁的等待者。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>mode and reason</comment>
        <extracomment>How changes are learned of, and why</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>正在连接 %1 …</translation>
    </message>
    <message>
        <source>Connected to %1.</source>
        <translation>已连接到 %1。</translation>
    </message>
    <message>
        <source>There is no connection to %1.</source>
        <translation>与 %1 没有连接。</translation>
    </message>
    <message>
        <source>%1 Trying again now.</source>
        <translation>%1正在重试。</translation>
    </message>
    <message numerus="yes">
        <source>%1 Trying again in %n s.</source>
        <extracomment>%1 what is wrong</extracomment>
        <translation>
            <numerusform>%1将在 %n 秒后重试。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server has not said yet what it can do.</source>
        <translation>服务器还没有说明它支持什么。</translation>
    </message>
    <message>
        <source>There are no countdowns, locks that never expire are not noticed, and rate limits that are told by their TTL are not shown.</source>
        <translation>没有倒计时，无法发现永不过期的锁，靠 TTL 识别的限流也不会显示。</translation>
    </message>
    <message>
        <source>No key can be recognised, so nothing is shown.</source>
        <translation>无法识别任何键，因此什么都不显示。</translation>
    </message>
    <message>
        <source>A replica of a cluster does not answer without it.</source>
        <translation>没有它，集群的从节点不会应答。</translation>
    </message>
    <message>
        <source>%1 is not known to this server. It may have been renamed there, or a proxy does not forward it. %2</source>
        <extracomment>%1 a command, %2 what does not work</extracomment>
        <translation>此服务器不认识 %1。它可能已被改名，或者代理不转发它。%2</translation>
    </message>
    <message>
        <source>Falling back to keyspace notifications or polling.</source>
        <translation>改用键空间通知或轮询。</translation>
    </message>
    <message>
        <source>The server&apos;s version and role are unknown, and it is not noticed when a load balancer leads to several servers.</source>
        <translation>服务器的版本和角色未知；如果负载均衡把连接分到多台服务器，也无法发现。</translation>
    </message>
    <message>
        <source>No permission for %1 on some keys, so these are not fully known. Add %2 to the user&apos;s ACL rules (~* before Redis 7), or watch only keys with a prefix that it may read.</source>
        <extracomment>%1 a command, %2 an ACL rule that permits to read any key</extracomment>
        <translation>对部分键没有执行 %1 的权限，因此对这些键了解不全。请在该用户的 ACL 规则中加入 %2（Redis 7 之前为 ~*），或只观察其可读前缀的键。</translation>
    </message>
    <message>
        <source>No permission for %1. %2 Add %3 to the user&apos;s ACL rules.</source>
        <extracomment>%1 a command, %2 what does not work, %3 an ACL rule such as +pttl</extracomment>
        <translation>没有执行 %1 的权限。%2请在该用户的 ACL 规则中加入 %3。</translation>
    </message>
    <message numerus="yes">
        <source>%n permissions are missing, so not everything is shown. The Server page has the rule that gives them.</source>
        <translation>
            <numerusform>缺少 %n 项权限，因此显示不全。“服务器”页上有一次授予它们的规则。</numerusform>
        </translation>
    </message>
    <message>
        <source>Still searching: %1 of %2 keys so far.</source>
        <translation>仍在查找：目前已查 %2 个键中的 %1 个。</translation>
    </message>
    <message>
        <source>Still searching: %1 keys so far.</source>
        <translation>仍在查找：目前已查 %1 个键。</translation>
    </message>
    <message>
        <source>Whether there are more is not known: a command that is needed cannot be used here. The Server page names it.</source>
        <translation>是否还有更多无法得知：此处不能使用所需的命令。“服务器”页会指出是哪一个。</translation>
    </message>
    <message>
        <source>Whether there are any is not known: a command that is needed cannot be used here. The Server page names it.</source>
        <translation>是否存在无法得知：此处不能使用所需的命令。“服务器”页会指出是哪一个。</translation>
    </message>
    <message>
        <source>Not known yet: there is no connection.</source>
        <translation>尚不清楚：没有连接。</translation>
    </message>
    <message>
        <source>This user is not permitted to use client tracking, which would be better.</source>
        <translation>更好的方式是客户端跟踪，但此用户没有该权限。</translation>
    </message>
    <message>
        <source>Client tracking would be better; it needs the permission to subscribe.</source>
        <translation>更好的方式是客户端跟踪，但它需要订阅权限。</translation>
    </message>
    <message>
        <source>This server does not know client tracking, which would be better. It came with version 6, and a proxy may hide it.</source>
        <translation>更好的方式是客户端跟踪，但此服务器不支持。该功能自版本 6 起提供，也可能被代理屏蔽。</translation>
    </message>
    <message>
        <source>Client tracking, which would be better, cannot be used here, and keyspace notifications do not tell of everything any more; as soon as notify-keyspace-events is KA they are used again.</source>
        <translation>更好的方式是客户端跟踪，但这里无法使用；键空间通知也不再报告所有变化。一旦 notify-keyspace-events 设为 KA，就会重新使用通知。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Only this node of the cluster is watched.</source>
        <translation>只观察集群中的这一个节点。</translation>
    </message>
    <message numerus="yes">
        <source>cluster of %n primaries</source>
        <translation>
            <numerusform>%n 个主节点的集群</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n are watched</source>
        <extracomment>continues &quot;cluster of 3 primaries&quot;</extracomment>
        <translation>
            <numerusform>，观察其中 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n answer</source>
        <extracomment>continues &quot;cluster of 3 primaries&quot;</extracomment>
        <translation>
            <numerusform>，%n 个有应答</numerusform>
        </translation>
    </message>
    <message>
        <source>Whether there are more is not known: some keys are not watched. The Server page says why.</source>
        <translation>是否还有更多无法得知：有些键没有被观察。“服务器”页会说明原因。</translation>
    </message>
    <message>
        <source>Whether there are any is not known: some keys are not watched. The Server page says why.</source>
        <translation>是否存在无法得知：有些键没有被观察。“服务器”页会说明原因。</translation>
    </message>
    <message numerus="yes">
        <source>%1 %n of %2 nodes are watched like that.</source>
        <extracomment>%1 how changes are learned of, and why; %2 how many nodes there are</extracomment>
        <translation>
            <numerusform>%1%2 个节点中有 %n 个是这样观察的。</numerusform>
        </translation>
    </message>
    <message>
        <source>Where the Sentinels name different primaries, that of most of them is taken, which may be one of long ago. It is the Sentinels&apos; user that needs it.</source>
        <translation>当各 Sentinel 报告不同的主节点时，采用多数的回答，而那可能是很久以前的主节点。需要此权限的是 Sentinel 的用户。</translation>
    </message>
</context>
<context>
    <name>lockstep::StepController</name>
    <message>
        <source>Not explored with these settings. Every interleaving of the clients within the bounds is executed; what can be broken is shown by the shortest way to do it.</source>
        <translation>尚未用这些设置探索。界限内客户端的每一种交错都会被执行；能被破坏的，会用最短路径显示出来。</translation>
    </message>
    <message>
        <source>No scenario to explore</source>
        <translation>没有可以探索的场景</translation>
    </message>
    <message>
        <source>private server</source>
        <translation>私有服务器</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
</context>
<context>
    <name>lockstep::StepPanel</name>
    <message>
        <source>Next steps</source>
        <translation>下一步</translation>
    </message>
</context>
<context>
    <name>lockstep::StepRow</name>
    <message>
        <source>Take it</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>步骤 %1</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>崩溃</translation>
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
        <source>%1, next: %2</source>
        <translation>%1，下一步：%2</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>step: why it cannot be taken</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Let time pass</source>
        <translation>让时间流逝</translation>
    </message>
    <message>
        <source>Press %1</source>
        <translation>按 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::StepTabs</name>
    <message>
        <source>Close this run</source>
        <translation>关闭这次运行</translation>
    </message>
    <message>
        <source>run %1, from run %2 at step %3</source>
        <translation>运行 %1，来自运行 %2 的第 %3 步</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>run %1, %2</source>
        <comment>number, where it comes from</comment>
        <translation>运行 %1，%2</translation>
    </message>
    <message>
        <source>No scenario to step</source>
        <translation>没有可以单步执行的场景</translation>
    </message>
    <message>
        <source>Choose one from the list, or open a file of your own.</source>
        <translation>请从列表中选择一个，或打开自己的文件。</translation>
    </message>
    <message>
        <source>It could not be begun.</source>
        <translation>无法开始。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>After step %1 of %2. Another choice makes a run of its own.</source>
        <translation>在第 %1 步之后（共 %2 步）。另作选择会产生一次新的运行。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新的运行</translation>
    </message>
    <message>
        <source>A new run from the beginning</source>
        <translation>从头开始一次新的运行</translation>
    </message>
    <message>
        <source>Undo: no step has been taken yet</source>
        <translation>撤销：还没有走过任何一步</translation>
    </message>
    <message>
        <source>Undo step %1, %2</source>
        <translation>撤销第 %1 步 %2</translation>
    </message>
    <message>
        <source>Undo step %1, %2: the last one; selected is the beginning</source>
        <translation>撤销第 %1 步 %2：最后一步；选中的是开头</translation>
    </message>
    <message>
        <source>Undo step %1, %2: the last one, not step %3, which is selected</source>
        <translation>撤销第 %1 步 %2：最后一步，而不是选中的第 %3 步</translation>
    </message>
</context>
<context>
    <name>lockstep::StepWords</name>
    <message>
        <source>no TTL</source>
        <translation>无 TTL</translation>
    </message>
    <message>
        <source>%1, thread %2</source>
        <translation>%1，线程 %2</translation>
    </message>
    <message>
        <source>let time pass</source>
        <translation>让时间流逝</translation>
    </message>
    <message>
        <source>crash %1</source>
        <translation>使 %1 崩溃</translation>
    </message>
    <message>
        <source>pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>resume %1</source>
        <translation>继续 %1</translation>
    </message>
    <message>
        <source>restart server %1</source>
        <translation>重启服务器 %1</translation>
    </message>
    <message>
        <source>fail over to the replica</source>
        <translation>故障转移到从节点</translation>
    </message>
    <message>
        <source>lose the next request of %1</source>
        <translation>丢失 %1 的下一个请求</translation>
    </message>
    <message>
        <source>waits until %1 is gone</source>
        <translation>等待 %1 消失</translation>
    </message>
    <message>
        <source>waits until %1 changes</source>
        <translation>等待 %1 改变</translation>
    </message>
    <message>
        <source>its time has not come</source>
        <translation>时间未到</translation>
    </message>
    <message>
        <source>waits for a message on %1</source>
        <translation>等待 %1 上的消息</translation>
    </message>
    <message>
        <source>waits for the mutex %1</source>
        <translation>等待互斥锁 %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>not paused</source>
        <translation>没有暂停</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>there is no such step</source>
        <translation>没有这样的一步</translation>
    </message>
    <message>
        <source>a key expires first</source>
        <translation>有一个键先过期</translation>
    </message>
    <message>
        <source>starts only now</source>
        <translation>现在才开始</translation>
    </message>
    <message>
        <source>goes on after %1</source>
        <translation>在 %1 之后继续</translation>
    </message>
    <message>
        <source>%1 chooses %2</source>
        <comment>random 6; 2</comment>
        <translation>%1 取 %2</translation>
    </message>
    <message>
        <source>no deadline lies ahead</source>
        <translation>前面没有期限</translation>
    </message>
    <message>
        <source>an assumption forbids it</source>
        <translation>有假设禁止它</translation>
    </message>
    <message>
        <source>it would change nothing</source>
        <translation>它不会改变任何东西</translation>
    </message>
    <message>
        <source>the run is over</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>TTL of %1 %2 → %3</source>
        <translation>%1 的 TTL %2 → %3</translation>
    </message>
    <message>
        <source>server %1: %2</source>
        <comment>where to; command</comment>
        <translation>服务器 %1：%2</translation>
    </message>
    <message>
        <source>Not possible now: %1 (%2).</source>
        <translation>现在不能：%1（%2）。</translation>
    </message>
    <message>
        <source>Not possible now: %1. The bound “%2” in the settings, under “At most”, is used up; a larger one allows it.</source>
        <extracomment>crash A; Crashes</extracomment>
        <translation>现在不能：%1。设置里“最多”下面的界限“%2”已经用完；调大它就可以。</translation>
    </message>
    <message>
        <source>“%1” in the settings is used up</source>
        <translation>设置中的“%1”已用完</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>lockstep::SteppedPane</name>
    <message>
        <source>Timeline of the steps</source>
        <translation>步骤的时间线</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>No step has been taken yet.</source>
        <translation>还没有执行任何步骤。</translation>
    </message>
    <message>
        <source>What this step means</source>
        <translation>这一步意味着什么</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>step; what it does</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::SteppedRuns</name>
    <message>
        <source>other settings</source>
        <translation>其他设置</translation>
    </message>
    <message>
        <source>The file was changed since these runs were stepped. They go the same way again with what it says now, as far as that is possible.</source>
        <translation>这些运行单步执行之后，文件已被修改。它们会按文件现在的内容重走同样的步骤，能走多远走多远。</translation>
    </message>
</context>
<context>
    <name>lockstep::SteppedVerdict</name>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Violated: %1</source>
        <translation>违反：%1</translation>
    </message>
    <message>
        <source>Choose whose command is sent first</source>
        <translation>请选择先发送谁的命令</translation>
    </message>
    <message>
        <source>Nothing is violated up to step %1</source>
        <translation>到第 %1 步为止没有违反</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>two violations</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Undecided: that takes more time steps than the settings allow</source>
        <translation>未定：需要的时间步超过设置所允许的</translation>
    </message>
    <message>
        <source>Finished, but somebody waits for ever; no check forbids that</source>
        <translation>已结束，但有客户端永远等待；没有检查禁止这一点</translation>
    </message>
    <message numerus="yes">
        <source>Finished after %n step(s): nothing was violated</source>
        <translation>
            <numerusform>%n 步后结束，没有违反</numerusform>
        </translation>
    </message>
    <message>
        <source>Undecided: somebody waits for a time that an assumption forbids</source>
        <translation>未定：有客户端在等待一个被假设排除的时刻</translation>
    </message>
    <message numerus="yes">
        <source>Nothing was violated in %n step(s) by chance, and the run is not over. Run it on from here, or explore: that looks at all interleavings, not at one.</source>
        <translation>
            <numerusform>随机走了 %n 步，没有违反任何检查，运行也还没有结束。可以从这里继续，也可以去探索：探索查看所有交错，而不只是一种。</numerusform>
        </translation>
    </message>
    <message>
        <source>No client can go on by itself from here. You can choose: %1.</source>
        <translation>从这里起没有客户端能自行继续。可以选择：%1。</translation>
    </message>
    <message>
        <source>Finished, but not all checks could be judged: %1</source>
        <translation>已结束，但并非所有检查都能判断：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::StepsModel</name>
    <message>
        <source>≠ %1</source>
        <comment>the first step that differs</comment>
        <translation>≠ %1</translation>
    </message>
    <message>
        <source>The first step that the two runs do not share.</source>
        <translation>两次运行的第一个不同步骤。</translation>
    </message>
    <message>
        <source>Does not hold: %1</source>
        <translation>不成立：%1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>before → after</source>
        <translation>之前 → 之后</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>lockstep::SummaryStrip</name>
    <message numerus="yes">
        <source>%n counters count presence. Click to choose which one tells how many users are online.</source>
        <translation>
            <numerusform>有 %n 个计数器统计在线情况。单击选择由哪一个表示在线用户数。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>a counter and its value</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>As counted by %1. Click to choose another counter.</source>
        <translation>由 %1 计数。单击可选择其他计数器。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>users online</source>
        <translation>在线用户</translation>
    </message>
    <message>
        <source>No counter that counts presence was found.</source>
        <translation>没有找到统计在线情况的计数器。</translation>
    </message>
    <message numerus="yes">
        <source>locks held</source>
        <translation>
            <numerusform>持有中的锁</numerusform>
        </translation>
    </message>
    <message>
        <source> · %1 waiting</source>
        <translation> · %1 个等待</translation>
    </message>
    <message>
        <source>%1 immortal</source>
        <translation>%1 个永不过期</translation>
    </message>
    <message>
        <source>%1 orphan?</source>
        <translation>%1 个疑似孤儿</translation>
    </message>
    <message>
        <source>%1 exhausted</source>
        <translation>%1 个耗尽</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Commands that this program sends to the server, and bytes both ways.</source>
        <translation>本程序发给服务器的命令数，以及双向字节数。</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>rate limits</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>the view is frozen</source>
        <translation>画面已冻结</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>lag at most · %1</source>
        <translation>最大延迟 · %1</translation>
    </message>
    <message>
        <source>%1 cmd/s</source>
        <translation>%1 条命令/秒</translation>
    </message>
    <message>
        <source>our load · %1/s</source>
        <translation>本程序的负载 · %1/秒</translation>
    </message>
    <message>
        <source>users online: choose a counter</source>
        <translation>在线用户：请选择计数器</translation>
    </message>
    <message>
        <source>How long a change waited until it was read, at most: now, or in the last two seconds.</source>
        <translation>变更从发生到被读取最多等待了多久：当前或最近两秒内。</translation>
    </message>
    <message>
        <source>lag · no answer</source>
        <translation>延迟 · 没有应答</translation>
    </message>
    <message>
        <source>our load</source>
        <translation>本程序的负载</translation>
    </message>
    <message>
        <source> · %1 possible</source>
        <translation> · %1 个存疑</translation>
    </message>
    <message>
        <source>Possible: the name or the value looks like one, and nothing proves it.</source>
        <translation>存疑：只是名称或值看起来像，无法证实。</translation>
    </message>
    <message>
        <source> (%1 possible)</source>
        <comment>behind: locks held</comment>
        <translation>（%1 个存疑）</translation>
    </message>
    <message>
        <source>Immortal: certainly a lock, and without a time to live. Orphan suspected: renewed for very long.</source>
        <translation>永不过期：确定是锁，却没有存活时间。疑似孤儿锁：续期了很久。</translation>
    </message>
    <message>
        <source>Not known: the server is not seen.</source>
        <translation>未知：目前看不到服务器。</translation>
    </message>
</context>
<context>
    <name>lockstep::SwapWords</name>
    <message>
        <source>In place of “%1”: what was set there, and what the fix names for a free run.</source>
        <translation>代替“%1”：手动设置的值保留，其余用修正方案为自由运行指定的值。</translation>
    </message>
    <message>
        <source>In place of “%1”: the same values, of each bound the larger one, and what the fix assumes.</source>
        <translation>代替“%1”：取值相同，每种上限取两者中较大的，假设用修正方案的。</translation>
    </message>
    <message>
        <source>No longer checked: %1.</source>
        <translation>不再检查：%1。</translation>
    </message>
    <message>
        <source>Now also checked: %1.</source>
        <translation>新增检查：%1。</translation>
    </message>
    <message>
        <source>In place of “%1”, with what you have set here.</source>
        <translation>代替“%1”，按你在这里的设置。</translation>
    </message>
</context>
<context>
    <name>lockstep::TakeoverWords</name>
    <message>
        <source>%1, taken %2 times</source>
        <translation>%1，已重入 %2 次</translation>
    </message>
    <message>
        <source>in %1, unless it is renewed</source>
        <translation>%1 后，除非续期</translation>
    </message>
    <message>
        <source>never by itself</source>
        <translation>不会自行到期</translation>
    </message>
    <message>
        <source>Lock: %1</source>
        <translation>锁：%1</translation>
    </message>
    <message>
        <source>Holder: %1</source>
        <translation>持有者：%1</translation>
    </message>
    <message>
        <source>Ends: %1</source>
        <translation>到期：%1</translation>
    </message>
    <message>
        <source>Nobody holds %1. Nothing was released.</source>
        <translation>没有人持有 %1。未释放任何锁。</translation>
    </message>
    <message>
        <source>%1 is not held by %2 but by %3. Nothing was released.</source>
        <translation>%1 的持有者不是 %2，而是 %3。未释放任何锁。</translation>
    </message>
    <message>
        <source>%1 is marked as production: no lock is released there. Unmark it where you connect to it, in the window.</source>
        <translation>%1 已标记为生产环境：不会在那里释放锁。可在窗口的连接对话框中取消标记。</translation>
    </message>
    <message>
        <source>%1 is released.</source>
        <translation>%1 已释放。</translation>
    </message>
    <message>
        <source>The token of %1 is longer than the %2 bytes that are shown. Nothing was released. lockstep unlock releases it, given the whole token.</source>
        <translation>%1 的令牌比所显示的 %2 字节更长。未释放任何锁。用 lockstep unlock 并给出完整令牌即可释放。</translation>
    </message>
    <message>
        <source>This may not be a lock at all: its name and value only look like one. Releasing it deletes the key.</source>
        <translation>这可能根本不是锁：只是名称和值看起来像。释放它会删除该键。</translation>
    </message>
    <message>
        <source>This user may not ask the server who it is (INFO). Whether it is marked as production is known by its address alone.</source>
        <translation>该用户无权询问服务器的身份（INFO）。是否标记为生产环境只能凭地址判断。</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a set</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>a sorted set</source>
        <translation>有序集合</translation>
    </message>
    <message>
        <source>a hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>a stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>a key of another type</source>
        <translation>其他类型的键</translation>
    </message>
    <message>
        <source>a string of more than 64 KiB</source>
        <translation>超过 64 KiB 的字符串</translation>
    </message>
    <message>
        <source>a hash with more than one field</source>
        <translation>有多个字段的哈希</translation>
    </message>
    <message>
        <source>a hash of more than 64 KiB</source>
        <translation>超过 64 KiB 的哈希</translation>
    </message>
    <message>
        <source>a hash that counts no holds</source>
        <translation>不记录持有次数的哈希</translation>
    </message>
    <message>
        <source>a counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>a rate limit</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>a lock of several holders</source>
        <translation>多个持有者的锁</translation>
    </message>
    <message>
        <source>Cannot release %1: it is %2, not a lock with one holder. Nothing was released.</source>
        <translation>无法释放 %1：它是%2，不是只有一个持有者的锁。未释放任何锁。</translation>
    </message>
    <message>
        <source>Cannot release %1: it is a part of %2. Nothing was released.</source>
        <translation>无法释放 %1：它是 %2 的一部分。未释放任何锁。</translation>
    </message>
    <message>
        <source>Cannot release %1: it is %2 (%3), not a lock with one holder. Nothing was released.</source>
        <translation>无法释放 %1：它是%2（%3），不是只有一个持有者的锁。未释放任何锁。</translation>
    </message>
    <message>
        <source>The release was not written down: %1</source>
        <translation>释放操作未能记录：%1</translation>
    </message>
    <message>
        <source>%1 at least: it was held when it was first seen</source>
        <translation>至少 %1：首次看到时就已被持有</translation>
    </message>
    <message>
        <source>none since it was first seen</source>
        <translation>自首次看到以来没有</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, database %2</source>
        <translation>%1，数据库 %2</translation>
    </message>
    <message>
        <source>Releasing needs these rights; an administrator leaves out what the user has already. lockstep acl --release prints a whole user.</source>
        <translation>释放需要以下权限；用户已有的，管理员可以略去。lockstep acl --release 会打印一个完整的用户。</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Held for: %1</source>
        <translation>已持有：%1</translation>
    </message>
    <message>
        <source>Renewals: %1</source>
        <translation>续期次数：%1</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>等待者：%1</translation>
    </message>
    <message>
        <source>Nothing was released.</source>
        <translation>未释放任何锁。</translation>
    </message>
    <message>
        <source>Cannot release %1: it is %2 that is not recognised as a lock. If it is one, a rule can say so: in the window Rules… (Ctrl+L), on the command line --rules. Nothing was released.</source>
        <translation>无法释放 %1：它是%2，未被识别为锁。如果它确实是锁，可以用规则说明：在窗口中用“规则…”（Ctrl+L），在命令行用 --rules。未释放任何锁。</translation>
    </message>
    <message>
        <source>%1 at most: its token tells when it was asked for, and it may have been waited for</source>
        <translation>最多 %1：令牌记录的是请求的时刻，之后可能还等待过</translation>
    </message>
    <message>
        <source>unknown: its token does not tell</source>
        <translation>未知，令牌未说明</translation>
    </message>
    <message>
        <source>unknown: only the window counts them</source>
        <translation>未知，只有窗口才会持续观察续期</translation>
    </message>
    <message>
        <source>nobody, as far as Redis shows</source>
        <translation>Redis 中看不到等待者</translation>
    </message>
    <message>
        <source>Its value is a number, so it may be a counter and not a lock. Releasing it deletes it.</source>
        <translation>它的值是一个数字：可能是计数器而不是锁。释放会将其删除。</translation>
    </message>
    <message>
        <source>Releasing it lets the next one in at once. The holder is not told: if it is still working, two will be at work at the same time, and what the lock protects may be done twice or overwritten. Release it only if you are sure that the holder is gone.</source>
        <translation>释放后，下一个等待者会立即进入。持有者不会得到通知：如果它仍在工作，就会有两方同时工作，锁所保护的操作可能重复执行或被覆盖。只有在确定持有者已不存在时才应释放。</translation>
    </message>
    <message>
        <source>Type %1 to release it anyway:</source>
        <translation>仍要释放，请输入 %1：</translation>
    </message>
    <message>
        <source>It is not known whether the lock was released. Look at the key.</source>
        <translation>不确定锁是否已释放：请查看它的状态。</translation>
    </message>
    <message>
        <source>%1 is released, but this user may not PUBLISH: whoever waits for it is not woken, and finds out when it looks again.</source>
        <translation>%1 已释放，但该用户无权 PUBLISH：等待者不会被唤醒，要到下次查看时才会发现。</translation>
    </message>
    <message>
        <source>about %1: by the clock of the client that wrote its token</source>
        <translation>约 %1：按写入令牌的客户端的时钟</translation>
    </message>
    <message>
        <source>%1 changed at the last moment: somebody else holds it now, or nobody. Nothing was released.</source>
        <translation>%1 在最后一刻发生了变化：现在由别人持有，或者无人持有。没有释放任何锁。</translation>
    </message>
    <message>
        <source>%1, but perhaps not all the time: it may have been released and taken again unseen</source>
        <translation>%1，但可能不是一直持有：期间可能释放后又重新取得而未被看到</translation>
    </message>
</context>
<context>
    <name>lockstep::TestResult</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>有应答</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>从节点</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>found at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>Testing …</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>不可用</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeAxis</name>
    <message>
        <source>possible: %1</source>
        <translation>可能：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::TimeSpanDialog</name>
    <message>
        <source>Journal between</source>
        <translation>时间段内的日志</translation>
    </message>
    <message>
        <source>From (UTC)</source>
        <translation>从 (UTC)</translation>
    </message>
    <message>
        <source>To (UTC)</source>
        <translation>到 (UTC)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockstep::Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>believes</source>
        <translation>自认为</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>count</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Nothing has run yet.</source>
        <translation>尚未运行。</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1: not there</source>
        <translation>%1：不存在</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2, no TTL</source>
        <translation>%1：%2，没有 TTL</translation>
    </message>
    <message>
        <source>%1: %2, %3 left (%4 ms)</source>
        <translation>%1：%2，剩余 %3（%4 毫秒）</translation>
    </message>
    <message numerus="yes">
        <source>%n commands within this pixel</source>
        <translation>
            <numerusform>此像素内有 %n 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 for %3</source>
        <translation>%1：%2，历时 %3</translation>
    </message>
    <message>
        <source>%1 clients, %2 commands, %3.</source>
        <translation>%1 个客户端，%2 条命令，历时 %3。</translation>
    </message>
    <message>
        <source>Violated at %1: %2.</source>
        <translation>%1 时违反：%2。</translation>
    </message>
    <message>
        <source>Perhaps violated at %1: %2.</source>
        <translation>%1 时可能违反：%2。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>At %1: %2.</source>
        <translation>%1 时：%2。</translation>
    </message>
    <message>
        <source>Sorting the commands …</source>
        <translation>正在整理命令…</translation>
    </message>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>keys there</source>
        <translation>现有键数</translation>
    </message>
    <message>
        <source>majority</source>
        <translation>多数</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: nobody has a majority of the servers</source>
        <translation>%1：没有人拿到多数服务器</translation>
    </message>
    <message>
        <source>%1: %2 has a majority of the servers</source>
        <translation>%1：%2 拿到了多数服务器</translation>
    </message>
    <message>
        <source>the lease is certainly valid until %1 and certainly gone after %2</source>
        <translation>租期在 %1 之前一定有效，在 %2 之后一定已失效</translation>
    </message>
    <message>
        <source>%1 clients, %2 steps.</source>
        <translation>%1 个客户端，%2 步。</translation>
    </message>
    <message>
        <source>The runs differ from step %1 on.</source>
        <translation>两次运行从第 %1 步起不同。</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>从节点</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>频道</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个令牌</translation>
    </message>
    <message>
        <source>%1: nobody listens</source>
        <translation>%1：没有人在听</translation>
    </message>
    <message>
        <source>%1: %2 listening</source>
        <comment>free: A, B listening</comment>
        <translation>%1：%2 在听</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>lane: its name; what it shows</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: the replica has taken over</source>
        <translation>%1：从节点已经接管</translation>
    </message>
    <message>
        <source>%1: the replica follows the server; how far it is behind is not known</source>
        <translation>%1：从节点跟随服务器；落后多少不知道</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>%1: the replica holds %2; it lacks the last write of the server</source>
        <translation>%1：从节点上是 %2；它缺少服务器的最后一次写入</translation>
    </message>
    <message>
        <source>%1: the replica holds %2; it has been cut off from the server</source>
        <translation>%1：从节点上是 %2；它已经与服务器断开</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
</context>
<context>
    <name>lockstep::TimelineLegend</name>
    <message>
        <source>Click: hide or show. Shift and click: this alone.</source>
        <translation>单击：隐藏或显示。Shift 加单击：只看这一项。</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
</context>
<context>
    <name>lockstep::TopBar</name>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>db %1</source>
        <translation>库 %1</translation>
    </message>
    <message>
        <source>No server</source>
        <translation>没有服务器</translation>
    </message>
    <message>
        <source>Connection: %1, %2</source>
        <translation>连接：%1，%2</translation>
    </message>
    <message>
        <source>READ-ONLY</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Only reading commands of a fixed list can be sent to this server.</source>
        <translation>只能向此服务器发送固定清单中的读取命令。</translation>
    </message>
    <message>
        <source>Filter keys</source>
        <translation>筛选键</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>Filter, e.g. lock:order:* state:immortal holder:web-17</source>
        <translation>筛选，例如 lock:order:* state:immortal holder:web-17</translation>
    </message>
    <message>
        <source>A part of the key, or a pattern with * ? [a-z] (Ctrl+F)
state:immortal  state:orphan  state:expiring  state:exhausted
holder:web-17  library:redisson
Several words, separated by spaces: all of them must match.</source>
        <translation>键的一部分，或含 * ? [a-z] 的模式（Ctrl+F）
state:immortal  state:orphan  state:expiring  state:exhausted
holder:web-17  library:redisson
多个词用空格分隔：必须全部符合。</translation>
    </message>
    <message>
        <source>RELEASE ENABLED</source>
        <translation>允许释放</translation>
    </message>
    <message numerus="yes">
        <source>no answer for %n s</source>
        <translation>
            <numerusform>已 %n 秒没有应答</numerusform>
        </translation>
    </message>
    <message>
        <source>sign-in needed</source>
        <translation>需要登录</translation>
    </message>
    <message>
        <source>Locks on this server can be released from here; you are asked each time. Everything else only reads.</source>
        <translation>可以在此释放该服务器上的锁，每次都先询问。其余操作只读。</translation>
    </message>
    <message>
        <source>This server is marked as production: it is only read, and no lock can be released on it.</source>
        <translation>该服务器已标记为生产环境：只读取，不能释放任何锁。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制中</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Writes down what is watched, into a file that can be opened later (Ctrl+Alt+R)</source>
        <translation>把观察到的内容写入文件，以后可以打开（Ctrl+Alt+R）</translation>
    </message>
    <message>
        <source>Finishing…</source>
        <comment>the recording</comment>
        <translation>正在收尾…</translation>
    </message>
</context>
<context>
    <name>lockstep::TraceLine</name>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>A1 B1 T … – paste a trace here</source>
        <translation>A1 B1 T … – 在此粘贴轨迹</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>does not fit from step %1 on</source>
        <translation>从第 %1 步起不适用</translation>
    </message>
    <message>
        <source>The steps so far. Write or paste another trace, or a whole command “lockstep lab replay …”, and press Return to replay it as a run of its own.</source>
        <translation>到目前为止的步骤。写入或粘贴另一条轨迹，或整条命令“lockstep lab replay …”，按回车键就作为新的运行重放。</translation>
    </message>
    <message>
        <source>Copies one line that replays this run, here or in a shell: lockstep lab replay with the scenario, its values, bounds and assumptions.</source>
        <translation>复制一行命令，在这里或在终端里都能重放这次运行：lockstep lab replay，带上场景、取值、上限和假定。</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>lockstep::TraceOpening</name>
    <message>
        <source>Looking for the steps of this violation. Esc gives it up.</source>
        <translation>正在寻找重现该违反的步骤。按 Esc 放弃。</translation>
    </message>
    <message>
        <source>The file was changed before its violation could be stepped. Run it again.</source>
        <translation>在其违反可以单步重现之前，文件已被修改。请重新运行。</translation>
    </message>
    <message>
        <source>The violation of “%1” is ready to be stepped. It opens when that scenario is chosen again.</source>
        <translation>场景“%1”的违反已可单步重现，再次选择该场景时会打开。</translation>
    </message>
    <message>
        <source>It cannot be stepped. %1</source>
        <translation>无法单步执行。%1</translation>
    </message>
</context>
<context>
    <name>lockstep::TraceWords</name>
    <message>
        <source>“%1”, word %2 of the trace, is not a step. Steps are A1 (the first one of A), A1&apos; (A goes on after it), A1=2 (it chooses 2), A0 (A starts only now), A~1 (of its second thread), T (time), X(A) (crash), P(A) and U(A) (pause, resume), N(0) (server 0 restarts), F (failover), L(A) (a request of A is lost).</source>
        <translation>轨迹中的第 %2 个词“%1”不是步骤。步骤有：A1（A 的第一步）、A1&apos;（A 在其后继续）、A1=2（它选择 2）、A0（A 现在才开始）、A~1（其第二线程）、T（时间）、X(A)（崩溃）、P(A) 和 U(A)（暂停、恢复）、N(0)（服务器 0 重启）、F（故障转移）、L(A)（A 的一个请求丢失）。</translation>
    </message>
    <message>
        <source>there is no such step</source>
        <translation>没有这一步</translation>
    </message>
    <message>
        <source>its next step is %1</source>
        <translation>它的下一步是 %1</translation>
    </message>
    <message>
        <source>not now, %1</source>
        <translation>现在不行，%1</translation>
    </message>
    <message>
        <source>Nothing is possible, the run is over.</source>
        <translation>已无步可走，运行已结束。</translation>
    </message>
    <message>
        <source>Possible: %1.</source>
        <translation>可选：%1。</translation>
    </message>
    <message>
        <source>The trace does not fit from step %1 on. %2 %3</source>
        <extracomment>Not possible now: crash A. The bound …; Possible: B1.</extracomment>
        <translation>轨迹从第 %1 步起不适用。%2%3</translation>
    </message>
    <message>
        <source>The trace does not fit from step %1 on. %2 cannot be taken: %3. %4</source>
        <translation>轨迹从第 %1 步起不适用。无法执行 %2：%3。%4</translation>
    </message>
</context>
<context>
    <name>lockstep::UnlockCommand</name>
    <message>
        <source>Type yes to release it: </source>
        <translation>输入 yes 以释放：</translation>
    </message>
    <message>
        <source>Nothing was released.</source>
        <translation>未释放任何锁。</translation>
    </message>
    <message>
        <source>Cannot ask: standard input is not a terminal. Add --yes to release the lock without a question.</source>
        <translation>无法询问：标准输入不是终端。加上 --yes 即可不经询问释放锁。</translation>
    </message>
    <message>
        <source>This may not be a lock, so --yes is not enough: add --possible, or say by a rule that it is one (--rules). Nothing was released.</source>
        <translation>它可能不是锁，仅有 --yes 还不够：请加上 --possible，或用规则说明它是锁（--rules）。未释放任何锁。</translation>
    </message>
</context>
<context>
    <name>lockstep::ValueLane</name>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>highest in this round: %1 a second</source>
        <translation>本轮最高：每秒 %1</translation>
    </message>
    <message>
        <source>%1 at the end</source>
        <comment>at most 3</comment>
        <translation>结束时%1</translation>
    </message>
</context>
<context>
    <name>lockstep::VariablesRow</name>
    <message>
        <source>Local variables</source>
        <translation>局部变量</translation>
    </message>
</context>
<context>
    <name>lockstep::VerdictHeader</name>
    <message>
        <source>Judging round %1…</source>
        <translation>正在判定第 %1 轮…</translation>
    </message>
    <message>
        <source>Running round %1…</source>
        <translation>正在运行第 %1 轮…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>verdict: sentence</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::VerdictWords</name>
    <message>
        <source>%1 operations</source>
        <translation>%1 次操作</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>%1 crashed</source>
        <translation>%1 个崩溃</translation>
    </message>
    <message numerus="yes">
        <source>%n round(s) violated</source>
        <translation>
            <numerusform>%n 轮违反</numerusform>
        </translation>
    </message>
    <message>
        <source>in round %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>at %1 in round %2</source>
        <translation>第 %2 轮 %1时</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Two holders %1</source>
        <translation>%1有两个持有者</translation>
    </message>
    <message>
        <source>Three holders %1</source>
        <translation>%1有三个持有者</translation>
    </message>
    <message>
        <source>%1 holders %2</source>
        <translation>%2有 %1 个持有者</translation>
    </message>
    <message>
        <source>Oversold by %1 %2</source>
        <translation>%2超卖 %1 件</translation>
    </message>
    <message>
        <source>%1 + %2 is %3 %5, not %4</source>
        <translation>%5 %1 + %2 为 %3，应为 %4</translation>
    </message>
    <message>
        <source>“%1” went back to %2 after %3 %4</source>
        <translation>%4“%1”从 %3 倒退到 %2</translation>
    </message>
    <message>
        <source>%1 operations/s</source>
        <translation>每秒 %1 次操作</translation>
    </message>
    <message>
        <source>exact order, values not exact: taken by chance, or too long</source>
        <translation>顺序精确，值不精确：随机取元素，或值过长</translation>
    </message>
    <message>
        <source>exact order</source>
        <translation>顺序精确</translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>violated in %1</source>
        <translation>%1 轮违反</translation>
    </message>
    <message>
        <source>possible in %1</source>
        <translation>%1 轮可能违反</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>held</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>violated</source>
        <translation>违反</translation>
    </message>
    <message>
        <source>possible</source>
        <translation>可能违反</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>mistake</source>
        <translation>有错误</translation>
    </message>
    <message>
        <source>%1 has no TTL %2: it stays for ever</source>
        <translation>%2 %1 没有 TTL：它会一直存在</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Violated in %1 of %2 rounds</source>
        <translation>%2 轮中有 %1 轮违反</translation>
    </message>
    <message>
        <source>Cannot be excluded: %1</source>
        <translation>不能排除：%1</translation>
    </message>
    <message>
        <source>Cannot be excluded in %1 of %2 rounds</source>
        <translation>%2 轮中有 %1 轮不能排除</translation>
    </message>
    <message>
        <source>Undecided: judging ended before all of it was looked at</source>
        <translation>未定：判定在看完全部内容之前就结束了</translation>
    </message>
    <message>
        <source>Undecided: cut off before it could be decided</source>
        <translation>未定：在能够判定之前已中断</translation>
    </message>
    <message>
        <source>Not checked: needs the exact order of execution</source>
        <translation>未检查：需要精确的执行顺序</translation>
    </message>
    <message>
        <source>The program has a mistake: %1</source>
        <translation>程序有错误：%1</translation>
    </message>
    <message>
        <source>Stopped before the first round was over</source>
        <translation>在第一轮结束之前已停止</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n check(s) of values not checked</source>
        <translation>
            <numerusform>%1；%n 项对值的检查未进行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n check(s) need the exact order</source>
        <translation>
            <numerusform>%1；%n 项检查需要精确顺序</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
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
        <source>since %1 in round %2</source>
        <translation>第 %2 轮 %1起</translation>
    </message>
    <message>
        <source>Oversold by %1, %2</source>
        <translation>%2超卖 %1 件</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>%1; too many states: only the end was looked at</source>
        <translation>%1；状态太多：只检查了结束时的情形</translation>
    </message>
    <message numerus="yes">
        <source>%1; too many states: only the end was looked at in %n round(s)</source>
        <translation>
            <numerusform>%1；状态太多：有 %n 轮只检查了结束时的情形</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) wait for ever</source>
        <translation>
            <numerusform>%n 个客户端永远在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) were still waiting when the round was cut off</source>
        <translation>
            <numerusform>本轮被截断时还有 %n 个客户端在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) had not finished when the round was cut off</source>
        <translation>
            <numerusform>本轮被截断时还有 %n 个客户端没有结束</numerusform>
        </translation>
    </message>
    <message>
        <source>order not exact: no MONITOR on a server of others</source>
        <translation>顺序不精确：在别人的服务器上不用 MONITOR</translation>
    </message>
    <message>
        <source>order not exact: a server is replaced by another</source>
        <translation>顺序不精确：有服务器被另一台接替</translation>
    </message>
    <message>
        <source>order not exact: it was not asked for</source>
        <translation>顺序不精确：没有要求</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <comment>held, but …</comment>
        <translation>%1，但是%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>outcome; note</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>在结束时</translation>
    </message>
    <message>
        <source>since step %1</source>
        <translation>从第 %1 步起</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>在第 %1 步</translation>
    </message>
    <message>
        <source>nobody entered “%1”, or anything else</source>
        <translation>没有客户端进入“%1”，也没有进入任何别的</translation>
    </message>
    <message>
        <source>nobody entered “%1”, only %2</source>
        <translation>没有客户端进入“%1”，只进入过 %2</translation>
    </message>
    <message>
        <source>there was no event “%1”, nor any other</source>
        <translation>没有事件“%1”，也没有任何别的事件</translation>
    </message>
    <message>
        <source>there was no event “%1”, only %2</source>
        <translation>没有事件“%1”，只有 %2</translation>
    </message>
    <message>
        <source>there was no event or count “%1”, nor any other</source>
        <translation>没有事件或计数“%1”，也没有任何别的</translation>
    </message>
    <message>
        <source>there was no event or count “%1”, only %2</source>
        <translation>没有事件或计数“%1”，只有 %2</translation>
    </message>
    <message>
        <source>nobody counted “%1”, or anything else</source>
        <translation>没有客户端计数“%1”，也没有计数任何别的</translation>
    </message>
    <message>
        <source>nobody counted “%1”, only %2</source>
        <translation>没有客户端计数“%1”，只计数过 %2</translation>
    </message>
    <message>
        <source>%1 (round %2)</source>
        <comment>who was left in a round, and in which</comment>
        <translation>%1（第 %2 轮）</translation>
    </message>
    <message>
        <source>Nothing was checked: the scenario has no checks</source>
        <translation>什么也没有检查：场景没有检查项</translation>
    </message>
    <message>
        <source>it was stopped before it was over</source>
        <translation>它在结束前被停止</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>two violations</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Held in all %1 rounds</source>
        <translation>%1 轮全部成立</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>从 %1 起</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>%1, later up to %2</source>
        <comment>two holders, later up to 3</comment>
        <translation>%1，之后最多 %2 个</translation>
    </message>
    <message>
        <source>%1 (%2), later up to %3</source>
        <comment>two holders (A and B), later up to 3</comment>
        <translation>%1（%2），之后最多 %3 个</translation>
    </message>
    <message>
        <source>“%1” reached %2 %4, expected at most %3</source>
        <translation>%4“%1”达到 %2，最多应为 %3</translation>
    </message>
    <message>
        <source>“%1” is %2 %4, expected at least %3</source>
        <translation>%4“%1”是 %2，至少应为 %3</translation>
    </message>
    <message>
        <source>%1 is %2 %4, expected at least %3</source>
        <translation>%4 %1 是 %2，至少应为 %3</translation>
    </message>
    <message>
        <source>%1 reached %2 %4, expected at most %3</source>
        <translation>%4 %1 达到 %2，最多应为 %3</translation>
    </message>
    <message>
        <source>%1 was deleted by another than its owner %2</source>
        <translation>%2 %1 被持有者以外的客户端删掉</translation>
    </message>
    <message>
        <source>%1 was renewed by another than its owner %2</source>
        <translation>%2 %1 被持有者以外的客户端续期</translation>
    </message>
    <message>
        <source>%1 deleted %2&apos;s %3 %4</source>
        <comment>A deleted B&apos;s lock at 12 ms</comment>
        <translation>%4 %1 删掉了 %2 的 %3</translation>
    </message>
    <message>
        <source>%1 renewed %2&apos;s %3 %4</source>
        <comment>A renewed B&apos;s lock at 12 ms</comment>
        <translation>%4 %1 给 %2 的 %3 续了期</translation>
    </message>
    <message>
        <source>%1 waits for ever</source>
        <translation>%1 永远等待</translation>
    </message>
    <message>
        <source>%1 wait for ever</source>
        <translation>%1 永远等待</translation>
    </message>
    <message>
        <source>%1 clients wait for ever</source>
        <translation>%1 个客户端永远等待</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <comment>B waits for ever for lock</comment>
        <translation>%1（等 %2）</translation>
    </message>
    <message>
        <source>%1 crashed while it held %2; %3</source>
        <comment>M crashed; 17 wait for ever</comment>
        <translation>%1 持有 %2 时崩溃；%3</translation>
    </message>
    <message>
        <source>%1 never gave %2 back; %3</source>
        <comment>M never did; 17 wait for ever</comment>
        <translation>%1 一直没有归还 %2；%3</translation>
    </message>
    <message>
        <source>%1 admitted within %2 (limit %3) %4</source>
        <translation>%4，%2内放行 %1 次（上限 %3）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>sentence, in round 3</comment>
        <translation>%2：%1</translation>
    </message>
    <message>
        <source>%1 is %2 %4, expected at most %3</source>
        <translation>%4 %1 为 %2，最多应为 %3</translation>
    </message>
    <message>
        <source>counted: %1</source>
        <translation>计过的有：%1</translation>
    </message>
    <message>
        <source>Nobody counted “%1”, expected at least %2</source>
        <translation>没有谁计过 “%1”，应至少为 %2</translation>
    </message>
    <message>
        <source>Nobody counted “%1” %3, expected at least %2</source>
        <comment>… in round 3, …</comment>
        <translation>%3没有谁计过 “%1”，应至少为 %2</translation>
    </message>
    <message>
        <source>Not checked: it is not known which values the keys had, because a script takes elements by chance (SPOP, XADD with *) or reaches other keys (SELECT, FLUSHALL), or the values are longer than 64 MiB together</source>
        <translation>未检查：无法得知键曾有过哪些值，因为有脚本随机取元素（SPOP、带 * 的 XADD）或触及其他键（SELECT、FLUSHALL），或值的总长超过 64 MiB</translation>
    </message>
    <message numerus="yes">
        <source>in %n round(s) await() ended although the value may have been the same all the time</source>
        <translation>
            <numerusform>在 %n 轮中 await() 结束了等待，尽管值可能一直没有变</numerusform>
        </translation>
    </message>
    <message>
        <source>Not checked: of a key with more than %1 elements only their number is compared</source>
        <translation>未检查：元素多于 %1 个的键，只比较元素的数量</translation>
    </message>
    <message>
        <source>What is not known exactly, as what is left of a TTL, may have been so in more combinations than were tried</source>
        <translation>无法确切得知的量（例如剩余的 TTL）可能的组合多于已尝试的组合</translation>
    </message>
    <message>
        <source>“%1” held something that is no number</source>
        <translation>“%1”保存过不是数字的内容</translation>
    </message>
    <message>
        <source>%1; not checked: %2</source>
        <comment>held; why something was not checked</comment>
        <translation>%1；未检查：%2</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>the server was lost</source>
        <translation>与服务器的连接丢失</translation>
    </message>
    <message>
        <source>the server was lost before it was over</source>
        <translation>它在结束前失去了服务器</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchCommand</name>
    <message>
        <source>There is no snapshot: the program was interrupted before it had seen all keys.</source>
        <translation>没有快照：程序在看完所有键之前被中断。</translation>
    </message>
    <message>
        <source>There is no snapshot: %1 did not answer again in time.</source>
        <translation>没有快照：%1 没有及时恢复应答。</translation>
    </message>
    <message>
        <source>There is no snapshot: without these commands nothing was found.</source>
        <translation>没有快照：缺少这些命令，什么也没有找到。</translation>
    </message>
    <message>
        <source>Permissions that were missing were given. What happened until now may not have been seen.</source>
        <translation>补上了缺少的权限。到此刻为止发生的事可能未被看到。</translation>
    </message>
    <message>
        <source>Demo shop</source>
        <translation>演示商店</translation>
    </message>
    <message>
        <source>Connected to %1 again. Changes since %2 were not seen.</source>
        <translation>已重新连接到 %1。自 %2 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>The computer was asleep or a clock was set. Changes since %1 were not seen.</source>
        <translation>计算机休眠过，或时钟被调整过。自 %1 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>Nothing came from %1 for seconds. Changes since %2 were not seen.</source>
        <translation>%1 数秒没有任何消息。自 %2 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>The replica %1 has lost its primary. Changes there since %2 are not seen.</source>
        <translation>副本 %1 与主节点失去联系。自 %2 以来那里的变化看不到。</translation>
    </message>
    <message>
        <source>Databases of %1 were swapped. Changes since %2 were not seen.</source>
        <translation>%1 的数据库被交换。自 %2 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>%1 took over the data of another server. Changes since %2 were not seen.</source>
        <translation>%1 接管了另一台服务器的数据。自 %2 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>Keyspace notifications were switched off on %1. Changes since %2 were not seen.</source>
        <translation>%1 上的键空间通知被关闭。自 %2 以来的变化未被看到。</translation>
    </message>
    <message>
        <source>--on-alert would do nothing: %1 has no alerts.</source>
        <translation>--on-alert 不会起任何作用：%1 中没有告警。</translation>
    </message>
    <message>
        <source>Metrics are at %1.</source>
        <translation>指标位于 %1。</translation>
    </message>
    <message>
        <source>Whoever reaches that address can read them: there is no password.</source>
        <translation>任何能访问该地址的人都能读取它们：没有密码。</translation>
    </message>
    <message>
        <source>--family, --filter, --sort and --top would do nothing: where standard output is no terminal, --metrics prints nothing without --follow.</source>
        <translation>--family、--filter、--sort 和 --top 不会起任何作用：标准输出不是终端且没有 --follow 时，--metrics 不输出任何内容。</translation>
    </message>
    <message>
        <source>The recording has ended; what was recorded until now can be read. The watch goes on.</source>
        <translation>录制已结束；此前录制的内容可以读取。观察仍在继续。</translation>
    </message>
    <message>
        <source>Nothing was recorded.</source>
        <translation>没有录制到任何内容。</translation>
    </message>
    <message>
        <source>Nothing was recorded. The watch goes on.</source>
        <translation>没有录制到任何内容。观察仍在继续。</translation>
    </message>
    <message>
        <source>The snapshot is incomplete: %1 did not answer in time.</source>
        <extracomment>%1: the addresses of nodes of a cluster</extracomment>
        <translation>快照不完整：%1 没有及时应答。</translation>
    </message>
    <message>
        <source>The snapshot is incomplete: %1 could not be reached.</source>
        <extracomment>%1: the addresses of nodes of a cluster</extracomment>
        <translation>快照不完整：无法连接 %1。</translation>
    </message>
    <message>
        <source>%1 is watched again.</source>
        <extracomment>%1: the address of a server that was away</extracomment>
        <translation>已恢复对 %1 的观察。</translation>
    </message>
    <message>
        <source>Recording %1 into %2.</source>
        <extracomment>%1: the address of a server, %2: a file</extracomment>
        <translation>正在将 %1 录制到 %2。</translation>
    </message>
    <message>
        <source>What %1 served is watched again.</source>
        <extracomment>%1: the address of a node of a cluster that was away, and may still be</extracomment>
        <translation>已恢复对 %1 所负责内容的观察。</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchPage</name>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <comment>a number of rows, and the column they are sorted by</comment>
        <translation>%1 项，按%2</translation>
    </message>
    <message>
        <source>No key matches the filter.</source>
        <translation>没有键符合筛选条件。</translation>
    </message>
    <message>
        <source>This user may not list keys, so none can be found.</source>
        <translation>此用户无权列出键，因此找不到任何键。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>No counters seen on this server.</source>
        <translation>此服务器上没有见到计数器。</translation>
    </message>
    <message>
        <source>No rate limits seen on this server.</source>
        <translation>此服务器上没有见到限流。</translation>
    </message>
    <message>
        <source>%1 · sorting…</source>
        <translation>%1 · 正在排序…</translation>
    </message>
    <message>
        <source>%1 · order held</source>
        <translation>%1 · 顺序已固定</translation>
    </message>
    <message>
        <source>This server does not know the command SCAN, so no keys can be found.</source>
        <translation>此服务器不认识 SCAN 命令，因此找不到任何键。</translation>
    </message>
    <message>
        <source>Nothing is known at the moment.</source>
        <translation>目前无从得知。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>%n new problems</source>
        <translation>
            <numerusform>%n 个新问题</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <comment>how many rows a table has</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <comment>a number of rows</comment>
        <translation>目前 %1</translation>
    </message>
    <message>
        <source>No key matches the filter so far.</source>
        <translation>目前没有键符合筛选条件。</translation>
    </message>
    <message>
        <source>What there was at this moment is not known.</source>
        <translation>不知道此刻有什么。</translation>
    </message>
    <message>
        <source>There were none at this moment.</source>
        <translation>此刻一个也没有。</translation>
    </message>
    <message>
        <source>At this moment not all keys had been looked at: there may have been some.</source>
        <translation>此刻还没有看完所有的键：可能有一些。</translation>
    </message>
    <message>
        <source>There are no counters at the moment.</source>
        <translation>目前没有计数器。</translation>
    </message>
    <message>
        <source>There are no rate limits at the moment.</source>
        <translation>目前没有限流。</translation>
    </message>
    <message>
        <source>One that is taken appears here within about %1 s.</source>
        <translation>一旦有锁被获取，大约 %1 秒内会显示在这里。</translation>
    </message>
    <message>
        <source>One that is taken appears here at once.</source>
        <translation>一旦有锁被获取，会立刻显示在这里。</translation>
    </message>
    <message>
        <source>There are no locks at the moment.</source>
        <translation>目前没有锁。</translation>
    </message>
    <message>
        <source>No locks seen on this server.</source>
        <translation>此服务器上没有见到锁。</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchPageParts</name>
    <message>
        <source>%1 is not there now</source>
        <translation>%1 现在不存在</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchWindow</name>
    <message>
        <source>Demo shop</source>
        <translation>演示商店</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>The demo shop&apos;s private server has ended. The shop can be opened again on a new one; what you see now is lost then.</source>
        <translation>演示商店的私有服务器已结束。可以在新的服务器上重新打开；现在看到的内容届时会消失。</translation>
    </message>
</context>
<context>
    <name>lockstep::WindowCommand</name>
    <message>
        <source>Another window could not be started.</source>
        <translation>无法启动另一个窗口。</translation>
    </message>
</context>
<context>
    <name>lockstep::WindowExport</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export the journal</source>
        <translation>导出日志</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
</context>
<context>
    <name>lockstep::WindowRecording</name>
    <message>
        <source>Recorded into %1.</source>
        <translation>已录制到 %1。</translation>
    </message>
    <message>
        <source>Record into</source>
        <translation>录制到</translation>
    </message>
    <message>
        <source>Recordings (*.lockstep)</source>
        <translation>录制文件 (*.lockstep)</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <comment>a size, a time of day</comment>
        <translation>%1，自 %2 起</translation>
    </message>
    <message>
        <source>Recording into %1 since %2, %3 so far. A click ends it.</source>
        <translation>自 %2 起录制到 %1，目前 %3。单击即可结束。</translation>
    </message>
    <message>
        <source>Nothing is being recorded; the watch goes on. %1</source>
        <translation>目前没有录制；仍在继续观察。%1</translation>
    </message>
    <message>
        <source>The rest of the recording is being written into %1.</source>
        <translation>正在把录制的剩余部分写入 %1。</translation>
    </message>
</context>
<context>
    <name>lockstep::Words</name>
    <message>
        <source>This address cannot be used:</source>
        <translation>此地址无法使用：</translation>
    </message>
    <message>
        <source>Neither redis-server nor valkey-server was found on this machine, so no private server can be started. Install the package redis-server, or connect to a server of your own.</source>
        <translation>本机上既没有 redis-server 也没有 valkey-server，因此无法启动私有服务器。请安装软件包 redis-server，或连接到您自己的服务器。</translation>
    </message>
    <message>
        <source>The private server did not start.</source>
        <translation>私有服务器未能启动。</translation>
    </message>
    <message>
        <source>The host name in %1 is not known to this machine. Check its spelling, or use an IP address.</source>
        <translation>本机无法解析 %1 中的主机名。请检查拼写，或改用 IP 地址。</translation>
    </message>
    <message>
        <source>%1 did not answer in time while connecting. A firewall may drop the packets, or the server is stopped or very busy.</source>
        <translation>连接时 %1 未及时应答。防火墙可能丢弃了数据包，或者服务器已停止或非常繁忙。</translation>
    </message>
    <message>
        <source>%1 is connected but did not answer in time. It may be paused or busy with a long command.</source>
        <translation>%1 已连接，但未及时应答。它可能被暂停，或正忙于执行耗时的命令。</translation>
    </message>
    <message>
        <source>The connection to %1 was closed by the other side or by the network.</source>
        <translation>与 %1 的连接被对方或网络关闭。</translation>
    </message>
    <message>
        <source>There is no connection to %1 at the moment; nothing was sent.</source>
        <translation>目前与 %1 没有连接；什么也没有发送。</translation>
    </message>
    <message>
        <source>The connection to %1 was closed here, before a reply came.</source>
        <translation>在收到应答之前，本程序关闭了与 %1 的连接。</translation>
    </message>
    <message>
        <source>%1 does not speak TLS on this port. Use redis:// instead of rediss://, or the server&apos;s TLS port.</source>
        <translation>%1 在此端口不使用 TLS。请用 redis:// 代替 rediss://，或改用服务器的 TLS 端口。</translation>
    </message>
    <message>
        <source>%1 expects TLS on this port. Use rediss:// instead of redis://.</source>
        <translation>%1 在此端口要求 TLS。请用 rediss:// 代替 redis://。</translation>
    </message>
    <message>
        <source>The certificate of %1 was issued for another name. Connect by the name in the certificate, or give that name as the TLS server name.</source>
        <translation>%1 的证书是为另一个名称签发的。请用证书中的名称连接，或将该名称填为 TLS 服务器名称。</translation>
    </message>
    <message>
        <source>The certificate of %1 has expired or is not valid yet. Renew it, or check the clocks of both machines.</source>
        <translation>%1 的证书已过期或尚未生效。请更新证书，或检查两台机器的时钟。</translation>
    </message>
    <message>
        <source>The certificate of %1 was issued by an authority that is not trusted here. Name the authority&apos;s file (CA) for this connection.</source>
        <translation>%1 的证书由本机不信任的机构签发。请为此连接指定该机构的证书文件 (CA)。</translation>
    </message>
    <message>
        <source>No secure connection to %1 could be agreed on. The server may ask for a client certificate.</source>
        <translation>未能与 %1 协商出安全连接。服务器可能要求客户端证书。</translation>
    </message>
    <message>
        <source>What %1 sends is not Redis&apos; protocol. Another program may listen on this port.</source>
        <translation>%1 发来的不是 Redis 协议。此端口上可能是其他程序。</translation>
    </message>
    <message>
        <source>%1 sent a reply that is larger than what is accepted here, so the connection was closed.</source>
        <translation>%1 发来的应答超过了可接受的大小，因此连接已关闭。</translation>
    </message>
    <message>
        <source>The user lacks a permission on %1. An administrator can add it by ACL SETUSER.</source>
        <translation>该用户在 %1 上缺少某项权限。管理员可用 ACL SETUSER 添加。</translation>
    </message>
    <message>
        <source>%1 is in protected mode and only talks to programs on its own machine. Connect from there, or set a password on the server.</source>
        <translation>%1 处于保护模式，只与本机程序通信。请从那台机器连接，或在服务器上设置密码。</translation>
    </message>
    <message>
        <source>%1 has as many clients as it allows. Close some of them or raise maxclients on the server.</source>
        <translation>%1 的客户端数已达上限。请关闭一些客户端，或在服务器上调高 maxclients。</translation>
    </message>
    <message>
        <source>%1 is still loading its data. It will answer when it has finished; nothing needs to be done.</source>
        <translation>%1 仍在加载数据。完成后便会应答，无需任何操作。</translation>
    </message>
    <message>
        <source>%1 is a read-only replica. Connect to the primary to write.</source>
        <translation>%1 是只读从节点。如需写入，请连接到主节点。</translation>
    </message>
    <message>
        <source>%1 has reached its memory limit and refuses commands that need more. Free memory or raise maxmemory.</source>
        <translation>%1 已达内存上限，拒绝需要更多内存的命令。请释放内存或调高 maxmemory。</translation>
    </message>
    <message>
        <source>%1 is busy with a script that does not end. It answers again when the script ends or is stopped by SCRIPT KILL.</source>
        <translation>%1 正忙于一个没有结束的脚本。脚本结束或被 SCRIPT KILL 停止后，它会恢复应答。</translation>
    </message>
    <message>
        <source>%1 cannot save its data to disk and therefore refuses commands. Its log names the cause.</source>
        <translation>%1 无法将数据保存到磁盘，因此拒绝命令。其日志中写有原因。</translation>
    </message>
    <message>
        <source>A key on %1 holds another type of value than expected.</source>
        <translation>%1 上某个键的值类型与预期不同。</translation>
    </message>
    <message>
        <source>%1 does not know the script any more; it was restarted or its scripts were flushed.</source>
        <translation>%1 已不再认识该脚本；它可能重启过，或脚本被清空。</translation>
    </message>
    <message>
        <source>The key lives on another node of the cluster than %1. Connect to that node.</source>
        <translation>该键不在 %1，而在集群的另一个节点上。请连接到那个节点。</translation>
    </message>
    <message>
        <source>The key is just being moved from %1 to another node of the cluster. Try again in a moment.</source>
        <translation>该键正从 %1 迁移到集群的另一个节点。请稍后重试。</translation>
    </message>
    <message>
        <source>Keys on %1 are being moved between the cluster&apos;s nodes. Try again when that is done.</source>
        <translation>%1 上的键正在集群节点之间迁移。请在完成后重试。</translation>
    </message>
    <message>
        <source>The keys of one command live in different slots of the cluster at %1. Give them the same {tag} in their names.</source>
        <translation>同一命令的键位于 %1 集群的不同槽。请在键名中使用相同的 {tag}。</translation>
    </message>
    <message>
        <source>The cluster of %1 is down: some slots have no node, or the nodes do not agree.</source>
        <translation>%1 所在的集群不可用：部分槽没有节点，或节点之间意见不一。</translation>
    </message>
    <message>
        <source>%1 dropped a transaction because one of its commands was not accepted. Nothing of it was done.</source>
        <translation>%1 放弃了一个事务，因为其中某条命令未被接受。该事务没有执行任何操作。</translation>
    </message>
    <message>
        <source>%1 does not know a command that is needed here. It may be an older version, or a proxy that forwards only some commands.</source>
        <translation>%1 不认识所需的某条命令。它可能是较旧的版本，或是只转发部分命令的代理。</translation>
    </message>
    <message>
        <source>%1 answered with an error.</source>
        <translation>%1 以错误应答。</translation>
    </message>
    <message>
        <source>This program only reads, and the command is not on its list of harmless ones. It was not sent to %1.</source>
        <translation>本程序只读，而该命令不在其无害命令清单上，因此没有发送给 %1。</translation>
    </message>
    <message>
        <source>%1 is marked as production: the lab never plays there. It can play on servers of its own.</source>
        <translation>%1 已标记为生产环境：实验室不会在那里运行。它可以在自己的服务器上运行。</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>An introduction, and what follows it</extracomment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>no reason is known</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>%1 (“%2”)</source>
        <extracomment>A sentence, and the server&apos;s own words</extracomment>
        <translation>%1（“%2”）</translation>
    </message>
    <message>
        <source>%1 The command may have been executed; it is not repeated.</source>
        <translation>%1该命令可能已经执行，不会重复发送。</translation>
    </message>
    <message>
        <source>Nothing accepts connections at %1. The server may be stopped, or listen somewhere else.</source>
        <translation>%1 处没有程序接受连接。服务器可能已停止，或在别处监听。</translation>
    </message>
    <message>
        <source>There is no socket file at %1. The server may be stopped, or have its socket elsewhere: its setting unixsocket says where.</source>
        <translation>%1 处没有套接字文件。服务器可能已停止，或其套接字在别处：由其 unixsocket 设置指定。</translation>
    </message>
    <message>
        <source>The socket file at %1 may not be opened by this user of the machine. Its permissions (the server&apos;s setting unixsocketperm) or those of a folder above it do not allow it.</source>
        <translation>本机的这个用户不得打开 %1 处的套接字文件。其权限（服务器的 unixsocketperm 设置）或上级文件夹的权限不允许。</translation>
    </message>
    <message>
        <source>%1 has no database with this number. Without a setting of its own (databases) a server has 0 to 15, a cluster only 0.</source>
        <translation>%1 没有此编号的数据库。若未另行设置（databases），服务器有 0 到 15 号，集群只有 0 号。</translation>
    </message>
    <message>
        <source>%1 requires a password.</source>
        <translation>%1 需要密码。</translation>
    </message>
    <message>
        <source>%1: wrong user name or password, or the user is disabled.</source>
        <translation>%1：用户名或密码错误，或该用户已停用。</translation>
    </message>
    <message>
        <source>A password was given, but none is set on %1. Connect without one.</source>
        <translation>提供了密码，但 %1 没有设置密码。请不带密码连接。</translation>
    </message>
    <message>
        <source>Cannot read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>There is no route to %1. The network may be down, or the host may be in another one.</source>
        <translation>无法到达 %1。网络可能已断开，或者该主机在另一个网络中。</translation>
    </message>
    <message>
        <source>The file at %1 is not a socket. The server&apos;s setting unixsocket names the right one.</source>
        <translation>%1 处的文件不是套接字。服务器的 unixsocket 设置给出了正确的文件。</translation>
    </message>
    <message>
        <source>The input is not valid.</source>
        <translation>输入无效。</translation>
    </message>
    <message>
        <source>None of the Sentinels of %1 says where the primary is. Check their addresses (the usual port is 26379), and whether they want a password of their own (sentinel-password).</source>
        <translation>%1 的 Sentinel 都没有说出主节点在哪里。请检查它们的地址（常用端口是 26379），以及它们是否另有密码（sentinel-password）。</translation>
    </message>
    <message>
        <source>The Sentinels of %1 know no primary of this name. SENTINEL MASTERS, asked of one of them, lists the names.</source>
        <translation>%1 的 Sentinel 不认识叫这个名字的主节点。向其中一个发送 SENTINEL MASTERS 可列出所有名字。</translation>
    </message>
    <message>
        <source>The server that the Sentinels of %1 name is a replica at the moment. A failover may be under way; it is tried again.</source>
        <translation>%1 的 Sentinel 所指的服务器目前是从节点。可能正在故障转移；会再次尝试。</translation>
    </message>
    <message>
        <source>The server that the Sentinels of %1 name cannot be reached from here. It may be stopped. If only the servers know this address (Docker, NAT), say where it is reached from here: --map HOST:PORT=HOST:PORT, or map= in the address.</source>
        <translation>无法从这里到达 %1 的 Sentinel 所指的服务器。它可能已停止。如果这个地址只有服务器之间才认识（Docker、NAT），请说明从这里如何到达它：--map HOST:PORT=HOST:PORT，或在地址中写 map=。</translation>
    </message>
    <message>
        <source>%1 is a replica without a connection to its primary. If it answers, then with old data. Wait, or connect to the primary.</source>
        <translation>%1 是没有与主节点建立连接的从节点。即使它应答，数据也是旧的。请等待，或连接到主节点。</translation>
    </message>
    <message>
        <source>None of the nodes in %1 can be reached. Their addresses may be wrong, or all of them are stopped.</source>
        <translation>%1 中的节点都无法到达。可能地址有误，或者它们都已停止。</translation>
    </message>
    <message>
        <source>A node of the cluster cannot be reached from here. It may be stopped. If only the nodes know its address (Docker, NAT), say where it is reached from here: --map HOST:PORT=HOST:PORT, or map= in the address, which then begins with redis+cluster://.</source>
        <translation>从这里无法到达集群的一个节点。它可能已停止。如果只有节点之间知道这个地址（Docker、NAT），请说明从这里如何到达它：--map HOST:PORT=HOST:PORT，或者地址中的 map=，这时地址以 redis+cluster:// 开头。</translation>
    </message>
    <message>
        <source>A server that %1 names is no node of a cluster: cluster mode is switched off there. The address of a single server begins with redis://.</source>
        <translation>%1 中的一个服务器不是集群的节点：它没有启用集群模式。单个服务器的地址以 redis:// 开头。</translation>
    </message>
    <message>
        <source>The Sentinels of %1 name another primary, which is followed.</source>
        <translation>%1 的 Sentinel 报告了另一个主节点，现在改为跟随它。</translation>
    </message>
    <message>
        <source>%1 is a Sentinel, which has no keys. The address redis-sentinel://HOST:PORT?master=NAME leads to the primary of a group; SENTINEL MASTERS, asked of it, lists the names.</source>
        <translation>%1 是一个没有键的 Sentinel。地址 redis-sentinel://HOST:PORT?master=NAME 通向一组的主节点；向它发送 SENTINEL MASTERS 可列出各组的名称。</translation>
    </message>
</context>
<context>
    <name>lockstep::wording</name>
    <message>
        <source>en</source>
        <extracomment>Not a word: the code of the language into which these words are translated, as in the name of this file</extracomment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 d %2 h %3 m</source>
        <translation>%1 天 %2 时 %3 分</translation>
    </message>
    <message>
        <source>%1 h %2 m %3 s</source>
        <translation>%1 时 %2 分 %3 秒</translation>
    </message>
    <message>
        <source>%1 m %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 时</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 时 %2 分</translation>
    </message>
    <message>
        <source>&lt; 0.01 %</source>
        <translation>&lt; 0.01 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held</source>
        <translation>持有中</translation>
    </message>
    <message>
        <source>expiring</source>
        <translation>即将到期</translation>
    </message>
    <message>
        <source>immortal</source>
        <translation>永不过期</translation>
    </message>
    <message>
        <source>orphan?</source>
        <translation>疑似孤儿锁</translation>
    </message>
    <message>
        <source>open</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>exhausted</source>
        <translation>已耗尽</translation>
    </message>
    <message>
        <source>not watching</source>
        <translation>未观察</translation>
    </message>
    <message>
        <source>push</source>
        <translation>推送</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>polling</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Rate limits</source>
        <translation>限流</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 纳秒</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>network address (MAC) %1</source>
        <translation>网络地址（MAC）%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 and at least %n more</source>
        <comment>holders of a semaphore</comment>
        <translation>
            <numerusform>%1 及另外至少 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>holders of a semaphore</comment>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
</TS>
