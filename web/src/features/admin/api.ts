// Endpoints of the admin dashboard.
import { api } from '../../core/api.ts';
import { queryRoute } from '../../core/endpoints.ts';

export const { useCheckAdminAccessQuery } = api.injectEndpoints({
  endpoints: (on) => ({ checkAdminAccess: queryRoute(on, 'checkAdminAccess') }),
});
