// Every booking of a month as a file.
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadText } from '../../lib/download.ts';
import { messageOf } from '../../lib/failure.ts';
import { monthName } from '../../lib/format.ts';
import { showToast } from '../../ui/toast.ts';
import { useReadStatementMutation } from './api.ts';
import { daysOfMonth, monthsSince, readLines, statementCsv } from './statement.ts';

/** A month to choose, and its download. */
export const StatementDownload = ({ memberSince }: { memberSince: string }) => {
  const months = monthsSince(memberSince, Date.now());
  const [month, setMonth] = useState(months[0] ?? '');
  const [isReading, setReading] = useState(false);
  const [read] = useReadStatementMutation();

  const download = async () => {
    setReading(true);
    try {
      const { lines, isComplete } = await readLines(daysOfMonth(month), (span) => read(span).unwrap());
      downloadText(`tradeium-credits-${month}.csv`, statementCsv(lines), 'text/csv;charset=utf-8');
      if (!isComplete)
        showToast('error', 'One day of this month has more transactions than the file can hold.');
    } catch (thrown) {
      showToast('error', `Failed to load the statement: ${messageOf(thrown)}`);
    } finally {
      setReading(false);
    }
  };

  return (
    <Group align="flex-end" gap="sm" mt="lg">
      <NativeSelect
        label="Statement of"
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
        data={months.map((value) => ({ value, label: monthName(Date.parse(`${value}-01T00:00:00Z`)) }))}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isReading}
        onClick={download}
      >
        Download CSV
      </Button>
      <Text size="xs" c="dimmed" w="100%">
        Every transaction with the balance after it. Months are in UTC.
      </Text>
    </Group>
  );
};
