// The strategies that the demo model knows: the library's examples and one more, and which of their numbers a message may set.
import { readdirSync, readFileSync } from 'node:fs';
import type { Wishes } from './wishes.ts';

export type TemplateId =
  | 'momentum'
  | 'dual_momentum'
  | 'donchian'
  | 'mean_reversion'
  | 'rsi'
  | 'calendar'
  | 'moving_average'
  | 'equal_weight'
  | 'risk_parity'
  | 'minimum_variance'
  | 'volatility_target';

type Knob = Exclude<keyof Wishes, 'schedule' | 'stop' | 'lookback' | 'averages' | 'isExponential'>;

export type Template = {
  readonly id: TemplateId;
  /** Whether a message means this one; the first of the list that matches counts. */
  readonly asked: RegExp;
  /** Words that make it another strategy. */
  readonly unless?: RegExp;
  /** The constant that counts bars, and others that follow it as a share of it. */
  readonly lookback?: readonly [string, ...(readonly [string, number])[]];
  readonly constants?: Readonly<Partial<Record<Knob, string>>>;
};

export const TEMPLATES: readonly Template[] = [
  {
    id: 'minimum_variance',
    asked: /\b(min(imum|imal)?|low(est)?)[- ](variance|var|risk portfolio)\b|\bmarkowitz\b/i,
    lookback: ['WINDOW'],
    constants: { cap: 'MOST' },
  },
  {
    id: 'risk_parity',
    asked:
      /\brisk[- ]parity\b|\b(equal|same) (amount of )?risk\b|\binverse vol|\bless of (the )?(more )?volatile/i,
    lookback: ['WINDOW'],
  },
  {
    id: 'volatility_target',
    asked:
      /\bvol(atility)?[- ](target|manag|control)|\btarget\w* (a |the )?(\S+ )?(% )?vol|% (\w+ )?volatility|\bconstant volatility|\bvolatility (at|of|near|around|under|below) \d/i,
    lookback: ['WINDOW'],
    constants: { volatility: 'TARGET', band: 'BAND' },
  },
  {
    id: 'donchian',
    asked:
      /\bdonchian\b|\bbreak(s|ing)?[- ]?(out|s? above)|\bturtles?\b|\bnew (\S+ )?highs?\b|\bchannels?\b|\bhighest (high|price)/i,
    unless: /\bthe portfolio\b/i,
    lookback: ['ENTRY', ['EXIT', 0.5]],
    constants: { band: 'BAND' },
  },
  {
    id: 'rsi',
    asked: /\brsi\b|\brelative strength index\b|\boversold\b/i,
    lookback: ['BARS'],
    constants: { oversold: 'OVERSOLD', recovered: 'RECOVERED', band: 'BAND' },
  },
  {
    id: 'moving_average',
    asked:
      /\b(golden|death) cross|\bmoving[- ]averages?\b|\b(averages?|[es]?mas?)\b.{0,40}\bcross|\bcross\w*\b.{0,60}\b(averages?|[es]mas?)\b|\b(above|over) (its|their|the) ([\w-]+ ){0,4}(average|[es]ma)\b|\b(5|10|20|21|50|100) ?\/ ?(20|50|100|150|200|250)\b/i,
    unless:
      /\bbuy[^.]*\bbelow\b|\bvolatil|\bvolume|\b(while|when|if|unless|until) (btc|bitcoin|eth|ethereum|the market)\b|\b(hold|buy|own)s? (only )?(btc|bitcoin|eth|ethereum)\b|\bz-?score|\bbollinger|\brevert|\brevers/i,
    lookback: ['SLOW'],
    constants: { band: 'BAND' },
  },
  {
    id: 'mean_reversion',
    asked:
      /\b(mean|price)[- ]revers|\brevert|\bz-?scores?\b|\bbollinger\b|\bdips?\b|\bbelow (its|their|the) (\S+ )?(average|mean)|\bstandard deviations? below/i,
    lookback: ['WINDOW'],
    constants: { deviations: 'ENTRY', band: 'BAND' },
  },
  {
    id: 'calendar',
    asked:
      /\bcalendar\b|\bturn of (the|each) month|\bmonth[- ]end\b|\bdays of (the|each|every) (next )?month|\bseasonal/i,
    constants: { lastDays: 'LAST_DAYS', firstDays: 'FIRST_DAYS' },
  },
  {
    id: 'dual_momentum',
    asked:
      /\bdual momentum\b|\brelative (momentum|strength)\b|\b(strongest|winners|best[- ]performing|leaders)\b|\brose (the )?most\b/i,
    lookback: ['LOOKBACK'],
    constants: { top: 'COINS' },
  },
  {
    id: 'momentum',
    asked: /\bmomentum\b|\btrends?\b|\btrend[- ]following\b|\b(rising|rose|going up|goes up|uptrend)\b/i,
    lookback: ['LOOKBACK'],
  },
  {
    id: 'equal_weight',
    asked:
      /\bequal(ly)?[- ]?(weight|part|share)|\b1 ?\/ ?n\b|\b(hold|buy) (all|everything|every coin)|\bbuy and hold\b|\bsame (share|amount|weight)/i,
    unless: /\b(cash|while|when|unless|until|as long as|only if)\b/i,
    constants: { band: 'BAND' },
  },
];

/** The template that a message names in words; undefined if it only gives numbers, which may be for an earlier template. */
export const namedTemplate = (text: string): Template | undefined =>
  TEMPLATES.find((template) => template.asked.test(text) && !template.unless?.test(text));

/** The template that a message means. "The top 3 by momentum" is dual momentum. */
export const templateOf = (text: string, wishes: Wishes): Template | undefined => {
  const byId = (id: TemplateId) => TEMPLATES.find((template) => template.id === id);
  const named = namedTemplate(text);
  const asked = named ?? (wishes.volatility === undefined ? undefined : byId('volatility_target'));
  const isRanking = wishes.top !== undefined && (asked === undefined || asked.id === 'momentum');
  return isRanking ? byId('dual_momentum') : asked;
};

// The library of the web is the source, whose tests run each of them; one more lies here.
const EXAMPLES = new URL('../../../../web/src/features/strategy-editor/library/examples/', import.meta.url);

const OWN = new URL('./', import.meta.url);

/** The code of every template as it is before a message changes its numbers. */
export const readTemplates = (): ReadonlyMap<TemplateId, string> =>
  new Map(
    [EXAMPLES, OWN].flatMap((place) =>
      readdirSync(place)
        .filter((name) => name.endsWith('.py'))
        .map(
          (name) => [name.slice(0, -3) as TemplateId, readFileSync(new URL(name, place), 'utf8')] as const,
        ),
    ),
  );
