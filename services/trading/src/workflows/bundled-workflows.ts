// All workflows that this service's worker runs, as one entry for the bundler.
export { deliverNotice } from './deliver-notice.ts';
export { rebalance, rebalanceWhenDue } from './rebalance.ts';
export { reconcileDeployments } from './reconcile-deployments.ts';
export { refreshTwins } from './refresh-twins.ts';
export { watchDrawdowns } from './watch-drawdowns.ts';
