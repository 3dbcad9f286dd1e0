// Every path of the product and who may see it; each page is loaded when it is first shown.
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { lazyNamed } from '../lib/lazy-named.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { ToLanding } from './to-landing.tsx';

const AppFrame = lazyNamed(() => import('./app-frame.tsx'), 'AppFrame', { isFirst: true });
const AuthPage = lazyNamed(() => import('../features/auth/auth-page.tsx'), 'AuthPage');
const VerifyEmailPage = lazyNamed(() => import('../features/auth/verify-email-page.tsx'), 'VerifyEmailPage');
const ResetPasswordPage = lazyNamed(
  () => import('../features/auth/reset-password-page.tsx'),
  'ResetPasswordPage',
);
const LegalPage = lazyNamed(() => import('../features/legal/legal-page.tsx'), 'LegalPage');
const BacktestPage = lazyNamed(() => import('./workspace/backtest-page.tsx'), 'BacktestPage', {
  isFirst: true,
});
const TradingPage = lazyNamed(() => import('../features/trading/trading-page.tsx'), 'TradingPage');
const CreditsPage = lazyNamed(() => import('../features/credits/credits-page.tsx'), 'CreditsPage');
const ProfilePage = lazyNamed(() => import('../features/profile/profile-page.tsx'), 'ProfilePage');
const AdminPage = lazyNamed(() => import('../features/admin/admin-page.tsx'), 'AdminPage');

/** Loads the workspace before it is shown, so that it is drawn once rather than part by part. */
export const loadWorkspace = async (): Promise<void> => {
  await Promise.all([
    AppFrame.preload(),
    BacktestPage.preload(),
    import('./workspace/layouts.ts').then(({ preloadLayout }) => preloadLayout()),
  ]);
};

/** The app's routes; the landing page, and anything unknown, is another document. */
export const AppRoutes = () => (
  <ErrorBoundary>
    <Suspense fallback={<PageSkeleton />}>
      <Routes>
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        {(['/privacy', '/terms', '/cookies'] as const).map((path) => (
          <Route key={path} path={path} element={<LegalPage key={path} path={path} />} />
        ))}
        <Route element={<VisitorsOnly />}>
          <Route path="/auth" element={<AuthPage />} />
        </Route>
        <Route element={<SignedInOnly />}>
          <Route element={<AppFrame />}>
            <Route path="/app" element={<Navigate to="/app/backtest" replace />} />
            <Route path="/app/backtest" element={<BacktestPage />} />
            {['/app/trading', '/trading'].map((path) => (
              <Route key={path} path={path} element={<TradingPage />} />
            ))}
            {['/app/credits', '/credits'].map((path) => (
              <Route key={path} path={path} element={<CreditsPage />} />
            ))}
            <Route path="/app/profile" element={<ProfilePage />} />
            <Route path="/admin" element={<AdminPage />} />
          </Route>
        </Route>
        <Route path="*" element={<ToLanding />} />
      </Routes>
    </Suspense>
  </ErrorBoundary>
);
