// The last resort: a part of the page that failed to load or render says so instead of going blank.
import { Button, Center } from '@mantine/core';
import { IconMoodSad, IconRefresh } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isLostPart } from '../../lib/loading/lost-part.ts';
import { EmptyPlace } from './empty-place.tsx';

type ErrorBoundaryProps = {
  readonly children: ReactNode;
  /** Shown in place of what failed, where something of it can be shown. */
  readonly fallback?: ReactNode;
};

/** Keeps the surroundings working. React offers error boundaries as classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const isLost = isLostPart(this.state.error);
    return (
      <Center h="100%" mih={320}>
        <EmptyPlace
          icon={isLost ? IconRefresh : IconMoodSad}
          title={isLost ? 'Tradeium was updated' : 'An unexpected error occurred'}
          text={
            isLost
              ? 'Reload the page to go on. Your code in the editor is not lost.'
              : 'Your code in the editor is not lost. Reload the page to continue.'
          }
        >
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </EmptyPlace>
      </Center>
    );
  }
}
