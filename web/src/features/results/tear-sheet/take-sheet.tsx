// The part of the dialog that takes a result along as a tear sheet: printed, or kept as a file.
import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useAppDispatch } from '../../../core/store.ts';
import { downloadText } from '../../../lib/download.ts';
import { messageOf } from '../../../lib/failure.ts';
import { showToast } from '../../../ui/toast.ts';
import type { SheetOf } from './sheet-of-folder.ts';

/** How long a new tab may take to read the document. */
const KEPT_MS = 60_000;
const BLOCKED = 'Your browser blocked the new tab. Allow it, or save the sheet and print it from there.';

/** The document in a tab of its own, with the browser's dialog for printing. */
const print = (sheet: string): void => {
  const url = URL.createObjectURL(new Blob([sheet], { type: 'text/html;charset=utf-8' }));
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  const tab = window.open(url, '_blank');
  if (tab) tab.addEventListener('load', () => tab.print());
  else showToast('error', BLOCKED);
};

export const TakeSheet = ({ sheet }: { sheet: SheetOf }) => {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState<'print' | 'save' | null>(null);
  const take = async (how: 'print' | 'save') => {
    setBusy(how);
    try {
      const { sheetOf } = await import('./sheet-of-folder.ts');
      const text = await dispatch(sheetOf(sheet));
      if (how === 'print') print(text);
      else downloadText(`${sheet.name} tear sheet.html`, text, 'text/html;charset=utf-8');
    } catch (thrown) {
      showToast('error', `The tear sheet could not be made: ${messageOf(thrown)}`);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section aria-label="Tear sheet">
      <Title order={3} size="h5" mb={4}>
        Tear sheet
      </Title>
      <Text size="sm" mb="xs">
        Figures, charts, months, findings and settings in one file that needs no connection, without your
        notes and without code. Your browser makes a PDF of it: choose “Save as PDF” where it asks for the
        printer.
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={15} aria-hidden />}
          loading={busy === 'print'}
          disabled={busy === 'save'}
          onClick={() => void take('print')}
        >
          Print or save as PDF
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={busy === 'save'}
          disabled={busy === 'print'}
          onClick={() => void take('save')}
        >
          Save as HTML
        </Button>
      </Group>
    </section>
  );
};
