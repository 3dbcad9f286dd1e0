// The words of a stop: no alarm in the app for what its user did, and a warning where the news is sent.
import { expect, test } from 'vitest';
import { noticeWords } from './notice-words.ts';

const about = { name: 'Dual momentum', mode: 'live' } as const;

test('a stop names the strategy and says that the user did it', () => {
  expect(noticeWords('kill_switch', about, '', 'in-app')).toEqual({
    title: 'Trading of “Dual momentum” was stopped',
    text: 'Stopped by you. No order is sent any more. Positions stay as they are.',
  });
  expect(noticeWords('kill_switch', { name: null, mode: null }, 'all deployments', 'in-app').title).toBe(
    'All trading was stopped',
  );
});

test('sent away it warns of somebody else, unless it is play money', () => {
  expect(noticeWords('kill_switch', about, '', 'sent').text).toMatch(
    /^Stopped from your account: if that was not you, change your password\. No order is sent/,
  );
  expect(noticeWords('kill_switch', { ...about, mode: 'paper' }, '', 'sent').text).not.toContain('password');
});

test('names the one who stopped all trading, if that was not its user', () => {
  expect(noticeWords('kill_switch', about, 'The account was locked', 'sent')).toEqual({
    title: 'All trading was stopped',
    text: 'The account was locked. No order is sent any more. Positions stay as they are.',
  });
});

test('a deployment without a name is yours, at the beginning and in the middle of a sentence', () => {
  const nameless = { name: null, mode: null };
  expect(noticeWords('paused', nameless, '', 'in-app').title).toBe('Your deployment is paused');
  expect(noticeWords('kill_switch', nameless, '', 'in-app').title).toBe(
    'Trading of your deployment was stopped',
  );
});
