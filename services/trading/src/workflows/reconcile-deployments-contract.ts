// The contract between the workflow that reconciles all deployments and its activity.

export const RECONCILE_DEPLOYMENTS = {
  scheduleId: 'reconcile-deployments',
  workflowType: 'reconcileDeployments',
} as const;

export type Reconciled = {
  readonly looked: number;
  readonly failed: number;
  readonly schedules: { readonly repaired: number; readonly failed: number };
};

export type ReconcileActivities = {
  /** Looks at every deployment that may trade, and at its schedule; a failing one does not hold up the others. */
  reconcileDeployments(): Promise<Reconciled>;
};
