// A deployment that has ended: what it was, and everything that it did.
import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { type EndedDeployment, TIMEFRAME_LABELS } from '@tradeium/contracts';
import { utcDateTime } from '../../lib/format.ts';
import { policyWords } from '../../lib/policy-words.ts';
import { Activity } from './activity/activity-table.tsx';
import classes from './control/control-tab.module.css';

/** It cannot trade again; its result can be deployed again. */
export const EndedPanel = ({ deployment }: { deployment: EndedDeployment }) => {
  const facts: readonly (readonly [string, string])[] = [
    ['Deployed', utcDateTime(deployment.created_at)],
    ['Ended', utcDateTime(deployment.ended_at)],
    ['Data interval', TIMEFRAME_LABELS[deployment.timeframe]],
    ['Rebalance policy', policyWords(deployment)],
    ['Portfolio', deployment.portfolio.join(', ')],
  ];
  return (
    <Stack gap="md">
      <Alert color="gray" title="Ended" role="status">
        {deployment.status_reason ?? 'Another deployment has taken its place'}. This deployment no longer
        trades. To trade this strategy again, deploy its result.
      </Alert>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="sm" className={classes.facts ?? ''}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </SimpleGrid>
      <div>
        <Activity chatId={deployment.backtest_session_id} deploymentId={deployment.id} />
      </div>
    </Stack>
  );
};
