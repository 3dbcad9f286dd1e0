// The protocol of the model server, over a socket.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningModel, startModel } from './model.ts';

let model: RunningModel;
beforeAll(async () => {
  model = await startModel({ port: 0, chunkMs: 0, now: () => 1_700_000_000_000 });
});
afterAll(() => model.close());

const TOOLS = ['check_strategy', 'run_backtest'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object' } },
}));
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${model.url}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const ask = (content: string, more: object = {}) =>
  post('/v1/chat/completions', { model: 'any', messages: [{ role: 'user', content }], ...more });

/** The data of each event. */
const eventsOf = async (response: Response): Promise<string[]> =>
  (await response.text())
    .split('\n\n')
    .filter(Boolean)
    .map((event) => event.replace(/^data: /, ''));

test('says that it is a demo', async () => {
  const { data } = (await (await fetch(`${model.url}/v1/models`)).json()) as { data: object[] };
  expect(data).toEqual([expect.objectContaining({ id: 'tradeium-demo', owned_by: 'tradeium-demo' })]);
});

test('streams text in pieces, with a reason to finish, usage, and an end', async () => {
  const response = await ask('hi', { stream: true, stream_options: { include_usage: true } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events = await eventsOf(response);
  expect(events.at(-1)).toBe('[DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' });
  expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
  const { choices, usage } = chunks.at(-1);
  expect(choices).toEqual([]);
  expect(usage.completion_tokens).toBe(chunks.length - 3);
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true);
});

test('streams a tool call in pieces that add up to its input', async () => {
  const events = await eventsOf(await ask('momentum', { stream: true, tools: TOOLS }));
  const parts = events.slice(0, -1).flatMap((event) => JSON.parse(event).choices[0]?.delta.tool_calls ?? []);
  expect(parts[0]).toMatchObject({
    index: 0,
    id: expect.stringMatching(/^call_/),
    function: { name: 'check_strategy', arguments: '' },
  });
  expect(parts.length).toBeGreaterThan(10);
  const input = JSON.parse(parts.map((part) => part.function.arguments).join(''));
  expect(input.code).toContain('def strategy(candles, settings):');
});

test('the same request gets the same bytes', async () => {
  const [first, second] = [await ask('momentum', { stream: true }), await ask('momentum', { stream: true })];
  expect(await first.text()).toBe(await second.text());
});

test('answers whole without a stream, and stops at the limit', async () => {
  const whole = await (await ask('momentum', { tools: TOOLS })).json();
  expect(whole.choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { name: 'check_strategy' } }] },
  });
  const cut = await (await ask('hi', { max_completion_tokens: 5 })).json();
  expect(cut).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 5 } });
});

test('counts a long prefix that came before as cached', async () => {
  const system = { role: 'system', content: 'one two three four five '.repeat(400) };
  const usage = async (content: string) => {
    const body = { model: 'any', messages: [system, { role: 'user', content }] };
    const { usage } = await (await post('/v1/chat/completions', body)).json();
    return usage;
  };
  expect((await usage('hi')).prompt_tokens_details.cached_tokens).toBe(0);
  const again = await usage('ho');
  expect(again.prompt_tokens_details.cached_tokens).toBeGreaterThan(1_800);
  expect(again.prompt_tokens_details.cached_tokens).toBeLessThan(again.prompt_tokens);
});

test('faults are ordered for a number of requests, or taken back', async () => {
  await post('/faults', { fault: 'rate-limit', number: 7, times: 2 });
  const limited = await ask('hi');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await ask('hi')).status).toBe(429);
  expect((await ask('hi')).status).toBe(200);
  await post('/faults', { fault: 'server-error', number: 503, times: 9 });
  expect((await ask('hi')).status).toBe(503);
  await fetch(`${model.url}/faults`, { method: 'DELETE' });
  expect((await ask('hi')).status).toBe(200);
  expect((await post('/faults', { fault: 'nonsense' })).status).toBe(400);
});

test.each([
  ['what is no JSON', '{'],
  ['no messages', { model: 'm', messages: [] }],
  ['a message of an unknown role', { model: 'm', messages: [{ role: 'ghost', content: '' }] }],
])('refuses %s', async (_, body) => {
  const response = await post('/v1/chat/completions', body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('pages of other sites are turned away', async () => {
  expect((await post('/faults', { fault: 'slow' }, { origin: 'https://evil.example' })).status).toBe(403);
});
