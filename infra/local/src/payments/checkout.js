// Counts down on the checkout page, follows the payment's steps, and returns the buyer once it is finished.
const status = document.querySelector('[data-status]');
const countdown = document.querySelector('[data-expires-at]');
const PAUSE_MS = 400;
const READ_MS = 1_500;

const tick = () => {
  const seconds = Math.max(0, Math.round((Date.parse(countdown.dataset.expiresAt) - Date.now()) / 1_000));
  countdown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The page shows one state; it reloads at the next, and the last state leads back. */
const follow = async () => {
  const response = await fetch(status.dataset.stateUrl).catch(() => null);
  const state = response?.ok ? await response.json() : null;
  if (state && state.status !== status.dataset.status) {
    if (state.isUnderWay) {
      status.textContent = state.text;
      status.dataset.status = state.status;
    } else return location.reload();
  }
  setTimeout(follow, PAUSE_MS);
};

if (countdown) {
  tick();
  setInterval(tick, 1_000);
}
if (status.dataset.returnTo) setTimeout(() => location.assign(status.dataset.returnTo), READ_MS);
else follow();
