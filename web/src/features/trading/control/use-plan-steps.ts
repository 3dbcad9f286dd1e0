// The steps from a preview to its outcome: nothing is sent before its user has seen the plan; a failed step can be begun again.
import type { RebalancePreview, TradingRebalance } from '@tradeium/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '../../../core/store.ts';
import { isFailure } from '../../../lib/failure.ts';
import type { previewRebalance, rebalanceNow } from '../api.ts';
import { rebalanceProblem } from '../trading-words.ts';

type Step =
  | { readonly kind: 'previewing' }
  | { readonly kind: 'previewed' | 'sending'; readonly preview: RebalancePreview }
  | { readonly kind: 'sent'; readonly preview: RebalancePreview; readonly result: TradingRebalance }
  | { readonly kind: 'failed'; readonly text: string }
  /** The strategy has decided nothing. */
  | { readonly kind: 'idle'; readonly text: string };

type Calls = {
  /** Stays the same between renderings. */
  readonly preview: () => ReturnType<typeof previewRebalance>;
  readonly send: (intent: string) => ReturnType<typeof rebalanceNow>;
};

const failedStep = (thrown: unknown): Step => {
  const isIdle = isFailure(thrown) && thrown.code === 'NO_TARGET_WEIGHTS';
  return { kind: isIdle ? 'idle' : 'failed', text: rebalanceProblem(thrown) };
};

export const usePlanSteps = ({ preview: previewCall, send: sendCall }: Calls, onSent: () => void) => {
  const dispatch = useAppDispatch();
  const [step, setStep] = useState<Step>({ kind: 'previewing' });
  const isGone = useRef(false);
  const show = useCallback((next: Step) => {
    if (!isGone.current) setStep(next);
  }, []);
  const preview = useCallback(async () => {
    show({ kind: 'previewing' });
    try {
      show({ kind: 'previewed', preview: await dispatch(previewCall()) });
    } catch (thrown) {
      show(failedStep(thrown));
    }
  }, [dispatch, previewCall, show]);
  useEffect(() => {
    isGone.current = false;
    void preview();
    return () => {
      isGone.current = true;
    };
  }, [preview]);
  const send = async (shown: RebalancePreview) => {
    show({ kind: 'sending', preview: shown });
    try {
      const result = await dispatch(sendCall(crypto.randomUUID()));
      show({ kind: 'sent', preview: shown, result });
    } catch (thrown) {
      show(failedStep(thrown));
    }
    onSent();
  };
  return { step, preview, send };
};
