// The uses of the user's access tokens by assistants: which tool, when, and at what cost.
import { Text } from '@mantine/core';
import type { AccessToken, ToolUse } from '@tradeium/contracts';
import { credits, dateTime } from '../../lib/format.ts';
import classes from './access-tokens.module.css';

const REVOKED = 'a revoked token';

export const ToolUses = ({ uses, tokens }: { uses: readonly ToolUse[]; tokens: readonly AccessToken[] }) => {
  if (uses.length === 0) return null;
  const nameOf = (id: string) => tokens.find((token) => token.id === id)?.name ?? REVOKED;
  return (
    <>
      <Text size="sm" fw="var(--weight-medium)" mt="lg" mb={6} id="tool-uses">
        Recent use
      </Text>
      <table className={classes.uses} aria-labelledby="tool-uses">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">When</th>
            <th scope="col">VUT</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ id, tool, used_at, cost_vut, failed, access_token_id }) => (
            <tr key={id}>
              <td>
                {tool}
                {failed ? ' (failed)' : ''}
                <Text size="xs" c="dimmed">
                  {nameOf(access_token_id)}
                </Text>
              </td>
              <td>{dateTime(used_at)}</td>
              <td>{cost_vut === 0 ? 'free' : credits(cost_vut)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
