// The strategy's prints during a run, as its settings keep them.
import { PrintedOutput } from '../../../ui/printed-output.tsx';
import { useFolderRecord } from '../use-folder-record.ts';

/** Nothing for a run that printed nothing. */
export const RunOutput = (folder: { chatId: string; folderName: string }) => {
  const prints = useFolderRecord(folder, 'Settings').record?.prints;
  return typeof prints === 'string' ? <PrintedOutput text={prints} /> : null;
};
