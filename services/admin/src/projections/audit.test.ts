// Which events show in the audit, and how.
import type { ActionEvent } from '@tradeium/contracts';
import { projected } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { auditProjection } from './audit.ts';

const action = { actionId: 'a1', userId: 'user-1' };
const ordered: ActionEvent = {
  type: 'ActionOrdered',
  data: {
    ...action,
    actorId: 'admin-1',
    subjectId: 'user-1',
    kind: 'grant-credits',
    details: { amount: 500 },
    reason: 'a failed run of Ada',
    description: 'For the run of Ada',
    orderedAt: '2026-11-28T10:00:00.000Z',
  },
};
const completedAt = '2026-11-28T10:00:01.000Z';
const document = {
  actorId: 'admin-1',
  subjectId: 'user-1',
  kind: 'grant-credits',
  state: 'ordered',
  details: { amount: 500 },
  orderedAt: '2026-11-28T10:00:00.000Z',
  completedAt: null,
  changed: null,
  refused: null,
  refusalData: null,
};

describe('the audit', () => {
  test('has an action from its order on, without what was typed', () => {
    const documents = projected(auditProjection, [ordered]);
    expect(documents).toEqual({ a1: document });
    expect(JSON.stringify(documents)).not.toContain('Ada');
  });
  test('says that it was completed, and whether anything changed', () =>
    expect(
      projected(auditProjection, [
        ordered,
        { type: 'ActionCompleted', data: { ...action, changed: true, completedAt } },
      ]),
    ).toEqual({ a1: { ...document, state: 'completed', changed: true, completedAt } }));
  test('says why it was refused', () =>
    expect(
      projected(auditProjection, [
        ordered,
        {
          type: 'ActionRefused',
          data: { ...action, refused: 'LAST_ADMIN', data: { admins: 1 }, completedAt },
        },
      ]),
    ).toEqual({
      a1: { ...document, state: 'refused', refused: 'LAST_ADMIN', refusalData: { admins: 1 }, completedAt },
    }));
});
