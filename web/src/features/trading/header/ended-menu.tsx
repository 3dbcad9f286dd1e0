// The deployments that have ended, folded away: each can be chosen, to read what it did.
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { EndedDeployment } from '@tradeium/contracts';
import { utcDateTime } from '../../../lib/format.ts';
import { ModeBadge } from '../mode-badge.tsx';
import classes from './trading-header.module.css';

type EndedMenuProps = {
  ended: readonly EndedDeployment[];
  nameOf: (deployment: EndedDeployment) => string;
  onSelect: (deploymentId: string) => void;
};

/** Nothing while none has ended. */
export const EndedMenu = ({ ended, nameOf, onSelect }: EndedMenuProps) =>
  ended.length === 0 ? null : (
    <Menu>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          flex="none"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Ended ({ended.length})
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.ended ?? ''}>
        {ended.map((one) => (
          <Menu.Item
            key={one.id}
            rightSection={<ModeBadge look={one.look} />}
            onClick={() => onSelect(one.id)}
          >
            <bdi>{nameOf(one)}</bdi>
            <Text size="xs" c="dimmed">
              Ended {utcDateTime(one.ended_at)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
