// Switches between the dark and the light scheme.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** A button that names the scheme it switches to. */
export const ColorSchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme();
  const other =
    useComputedColorScheme('dark', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? IconSun : IconMoon;
  return (
    <ActionIcon
      size="lg"
      title={`Switch to ${other} mode`}
      aria-label={`Switch to ${other} mode`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
};
