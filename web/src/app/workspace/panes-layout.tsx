// The workspace on a wide screen: chat, main panel above settings, and list, with handles between them.
import { useEffect, useState } from 'react';
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  useDefaultLayout,
  usePanelRef,
} from 'react-resizable-panels';
import type { LayoutProps } from './layout-props.ts';
import { PaneHandle } from './pane-handle.tsx';
import { PaneToggle } from './pane-toggle.tsx';
import classes from './panes-layout.module.css';

/** Panels are saved this long after the last change. */
const SAVED_AFTER_MS = 100;
/** Above this the list needs no more than its default share. */
const ROOMY_PX = 1_200;

const storage = window.localStorage;

const useSavedLayout = (id: string) => {
  const { defaultLayout, onLayoutChange } = useDefaultLayout({ id, storage, debounceSaveMs: SAVED_AFTER_MS });
  return defaultLayout === undefined ? { onLayoutChange } : { defaultLayout, onLayoutChange };
};

const toggle = (panel: PanelImperativeHandle | null) => {
  if (panel?.isCollapsed()) panel.expand();
  else panel?.collapse();
};

/** A panel that can be collapsed, and whether it is. */
const useCollapsible = () => {
  const ref = usePanelRef();
  const [isOpen, setOpen] = useState(true);
  return {
    ref,
    isOpen,
    onResize: () => setOpen(!(ref.current?.isCollapsed() ?? false)),
    toggle: () => toggle(ref.current),
  };
};

/** Three panes; the settings open by themselves when there is something to run. */
export const PanesLayout = (props: LayoutProps) => {
  const { title, isPrivate, isDeselected, isRunnable, chatPanel, mainPanel, settingsPanel, listPanel } =
    props;
  const columns = useSavedLayout('tradeium-workspace-columns');
  const rows = useSavedLayout('tradeium-workspace-rows');
  const chat = useCollapsible();
  const list = useCollapsible();
  const settings = useCollapsible();
  // Until there are agents to talk to, their panel starts closed.
  const startsClosed = isPrivate || columns.defaultLayout === undefined;
  useEffect(() => {
    if (startsClosed) chat.ref.current?.collapse();
  }, [startsClosed, chat.ref]);
  useEffect(() => {
    if (isDeselected) settings.ref.current?.collapse();
    else if (isRunnable) settings.ref.current?.expand();
  }, [isDeselected, isRunnable, settings.ref]);

  return (
    <Group orientation="horizontal" className={classes.columns} {...columns}>
      <Panel
        id="chat"
        panelRef={chat.ref}
        onResize={chat.onResize}
        collapsible
        defaultSize="32%"
        minSize="15%"
        maxSize="35%"
        className={classes.pane}
      >
        {chat.isOpen ? chatPanel : null}
      </Panel>
      <PaneHandle label="Resize chat panel" isVertical={false} />
      <Panel id="centre" minSize="40%">
        <div className={classes.centre}>
          <header className={classes.head}>
            <PaneToggle
              side="left"
              name="chat panel"
              isOpen={chat.isOpen}
              onToggle={chat.toggle}
              disabledBecause={isPrivate ? 'AI chat is disabled for Private Chats' : null}
            />
            <h1 className={classes.title}>{title}</h1>
            <PaneToggle
              side="bottom"
              name="settings panel"
              isOpen={settings.isOpen}
              onToggle={settings.toggle}
            />
            <PaneToggle side="right" name="list of chats" isOpen={list.isOpen} onToggle={list.toggle} />
          </header>
          <Group orientation="vertical" className={classes.rows} {...rows}>
            <Panel id="main" defaultSize="70%" minSize="30%" className={classes.pane}>
              {mainPanel}
            </Panel>
            <PaneHandle label="Resize settings panel" isVertical />
            <Panel
              id="settings"
              panelRef={settings.ref}
              onResize={settings.onResize}
              collapsible
              collapsedSize="5%"
              defaultSize="30%"
              minSize="30%"
              className={classes.pane}
            >
              <section aria-label="Backtest Settings" className={classes.settings}>
                <h2 className={classes.settingsTitle}>Backtest Settings</h2>
                <div className={classes.settingsBody} hidden={!settings.isOpen}>
                  {settingsPanel}
                </div>
              </section>
            </Panel>
          </Group>
        </div>
      </Panel>
      <PaneHandle label="Resize list of chats" isVertical={false} />
      <Panel
        id="list"
        panelRef={list.ref}
        onResize={list.onResize}
        collapsible
        defaultSize={window.innerWidth < ROOMY_PX ? '25%' : '18%'}
        minSize="15%"
        maxSize="25%"
        className={classes.pane}
      >
        {list.isOpen ? listPanel : null}
      </Panel>
    </Group>
  );
};
