// Switches between the dark and the light scheme.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** The scheme that is not shown, and the switch to it. */
export const useOtherScheme = () => {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('dark', { getInitialValueInEffect: false });
  const other = shown === 'dark' ? 'light' : 'dark';
  return { other, switchScheme: () => setColorScheme(other) } as const;
};

/** A button that names the scheme it switches to. */
export const ColorSchemeToggle = () => {
  const { other, switchScheme } = useOtherScheme();
  const Icon = other === 'light' ? IconSun : IconMoon;
  return (
    <ActionIcon
      size="lg"
      title={`Switch to ${other} mode`}
      aria-label={`Switch to ${other} mode`}
      onClick={switchScheme}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
};
