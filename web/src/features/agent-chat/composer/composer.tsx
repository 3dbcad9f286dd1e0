// Where a message is written: to which agent, at what cost at most, with keys to send it and to stop its answer.
import { ActionIcon, Button, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconPlayerStopFilled, IconSend } from '@tabler/icons-react';
import { AGENTS, type Agent } from '@tradeium/contracts';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { credits } from '../../../lib/format.ts';
import { AGENT_WORDS } from '../agents.ts';
import classes from './composer.module.css';
import { inputHeightPx } from './input-height.ts';

export type ComposerHandle = { readonly focus: () => void };

type ComposerProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly agent: Agent;
  readonly onAgent: (agent: Agent) => void;
  readonly phase: 'idle' | 'sending' | 'streaming';
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** An earlier message is edited. */
  readonly isEditing: boolean;
  readonly onCancelEdit: () => void;
  /** The most that the message costs; null while there is none, or its price is not known. */
  readonly atMostVut: number | null;
  readonly isDemo: boolean;
  /** Opens the user's limits; null before they are known. */
  readonly onLimits: (() => void) | null;
  readonly ref?: Ref<ComposerHandle>;
};

const AGENT_CHOICES = AGENTS.map((value) => ({ value, label: AGENT_WORDS[value].title }));

/** The field grows with its text. */
const useGrowth = (text: string) => {
  const field = useRef<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${inputHeightPx(text === '' ? 0 : current.scrollHeight)}px`;
  }, [text]);
  return field;
};

const SendOrStop = ({ text, phase, onSend, onStop }: ComposerProps) =>
  phase === 'idle' ? (
    <ActionIcon
      size={40}
      variant="filled"
      color="brand"
      aria-label="Send message"
      disabled={text.trim() === ''}
      onClick={onSend}
    >
      <IconSend size={18} stroke={1.8} />
    </ActionIcon>
  ) : (
    <ActionIcon size={40} variant="default" aria-label="Stop the reply" onClick={onStop}>
      <IconPlayerStopFilled size={16} />
    </ActionIcon>
  );

export const Composer = (props: ComposerProps) => {
  const { text, onText, agent, onAgent, phase, onSend, isEditing, onCancelEdit } = props;
  const { atMostVut, isDemo, onLimits } = props;
  const field = useGrowth(text);
  const hintId = useId();
  useImperativeHandle(props.ref, () => ({ focus: () => field.current?.focus() }), [field]);
  const press = (event: KeyboardEvent) => {
    // While a word is put together from several keys, Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (phase === 'idle' && text.trim() !== '') onSend();
  };
  return (
    <div className={classes.composer}>
      <div className={`${classes.line} ${classes.choices}`}>
        <SegmentedControl
          size="xs"
          aria-label="Agent"
          data={AGENT_CHOICES}
          value={agent}
          disabled={phase !== 'idle'}
          onChange={(value) => onAgent(value as Agent)}
        />
        {isEditing ? (
          <Button size="compact-xs" variant="default" onClick={onCancelEdit}>
            Cancel edit
          </Button>
        ) : null}
        {onLimits ? (
          <Button className={classes.limits ?? ''} size="compact-xs" variant="subtle" onClick={onLimits}>
            Limits
          </Button>
        ) : null}
      </div>
      <div className={classes.line}>
        <textarea
          ref={field}
          className={classes.input}
          rows={1}
          aria-label={`Message to the ${AGENT_WORDS[agent].title}`}
          aria-describedby={hintId}
          placeholder={AGENT_WORDS[agent].placeholder}
          value={text}
          disabled={phase === 'sending'}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={press}
        />
        <SendOrStop {...props} />
      </div>
      <p className={classes.hint}>
        {isEditing ? 'The conversation continues from this message. ' : ''}
        {atMostVut === null ? '' : `at most ${credits(atMostVut)} VUT · `}
        {isDemo ? 'Demo model: it reads ideas by rules, and says what it does not understand. ' : ''}
        <span className={classes.keys}>Enter sends, Shift+Enter for a new line.</span>
      </p>
      <VisuallyHidden id={hintId}>
        Enter sends, Shift and Enter begin a line, Escape stops a reply.
      </VisuallyHidden>
    </div>
  );
};
