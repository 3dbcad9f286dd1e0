// The manifests of Kubernetes: rendered, read, and filled with secrets.
export { APPLIED, type Manifest, objectsIn, podsIn, render } from './manifests.ts';
export { filledSecrets, secretsNeeded } from './secrets.ts';
