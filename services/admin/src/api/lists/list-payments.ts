// Lists purchases of credits, also those of erased accounts, without a name.
import { type AdminPayment, messageOf } from '@tradeium/contracts';
import type { Stored } from '@tradeium/event-store';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { usdOf, vutOf } from '../../domain/amount-words.ts';
import { HELD_WORDS } from '../../domain/held-words.ts';
import { allOf, beginsWith, type Filter } from '../../projections/list-page.ts';
import type { PaymentDocument } from '../../projections/payments.ts';
import { personsOf } from '../../projections/people.ts';
import { userIdsFor } from '../../projections/people-search.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from './list-answer.ts';

const FIELD_OF = {
  created_at: 'createdAt',
  amount_usd: 'amountCents',
  confirmed_at: 'confirmedAt',
} as const;

type Models = Pick<Dependencies['models'], 'payments' | 'people'>;

/** Purchases as rows, with the names of their buyers as far as these still have an account. */
export const paymentRows = async (
  { people }: Models,
  payments: readonly Stored<PaymentDocument>[],
): Promise<AdminPayment[]> => {
  const persons = await personsOf(
    people,
    payments.map(({ userId }) => userId),
  );
  return payments.map((payment) => {
    const { _id: id, userId, createdAt, amountCents, credits, confirmedAt, held } = payment;
    const { username = '', email = '' } = persons.get(userId) ?? {};
    return {
      id,
      user_id: userId,
      created_at: createdAt,
      username,
      email,
      amount_usd: usdOf(amountCents),
      credits_issued: confirmedAt === null ? null : vutOf(credits),
      pay_currency: payment.payCurrency,
      amount_paid: payment.paid,
      amount_due: payment.due,
      status: payment.status,
      confirmed_at: confirmedAt,
      refunded_at: payment.refundedAt,
      held: held && HELD_WORDS[held],
    };
  });
};

/** An order by its id; else the purchases of the users whom the text finds. */
const found = async ({ people, payments }: Models, text: string): Promise<Filter> => {
  const byOrder = beginsWith('_id', text);
  const order = await payments()
    .findOne(byOrder as never, { _id: 1 })
    .lean();
  return order ? byOrder : { userId: { $in: await userIdsFor(people, text) } };
};

export const listPayments = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  userHandler(
    messageOf('listPayments'),
    async ({ search, status_filter: status, user_id: userId, sort, direction, ...page }) => {
      const ofStatus = status === 'refunded' ? { isRefunded: true } : { ...(status && { status }) };
      const parts = [ofStatus, userId ? { userId } : {}, search ? await found(models, search) : {}];
      return listAnswer({
        model: models.payments,
        filter: parts.reduce(allOf, {}),
        field: FIELD_OF[sort ?? 'created_at'],
        direction: direction ?? 'desc',
        page,
        rowsOf: (payments) => paymentRows(models, payments),
      });
    },
  );
