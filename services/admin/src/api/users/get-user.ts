// Shows everything about one account but its lists, also of an erased one, whose words are gone.
import { type AdminUserPage, messageOf, refuse } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { usdOf, vutOf } from '../../domain/amount-words.ts';
import { addsUp, type LedgerSumsDocument, NO_LEDGER } from '../../projections/ledger-sums.ts';
import { paidCentsOf } from '../../projections/payments.ts';
import type { PersonDocument } from '../../projections/people.ts';
import { storageOf } from '../../projections/storage.ts';
import type { Dependencies } from '../dependencies.ts';
import { deploymentRows } from '../lists/deployment-rows.ts';
import { userRow } from './list-users.ts';

/** The VUT of a source: sources go below zero by it. Adding zero turns -0 into 0. */
const vut = (microVut: number): number => vutOf(microVut) + 0;

const balanceOf = (ledger: LedgerSumsDocument, paidCents: number): AdminUserPage['balance'] => ({
  available: vut(ledger.available),
  reserved: vut(ledger.reserved),
  spent: vut(ledger.spent),
  owed: vut(-ledger.debt),
  granted: vut(-ledger.promotion),
  bought: vut(-ledger.payments),
  paid_usd: usdOf(paidCents),
  adds_up: addsUp(ledger),
  entries: ledger.lines,
});

/** Those that have not expired, the last started first. */
const sessionsOf = ({ sessions }: PersonDocument, now: string): AdminUserPage['sessions'] =>
  sessions
    .filter(({ expiresAt }) => expiresAt > now)
    .toReversed()
    .map(({ device, startedAt, usedAt, expiresAt }) => ({
      device,
      started_at: startedAt,
      last_used_at: usedAt,
      expires_at: expiresAt,
    }));

export const getUser = (parts: Pick<Dependencies, 'models' | 'now'>): Handler =>
  handler(messageOf('getUser'), async ({ id: userId }) => {
    const { models } = parts;
    const person = await models.people().findOne({ _id: userId }).lean<Stored<PersonDocument> | null>();
    // Its credits, say, may be known before its registration is.
    const registeredAt = person?.createdAt ?? person?.erasedAt;
    if (!person || !registeredAt) return refuse('USER_NOT_FOUND');
    const [ledger, paidCents, storage, deployments] = await Promise.all([
      models.ledgerSums().findOne({ _id: userId }).lean<Stored<LedgerSumsDocument> | null>(),
      paidCentsOf(models.payments, userId),
      storageOf(models.storage, userId),
      deploymentRows(parts, userId),
    ]);
    const now = parts.now().toISOString();
    return answer({
      user: {
        ...userRow(person, now),
        created_at: registeredAt,
        erased_at: person.erasedAt,
        second_factor: person.hasSecondFactor,
        storage_bytes: storage.bytes,
      },
      sessions: sessionsOf(person, now),
      balance: balanceOf(ledger ?? NO_LEDGER, paidCents),
      deployments,
    });
  });
