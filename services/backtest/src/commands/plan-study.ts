// Plans a study: the file that it runs, its points, and the most that they can cost.
import {
  addMicroVut,
  countBars,
  estimateRunCost,
  isRefusal,
  keptMoney,
  keptPolicy,
  type MicroVut,
  microVutOf,
  PRIVATE_STRATEGY_NAME,
  type Refusal,
  type RunSettings,
  rangeOfDays,
  refuse,
  STUDY_METHOD_FACTS,
  type StudyInput,
  type StudyPlan,
  unknownCoin,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import { computationsOf } from '../domain/study-computations.ts';
import { type PlannedPoint, type PlannedPoints, pointsOf, settingsOfPoint } from '../domain/study-points.ts';
import { windowsOf } from '../domain/study-windows.ts';
import { changeableChat, fileAt, type StrategyFile, type Workspace } from '../domain/workspace-state.ts';
import type { DeclaredParameters } from './declared-parameters.ts';

export type PlanningStudy = {
  readonly workspaces: Stores['workspaces'];
  readonly declaredParameters: DeclaredParameters;
};

export type PlannedStudy = {
  readonly file: StrategyFile;
  readonly settings: RunSettings;
  readonly plan: StudyPlan;
  /** All of them, or those that a search begins with. */
  readonly points: readonly PlannedPoint[];
  /** How many it computes at most. */
  readonly total: number;
  readonly costAtMost: MicroVut;
};

/** The settings and the plan in a request. */
export const askedIn = (input: StudyInput): { readonly settings: RunSettings; readonly plan: StudyPlan } => {
  const { portfolio, timeframe, fees, start_date, end_date } = input;
  const { method, parameters, settings, points, seed, goal, walk_forward } = input;
  return {
    settings: { portfolio, timeframe, fees, start_date, end_date, ...keptMoney(input), ...keptPolicy(input) },
    plan: {
      method,
      parameters,
      settings,
      seed,
      ...(points !== undefined && { points }),
      ...(goal && { goal }),
      ...(walk_forward && { walk_forward }),
    },
  };
};

const fileOf = (workspace: Workspace, input: StudyInput): StrategyFile | Refusal => {
  const { backtest_id, focused_strategy, strategy_filename } = input;
  if (focused_strategy === PRIVATE_STRATEGY_NAME) return refuse('STUDY_REFUSES_PRIVATE');
  const chat = changeableChat(workspace, backtest_id);
  if (isRefusal(chat))
    return chat.refused === 'PRIVATE_CHAT_READ_ONLY' ? refuse('STUDY_REFUSES_PRIVATE') : chat;
  const index = /^strategy_(\d{1,4})$/.exec(focused_strategy)?.[1];
  if (index === undefined) return refuse('STRATEGY_REQUIRED');
  return fileAt(chat, Number(index), strategy_filename) ?? refuse('STRATEGY_FILE_NOT_FOUND');
};

/** Windows count bars, so all points have the same ones. */
const windowsRefusal = ({
  plan,
  settings,
  points,
}: Pick<PlannedStudy, 'plan' | 'settings' | 'points'>): Refusal | null => {
  if (!plan.walk_forward) return null;
  if (STUDY_METHOD_FACTS[plan.method].isSearch)
    return refuse('STUDY_WINDOWS_INVALID', {
      problem:
        'A search has looked at the whole range, so windows of it judge nothing: walk a grid or a draw forward',
    });
  const [own, ...others] = points.map((point) => settingsOfPoint(settings, point));
  if (!own || others.some((other) => JSON.stringify(other) !== JSON.stringify(own)))
    return refuse('STUDY_WINDOWS_INVALID', {
      problem:
        'Windows are tested over one set of settings: vary fees, interval and the like without windows',
    });
  const { fromMs, untilMs } = rangeOfDays(own);
  const windows = windowsOf(plan.walk_forward, countBars(own.timeframe, fromMs, untilMs));
  return isRefusal(windows) ? windows : null;
};

const sumOf = (costs: readonly MicroVut[]): MicroVut => costs.reduce(addMicroVut, ZERO_MICRO_VUT);

const costAtMostOf = ({ points }: PlannedPoints, settings: RunSettings): MicroVut =>
  sumOf(computationsOf([points], settings).map(({ settings: own }) => estimateRunCost(own)));

/** Nobody knows yet which points a search proposes, so each counts as the dearest one. */
const costOfSearch = ({ total }: PlannedPoints, plan: StudyPlan, settings: RunSettings): MicroVut => {
  const { timeframe, portfolio } = plan.settings;
  const costs = (timeframe?.values ?? [settings.timeframe]).flatMap((interval) =>
    (portfolio?.values ?? [settings.portfolio]).map((coins) =>
      estimateRunCost({ ...settings, timeframe: interval, portfolio: coins }),
    ),
  );
  return sumOf(new Array<MicroVut>(total).fill(microVutOf(Math.max(...costs))));
};

/** Plans what a request asks for; nothing is written. */
export const planStudy = async (
  { workspaces, declaredParameters }: PlanningStudy,
  input: StudyInput,
  userId: string,
): Promise<PlannedStudy | Refusal> => {
  const unknown = unknownCoin(input.portfolio);
  if (unknown !== undefined) return refuse('UNKNOWN_COIN', { coin: unknown });
  const { state: workspace } = await workspaces.load(userId);
  const file = fileOf(workspace, input);
  if (isRefusal(file)) return file;
  const { settings, plan } = askedIn(input);
  const declared = await declaredParameters(userId, file.code);
  if (isRefusal(declared)) return declared;
  if (declared.error !== null) return refuse('STUDY_CODE_INVALID', { problem: declared.error });
  const drawn = pointsOf({ plan, declared: declared.parameters, fixed: input.fixed, settings });
  if (isRefusal(drawn)) return drawn;
  const refusal = windowsRefusal({ plan, settings, points: drawn.points });
  if (refusal) return refusal;
  const { isSearch } = STUDY_METHOD_FACTS[plan.method];
  const costAtMost = isSearch ? costOfSearch(drawn, plan, settings) : costAtMostOf(drawn, settings);
  return { file, settings, plan, ...drawn, costAtMost };
};
