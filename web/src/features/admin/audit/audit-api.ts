// Endpoints of what operators did.
import { api } from '../../../core/api.ts';
import { listRoute, mutationRoute } from '../../../core/endpoints.ts';

export const { useListAuditInfiniteQuery, useFinishActionMutation } = api.injectEndpoints({
  endpoints: (on) => ({
    listAudit: listRoute(on, 'listAudit', ['Administration']),
    finishAction: mutationRoute(on, 'finishAction', { changes: () => ['Administration'] }),
  }),
});
