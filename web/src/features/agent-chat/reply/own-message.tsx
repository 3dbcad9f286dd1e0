// The user's message, ready to be edited and sent again.
import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { memo } from 'react';
import { dateTime } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Hint } from '../../../ui/hint.tsx';
import type { UserMessage } from '../message.ts';
import classes from './reply.module.css';

type OwnMessageProps = {
  readonly message: UserMessage;
  readonly isBusy: boolean;
  readonly onEdit: (message: UserMessage) => void;
};

export const OwnMessage = memo(({ message, isBusy, onEdit }: OwnMessageProps) => (
  <article className={classes.message} aria-label={`You, ${dateTime(message.atMs)}`}>
    <header className={classes.head}>
      <span className={classes.who}>You</span>
      <span>{dateTime(message.atMs)}</span>
      <span className={classes.tools}>
        <Hint text="Edit and send again" align="end">
          {(props) => (
            <ActionIcon
              {...props}
              size={24}
              aria-label="Edit and send again"
              disabled={isBusy}
              onClick={() => onEdit(message)}
            >
              <IconPencil size={15} stroke={1.7} />
            </ActionIcon>
          )}
        </Hint>
        <CopyButton text={message.text} what="the message" />
      </span>
    </header>
    <p className={classes.own}>{message.text}</p>
  </article>
));
