// Overdue reservations, on a real Temporal server: released even if other accounts are damaged.

import { type AccountEvent, fromVut, subjectOf } from '@tradeium/contracts';
import { putSchedule } from '@tradeium/service-kit';
import { sharedByTests } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { openCreditWorkflows } from '../../fixtures/credit-workflows.ts';
import { decideAccount } from '../domain/account.ts';
import { evolveAccount } from '../domain/account-state.ts';
import { schedules } from '../schedules.ts';
import { EXPIRE_RESERVATIONS } from './expire-reservations-contract.ts';

const work = sharedByTests(openCreditWorkflows);

describe('overdue reservations', () => {
  const amount = fromVut(10);
  const reserve = async (accountId: string, names: string[]): Promise<void> => {
    const expiresAt = new Date(work.clock.now().getTime() + 3_600_000).toISOString();
    const grant = { type: 'GrantCredits', operationId: 'gift', amount, reason: 'gift' } as const;
    const reservations = names.map((operationId) => {
      const content = { operationId, amount: fromVut(0.1), purpose: 'backtest', expiresAt };
      return { type: 'ReserveCredits', accountId, ...content } as const;
    });
    const commands = [{ ...grant, accountId }, ...reservations];
    await work.accounts.execute(accountId, { commandId: 'all' }, (account, now) => {
      let state = account;
      return commands.flatMap((command) => {
        const events = decideAccount(command, state, now) as AccountEvent[];
        state = events.reduce(evolveAccount, state);
        return events;
      });
    });
  };
  const balancesOf = async (accountId: string) => (await work.accounts.load(accountId)).state.balances;

  test('of idle accounts are released', async () => {
    await reserve('idle', ['run']);
    expect((await work.run(EXPIRE_RESERVATIONS.workflowType)).result).toBe(0);
    work.clock.advance(3_600_001);
    const { result, workflowId } = await work.run(EXPIRE_RESERVATIONS.workflowType);
    expect(result).toBe(1);
    expect(await balancesOf('idle')).toMatchObject({ available: amount, reserved: 0 });
    await work.workflows.record('expire-reservations', workflowId);
    expect((await work.run(EXPIRE_RESERVATIONS.workflowType)).result).toBe(0);
  });

  test('are released behind a damaged account, and more than a commit holds', async () => {
    await reserve('damaged', ['1', '2', '3']);
    const meta = { commandId: 'planted', at: work.clock.now().toISOString(), previousHash: 'f'.repeat(64) };
    const events = [{ type: 'AccountClosed', data: { accountId: 'damaged' } }];
    const subject = subjectOf('credits', 'account', 'damaged');
    await work.nc.jetstream().publish(subject, JSON.stringify({ events, meta }));
    await reserve(
      'many',
      Array.from({ length: 95 }, (_, n) => `run-${n}`),
    );
    work.clock.advance(3_600_001);
    expect((await work.run(EXPIRE_RESERVATIONS.workflowType)).result).toBe(1);
    expect(await balancesOf('many')).toMatchObject({ reserved: 0 });
    await expect(balancesOf('damaged')).rejects.toThrow();
  });
});

test('its history replays', async () => {
  await work.workflows.replay('expire-reservations');
});

test('both are scheduled', async () => {
  for (const regular of schedules) {
    const scheduleId = `${regular.scheduleId}-test-${process.pid}`;
    const unused = { taskQueue: `${scheduleId}-unused` };
    await putSchedule(work.workflows.client.schedule, { ...regular, scheduleId, ...unused });
    const { spec } = await work.workflows.client.schedule.getHandle(scheduleId).describe();
    expect(spec.intervals?.[0]?.every).toBe(regular.everyMinutes * 60_000);
    await putSchedule(work.workflows.client.schedule, { ...regular, scheduleId, ...unused, everyMinutes: 0 });
  }
  expect(schedules.map(({ everyMinutes }) => everyMinutes)).toEqual([5, 10]);
});
