// How the user wants code to be shown, kept in the browser.
import { useLocalStorage } from '@mantine/hooks';

const SIZE_MIN_PX = 11;
const SIZE_MAX_PX = 22;

export type EditorPreferences = { readonly wrap: boolean; readonly fontSizePx: number };

/** Type that is larger by `stepPx` (smaller if negative), within what is readable. */
export const resized = (preferences: EditorPreferences, stepPx: number): EditorPreferences => ({
  ...preferences,
  fontSizePx: Math.min(SIZE_MAX_PX, Math.max(SIZE_MIN_PX, preferences.fontSizePx + stepPx)),
});

export const useEditorPreferences = () =>
  useLocalStorage<EditorPreferences>({
    key: 'tradeium-editor',
    defaultValue: { wrap: false, fontSizePx: 13.5 },
    getInitialValueInEffect: false,
  });
