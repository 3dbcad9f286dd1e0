// The legal pages' facts about the operator of this server: the one file that an operator fills in before launch.

/** Facts that only the operator knows; null as long as they are not filled in, which the pages then say. */
export type Operator = {
  /** The person or company that runs this server. */
  readonly name: string | null;
  readonly postalAddress: string | null;
  /** Where questions about data and accounts are answered. */
  readonly email: string | null;
  /** Location and host of the servers. */
  readonly hosting: string | null;
  /** The provider that sends the emails. */
  readonly mailProvider: string | null;
  /** The law that holds, and the courts. */
  readonly law: string | null;
  /** For how long the server's logs are kept. */
  readonly logsKept: string | null;
  /** Until when unused bought credits are refunded, as a whole sentence. */
  readonly refunds: string | null;
  /** The notice period before new terms or an end of the service: `30 days`. */
  readonly notice: string | null;
};

export const OPERATOR: Operator = {
  name: null,
  postalAddress: null,
  email: null,
  hosting: null,
  mailProvider: null,
  law: null,
  logsKept: null,
  refunds: null,
  notice: null,
};

/** The day from which on the texts hold in their present form. */
export const TEXTS_OF = '2026-11-21';

const FACTS: Readonly<Record<keyof Operator, string>> = {
  name: 'name',
  postalAddress: 'postal address',
  email: 'email address',
  hosting: 'place and host of the servers',
  mailProvider: 'provider of email',
  law: 'applicable law',
  logsKept: 'time for which logs are kept',
  refunds: 'refunds of unused credits',
  notice: 'time of notice',
};

/** The names of the facts that still have to be filled in. */
export const missingFacts = (operator: Operator): string[] =>
  (Object.keys(FACTS) as (keyof Operator)[])
    .filter((fact) => operator[fact] === null)
    .map((fact) => FACTS[fact]);

/** A fact, or that it has not been stated. */
export const stated = (fact: string | null): string => fact ?? 'not stated by the operator yet';
