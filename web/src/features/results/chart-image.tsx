// A picture of a result folder.
import { Center, Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyPlace } from '../../ui/empty-place.tsx';
import { imageAddress } from './api.ts';
import classes from './chart-image.module.css';

type ChartImageProps = { chatId: string; folderName: string; filename: string };

/** The picture, or what to do when it cannot be shown. */
export const ChartImage = ({ chatId, folderName, filename }: ChartImageProps) => {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed')
    return (
      <Center h="100%">
        <EmptyPlace
          icon={IconPhotoOff}
          title="Failed to load chart image"
          text="Please try refreshing the page or contact support if the issue persists."
        />
      </Center>
    );
  return (
    <div className={classes.place}>
      {state === 'loading' ? <Skeleton h={320} /> : null}
      <img
        className={classes.image}
        data-state={state}
        src={imageAddress({ id: chatId, folderName, filename })}
        alt={`Chart of ${folderName}: portfolio value over time`}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </div>
  );
};
