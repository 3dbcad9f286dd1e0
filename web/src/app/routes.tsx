// Every path of the product and its access rule; each page is loaded when it is first shown.
import { type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { ErrorBoundary } from '../ui/loading/error-boundary.tsx';
import { PageSkeleton } from '../ui/loading/page-skeleton.tsx';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { ToLanding } from './to-landing.tsx';

const AppFrame = lazyNamed(() => import('./app-frame.tsx'), 'AppFrame');
const AuthPage = lazyNamed(() => import('../features/auth/auth-page.tsx'), 'AuthPage');
const VerifyEmailPage = lazyNamed(() => import('../features/auth/verify-email-page.tsx'), 'VerifyEmailPage');
const ResetPasswordPage = lazyNamed(
  () => import('../features/auth/reset-password-page.tsx'),
  'ResetPasswordPage',
);
const LegalPage = lazyNamed(() => import('../features/legal/legal-page.tsx'), 'LegalPage');
const AssistantsPage = lazyNamed(() => import('../features/help/assistants-page.tsx'), 'AssistantsPage');
const SharedPage = lazyNamed(() => import('../features/results/sharing/shared-page.tsx'), 'SharedPage');
const BacktestPage = lazyNamed(() => import('./workspace/backtest-page.tsx'), 'BacktestPage');
const TradingPage = lazyNamed(() => import('./trading/trading-page.tsx'), 'TradingPage');
const CreditsPage = lazyNamed(() => import('../features/credits/credits-page.tsx'), 'CreditsPage');
const ProfilePage = lazyNamed(() => import('../features/profile/profile-page.tsx'), 'ProfilePage');
const AdminPage = lazyNamed(() => import('../features/admin/admin-page.tsx'), 'AdminPage');

/** Loads the workspace before it is shown, so that it is drawn once rather than part by part. */
export const loadWorkspace = async (): Promise<void> => {
  await Promise.all([
    AppFrame.preload(),
    BacktestPage.preload(),
    import('./workspace/layout/layouts.ts').then(({ preloadLayout }) => preloadLayout()),
  ]);
};

const framed = (page: ReactNode) => (
  <SignedInOnly>
    <AppFrame>{page}</AppFrame>
  </SignedInOnly>
);

/**
 * The app's routes; the landing page, and anything unknown, is another document. Routes without keys take each other's
 * place, so the frame stays from page to page.
 */
export const AppRoutes = () => (
  <ErrorBoundary>
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        <Route path="/verify-email" component={VerifyEmailPage} />
        <Route path="/reset-password" component={ResetPasswordPage} />
        {(['/privacy', '/terms', '/cookies'] as const).map((path) => (
          <Route key={path} path={path}>
            <LegalPage path={path} />
          </Route>
        ))}
        <Route path="/assistants" component={AssistantsPage} />
        <Route path="/shared" component={SharedPage} />
        <Route path="/auth">
          <VisitorsOnly>
            <AuthPage />
          </VisitorsOnly>
        </Route>
        <Route path="/app">{framed(<Redirect href="/app/backtest" replace />)}</Route>
        <Route path="/app/backtest">{framed(<BacktestPage />)}</Route>
        <Route path="/app/trading">{framed(<TradingPage />)}</Route>
        <Route path="/trading">{framed(<TradingPage />)}</Route>
        <Route path="/app/credits">{framed(<CreditsPage />)}</Route>
        <Route path="/credits">{framed(<CreditsPage />)}</Route>
        <Route path="/app/profile">{framed(<ProfilePage />)}</Route>
        <Route path="/admin">{framed(<AdminPage />)}</Route>
        <Route component={ToLanding} />
      </Switch>
    </Suspense>
  </ErrorBoundary>
);
