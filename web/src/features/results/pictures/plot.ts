// Figures as pictures, drawn by the chart library.
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import Plotly from 'plotly.js/lib/core';
import { PLOT_CONFIG } from '../../../lib/charts/figure-basics.ts';
import { withFont } from './svg-font.ts';

/** For fine screens. */
const SCALE = 2;

type Figure = { data: object[]; layout: { width: number; height: number } };

/** A figure as a PNG, in the colours and the face that it has, at twice the pixels; a data URL. */
export const pngOf = async ({ data, layout }: Figure): Promise<string> => {
  const { width, height } = layout;
  const options = { format: 'svg' as const, imageDataOnly: true, width, height };
  const [svg, face] = await Promise.all([
    Plotly.toImage({ data, layout, config: PLOT_CONFIG }, options),
    fetch(interUrl).then((response) => response.arrayBuffer()),
  ]);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(withFont(svg, face))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
};
