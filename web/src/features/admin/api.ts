// Endpoints of the admin dashboard.
import { api, queryRoute } from '../../core/api.ts';

export const { useCheckAdminAccessQuery } = api.injectEndpoints({
  endpoints: (on) => ({ checkAdminAccess: queryRoute(on, 'checkAdminAccess') }),
});
