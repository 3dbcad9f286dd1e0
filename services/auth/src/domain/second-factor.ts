// The second factor of a user: what it is made of, how a code is proven once, and when it may be turned on and off.
import { isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';

type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

export type SecondFactor = Pick<DataOf<'SecondFactorEnabled'>, 'secret' | 'recoveryHashes'> & {
  /** The time step of the newest used code: its code, and those of earlier steps, are no longer valid. */
  readonly lastStep: number;
};

/** A right code: that of a time step, or a recovery code by its hash. */
export type CodeProof = { readonly step: number } | { readonly recoveryHash: string };

export type SecondFactorEvent = Extract<
  UserEvent,
  {
    type:
      | 'SecondFactorEnabled'
      | 'OneTimeCodeUsed'
      | 'RecoveryCodeUsed'
      | 'RecoveryCodesRenewed'
      | 'SecondFactorDisabled';
  }
>;

export type SecondFactorCommand =
  | ({
      readonly type: 'EnableSecondFactor';
      /** The hash against which the password was checked. */
      readonly passwordHash: string;
      /** The session that asks, the only one that stays. */
      readonly sessionId: string;
    } & Pick<DataOf<'SecondFactorEnabled'>, 'secret' | 'step' | 'recoveryHashes'>)
  | {
      readonly type: 'RenewRecoveryCodes';
      readonly passwordHash: string;
      readonly proof: CodeProof;
      readonly recoveryHashes: string[];
    }
  | { readonly type: 'DisableSecondFactor'; readonly passwordHash: string; readonly proof: CodeProof }
  /** For an operator, when the owner of the account has lost app and recovery codes. */
  | { readonly type: 'ResetSecondFactor' };

/** The part of a user that these decisions need. */
export type Owner = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly secondFactor: SecondFactor | null;
};

/** Folds one event into the second factor. */
export const evolveSecondFactor = (
  factor: SecondFactor | null,
  { type, data }: SecondFactorEvent,
): SecondFactor | null => {
  if (type === 'SecondFactorEnabled') {
    const { secret, step: lastStep, recoveryHashes } = data;
    return { secret, lastStep, recoveryHashes };
  }
  if (type === 'SecondFactorDisabled' || factor === null) return null;
  switch (type) {
    case 'OneTimeCodeUsed':
      return { ...factor, lastStep: data.step };
    case 'RecoveryCodeUsed':
      return {
        ...factor,
        recoveryHashes: factor.recoveryHashes.filter((hash) => hash !== data.recoveryHash),
      };
    case 'RecoveryCodesRenewed':
      return { ...factor, recoveryHashes: data.recoveryHashes };
  }
};

/** True if a code was not used before. */
export const isUnused = ({ lastStep, recoveryHashes }: SecondFactor, proof: CodeProof): boolean =>
  'step' in proof ? proof.step > lastStep : recoveryHashes.includes(proof.recoveryHash);

/**
 * The events of a used code, in the same commit as what it is used for: of two that come with the same code at the
 * same moment one is refused. Nothing where there is no second factor.
 */
export const usesOf = (
  { userId, secondFactor }: Owner,
  proof: CodeProof | null,
  now: string,
): SecondFactorEvent[] | Refusal => {
  if (secondFactor === null) return [];
  if (proof === null) return refuse('SECOND_FACTOR_REQUIRED');
  if (!isUnused(secondFactor, proof)) return refuse('SECOND_FACTOR_WRONG');
  return [
    'step' in proof
      ? { type: 'OneTimeCodeUsed', data: { userId, step: proof.step } }
      : { type: 'RecoveryCodeUsed', data: { userId, recoveryHash: proof.recoveryHash, usedAt: now } },
  ];
};

/** Decides a command of a registered user at a time (ISO 8601). */
export const decideSecondFactor = (
  command: SecondFactorCommand,
  owner: Owner,
  now: string,
): UserEvent[] | Refusal => {
  const { userId, passwordHash, secondFactor } = owner;
  if (command.type === 'ResetSecondFactor')
    return secondFactor === null
      ? []
      : [{ type: 'SecondFactorDisabled', data: { userId, by: 'operator', disabledAt: now } }];
  if (command.passwordHash !== passwordHash) return refuse('CONCURRENT_CHANGE');
  if (command.type === 'EnableSecondFactor') {
    if (secondFactor !== null) return refuse('SECOND_FACTOR_ON');
    const { secret, step, recoveryHashes } = command;
    return [{ type: 'SecondFactorEnabled', data: { userId, secret, step, recoveryHashes, enabledAt: now } }];
  }
  if (secondFactor === null) return refuse('SECOND_FACTOR_OFF');
  const uses = usesOf(owner, command.proof, now);
  if (isRefusal(uses)) return uses;
  if (command.type === 'DisableSecondFactor')
    return [...uses, { type: 'SecondFactorDisabled', data: { userId, by: 'user', disabledAt: now } }];
  const { recoveryHashes } = command;
  return [...uses, { type: 'RecoveryCodesRenewed', data: { userId, recoveryHashes, renewedAt: now } }];
};
