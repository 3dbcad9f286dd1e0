// The heads of tables in which each compared result has a column.
import { UnstyledButton } from '@mantine/core';
import { CriticalMark } from '../../../ui/critical-mark.tsx';
import { annualisedRun } from '../statistics/annualised.ts';
import type { Row } from '../statistics/statistics-tables.ts';
import type { Compared } from './compared.ts';
import classes from './comparison-view.module.css';

type Column = Pick<
  Compared,
  'run' | 'name' | 'label' | 'facts' | 'criticalFindings' | 'chatId' | 'statistics'
>;
/** Opens a result, which may be of another chat. */
export type Open = (chatId: string, run: string) => void;

/** Empty for a run of a year or more. */
const annualFact = (statistics: Row): string => {
  const words = annualisedRun(statistics);
  return words === null ? '' : `annual figures ${words}`;
};

/** The names of the compared results, which open them where `onOpen` is given. */
export const Heads = ({ columns, onOpen }: { columns: readonly Column[]; onOpen?: Open }) => (
  <thead>
    <tr>
      <td />
      {columns.map(({ run, name, label, facts, criticalFindings, chatId, statistics }) => (
        <th key={run} scope="col">
          {onOpen ? (
            <UnstyledButton
              className={classes.name ?? ''}
              aria-label={label}
              onClick={() => onOpen(chatId, run)}
            >
              <bdi>{name}</bdi>
            </UnstyledButton>
          ) : (
            <bdi>{label}</bdi>
          )}{' '}
          <CriticalMark findings={criticalFindings} />
          {onOpen ? (
            <span className={classes.facts}>
              {[...facts, annualFact(statistics)].filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          ) : null}
        </th>
      ))}
    </tr>
  </thead>
);
