// The returns of each month of a result.
import { Section } from '../section.tsx';
import { MonthlyReturns } from '../statistics/monthly-returns.tsx';
import { yearsOf } from '../statistics/statistics-tables.ts';
import { useFolderRecord } from '../use-folder-record.ts';

/** Nothing for a result that knows none. */
export const Months = (folder: { chatId: string; folderName: string }) => {
  const { record } = useFolderRecord(folder, 'Statistics');
  const years = record ? yearsOf(record) : [];
  return years.length === 0 ? null : (
    <Section title="Returns by month" note="In percent; the first and last month may be partial.">
      <MonthlyReturns years={years} />
    </Section>
  );
};
