// Opens the notices about trading, and says how many of them are unread.
import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { useGetNoticesQuery } from './api.ts';
import { unreadOf, useSeenNotices } from './unread.ts';

const NoticesDialog = lazyNamed(() => import('./notices-dialog.tsx'), 'NoticesDialog');

export const NoticesButton = () => {
  const [isOpen, setOpen] = useState(false);
  const { data } = useGetNoticesQuery();
  const { seenAt } = useSeenNotices();
  const unread = unreadOf(data?.notices ?? [], seenAt).length;
  const name = unread === 0 ? 'Notices' : `Notices, ${unread} unread`;
  return (
    <>
      <Indicator label={unread} size={16} offset={5} color="red" disabled={unread === 0} aria-hidden={false}>
        <ActionIcon size={30} aria-label={name} title={name} onClick={() => setOpen(true)}>
          <IconBell size={17} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Suspense>{isOpen ? <NoticesDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
};
