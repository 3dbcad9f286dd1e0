// Asks for the figures and the settings of a result before its files are listed: each has both.
import { useReadFolderFileQuery } from './api.ts';

/** Nothing of the answer is needed here, so that it draws nothing. */
const selectFromResult = () => ({});

/** Without a folder nothing is requested. */
export const useFiguresAhead = (id: string, folderName: string | undefined): void => {
  const of = { id, folderName: folderName ?? '' };
  const options = { skip: folderName === undefined, selectFromResult };
  useReadFolderFileQuery({ ...of, filename: 'Statistics' }, options);
  useReadFolderFileQuery({ ...of, filename: 'Settings' }, options);
};
