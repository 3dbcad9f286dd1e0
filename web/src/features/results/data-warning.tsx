// What the reader must know about the candles of a run before he trusts its figures.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReadFolderFileQuery } from './api.ts';
import { recordOf } from './statistics.ts';

/** Shows the settings' `data_warning`: made-up or filled candles. Nothing when there were none. */
export const DataWarning = ({ chatId, folderName }: { chatId: string; folderName: string }) => {
  const { currentData } = useReadFolderFileQuery({ id: chatId, folderName, filename: 'Settings' });
  const warning = currentData === undefined ? undefined : recordOf(currentData)?.data_warning;
  return typeof warning === 'string' && warning !== '' ? (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="About the data of this run">
      {warning}.
    </Alert>
  ) : null;
};
