// Lists of administration as CSV files: whole, safe, and no longer sent once the role is taken.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, handler } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

let edge: Edge;
let cookie: string;
const ada = userNamed('ada');
const asked: Record<string, unknown>[] = [];
/** How many rows a page has, and how long its names are: enough to fill what sockets hold. */
let long = 0;
let afterFirst = async () => undefined as unknown;

const row = (index: number) => ({
  user_id: `user-${index}`,
  id: `user-${index}`,
  username: index === 0 ? '=HYPERLINK("x")' : `name_${index}${'x'.repeat(long * 500)}`,
  email: `user${index}@example.com`,
  vut_credits: index === 1 ? -2.5 : 10,
  tokens_used_today: 0,
  tokens_used_week: 0,
  tokens_used_month: 0,
  tokens_used_total: index,
  email_verified: true,
  created_at: '2026-01-02T03:04:05.678Z',
  locked: false,
  role: null,
  last_seen_at: null,
});

/** Two rows a page, three pages; what asks for broken ones is refused at the second. */
const listUsers = handler(messageOf('listUsers'), async (input) => {
  asked.push(input);
  const from = Number(input.cursor || 0);
  if (from > 0) await afterFirst();
  if (from > 0 && input.search === 'broken') return refuse('INTERNAL');
  const next_cursor = from + 2 < 6 ? String(from + 2) : null;
  return answer({ items: [row(from), row(from + 1)], next_cursor, total: 6 });
});

beforeAll(async () => {
  edge = await startEdge([listUsers]);
  edge.roles.set(ada.id, 'admin');
  cookie = edge.signIn(ada);
});
afterAll(() => edge.close());

const download = (query = '') => edge.send(`/admin/exports/users${query}`, { cookie });

// spec: admin.47
test('every page of the list is in the file, with its filters, and the last line counts the rows', async () => {
  asked.length = 0;
  const response = await download('?verified=true&sort=email&direction=asc');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="tradeium-users-.*\.csv"$/,
  );
  const lines = (await response.text()).trimEnd().split('\n');
  expect(lines).toHaveLength(8);
  expect(lines[0]).toMatch(/^user_id,id,username,email,vut_credits,/);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines[2]).toContain(',-2.5,');
  expect(lines.at(-1)).toBe('rows,6');
  expect(asked.map(({ cursor }) => cursor)).toEqual(['', '2', '4']);
  expect(asked[2]).toMatchObject({ verified: 'true', sort: 'email', direction: 'asc' });
});

test('a filter that the list does not have is refused', async () => {
  expect((await download('?sort=password')).status).toBe(400);
  expect((await edge.send('/admin/exports/secrets', { cookie })).status).toBe(400);
});

test('a file that is cut off has no last line', async () => {
  await expect(download('?search=broken').then((response) => response.text())).rejects.toThrow();
});

// spec: admin.47
test('it is cut off when the role is taken meanwhile', async () => {
  afterFirst = () => edge.setRole(ada, null);
  await expect(download().then((response) => response.text())).rejects.toThrow();
  expect((await download()).status).toBe(403);
});

test('a reader who leaves in the middle frees the place', async () => {
  await edge.setRole(ada, 'admin');
  afterFirst = async () => undefined;
  long = 4_000;
  for (let round = 0; round < 4; round += 1) {
    const leaving = new AbortController();
    const response = await edge.send('/admin/exports/users', { cookie, signal: leaving.signal });
    expect(response.status).toBe(200);
    leaving.abort();
    await expect.poll(() => edge.parts.places.open('exportList', ada.id)).toBe(0);
  }
});
