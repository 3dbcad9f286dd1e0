// The product's mark and name.
import classes from './brand.module.css';

/** Mark and name; the name is read out, the mark is decoration. */
export const Brand = ({ size = 24 }: { size?: number }) => (
  <span className={classes.brand}>
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.tile} />
      <path d="M7 10h18M16 10v6" className={classes.letter} />
      <path d="M8.500 23.500l5-5 4 3.500 6-7" className={classes.curve} />
    </svg>
    <span className={classes.name}>Tradeium</span>
  </span>
);
