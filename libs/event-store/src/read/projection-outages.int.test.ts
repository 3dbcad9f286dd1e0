// Projections while their database is down, slow, or not there yet: nothing is parked or lost, and every wait ends.
import { openStallingLink } from '@tradeium/testing';
import mongoose from 'mongoose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { balancesOf, openReadSide, type ReadSide } from '../../fixtures/read-side.ts';
import { balances, deposit, newId } from '../../fixtures/wallet.ts';
import { runProjections } from '../index.ts';

let side: ReadSide;

beforeEach(async () => {
  side = await openReadSide();
});
afterEach(() => side.stop());

const options = () => ({ dbName: side.database.name, autoIndex: false });
const dependencies = () => ({ nc: side.nc, log: side.log, now: () => new Date(), projections: [balances] });

test('they start before their database can be reached, say so, and are there soon after it is', async () => {
  const mongo = mongoose.createConnection();
  const projections = runProjections({ ...dependencies(), mongo });
  side.running.push(projections);
  const id = newId();
  await side.append(3, [id]);
  expect(() => projections.documents(balances)).toThrow(
    expect.objectContaining({ name: 'DatabaseNotReached' }),
  );
  expect(await projections.waitFor({ CREDITS: 3 }, 10)).toBe(false);
  await expect
    .poll(() => projections.conditions())
    .toEqual([
      {
        ...{ name: 'balances', version: 1, state: 'opening', rebuilding: null },
        reason: 'MongoDB has not been reached yet',
      },
    ]);
  expect(await projections.status()).toMatchObject([{ behind: 3, parked: null, collection: null }]);
  await mongo.openUri(side.databaseUrl, options());
  await projections.opened;
  expect(await projections.caughtUp(5_000)).toBe(true);
  expect(await balancesOf(projections)).toEqual({ [id]: 3 });
  await projections.stop();
  await mongo.close();
});

test('a database that does not write in time, though it answers otherwise, is an outage: nothing is parked', async () => {
  const link = await openStallingLink(side.databaseUrl);
  const mongo = await mongoose.createConnection(link.url, options()).asPromise();
  const projections = runProjections({ ...dependencies(), mongo });
  side.running.push(projections);
  const id = newId();
  await side.append(1, [id]);
  expect(await projections.caughtUp(5_000)).toBe(true);
  link.stall('insert', 'update');
  const outcome = await side.wallets.execute(id, { commandId: newId() }, deposit(5));
  await expect.poll(() => projections.conditions()[0]?.state).toBe('failing');
  link.mend();
  expect(await projections.waitFor({ CREDITS: outcome.ok ? outcome.sequence : 0 }, 20_000)).toBe(true);
  expect(await balancesOf(projections)).toEqual({ [id]: 6 });
  expect(await projections.status()).toMatchObject([{ parked: 0 }]);
  expect(side.log.lines.map(({ message }) => message)).not.toContain('an event was parked');
  await projections.stop();
  await mongo.close();
  await link.close();
});
