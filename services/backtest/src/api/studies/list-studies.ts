// Lists the newest studies of a chat.
import { messageOf, refuse, STUDIES_LISTED_MAX } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatIn } from '../../domain/workspace-state.ts';
import { studiesOf } from '../../projections/studies.ts';
import type { Dependencies } from '../dependencies.ts';

export const listStudies = ({
  workspaces,
  studyModel,
}: Pick<Dependencies, 'workspaces' | 'studyModel'>): Handler =>
  userHandler(messageOf('listStudies'), async ({ backtest_id: chatId }, userId) => {
    const { state: workspace } = await workspaces.load(userId);
    if (!chatIn(workspace, chatId)) return refuse('CHAT_NOT_FOUND');
    const studies = await studiesOf(studyModel, { userId, chatId }, STUDIES_LISTED_MAX);
    return answer({
      studies: studies.map((study) => ({
        study_id: study._id,
        backtest_id: study.chatId,
        strategy_filename: study.strategy,
        status: study.status,
        method: study.method,
        axes: study.axes,
        points_total: study.points,
        done: study.done,
        started_at: study.startedAt,
        ended_at: study.endedAt,
      })),
    });
  });
