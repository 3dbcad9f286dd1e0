// The strategies of a chat where only results can be chosen: greyed, with the way to deploy one.
import { IconBrandPython, IconLock } from '@tabler/icons-react';
import { type Chat, PRIVATE_STRATEGY_NAME, type SessionFile } from '@tradeium/contracts';
import { useAppDispatch, useAppSelector } from '../../core/store.ts';
import { TreeRow } from './tree/tree-row.tsx';
import { isSectionOpen, sectionToggled } from './tree/tree-slice.ts';

export const DEPLOY_HINT = 'Select a backtest result folder to deploy this strategy';

const nothing = () => undefined;

type IdleStrategiesProps = { chat: Chat; files: readonly SessionFile[] };

export const IdleStrategies = ({ chat, files }: IdleStrategiesProps) => {
  const dispatch = useAppDispatch();
  const section = `${chat.id}/strategies`;
  const isOpen = useAppSelector((state) => isSectionOpen(state, section));
  const toggle = () => dispatch(sectionToggled(section));
  const isPrivate = chat.settings.tradeium_private;
  const names = files.filter(({ type }) => type === 'strategy').map(({ display_name }) => display_name);
  const Icon = isPrivate ? IconLock : IconBrandPython;
  return (
    <>
      <TreeRow name="Strategies" level={2} look="section" onSelect={toggle} open={isOpen} onToggle={toggle} />
      {isOpen
        ? (isPrivate ? [PRIVATE_STRATEGY_NAME] : names).map((name) => (
            <TreeRow
              key={name}
              name={name}
              level={3}
              look="idle"
              title={DEPLOY_HINT}
              icon={<Icon size={15} stroke={1.7} aria-hidden />}
              onSelect={nothing}
            />
          ))
        : null}
    </>
  );
};
