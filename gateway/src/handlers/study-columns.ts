// The computed points of a study as columns of a table, which is written as CSV or Parquet.
import {
  axisKey,
  figureOf,
  isLessBetter,
  plateauScores,
  STUDY_FIGURES,
  type Study,
  type StudyFigure,
  studySurface,
  valueAt,
} from '@tradeium/contracts';

type Cell = number | boolean | string | null;

export type Column = {
  readonly name: string;
  readonly type: 'INT32' | 'DOUBLE' | 'BOOLEAN' | 'STRING';
  /** A row for each point; null where it has none. */
  readonly data: readonly Cell[];
};

/** The values of a parameter or setting: of one type, or else all as text; a list of coins is its names with blanks between. */
const valueColumn = (name: string, values: readonly (Cell | readonly string[] | undefined)[]): Column => {
  const cells = values.map((value) => (Array.isArray(value) ? value.join(' ') : ((value ?? null) as Cell)));
  const known = cells.filter((cell) => cell !== null);
  if (known.every((cell) => typeof cell === 'number')) return { name, type: 'DOUBLE', data: cells };
  if (known.every((cell) => typeof cell === 'boolean')) return { name, type: 'BOOLEAN', data: cells };
  return { name, type: 'STRING', data: cells.map((cell) => (cell === null ? null : String(cell))) };
};

/**
 * A row for each computed point, in the order of indexes: the index, every parameter (`parameters.<name>`), the settings that
 * vary (`settings.<name>`), how it failed, its figures, and the plateau score of one of them.
 */
export const studyColumns = (study: Study, scored: StudyFigure): Column[] => {
  const { points, axes } = study;
  const parameters = [...new Set(points.flatMap((point) => Object.keys(point.parameters)))];
  const settings = axes.filter(({ kind, values }) => kind === 'setting' && values.length > 1);
  const figures = points.map((point) => figureOf(point, scored));
  const plateaus = plateauScores(figures, studySurface(study).neighbours, isLessBetter(scored));
  return [
    { name: 'index', type: 'INT32', data: points.map(({ index }) => index) },
    ...parameters.map((name) =>
      valueColumn(
        axisKey({ kind: 'parameter', name }),
        points.map((point) => point.parameters[name]),
      ),
    ),
    ...settings.map((axis) =>
      valueColumn(
        axisKey(axis),
        points.map((point) => valueAt(axis, point, study)),
      ),
    ),
    { name: 'error', type: 'STRING', data: points.map(({ error }) => error) },
    ...STUDY_FIGURES.map(
      (figure): Column => ({
        name: figure,
        type: 'DOUBLE',
        data: points.map((point) => figureOf(point, figure)),
      }),
    ),
    { name: `plateau_score_of_${scored}`, type: 'DOUBLE', data: plateaus },
  ];
};
