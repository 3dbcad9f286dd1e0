// A part whose file is gone: tried once more, then the page is reloaded, once.
// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lazyNamed } from '../../lib/loading/lazy-named.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const Part = () => <p>the part</p>;
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const draw = async (load: () => Promise<{ Part: typeof Part }>, serverStatus = 200) => {
  vi.stubGlobal('fetch', async () => new Response('', { status: serverStatus }));
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lazy = lazyNamed(load, 'Part');
  await act(async () => {
    renderWeb(
      <ErrorBoundary>
        <Suspense fallback="waiting">
          <Lazy />
        </Suspense>
      </ErrorBoundary>,
    );
  });
  return { reload };
};

beforeEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test('a part that fails once is tried once more', async () => {
  const load = vi.fn(async () => ({ Part })).mockImplementationOnce(gone);
  const { reload } = await draw(load);
  await screen.findByText('the part');
  expect(load).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test('a part that is gone reloads the page, once; after that the page says why', async () => {
  const load = vi.fn(gone);
  const { reload } = await draw(load);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  await draw(gone);
  await screen.findByRole('heading', { name: 'Tradeium was updated' });
  await screen.findByText(/^Reload the page to go on\./);
  expect(reload).toHaveBeenCalledOnce();
});

test('without the server a reload would lose the page, so there is none', async () => {
  const { reload } = await draw(gone, 503);
  await screen.findByRole('heading', { name: 'An unexpected error occurred' });
  expect(reload).not.toHaveBeenCalled();
});

test('what is loaded ahead of its use fails in silence', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await expect(lazyNamed(gone, 'Part').preload()).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});
