// Opens the notices about trading.
import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

const NoticesDialog = lazyNamed(() => import('./notices-dialog.tsx'), 'NoticesDialog');

export const NoticesButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon size={30} aria-label="Notices" title="Notices" onClick={() => setOpen(true)}>
        <IconBell size={17} aria-hidden />
      </ActionIcon>
      <Suspense>{isOpen ? <NoticesDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
};
