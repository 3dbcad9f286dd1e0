// The versions of a strategy file, one of them shown.
import type { StrategyVersion } from '@tradeium/contracts';
import { useId } from 'react';
import { dateTime, kilobytes } from '../../../lib/format.ts';
import classes from './versions-drawer.module.css';

type VersionListProps = {
  versions: readonly StrategyVersion[];
  shown: number;
  onShow: (version: number) => void;
};

/** Radio buttons: the arrow keys walk through them. */
export const VersionList = ({ versions, shown, onShow }: VersionListProps) => {
  const name = useId();
  return (
    <fieldset className={classes.list}>
      <legend className={classes.legend}>Versions, newest first</legend>
      {versions.map(({ version, saved_at, size }, index) => (
        <label key={version} className={classes.version} data-shown={version === shown || undefined}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={version === shown}
            onChange={() => onShow(version)}
          />
          <span className={classes.versionName}>
            Version {version}
            {index === 0 ? ' (current)' : ''}
          </span>
          <span className={classes.details}>
            {dateTime(saved_at)} · {kilobytes(size)}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
