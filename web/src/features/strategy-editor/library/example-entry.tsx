// One strategy of the library: what it is and how it did, with the rest folded away.
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { percent } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { FigureList, performanceFigures } from '../../../ui/figures/figure-list.tsx';
import { ReturnFigure } from '../../../ui/figures/return-figure.tsx';
import { CodeSkeleton } from '../code-skeleton.tsx';
import { ExampleCurve } from './example-curve.tsx';
import type { Example } from './examples.ts';
import { type Figures, HELD, HELD_A_YEAR, resultOf } from './library-result.ts';
import classes from './strategy-library.module.css';

const CodeEditor = lazyNamed(() => import('../../../ui/code/code-editor.tsx'), 'CodeEditor');

type ExampleEntryProps = {
  example: Example;
  isAdding: boolean;
  /** Another one is being added. */
  isBusy: boolean;
  onAdd: () => void;
};

const KeyFigures = ({ total_return, sharpe_ratio, max_drawdown }: Figures) => (
  <FigureList
    className={classes.figures}
    figures={performanceFigures({
      totalReturn: total_return,
      held: HELD,
      sharpe: sharpe_ratio,
      maxDrawdown: max_drawdown,
    })}
  />
);

const Details = ({ example, result }: { example: Example; result: Figures | undefined }) => (
  <div className={classes.details}>
    <h4>When it fails</h4>
    <p>{example.failsWhen}</p>
    {result ? (
      <>
        <h4>Result</h4>
        <ExampleCurve title={example.title} result={result} />
        <p>
          CAGR <ReturnFigure own={result.cagr} held={HELD_A_YEAR} />; volatility {percent(result.volatility)}.
        </p>
      </>
    ) : null}
    <h4>Source</h4>
    <p>{example.source}</p>
    <h4>Code</h4>
    <div className={classes.code}>
      <Suspense fallback={<CodeSkeleton />}>
        <CodeEditor label={`Code of ${example.title}`} value={example.code} readOnly wrap />
      </Suspense>
    </div>
  </div>
);

export const ExampleEntry = ({ example, isAdding, isBusy, onAdd }: ExampleEntryProps) => {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const result = resultOf(example.id);
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <div className={classes.words}>
          <h3>
            <UnstyledButton
              className={classes.name ?? ''}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setOpen(!isOpen)}
            >
              <IconChevronRight size={15} aria-hidden data-open={isOpen || undefined} />
              {example.title}
            </UnstyledButton>
          </h3>
          <p>{example.what}</p>
        </div>
        {result ? <KeyFigures {...result} /> : null}
        <Button
          size="compact-sm"
          variant="light"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Add ${example.title} to this chat`}
          loading={isAdding}
          disabled={isBusy && !isAdding}
          onClick={onAdd}
        >
          Add
        </Button>
      </div>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen ? <Details example={example} result={result} /> : null}
      </div>
    </li>
  );
};
