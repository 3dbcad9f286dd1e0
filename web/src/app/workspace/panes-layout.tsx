// The workspace on a wide screen: chat, main panel above settings, and list, with handles between them.
import { useCallback, useEffect, useRef, useState } from 'react';
import { Group, Panel, type PanelSize, useDefaultLayout, usePanelRef } from 'react-resizable-panels';
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

/** A panel that can be collapsed; it opens at the size it had, or at its default share. */
const useCollapsible = (defaultPercent: number) => {
  const ref = usePanelRef();
  const lastPercent = useRef(defaultPercent);
  const [isOpen, setOpen] = useState(true);
  const open = useCallback(() => {
    if (ref.current?.isCollapsed()) ref.current.resize(`${lastPercent.current}%`);
  }, [ref]);
  const close = useCallback(() => ref.current?.collapse(), [ref]);
  const onResize = ({ asPercentage }: PanelSize) => {
    const isCollapsed = ref.current?.isCollapsed() ?? false;
    if (!isCollapsed) lastPercent.current = asPercentage;
    setOpen(!isCollapsed);
  };
  return { ref, isOpen, open, close, onResize, toggle: isOpen ? close : open };
};

type Collapsible = ReturnType<typeof useCollapsible>;

type CentrePaneProps = Pick<
  LayoutProps,
  'title' | 'isPrivate' | 'isDeselected' | 'isRunnable' | 'mainPanel' | 'settingsPanel'
> & { chat: Collapsible; list: Collapsible };

/** The main panel above the settings, which open by themselves when there is something to run. */
const CentrePane = (props: CentrePaneProps) => {
  const { title, isPrivate, isDeselected, isRunnable, mainPanel, settingsPanel, chat, list } = props;
  const rows = useSavedLayout('tradeium-workspace-rows');
  const settings = useCollapsible(30);
  useEffect(() => {
    if (isDeselected) settings.close();
    else if (isRunnable) settings.open();
  }, [isDeselected, isRunnable, settings.close, settings.open]);
  return (
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
        <PaneToggle side="bottom" name="settings panel" isOpen={settings.isOpen} onToggle={settings.toggle} />
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
  );
};

/** Chat, centre and list; sizes are kept in the browser. */
export const PanesLayout = ({ chatPanel, listPanel, ...centre }: LayoutProps) => {
  const columns = useSavedLayout('tradeium-workspace-columns');
  const listPercent = window.innerWidth < ROOMY_PX ? 25 : 18;
  const chat = useCollapsible(32);
  const list = useCollapsible(listPercent);
  // Until there are agents to talk to, their panel starts closed.
  const startsClosed = centre.isPrivate || columns.defaultLayout === undefined;
  useEffect(() => {
    if (startsClosed) chat.close();
  }, [startsClosed, chat.close]);
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
      <PaneHandle label="Resize chat panel" isVertical={false} isDisabled={centre.isPrivate} />
      <Panel id="centre" minSize="40%">
        <CentrePane {...centre} chat={chat} list={list} />
      </Panel>
      <PaneHandle label="Resize list of chats" isVertical={false} />
      <Panel
        id="list"
        panelRef={list.ref}
        onResize={list.onResize}
        collapsible
        defaultSize={`${listPercent}%`}
        minSize="15%"
        maxSize="25%"
        className={classes.pane}
      >
        {list.isOpen ? listPanel : null}
      </Panel>
    </Group>
  );
};
