// The verdict on a run of the tests in which no tier failed twice.

export type TestVerdict = { readonly lines: readonly string[]; readonly exitCode: 0 | 1 };

/** `unstable` names tiers of which something passed only when it ran again: with STRICT=1 such a run has failed. */
export const verdictOf = (
  unstable: readonly string[],
  { STRICT }: Readonly<Record<string, string | undefined>>,
): TestVerdict => {
  const named = unstable.map((name) => `UNSTABLE: some of the ${name} tests passed only at the second try.`);
  const hasFailed = STRICT === '1' && unstable.length > 0;
  const end = hasFailed ? 'Not all tests passed at the first try, as STRICT=1 demands.' : 'All tests passed.';
  return { lines: [...named, end], exitCode: hasFailed ? 1 : 0 };
};
