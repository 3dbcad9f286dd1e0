// The list of what a strategy may import: every function and class of the SDK, read from its source, with a search.
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import {
  membersOfType,
  SDK_CLASSES,
  SDK_FUNCTIONS,
  SDK_MODULE,
  signatureOf,
} from '../completion/completion-entries.ts';
import type { Entry } from '../completion/completion-entry.ts';
import classes from './strategy-guide.module.css';

const isAbout = ({ name, doc }: Entry, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || doc.toLowerCase().includes(wanted);

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <dl>
    {entries.map((entry) => (
      <div key={entry.name}>
        <dt>
          <code>{signatureOf(entry)}</code>
        </dt>
        {entry.doc
          .split('\n\n')
          .filter(Boolean)
          .map((paragraph) => (
            <dd key={paragraph}>{paragraph.replaceAll('`', '')}</dd>
          ))}
      </div>
    ))}
  </dl>
);

export const SdkList = () => {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const functions = SDK_FUNCTIONS.filter((entry) => isAbout(entry, wanted));
  const types = SDK_CLASSES.map((type) => {
    const members = membersOfType(type.name);
    const found = members.filter((member) => isAbout(member, wanted));
    return { type, members: isAbout(type, wanted) ? members : found };
  }).filter(({ members }) => members.length > 0);
  return (
    <div className={classes.page}>
      <TextInput
        aria-label="Search functions and classes"
        placeholder="Search"
        leftSection={<IconSearch size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p>
        <code>from {SDK_MODULE} import …</code>
      </p>
      {functions.length > 0 ? (
        <section aria-label="Functions">
          <h3>Functions</h3>
          <Entries entries={functions} />
        </section>
      ) : null}
      {types.map(({ type, members }) => (
        <section key={type.name} aria-label={type.name}>
          <h3>{type.name}</h3>
          <p>{type.doc.replaceAll('`', '')}</p>
          <Entries entries={members} />
        </section>
      ))}
      {functions.length + types.length === 0 ? (
        <Text c="dimmed" role="status">
          Nothing in the SDK matches “{typed.trim()}”.
        </Text>
      ) : null}
    </div>
  );
};
