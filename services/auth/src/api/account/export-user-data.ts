// Exports everything that this service keeps about a user.

import { exportOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { userFacts } from '../checks/user-facts.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

export const exportUserData = ({
  nc,
  users,
  userKeys,
}: Pick<Dependencies, 'nc' | 'users' | 'userKeys'>): Handler =>
  userHandler(exportOf('auth'), async (_input, userId) => {
    const { user, key } = await loadPerson({ users, userKeys }, userId);
    if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
    const sessions = user.sessions.map(({ device, startedAt, usedAt, expiresAt }) => ({
      device,
      started_at: startedAt,
      last_used_at: usedAt,
      expires_at: expiresAt,
    }));
    const access_tokens = user.accessTokens.map(({ name, scopes, createdAt, expiresAt, usedAt }) => ({
      name,
      scopes,
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: usedAt,
    }));
    const second_factor = {
      enabled: user.secondFactor !== null,
      recovery_codes_left: user.secondFactor?.recoveryHashes.length ?? 0,
    };
    return answer({
      user: userOutput(user),
      second_factor,
      sessions,
      access_tokens,
      facts: await userFacts(nc, userId),
    });
  });
