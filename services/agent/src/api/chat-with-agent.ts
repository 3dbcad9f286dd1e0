// Takes a user's message and streams the reply, which goes on without its reader.
import {
  type Agent,
  coinsOfIdea,
  isRefusal,
  messageOf,
  type Refusal,
  type RouteInput,
  refuse,
} from '@tradeium/contracts';
import { type Handler, type RequestContext, userStreamHandler } from '@tradeium/service-kit';
import { chatOfUser } from '../replies/chat-of-user.ts';
import { forgetIfGone } from '../replies/forget-if-gone.ts';
import type { LiveReply } from '../replies/live-reply.ts';
import { relay } from '../replies/relay.ts';
import { sendMessage } from '../replies/send-message.ts';
import { openStarts } from '../replies/starts.ts';
import { usualSettings } from '../replies/usual-settings.ts';
import { settingsOn } from '../tools/idea-settings.ts';
import type { Dependencies } from './dependencies.ts';

const ROUTE_OF = { strategy: 'chatWithStrategyAgent', discovery: 'chatWithDiscoveryAgent' } as const;

/** Looks for its chat once a reply has ended. */
const forgetAfter = async (dependencies: Dependencies, reply: LiveReply, request: RequestContext) => {
  await reply.ended;
  await forgetIfGone(dependencies, reply, request);
};

/** Of both agents. */
const starts = openStarts();

type Asked = {
  readonly agent: Agent;
  readonly userId: string;
  readonly input: RouteInput<(typeof ROUTE_OF)[Agent]>;
  readonly request: RequestContext;
};

/** `caller`: aborted when the request is about to be given up. */
const begin = async (
  dependencies: Dependencies,
  { agent, userId, input, request }: Asked,
  caller: AbortSignal,
): Promise<LiveReply | Refusal> => {
  const with_settings = input.settings === undefined;
  const chat = await chatOfUser(dependencies, { chat_id: input.backtest_id, with_settings }, request);
  if (isRefusal(chat)) return chat;
  if (chat.is_private) return refuse('AI_CHAT_DISABLED');
  const settings = input.settings ?? chat.settings ?? usualSettings(dependencies.now());
  const message = {
    userId,
    agent,
    conversationId: chat.conversation_id,
    chatId: chat.chat_id,
    filenames: chat.filenames,
    text: input.message,
    replaces: input.replaces ?? null,
    selected: input.selected ?? {},
    settings: settingsOn(settings, coinsOfIdea(input.message)),
  };
  return sendMessage(dependencies, message, request, caller);
};

const chatWith =
  (agent: Agent) =>
  (dependencies: Dependencies): Handler =>
    userStreamHandler(messageOf(ROUTE_OF[agent]), async (input, userId, sink, request) => {
      const reply = await starts.run(userId, sink.signal, () =>
        begin(dependencies, { agent, userId, input, request }, sink.signal),
      );
      if (isRefusal(reply)) return reply;
      void forgetAfter(dependencies, reply, request).catch((err: unknown) =>
        dependencies.log.warn({ err, replyId: reply.replyId }, 'whether the chat is gone was not looked up'),
      );
      return relay(reply, sink);
    });

export const chatWithStrategyAgent = chatWith('strategy');
export const chatWithDiscoveryAgent = chatWith('discovery');
