// The last resort: a page that failed to load or render says so instead of going blank.
import { Button, Center } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { EmptyPlace } from '../ui/empty-place.tsx';

type Props = { children: ReactNode };

/** React offers error boundaries as classes only. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
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
      <Center component="main" mih="70vh">
        <EmptyPlace
          order={1}
          icon={IconMoodSad}
          title="An unexpected error occurred"
          text="Nothing that you typed into the editor is lost. Reload the page to go on."
        >
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </EmptyPlace>
      </Center>
    );
  }
}
