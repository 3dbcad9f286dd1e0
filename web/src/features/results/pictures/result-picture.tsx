// The picture of a result, drawn from its figures in the colours of the page.
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCaption, useWholeCurves } from '../curves/use-run-curves.ts';
import { useFolderRecord } from '../use-folder-record.ts';
import classes from './chart-image.module.css';
import { ChartImage } from './chart-image.tsx';
import { UndrawnPicture } from './undrawn-picture.tsx';

type Draw = typeof import('./draw-result.ts').drawResult;

/** Plotly weighs much, so it is loaded with the first picture. */
const drawLazily: Draw = async (...args) => (await import('./draw-result.ts')).drawResult(...args);

type ResultPictureProps = {
  chatId: string;
  folderName: string;
  /** The result's name, as its user gave it. */
  title: string;
  hasTable: boolean;
  draw?: Draw;
};

/** Panes are dragged wider and narrower; a picture takes a moment. */
const SETTLED_MS = 150;

const Shown = ({ address, title }: { address: string; title: string }) => (
  <a className={classes.link} href={address} download={`${title}.png`} title="Download the picture">
    <img className={classes.drawn} src={address} alt={`Chart of ${title}: portfolio value over time`} />
  </a>
);

/** The server's picture stands in where there is nothing to draw from. */
export const ResultPicture = ({ title, hasTable, draw = drawLazily, ...folder }: ResultPictureProps) => {
  const scheme = useComputedColorScheme('dark');
  const { ref, width } = useElementSize();
  const [placePx] = useDebouncedValue(width, SETTLED_MS);
  const curves = useWholeCurves(folder, hasTable);
  const { record } = useFolderRecord(folder, 'Statistics');
  const caption = useCaption(folder, title);
  const [address, setAddress] = useState<string | null>(null);
  const [isUndrawn, setUndrawn] = useState(false);
  useEffect(() => {
    if (!curves || !caption || placePx === 0) return;
    let isCurrent = true;
    draw(curves, { placePx, scheme, caption }).then(
      (drawn) => isCurrent && setAddress(drawn),
      () => isCurrent && setUndrawn(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [draw, curves, placePx, scheme, caption]);
  if (curves === null) return <UndrawnPicture {...folder} title={title} statistics={record} />;
  if (isUndrawn) return <ChartImage {...folder} title={title} filename="Chart" />;
  return (
    <div className={classes.place}>
      <div ref={ref}>
        {address === null ? <Skeleton h={320} /> : <Shown address={address} title={title} />}
      </div>
    </div>
  );
};
