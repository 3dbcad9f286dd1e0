// How long the code of a strategy file is shown without asking the server again.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { serve } from '../../testing/server.ts';
import { savedCode, useReadStrategyQuery } from './api.ts';

const FILE = { id: 'c1', filename: 'strategy_a.py' };

const Code = () => <p>{useReadStrategyQuery(FILE).data}</p>;

const Place = () => {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </button>
      {isShown ? <Code /> : null}
    </>
  );
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

// spec: strategies.14
test('code stays cached for five minutes after it was last shown; a refresh asks at once', async () => {
  const server = serve({ readStrategy: () => 'x = 1' });
  const { user, store } = renderWeb(<Place />);
  const readings = () => server.asked.filter((name) => name === 'readStrategy').length;
  const shownAgainAfter = async (ms: number) => {
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await vi.advanceTimersByTimeAsync(ms);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByText('x = 1');
  };
  await screen.findByText('x = 1');
  expect(readings()).toBe(1);
  await shownAgainAfter(290_000);
  expect(readings()).toBe(1);
  await shownAgainAfter(310_000);
  expect(readings()).toBe(2);
  await store.dispatch(savedCode(FILE.id, FILE.filename));
  await waitFor(() => expect(readings()).toBe(3));
});
