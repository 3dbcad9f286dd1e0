// Endpoints of registration, verification, login and of a password that was forgotten.
import { api } from '../../core/api.ts';
import { mutationRoute } from '../../core/endpoints.ts';

export const {
  useLoginMutation,
  useRegisterMutation,
  useRequestPasswordResetMutation,
  useResendVerificationMutation,
  useResetPasswordMutation,
  useVerifyEmailMutation,
} = api.injectEndpoints({
  endpoints: (on) => ({
    login: mutationRoute(on, 'login'),
    register: mutationRoute(on, 'register'),
    requestPasswordReset: mutationRoute(on, 'requestPasswordReset'),
    resendVerification: mutationRoute(on, 'resendVerification'),
    resetPassword: mutationRoute(on, 'resetPassword'),
    verifyEmail: mutationRoute(on, 'verifyEmail'),
  }),
});
