// "Can my money trade this?": the smallest capital that can follow a result, and the return that each would have had.
import { Button, Skeleton, Text } from '@mantine/core';
import type { CapitalCheck } from '@tradeium/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { percent, signedPercent, wholeNumber } from '../../../lib/format.ts';
import { heldWords } from '../../../lib/returns/held-return.ts';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { useCheckCapitalQuery } from '../api.ts';
import { Section } from '../section.tsx';
import { type Column, FiguresTable } from '../statistics/figures-table.tsx';
import { heldCoins } from '../statistics/held-coins.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import { CURVE_HEIGHT, CURVE_WIDTH, capitalCurve, capitalX } from './capital-curve.ts';
import classes from './capital-panel.module.css';

const TITLE = 'Can my money trade this?';

const usdt = (capital: number): string => `${wholeNumber(capital)} USDT`;

const Answer = ({ smallest_capital_usdt: smallest, drift_max, points }: CapitalCheck) => {
  const most = points.at(-1)?.capital_usdt ?? 0;
  return (
    <div role="status">
      <p className={classes.answer}>
        {smallest === null ? `Not with up to ${usdt(most)}` : `Smallest capital: ${usdt(smallest)}`}
      </p>
      <Text size="xs" c="dimmed">
        With less, orders are too small for the exchange, and some rebalances leave a coin more than{' '}
        {percent(drift_max)} of the portfolio away from its target.
      </Text>
    </div>
  );
};

const Curve = ({ smallest_capital_usdt: smallest, points }: CapitalCheck) => (
  <svg
    role="img"
    aria-label="Return by capital; the table below has its figures"
    viewBox={`0 -4 ${CURVE_WIDTH} ${CURVE_HEIGHT + 8}`}
    preserveAspectRatio="none"
    className={classes.curve}
  >
    {smallest === null ? null : (
      <line x1={capitalX(smallest, points)} x2={capitalX(smallest, points)} y1={-4} y2={CURVE_HEIGHT + 4} />
    )}
    <polyline points={capitalCurve(points)} />
  </svg>
);

const COLUMNS: readonly Column[] = [
  { key: 'capital_usdt', label: 'Capital (USDT)', write: wholeNumber },
  { key: 'total_return', label: 'Total return', write: signedPercent },
  { key: 'orders', label: 'Orders', write: wholeNumber },
  { key: 'too_small', label: 'Too small', write: wholeNumber },
  { key: 'can_follow', label: 'Can follow', write: (value) => (value === true ? 'Yes' : 'No') },
];

/** The return of holding, with any capital. */
const Held = (folder: { chatId: string; folderName: string }) => {
  const { record } = useFolderRecord(folder, 'Statistics');
  const held = record && heldCoins(record);
  return held ? (
    <Text size="xs" c="dimmed">
      For comparison: {heldWords(held)} with any capital.
    </Text>
  ) : null;
};

const Checked = (folder: { chatId: string; folderName: string }) => {
  const { chatId: id, folderName } = folder;
  const { currentData, error, isFetching, refetch } = useCheckCapitalQuery({ id, folderName });
  if (currentData)
    return (
      <>
        <Answer {...currentData} />
        <Curve {...currentData} />
        <FiguresTable label="Return by capital" columns={COLUMNS} rows={currentData.points} />
        <Held {...folder} />
      </>
    );
  if (error && !isFetching)
    return <LoadFailure text={`The check failed: ${messageOf(error)}`} onRetry={refetch} />;
  return <Skeleton h={260} aria-label="Trying capitals" />;
};

/** Asked for by a button: it replays the run a dozen times and more. */
export const CapitalPanel = (folder: { chatId: string; folderName: string }) => {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section
      title={TITLE}
      note="The same backtest with other amounts of capital, under the exchange's current lot sizes and minimum orders."
    >
      {isAsked ? (
        <Checked {...folder} />
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          Find out
        </Button>
      )}
    </Section>
  );
};
