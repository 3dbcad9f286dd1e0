// Says which of the compared results must not be trusted.
import { Alert } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { criticalWords } from '../../../lib/result-facts.ts';
import type { Compared } from './compared.ts';

/** Above everything else, as a result that uses the future looks like the best one. */
export const Distrust = ({ compared }: { compared: readonly Compared[] }) => {
  const critical = compared.filter(({ criticalFindings }) => criticalFindings > 0);
  if (critical.length === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertOctagon size={18} aria-hidden />}>
      {critical.map(({ run, label, criticalFindings }) => (
        <div key={run}>
          Do not trust <strong dir="auto">{label}</strong>: {criticalWords(criticalFindings)}. It is marked
          neither as best nor as worst.
        </div>
      ))}
    </Alert>
  );
};
