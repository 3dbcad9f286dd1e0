// Endpoints of registration, verification and login.
import { api, mutationRoute } from '../../app/api.ts';

export const {
  useLoginMutation,
  useRegisterMutation,
  useResendVerificationMutation,
  useVerifyEmailMutation,
} = api.injectEndpoints({
  endpoints: (on) => ({
    login: mutationRoute(on, 'login'),
    register: mutationRoute(on, 'register'),
    resendVerification: mutationRoute(on, 'resendVerification'),
    verifyEmail: mutationRoute(on, 'verifyEmail'),
  }),
});
