// A picture of a result folder.
import { Button, Center, Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyPlace } from '../../../ui/loading/empty-place.tsx';
import { imageAddress } from '../api.ts';
import { imageWords } from '../load-words.ts';
import classes from './chart-image.module.css';

type ChartImageProps = {
  chatId: string;
  folderName: string;
  /** The result's name, as its user gave it. */
  title: string;
  filename: string;
};

type State = 'loading' | 'shown' | { readonly failure: string };

/** The picture, or why it cannot be shown and what to do. */
export const ChartImage = ({ chatId, folderName, title, filename }: ChartImageProps) => {
  const [state, setState] = useState<State>('loading');
  const address = imageAddress({ id: chatId, folderName, filename });
  if (typeof state === 'object')
    return (
      <Center h="100%">
        <EmptyPlace
          icon={IconPhotoOff}
          title="Failed to load chart image"
          text={
            <>
              Please try refreshing the page or contact support if the issue persists.
              <br />
              <span role="status">{state.failure}</span>
            </>
          }
        >
          <Button variant="default" onClick={() => setState('loading')}>
            Try again
          </Button>
        </EmptyPlace>
      </Center>
    );
  return (
    <div className={classes.place}>
      {state === 'loading' ? <Skeleton h={320} /> : null}
      <a
        className={classes.link}
        href={address}
        target="_blank"
        rel="noreferrer"
        title="Open the picture at full size"
      >
        <img
          className={classes.image}
          data-state={state}
          src={address}
          alt={`Chart of ${title}: portfolio value over time`}
          onLoad={() => setState('shown')}
          onError={() => {
            setState({ failure: '' });
            void imageWords(address).then((failure) =>
              setState((now) => (typeof now === 'object' ? { failure } : now)),
            );
          }}
        />
      </a>
    </div>
  );
};
