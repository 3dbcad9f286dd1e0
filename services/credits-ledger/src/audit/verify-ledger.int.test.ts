// Audits a system on real servers: untouched, everything agrees; any tampering is found and named.
import { fromVut } from '@tradeium/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AuditedSystem,
  capturing,
  granting,
  NOW,
  openAuditedSystem,
  paymentHeld,
  paymentRefunded,
  paymentSettled,
  releasing,
  reserving,
  reversing,
  runCompleted,
  runErased,
  runFailed,
  runStarted,
} from '../../fixtures/audited-system.ts';
import { tamperings } from '../../fixtures/tamperings.ts';
import type { AuditReport } from './audit.ts';
import type { Check } from './findings.ts';

/** The findings of each check as text; checks without findings are left out. */
const wrongIn = ({ checks }: AuditReport): Partial<Record<Check, readonly string[]>> =>
  Object.fromEntries(
    checks.flatMap(({ check, problems }) => (problems.length > 0 ? [[check, [...problems].sort()]] : [])),
  );

/** One backtest that was completed and one that failed, a purchase, one that was refunded, and another user's gift. */
const useProduct = async ({ plant, onAccount }: AuditedSystem): Promise<void> => {
  await plant('auth', ['user', 'ada'], [{ type: 'EmailVerified', data: { userId: 'ada' } }]);
  await plant('backtest', ['run', 'r1'], [runStarted('r1')]);
  await onAccount('ada', granting('g1', 100), reserving('backtest:r1', 40), capturing('backtest:r1', 30));
  await plant('backtest', ['run', 'r1'], [runCompleted('r1', 30)]);
  await plant('backtest', ['run', 'r2'], [runStarted('r2')]);
  await onAccount(
    'ada',
    reserving('backtest:r2', 50),
    reserving('backtest:r3', 500),
    releasing('backtest:r2'),
  );
  await plant('backtest', ['run', 'r2'], [runFailed('r2')]);
  await plant('credits', ['payment', 'p1'], [paymentSettled('p1', 10_000)]);
  await onAccount('ada', granting('payment:p1', 10_000, 'payments'));
  await plant('credits', ['payment', 'p1'], [paymentRefunded('p1', 10_000)]);
  await onAccount('ada', reversing('payment:p1', 'payment-refund:p1', 'refund'));
  await onAccount('bob', granting('g1', 5));
};

describe('a system that is in order', () => {
  let system: AuditedSystem;
  beforeEach(async () => {
    system = await openAuditedSystem();
  });
  afterEach(() => system.stop());

  test('passes every check, and none of them is empty', async () => {
    await useProduct(system);
    const report = await system.verify();
    expect(wrongIn(report)).toEqual({});
    expect(report).toMatchObject({ ok: true, runs: { completed: 1, failed: 1, underWay: 0 } });
    expect(Object.fromEntries(report.checks.map(({ check, counted }) => [check, counted]))).toEqual({
      streams: 16,
      commits: 16,
      predecessors: 16,
      hashes: 10,
      entries: 8,
      balances: 8,
      debts: 0,
      operations: 6,
      reservations: 0,
      welcomes: 0,
      payments: 1,
      runs: 2,
      'read-model': 2,
    });
  });

  test('passes with debts and purchases that an operator took back, and names what is under review', async () => {
    const { plant, onAccount, verify } = system;
    for (const id of ['p1', 'p2']) {
      await plant('credits', ['payment', id], [paymentSettled(id, 10_000)]);
      await onAccount('ada', granting(`payment:${id}`, 10_000, 'payments'));
    }
    await onAccount('ada', reserving('chat:1', 20_000), reversing('payment:p2', 'found-wrong'));
    await plant('credits', ['payment', 'p1'], [paymentRefunded('p1', 10_000)]);
    await onAccount(
      'ada',
      reversing('payment:p1', 'payment-refund:p1', 'refund'),
      capturing('chat:1', 8_000),
    );
    const report = await verify();
    expect(wrongIn(report)).toEqual({});
    expect(report.checks.find(({ check }) => check === 'debts')?.counted).toBe(3);
    expect(report.debts).toEqual([{ accountId: 'ada', grant: 'payment:p1', owed: fromVut(8_000) }]);
    await onAccount('ada', granting('gift', 8_000.5));
    expect(await verify()).toMatchObject({ ok: true, debts: [] });
  });

  test('passes while it is empty', async () => expect(await system.verify()).toMatchObject({ ok: true }));

  test('passes while runs, reservations and payments are under way, or their account is gone', async () => {
    const { plant, onAccount, verify } = system;
    await plant('backtest', ['run', 'r1'], [runStarted('r1')]);
    await plant('backtest', ['run', 'gone'], [runStarted('gone'), runErased('gone')]);
    await onAccount('ada', granting('g1', 100), reserving('backtest:r1', 40), capturing('backtest:r1', 30));
    await onAccount('ada', reserving('backtest:gone', 1), capturing('backtest:gone', 1));
    await onAccount('ada', reserving('backtest:r9', 10));
    await plant('credits', ['payment', 'p1'], [paymentSettled('p1', 10)], { at: NOW });
    await plant('credits', ['payment', 'p2'], [paymentSettled('p2', 10), paymentHeld('p2')]);
    const report = await verify('2026-03-15T09:59:59.000Z');
    expect(wrongIn(report)).toEqual({});
    expect(report.runs.underWay).toBe(1);
  });

  test('passes while it is written to', async () => {
    await useProduct(system);
    let isDone = false;
    const writing = (async () => {
      for (let n = 0; !isDone && n < 200; n += 1) await system.onAccount('bob', granting(`more-${n}`, 1));
    })();
    const reports = [await system.verify(), await system.verify(), await system.verify()];
    isDone = true;
    await writing;
    expect(reports.map(wrongIn)).toEqual([{}, {}, {}]);
  });

  test('passes but for its read model while the ledger does not answer', async () => {
    await useProduct(system);
    await system.stopServing();
    expect(wrongIn(await system.verify(NOW, 0))).toEqual({
      'read-model': [expect.stringContaining('cannot be asked')],
    });
  });
});

describe('tampering is found:', () => {
  let system: AuditedSystem;
  let report: AuditReport;
  beforeAll(async () => {
    system = await openAuditedSystem();
    await useProduct(system);
    for (const { tamper } of tamperings) await tamper(system);
    report = await system.verify(NOW, 500);
  });
  afterAll(() => system.stop());

  test.each(tamperings)('$what', ({ finds }) => {
    const found = wrongIn(report);
    for (const [check, text] of Object.entries(finds))
      expect(found[check as Check]).toContainEqual(expect.stringMatching(text));
  });

  test('and nothing else is', () => {
    const expected = (check: string) => tamperings.flatMap(({ finds }) => finds[check as Check] ?? []);
    // The server's count also reveals deletions.
    const counted = [/^(AUTH|CREDITS): 1 messages were deleted$/];
    for (const [check, problems] of Object.entries(wrongIn(report)))
      for (const problem of problems)
        expect(
          [...expected(check), ...counted].some((text) => new RegExp(text).test(problem)),
          problem,
        ).toBe(true);
    expect(report.ok).toBe(false);
  });
});
