// Lists everybody with a role for the command line; no route leads here.

import { MESSAGES, type OperatorRole, streamOf, subjectOf } from '@tradeium/contracts';
import { readMessages } from '@tradeium/event-store';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { type NatsConnection, NatsError } from 'nats';
import { loadPerson } from '../../commands/load-person.ts';
import { type AdminSource, adminSources, roleOf } from '../../domain/roles.ts';
import { findUser } from '../checks/find-user.ts';
import type { Dependencies } from '../dependencies.ts';

const BATCH_SIZE = 1_000;
const NO_MESSAGE_FOUND = 10_037;
const GRANTED = Buffer.from('"RoleGranted"');

const newestSequence = async (nc: NatsConnection, stream: string, subject: string): Promise<number> => {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  return manager.streams.getMessage(stream, { last_by_subj: subject }).then(
    ({ seq }) => seq,
    (cause: unknown) => {
      if (cause instanceof NatsError && cause.api_error?.err_code === NO_MESSAGE_FOUND) return 0;
      throw cause;
    },
  );
};

/** The ids of users who were ever granted a role. There is no read model of users, so all their events are read. */
const onceGranted = async (nc: NatsConnection): Promise<Set<string>> => {
  const [stream, subject] = [streamOf('auth'), subjectOf('auth', 'user', '*')];
  const newest = await newestSequence(nc, stream, subject);
  const userIds = new Set<string>();
  if (newest === 0) return userIds;
  const reading = new AbortController();
  const { signal } = reading;
  for await (const batch of readMessages(nc, {
    stream,
    subjects: [subject],
    after: 0,
    batchSize: BATCH_SIZE,
    signal,
  })) {
    for (const message of batch) {
      const isGrant = !message.isForged && Buffer.from(message.data).includes(GRANTED);
      if (isGrant) userIds.add(message.subject.slice(message.subject.lastIndexOf('.') + 1));
    }
    if ((batch.at(-1)?.sequence ?? 0) >= newest) reading.abort();
  }
  return userIds;
};

type Admin = { user_id: string; email: string; username: string; role: OperatorRole; by: AdminSource[] };

const adminOf = async (
  { users, userKeys, adminEmails }: Dependencies,
  userId: string,
): Promise<Admin | null> => {
  const { user, key } = await loadPerson({ users, userKeys }, userId);
  if (user.status !== 'registered' || !key) return null;
  const { email, username } = user;
  const role = roleOf(user, email, adminEmails);
  if (role === null) return null;
  const by: AdminSource[] = role === 'admin' ? [...adminSources(user, email, adminEmails)] : ['role'];
  return { user_id: userId, email, username, role, by };
};

export const listAdmins = (dependencies: Dependencies): Handler =>
  fromAggregates(
    handler(MESSAGES.listAdmins, async () => {
      const userIds = await onceGranted(dependencies.nc);
      for (const email of dependencies.adminEmails) {
        const { found } = await findUser(dependencies, email);
        if (found) userIds.add(found.user.userId);
      }
      const admins = await Promise.all([...userIds].map((userId) => adminOf(dependencies, userId)));
      return answer({ admins: admins.filter((admin) => admin !== null) });
    }),
  );
