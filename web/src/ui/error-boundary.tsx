// The last resort: a part of the page that failed to load or render says so instead of going blank.
import { Button, Center } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { EmptyPlace } from './empty-place.tsx';

type ErrorBoundaryProps = { children: ReactNode };

/** Keeps the surroundings working. React offers error boundaries as classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Center h="100%" mih={320}>
        <EmptyPlace
          icon={IconMoodSad}
          title="An unexpected error occurred"
          text="Your code in the editor is not lost. Reload the page to continue."
        >
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </EmptyPlace>
      </Center>
    );
  }
}
