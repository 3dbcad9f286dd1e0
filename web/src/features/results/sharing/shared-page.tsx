// The page of a link to a result: figures, charts, findings, statistics and settings, for anybody who has the link.
import { Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { SharedResult } from '@tradeium/contracts';
import { Suspense, useMemo, useState } from 'react';
import { messageOf } from '../../../lib/failure.ts';
import { findingsOf } from '../../../lib/findings.ts';
import { dateTime } from '../../../lib/format.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { CodeText } from '../../../ui/code/code-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { LoadFailure } from '../../../ui/loading/load-failure.tsx';
import { PublicHead } from '../../../ui/public-head.tsx';
import { ScrollPlace } from '../../../ui/tables/scroll-place.tsx';
import type { RangeFigures } from '../curves/range-figures.ts';
import { runCurves } from '../curves/run-curves.ts';
import { captionOf } from '../curves/use-run-curves.ts';
import { settingsLines } from '../files/settings-lines.ts';
import { SettingsTable } from '../files/settings-table.tsx';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { isNotFound } from '../load-words.ts';
import { FactsOf } from '../overview/run-facts.tsx';
import { RunFigures } from '../overview/run-figures.tsx';
import { Section } from '../section.tsx';
import { AllStatistics } from '../statistics/all-statistics.tsx';
import { useReadSharedResultQuery } from './api.ts';
import { useSharedToken } from './shared-address.ts';
import classes from './shared-page.module.css';

const RunCharts = lazyNamed(() => import('../charts/run-charts.tsx'), 'RunCharts');

const Charts = ({
  result,
  onFigures,
}: {
  result: SharedResult;
  onFigures: (figures: RangeFigures | null) => void;
}) => {
  const { strategy, settings, statistics } = result;
  const curves = useMemo(() => runCurves(null, statistics), [statistics]);
  const caption = useMemo(() => captionOf(strategy, settings, statistics), [strategy, settings, statistics]);
  if (!curves) return null;
  return (
    <Suspense fallback={<Skeleton h={420} />}>
      <RunCharts curves={curves} caption={caption} onFigures={onFigures} />
    </Suspense>
  );
};

const Code = ({ code }: { code: string }) => (
  <Section title="Strategy">
    <div className={classes.copy}>
      <CopyButton text={code} what="the code" />
    </div>
    <ScrollPlace label="Code of the strategy" className={classes.code}>
      <pre>
        <CodeText code={code} isPython />
      </pre>
    </ScrollPlace>
  </Section>
);

const Shown = ({ result }: { result: SharedResult }) => {
  const { strategy, made_at, expires_at, settings, statistics, code } = result;
  const [zoomed, setZoomed] = useState<RangeFigures | null>(null);
  usePageTitle(strategy);
  return (
    <>
      <header>
        <Title order={1} size="h3" className={classes.title ?? ''}>
          <bdi>{strategy}</bdi>
        </Title>
        <FactsOf settings={settings} />
        <Text size="xs" c="dimmed">
          A backtest of {dateTime(made_at)}, shared by its owner
          {expires_at === null ? '' : ` until ${dateTime(expires_at)}`}. What was is no promise of what comes.
        </Text>
      </header>
      <RunFigures record={statistics} zoomed={zoomed} />
      <FindingsPanel findings={findingsOf(statistics)} />
      <Charts result={result} onFigures={setZoomed} />
      <div className={classes.statistics}>
        <AllStatistics statistics={statistics} />
      </div>
      <Section title="Settings">
        <SettingsTable lines={settingsLines(settings)} />
      </Section>
      {code === null ? null : <Code code={code} />}
    </>
  );
};

/** Unknown, revoked and expired links look the same. */
const Nothing = () => {
  usePageTitle('Link without a result');
  return (
    <Center mih="60vh">
      <EmptyPlace
        order={1}
        icon={IconLinkOff}
        title="This link shows nothing"
        text="It has expired, was revoked, or never existed. Ask its sender for a new one."
      >
        <Button component="a" href="/">
          What Tradeium is
        </Button>
      </EmptyPlace>
    </Center>
  );
};

const Waiting = () => (
  <Stack role="status" aria-label="The result is loading">
    <Skeleton h={30} w="60%" />
    <Skeleton h={60} />
    <Skeleton h={420} />
  </Stack>
);

const Content = ({ token }: { token: string }) => {
  const { currentData, error, refetch } = useReadSharedResultQuery({ token }, { skip: token === '' });
  if (token === '' || isNotFound(error)) return <Nothing />;
  if (currentData) return <Shown result={currentData} />;
  if (error)
    return <LoadFailure text={`The result could not be loaded: ${messageOf(error)}`} onRetry={refetch} />;
  return <Waiting />;
};

/** Needs no session, and looks for none. */
export const SharedPage = () => {
  const token = useSharedToken();
  return (
    <div className={classes.screen}>
      <PublicHead />
      <main className={classes.main}>
        <Content key={token} token={token} />
      </main>
    </div>
  );
};
