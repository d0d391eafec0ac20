<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>LocksDelegate</name>
    <message>
        <source>possible</source>
        <translation>可能</translation>
    </message>
</context>
<context>
    <name>lockstep::Arguments</name>
    <message>
        <source>%1 takes a number of seconds, not “%2”.</source>
        <translation>%1 需要秒数，而不是“%2”。</translation>
    </message>
    <message>
        <source>TLS options need --uri rediss://… before them.</source>
        <translation>TLS 选项之前需要 --uri rediss://…。</translation>
    </message>
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
        <source>“%1” is one word too many.</source>
        <translation>多出一个词“%1”。</translation>
    </message>
    <message>
        <source>shot takes one page: watch or server.</source>
        <translation>shot 需要一个页面：watch 或 server。</translation>
    </message>
    <message>
        <source>watch takes one of --once and --follow.</source>
        <translation>watch 需要 --once 与 --follow 之一。</translation>
    </message>
    <message>
        <source>watch prints JSON: add --json.</source>
        <translation>watch 输出 JSON：请加上 --json。</translation>
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
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>--password-file needs --uri.</source>
        <translation>--password-file 需要 --uri。</translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation>%1 的密码：</translation>
    </message>
    <message>
        <source>Put a password in place of &lt;password&gt;, then send this line to the server. Before Redis 7 write ~* instead of %R~*.</source>
        <translation>请将 &lt;password&gt; 换成密码，然后把这一行发给服务器。Redis 7 之前请用 ~* 代替 %R~*。</translation>
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
        <source>its key, PEM</source>
        <translation>该证书的私钥，PEM</translation>
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
        <source>watch only keys that begin with it</source>
        <translation>只观察以此开头的键</translation>
    </message>
    <message>
        <source>your own rules on top of the known key formats</source>
        <translation>在已知键格式之上加入您自己的规则</translation>
    </message>
    <message>
        <source>language of what is said, en or zh_CN</source>
        <translation>输出信息的语言，en 或 zh_CN</translation>
    </message>
    <message>
        <source>light or dark</source>
        <translation>light（浅色）或 dark（深色）</translation>
    </message>
    <message>
        <source>one snapshot</source>
        <translation>一份快照</translation>
    </message>
    <message>
        <source>the journal, a line an event, until Ctrl-C</source>
        <translation>日志，每个事件一行，直到 Ctrl-C</translation>
    </message>
    <message>
        <source>with --follow: stop after that long</source>
        <translation>与 --follow 合用：到此时长后停止</translation>
    </message>
    <message>
        <source>as JSON (the only format, required)</source>
        <translation>以 JSON 输出（唯一的格式，必须给出）</translation>
    </message>
    <message>
        <source>the picture: .png, .svg or .pdf</source>
        <translation>图片：.png、.svg 或 .pdf</translation>
    </message>
    <message>
        <source>size of the window, 1280x720 without it</source>
        <translation>窗口大小，不给则为 1280x720</translation>
    </message>
    <message>
        <source>pixels for each unit of the size, 1 without it</source>
        <translation>大小的每个单位对应的像素数，不给则为 1</translation>
    </message>
    <message>
        <source>watch that long before the picture, 8 without it</source>
        <translation>出图前观察多久，不给则为 8</translation>
    </message>
    <message>
        <source>name of the user, lockstep without it</source>
        <translation>用户名，不给则为 lockstep</translation>
    </message>
    <message>
        <source>“%1” is no option here. See lockstep --help.</source>
        <translation>此处没有“%1”这个选项。请参阅 lockstep --help。</translation>
    </message>
    <message>
        <source>An option lacks its value, or takes none (“%1”). See lockstep --help.</source>
        <translation>某个选项缺少值，或者不接受值（“%1”）。请参阅 lockstep --help。</translation>
    </message>
    <message>
        <source>there is no display for a window. Without one use: lockstep watch, lockstep shot; see --help.</source>
        <translation>没有可用于窗口的显示器。没有显示器时请使用 lockstep watch、lockstep shot；参阅 --help。</translation>
    </message>
    <message>
        <source>unlock needs --uri.</source>
        <translation>unlock 需要 --uri。</translation>
    </message>
    <message>
        <source>unlock needs one --key and one --token, each as text or in base64, as “key” and “holder” stand in lockstep watch --once --json.</source>
        <translation>unlock 需要一个 --key 和一个 --token，可用文本或 base64 给出，即 lockstep watch --once --json 中的 “key” 和 “holder”。</translation>
    </message>
    <message>
        <source>“%1” is no command. Possible: watch, shot, acl, unlock, or none for the window; see --help.</source>
        <translation>“%1” 不是命令。可用：watch、shot、acl、unlock，或不写命令以打开窗口；见 --help。</translation>
    </message>
    <message>
        <source>“%1” is not base64.</source>
        <translation>“%1” 不是 base64。</translation>
    </message>
    <message>
        <source>the client certificate&apos;s key, PEM</source>
        <translation>客户端证书的私钥，PEM</translation>
    </message>
    <message>
        <source>locks may be released from the window, each after a question</source>
        <translation>允许在窗口中释放锁，每次都先询问</translation>
    </message>
    <message>
        <source>the lock</source>
        <translation>锁的键</translation>
    </message>
    <message>
        <source>the same, where the key is no text</source>
        <translation>同上，用于键不是文本时</translation>
    </message>
    <message>
        <source>its holder, as watch prints it</source>
        <translation>持有者，如 watch 所输出</translation>
    </message>
    <message>
        <source>the same, where the token is no text</source>
        <translation>同上，用于令牌不是文本时</translation>
    </message>
    <message>
        <source>release it without a question</source>
        <translation>不询问，直接释放</translation>
    </message>
    <message>
        <source>Lockstep watches what Redis coordinates: counters, rate limits and locks of a live server, by reading alone.

  lockstep [options]                              the window, on a sandbox with a demo shop
  lockstep --uri URI [options]                    the window, on that server
  lockstep watch --uri URI --once --json          one snapshot
  lockstep watch --uri URI --follow --json        what happens, a line an event
  lockstep shot watch|server -o FILE [options]    a picture, without a display
  lockstep acl                                    the minimal user for watching
  lockstep unlock --uri URI --key KEY --token T   release a lock by hand, the one command that writes
  lockstep --help, --version

Without --uri, watch and shot look at a sandbox with the demo shop too.
Exit status: 0 done, 1 what was asked for failed, 2 wrong usage.

Options
</source>
        <translation>Lockstep 观察 Redis 协调的内容：在线服务器上的计数器、限流与锁，只靠读取。

  lockstep [options]                              打开窗口，使用带演示商店的沙箱
  lockstep --uri URI [options]                    打开窗口，观察该服务器
  lockstep watch --uri URI --once --json          一份快照
  lockstep watch --uri URI --follow --json        发生的事件，每行一个
  lockstep shot watch|server -o FILE [options]    无需显示器的图片
  lockstep acl                                    观察所需的最小权限用户
  lockstep unlock --uri URI --key KEY --token T   手动释放一个锁，唯一会写入的命令
  lockstep --help, --version

不带 --uri 时，watch 与 shot 也使用带演示商店的沙箱。
退出状态：0 完成，1 所求之事失败，2 用法错误。

选项
</translation>
    </message>
    <message>
        <source>--size takes WIDTHxHEIGHT between 960x600 and 10000x10000, not “%1”.</source>
        <translation>--size 需要 宽x高，介于 960x600 与 10000x10000 之间，而不是“%1”。</translation>
    </message>
    <message>
        <source>redis://, rediss:// or unix:// address; without it a private sandbox, but for unlock</source>
        <translation>redis://、rediss:// 或 unix:// 地址；不带时使用私有沙箱（unlock 除外）</translation>
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
    <name>lockstep::BucketsModel</name>
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
        <source>Turns in</source>
        <translation>重置倒计时</translation>
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
        <source>Used/limit</source>
        <translation>已用/上限</translation>
    </message>
</context>
<context>
    <name>lockstep::ConnectDialog</name>
    <message>
        <source>Watch a server</source>
        <translation>观察服务器</translation>
    </message>
    <message>
        <source>For example redis://shop.example:6379/0, rediss://reader@cache.example:6380 (TLS), unix:///run/redis/redis.sock?db=1</source>
        <translation>例如 redis://shop.example:6379/0、rediss://reader@cache.example:6380（TLS）、unix:///run/redis/redis.sock?db=1</translation>
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
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
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
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>…</source>
        <comment>choose a file</comment>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
    <message>
        <source>only read</source>
        <translation>只读取</translation>
    </message>
    <message>
        <source>read, and release locks after a question</source>
        <translation>读取，并可在询问后释放锁</translation>
    </message>
    <message>
        <source>only read, always: it is production</source>
        <translation>始终只读：这是生产环境</translation>
    </message>
    <message>
        <source>&amp;Here I</source>
        <translation>权限(&amp;H)</translation>
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
</context>
<context>
    <name>lockstep::DetailsDialog</name>
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
        <source>This key is gone. What follows is what was known last.</source>
        <translation>此键已消失。以下是最后一次得知的内容。</translation>
    </message>
    <message>
        <source>%1 (%2 ms)</source>
        <extracomment>a duration to be read, and the same in milliseconds</extracomment>
        <translation>%1（%2 毫秒）</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未给出</translation>
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
        <source>Recognised</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>certainly</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>possibly: the signs are weak</source>
        <translation>可能：依据较弱</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
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
        <source>Turns at</source>
        <translation>重置时刻</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次见到</translation>
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
        <source>Since, says the token</source>
        <translation>令牌所记起始时间</translation>
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
        <translation>最长租约</translation>
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
</context>
<context>
    <name>lockstep::HistoryCanvas</name>
    <message>
        <source>Select a row to see its history.</source>
        <translation>选择一行即可查看其历史。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 秒</translation>
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
        <source>▲ renewed · holder %1</source>
        <translation>▲ 续期 · 持有者 %1</translation>
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
        <source>Wheel: zoom · drag: back in time · double click: the last minute</source>
        <translation>滚轮：缩放 · 拖动：回看 · 双击：最近一分钟</translation>
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
        <source>%1 — time left, %2</source>
        <translation>%1 — 剩余时间，%2</translation>
    </message>
    <message>
        <source>%1 — used, %2</source>
        <translation>%1 — 已用，%2</translation>
    </message>
    <message>
        <source>%1 — value, %2</source>
        <translation>%1 — 值，%2</translation>
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
</context>
<context>
    <name>lockstep::Journal</name>
    <message>
        <source>somebody</source>
        <translation>某个客户端</translation>
    </message>
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
        <source>found, held by %1</source>
        <translation>发现，由 %1 持有</translation>
    </message>
    <message>
        <source>found</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>● acquired by %1</source>
        <translation>● 由 %1 获取</translation>
    </message>
    <message>
        <source>● acquired by %1 for %2</source>
        <translation>● 由 %1 获取，租期 %2</translation>
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
        <source>gone, it had no TTL</source>
        <translation>已消失，此前没有 TTL</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>connection lost: what happened until now was not seen</source>
        <translation>连接中断：到此刻为止发生的事没有看到</translation>
    </message>
    <message>
        <source>found</source>
        <comment>kind of entry</comment>
        <translation>发现</translation>
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
        <translation>已释放</translation>
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
        <translation>已消失</translation>
    </message>
    <message>
        <source>not seen</source>
        <comment>kind of entry</comment>
        <translation>未看到</translation>
    </message>
    <message>
        <source>released, was held by %1</source>
        <translation>已释放，原持有者 %1</translation>
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
        <source>All events</source>
        <translation>所有事件</translation>
    </message>
    <message>
        <source>Only: %1</source>
        <translation>仅限：%1</translation>
    </message>
    <message>
        <source>last %1 of %2</source>
        <translation>最近 %1 条，共 %2 条</translation>
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
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
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
        <translation>%1 可能</translation>
    </message>
    <message numerus="yes">
        <source> · %n wait</source>
        <translation>
            <numerusform> · %n 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>It never expires: only its holder, or a person, can end it.</source>
        <translation>永不过期：只有持有者或人工操作才能结束它。</translation>
    </message>
    <message>
        <source>%1 ms; longest lease %2 ms</source>
        <translation>%1 毫秒；最长租约 %2 毫秒</translation>
    </message>
    <message>
        <source>%1 ms, since this holder was first seen or what its token says</source>
        <translation>%1 毫秒，自首次见到该持有者，或按其令牌所记时间</translation>
    </message>
    <message numerus="yes">
        <source>renewed %n times</source>
        <translation>
            <numerusform>已续期 %n 次</numerusform>
        </translation>
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
        <source>Filter keys</source>
        <translation>筛选键</translation>
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
        <source>Table as CSV…</source>
        <translation>表格导出为 CSV…</translation>
    </message>
    <message>
        <source>Snapshot as JSON…</source>
        <translation>快照导出为 JSON…</translation>
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
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
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
        <source>As the system</source>
        <translation>跟随系统</translation>
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
        <source>%1 at worst</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1 at worst, %2 in the middle</source>
        <translation>最多 %1，中位数 %2</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica: what it shows may be late</source>
        <translation>副本：显示的内容可能滞后</translation>
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
        <source>Server&apos;s facts</source>
        <translation>服务器信息</translation>
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
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Inventory</source>
        <translation>清点</translation>
    </message>
    <message>
        <source>running, %1 keys so far</source>
        <translation>进行中，目前 %1 个键</translation>
    </message>
    <message>
        <source>%1 keys of %2 counters, limits and locks</source>
        <translation>%1 个键，属于 %2 个计数器、限流与锁</translation>
    </message>
    <message>
        <source>Age of what is shown</source>
        <translation>所示内容的滞后</translation>
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
        <source>%1: new keys there are found by the inventory only, because their announcements would cost too much.</source>
        <translation>%1：那里的新键只能靠清点发现，因为接收其通知的开销太大。</translation>
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
        <source>Server busy with us</source>
        <translation>服务器为本程序忙碌</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>Expiry announced late</source>
        <translation>过期通知迟到</translation>
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
        <source>not known</source>
        <translation>未知</translation>
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
        <source>Own cost and lateness</source>
        <translation>自身开销与延迟</translation>
    </message>
    <message>
        <source>Round trip, last 5 minutes</source>
        <translation>往返时间，最近 5 分钟</translation>
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
        <source>complete, %1 keys at its time</source>
        <translation>已完成，当时有 %1 个键</translation>
    </message>
    <message>
        <source>Watched now</source>
        <translation>现在观察</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
    <message numerus="yes">
        <source>%n keys are left alone, because to read them would cost too much.</source>
        <translation>
            <numerusform>有 %n 个键不去读取，因为读取代价太大。</numerusform>
        </translation>
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
        <source>server busy with us %1</source>
        <translation>服务器为本程序忙碌 %1</translation>
    </message>
    <message>
        <source>announced expiry %1 late at worst</source>
        <translation>过期通知最多迟到 %1</translation>
    </message>
    <message>
        <source>The server announces an expiry when it deletes the key, not at the deadline. Keys that are watched are read at their deadline, which makes them vanish earlier for everybody.</source>
        <translation>服务器在删除键时才通知过期，而不是在到期时刻。被观察的键会在到期时被读取，因此对所有人来说都会更早消失。</translation>
    </message>
    <message>
        <source>%1 keys at the last count, %2 watched now</source>
        <translation>上次清点 %1 个键，现观察 %2 个</translation>
    </message>
    <message>
        <source>%1 keys watched</source>
        <translation>正在观察 %1 个键</translation>
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
        <source>Client tracking, the better way, is not permitted to this user.</source>
        <translation>更好的方式是客户端跟踪，但此用户没有该权限。</translation>
    </message>
    <message>
        <source>Client tracking, the better way, needs the permission to subscribe.</source>
        <translation>更好的方式是客户端跟踪，但它需要订阅权限。</translation>
    </message>
    <message>
        <source>Client tracking, the better way, is not known to this server. It came with version 6, and a proxy may hide it.</source>
        <translation>更好的方式是客户端跟踪，但此服务器不支持。该功能自版本 6 起提供，也可能被代理屏蔽。</translation>
    </message>
    <message>
        <source>Keys cannot be listed, so nothing is found.</source>
        <translation>无法列出键，因此什么都找不到。</translation>
    </message>
    <message>
        <source>There are no countdowns, and locks that never expire are not noticed.</source>
        <translation>没有倒计时，也无法发现永不过期的锁。</translation>
    </message>
    <message>
        <source>Changes are learned of in a slower way.</source>
        <translation>只能用较慢的方式得知变更。</translation>
    </message>
    <message>
        <source>Only keys with a library&apos;s typical name are recognised.</source>
        <translation>只能识别名称具有某个库特征的键。</translation>
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
        <source>The server&apos;s version and role stay unknown.</source>
        <translation>服务器的版本和角色无法得知。</translation>
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
        <source>%1 is not permitted. %2 Add %3 to the user&apos;s ACL rules.</source>
        <extracomment>%1 a command, %2 what does not work, %3 an ACL rule such as +pttl</extracomment>
        <translation>%1 未获许可。%2请在该用户的 ACL 规则中加入 %3 。</translation>
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
        <source>Watching %1 has ended.</source>
        <translation>对 %1 的观察已结束。</translation>
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
        <source>%1 is not permitted for some keys, so these are not fully known. Add %2 to the user&apos;s ACL rules (~* before Redis 7), or watch only keys with a prefix that it may read.</source>
        <extracomment>%1 a command, %2 an ACL rule that permits to read any key</extracomment>
        <translation>不允许对部分键执行 %1，因此对这些键了解不全。请在该用户的 ACL 规则中加入 %2（Redis 7 之前为 ~*），或只观察其可读前缀的键。</translation>
    </message>
</context>
<context>
    <name>lockstep::SummaryStrip</name>
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
    <message>
        <source>The largest counter of presence: %1. They are not added up, because one user may be in several.</source>
        <translation>最大的在线计数器：%1。不做累加，因为同一用户可能出现在多个计数器中。</translation>
    </message>
    <message numerus="yes">
        <source>locks held</source>
        <translation>
            <numerusform>把锁被持有</numerusform>
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
        <source>Immortal: no time to live. Orphan suspected: renewed for very long.</source>
        <translation>永不过期：没有存活时间。疑似孤儿锁：续期了很久。</translation>
    </message>
    <message>
        <source>buckets</source>
        <translation>个限流桶</translation>
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
        <source>old at most · %1</source>
        <translation>最大滞后 · %1</translation>
    </message>
    <message>
        <source>Age of the oldest change that was not read yet.</source>
        <translation>尚未读取的最早一次变更距今的时间。</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>commands we cost · %1/s</source>
        <translation>本程序的命令开销 · %1/秒</translation>
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
        <source>not kept up to date</source>
        <translation>不再更新</translation>
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
        <source>Releasing it lets the next one in at once. The holder is not told: if it is still at work, two work at the same time, and what the lock protects may be done twice or overwritten. Do it only if the holder is certainly gone.</source>
        <translation>释放后，下一个等待者会立即进入。持有者不会得到通知：如果它仍在工作，就会有两方同时工作，锁所保护的操作可能重复执行或被覆盖。只有在确定持有者已不存在时才应释放。</translation>
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
        <source>It is not known whether the lock was released: look at it.</source>
        <translation>不确定锁是否已释放：请查看它的状态。</translation>
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
        <source>%1 is released, but this user may not PUBLISH: who waits for it is not woken, and finds out when it looks again.</source>
        <translation>%1 已释放，但该用户无权 PUBLISH：等待者不会被唤醒，要到下次查看时才会发现。</translation>
    </message>
    <message>
        <source>The holder of %1 changed at the last moment. Nothing was released.</source>
        <translation>%1 的持有者在最后一刻发生了变化。未释放任何锁。</translation>
    </message>
    <message>
        <source>Its value is a number: it may be a counter and no lock. Releasing it deletes it.</source>
        <translation>它的值是一个数字：可能是计数器而不是锁。释放会将其删除。</translation>
    </message>
    <message>
        <source>The token of %1 is longer than the %2 bytes that are shown. Nothing was released. lockstep unlock releases it, given the whole token.</source>
        <translation>%1 的令牌比所显示的 %2 字节更长。未释放任何锁。用 lockstep unlock 并给出完整令牌即可释放。</translation>
    </message>
    <message>
        <source>%1 is no lock that can be released by hand, a string or Redisson&apos;s hash with one holder, but: %2. Nothing was released.</source>
        <translation>%1 不是可以手动释放的锁（字符串，或只有一个持有者的 Redisson 哈希），而是：%2。未释放任何锁。</translation>
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
        <source>stopped</source>
        <translation>已停止</translation>
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
        <source>Filter keys, e.g. lock:order:*</source>
        <translation>筛选键，例如 lock:order:*</translation>
    </message>
    <message>
        <source>Filter keys</source>
        <translation>筛选键</translation>
    </message>
    <message>
        <source>A part of the key, or a pattern with * ? [a-z] (Ctrl+F)</source>
        <translation>键的一部分，或含 * ? [a-z] 的模式 (Ctrl+F)</translation>
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
        <source>MAY RELEASE</source>
        <translation>可释放锁</translation>
    </message>
    <message>
        <source>Locks of this server can be released from here, each after a question. All else is read only.</source>
        <translation>可以在此释放该服务器上的锁，每次都先询问。其余操作只读。</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>This server is marked as production: it is read, and nothing can be released on it.</source>
        <translation>该服务器已标记为生产环境：只读取，不能释放任何锁。</translation>
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
        <source>There is nobody to ask: standard input is no terminal. Add --yes to release the lock without a question.</source>
        <translation>无法询问：标准输入不是终端。加上 --yes 可不经询问直接释放。</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchCommand</name>
    <message>
        <source>There is no snapshot: without these permissions nothing was found.</source>
        <translation>没有快照：缺少这些权限，什么也没有找到。</translation>
    </message>
    <message>
        <source>Standard output cannot be written: %1</source>
        <translation>无法写入标准输出：%1</translation>
    </message>
    <message>
        <source>Connected to %1 again. What happened there meanwhile was not seen.</source>
        <translation>已重新连接到 %1。其间发生的事情未被看到。</translation>
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
        <source>Looking through the keys…</source>
        <translation>正在查看所有键…</translation>
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
        <source>No locks seen on this server. One that is taken appears here at once.</source>
        <translation>此服务器上没有见到锁。一旦有锁被获取，会立刻显示在这里。</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1 since the start</source>
        <translation>启动以来 %1 条</translation>
    </message>
</context>
<context>
    <name>lockstep::WatchWindow</name>
    <message>
        <source>Demo shop</source>
        <translation>演示商店</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>lockstep::Words</name>
    <message>
        <source>This address cannot be used:</source>
        <translation>此地址无法使用：</translation>
    </message>
    <message>
        <source>This input cannot be used:</source>
        <translation>此输入无法使用：</translation>
    </message>
    <message>
        <source>A file could not be read or written:</source>
        <translation>文件无法读取或写入：</translation>
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
        <source>%1 does not accept this user and password. Check both; the user may also be switched off.</source>
        <translation>%1 不接受此用户和密码。请检查两者；该用户也可能已被停用。</translation>
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
        <source>%1 is a replica that has lost its primary and does not answer with old data. Wait, or connect to the primary.</source>
        <translation>%1 是与主节点失去联系的副本，不会用旧数据应答。请等待，或连接到主节点。</translation>
    </message>
    <message>
        <source>%1 is a read-only replica. Connect to the primary to write.</source>
        <translation>%1 是只读副本。如需写入，请连接到主节点。</translation>
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
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>An introduction that ends with a colon, and what follows it</extracomment>
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
        <source>There is no way to %1. The network may be down, or the host in another one.</source>
        <translation>无法到达 %1。网络可能已断开，或者该主机在另一个网络中。</translation>
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
        <source>The file at %1 is no socket. The server&apos;s setting unixsocket names the right one.</source>
        <translation>%1 处的文件不是套接字。服务器的 unixsocket 设置给出了正确的文件。</translation>
    </message>
    <message>
        <source>%1 has no database with this number. Without a setting of its own (databases) a server has 0 to 15, a cluster only 0.</source>
        <translation>%1 没有此编号的数据库。若未另行设置（databases），服务器有 0 到 15 号，集群只有 0 号。</translation>
    </message>
    <message>
        <source>%1 asks for a password. Enter one, or give it in REDISCLI_AUTH or by --password-file.</source>
        <translation>%1 要求密码。请输入密码，或通过 REDISCLI_AUTH 或 --password-file 提供。</translation>
    </message>
</context>
<context>
    <name>lockstep::wording</name>
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
</context>
</TS>
