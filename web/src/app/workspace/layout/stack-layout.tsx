// The workspace in the simple layout: one thing at a time, settings below it, the list in a drawer.
import { Button } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconFolders } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { useAddress, useSearchParams } from '../../../lib/address.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { SHARE_DEFAULT, shareWithin } from '../../../lib/split-share.ts';
import type { LayoutProps } from './layout-props.ts';
import { SplitHandle } from './split-handle.tsx';
import classes from './stack-layout.module.css';

const ListDrawer = lazyNamed(() => import('./list-drawer.tsx'), 'ListDrawer');

type MainAndSettingsProps = Pick<LayoutProps, 'mainPanel' | 'settingsPanel'>;

/** The share of the settings is kept in the browser. */
const MainAndSettings = ({ mainPanel, settingsPanel }: MainAndSettingsProps) => {
  const [kept, keep] = useLocalStorage<number>({
    key: 'tradeium-settings-share',
    defaultValue: SHARE_DEFAULT,
    getInitialValueInEffect: false,
  });
  const share = shareWithin(Number(kept));
  return (
    <div className={classes.rows}>
      <div className={classes.pane} style={{ flexGrow: 100 - share }}>
        {mainPanel}
      </div>
      <SplitHandle share={share} onMove={keep} />
      <section aria-label="Backtest Settings" className={classes.pane} style={{ flexGrow: share }}>
        <h2 className={classes.settingsTitle}>Backtest Settings</h2>
        {settingsPanel}
      </section>
    </div>
  );
};

/** The tab 'Strategy' is the chat; 'Backtest' is the main panel above the settings. */
export const StackLayout = ({ title, chatPanel, mainPanel, settingsPanel, listPanel }: LayoutProps) => {
  const search = useSearchParams();
  const { search: address } = useAddress();
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
          aria-haspopup="dialog"
          onClick={list.open}
        >
          Files
        </Button>
      </header>
      {isChat ? (
        <div className={classes.chat}>{chatPanel}</div>
      ) : (
        <MainAndSettings mainPanel={mainPanel} settingsPanel={settingsPanel} />
      )}
      <Suspense>{isListOpen ? <ListDrawer onClose={list.close}>{listPanel}</ListDrawer> : null}</Suspense>
    </div>
  );
};
