// Who is answered on which route: every route of the table has a policy here, and the running gateway keeps it.
import {
  exportOf,
  MESSAGES,
  type Message,
  messageOfRoute,
  type OperatorRole,
  ROUTES,
  type Route,
  type RouteName,
  refuse,
  SERVICE_NAMES,
} from '@tradeium/contracts';
import { handler, streamMessage } from '@tradeium/service-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, startEdge, tokenOf, userNamed } from '../tests/edge-under-test.ts';

/** A new route does not compile until it says here who may use it. */
const POLICIES = {
  listAccessTokens: 'session',
  createAccessToken: 'session',
  revokeAccessToken: 'session',
  listToolUses: 'session',
  checkAdminAccess: 'session',
  getOverview: 'support',
  getUsage: 'support',
  getMetrics: 'support',
  listUsers: 'support',
  listPayments: 'support',
  listTrading: 'support',
  listAllRuns: 'support',
  listAllOrders: 'support',
  listAudit: 'support',
  exportList: 'support',
  searchEverything: 'support',
  getUser: 'support',
  getUserTimeline: 'support',
  getUserLedger: 'support',
  verifyUserEmail: 'admin',
  grantCreditsToUser: 'admin',
  reverseUserGrant: 'admin',
  endUserSessions: 'admin',
  lockUser: 'admin',
  unlockUser: 'admin',
  resendUserMail: 'admin',
  resetUserSecondFactor: 'admin',
  stopUserDeployments: 'admin',
  changeUserRole: 'admin',
  finishAction: 'admin',
  getSystem: 'support',
  listStorage: 'support',
  retryParkedEvents: 'admin',
  rebuildProjection: 'admin',
  verifyLedger: 'admin',
  listOperatorActions: 'session',
  getConversationHistory: 'session',
  changeAgentLimits: 'session',
  chatWithStrategyAgent: 'session',
  chatWithDiscoveryAgent: 'session',
  watchReply: 'session',
  stopReply: 'session',
  keepResult: 'session',
  getMe: 'session',
  login: 'public',
  register: 'public',
  logout: 'public',
  resendVerification: 'public',
  verifyEmail: 'public',
  updateProfile: 'session',
  requestPasswordReset: 'public',
  resetPassword: 'public',
  exportAccount: 'session',
  deleteAccount: 'session',
  listChats: 'session',
  getFirstChat: 'session',
  createChat: 'session',
  renameChat: 'session',
  patchChat: 'session',
  duplicateChat: 'session',
  deleteChat: 'session',
  listFiles: 'session',
  getBalance: 'session',
  getCreditHistory: 'session',
  getStatement: 'session',
  createInvoice: 'session',
  getPaymentHistory: 'session',
  receivePaymentNotice: 'public',
  listTradingExchanges: 'session',
  getApiKeys: 'session',
  saveApiKeys: 'session',
  deleteApiKeys: 'session',
  getResults: 'session',
  listFolder: 'session',
  checkCapital: 'session',
  readTrials: 'session',
  readCoinCandles: 'session',
  readFolderFile: 'session',
  saveNotes: 'session',
  renameFolder: 'session',
  deleteFolder: 'session',
  deleteRun: 'session',
  listSharedLinks: 'session',
  shareResult: 'session',
  revokeSharedLink: 'session',
  readSharedResult: 'public',
  listFavorites: 'session',
  addFavorite: 'session',
  removeFavorite: 'session',
  getNotices: 'session',
  saveNoticeChannels: 'session',
  rotateWebhookSecret: 'session',
  sendTestNotice: 'session',
  getCommonDateRange: 'session',
  executeBacktest: 'session',
  listRuns: 'session',
  listResults: 'session',
  readResult: 'session',
  listActiveRuns: 'session',
  watchRun: 'session',
  cancelRun: 'session',
  priceStudy: 'session',
  startStudy: 'session',
  listStudies: 'session',
  readStudy: 'session',
  exportStudy: 'session',
  readStudyPoint: 'session',
  cancelStudy: 'session',
  deleteStudy: 'session',
  keepStudyPoint: 'session',
  getSecondFactor: 'session',
  prepareSecondFactor: 'session',
  enableSecondFactor: 'session',
  renewRecoveryCodes: 'session',
  disableSecondFactor: 'session',
  listSessions: 'session',
  revokeSession: 'session',
  revokeOtherSessions: 'session',
  readStrategy: 'session',
  applyStrategy: 'session',
  replaceStrategy: 'session',
  renameStrategy: 'session',
  deleteStrategy: 'session',
  listStrategyVersions: 'session',
  readStrategyVersion: 'session',
  restoreStrategyVersion: 'session',
  checkStrategy: 'session',
  listDeployments: 'session',
  listEndedDeployments: 'session',
  getCurrentDeployment: 'session',
  saveDeployment: 'session',
  getDeploymentStatus: 'session',
  getAutoRebalanceStatus: 'session',
  switchAutoRebalanceOn: 'session',
  switchAutoRebalanceOff: 'session',
  resumeDeployment: 'session',
  stopDeployment: 'session',
  stopAllTrading: 'session',
  changeMandate: 'session',
  previewRebalance: 'session',
  rebalanceNow: 'session',
  previewSell: 'session',
  sellToUsdt: 'session',
  listRebalances: 'session',
  getWorkerStatus: 'session',
  listPositions: 'session',
  listActivity: 'session',
  exportActivity: 'session',
  getPerformanceChart: 'session',
  watchAccount: 'session',
} as const satisfies Readonly<Record<RouteName, Route['auth']>>;

type Caller = 'nobody' | 'a user' | 'support' | 'an admin' | 'an expired session' | 'an ended session';
const SIGNED_IN: readonly Caller[] = ['a user', 'support', 'an admin'];

/** Who is answered: by the service, with whatever it says. */
const ANSWERED: Readonly<Record<Route['auth'], readonly Caller[]>> = {
  public: ['nobody', ...SIGNED_IN, 'an expired session', 'an ended session'],
  session: SIGNED_IN,
  support: ['support', 'an admin'],
  admin: ['an admin'],
};

const names = Object.keys(ROUTES) as RouteName[];
let edge: Edge;
const cookies = new Map<Caller, string>();

const signIn = (caller: Caller, name: string, role: OperatorRole | null) => {
  const user = userNamed(name);
  if (role) edge.roles.set(user.id, role);
  cookies.set(caller, edge.signIn(user, `s-${name}`));
};

beforeAll(async () => {
  const messages = names.flatMap((name) => {
    const route: Route = ROUTES[name];
    if (route.service === 'gateway') return [];
    const message = messageOfRoute(name, route);
    return [route.response === 'events' ? streamMessage(message) : message];
  });
  const { getSession: _, ...others } = MESSAGES;
  const internal = [...Object.values(others), ...SERVICE_NAMES.map((service) => exportOf(service))];
  edge = await startEdge(
    [...messages, ...internal].map((message: Message) => handler(message, async () => refuse('NOT_FOUND'))),
  );
  signIn('an ended session', 'eve', 'admin');
  edge.sessions.clear();
  signIn('a user', 'ann', null);
  signIn('support', 'sam', 'support');
  signIn('an admin', 'ada', 'admin');
  const expired = tokenOf(userNamed('old').id, 's-old', { expiresIn: -1 });
  const cookie = cookies.get('a user') ?? '';
  cookies.set('an expired session', `${cookie.slice(0, cookie.indexOf('=') + 1)}${expired}`);
});
afterAll(() => edge.close());

const send = async (name: RouteName, caller: Caller) => {
  const route: Route = ROUTES[name];
  const leaving = new AbortController();
  const cookie = cookies.get(caller);
  const response = await edge.send(route.path.replace(/\{\w+\}/g, 'users'), {
    method: route.method,
    ...(cookie && { cookie }),
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }),
    signal: leaving.signal,
  });
  const code =
    response.ok || response.status < 400 ? null : ((await response.json()) as { code?: string }).code;
  leaving.abort();
  return { status: response.status, code };
};

test.each(names)('%s is declared as its policy says', (name) => {
  expect((ROUTES[name] as Route).auth).toBe(POLICIES[name]);
});

describe.each(ANSWERED.public)('%s', (caller) => {
  test.each(names.filter((name) => name !== 'logout'))('on %s', async (name) => {
    const { status, code } = await send(name, caller);
    if (ANSWERED[POLICIES[name]].includes(caller)) {
      expect(code).not.toBe('UNAUTHORIZED');
      expect(code).not.toBe('FORBIDDEN');
      expect(status).toBeLessThan(500);
    } else if (SIGNED_IN.includes(caller)) expect([status, code]).toEqual([403, 'FORBIDDEN']);
    else expect([status, code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
