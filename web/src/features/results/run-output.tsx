// What the strategy printed during a run, as its settings keep it.
import { PrintedOutput } from '../../ui/printed-output.tsx';
import { useReadFolderFileQuery } from './api.ts';
import { recordOf } from './statistics.ts';

/** Nothing for a run that printed nothing. */
export const RunOutput = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Settings' });
  const prints = currentData === undefined ? undefined : recordOf(currentData)?.prints;
  return typeof prints === 'string' ? <PrintedOutput text={prints} /> : null;
};
