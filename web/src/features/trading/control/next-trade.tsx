// When a deployment rebalances automatically, in words: not before the bar that is open now has closed.
import { Text } from '@mantine/core';
import { type DeploymentStatus, firstOpenFrom } from '@tradeium/contracts';
import { utcDateTime } from '../../../lib/format.ts';
import { firstBarWords } from '../../../lib/policy-words.ts';
import { relativeTime } from './relative-time.ts';
import { useNow } from './use-now.ts';

/** As a bar closes, the next one opens. */
const closeAfter = ({ timeframe }: DeploymentStatus, nowMs: number): number =>
  firstOpenFrom(timeframe, nowMs + 1);

const wordsFor = (status: DeploymentStatus, nowMs: number): string => {
  const dueMs = Date.parse(status.next_rebalance_at ?? '') || closeAfter(status, nowMs);
  const due = `${utcDateTime(dueMs)} (${relativeTime(new Date(dueMs).toISOString(), nowMs, '')})`;
  const rule = 'The current bar has to close first: the strategy decides on closed candles only.';
  const firstBars = firstBarWords(status);
  if (!status.enabled && firstBars !== null && status.last_rebalance_at !== null)
    return `If you switch it on now, it rebalances at ${firstBars}. ${rule}`;
  if (!status.enabled) return `If you switch it on now, its first rebalance is due on ${due}. ${rule}`;
  if (status.last_rebalance_at === null) return `The first rebalance is due on ${due}. ${rule}`;
  const decides = firstBars === null ? 'decides on that bar' : 'has decided since the last one';
  return `The next rebalance is due on ${due}, seconds after the bar has closed. If the strategy ${decides}, it trades what is off its target; otherwise it does nothing and costs nothing.`;
};

/** Nothing while it may not trade. */
export const NextTrade = ({ status }: { status: DeploymentStatus }) => {
  const nowMs = useNow();
  return status.status === 'active' ? <Text size="sm">{wordsFor(status, nowMs)}</Text> : null;
};
