// A user's notices: where they go, how many a day, and what happened to the newest ones.
import {
  type NoticeChannel,
  type NoticeEvent,
  type NoticeKind,
  type Refusal,
  refuse,
  tradingEvents,
} from '@tradeium/contracts';

type DataOf<Type extends NoticeEvent['type']> = Extract<NoticeEvent, { type: Type }>['data'];

export type Attempted = Pick<DataOf<'NoticeAttempted'>, 'outcome' | 'detail' | 'attempt'>;

export type Notice = Omit<DataOf<'NoticeRaised'>, 'userId'> & {
  readonly attempted: Readonly<Partial<Record<NoticeChannel, Attempted>>>;
};

export type Notices = {
  readonly isMailOn: boolean;
  readonly webhookUrl: string | null;
  readonly secretId: string | null;
  /** The secret that was replaced signs until then. */
  readonly previous: { readonly secretId: string; readonly until: string } | null;
  /** Newest last. */
  readonly newest: readonly Notice[];
  /** Of one UTC day. */
  readonly today: { readonly day: string; readonly raised: number; readonly mailed: number };
};

/** Mail is on until its user switches it off: money is at risk. */
const emptyNotices: Notices = {
  isMailOn: true,
  webhookUrl: null,
  secretId: null,
  previous: null,
  newest: [],
  today: { day: '', raised: 0, mailed: 0 },
};

export const NOTICES_PER_DAY = 50;
export const MAILS_PER_DAY = 20;
/** A delivery is given up within a day, so this is enough to find every notice that is under way. */
const NEWEST_KEPT = 2 * NOTICES_PER_DAY;
/** Time to bring a new secret to the receiver. */
const OVERLAP_MS = 24 * 3_600_000;

const dayOf = (at: string): string => at.slice(0, 10);

const todayOf = ({ today }: Notices, at: string): Notices['today'] =>
  today.day === dayOf(at) ? today : { day: dayOf(at), raised: 0, mailed: 0 };

const evolveNotices = (notices: Notices, { type, data }: NoticeEvent): Notices => {
  switch (type) {
    case 'NoticeChannelsSet': {
      const { isMailOn, webhookUrl, secretId } = data;
      return { ...notices, isMailOn, webhookUrl, secretId };
    }
    case 'WebhookSecretRotated': {
      const { secretId, previousUntil: until } = data;
      return {
        ...notices,
        secretId,
        previous: notices.secretId === null ? null : { secretId: notices.secretId, until },
      };
    }
    case 'NoticeRaised': {
      const { userId: _, ...raised } = data;
      const { day, raised: count, mailed } = todayOf(notices, data.at);
      const isMailed = data.channels.includes('mail');
      return {
        ...notices,
        newest: [...notices.newest, { ...raised, attempted: {} }].slice(-NEWEST_KEPT),
        today: { day, raised: count + 1, mailed: mailed + (isMailed ? 1 : 0) },
      };
    }
    case 'NoticeAttempted': {
      const { noticeId, channel, outcome, detail, attempt } = data;
      const newest = notices.newest.map((notice) =>
        notice.noticeId === noticeId
          ? { ...notice, attempted: { ...notice.attempted, [channel]: { outcome, detail, attempt } } }
          : notice,
      );
      return { ...notices, newest };
    }
  }
};

export type NoticeCommand = { readonly userId: string } & (
  | { type: 'SetChannels'; isMailOn: boolean; webhookUrl: string | null; newSecretId: string }
  | { type: 'RotateSecret'; newSecretId: string }
  | {
      type: 'RaiseNotice';
      noticeId: string;
      kind: NoticeKind;
      deploymentId: string | null;
      detail: string;
    }
  | ({ type: 'RecordAttempt'; noticeId: string; channel: NoticeChannel } & Attempted)
);

type CommandOf<Type extends NoticeCommand['type']> = Extract<NoticeCommand, { type: Type }>;
type Decision = NoticeEvent[] | Refusal;

/** Decides a command at a time (ISO 8601). */
export const decideNotices = (command: NoticeCommand, notices: Notices, now: string): Decision => {
  const { userId } = command;
  switch (command.type) {
    case 'SetChannels': {
      const { isMailOn, webhookUrl, newSecretId } = command;
      const secretId = notices.secretId ?? (webhookUrl === null ? null : newSecretId);
      // An event can never be deleted, so one that changes nothing is not written.
      const isSame = isMailOn === notices.isMailOn && webhookUrl === notices.webhookUrl;
      if (isSame && secretId === notices.secretId) return [];
      return [{ type: 'NoticeChannelsSet', data: { userId, isMailOn, webhookUrl, secretId } }];
    }
    case 'RotateSecret': {
      if (notices.secretId === null) return refuse('WEBHOOK_MISSING');
      const previousUntil = new Date(Date.parse(now) + OVERLAP_MS).toISOString();
      return [
        { type: 'WebhookSecretRotated', data: { userId, secretId: command.newSecretId, previousUntil } },
      ];
    }
    case 'RaiseNotice':
      return raiseNotice(command, notices, now);
    case 'RecordAttempt':
      return recordAttempt(command, notices);
  }
};

/** One aggregate for each user. */
export const noticesAggregate = {
  ...tradingEvents.notices,
  stateVersion: 1,
  initial: emptyNotices,
  evolve: evolveNotices,
  decide: decideNotices,
  userOf: (userId: string) => userId,
  comparesCommands: true,
  rememberedCommands: 200,
} as const;

/** Beyond the day's limit a notice is only in the activity and on the page. */
const raiseNotice = (command: CommandOf<'RaiseNotice'>, notices: Notices, at: string): Decision => {
  const { type: _, ...notice } = command;
  const { raised, mailed } = todayOf(notices, at);
  if (notices.newest.some(({ noticeId }) => noticeId === notice.noticeId)) return [];
  const isOff = !notices.isMailOn && notices.webhookUrl === null;
  if (notice.kind === 'test' && isOff) return refuse('NOTICES_OFF');
  if (raised >= NOTICES_PER_DAY) return notice.kind === 'test' ? refuse('TOO_MANY_NOTICES') : [];
  const isMailLeft = mailed < MAILS_PER_DAY;
  const channels: NoticeChannel[] = [];
  const leftOut: NoticeChannel[] = [];
  if (notices.isMailOn) (isMailLeft ? channels : leftOut).push('mail');
  if (notices.webhookUrl !== null) channels.push('webhook');
  return [{ type: 'NoticeRaised', data: { ...notice, channels, leftOut, at } }];
};

/** An attempt that has arrived stays so, and a later attempt replaces an earlier one. */
const recordAttempt = (command: CommandOf<'RecordAttempt'>, notices: Notices): Decision => {
  const { type: _, ...data } = command;
  const notice = notices.newest.find(({ noticeId }) => noticeId === data.noticeId);
  const before = notice?.attempted[data.channel];
  if (!notice || before?.outcome === 'delivered') return [];
  return [{ type: 'NoticeAttempted', data }];
};

/** Ids of the secrets that sign now: the newest first. */
export const secretIdsAt = ({ secretId, previous }: Notices, now: string): string[] => [
  ...(secretId === null ? [] : [secretId]),
  ...(previous && now < previous.until ? [previous.secretId] : []),
];
