// Maps money, shares and time onto a chart's axes, with ticks at round values.

type Tick = { value: number; label: string; strong: boolean };

export type Scale = {
  /** Pixels from the axis' start, for a value inside or outside the domain. */
  position: (value: number) => number;
  ticks: readonly Tick[];
};

const DECADE = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIME_TICKS_MAX = 12;
/** Before a percent sign, as on the screen. */
const NARROW_SPACE = '\u202F';

/**
 * A scale for money from `low` to `high` over `pixels`, upwards; logarithmic beyond a span of a decade.
 * Values of 0 or less, which have no logarithm, are at the bottom.
 */
export const moneyScale = (low: number, high: number, pixels: number): Scale & { logarithmic: boolean } => {
  const lowest = low > 0 ? low : Math.min(1, high / DECADE ** 3);
  if (high / lowest > DECADE) {
    const from = Math.log10(lowest);
    const span = Math.log10(high) - from;
    const room = span * 0.04;
    return {
      logarithmic: true,
      position: (value) =>
        pixels * (1 - (Math.log10(Math.max(value, lowest)) - from + room) / (span + 2 * room)),
      ticks: logarithmicTicks(lowest, high).map((value) => ({
        value,
        label: money(value),
        strong: Number.isInteger(Math.log10(value)),
      })),
    };
  }
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  return { logarithmic: false, ...linearScale(low - room, high + room, pixels, money) };
};

/** A scale for shares from `low` (negative) to 0 over `pixels`, 0 at the top, labelled in percent. */
export const shareScale = (low: number, pixels: number): Scale =>
  linearScale(
    Math.min(low, -0.001) * 1.08,
    0,
    pixels,
    (share) => `${Number((share * 100).toFixed(4))}${NARROW_SPACE}%`.replace('-', '−'),
    4,
  );

/** A scale for time in ms UTC over `pixels`, rightwards, with ticks at round calendar times. */
export const timeScale = (startMs: number, endMs: number, pixels: number): Scale => ({
  position: (ms) => (pixels * (ms - startMs)) / (endMs - startMs),
  ticks: timeTicks(startMs, endMs),
});

/** USDT with thousands separated, shortened from a million on. */
export const money = (value: number): string => {
  const compact = Math.abs(value) >= 1e6;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  return new Intl.NumberFormat('en', {
    notation: compact ? 'compact' : 'standard',
    maximumFractionDigits: compact ? 2 : digits,
  })
    .format(value)
    .replace('-', '−');
};

/** A share in percent; a dash where there is none. */
export const percent = (share: number | null): string => {
  if (share === null) return '—';
  return `${number(share * 100, Math.abs(share) >= 100 ? 0 : 2)}${NARROW_SPACE}%`;
};

/** Like `percent`, with a plus for a gain. */
export const signedPercent = (share: number | null): string =>
  `${share !== null && share > 0 ? '+' : ''}${percent(share)}`;

/** A plain figure with two decimals; a dash where there is none. */
export const decimal = (value: number | null): string => (value === null ? '—' : number(value, 2));

const number = (value: number, digits: number): string => {
  const rounded = Number(value.toFixed(digits));
  const text = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return text.format(rounded === 0 ? 0 : rounded).replace('-', '−');
};

const linearScale = (
  from: number,
  to: number,
  pixels: number,
  label: (value: number) => string,
  ticksWanted = 8,
): Scale => {
  const rough = (to - from) / ticksWanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5].find((factor) => magnitude * factor >= rough) ?? 10);
  const ticks: Tick[] = [];
  for (let count = Math.ceil(from / step); count * step <= to; count++) {
    ticks.push({ value: count * step, label: label(count * step), strong: false });
  }
  return { position: (value) => pixels * (1 - (value - from) / (to - from)), ticks };
};

/** 1, 2 and 5 of each decade, or whole decades where these are too dense. */
const logarithmicTicks = (low: number, high: number): number[] => {
  const decades = Math.log10(high / low);
  const factors = decades > 4 ? [1] : decades > 2 ? [1, 3] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    for (const factor of factors) {
      const value = Number(`${factor}e${power}`);
      if (value >= low && value <= high) ticks.push(value);
    }
  }
  return ticks;
};

const timeTicks = (startMs: number, endMs: number): Tick[] => {
  const span = endMs - startMs;
  const months =
    [1, 2, 3, 6, 12, 24, 60].find((step) => span / (step * 30.4 * DAY_MS) <= TIME_TICKS_MAX) ?? 120;
  if (months > 1 || span > 5 * 30 * DAY_MS) return monthTicks(startMs, endMs, months);
  const steps = [
    HOUR_MS,
    3 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    DAY_MS,
    2 * DAY_MS,
    7 * DAY_MS,
    14 * DAY_MS,
  ];
  const step = steps.find((one) => span / one <= TIME_TICKS_MAX) ?? 14 * DAY_MS;
  const ticks: Tick[] = [];
  for (let ms = Math.ceil(startMs / step) * step; ms <= endMs; ms += step) {
    const midnight = ms % DAY_MS === 0;
    const time = new Date(ms);
    ticks.push({
      value: ms,
      label: midnight ? dayLabel(time) : clockLabel(time),
      strong: midnight && step < DAY_MS,
    });
  }
  return ticks;
};

const monthTicks = (startMs: number, endMs: number, step: number): Tick[] => {
  const start = new Date(startMs);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const ticks: Tick[] = [];
  for (let month = Math.ceil(first / step) * step; ; month += step) {
    const ms = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (ms > endMs) return ticks;
    if (ms < startMs) continue;
    const january = month % 12 === 0;
    const label = january ? `${Math.floor(month / 12)}` : monthName(new Date(ms));
    ticks.push({ value: ms, label, strong: january && step < 12 });
  }
};

/** Day, month and year in English, for example 7 Oct 2025. */
export const dateLabel = (ms: number): string => {
  const time = new Date(ms);
  return `${dayLabel(time)} ${time.getUTCFullYear()}`;
};

const dayLabel = (time: Date): string => `${time.getUTCDate()} ${monthName(time)}`;

const clockLabel = (time: Date): string => time.toISOString().slice(11, 16);

const monthName = (time: Date): string => time.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
