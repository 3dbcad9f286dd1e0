// For a strategy without parameters: how to declare some.
import { Alert } from '@mantine/core';
import { CodeText } from '../../../ui/code/code-text.tsx';
import classes from './study-form.module.css';

const SNIPPET = `PARAMETERS = {
    "lookback": {"default": 30, "min": 5, "max": 120, "step": 5},
    "mode": {"default": "equal", "choices": ["equal", "inverse"]},
}

def strategy(candles, settings):
    lookback = settings.parameters["lookback"]`;

export const NoParameters = ({ filename }: { filename: string }) => (
  <Alert color="blue" mb="md" title={`${filename} declares no parameters`}>
    Settings such as fees or the interval can vary below. To vary the strategy itself, declare its numbers at
    the top of the file, read them from the settings, and save it:
    <pre className={classes.snippet}>
      <CodeText code={SNIPPET} isPython />
    </pre>
  </Alert>
);
