// Asks this container's process whether it is ready, for engines that check health by a command: images have no shell tools for it.
const path = process.argv[2] ?? '/readyz';
const { HEALTH_PORT } = process.env;
if (!HEALTH_PORT) throw new Error('HEALTH_PORT is not set');
const response = await fetch(`http://127.0.0.1:${HEALTH_PORT}${path}`, {
  signal: AbortSignal.timeout(3_000),
});
if (!response.ok) {
  console.error(await response.text());
  process.exitCode = 1;
}
