// The form of a study: what varies, what it costs before it starts, and each problem in words at its field.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { DeclaredParameter, Timeframe } from '@tradeium/contracts';
import { expect, test, vi } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { StudyDialog } from './study-dialog.tsx';

const DECLARED = [
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 2 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 3 },
] as const satisfies readonly DeclaredParameter[];

type Opened = { declared?: readonly DeclaredParameter[]; codeNote?: string | null; timeframe?: Timeframe };

/** With a note about the code, which may be null, the dialog of rebalance policies. */
const open = (answers: Answers = {}, { declared = DECLARED, codeNote, timeframe = '24h' }: Opened = {}) => {
  const server = serve({
    priceStudy: () => ({ points: 24, cost_at_most_vut: 3.2 }),
    startStudy: () => ({ points: 24, cost_at_most_vut: 3.2, study_id: 'study-one' }),
    ...answers,
  });
  const onStarted = vi.fn();
  const source = {
    ...{ chatId: 'c1', filename: 'strategy_alpha.py', focusedStrategy: 'strategy_0', declared },
    ...{ changed: { lookback: 45, mode: 'inverse' }, hasUnsaved: false, availableVut: 100 },
    settings: {
      portfolio: ['USDT', 'BTC'],
      timeframe,
      fees: 0.001,
      start_date: '2024-01-01',
      end_date: '2024-12-31',
    },
  };
  const props = { source, onStarted, onClose: () => undefined };
  const view = renderWeb(
    codeNote === undefined ? <StudyDialog {...props} /> : <PolicyDialog {...props} codeNote={codeNote} />,
  );
  return { server, onStarted, ...view };
};
const startButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Start study' });
const ready = async () => waitFor(async () => expect((await startButton()).disabled).toBe(false));

test('the first parameter varies along its declared range, and the price is shown before the start', async () => {
  const { server, user, onStarted } = open();
  await ready();
  expect(screen.getByText('24 points')).toBeDefined();
  expect((await startButton()).getAttribute('aria-describedby')).not.toBeNull();
  await user.click(await startButton());
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('study-one'));
  expect(server.lastInput('startStudy')).toMatchObject({
    ...{ backtest_id: 'c1', focused_strategy: 'strategy_0', strategy_filename: 'strategy_alpha.py' },
    ...{ method: 'grid', parameters: { lookback: { min: 5, max: 120, step: 5 } } },
    // Only what does not vary is fixed.
    ...{ fixed: { mode: 'inverse' }, start_date: '2024-01-01', timeframe: '24h' },
  });
});

test('a wrong step is named at its field, and nothing is priced or started with it', async () => {
  const { server, user } = open();
  await ready();
  server.forget();
  const step = screen.getByLabelText('Step of lookback');
  await user.clear(step);
  await user.type(step, '0');
  const problem = screen.getByText('The step must be above 0.');
  expect(step.closest('fieldset')?.getAttribute('aria-describedby')).toBe(problem.id);
  expect(step.getAttribute('aria-invalid')).toBe('true');
  expect((await startButton()).disabled).toBe(true);
  expect(screen.getByText('Correct the marked fields first.')).toBeDefined();
  expect(server.asked).toEqual([]);
});

test('without anything that varies the reason is shown', async () => {
  const { user } = open();
  const how = await screen.findByRole('radiogroup', { name: 'How lookback varies' });
  await user.click(within(how).getByRole('radio', { name: 'Fixed' }));
  expect(screen.getByText('45')).toBeDefined();
  expect(screen.getByText('Give a parameter or a setting at least two values.')).toBeDefined();
});

test('too many points are refused in the server’s words, with what helps', async () => {
  open({ priceStudy: () => refusal(400, 'A study has at most 2000 points.', 'STUDY_TOO_LARGE') });
  expect(await screen.findByText(/^A study has at most 2000 points\./)).toBeDefined();
  expect(screen.getByText(/^Larger steps make fewer points/)).toBeDefined();
  expect((await startButton()).disabled).toBe(true);
});

test('windows that do not fit are refused where they are typed', async () => {
  const { user } = open({
    priceStudy: () => refusal(400, 'Only 1 window fits.', 'STUDY_WINDOWS_INVALID'),
  });
  const how = await screen.findByRole('radiogroup', { name: 'Walk-forward test' });
  await user.click(within(how).getByRole('radio', { name: 'Rolling' }));
  await screen.findByText('The range has 366 bars: 5 windows fit.');
  const group = screen.getByRole('group', { name: 'Walk-forward test' });
  const problem = await within(group).findByText('Only 1 window fits.');
  expect(group.getAttribute('aria-describedby')).toBe(problem.id);
  expect(screen.getByLabelText('Test bars').getAttribute('aria-invalid')).not.toBe('true');
});

test('drawn points have a number and a seed, and settings vary', async () => {
  const { server, user } = open();
  await ready();
  await user.click(screen.getByRole('radio', { name: 'Random' }));
  await user.clear(screen.getByLabelText('How many'));
  await user.type(screen.getByLabelText('How many'), '50');
  await user.click(screen.getByText(/^More to vary/));
  await user.type(screen.getByLabelText('Fees in percent'), '0.05, 0.1');
  await ready();
  await user.click(await startButton());
  await waitFor(() =>
    expect(server.lastInput('startStudy')).toMatchObject({
      ...{ method: 'random', points: 50, seed: 0, settings: { fees: { values: [0.0005, 0.001] } } },
    }),
  );
});

test('a search has a goal and a budget, and no walk-forward test', async () => {
  const { server, user } = open();
  await ready();
  await user.click(screen.getByRole('radio', { name: 'Optimise to a goal' }));
  await user.selectOptions(screen.getByLabelText('Goal: highest'), 'Calmar');
  await user.clear(screen.getByLabelText('Budget of points'));
  await user.type(screen.getByLabelText('Budget of points'), '40');
  expect(screen.queryByRole('radiogroup', { name: 'Walk-forward test' })).toBeNull();
  await ready();
  await user.click(await startButton());
  await waitFor(() =>
    expect(server.lastInput('startStudy')).toMatchObject({
      ...{ method: 'optimise', goal: 'calmar_ratio', points: 40, seed: 0 },
    }),
  );
});

test('a refused start says why and leaves the form as it is', async () => {
  const { user, onStarted } = open({
    startStudy: () => refusal(429, 'You already have 2 studies running.', 'TOO_MANY_STUDIES'),
  });
  await ready();
  await user.click(await startButton());
  expect((await screen.findByRole('alert')).textContent).toContain('You already have 2 studies running.');
  expect(onStarted).not.toHaveBeenCalled();
});

test('a strategy without parameters says how to declare some, and its settings can vary', async () => {
  open({}, { declared: [] });
  expect(await screen.findByText('strategy_alpha.py declares no parameters')).toBeDefined();
  expect(document.querySelector('pre')?.textContent).toContain('PARAMETERS = {');
  expect(screen.getByLabelText('Fees in percent')).toBeDefined();
});

test('rebalance policies of a result are studied with one press: calendar, band and end, everything else as it was', async () => {
  const { server, user, onStarted } = open({}, { codeNote: 'It has changed since.' });
  await ready();
  expect(screen.getByText('24 points')).toBeDefined();
  expect(screen.getByText('It has changed since.')).toBeDefined();
  await user.click(await startButton());
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('study-one'));
  const { parameters, settings, fixed, method } = server.lastInput('startStudy') as Record<string, unknown>;
  expect({ parameters, settings, fixed, method }).toEqual({
    ...{ method: 'grid', parameters: {}, fixed: { lookback: 45, mode: 'inverse' } },
    settings: {
      // A bar of a day is the first one of its day.
      rebalance_every: { values: ['bar', 'weekly', 'monthly'] },
      drift_band_percent: { values: [0, 1, 2, 5, 10] },
      drift_band_to: { values: ['target', 'edge'] },
    },
  });
});

test('bars of an hour are traded daily, too; calendars and bands are chosen freely', async () => {
  const { server, user } = open({}, { codeNote: null, timeframe: '1h' });
  await ready();
  await user.click(screen.getByRole('checkbox', { name: 'Every bar' }));
  await user.click(screen.getByRole('checkbox', { name: 'Trade to the edge' }));
  const bands = screen.getByLabelText('Drift band in percentage points');
  await user.clear(bands);
  await user.type(bands, '0, 3');
  await ready();
  await user.click(await startButton());
  await waitFor(() =>
    expect(server.lastInput('startStudy')).toHaveProperty('settings', {
      rebalance_every: { values: ['daily', 'weekly', 'monthly'] },
      drift_band_percent: { values: [0, 3] },
    }),
  );
});
