// All reactions of this service.
import { authEvents, backtestEvents } from '@tradeium/contracts';
import type { AnyReaction } from '@tradeium/event-store';
import { cancelWorkOfChat } from './cancel-chat-work.ts';
import { eraseWorkspace } from './erase-workspace.ts';
import { settleEndedRun } from './settle-run.ts';
import { startRunWorkflow } from './start-run-workflow.ts';
import { startStudyWorkflow } from './start-study-workflow.ts';

type Parts = Parameters<typeof startRunWorkflow>[0] &
  Parameters<typeof startStudyWorkflow>[0] &
  Parameters<typeof cancelWorkOfChat>[0] &
  Parameters<typeof eraseWorkspace>[0] &
  Parameters<typeof settleEndedRun>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'start-run-workflow',
    reads: [backtestEvents.run],
    startAt: 'beginning',
    handle: startRunWorkflow(parts),
  },
  {
    name: 'start-study-workflow',
    reads: [backtestEvents.study],
    startAt: 'beginning',
    handle: startStudyWorkflow(parts),
  },
  {
    name: 'cancel-chat-work',
    reads: [backtestEvents.workspace],
    startAt: 'beginning',
    handle: cancelWorkOfChat(parts),
  },
  { name: 'erase-workspace', reads: [authEvents.user], startAt: 'beginning', handle: eraseWorkspace(parts) },
  { name: 'settle-run', reads: [backtestEvents.run], startAt: 'beginning', handle: settleEndedRun(parts) },
];
