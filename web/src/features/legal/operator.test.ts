// The legal pages say which facts the operator of a server has not stated.
import { expect, test } from 'vitest';
import { missingFacts, OPERATOR, type Operator, stated } from './operator.ts';

const complete: Operator = {
  name: 'Ada Ltd',
  postalAddress: '1 Analytical Way',
  email: 'ada@example.org',
  hosting: 'Example Hosting, Ireland',
  mailProvider: 'Example Mail',
  law: 'Irish law',
  logsKept: '14 days',
  refunds: 'Within 14 days.',
  notice: '30 days',
};

test('each fact that is missing is named', () => {
  expect(missingFacts(complete)).toEqual([]);
  expect(missingFacts({ ...complete, email: null, law: null })).toEqual(['email address', 'applicable law']);
});

test('nothing is stated before an operator states it', () => {
  expect(missingFacts(OPERATOR)).toHaveLength(Object.keys(OPERATOR).length);
  expect([stated(null), stated('Irish law')]).toEqual(['not stated by the operator yet', 'Irish law']);
});
