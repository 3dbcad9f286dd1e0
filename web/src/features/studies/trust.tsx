// How far a study can be believed: the luck of the best of many, and doubts about the strategy itself.
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Study } from '@tradeium/contracts';
import { counted, wholePercent } from '../../lib/format.ts';
import { PageSection } from '../../ui/page-section.tsx';

const DOUBTS = {
  state:
    'The strategy keeps something between its points: a point computed alone came out differently. Its points were computed again, each alone; what it keeps is lost between runs.',
  random:
    'The strategy draws random numbers without a seed: a point computed again came out differently. Seed them, or the figures of this study are partly chance.',
} as const;

/** The least number of points for which the probability is known. */
const POINTS_MIN = 10;

/** The probability in words; null says why it is not known. */
const overfittingWords = ({ probability_of_overfitting: probability, status, done, goal }: Study): string => {
  if (goal !== null)
    return 'A search puts its points where results were good over the whole period, so splits of that period would judge it too kindly. A grid or a draw over the same axes has this figure, and can be walked forward.';
  if (probability !== null) {
    const verdict =
      probability >= 0.5
        ? 'the choice is no better than chance.'
        : probability >= 0.2
          ? 'be careful with the choice.'
          : 'the choice holds up well.';
    return `In ${wholePercent(probability)} of the ways to split the period in half, the point that was best on one half was at or below the median on the other: ${verdict}`;
  }
  if (status === 'running') return 'The probability of overfitting is known when the study has ended.';
  if (done < POINTS_MIN)
    return `With fewer than ${POINTS_MIN} points the probability of overfitting says nothing, so it is not shown.`;
  return 'The probability of overfitting is not known: too few points have returns in every part of the period, or they have different intervals.';
};

type TrustProps = {
  study: Study;
  /** Plans the same points with a walk-forward test. */
  onWalkForward: () => void;
};

/** A search has looked at the whole time, and windows are tested once. */
const canWalk = ({ status, goal, walk_forward: test }: Study): boolean =>
  status === 'completed' && goal === null && test === null;

export const Trust = ({ study, onWalkForward }: TrustProps) => (
  <>
    {study.doubt === null ? null : (
      <Alert
        color="yellow"
        role="alert"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title="These figures are in doubt"
      >
        {DOUBTS[study.doubt]}
      </Alert>
    )}
    <PageSection
      id="overfitting"
      title="Is it luck?"
      aside={
        canWalk(study) ? (
          <Button
            size="xs"
            variant="default"
            title="Plans this study again, with values chosen on one part of the time and judged on the next"
            onClick={onWalkForward}
          >
            Walk it forward
          </Button>
        ) : null
      }
    >
      <Text size="sm">
        {study.probability_of_overfitting === null ? null : (
          <strong>Probability of overfitting: {wholePercent(study.probability_of_overfitting)}. </strong>
        )}
        {overfittingWords(study)}
      </Text>
      <Text size="sm" c="dimmed" mt={6}>
        {counted(study.trials, 'trial', 'trials')} of this chat so far. The more are tried, the higher the
        best one is by luck alone: the deflated Sharpe ratio is the probability that a point is more than that
        luck. The plateau score says how well the neighbours of a point do, too: a lone peak is often luck.
      </Text>
    </PageSection>
  </>
);
