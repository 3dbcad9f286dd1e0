// The answer to a wish for better values: a study of one parameter of the open file, and its plateau with what speaks against it.
import { z } from 'zod';
import { type Answer, call, say } from './answer.ts';
import type { Conversation } from './conversation.ts';
import { decimal, percent } from './figures.ts';

/** A grid of one parameter has at most so many values, or nearly. */
const VALUES_MAX = 50;

const figure = z.number().nullable();
const span = z.object({ from: z.number(), to: z.number() });
const surface = z.object({
  status: z.string(),
  trials: z.number(),
  plateau: z
    .object({
      region: z.record(z.string(), z.union([span, z.number(), z.string(), z.boolean()])),
      points: z.number(),
      mean: z.number(),
      worst: z.number(),
      centre: z.object({ deflated_sharpe_ratio: figure }),
    })
    .nullable(),
  probability_of_overfitting: figure,
  doubts: z.array(z.string()),
});
type Surface = z.infer<typeof surface>;

const RANGE =
  /"([A-Za-z]\w{0,39})": \{"default": -?[\d.]+, "min": (-?[\d.]+), "max": (-?[\d.]+), "step": ([\d.]+)\}/g;

type Range = { readonly name: string; readonly min: number; readonly max: number; readonly step: number };

/** The parameter that the message names, or the first with a range. */
const rangeIn = (code: string, asked: string): Range | undefined => {
  const ranges = [...code.matchAll(RANGE)].map(([, name = '', min, max, step]) => ({
    name,
    min: Number(min),
    max: Number(max),
    step: Number(step),
  }));
  return ranges.find(({ name }) => asked.toLowerCase().includes(name.toLowerCase())) ?? ranges[0];
};

/** In steps of the declaration, as wide as the number of values demands. */
const axisOf = ({ min, max, step }: Range) => ({
  min,
  max,
  step: step * Math.max(1, Math.ceil((max - min) / step / VALUES_MAX)),
});

const regionInWords = (region: NonNullable<Surface['plateau']>['region']): string =>
  Object.entries(region)
    .map(
      ([key, at]) =>
        `${key.replace(/^parameters\./, '')} ${typeof at === 'object' ? `${at.from} to ${at.to}` : at}`,
    )
    .join(', ');

const surfaceInWords = (answer: Readonly<Record<string, unknown>>): readonly string[] => {
  const read = surface.safeParse(answer).data;
  if (!read) return ['I cannot read the study.'];
  const { plateau, trials, status, probability_of_overfitting: overfitting, doubts } = read;
  const behind = `${trials} trials stand behind this`;
  if (!plateau) return [`The study is ${status} and shows no plateau. ${behind}.`];
  const deflated = plateau.centre.deflated_sharpe_ratio;
  const against = [
    deflated === null ? '' : `deflated Sharpe ratio ${decimal(deflated)} at its centre`,
    overfitting === null ? '' : `probability of overfitting ${percent(overfitting)}`,
  ].filter(Boolean);
  return [
    `The plateau is ${regionInWords(plateau.region)}: mean Sharpe ratio ${decimal(plateau.mean)}, worst ${decimal(plateau.worst)} of ${plateau.points} points.`,
    `${[behind, ...against].join('; ')}.`,
    doubts.map((doubt) => `- ${doubt}`).join('\n'),
    'I name no best value: the best of many is often luck.',
  ];
};

/** Reads the open file, starts the study, reads it, and answers. */
export const studyOf = ({ calls, tools, openFile, asked }: Conversation): Answer => {
  if (openFile === null || !tools.has('start_study') || !tools.has('read_study'))
    return say(
      'Open the strategy whose values shall be studied, saved as a file of this chat, and ask again.',
    );
  const called = (name: string) => calls.find((each) => each.name === name);
  const file = called('read_strategy');
  if (!file) return call(`I read ${openFile}.`, 'read_strategy', { filename: openFile });
  if (file.failed) return say(`I cannot read ${openFile}.`);
  const range = rangeIn(file.answer, asked.at(-1) ?? '');
  if (!range) return say(`${openFile} declares no parameter with a range, so there is nothing to vary.`);
  const started = called('start_study');
  const input = { filename: openFile, parameters: { [range.name]: axisOf(range) } };
  if (!started) return call(`I study ${range.name} at many values.`, 'start_study', input);
  if (started.failed) return say(`The study did not start: ${started.answer}`);
  const read = called('read_study');
  if (!read) return call('', 'read_study', { study_id: started.fields.study_id });
  return say(...surfaceInWords(read.fields));
};
