// A warning about a run's candles, above its figures.
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useFolderRecord } from '../use-folder-record.ts';

/** Shows the settings' `data_warning`: made-up or filled candles. Nothing when there were none. */
export const DataWarning = (folder: { chatId: string; folderName: string }) => {
  const warning = useFolderRecord(folder, 'Settings').record?.data_warning;
  return typeof warning === 'string' && warning !== '' ? (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="About the data of this run">
      {warning}.
    </Alert>
  ) : null;
};
