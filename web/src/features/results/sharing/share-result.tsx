// The button that shares a result: its dialog is loaded when it is wanted.
import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import type { SharedTarget } from './share-dialog.tsx';

const ShareDialog = lazyNamed(() => import('./share-dialog.tsx'), 'ShareDialog');

export const ShareResult = ({ target }: { target: SharedTarget }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconShare3 size={14} aria-hidden />}
        title="Show this result to others by a link, or take it along as a file"
        onPointerEnter={() => void ShareDialog.preload().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      <Suspense>{isOpen ? <ShareDialog target={target} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
};
