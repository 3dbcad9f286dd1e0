// The returns of each month as a heat map: a row a year, every number printed, colour only underlines it.
import type { CSSProperties } from 'react';
import { heatNumber, MONTHS } from '../../../lib/format.ts';
import { TablePlace } from '../section.tsx';
import classes from './monthly-returns.module.css';
import { heatOf, scaleOf, type YearReturns } from './statistics-tables.ts';

const Cell = ({ value, scale }: { value: number | null; scale: number }) => {
  if (value === null) return <td className={classes.empty}>—</td>;
  const heat = heatOf(value, scale);
  return (
    <td data-tone={heat?.tone} style={{ '--strength': heat?.strength ?? 0 } as CSSProperties}>
      {heatNumber(value)}
    </td>
  );
};

/** Years, newest first, by month, with the year's own return at the end. */
export const MonthlyReturns = ({ years }: { years: readonly YearReturns[] }) => {
  const scale = scaleOf(years);
  return (
    <TablePlace label="Returns by month">
      <table className={classes.table} aria-label="Returns by month, in percent">
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months, total }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {MONTHS.map((month, index) => (
                <Cell key={month} value={months[index] ?? null} scale={scale} />
              ))}
              <td className={classes.total}>{total === null ? '—' : heatNumber(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TablePlace>
  );
};
