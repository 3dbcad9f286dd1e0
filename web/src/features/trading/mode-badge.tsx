// Says on every part of live trading which money it is about: by word, sign and frame, not by colour alone.
import { IconBolt, IconFlask, IconPlayCard } from '@tabler/icons-react';
import { LOOK_MEANINGS, type Look } from './mode.ts';
import classes from './mode-badge.module.css';

const ICONS = { paper: IconPlayCard, testnet: IconFlask, live: IconBolt } as const;

/** PAPER, TESTNET or LIVE. */
export const ModeBadge = ({ look }: { look: Look }) => {
  const Icon = ICONS[look];
  return (
    <span className={classes.badge} data-look={look} title={LOOK_MEANINGS[look]}>
      <Icon size={13} stroke={2} aria-hidden />
      {look.toUpperCase()}
    </span>
  );
};
