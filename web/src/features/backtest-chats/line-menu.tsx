// The one menu of the tree of chats, which opens at any line.
import { Menu, Portal } from '@mantine/core';
import type { OpenMenu } from './tree/tree-actions.ts';

type LineMenuProps = { menu: OpenMenu; onClose: () => void };

/** When it closes, the focus is back on its line: a dialog that an entry opens returns there too. */
export const LineMenu = ({ menu: { name, entries, line, x, y }, onClose }: LineMenuProps) => {
  const close = () => {
    onClose();
    line.focus();
  };
  return (
    <Portal>
      <Menu
        key={`${x},${y}`}
        opened
        onClose={close}
        onChange={(opened) => !opened && close()}
        returnFocus={false}
        position="bottom-start"
        offset={2}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Menu of ${name}`}
            style={{
              position: 'fixed',
              left: x,
              top: y,
              width: 1,
              height: 1,
              padding: 0,
              border: 0,
              opacity: 0,
            }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ label, icon: Icon, run, isDanger }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={15} stroke={1.7} aria-hidden />}
              {...(isDanger && { c: 'var(--mantine-color-error)' })}
              onClick={() => {
                line.focus();
                run();
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Portal>
  );
};
