<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>lockstep::AlertNotifier</name>
    <message numerus="yes">
        <source>%n alert(s) fire</source>
        <translation>
            <numerusform>%n alert fires</numerusform>
            <numerusform>%n alerts fire</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ClientWords</name>
    <message numerus="yes">
        <source>The token names %n connections:</source>
        <translation>
            <numerusform>The token names %n connection:</numerusform>
            <numerusform>The token names %n connections:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing in the token names one of the server&apos;s %n connections.</source>
        <translation>
            <numerusform>Nothing in the token names the server&apos;s only connection.</numerusform>
            <numerusform>Nothing in the token names one of the server&apos;s %n connections.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::CommandWords</name>
    <message numerus="yes">
        <source>%1 → %n clients</source>
        <translation>
            <numerusform>%1 → %n client</numerusform>
            <numerusform>%1 → %n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, not received by %n of them</source>
        <translation>
            <numerusform>%1, not received by %n of them</numerusform>
            <numerusform>%1, not received by %n of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n elements</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ExplorationWords</name>
    <message numerus="yes">
        <source>%n of them time or a fault</source>
        <translation>
            <numerusform>%n of them time or a fault</numerusform>
            <numerusform>%n of them time or faults</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n preemption(s)</source>
        <translation>
            <numerusform>%n preemption</numerusform>
            <numerusform>%n preemptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n time step(s)</source>
        <translation>
            <numerusform>≤ %n time step</numerusform>
            <numerusform>≤ %n time steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n crash(es)</source>
        <translation>
            <numerusform>≤ %n crash</numerusform>
            <numerusform>≤ %n crashes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n pause(s)</source>
        <translation>
            <numerusform>≤ %n pause</numerusform>
            <numerusform>≤ %n pauses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n restart(s)</source>
        <translation>
            <numerusform>≤ %n restart</numerusform>
            <numerusform>≤ %n restarts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n failover(s) (losing the last write at most)</source>
        <translation>
            <numerusform>≤ %n failover (losing the last write at most)</numerusform>
            <numerusform>≤ %n failovers (each losing the last write at most)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≤ %n lost request(s)</source>
        <translation>
            <numerusform>≤ %n lost request</numerusform>
            <numerusform>≤ %n lost requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ExploreCommand</name>
    <message numerus="yes">
        <source>%n state(s)</source>
        <translation>
            <numerusform>%n state</numerusform>
            <numerusform>%n states</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transition(s)</source>
        <translation>
            <numerusform>%n transition</numerusform>
            <numerusform>%n transitions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::GradeWords</name>
    <message numerus="yes">
        <source>Not solved: somebody still waits for a key to expire or for a sleep to end after %n time step(s), and no more are taken here. Fewer deadlines and sleeps need fewer of them.</source>
        <translation>
            <numerusform>Not solved: somebody still waits for a key to expire or for a sleep to end after %n time step, and no more are taken here. Fewer deadlines and sleeps need fewer of them.</numerusform>
            <numerusform>Not solved: somebody still waits for a key to expire or for a sleep to end after %n time steps, and no more are taken here. Fewer deadlines and sleeps need fewer of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::History</name>
    <message numerus="yes">
        <source>%1 and at least %n others</source>
        <extracomment>%1: some of the holders of a lock</extracomment>
        <translation>
            <numerusform>%1 and at least %n other</numerusform>
            <numerusform>%1 and at least %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n others</source>
        <extracomment>%1: some of the holders of a lock</extracomment>
        <translation>
            <numerusform>%1 and %n other</numerusform>
            <numerusform>%1 and %n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HistoryPlot</name>
    <message numerus="yes">
        <source>%n items selected</source>
        <translation>
            <numerusform>%n item selected</numerusform>
            <numerusform>%n items selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::HolderPanel</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This holder holds %n locks</source>
        <translation>
            <numerusform>This holder holds %n lock</numerusform>
            <numerusform>This holder holds %n locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ImportDialog</name>
    <message numerus="yes">
        <source>%1 has %n new profile(s).</source>
        <comment>a file</comment>
        <translation>
            <numerusform>%1 has %n new profile.</numerusform>
            <numerusform>%1 has %n new profiles.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ItemModel</name>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::JournalBar</name>
    <message numerus="yes">
        <source>%1 of %2 lines…</source>
        <comment>still counting</comment>
        <translation>
            <numerusform>%1 of %2 line…</numerusform>
            <numerusform>%1 of %2 lines…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lines</source>
        <translation>
            <numerusform>%1 of %2 line</numerusform>
            <numerusform>%1 of %2 lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 line</numerusform>
            <numerusform>%1 lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines since %2</source>
        <translation>
            <numerusform>%1 line since %2</numerusform>
            <numerusform>%1 lines since %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::KeptPasswords</name>
    <message numerus="yes">
        <source>%n password(s) not kept: a profile has none in its file. It is asked for whenever the server wants it, or comes from REDISCLI_AUTH or --password-file.</source>
        <translation>
            <numerusform>The password was not kept: a profile has none in its file. It is asked for whenever the server wants it, or comes from REDISCLI_AUTH or --password-file.</numerusform>
            <numerusform>%n passwords were not kept: profiles have none in their file. They are asked for whenever a server wants them, or come from REDISCLI_AUTH or --password-file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n password(s) kept in the desktop&apos;s keychain.</source>
        <translation>
            <numerusform>%n password kept in the desktop&apos;s keychain.</numerusform>
            <numerusform>%n passwords kept in the desktop&apos;s keychain.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::LabCommand</name>
    <message numerus="yes">
        <source>“%1” is about to be played on %2: %n client(s) write keys that begin with {lab:, which are deleted afterwards.</source>
        <translation>
            <numerusform>“%1” is about to be played on %2: %n client writes keys that begin with {lab:, which are deleted afterwards.</numerusform>
            <numerusform>“%1” is about to be played on %2: %n clients write keys that begin with {lab:, which are deleted afterwards.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::LocksModel</name>
    <message numerus="yes">
        <source>%n renewals seen</source>
        <translation>
            <numerusform>%n renewal seen</numerusform>
            <numerusform>%n renewals seen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::MomentNotes</name>
    <message numerus="yes">
        <source>%n objects are unknown: what was seen of them later may have been so already</source>
        <translation>
            <numerusform>%n object is unknown: what was seen of it later may have been so already</numerusform>
            <numerusform>%n objects are unknown: what was seen of them later may have been so already</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Narration</name>
    <message numerus="yes">
        <source>%1 changes %n key(s).</source>
        <translation>
            <numerusform>%1 changes %n key.</numerusform>
            <numerusform>%1 changes %n keys.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileChoice</name>
    <message numerus="yes">
        <source>%n profile(s) added.</source>
        <comment>beside those that were there already</comment>
        <translation>
            <numerusform>%n profile added.</numerusform>
            <numerusform>%n profiles added.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ProfileExchange</name>
    <message numerus="yes">
        <source>%n profile(s) added.</source>
        <comment>beside those that were there already</comment>
        <translation>
            <numerusform>%n profile added.</numerusform>
            <numerusform>%n profiles added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) or entries of the file could not be used, see above.</source>
        <translation>
            <numerusform>%n line or entry of the file could not be used, see above.</numerusform>
            <numerusform>%n lines or entries of the file could not be used, see above.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Rail</name>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ScenarioList</name>
    <message numerus="yes">
        <source>%n scenario(s)</source>
        <translation>
            <numerusform>%n scenario</numerusform>
            <numerusform>%n scenarios</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ServerPage</name>
    <message numerus="yes">
        <source>not complete (%1 keys so far)</source>
        <translation>
            <numerusform>not complete (%1 key so far)</numerusform>
            <numerusform>not complete (%1 keys so far)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 items</source>
        <translation>
            <numerusform>%1 item</numerusform>
            <numerusform>%1 items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 commands a second</source>
        <translation>
            <numerusform>%1 command a second</numerusform>
            <numerusform>%1 commands a second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keys at most</source>
        <translation>
            <numerusform>%1 key at most</numerusform>
            <numerusform>%1 keys at most</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>complete (%1 keys at last scan)</source>
        <translation>
            <numerusform>complete (%1 key at last scan)</numerusform>
            <numerusform>complete (%1 keys at last scan)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>running (%1 keys so far)</source>
        <translation>
            <numerusform>running (%1 key so far)</numerusform>
            <numerusform>running (%1 keys so far)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keys are not read, because reading them would cost too much.</source>
        <translation>
            <numerusform>%n key is not read, because reading it would cost too much.</numerusform>
            <numerusform>%n keys are not read, because reading them would cost too much.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counters or limits are not shown, because there are too many.</source>
        <translation>
            <numerusform>%n counter or limit is not shown, because there are too many.</numerusform>
            <numerusform>%n counters or limits are not shown, because there are too many.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <translation>
            <numerusform>%n missing</numerusform>
            <numerusform>%n missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SnapshotTables</name>
    <message numerus="yes">
        <source>%1 users online</source>
        <translation>
            <numerusform>%1 user online</numerusform>
            <numerusform>%1 users online</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 locks held</source>
        <translation>
            <numerusform>%1 lock held</numerusform>
            <numerusform>%1 locks held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rate limits</source>
        <translation>
            <numerusform>%1 rate limit</numerusform>
            <numerusform>%1 rate limits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 counters</source>
        <translation>
            <numerusform>%1 counter</numerusform>
            <numerusform>%1 counters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keys in db</source>
        <translation>
            <numerusform>%n key in db</numerusform>
            <numerusform>%n keys in db</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusLine</name>
    <message numerus="yes">
        <source>%1 items watched</source>
        <translation>
            <numerusform>%1 item watched</numerusform>
            <numerusform>%1 items watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keys, %2</source>
        <extracomment>%2: &quot;12 items watched&quot;</extracomment>
        <translation>
            <numerusform>%1 key, %2</numerusform>
            <numerusform>%1 keys, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 keys seen, %2</source>
        <extracomment>%2: &quot;12 items watched&quot;</extracomment>
        <translation>
            <numerusform>%1 key seen, %2</numerusform>
            <numerusform>%1 keys seen, %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::StatusWords</name>
    <message numerus="yes">
        <source>cluster of %n primaries</source>
        <translation>
            <numerusform>cluster of %n primary</numerusform>
            <numerusform>cluster of %n primaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %n of %2 nodes are watched like that.</source>
        <extracomment>%1 how changes are learned of, and why; %2 how many nodes there are</extracomment>
        <translation>
            <numerusform>%1 %n of %2 nodes is watched like that.</numerusform>
            <numerusform>%1 %n of %2 nodes are watched like that.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n are watched</source>
        <extracomment>continues &quot;cluster of 3 primaries&quot;</extracomment>
        <translation>
            <numerusform>, %n is watched</numerusform>
            <numerusform>, %n are watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n answer</source>
        <extracomment>continues &quot;cluster of 3 primaries&quot;</extracomment>
        <translation>
            <numerusform>, %n answers</numerusform>
            <numerusform>, %n answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permissions are missing, so not everything is shown. The Server page has the rule that gives them.</source>
        <translation>
            <numerusform>%n permission is missing, so not everything is shown. The Server page has the rule that gives it.</numerusform>
            <numerusform>%n permissions are missing, so not everything is shown. The Server page has the rule that gives them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 Trying again in %n s.</source>
        <extracomment>%1 what is wrong</extracomment>
        <translation>
            <numerusform>%1 Trying again in %n s.</numerusform>
            <numerusform>%1 Trying again in %n s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SteppedVerdict</name>
    <message numerus="yes">
        <source>Nothing was violated in %n step(s) by chance, and the run is not over. Run it on from here, or explore: that looks at all interleavings, not at one.</source>
        <translation>
            <numerusform>Nothing was violated in %n step by chance, and the run is not over. Run it on from here, or explore: that looks at all interleavings, not at one.</numerusform>
            <numerusform>Nothing was violated in %n steps by chance, and the run is not over. Run it on from here, or explore: that looks at all interleavings, not at one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished after %n step(s): nothing was violated</source>
        <translation>
            <numerusform>Finished after %n step: nothing was violated</numerusform>
            <numerusform>Finished after %n steps: nothing was violated</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::SummaryStrip</name>
    <message numerus="yes">
        <source>%n counters count presence. Click to choose which one tells how many users are online.</source>
        <translation>
            <numerusform>%n counter counts presence. Click to choose it.</numerusform>
            <numerusform>%n counters count presence. Click to choose which one tells how many users are online.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>locks held</source>
        <translation>
            <numerusform>lock held</numerusform>
            <numerusform>locks held</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::Timeline</name>
    <message numerus="yes">
        <source>%n commands within this pixel</source>
        <translation>
            <numerusform>%n command within this pixel</numerusform>
            <numerusform>%n commands within this pixel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keys</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::TopBar</name>
    <message numerus="yes">
        <source>no answer for %n s</source>
        <translation>
            <numerusform>no answer for %n s</numerusform>
            <numerusform>no answer for %n s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::VerdictWords</name>
    <message numerus="yes">
        <source>%1; %n check(s) of values not checked</source>
        <translation>
            <numerusform>%1; %n check of values not checked</numerusform>
            <numerusform>%1; %n checks of values not checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s) violated</source>
        <translation>
            <numerusform>%n round violated</numerusform>
            <numerusform>%n rounds violated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n round(s) await() ended although the value may have been the same all the time</source>
        <translation>
            <numerusform>in %n round await() ended although the value may have been the same all the time</numerusform>
            <numerusform>in %n rounds await() ended although the value may have been the same all the time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n round</numerusform>
            <numerusform>%n rounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n check(s) need the exact order</source>
        <translation>
            <numerusform>%1; %n check needs the exact order</numerusform>
            <numerusform>%1; %n checks need the exact order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; too many states: only the end was looked at in %n round(s)</source>
        <translation>
            <numerusform>%1; too many states: only the end was looked at in %n round</numerusform>
            <numerusform>%1; too many states: only the end was looked at in %n rounds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) wait for ever</source>
        <translation>
            <numerusform>%n client waits for ever</numerusform>
            <numerusform>%n clients wait for ever</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) were still waiting when the round was cut off</source>
        <translation>
            <numerusform>%n client was still waiting when the round was cut off</numerusform>
            <numerusform>%n clients were still waiting when the round was cut off</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) had not finished when the round was cut off</source>
        <translation>
            <numerusform>%n client had not finished when the round was cut off</numerusform>
            <numerusform>%n clients had not finished when the round was cut off</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::WatchPage</name>
    <message numerus="yes">
        <source>%n new problems</source>
        <translation>
            <numerusform>%n new problem</numerusform>
            <numerusform>%n new problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::wording</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>holders of a semaphore</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and at least %n more</source>
        <comment>holders of a semaphore</comment>
        <translation>
            <numerusform>%1 and at least %n more</numerusform>
            <numerusform>%1 and at least %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
