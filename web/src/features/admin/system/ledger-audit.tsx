// Audits the books: whether every account, purchase and run agrees with every other.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { requestOf } from '../../../core/endpoints.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { useCanAct } from '../use-role.ts';
import { JobDialog } from './job-dialog.tsx';

export const LedgerAudit = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection
      id="ledger-audit"
      title="Ledger"
      text="An audit reads every account, every purchase and every run, and lists where they disagree. It changes nothing."
    >
      {useCanAct() ? (
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          Verify ledger
        </Button>
      ) : null}
      {isOpen ? (
        <JobDialog
          title="Verify the ledger?"
          label="Audit of the ledger"
          action="Verify"
          clean="The books agree."
          requestFor={(reason) => requestOf('verifyLedger', { reason })}
          onClose={() => setOpen(false)}
        >
          <Text size="sm">
            Every account, purchase and run is read and compared. Nothing is changed; the system goes on
            meanwhile.
          </Text>
        </JobDialog>
      ) : null}
    </PageSection>
  );
};
