// All commands and queries that this service answers.
import type { Handler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';
import { endSession } from './end-session.ts';
import { getSession } from './get-session.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export const handlers = (dependencies: Dependencies): Handler[] =>
  [register, verifyEmail, resendVerification, login, getSession, endSession].map((open) =>
    open(dependencies),
  );
