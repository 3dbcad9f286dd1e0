// Plans a study: the file that it runs, its points, and the most that they can cost.
import {
  addMicroVut,
  countBars,
  estimateRunCost,
  isRefusal,
  keptMoney,
  keptPolicy,
  type MicroVut,
  PRIVATE_STRATEGY_NAME,
  type Refusal,
  type RunSettings,
  rangeOfDays,
  refuse,
  type StudyInput,
  type StudyPlan,
  unknownCoin,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import { computationsOf, isFirstOf } from '../domain/study-computations.ts';
import { type PlannedPoint, pointsOf, settingsOfPoint } from '../domain/study-points.ts';
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
  readonly points: readonly PlannedPoint[];
  readonly costAtMost: MicroVut;
};

/** The settings and the plan in a request. */
export const askedIn = (input: StudyInput): { readonly settings: RunSettings; readonly plan: StudyPlan } => {
  const { portfolio, timeframe, fees, start_date, end_date } = input;
  const { method, parameters, settings, points, seed, walk_forward } = input;
  return {
    settings: { portfolio, timeframe, fees, start_date, end_date, ...keptMoney(input), ...keptPolicy(input) },
    plan: {
      method,
      parameters,
      settings,
      seed,
      ...(points !== undefined && { points }),
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

/** Executions that are computed again are charged once. */
const costAtMostOf = (points: readonly PlannedPoint[], settings: RunSettings): MicroVut =>
  computationsOf(points, settings)
    .filter(isFirstOf)
    .reduce<MicroVut>((total, { settings: own }) => addMicroVut(total, estimateRunCost(own)), ZERO_MICRO_VUT);

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
  const points = pointsOf({ plan, declared, fixed: input.fixed, settings });
  if (isRefusal(points)) return points;
  const refusal = windowsRefusal({ plan, settings, points });
  if (refusal) return refusal;
  return { file, settings, plan, points, costAtMost: costAtMostOf(points, settings) };
};
