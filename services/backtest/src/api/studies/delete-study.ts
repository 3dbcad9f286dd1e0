// Deletes a study that has ended; its trials still count, and results that were kept of it stay.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

export const deleteStudy = ({ studies, workspaces }: Pick<Dependencies, 'studies' | 'workspaces'>): Handler =>
  userHandler(messageOf('deleteStudy'), async (input, userId, request) => {
    const { id: chatId, study_id: studyId } = input;
    // The workspace knows if it is deleted: a repeated request has the same answer.
    const { state: study } = await studies.load(studyId);
    if (study.status !== 'running' && study.status !== 'ended') return refuse('STUDY_NOT_FOUND');
    const { started } = study;
    if (started.userId !== userId || started.chatId !== chatId) return refuse('STUDY_NOT_FOUND');
    if (study.status === 'running') return refuse('STUDY_RUNNING');
    const command = { type: 'DeleteStudy', userId, chatId, studyId } as const;
    const change = await workspaces.change(userId, command, { ...request, input });
    return isRefusal(change) ? change : answer({ deleted: true as const }, change.written);
  });
