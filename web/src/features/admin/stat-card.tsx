// One figure of administration in a card; cards stand in a description list.
import classes from './stat-card.module.css';

export const StatCard = ({ label, value }: { label: string; value: string }) => (
  <div className={classes.card}>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.value}>{value}</dd>
  </div>
);
