// The page to sign in, to register or to request a new password, as the address says.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { useState } from 'react';
import { useSearchParams } from '../../lib/address.ts';
import { wholeNumber } from '../../lib/format.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';
import { CheckEmail } from './check-email.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

/** Login (`?auth=login`, the default), registration (`?auth=register`) or a new password (`?auth=forgot`). */
export const AuthPage = () => {
  const search = useSearchParams();
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  const other = (way: 'login' | 'register', label: string) => (
    <AuthLink way={way} onFollow={() => setRegisteredEmail(null)}>
      {label}
    </AuthLink>
  );

  const auth = search.get('auth');
  if (auth === 'forgot') return <ForgotPassword />;
  if (auth !== 'register')
    return (
      <AuthCard title="Sign in to Tradeium" footer={<>No account yet? {other('register', 'Sign Up')}</>}>
        <LoginForm />
      </AuthCard>
    );
  if (registeredEmail !== null)
    return (
      <AuthCard title="Check Your Email" footer={<>Verified already? {other('login', 'Sign In')}</>}>
        <CheckEmail email={registeredEmail} />
      </AuthCard>
    );
  return (
    <AuthCard
      title="Create your account"
      text={`${wholeNumber(WELCOME_CREDITS_VUT)} VUT credits come with your first account, once its address is verified.`}
      footer={<>Have an account? {other('login', 'Sign In')}</>}
    >
      <RegisterForm onRegistered={setRegisteredEmail} />
    </AuthCard>
  );
};
