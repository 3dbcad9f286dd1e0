// A reply whose stream breaks: before it has begun it says why, afterwards its words stay.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatServer, complete, history, input, SETTINGS, STARTED, said } from '../../testing/agent-chat.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, eventStream } from '../../testing/server.ts';
import { AgentChat } from './agent-chat.tsx';

const ACTIONS = {
  apply: async () => 'strategy_idea.py',
  selectedFile: null,
  selected: {},
  selectedCode: null,
  read: async () => 'x = 1',
  replace: async () => undefined,
  files: [],
  openSettings: () => undefined,
  offerCoins: () => undefined,
};

/** Sends a message in a new conversation. */
const ask = async (text: string, answers: Answers) => {
  const server = chatServer(answers);
  const web = renderWeb(
    <AgentChat conversationId="k1" chatId="c1" settings={() => SETTINGS} actions={ACTIONS} />,
  );
  await screen.findByRole('heading', { name: '1 Create Strategy' });
  await web.user.type(await input(), `${text}{Enter}`);
  return { server };
};

const ISSUE = 'I encountered an issue processing your message. Please try again or contact support. Error: ';
const CLOSED = 'API call failed: the connection was closed before the answer was complete';
const streamOf = (...parts: (string | Error)[]) =>
  new Response(
    new ReadableStream({
      pull: (out) => {
        const part = parts.shift();
        if (part === undefined) out.close();
        else if (part instanceof Error) out.error(part);
        else out.enqueue(new TextEncoder().encode(part));
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
const RESET = new TypeError('network error');

// spec: strategies.44
test.each<[string, () => Response | Promise<Response>, string]>([
  [
    'cannot be opened',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'API call failed: Failed to fetch',
  ],
  ['ends empty', () => streamOf(), CLOSED],
  ['ends with comments only', () => streamOf(': heartbeat\n\n', ': heartbeat\n\n'), CLOSED],
  ['ends in the middle of its first event', () => streamOf('data: {"type":"chu'), CLOSED],
  ['is reset', () => streamOf(RESET), 'API call failed: network error'],
  ['is reset after comments', () => streamOf(': heartbeat\n\n', RESET), 'API call failed: network error'],
  ['is an error of a server', () => new Response('{"error":"No model"}', { status: 500 }), 'No model'],
  [
    'is refused in its middle for want of credits',
    () => streamOf('event: refusal\ndata: {"detail":{"message":"You need 2 VUT more."}}\n\n'),
    'You need 2 VUT more.',
  ],
])('a stream that %s before the reply has begun says why', async (_case, answer, cause) => {
  await ask('Momentum', { chatWithStrategyAgent: answer });
  const words = await screen.findByText((text) => text.endsWith(cause), { selector: 'p' });
  expect([cause, ISSUE + cause]).toContain(words.textContent);
  expect(screen.queryByText('[Stream interrupted]')).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

// spec: strategies.33
test.each([
  ['ends', streamOf('data: {"type":"chunk","content":"Half a reply"}\n\n')],
  ['is reset', streamOf('data: {"type":"chunk","content":"Half a reply"}\n\n', RESET)],
])('a stream that %s after words keeps them as interrupted', async (_case, answer) => {
  await ask('Momentum', { chatWithStrategyAgent: () => answer });
  await screen.findByText('[Stream interrupted]', { selector: 'p' });
  expect(screen.getByText('Half a reply')).toBeDefined();
  expect(screen.queryByText(new RegExp(ISSUE))).toBeNull();
});

test('a message that has arrived although its stream broke at once is followed to its end', async () => {
  const again = eventStream();
  const messages = [said('m9', 'user', 'Momentum'), said('r9', 'assistant', '', { status: 'streaming' })];
  let hasArrived = false;
  const { server } = await ask('Momentum', {
    chatWithStrategyAgent: () => {
      hasArrived = true;
      return streamOf(RESET);
    },
    getConversationHistory: () => history(hasArrived ? messages : []),
    watchReply: () => again.response(),
  });
  await waitFor(() => expect(server.lastInput('watchReply')).toEqual({ id: 'k1', reply_id: 'r9' }));
  again.send(STARTED);
  again.send({ type: 'chunk', content: 'It arrived' });
  again.send(complete());
  await screen.findByText('It arrived');
  expect(screen.queryByText(new RegExp(ISSUE))).toBeNull();
});
