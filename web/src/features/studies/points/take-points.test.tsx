// The points of a study are links to files, with the plateau score of the figure that is looked at.
// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { TakePoints } from './take-points.tsx';

test('each format has its link, which names the figure', () => {
  renderWeb(<TakePoints studyId="study-one" metric="cagr" />);
  for (const [format, ending] of [
    ['CSV', 'csv'],
    ['Parquet', 'parquet'],
  ]) {
    const link = screen.getByRole('link', { name: `Download the points as ${format}` });
    expect(link.getAttribute('href')).toBe(`/api/studies/study-one/points.${ending}?metric=cagr`);
  }
});
