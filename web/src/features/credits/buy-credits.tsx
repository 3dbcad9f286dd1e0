// Buys credits: choose an amount, pay it on the page of the payment provider.
import { Alert, Anchor, Button, Group, Radio, SimpleGrid, Text, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { PURCHASE_PRESETS_USD, PURCHASE_USD_DEFAULT, VUT_PER_USD } from '@tradeium/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { credits, wholeNumber } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { creditsApi } from './api.ts';
import classes from './buy-credits.module.css';
import { AMOUNT_PROBLEM, AMOUNT_RANGE, typedDollars } from './purchase-amount.ts';
import { payLabel } from './purchase-words.ts';
import { type FailedOrder, type OpenedPayment, useBuying } from './use-buying.ts';

const creditsOf = (usd: number): string => credits(usd * VUT_PER_USD);

/** `usd` is null while another amount is typed. */
const Presets = ({ usd, onChange }: { usd: number | null; onChange: (usd: number) => void }) => (
  <Radio.Group
    label="Amount"
    value={usd === null ? '' : String(usd)}
    onChange={(value) => onChange(Number(value))}
  >
    <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" mt={6}>
      {PURCHASE_PRESETS_USD.map((preset) => (
        <Radio.Card
          key={preset}
          value={String(preset)}
          className={classes.preset ?? ''}
          aria-label={`${preset} USD for ${creditsOf(preset)} VUT`}
        >
          <span className={classes.usd}>${preset}</span>
          <span className={classes.vut}>{creditsOf(preset)} VUT</span>
        </Radio.Card>
      ))}
    </SimpleGrid>
  </Radio.Group>
);

/** True if an order still waits for its payment; one missing from the list does. */
const useIsUnpaid = (id: string): boolean => {
  const { data } = creditsApi.endpoints.getPurchases.useQueryState();
  const purchase = data?.find((one) => one.id === id);
  return purchase === undefined || payLabel(purchase) !== null;
};

const PaymentPage = ({ id, url, isBlocked }: OpenedPayment) =>
  useIsUnpaid(id) ? (
    <Alert color={isBlocked ? 'yellow' : 'green'} mt="md" role="status">
      {isBlocked
        ? 'Your browser did not open the payment page. '
        : 'The payment page is open in another tab. Your credits appear here when the payment is confirmed. '}
      <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit c="inherit" underline="always">
        {isBlocked ? 'Open the payment page' : 'Open it again'}
      </Anchor>
    </Alert>
  ) : null;

type FailureDialogProps = { failed: FailedOrder; onRetry: () => void; onClose: () => void };

const FailureDialog = ({ failed, onRetry, onClose }: FailureDialogProps) => (
  <Dialog opened onClose={onClose} title="The payment could not be started">
    <Text size="sm" role="alert">
      {failed.text}
    </Text>
    <Text size="sm" c="dimmed" mt="xs">
      Nothing was charged.
    </Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {failed.canRetry ? (
        <Button data-autofocus onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </Group>
  </Dialog>
);

/** A preset or a typed amount, and its order when the form is sent: only then may a tab be opened. */
const useAmount = (onOrder: (usd: number) => void) => {
  const [preset, setPreset] = useState<number>(PURCHASE_USD_DEFAULT);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyped = text.trim() !== '';
  const usd = isTyped ? typedDollars(text) : preset;
  const type = (next: string) => {
    setText(next);
    setProblem(null);
  };
  return {
    usd,
    preset: isTyped ? null : preset,
    choose: (next: number) => {
      setPreset(next);
      type('');
    },
    field: {
      ref: input,
      value: text,
      error: problem,
      onChange: (event: FormEvent<HTMLInputElement>) => type(event.currentTarget.value),
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (usd !== null) return onOrder(usd);
      setProblem(AMOUNT_PROBLEM);
      input.current?.focus();
    },
  };
};

/** Presets, a field for any other amount, and the button that leads to the payment page. */
export const BuyCredits = () => {
  const { buy, retry, dismiss, isLoading, opened, failed } = useBuying();
  const { usd, preset, choose, field, submit } = useAmount(buy);
  return (
    <PageSection
      id="buy"
      title="Buy credits"
      text="Pay in a cryptocurrency of your choice on the NOWPayments page."
    >
      <form onSubmit={submit} noValidate>
        <Presets usd={preset} onChange={choose} />
        <TextInput
          mt="sm"
          label="Any other amount, in USD"
          placeholder={AMOUNT_RANGE}
          inputMode="decimal"
          autoComplete="off"
          {...field}
        />
        <Button
          type="submit"
          mt="md"
          fullWidth
          loading={isLoading}
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          Buy {usd === null ? '' : `${creditsOf(usd)} `}credits
        </Button>
      </form>
      <Text size="xs" c="dimmed" mt="xs">
        {wholeNumber(VUT_PER_USD)} VUT for 1 USD. Opens in a new tab. Credits that you bought do not expire.
      </Text>
      {opened ? <PaymentPage {...opened} /> : null}
      {failed ? <FailureDialog failed={failed} onRetry={retry} onClose={dismiss} /> : null}
    </PageSection>
  );
};
