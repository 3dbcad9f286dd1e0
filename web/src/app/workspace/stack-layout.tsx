// The workspace in the simple layout: one thing at a time, settings below it, the list in a drawer.
import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolders } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { useLocation, useSearchParams } from 'react-router';
import type { LayoutProps } from './layout-props.ts';
import { PaneHandle } from './pane-handle.tsx';
import classes from './stack-layout.module.css';

/** The tab 'Strategy' is the chat; 'Backtest' is the main panel above the settings. */
export const StackLayout = ({ title, chatPanel, mainPanel, settingsPanel, listPanel }: LayoutProps) => {
  const [search] = useSearchParams();
  const { search: address } = useLocation();
  const [isListOpen, list] = useDisclosure(false);
  // Whatever was chosen in the drawer is behind it.
  useEffect(() => {
    if (address) list.close();
  }, [address, list.close]);
  const isChat = search.get('view') === 'strategy';
  return (
    <div className={classes.stack}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolders size={15} />}
          onClick={list.open}
        >
          Files
        </Button>
      </header>
      {isChat ? (
        <div className={classes.chat}>{chatPanel}</div>
      ) : (
        <Group orientation="vertical" className={classes.rows}>
          <Panel id="main" minSize="30%" className={classes.pane}>
            {mainPanel}
          </Panel>
          <PaneHandle label="Resize settings panel" isVertical />
          <Panel id="settings" defaultSize="40%" minSize="20%" maxSize="70%" className={classes.pane}>
            <section aria-label="Backtest Settings">
              <h2 className={classes.settingsTitle}>Backtest Settings</h2>
              {settingsPanel}
            </section>
          </Panel>
        </Group>
      )}
      <Drawer
        opened={isListOpen}
        onClose={list.close}
        position="right"
        size="min(22rem, 92vw)"
        title="Files and history"
        padding={0}
        classNames={{ header: classes.drawerHead ?? '', body: classes.drawerBody ?? '' }}
      >
        {listPanel}
      </Drawer>
    </div>
  );
};
