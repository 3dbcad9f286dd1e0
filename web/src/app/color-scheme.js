// Sets the colour scheme before the first paint, so that a dark screen never flashes white. The build writes it into the
// documents; where storage is forbidden the system's scheme is used.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem('tradeium-color-scheme');
  } catch {}
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = saved === 'light' || saved === 'dark' ? saved : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
