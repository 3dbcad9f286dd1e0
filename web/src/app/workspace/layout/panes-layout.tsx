// The workspace on a wide screen: chat, main panel above settings, and list, with handles between them.
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useDrawn } from '../../../lib/loading/after-paint.ts';
import { shownPercent } from '../../../lib/pane-size.ts';
import type { LayoutProps } from './layout-props.ts';
import { PaneHandle } from './pane-handle.tsx';
import { PaneToggle } from './pane-toggle.tsx';
import classes from './panes-layout.module.css';
import { PANES, type PaneName, usePanes } from './use-panes.ts';

type Panes = ReturnType<typeof usePanes>;

const shareOf = ({ sizes }: Panes, name: PaneName) => ({
  flexBasis: `${shownPercent(sizes[name], PANES[name])}%`,
});

type HeadProps = Pick<LayoutProps, 'title' | 'isPrivate'> & { panes: Panes };

const Head = ({ title, isPrivate, panes: { sizes, actions } }: HeadProps) => (
  <header className={classes.head}>
    <PaneToggle
      side="left"
      name="chat panel"
      isOpen={sizes.chat.isOpen}
      onToggle={actions.chat.toggle}
      disabledBecause={isPrivate ? 'AI chat is disabled for Private Chats' : null}
    />
    <h1 className={classes.title}>{title}</h1>
    <PaneToggle
      side="bottom"
      name="settings panel"
      isOpen={sizes.settings.isOpen}
      onToggle={actions.settings.toggle}
    />
    <PaneToggle side="right" name="list of chats" isOpen={sizes.list.isOpen} onToggle={actions.list.toggle} />
  </header>
);

type SettingsProps = Pick<LayoutProps, 'settingsPanel'> & { panes: Panes };

/** Collapsed, its title is left, and opens it again. */
const Settings = ({ settingsPanel, panes }: SettingsProps) => {
  const { isOpen } = panes.sizes.settings;
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section
      id="settings"
      aria-label="Backtest Settings"
      className={classes.settings}
      data-open={isOpen || undefined}
      style={shareOf(panes, 'settings')}
    >
      <h2 className={classes.settingsTitle}>
        <UnstyledButton
          className={classes.settingsToggle ?? ''}
          aria-expanded={isOpen}
          onClick={panes.actions.settings.toggle}
        >
          Backtest Settings
          <Chevron size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      </h2>
      <div className={classes.settingsBody} hidden={!isOpen}>
        {settingsPanel}
      </div>
    </section>
  );
};

/** The settings open automatically when something was selected that can be run; they close for a result, and without a chat. */
const useSettingsPane = (
  { actions: { settings } }: Panes,
  { hasNoChat, runnableKey, showsResult }: Pick<LayoutProps, 'hasNoChat' | 'runnableKey' | 'showsResult'>,
) =>
  useEffect(() => {
    if (hasNoChat || showsResult) settings.close();
    else if (runnableKey !== null) settings.open();
  }, [hasNoChat, runnableKey, showsResult, settings]);

/** The progress of a run stands with the settings. */
const useShownProgress = ({ actions: { settings } }: Panes, runningId: string | null) =>
  useEffect(() => {
    if (runningId !== null) settings.open();
  }, [runningId, settings]);

const useAskedSettings = ({ actions: { settings } }: Panes, settingsAsked: number) =>
  useEffect(() => {
    if (settingsAsked > 0) settings.open();
  }, [settingsAsked, settings]);

/** Keeps the chat panel closed while chat is disabled, then restores it. */
const useChatPane = ({ sizes, actions: { chat } }: Panes, isPrivate: boolean) => {
  const wasOpen = useRef(false);
  const { isOpen } = sizes.chat;
  useEffect(() => {
    if (isPrivate && isOpen) {
      wasOpen.current = true;
      chat.close();
    } else if (!isPrivate && wasOpen.current) {
      wasOpen.current = false;
      chat.open();
    }
  }, [isPrivate, isOpen, chat]);
};

/** Chat, centre and list; sizes are kept in the browser. */
export const PanesLayout = (props: LayoutProps) => {
  const { title, isPrivate, chatPanel, mainPanel, settingsPanel, listPanel } = props;
  const panes = usePanes(props);
  const { sizes, actions } = panes;
  // The chat with agents is needed last; the rest of the page comes first.
  const isDrawn = useDrawn();
  useSettingsPane(panes, props);
  useShownProgress(panes, props.runningId);
  useAskedSettings(panes, props.settingsAsked);
  useChatPane(panes, isPrivate);
  return (
    <div className={classes.columns}>
      <div id="chat" className={classes.pane} style={shareOf(panes, 'chat')}>
        {isDrawn && sizes.chat.isOpen && !isPrivate ? chatPanel : null}
      </div>
      <PaneHandle
        pane="chat"
        label="Resize chat panel"
        size={sizes.chat}
        actions={actions.chat}
        isDisabled={isPrivate}
      />
      <div className={classes.centre}>
        <Head title={title} isPrivate={isPrivate} panes={panes} />
        <div className={classes.rows}>
          <div className={classes.main}>{mainPanel}</div>
          <PaneHandle
            pane="settings"
            label="Resize settings panel"
            size={sizes.settings}
            actions={actions.settings}
          />
          <Settings settingsPanel={settingsPanel} panes={panes} />
        </div>
      </div>
      <PaneHandle pane="list" label="Resize list of chats" size={sizes.list} actions={actions.list} />
      <div id="list" className={classes.pane} style={shareOf(panes, 'list')}>
        {sizes.list.isOpen ? listPanel : null}
      </div>
    </div>
  );
};
