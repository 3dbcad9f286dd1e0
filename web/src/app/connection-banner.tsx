// A banner for a lost connection and for its return; it covers nothing.
import { Button } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { selectConnection } from '../core/connection-slice.ts';
import { useAppSelector } from '../core/store.ts';
import { retryConnection } from '../core/use-live-updates.ts';
import classes from './connection-banner.module.css';

/** A short interruption, such as a restarting server, shows nothing. */
const PATIENCE_MS = 2_000;
const BACK_SHOWN_MS = 3_000;

type Shown = 'nothing' | 'lost' | 'back';

const WORDS = {
  nothing: '',
  lost: 'Connection lost. Trying again ...',
  back: 'Connected again',
} as const;

const useShown = (): Shown => {
  const connection = useAppSelector(selectConnection);
  const [shown, setShown] = useState<Shown>('nothing');
  useEffect(() => {
    if (connection === 'lost') {
      const timer = setTimeout(() => setShown('lost'), PATIENCE_MS);
      return () => clearTimeout(timer);
    }
    setShown((before) => (before === 'lost' ? 'back' : before));
    const timer = setTimeout(() => setShown('nothing'), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  return shown;
};

/** A line above the page while there is something to report. */
export const ConnectionBanner = () => {
  const shown = useShown();
  return (
    <div className={classes.banner} data-shown={shown}>
      {shown === 'lost' && <IconPlugConnectedX size={17} aria-hidden />}
      {shown === 'back' && <IconPlugConnected size={17} aria-hidden />}
      {/* Always there: screen readers announce only changes of an element that they know. */}
      <span role="status">{WORDS[shown]}</span>
      {shown === 'lost' && (
        <Button size="compact-xs" variant="default" onClick={retryConnection}>
          Try now
        </Button>
      )}
    </div>
  );
};
