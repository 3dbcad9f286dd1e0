// Users at work while the cluster is changed: what they ask for, and every answer that was lost.

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExecuteResponse } from '@tradeium/contracts';
import { type ApiUrls, type RegisteredUser, registerUser } from '../../e2e/api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from '../../e2e/backtest-story.ts';

const USERS = 4;
const PAUSE_MS = 25;
const RUN_TIMEOUT_MS = 120_000;

export type Served = { requests: number; runs: number; lost: string[] };

const isLost = (status: number) => status >= 500;

/** Each user reads and writes through all services, as fast as a person cannot. */
const work = async (user: RegisteredUser, served: Served, isOver: () => boolean): Promise<void> => {
  const asks = [
    () => user.call('getBalance', {}),
    () => user.call('getMe', {}),
    () => user.call('listChats', {}),
    () => user.call('listDeployments', {}),
    () => user.call('createChat', { name: `Chat ${randomUUID().slice(0, 8)}` }),
  ];
  for (let turn = 0; !isOver(); turn += 1) {
    const ask = asks[turn % asks.length];
    if (!ask) return;
    served.requests += 1;
    try {
      const { status, code } = await ask();
      if (isLost(status)) served.lost.push(`${turn % asks.length}: ${status} ${code ?? ''}`);
    } catch (cause) {
      served.lost.push(`${turn % asks.length}: ${String((cause as Error).cause ?? cause)}`);
    }
    await delay(PAUSE_MS);
  }
};

/** Without an answer the user sends the same run again, as the workspace does; it costs once. */
const runAgainAndAgain = async (
  user: RegisteredUser,
  served: Served,
  isOver: () => boolean,
): Promise<void> => {
  const input = await saveStrategy(user, MOMENTUM);
  const remaining = async () => (await user.get('getBalance', {})).subscription.vut_remaining;
  const before = await remaining();
  let cost = 0;
  while (!isOver()) {
    served.runs += 1;
    const run = { ...input, run_id: randomUUID() };
    const { status, code, body } = await endOfRun(user, run, RUN_TIMEOUT_MS);
    if (status !== 200) served.lost.push(`run: ${status} ${code ?? ''}`);
    else cost += (body as ExecuteResponse).cost_vut;
  }
  const paid = before - (await remaining());
  if (Math.abs(paid - cost) > 0.005) served.lost.push(`runs cost ${cost} VUT, and ${paid} VUT were taken`);
};

/** Lets users work while something is done; what they asked for and what was lost. */
export const whileUsersWork = async (urls: ApiUrls, change: () => Promise<void>): Promise<Served> => {
  const users = await Promise.all(Array.from({ length: USERS + 1 }, () => registerUser(urls)));
  const served: Served = { requests: 0, runs: 0, lost: [] };
  let over = false;
  const isOver = () => over;
  const [runner, ...others] = users;
  const working = others.map((user) => work(user, served, isOver));
  if (runner) working.push(runAgainAndAgain(runner, served, isOver));
  try {
    await change();
  } finally {
    over = true;
    await Promise.all(working);
  }
  return served;
};
