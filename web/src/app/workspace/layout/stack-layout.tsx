// The workspace in the simple layout: one thing at a time, settings below it, the list in a drawer.
import { Button, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconFolders } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useAddress, useSearchParams } from '../../../lib/address.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import { SHARE_DEFAULT, shareWithin } from '../../../lib/split-share.ts';
import type { LayoutProps } from './layout-props.ts';
import { SplitHandle } from './split-handle.tsx';
import classes from './stack-layout.module.css';

const ListDrawer = lazyNamed(() => import('./list-drawer.tsx'), 'ListDrawer');

type MainAndSettingsProps = Pick<
  LayoutProps,
  'mainPanel' | 'settingsPanel' | 'showsResult' | 'runningId' | 'settingsAsked'
>;

/** Folds the settings: for a result they are folded, until its reader asks for them or runs something. */
const useFold = ({ showsResult, runningId, settingsAsked }: MainAndSettingsProps) => {
  const [isAsked, ask] = useDisclosure(settingsAsked > 0);
  const [before, setBefore] = useState({ showsResult, runningId });
  if (before.showsResult !== showsResult || before.runningId !== runningId) {
    setBefore({ showsResult, runningId });
    if (before.showsResult !== showsResult) ask.close();
    if (runningId !== null) ask.open();
  }
  return { isFolded: showsResult && !isAsked, toggle: ask.toggle };
};

/** The share of the settings is kept in the browser. */
const MainAndSettings = (props: MainAndSettingsProps) => {
  const { mainPanel, settingsPanel, showsResult } = props;
  const [kept, keep] = useLocalStorage<number>({
    key: 'tradeium-settings-share',
    defaultValue: SHARE_DEFAULT,
    getInitialValueInEffect: false,
  });
  const { isFolded, toggle } = useFold(props);
  const share = shareWithin(Number(kept));
  const Chevron = isFolded ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.rows}>
      <div className={classes.pane} style={{ flexGrow: 100 - share }}>
        {mainPanel}
      </div>
      {isFolded ? null : <SplitHandle share={share} onMove={keep} />}
      <section
        aria-label="Backtest Settings"
        className={classes.pane}
        style={isFolded ? { flex: 'none' } : { flexGrow: share }}
      >
        <h2 className={classes.settingsTitle}>
          {showsResult ? (
            <UnstyledButton className={classes.fold ?? ''} aria-expanded={!isFolded} onClick={toggle}>
              Backtest Settings
              <Chevron size={16} stroke={1.8} aria-hidden />
            </UnstyledButton>
          ) : (
            'Backtest Settings'
          )}
        </h2>
        <div hidden={isFolded}>{settingsPanel}</div>
      </section>
    </div>
  );
};

/** The tab 'Strategy' is the chat; 'Backtest' is the main panel above the settings. */
export const StackLayout = (props: LayoutProps) => {
  const { title, chatPanel, mainPanel, settingsPanel, listPanel, showsResult, runningId, choices } = props;
  const search = useSearchParams();
  const { search: address } = useAddress();
  const [isListOpen, list] = useDisclosure(false);
  // Whatever was chosen in the drawer is behind it, be it what is shown already.
  useEffect(() => {
    if (address || choices > 0) list.close();
  }, [address, choices, list.close]);
  const isChat = search.get('view') === 'strategy';
  return (
    <div className={classes.stack}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFolders size={15} />}
          aria-haspopup="dialog"
          onClick={list.open}
        >
          Files
        </Button>
      </header>
      {isChat ? (
        <div className={classes.chat}>{chatPanel}</div>
      ) : (
        <MainAndSettings
          mainPanel={mainPanel}
          settingsPanel={settingsPanel}
          showsResult={showsResult}
          runningId={runningId}
          settingsAsked={props.settingsAsked}
        />
      )}
      <Suspense>{isListOpen ? <ListDrawer onClose={list.close}>{listPanel}</ListDrawer> : null}</Suspense>
    </div>
  );
};
