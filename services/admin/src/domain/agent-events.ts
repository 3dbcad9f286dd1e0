// The sentences of a timeline about conversations with the agents, and of tools that outside assistants use: never a text.
import { codeWords, countWords, nameWords, vutWords } from './amount-words.ts';
import { bad, good, plain, type Told, told, toldPlainly } from './told.ts';

const agentWords = (agent: string): string =>
  agent === 'discovery' ? 'the Discovery agent' : 'the Strategy agent';

type Ended = {
  readonly agent: string;
  readonly cost: number;
  readonly usage: { readonly input: number; readonly output: number };
};

const endedFacts = ({ agent, cost, usage }: Ended) => ({ agent, cost, tokens: usage.input + usage.output });

const costWords = ({ cost, tokens }: { readonly cost: number; readonly tokens: number }): string =>
  `${countWords(tokens, 'token')}, ${vutWords(cost)} charged`;

const limitWords = (microVut: number | null): string => (microVut === null ? 'no limit' : vutWords(microVut));

export const AGENT_EVENTS: readonly Told[] = [
  told(
    'MessageSent',
    ({ agent }) => ({ agent }),
    ({ agent }) => plain(`Sent a message to ${agentWords(agent)}`),
  ),
  told('ReplyCompleted', endedFacts, (facts) =>
    good(`A reply of ${agentWords(facts.agent)}: ${costWords(facts)}`),
  ),
  told('ReplyStopped', endedFacts, (facts) =>
    plain(`Stopped a reply of ${agentWords(facts.agent)}: ${costWords(facts)}`),
  ),
  told('ReplyInterrupted', endedFacts, (facts) =>
    bad(`A reply of ${agentWords(facts.agent)} broke off: ${costWords(facts)}`),
  ),
  told(
    'ReplyFailed',
    (data) => ({ ...endedFacts(data), reason: data.reason }),
    ({ reason, ...facts }) =>
      bad(`A reply of ${agentWords(facts.agent)} failed: ${codeWords(reason)} (${costWords(facts)})`),
  ),
  told(
    'ConversationDeleted',
    ({ agent }) => ({ agent }),
    ({ agent }) => plain(`The conversation with ${agentWords(agent)} about a chat was deleted`),
  ),
  told(
    'ToolUsed',
    ({ tool, hasFailed, cost }) => ({ tool, hasFailed, cost }),
    ({ tool, hasFailed, cost }) =>
      (hasFailed ? bad : plain)(
        `An outside assistant used the tool “${nameWords(tool)}”${hasFailed ? ', which failed' : ''}: ${vutWords(cost)} charged`,
      ),
  ),
  told(
    'LimitsChanged',
    ({ perReply, perDay }) => ({ perReply, perDay }),
    ({ perReply, perDay }) =>
      plain(
        `Set what the agents may cost: ${limitWords(perReply)} for a reply, ${limitWords(perDay)} for a day`,
      ),
  ),
  toldPlainly('SpendingForgotten', plain('The list of used tools was erased')),
];
