// The parameters that the code declares are fields; what is chosen there is sent with the run, and kept for the file.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { DeclaredParameter } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { renderWeb } from '../../testing/render-web.tsx';
import { serve } from '../../testing/server.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { changedOf, useParameters } from './use-parameters.ts';

const DECLARED = [
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 2 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 3 },
  { name: 'held', kind: 'whole', default: 2, choices: [1, 2, 3], line: 4 },
  { name: 'calm', kind: 'boolean', default: true, line: 5 },
] as const satisfies readonly DeclaredParameter[];
const FILE = { chatId: 'c1', filename: 'strategy_alpha.py' };

const Shown = ({ code }: { code: string }) => {
  const parameters = useParameters(FILE, code);
  return (
    <>
      <ParameterFields file={FILE} parameters={parameters} />
      <output>{JSON.stringify(parameters.changed)}</output>
    </>
  );
};

const open = (code = 'PARAMETERS = { ... }', declared: readonly DeclaredParameter[] = DECLARED) => {
  const server = serve({ checkStrategy: () => ({ problems: [], parameters: [...declared] }) });
  return { server, ...renderWeb(<Shown code={code} />) };
};
const changed = () => JSON.parse(document.querySelector('output')?.textContent ?? '');

test('each kind has its field, which begins with the default', async () => {
  const { user } = open();
  const lookback = await screen.findByLabelText<HTMLInputElement>('lookback, from 5 to 120');
  expect(lookback.value).toBe('30');
  await user.clear(lookback);
  await user.type(lookback, '45');
  await user.selectOptions(screen.getByLabelText('mode'), 'inverse');
  await user.selectOptions(screen.getByLabelText('held'), '3');
  await user.click(screen.getByLabelText('calm'));
  expect(changed()).toEqual({ lookback: 45, mode: 'inverse', held: 3, calm: false });
  expect(screen.getByText('4 of 4 changed')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  expect(changed()).toEqual({});
  expect(lookback.value).toBe('30');
});

test('a number outside its range is not taken, and is put right when the field is left', async () => {
  const { user } = open();
  const lookback = await screen.findByLabelText<HTMLInputElement>('lookback, from 5 to 120');
  await user.clear(lookback);
  await user.type(lookback, '500');
  expect(changed()).not.toHaveProperty('lookback', 500);
  await user.tab();
  await waitFor(() => expect(Number(lookback.value)).toBeLessThanOrEqual(120));
  expect(changed().lookback ?? 30).toBe(Number(lookback.value));
});

test('code that declares none shows nothing and asks for nothing', async () => {
  const { server } = open('def strategy(candles, settings): ...');
  expect(screen.queryByRole('group')).toBeNull();
  expect(server.asked).toEqual([]);
});

test('values that the code takes no more are left out', () => {
  expect(changedOf(DECLARED, { lookback: 4, mode: 'best', held: 2, calm: false, gone: 1 })).toEqual({
    calm: false,
  });
});
