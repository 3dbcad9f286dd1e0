// The tags at a curve's right end that name its last value, kept apart from one another.
import type { SKRSContext2D } from '@napi-rs/canvas';
import { COLOR, font, RIGHT } from './chart-theme.ts';

export type Tag = { y: number; text: string; color: string };

export const TAG_HEIGHT = 26;

const APART = TAG_HEIGHT + 2;

/** The same tags from top to bottom; overlapping ones are stacked around their middle. */
export const spreadOut = (tags: readonly Tag[]): Tag[] => {
  const groups: Tag[][] = [];
  for (const tag of tags.toSorted((a, b) => a.y - b.y)) {
    let group = [tag];
    for (let above = groups.at(-1); above && overlap(above, group); above = groups.at(-1)) {
      group = [...above, ...group];
      groups.pop();
    }
    groups.push(group);
  }
  return groups.flatMap((group) => {
    const top = middleOf(group) - ((group.length - 1) * APART) / 2;
    return group.map((tag, place) => ({ ...tag, y: top + place * APART }));
  });
};

const overlap = (above: readonly Tag[], below: readonly Tag[]): boolean =>
  middleOf(below) - middleOf(above) < ((above.length + below.length) / 2) * APART;

const middleOf = (group: readonly Tag[]): number =>
  group.reduce((total, { y }) => total + y, 0) / group.length;

export const drawTag = (pen: SKRSContext2D, { y, text, color }: Tag): void => {
  pen.textAlign = 'left';
  pen.font = font(15, 600);
  pen.fillStyle = color;
  pen.beginPath();
  pen.roundRect(RIGHT + 4, y - TAG_HEIGHT / 2, pen.measureText(text).width + 16, TAG_HEIGHT, 4);
  pen.fill();
  pen.fillStyle = COLOR.paper;
  pen.fillText(text, RIGHT + 12, y + 5);
};
