// Another user's ids: every route that takes one answers as for an unknown id, and reveals nothing.
import { randomUUID } from 'node:crypto';
import {
  type ExecuteInput,
  type ExecuteResponse,
  NO_MANDATE,
  ROUTES,
  type Route,
  type RouteInput,
  type RouteName,
} from '@tradeium/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type RegisteredUser, registerUser } from '../api-client.ts';
import { aftermathOf, endOfRun, MOMENTUM, saveStrategy } from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

/** Marks everything that the owner made, so that no leak goes unnoticed. */
const CANARY = 'canary7';

type Owned = {
  run: ExecuteInput & { run_id: string };
  id: string;
  filename: string;
  folderName: string;
  conversationId: string;
  sessionId: string;
  deploymentId: string;
  tokenId: string;
  linkId: string;
  studyId: string;
};

/** A study of the run's file, over two fees. */
const studyOf = ({ run_id: _, ...run }: Owned['run']) => ({
  ...run,
  method: 'grid' as const,
  parameters: {},
  settings: { fees: { values: [0, 0.001] } },
});

/** Routes that take an id, with the owner's ids put in. One that is missing here fails the first test. */
const inputs: { readonly [Name in RouteName]?: (owned: Owned) => RouteInput<Name> } = {
  renameChat: ({ id }) => ({ id, name: 'Taken over' }),
  patchChat: ({ id }) => ({ id, name: 'Taken over' }),
  duplicateChat: ({ id }) => ({ id }),
  deleteChat: ({ id }) => ({ id }),
  listFiles: ({ id }) => ({ id }),
  readStrategy: ({ id, filename }) => ({ id, filename }),
  applyStrategy: ({ id }) => ({ id, strategy_code: MOMENTUM }),
  replaceStrategy: ({ id }) => ({ id, strategy_code: 'x = 1', selected_item: 'strategy-python-0' }),
  renameStrategy: ({ id, filename }) => ({ id, filename, new_filename: 'Taken over' }),
  deleteStrategy: ({ id, filename }) => ({ id, filename }),
  listStrategyVersions: ({ id, filename }) => ({ id, filename }),
  readStrategyVersion: ({ id, filename }) => ({ id, filename, version: 1 }),
  restoreStrategyVersion: ({ id, filename }) => ({ id, filename, version: 1 }),
  getResults: ({ id }) => ({ id }),
  listFolder: ({ id, folderName }) => ({ id, folderName }),
  checkCapital: ({ id, folderName }) => ({ id, folderName }),
  readTrials: ({ id, folderName }) => ({ id, folderName }),
  readCoinCandles: ({ id, folderName }) => ({ id, folderName, coin: 'BTC' }),
  readFolderFile: ({ id, folderName }) => ({ id, folderName, filename: 'Table' }),
  saveNotes: ({ id, folderName }) => ({ id, folderName, notes: 'Taken over' }),
  renameFolder: ({ id, folderName }) => ({ id, folderName, new_name: 'Taken over' }),
  deleteFolder: ({ id, folderName }) => ({ id, folderName }),
  deleteRun: ({ id, run: { run_id } }) => ({ id, run_id }),
  shareResult: ({ id, run: { run_id } }) => ({ backtest_id: id, run_id }),
  revokeSharedLink: ({ linkId }) => ({ id: linkId }),
  addFavorite: ({ id, folderName }) => ({
    item_type: 'backtest_result',
    item_id: folderName,
    backtest_id: id,
  }),
  executeBacktest: ({ run }) => ({ ...run, run_id: `run-${randomUUID()}` }),
  listResults: ({ run: { run_id } }) => ({ after_run_id: run_id, limit: 20 }),
  readResult: ({ run: { run_id } }) => ({ run_id }),
  watchRun: ({ run: { run_id } }) => ({ run_id }),
  cancelRun: ({ run: { run_id } }) => ({ run_id }),
  priceStudy: ({ run }) => studyOf(run),
  startStudy: ({ run }) => ({ ...studyOf(run), study_id: `study-${randomUUID()}` }),
  listStudies: ({ id }) => ({ backtest_id: id }),
  readStudy: ({ studyId }) => ({ study_id: studyId }),
  readStudyPoint: ({ studyId }) => ({ study_id: studyId, index: 0 }),
  exportStudy: ({ studyId }) => ({ study_id: studyId, format: 'csv' }),
  cancelStudy: ({ studyId }) => ({ study_id: studyId }),
  deleteStudy: ({ id, studyId }) => ({ id, study_id: studyId }),
  keepStudyPoint: ({ studyId }) => ({ study_id: studyId, index: 0 }),
  getConversationHistory: ({ conversationId }) => ({ id: conversationId }),
  chatWithStrategyAgent: ({ id }) => ({ message: 'Hello', agent_type: 'strategy', backtest_id: id }),
  chatWithDiscoveryAgent: ({ id }) => ({ message: 'Hello', agent_type: 'discovery', backtest_id: id }),
  watchReply: ({ conversationId }) => ({ id: conversationId, reply_id: 'reply' }),
  stopReply: ({ conversationId }) => ({ id: conversationId, reply_id: 'reply' }),
  keepResult: ({ conversationId }) => ({ id: conversationId, reply_id: 'reply', result_id: 'result' }),
  saveDeployment: ({ id, folderName }) => ({
    backtest_session_id: id,
    backtest_folder_name: folderName,
    mode: 'paper',
  }),
  getDeploymentStatus: ({ id }) => ({ id }),
  getAutoRebalanceStatus: ({ id }) => ({ id }),
  switchAutoRebalanceOn: ({ id }) => ({ id }),
  switchAutoRebalanceOff: ({ id }) => ({ id }),
  resumeDeployment: ({ id }) => ({ id }),
  stopDeployment: ({ id }) => ({ id }),
  changeMandate: ({ id }) => ({ id, ...NO_MANDATE }),
  previewRebalance: ({ id }) => ({ id }),
  rebalanceNow: ({ id }) => ({ id }),
  previewSell: ({ id }) => ({ id }),
  sellToUsdt: ({ id }) => ({ id }),
  listRebalances: ({ id }) => ({ id }),
  listPositions: ({ id }) => ({ backtest_session_id: id }),
  exportActivity: ({ id, deploymentId }) => ({ id, deployment_id: deploymentId }),
  getPerformanceChart: ({ deploymentId }) => ({ deploymentId }),
  revokeSession: ({ sessionId }) => ({ id: sessionId }),
  revokeAccessToken: ({ tokenId }) => ({ id: tokenId }),
};

const fieldsOf = ({ input }: Route): string[] => ('shape' in input ? Object.keys(input.shape as object) : []);
const takesId = (route: Route): boolean => fieldsOf(route).some((field) => /(^|_)id$|Id$/.test(field));
/**
 * Anything without a mark counts as unmarked: the answer is always the same and reveals nothing. Of a deployment of somebody
 * else the log is empty.
 */
const SAYS_NOTHING: readonly RouteName[] = ['removeFavorite', 'listActivity'];
const guarded = (Object.entries(ROUTES) as [RouteName, Route][]).filter(
  ([name, route]) =>
    // Operators' routes are refused whatever the id: other tests cover them.
    route.auth === 'session' && takesId(route) && !SAYS_NOTHING.includes(name),
);

let owner: RegisteredUser;
let stranger: RegisteredUser;
let owned: Owned;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([registerUser(runningSystem()), registerUser(runningSystem())]);
  const run = {
    ...(await saveStrategy(owner, MOMENTUM.replace('Momentum', CANARY))),
    run_id: `run-${CANARY}-${randomUUID()}`,
  };
  const end = await endOfRun(owner, run, 60_000);
  const { filename: folderName } = end.body as ExecuteResponse;
  const filename = `strategy_${CANARY}.py`;
  const [session] = await owner.get('listSessions', {});
  const made = { name: CANARY, scopes: ['read' as const], days: 30 as const, password: PASSWORD };
  const { access_token } = await owner.get('createAccessToken', made);
  const chats = await owner.get('listChats', {});
  const chat = chats.find(({ id }) => id === run.backtest_id);
  const deployment = await owner.get('saveDeployment', {
    backtest_session_id: run.backtest_id,
    backtest_folder_name: folderName ?? '',
    mode: 'paper',
  });
  const { link } = await owner.get('shareResult', { backtest_id: run.backtest_id, run_id: run.run_id });
  owned = {
    run,
    id: run.backtest_id,
    filename,
    folderName: folderName ?? '',
    conversationId: chat?.gpt5_conversation_id ?? '',
    sessionId: session?.id ?? '',
    deploymentId: deployment.id,
    tokenId: access_token.id,
    linkId: link.id,
    studyId: (await owner.get('startStudy', studyOf(run))).study_id,
  };
});

// spec: accounts.20
test('every route that takes an id is tried here', () => {
  expect(guarded.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort());
});

describe('with the ids of another user', () => {
  // spec: decisions.44, trading.57
  test.for(guarded)('%s finds nothing', async ([name]) => {
    const input = (inputs[name] as (owned: Owned) => RouteInput<RouteName>)(owned);
    const { status, code, body, headers } = await stranger.call(name, input as never);
    expect(status).toBe(404);
    expect(code).toMatch(/^(CHAT|RUN|REPLY|SESSION|ACCESS_TOKEN|SHARED_RESULT|DEPLOYMENT|STUDY)_NOT_FOUND$/);
    const response = JSON.stringify([body, ...headers]);
    for (const secret of [CANARY, owned.id, owner.email, owner.userId])
      expect(response).not.toContain(secret);
    // The same answer as for an unknown id, so that nothing reveals whether the id exists.
    const nobodys = {
      id: 'no-such-chat',
      conversationId: 'no-such-conversation',
      sessionId: 'no-such-session',
      deploymentId: 'no-such-deployment',
      tokenId: 'no-such-token',
      linkId: 'no-such-link',
      studyId: 'no-such-study',
      run: { ...owned.run, backtest_id: 'no-such-chat', run_id: 'no-such-run' },
    };
    const unknown = await stranger.call(
      name,
      (inputs[name] as (owned: Owned) => RouteInput<RouteName>)({ ...owned, ...nobodys }) as never,
    );
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status, body });
  });

  // spec: decisions.45
  test('favourites of theirs cannot be removed', async () => {
    const favorite = { item_type: 'strategy', item_id: owned.filename, backtest_id: owned.id } as const;
    await owner.get('addFavorite', favorite);
    expect(await stranger.get('removeFavorite', favorite)).toEqual({ favorited: false });
    expect(await stranger.get('removeFavorite', { ...favorite, backtest_id: 'no-such-chat' })).toEqual({
      favorited: false,
    });
    expect(await owner.get('listFavorites', {})).toEqual({ favorites: [favorite] });
    expect(await stranger.get('listFavorites', {})).toEqual({ favorites: [] });
  });

  test('their run ids cannot be used for a run of one’s own', async () => {
    const own = await saveStrategy(stranger, MOMENTUM);
    const answer = await stranger.call('executeBacktest', { ...own, run_id: owned.run.run_id });
    expect(answer).toMatchObject({ status: 422, code: 'COMMAND_ID_REUSED' });
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
  });
});

test("the owner's data is unchanged", async () => {
  expect((await owner.get('listSessions', {})).map(({ id: sessionId }) => sessionId)).toContain(
    owned.sessionId,
  );
  const { id, filename, folderName } = owned;
  expect(await owner.get('listChats', {})).toEqual([expect.objectContaining({ id })]);
  expect((await owner.call('readStrategy', { id, filename })).body).toContain(CANARY);
  expect((await owner.call('readFolderFile', { id, folderName, filename: 'Table' })).status).toBe(200);
  expect(await aftermathOf(owner, owned.run)).toEqual({ folders: 1, charges: 1, missing: 0 });
  const again = await endOfRun(owner, owned.run, 60_000);
  expect(again.body).toMatchObject({ success: true, filename: owned.folderName });
});
