// The notices dialog as its user sees it: channels, a secret that is shown once, and what happened to each notice.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { NoticeSettings, TradingNotice } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { takeUpdate } from '../../../core/refetch.ts';
import { renderWeb } from '../../../testing/render-web.tsx';
import { someUser } from '../../../testing/samples.ts';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { newsOf } from './announce-notices.ts';
import { NoticesButton } from './notices-button.tsx';
import { NoticesDialog } from './notices-dialog.tsx';

const AT = '2026-01-02T03:04:05.000Z';
const notice = (more: Partial<TradingNotice> = {}): TradingNotice => ({
  id: 'n1',
  kind: 'paused',
  title: '“Calm momentum” is paused',
  text: 'No order is sent until you press Resume.',
  at: AT,
  backtest_session_id: 'c1',
  mail: { state: 'delivered', detail: 'accepted by the mail server', attempts: 1 },
  webhook: { state: 'retrying', detail: 'HTTP 500', attempts: 3 },
  ...more,
});
const settings = (more: Partial<NoticeSettings> = {}): NoticeSettings => ({
  ...{ mail: true, webhook_url: null, webhook_secret: null, has_secret: false, notices: [] },
  ...more,
});

const open = (more: Answers = {}) => {
  const server = serve({ getNotices: () => settings(), ...more });
  return { server, ...renderWeb(<NoticesDialog onClose={() => undefined} />, { path: '/app/trading' }) };
};

test('mail is switched off', async () => {
  const { server, user } = open({ saveNoticeChannels: () => settings({ mail: false }) });
  await user.click(await screen.findByRole('switch', { name: /^By mail/ }));
  await waitFor(() =>
    expect(server.lastInput('saveNoticeChannels')).toEqual({ mail: false, webhook_url: null }),
  );
});

// spec: trading-page.35
test('a webhook gets a secret, which is shown once', async () => {
  const saved = settings({
    webhook_url: 'https://example.com/hook',
    webhook_secret: 'whsec_1',
    has_secret: true,
  });
  const { server, user } = open({ saveNoticeChannels: () => saved });
  await user.type(await screen.findByRole('textbox', { name: 'To a webhook' }), 'https://example.com/hook');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  expect(await screen.findByText('whsec_1')).toBeDefined();
  expect(server.lastInput('saveNoticeChannels')).toEqual({
    mail: true,
    webhook_url: 'https://example.com/hook',
  });
});

test('an address that is refused says why at its field', async () => {
  const detail = 'This address cannot be used: it must be a public address';
  const { user } = open({ saveNoticeChannels: () => refusal(400, detail, 'WEBHOOK_ADDRESS_INVALID') });
  const field = await screen.findByRole('textbox', { name: 'To a webhook' });
  await user.type(field, 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  expect(await screen.findByText('Enter an address that begins with https://')).toBeDefined();
  await user.clear(field);
  await user.type(field, 'https://10.0.0.1/');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  expect(await screen.findByText(detail)).toBeDefined();
});

// spec: trading-page.35
test('the newest notices say what happened to them', async () => {
  const limited = notice({
    id: 'n2',
    mail: { state: 'left_out', detail: 'too many today', attempts: 0 },
    webhook: null,
  });
  open({ getNotices: () => settings({ notices: [notice(), limited] }) });
  const [first, second] = within(await screen.findByRole('list', { name: 'Newest notices' })).getAllByRole(
    'listitem',
  );
  expect(first?.textContent).toMatch(/is paused.*Mail delivered.*Webhook trying again.*HTTP 500, 3 attempts/);
  expect(second?.textContent).toMatch(/Mail not sent.*too many today/);
});

test('each notice says why it came and leads to where it can be acted on', async () => {
  const why = 'No order is sent until you press Resume. The reason: the exchange does not answer.';
  const notices = [
    notice({ text: why }),
    notice({ id: 'n2', kind: 'credits_too_low', title: 'Too few credits' }),
    notice({ id: 'n3', kind: 'kill_switch', backtest_session_id: null }),
  ];
  open({ getNotices: () => settings({ notices }) });
  const list = within(await screen.findByRole('list', { name: 'Newest notices' }));
  expect(list.getByText(why)).toBeDefined();
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Open the deployment', '/app/trading?chat=c1'],
    ['Open credits', '/app/credits'],
    ['Open trading', '/app/trading'],
  ]);
});

test('the bell says how many notices are unread, until they are seen', async () => {
  const earlier = notice({ id: 'n1', at: '2026-01-01T00:00:00.000Z' });
  const own = notice({ id: 'n2', kind: 'kill_switch', at: '2026-01-01T01:00:00.000Z' });
  const server = serve({ getMe: () => someUser, getNotices: () => settings({ notices: [own, earlier] }) });
  const { user, store } = renderWeb(<NoticesButton />, { path: '/app/trading' });
  await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notices' });
  expect((await within(dialog).findAllByText('new')).length).toBe(1);
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Notices' });
  server.answer({ getNotices: () => settings({ notices: [notice({ id: 'n3' }), own, earlier] }) });
  store.dispatch(takeUpdate({ topic: 'notices', backtest_id: null }));
  await screen.findByRole('button', { name: 'Notices, 1 unread' });
});

test('a test notice that is sent from the open list marks the bell once it is closed, until the list is opened again', async () => {
  const server = serve({
    ...{ getMe: () => someUser, getNotices: () => settings() },
    sendTestNotice: () => ({ message: 'sent' }) as never,
  });
  const { user } = renderWeb(<NoticesButton />, { path: '/app/trading' });
  await user.click(await screen.findByRole('button', { name: 'Notices' }));
  const send = await screen.findByRole('button', { name: 'Send a test notice' });
  server.answer({
    getNotices: () =>
      settings({ notices: [notice({ id: 'n9', kind: 'test', at: '2026-01-03T00:00:00.000Z' })] }),
  });
  await user.click(send);
  await screen.findByText('new');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }));
  await screen.findByRole('dialog', { name: 'Notices' });
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Notices' });
});

test('a test notice is requested, and a refusal is shown', async () => {
  const { server, user } = open({ sendTestNotice: () => refusal(409, 'Notices are off', 'NOTICES_OFF') });
  expect(await screen.findByText(/^None yet/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send a test notice' }));
  await waitFor(() => expect(server.asked).toContain('sendTestNotice'));
  expect(await screen.findByText('Notices are off')).toBeDefined();
});

test('notices that cannot be read are requested again', async () => {
  const { server, user } = open({ getNotices: () => refusal(503, 'Not now') });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  server.answer({ getNotices: () => settings() });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('switch', { name: /^By mail/ })).toBeDefined();
});

// spec: trading-page.36
test('only what is new is announced, each once; no test notice, and no stop of one’s own', () => {
  const soon = Date.parse(AT) + 1_000;
  const all = [
    notice({ id: 'n3' }),
    notice({ id: 'n2', kind: 'test' }),
    notice({ id: 'n1' }),
    notice({ id: 'n0', kind: 'kill_switch' }),
  ];
  expect(newsOf(all, new Set(), soon).map(({ id }) => id)).toEqual(['n1', 'n3']);
  expect(newsOf(all, new Set(['n1']), soon).map(({ id }) => id)).toEqual(['n3']);
  expect(newsOf(all, new Set(), soon + 60_000)).toEqual([]);
});
