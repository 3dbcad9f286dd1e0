// The strategy that a new file starts with: it runs as it stands, and its comments are the contract.
import momentum from './library/examples/momentum.py?raw';

export const STRATEGY_TEMPLATE = momentum;
