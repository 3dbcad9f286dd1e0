// A piece of Python as the editor shows it, drawn without one.
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import classes from './code-window.module.css';

const WORD =
  /(?<comment>#.*$)|(?<text>"[^"]*")|\b(?<keyword>def|from|import|return)\b|\b(?<number>\d+(?:\.\d+)?|True)\b/g;

const Line = ({ code }: { code: string }) => {
  const words = [...code.matchAll(WORD)];
  return (
    <>
      {words.map((word, index) => {
        const before = words[index - 1];
        const from = before ? before.index + before[0].length : 0;
        const kind = Object.entries(word.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
        return (
          <Fragment key={word.index}>
            {code.slice(from, word.index)}
            <span data-kind={kind}>{word[0]}</span>
          </Fragment>
        );
      })}
      {code.slice((words.at(-1)?.index ?? 0) + (words.at(-1)?.[0].length ?? 0))}
    </>
  );
};

type CodeWindowProps = {
  name: string;
  code: string;
  /** The line, counted from 1, that the text next to it is about. */
  marked?: number;
  /** The caption below the code. */
  children?: ReactNode;
};

/** A named file with its code, no two lines alike; long lines wrap. */
export const CodeWindow = ({ name, code, marked, children }: CodeWindowProps) => (
  <div className={classes.window}>
    <div className={classes.name}>{name}</div>
    <pre className={classes.code}>
      {code.split('\n').map((line, index) => (
        <span
          key={line}
          className={classes.line}
          data-marked={index + 1 === marked || undefined}
          style={{ '--indent': `${line.search(/\S|$/) + 2}ch` } as CSSProperties}
        >
          <Line code={line} />
          {'\n'}
        </span>
      ))}
    </pre>
    {children}
  </div>
);
