// How to write a strategy, next to the workspace: the authors' page, and everything that the SDK offers.
import { Drawer, Tabs } from '@mantine/core';
import { useReturnedFocus } from '../../../lib/use-returned-focus.ts';
import { GuidePage } from './guide-page.tsx';
import { SdkList } from './sdk-list.tsx';

export const StrategyGuide = ({ onClose }: { onClose: () => void }) => {
  useReturnedFocus(true);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(760px, 100vw)"
      title="How to write a strategy"
    >
      <Tabs defaultValue="guide" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="guide">Guide</Tabs.Tab>
          <Tabs.Tab value="sdk">Functions and classes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="guide" pt="sm">
          <GuidePage />
        </Tabs.Panel>
        <Tabs.Panel value="sdk" pt="sm">
          <SdkList />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
};
