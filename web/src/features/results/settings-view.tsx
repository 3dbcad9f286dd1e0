// The settings of a run: each key and its value.
import { Code, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { recordOf } from './statistics.ts';

const written = (value: unknown): string => {
  if (value === null || value === '') return '—';
  if (Array.isArray(value)) return value.map(written).join(', ') || '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Keys and values; the fallback when the text is no JSON object. */
export const SettingsView = ({ text, fallback }: { text: string; fallback: ReactNode }) => {
  const settings = recordOf(text);
  if (!settings) return fallback;
  return (
    <Table m="md" maw={720} w="calc(100% - 32px)" verticalSpacing="sm" aria-label="Settings">
      <Table.Tbody>
        {Object.entries(settings).map(([key, value]) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" w="38%" fw={500}>
              <Code>{key}</Code>
            </Table.Th>
            <Table.Td>{written(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
