// A conversation with its agents: loads it, sends messages, follows replies, and takes them up again after a break.
import type { Agent, ChatEvent, ChatSelection, TradingSettings } from '@tradeium/contracts';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { sessionEnded } from '../../core/base-query.ts';
import { useAppDispatch } from '../../core/store.ts';
import { type Failure, messageOf } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast.ts';
import { endReply, questionRequest, readHistory, replyRequest } from './api.ts';
import {
  type Change,
  type Conversation,
  changed,
  hasGoneOn,
  LOADING,
  newestReply,
  phaseOf,
  questionOf,
} from './conversation.ts';
import { type Idea, ideaMessage } from './ideas.ts';
import type { ChatHistory } from './message.ts';
import { keepNotes, notesOf, readNotes } from './notes.ts';
import { type ReplyStream, readReply } from './reply-stream.ts';
import { refusalWords } from './words.ts';

const UNAUTHORIZED = 401;
/** The reply is not there, or not for this user: asking again changes nothing. */
const LOST_FOR_GOOD: readonly Failure['status'][] = [403, 404, 410];

type ChatConversation = { readonly conversationId: string; readonly chatId: string };
type MessageContext = { readonly settings: TradingSettings; readonly selected: ChatSelection };

/** The state, and what it is now for whatever happens later than the picture on the screen. */
const useChanges = () => {
  const [conversation, dispatch] = useReducer(changed, LOADING);
  const now = useRef<Conversation>(LOADING);
  const change = useCallback((next: Change) => {
    now.current = changed(now.current, next);
    dispatch(next);
  }, []);
  return { conversation, now, change };
};

type Changes = ReturnType<typeof useChanges>;

const sayNotStopped = (thrown: unknown) =>
  showToast('error', `The reply could not be stopped: ${messageOf(thrown)}`);

/** Follows one reply at a time, asked for here or begun before. */
const useReplies = ({ conversationId }: ChatConversation, { now, change }: Changes) => {
  const dispatch = useAppDispatch();
  const stream = useRef<ReplyStream | null>(null);
  /** The user stopped a reply that had no id yet. */
  const isStopWanted = useRef(false);

  return useMemo(() => {
    const letGo = () => {
      stream.current?.close();
      stream.current = null;
      isStopWanted.current = false;
    };
    const end = (replyId: string) => dispatch(endReply(conversationId, replyId)).catch(sayNotStopped);
    const take = (events: readonly ChatEvent[]) => {
      change({ type: 'received', events });
      const { replyId } = newestReply(now.current) ?? {};
      if (!isStopWanted.current || !replyId) return;
      isStopWanted.current = false;
      void end(replyId);
    };
    /** Shows the conversation as the server has it, if it has the last message. */
    const compare = async () => {
      const asked = now.current.messages.findLast(({ kind }) => kind === 'user');
      const history = await dispatch(readHistory(conversationId)).catch(() => null);
      const isHere = now.current.messages.includes(asked as Conversation['messages'][number]);
      const known = history?.messages.findLast(({ role }) => role === 'user');
      if (!history || !isHere || known?.content !== asked?.text) return;
      change({ type: 'loaded', history });
    };
    /** Reads a reply from its beginning, or from where the stream that broke has come. */
    const resume = (replyId: string, after?: string) => {
      letGo();
      stream.current = readReply(
        replyRequest(conversationId, replyId),
        {
          onEvents: take,
          onOpened: () => change({ type: 'resumed' }),
          onLost: () => change({ type: 'interrupted' }),
          onRefused: (failure) => {
            change({ type: 'interrupted' });
            if (!LOST_FOR_GOOD.includes(failure.status)) return;
            letGo();
            void compare();
          },
          onGone: () => void compare(),
        },
        after,
      );
    };
    /** Reads on what the history shows as being written. */
    const follow = () => {
      const { replyId, status } = newestReply(now.current) ?? {};
      if (replyId && status === 'streaming') resume(replyId);
    };
    const ask = (request: Parameters<typeof readReply>[0]) => {
      letGo();
      stream.current = readReply(request, {
        onEvents: take,
        onLost: (failure) => {
          // A reply that has not begun has nothing to keep. Whether the message has arrived, only its history says.
          const hasBegun = phaseOf(now.current) !== 'sending';
          change(hasBegun ? { type: 'interrupted' } : { type: 'refused', text: refusalWords(failure) });
          const { replyId, status } = newestReply(now.current) ?? {};
          const broken = stream.current;
          if (replyId && status === 'interrupted') resume(replyId, broken?.lastEventId());
          else void compare().then(() => stream.current === broken && follow());
        },
        onRefused: (failure) => {
          if (failure.status === UNAUTHORIZED) dispatch(sessionEnded());
          change({ type: 'refused', text: refusalWords(failure) });
        },
      });
    };
    const stop = () => {
      const { replyId } = newestReply(now.current) ?? {};
      change({ type: 'stopped' });
      if (replyId) void end(replyId);
      else isStopWanted.current = true;
    };
    return { ask, follow, stop, letGo };
  }, [conversationId, dispatch, change, now]);
};

/** Loads the conversation, and again when the user comes back and it has gone on in another tab; follows a reply in it. */
const useLoading = ({ conversationId }: ChatConversation, { change, now }: Changes, replies: Replies) => {
  const dispatch = useAppDispatch();
  const isHere = useRef(false);
  const show = useCallback(
    (history: ChatHistory) => {
      change({ type: 'loaded', history, notes: readNotes(conversationId) });
      if (isHere.current) replies.follow();
    },
    [conversationId, change, replies],
  );
  const load = useCallback(async () => {
    change({ type: 'loading' });
    const history = await dispatch(readHistory(conversationId)).catch(() => null);
    if (history) show(history);
    else change({ type: 'loadFailed' });
  }, [conversationId, dispatch, change, show]);
  useEffect(() => {
    const isAtRest = () => now.current.load === 'loaded' && phaseOf(now.current) === 'idle';
    const catchUp = async () => {
      if (document.visibilityState !== 'visible' || !isAtRest()) return;
      const history = await dispatch(readHistory(conversationId)).catch(() => null);
      if (history && isHere.current && isAtRest() && hasGoneOn(now.current, history)) show(history);
    };
    const look = () => void catchUp();
    isHere.current = true;
    void load();
    document.addEventListener('visibilitychange', look);
    return () => {
      isHere.current = false;
      document.removeEventListener('visibilitychange', look);
      replies.letGo();
    };
  }, [conversationId, dispatch, load, now, replies, show]);
  return load;
};

type Replies = ReturnType<typeof useReplies>;

/** Belongs to one conversation: another one is another component. */
export const useConversation = (place: ChatConversation, about: () => MessageContext) => {
  const { chatId } = place;
  const changes = useChanges();
  const { conversation, now, change } = changes;
  const replies = useReplies(place, changes);
  const load = useLoading(place, changes, replies);
  useEffect(() => {
    if (conversation.load === 'loaded') keepNotes(place.conversationId, notesOf(conversation.messages));
  }, [place.conversationId, conversation.load, conversation.messages]);
  const newestAbout = useRef(about);
  useEffect(() => {
    newestAbout.current = about;
  }, [about]);

  const actions = useMemo(() => {
    /** Sends a message, in place of an earlier one when `from` names its bubble. */
    const send = (text: string, from: string | null = null, agent: Agent = now.current.agent) => {
      const earlier = now.current.messages.find(({ id }) => id === from);
      const ids = { id: crypto.randomUUID(), replyId: crypto.randomUUID() };
      change({ type: 'sent', ...ids, agent, text, atMs: Date.now(), from });
      replies.ask(
        questionRequest({
          agent,
          message: text,
          chatId,
          replaces: earlier?.kind === 'user' ? earlier.sentId : null,
          ...newestAbout.current(),
        }),
      );
    };
    const switchTo = (agent: Agent) => change({ type: 'agentSwitched', agent, id: crypto.randomUUID() });
    return {
      send,
      switchTo,
      stop: replies.stop,
      /** Asks again what a reply answered. */
      retry: (replyId: string) => {
        const question = questionOf(now.current, replyId);
        if (question) send(question.text, question.id, question.agent);
      },
      /** Hands an idea over to the Strategy agent. */
      pass: (idea: Idea) => {
        switchTo('strategy');
        send(ideaMessage(idea), null, 'strategy');
      },
      setLimits: (limits: Omit<ChatHistory['limits'], 'spent_today_vut'>) =>
        change({ type: 'limitsChanged', limits }),
      note: (id: string, text: string, isError = false) => change({ type: 'noted', id, text, isError }),
    };
  }, [chatId, change, now, replies]);
  return { conversation, load, ...actions };
};
