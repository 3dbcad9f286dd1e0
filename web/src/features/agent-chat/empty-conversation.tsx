// The first step of the way to a result: what the agents do, and ideas to begin with.
import { Button, Title } from '@mantine/core';
import { AGENTS, type Agent } from '@tradeium/contracts';
import classes from './agent-chat.module.css';
import { AGENT_WORDS } from './agents.ts';

type EmptyConversationProps = { readonly agent: Agent; readonly onIdea: (idea: string) => void };

/** A pressed idea is written into the input, where its cost is seen before it is sent. */
export const EmptyConversation = ({ agent, onIdea }: EmptyConversationProps) => (
  <div className={classes.empty}>
    <Title order={3} className={classes.emptyTitle ?? ''}>
      1 Create Strategy
    </Title>
    <ul className={classes.tips}>
      {AGENTS.map((name) => (
        <li key={name}>
          <b>{AGENT_WORDS[name].title}</b> {AGENT_WORDS[name].does}.
        </li>
      ))}
      <li>
        Press <b>Save Strategy</b> below the code of a reply to put it into this backtest chat.
      </li>
    </ul>
    <p className={classes.ideasTitle}>Start with an idea:</p>
    <div className={classes.ideas}>
      {AGENT_WORDS[agent].ideas.map((idea) => (
        <Button key={idea} variant="default" size="compact-sm" h="auto" py={6} onClick={() => onIdea(idea)}>
          {idea}
        </Button>
      ))}
    </div>
  </div>
);
