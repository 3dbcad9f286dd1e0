// The public names of the contracts: all that crosses a boundary between services, gateway and browser.
export type { QuickResult } from './agent-messages.ts';
export { countBars, firstOpenFrom, rangeOfDays } from './bars.ts';
export { isCommonPassword } from './common-passwords.ts';
export * from './constants.ts';
export { cleanAddress } from './email-address.ts';
export {
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  errorBody,
  isRefusal,
  type Refusal,
  type RefusalData,
  refusalResponse,
  refusalText,
  refuse,
} from './errors.ts';
export * from './events/agent.ts';
export {
  authEvents,
  type EmailEvent,
  type MailboxEvent,
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
} from './events/event.ts';
export { type CreditSource, entriesOf, type MoneyFact } from './events/ledger-entries.ts';
export type { PaymentEvent } from './events/payment.ts';
export { refusalOfWord } from './events/refusal-word.ts';
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
export * from './http/access-token-routes.ts';
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
  Favorite,
  FolderFileEntry,
  PricePoints,
} from './http/folder-routes.ts';
export { LIMITS, type Limit, type LimitName } from './http/limits.ts';
export {
  COMMON_ERRORS,
  type EventStreamOptions,
  type FileReference,
  id,
  inputPlaceOf,
  type Message,
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
  type RunProgress,
  runProgress,
  runProgressSubject,
  unknownCoin,
} from './http/run-routes.ts';
export { RECOVERY_CODES_COUNT, type SecondFactor } from './http/second-factor-routes.ts';
export { SESSIONS_MAX, type SessionEntry } from './http/session-routes.ts';
export {
  type CodeProblem,
  codeProblem,
  type StrategyVersion,
  strategyCode,
} from './http/strategy-routes.ts';
export {
  type AccountUpdate,
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
export { keptRunIds } from './kept-result.ts';
export { exportOf, MESSAGES, operationsOf, rolesChangedSubject } from './messages.ts';
export {
  addMicroVut,
  fromVut,
  type MicroVut,
  microVutOf,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from './money.ts';
export { costOfCells, estimateReplyCost, estimateRunCost } from './run-cost.ts';
export { bandOf, keptBand, keptMoney, moneyOf } from './run-money.ts';
export {
  type Bucket,
  CONTEXTS,
  type Context,
  SERVICE_NAMES,
  SERVICES,
  type ServiceDeclaration,
  type ServiceName,
} from './services.ts';
export { LIMIT_OF_TOOL, TOOL_INPUT_BYTES_MAX } from './tool-messages.ts';
export * from './trading.ts';
