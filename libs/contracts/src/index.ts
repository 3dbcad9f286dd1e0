// The public names of the contracts: all that crosses a boundary between services, gateway and browser.

export { countBars, firstOpenFrom, rangeOfDays } from './bars.ts';
export { BUS_USERS, type BusUser, maySend, sentBy } from './bus-users.ts';
export { problemLine } from './code-problem.ts';
export { isCommonPassword } from './common-passwords.ts';
export {
  AGENT_RUNS_BACKTESTS,
  AGENT_TRIES_MAX,
  AGENT_VUT_PER_MILLION_TOKENS,
  AGENTS,
  type Agent,
  BACKTEST_VUT_PER_MILLION_CELLS,
  CHAT_NAME_LENGTH_MAX,
  CHATS_MAX,
  COIN_CANDLES_MAX,
  COIN_CANDLES_MIN,
  COINS,
  CONVERSATION_MESSAGES_MAX,
  DATE_MAX,
  DATE_MIN,
  DEFAULT_PERIOD_DAYS,
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  type DriftBandEnd,
  EXCHANGE_DEFAULT,
  FAILED_COMPUTE_MINUTES_PER_HOUR,
  FAILED_COMPUTE_MS_MIN,
  FAVORITES_MAX,
  FEES_PERCENT_DEFAULT,
  FEES_PERCENT_MAX,
  FEES_PERCENT_MIN,
  FEES_PERCENT_STEP,
  FIXED_PORTFOLIO,
  FOLDER_FILES,
  type FolderFile,
  FREE_TIER_MONTHLY_VUT,
  MICRO_VUT_PER_VUT,
  NAME_LENGTH_MAX,
  NOTES_LENGTH_MAX,
  OPEN_PAYMENTS_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PAYMENT_STATUSES,
  type PaymentStatus,
  PORTFOLIO_ENTRIES_MAX,
  PRIVATE_STRATEGY_ID,
  PRIVATE_STRATEGY_NAME,
  PURCHASE_PRESETS_USD,
  PURCHASE_USD_DEFAULT,
  PURCHASE_USD_MAX,
  PURCHASE_USD_MIN,
  QUICK_ADDS,
  QUOTE_CURRENCY,
  READ_YOUR_WRITES_TIMEOUT_MS,
  REBALANCE_CALENDARS,
  REPLY_BYTES_MAX,
  RESULT_BYTES_PER_DAY_MAX,
  RESULT_FOLDERS_MAX,
  RESULT_ROWS_MAX,
  type RebalanceCalendar,
  RUN_STEP_NAMES,
  RUN_STEPS,
  RUNS_AT_ONCE_MAX,
  type RunStep,
  SAVED_BYTES_PER_DAY_MAX,
  SHARED_LINK_DAYS,
  SHARED_LINK_DAYS_DEFAULT,
  SHARED_LINKS_MAX,
  SLIPPAGE_PERCENT_DEFAULT,
  SLIPPAGE_PERCENT_MAX,
  SLIPPAGE_PERCENT_MIN,
  STARTING_CAPITAL_MAX,
  STARTING_CAPITAL_MIN,
  STARTING_CAPITAL_USDT,
  STORAGE_BYTES_MAX,
  STRATEGY_CODE_BYTES_MAX,
  STRATEGY_FILES_MAX,
  STRATEGY_FILES_OF_USER_MAX,
  STRATEGY_VERSIONS_MAX,
  STUDIES_AT_ONCE_MAX,
  STUDIES_LISTED_MAX,
  STUDY_AXIS_VALUES_MAX,
  STUDY_EMBARGO_BARS_MAX,
  STUDY_METHOD_FACTS,
  STUDY_METHODS,
  STUDY_METRICS,
  STUDY_PAGE_MAX,
  STUDY_POINTS_MAX,
  STUDY_TEST_BARS_MIN,
  STUDY_TRAIN_BARS_MIN,
  STUDY_WINDOW_BARS_MAX,
  STUDY_WINDOWS_MAX,
  type StudyMetric,
  TABLE_ROWS_SHOWN,
  TIMEFRAME_DEFAULT,
  TIMEFRAME_LABELS,
  TIMEFRAME_MS,
  TIMEFRAMES,
  type Timeframe,
  TOP_5_PORTFOLIO,
  TRIALS_AT_ONCE_MAX,
  TRIALS_OF_USER_MAX,
  USERNAME_LENGTH_MAX,
  USERNAME_LENGTH_MIN,
  VUT_PER_USD,
  WARM_UP_DAYS,
  WELCOME_CREDITS_VUT,
} from './constants.ts';
export { cleanAddress } from './email-address.ts';
export {
  ERRORS,
  type ErrorCode,
  errorBody,
  isRefusal,
  type Refusal,
  type RefusalData,
  refusalResponse,
  refusalText,
  refuse,
} from './errors/errors.ts';
export {
  ACTION_KINDS,
  type ActionEvent,
  type ActionKind,
  adminEvents,
} from './events/admin.ts';
export {
  agentEvents,
  type ConversationEvent,
  type ReplyResult,
  type ReplyStep,
  replyResult,
  replyStep,
  type SpendingEvent,
  type TokenUsage,
  tokenUsage,
} from './events/agent.ts';
export {
  authEvents,
  type EmailEvent,
  type MailboxEvent,
  type StaffEvent,
  type UserEvent,
  type UsernameEvent,
} from './events/auth.ts';
export {
  backtestEvents,
  type DataframeInfo,
  type FavoriteItem,
  type FolderFileRef,
  type RunEvent,
  type RunFigures,
  type RunSettings,
  type StudyEvent,
  type TrialsEvent,
  type WorkspaceEvent,
} from './events/backtest.ts';
export {
  type AccountEvent,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerBalance,
  type LedgerEntry,
} from './events/credit-account.ts';
export { creditsEvents } from './events/credits.ts';
export {
  type AggregateEvents,
  COMMIT_EVENTS_MAX,
  type Commit,
  type CommitMeta,
  commit,
  type EventKey,
  type EventSealing,
  eventOf,
  type RawEvent,
  SEALED,
  streamOf,
  subjectOf,
  withoutWords,
} from './events/event.ts';
export { type CreditSource, entriesOf, type MoneyFact } from './events/ledger-entries.ts';
export type { PaymentEvent } from './events/payment.ts';
export { refusalOfWord, refusalWord, refusalWordData } from './events/refusal-word.ts';
export type { ParameterAxis, SettingsAxes, StudyPlan, WalkForwardPlan } from './events/study-plan.ts';
export { finding } from './finding-schema.ts';
export {
  FINDING_SEVERITIES,
  FINDINGS,
  type Finding,
  type FindingCode,
  type FindingSeverity,
  findingText,
  found,
  summaryWithFindings,
  summaryWithoutFindings,
  worstFirst,
} from './findings.ts';
export { heldName } from './held-name.ts';
export {
  ACCESS_SCOPES,
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKEN_PREFIX,
  ACCESS_TOKENS_MAX,
  type AccessScope,
  type AccessToken,
  accessTokenForm,
  TOOL_USES_SHOWN_MAX,
  type ToolUse,
} from './http/access-token-routes.ts';
export { GRANT_MAX_VUT, GRANT_UNCONFIRMED_MAX_VUT } from './http/admin-routes.ts';
export {
  type AdminAction,
  type AdminDeployment,
  type AdminLedgerLine,
  type AdminMetrics,
  type AdminOrder,
  type AdminOverview,
  type AdminPayment,
  type AdminRun,
  type AdminTrader,
  type AdminUsage,
  type AdminUser,
  type AdminUserPage,
  type JobProgress,
  type MetricsPoint,
  type OperatorAction,
  type SearchHit,
  type StorageRow,
  type SystemState,
  type TimelineContext,
  type TimelineEntry,
  TOTAL_MAX,
} from './http/admin-shapes.ts';
export {
  type ChatEvent,
  type ChatSelection,
  type ConversationMessage,
  type TradingSettings,
  tradingSettings,
} from './http/agent-routes.ts';
export {
  email,
  loginInput,
  registerInput,
  secondFactorProof,
  type User,
  username,
  verificationForm,
} from './http/auth-routes.ts';
export {
  type Chat,
  chatName,
  newName,
  type ResultFacts,
  type SessionFile,
} from './http/backtest-routes.ts';
export {
  type CreditTransaction,
  type Purchase,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  type Subscription,
} from './http/credits-routes.ts';
export type {
  CapitalCheck,
  CoinCandles,
  Favorite,
  FolderFileEntry,
} from './http/folder-routes.ts';
export { LIMITS, type Limit, type LimitName } from './http/limits.ts';
export {
  COMMON_ERRORS,
  ENDS,
  type FileReference,
  id,
  inputPlaceOf,
  type Message,
  type MessageInput,
  type MessageOutput,
  type Route,
  refusalOfIssues,
} from './http/route.ts';
export {
  type ActiveRun,
  type ChatResult,
  type DateRange,
  type ExecuteInput,
  type ExecuteResponse,
  NAMED_RUNS_MAX,
  type NamedRun,
  portfolio,
  type RunProgress,
  runProgress,
  runProgressSubject,
  unknownCoin,
} from './http/run-routes.ts';
export { RECOVERY_CODES_COUNT, type SecondFactor } from './http/second-factor-routes.ts';
export { SESSIONS_MAX, type SessionEntry } from './http/session-routes.ts';
export type { SharedLink, SharedResult } from './http/share-routes.ts';
export {
  type CodeProblem,
  type StrategyVersion,
  strategyCode,
} from './http/strategy-routes.ts';
export type { StudyInput } from './http/study-routes.ts';
export {
  type PointSettings,
  STUDY_FIGURES,
  type Study,
  type StudyAxis,
  type StudyCurve,
  type StudyFigure,
  type StudyPoint,
  type StudySummary,
  type WalkForward,
} from './http/study-shapes.ts';
export {
  type AccountUpdate,
  ADMINISTRATION_UPDATE_SUBJECT,
  accountUpdate,
  accountUpdateSubject,
} from './http/update-routes.ts';
export {
  messageOf,
  messageOfRoute,
  ROUTES,
  type RouteInput,
  type RouteName,
  type RouteOutput,
  type RouteTable,
  subjectOfMessage,
} from './http.ts';
export { coinsOfIdea, portfolioOf } from './idea-coins.ts';
export { keptRunIds } from './kept-result.ts';
export { coinsAsked, type QuickResult } from './messages/agent-messages.ts';
export { exportOf, MESSAGES, rolesChangedSubject } from './messages/messages.ts';
export { OPERATOR_ROLES, type OperatorRole } from './messages/operator-messages.ts';
export { LIMIT_OF_TOOL, TOOL_INPUT_BYTES_MAX } from './messages/tool-messages.ts';
export {
  addMicroVut,
  fromVut,
  type MicroVut,
  microVutOf,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from './money.ts';
export {
  operationsOf,
  type ParkedEventStatus,
  PROCESSES_SUBJECT,
  type RunningProcess,
  runningProcess,
} from './operations.ts';
export type {
  DeclaredParameter,
  ParameterValue,
  ParameterValues,
} from './parameter-schema.ts';
export { keptParameters, mayDeclareParameters, takesValue } from './parameter-values.ts';
export { parametersOf } from './parameters.ts';
export { isUnderWay, isUnpaid, mayBecome, mostTelling } from './payment-status.ts';
export { picksAllOf } from './ranking.ts';
export { costOfCells, estimateReplyCost, estimateRunCost, estimateTryCost } from './run-cost.ts';
export { bandOf, calendarOf, keptMoney, keptPolicy, moneyOf } from './run-money.ts';
export {
  type Bucket,
  CONTEXTS,
  type Context,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
  type ServiceName,
} from './services.ts';
export { plateauScores } from './studies/plateau.ts';
export { placeOfStudy, studyInPlace } from './studies/study-place.ts';
export {
  type AxisValue,
  axisKey,
  figureOf,
  isLessBetter,
  placesOn,
  type StudySurface,
  type SurfaceAxis,
  studySurface,
  surfaceAxes,
  valueAt,
} from './studies/surface.ts';
export { wholeStudy } from './studies/whole-study.ts';
export * from './trading.ts';
