// Our images and what is done with them, for commands and tests.
export { attack } from './attacks.ts';
export { makeBases } from './bases.ts';
export { type Engine, findEngine, findOrStartEngine } from './engine.ts';
export { buildImage, hasImage, IMAGE_NAMES, type ImageName, VERSION } from './images.ts';
export { buildServers } from './local-servers.ts';
