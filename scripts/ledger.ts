// An operator's command line for the ledger: looks whether every credit of every user is accounted for.
import { parseArgs } from 'node:util';
import { type MicroVut, toVut } from '@tradeium/contracts';
import { blobAccess, openBlobs, openRequestClient } from '@tradeium/service-kit';
import type { AuditReport } from '../services/credits-ledger/src/audit/audit.ts';
import { verifyLedger } from '../services/credits-ledger/src/audit/verify-ledger.ts';
import { runCommand, UsageError } from './command-line.ts';
import { connectOperator, operatorAccess } from './running-system.ts';

const USAGE = `npm run ledger -- verify [--json]   audits all events, payments, runs and balances of a running system
The system is found by NATS_URL, or by run.json in TRADEIUM_HOME (.tradeium). Nothing is written.
Exit code 0: everything agrees; 1: something is wrong; 2: the command was not understood.`;

const lineOf = (title: string, counted: string, verdict: string): string =>
  `${title.padEnd(52)} ${counted.padStart(11)}  ${verdict}`;

const DEBTS_SHOWN = 50;

const printDebts = (debts: AuditReport['debts']): void => {
  if (debts.length === 0) return;
  const vut = (owed: MicroVut) => `${toVut(owed).toLocaleString('en-US', { maximumFractionDigits: 6 })} VUT`;
  console.log(`\nUnder review, taken back and not paid back yet: ${debts.length.toLocaleString('en-US')}`);
  for (const { accountId, grant, owed } of debts.slice(0, DEBTS_SHOWN))
    console.log(`    account ${accountId}, ${grant}: ${vut(owed)}`);
  if (debts.length > DEBTS_SHOWN) console.log(`    and ${debts.length - DEBTS_SHOWN} more`);
};

const printReport = ({ checks, runs, debts, ok }: AuditReport): void => {
  for (const { title, counted, wrong, problems } of checks) {
    const verdict = wrong === 0 ? '✓' : `✗ ${wrong.toLocaleString('en-US')} wrong`;
    console.log(lineOf(title, counted.toLocaleString('en-US'), verdict));
    for (const problem of problems) console.log(`    ${problem}`);
    if (wrong > problems.length) console.log(`    and ${wrong - problems.length} more`);
  }
  printDebts(debts);
  console.log(`\nRuns: ${runs.completed} completed, ${runs.failed} failed, ${runs.underWay} under way.`);
  console.log(ok ? 'Everything agrees.' : 'Something is wrong: see above, and docs/operations.md.');
};

const verify = async (asJson: boolean): Promise<boolean> => {
  const nc = await connectOperator(operatorAccess());
  try {
    const client = openRequestClient(nc, openBlobs(blobAccess()));
    const report = await verifyLedger({ nc, client, now: () => new Date() });
    if (asJson) console.log(JSON.stringify(report, null, 2));
    else printReport(report);
    return report.ok;
  } finally {
    await nc.close();
  }
};

const run = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError('');
  return verify(values.json);
};

await runCommand(USAGE, run);
