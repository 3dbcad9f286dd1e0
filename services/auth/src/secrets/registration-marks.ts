// Marks the browser that registered: a sealed text that it keeps, worth something only together with the link of the mail.
import { derivedKey, type MasterSecrets, seal, sealingKey, unseal } from '@tradeium/service-kit';

/** A registration: its user, and the sealed hash of its password, which no other registration has. */
export type MarkedRegistration = { readonly userId: string; readonly passwordHash: string };

export type RegistrationMarks = {
  /** The mark of a registration until an instant (ISO 8601). All marks look alike, and none names its registration. */
  make(registration: MarkedRegistration, expiresAt: string): string;
  /** True if this is the mark of the registration, and in time. */
  isOf(mark: string, registration: MarkedRegistration, now: string): boolean;
};

/** Opens the marks, made with the newest master key. */
export const openRegistrationMarks = (masterSecrets: MasterSecrets): RegistrationMarks => {
  const [key, ...previous] = masterSecrets.map((secret) =>
    sealingKey(derivedKey(secret, 'registration-marks')),
  ) as [ReturnType<typeof sealingKey>, ...ReturnType<typeof sealingKey>[]];
  const registrationPlaceOf = ({ userId, passwordHash }: MarkedRegistration) => [
    'registration',
    userId,
    passwordHash,
  ];
  return {
    make: (registration, expiresAt) => seal(key, registrationPlaceOf(registration), Buffer.from(expiresAt)),
    isOf: (mark, registration, now) => {
      try {
        return now < unseal([key, ...previous], registrationPlaceOf(registration), mark).toString();
      } catch {
        return false;
      }
    },
  };
};
