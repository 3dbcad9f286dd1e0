// Who sees which pages: users, visitors, and users with a session that just ended.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { sessionEnded } from '../core/base-query.ts';
import { renderWeb } from '../testing/render-web.tsx';
import { someUser } from '../testing/samples.ts';
import { refusal, serve } from '../testing/server.ts';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';

const page = (
  <Route path="/app/backtest">
    <SignedInOnly>the page</SignedInOnly>
  </Route>
);
const AT = '/app/backtest?chat=c1';

describe('a page for users', () => {
  test('is shown to a user', async () => {
    serve({ getMe: () => someUser });
    renderWeb(page);
    expect(await screen.findByText('the page')).toBeDefined();
  });

  test('sends a visitor to the login, which knows the way back', async () => {
    serve({ getMe: () => refusal(401, 'Unauthorized') });
    renderWeb(page, { path: AT });
    await waitFor(() => expect(window.location.pathname).toBe('/auth'));
    expect(window.history.state).toEqual({ from: AT });
    expect(screen.queryByText(/please login again/)).toBeNull();
  });

  test('says when the server cannot be reached, and tries again', async () => {
    const server = serve({ getMe: () => refusal(503, 'Not now') });
    const { user } = renderWeb(page);
    await screen.findByRole('heading', { name: 'Tradeium cannot be reached' });
    expect(screen.getByText('Not now')).toBeDefined();
    server.answer({ getMe: () => someUser });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('the page')).toBeDefined();
  });

  test('is left with a message when the session ends', async () => {
    serve({ getMe: () => someUser });
    const { store } = renderWeb(page, { path: AT });
    await screen.findByText('the page');
    store.dispatch(sessionEnded());
    expect(await screen.findByText('Unauthorized - please login again')).toBeDefined();
    await waitFor(() => expect(window.location.pathname).toBe('/auth'));
    expect(window.history.state).toEqual({ from: AT });
  });
});

// spec: accounts.1
test('a page for visitors sends a user on to where he wanted to be', async () => {
  serve({ getMe: () => someUser });
  renderWeb(
    <Route path="/auth">
      <VisitorsOnly>the login</VisitorsOnly>
    </Route>,
    { path: '/auth' },
  );
  await waitFor(() => expect(window.location.pathname).toBe('/app/backtest'));
});
