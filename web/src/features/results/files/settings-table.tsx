// The settings of a run as a narrow table.
import { Code, Group, Table } from '@mantine/core';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { type SettingsLine, shortHash } from './settings-lines.ts';

const Value = ({ line: { kind, text, label } }: { line: SettingsLine }) => {
  if (kind !== 'hash' || text === '—') return text;
  return (
    <Group gap={6} wrap="nowrap">
      <Code title={text}>{shortHash(text)}</Code>
      <CopyButton text={text} what={label} />
    </Group>
  );
};

/** Labels and values. */
export const SettingsTable = ({ lines }: { lines: readonly SettingsLine[] }) => (
  <Table verticalSpacing={7} horizontalSpacing={0} aria-label="Settings">
    <Table.Tbody>
      {lines.map((line) => (
        <Table.Tr key={line.key}>
          <Table.Th scope="row" w="42%" fw="var(--weight-regular)" c="dimmed" pr="md">
            {line.label}
          </Table.Th>
          <Table.Td>
            <Value line={line} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
