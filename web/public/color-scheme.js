// Sets the colour scheme before the first paint, so that a dark screen never flashes white.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem('tradeium-color-scheme');
  } catch {
    // Storage may be forbidden: then the system's scheme is used.
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = saved === 'light' || saved === 'dark' ? saved : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
