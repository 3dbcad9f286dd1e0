// Finds users, payments, runs, orders, deployments and actions by what their id, address or name begins with.
import { messageOf, type SearchHit } from '@tradeium/contracts';
import type { ReadModel, Stored } from '@tradeium/event-store';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { nameWords, usdWords } from '../../domain/amount-words.ts';
import { beginsWith } from '../../projections/list-page.ts';
import { personsOf } from '../../projections/people.ts';
import { isErasedId, usersMatching } from '../../projections/people-search.ts';
import type { Dependencies } from '../dependencies.ts';

const OF_A_KIND_MAX = 10;
/** No more than an answer holds, with all six kinds. */
const HITS_MAX = 50;

type Models = Dependencies['models'];

/** To the minute: `2026-11-28 18:56 UTC`. */
const momentWords = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** The documents that have what begins so in the field, in the order of the field. */
const found = <Doc extends object>(
  model: ReadModel<Doc>,
  field: string,
  text: string,
): Promise<Stored<Doc>[]> =>
  model()
    .find(beginsWith(field, text) as never)
    .sort({ [field]: 1 })
    .limit(OF_A_KIND_MAX)
    .lean<Stored<Doc>[]>();

const userHits = async ({ people }: Models, text: string): Promise<SearchHit[]> =>
  (await usersMatching(people, text)).slice(0, OF_A_KIND_MAX).map(({ _id: id, username, email }) => ({
    kind: 'user' as const,
    id,
    user_id: id,
    title: username,
    detail: email,
  }));

/** An erased account, which only its whole id finds. */
const erasedHits = async ({ people }: Models, id: string): Promise<SearchHit[]> =>
  (await isErasedId(people, id))
    ? [{ kind: 'user', id, user_id: id, title: 'Erased account', detail: id }]
    : [];

/** The findings of two fields, each once. */
const foundByEither = async <Doc extends object>(
  model: ReadModel<Doc>,
  fields: readonly [string, string],
  text: string,
): Promise<Stored<Doc>[]> => {
  const [first, second] = fields;
  const [some, others] = await Promise.all([found(model, first, text), found(model, second, text)]);
  const distinct = new Map([...some, ...others].map((document) => [document._id, document]));
  return [...distinct.values()].slice(0, OF_A_KIND_MAX);
};

const paymentHits = async ({ payments }: Models, text: string): Promise<SearchHit[]> =>
  (await foundByEither(payments, ['_id', 'invoiceId'], text)).map(
    ({ _id: id, userId, amountCents, createdAt }) => ({
      kind: 'payment',
      id,
      user_id: userId,
      title: `Payment of ${usdWords(amountCents)}`,
      detail: momentWords(createdAt),
    }),
  );

const runHits = async ({ runs }: Models, text: string): Promise<SearchHit[]> =>
  (await found(runs, 'runId', text)).map(({ _id: id, userId, status, startedAt }) => ({
    kind: 'run',
    id,
    user_id: userId,
    title: `Backtest, ${status}`,
    detail: momentWords(startedAt),
  }));

const orderHits = async ({ orders }: Models, text: string): Promise<SearchHit[]> =>
  (await foundByEither(orders, ['clientOrderId', 'exchangeOrderId'], text)).map(
    ({ _id: id, userId, side, quantity, coin, status, at }) => ({
      kind: 'order',
      id,
      user_id: userId,
      title: `Order: ${side} ${quantity} ${coin}, ${nameWords(status)}`,
      detail: momentWords(at),
    }),
  );

const deploymentHits = async ({ deployments }: Models, text: string): Promise<SearchHit[]> =>
  (await found(deployments, 'deploymentId', text)).flatMap((found) =>
    found.kind === 'deployment'
      ? {
          kind: 'deployment' as const,
          id: found._id,
          user_id: found.userId,
          title: `Deployment, ${found.mode}, ${found.status}`,
          detail: momentWords(found.createdAt),
        }
      : [],
  );

const actionHits = async ({ audit }: Models, text: string): Promise<SearchHit[]> =>
  (await found(audit, '_id', text)).map(({ _id: id, subjectId, kind, state, orderedAt }) => ({
    kind: 'action',
    id,
    user_id: subjectId,
    title: `Action: ${nameWords(kind)}, ${state}`,
    detail: momentWords(orderedAt),
  }));

/** Every other hit says whose it is, while that person has an account. */
const withNames = async ({ people }: Models, hits: readonly SearchHit[]): Promise<SearchHit[]> => {
  const persons = await personsOf(
    people,
    hits.flatMap(({ user_id }) => user_id ?? []),
  );
  return hits.map((hit) => {
    const name = hit.user_id === null ? undefined : persons.get(hit.user_id)?.username;
    return name === undefined ? hit : { ...hit, detail: `${name}, ${hit.detail}` };
  });
};

export const searchEverything = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  handler(messageOf('searchEverything'), async ({ q }) => {
    const [users, erased, ...others] = await Promise.all([
      userHits(models, q),
      erasedHits(models, q),
      paymentHits(models, q),
      runHits(models, q),
      orderHits(models, q),
      deploymentHits(models, q),
      actionHits(models, q),
    ]);
    const hits = [...users, ...erased, ...(await withNames(models, others.flat()))];
    return answer({ hits: hits.slice(0, HITS_MAX) });
  });
