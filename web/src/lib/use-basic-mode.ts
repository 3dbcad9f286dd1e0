// The user's choice of the simplified layout, kept in the browser.
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/** Below this width there is no room for panes side by side. */
export const NARROW = '(max-width: 767.98px)';

/** The simplified layout, if the user chose it, and a way to choose. */
export const useBasicMode = () =>
  useLocalStorage<boolean>({
    key: 'tradeium-basic-mode',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

/** True if the simplified layout is shown: chosen, or the window is narrow. */
export const useSimpleLayout = (): boolean => {
  const [basic] = useBasicMode();
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return basic || (narrow ?? false);
};
