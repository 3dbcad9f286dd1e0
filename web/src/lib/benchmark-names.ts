// What a result is judged against is called the same wherever it stands.

/** All coins of the portfolio, bought in equal parts at the start and held. */
export const HOLD_ALL_COINS = 'Hold all coins equally';
