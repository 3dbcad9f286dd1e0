// The strategy and its benchmarks, the same figures in the same rows.
import { isLoss } from '../../../lib/format.ts';
import { TablePlace } from '../section.tsx';
import classes from './figures-table.module.css';
import type { Comparison, ComparisonRow } from './statistics.ts';
import { Meanings, Term } from './term.tsx';

const Rows = ({ rows }: { rows: readonly ComparisonRow[] }) =>
  rows.map(({ key, label, meaning, cells }, index) => (
    <tr key={key} data-first={index === 0 || undefined}>
      <th scope="row">
        <Term label={label} meaning={meaning} />
      </th>
      {cells.map((cell, at) => (
        <td key={`${key}${at === 0 ? 'own' : at}`} data-loss={(cell !== null && isLoss(cell)) || undefined}>
          {cell}
        </td>
      ))}
    </tr>
  ));

/** Performance of each, then how the strategy moves with them. */
export const ComparisonTable = ({ columns, performance, relation }: Comparison) => (
  <>
    <TablePlace label="Strategy and benchmarks">
      <table className={classes.table} aria-label="Strategy and benchmarks">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Rows rows={performance} />
          <Rows rows={relation} />
        </tbody>
      </table>
    </TablePlace>
    <Meanings of={[...performance, ...relation]} />
  </>
);
