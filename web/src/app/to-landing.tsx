// The exit from the app to the landing page, which is a separate document and not one of the app's routes.
import { useEffect } from 'react';

/** Loads the landing page in the app's place, so that going back does not lead here again. */
export const ToLanding = () => {
  useEffect(() => window.location.replace('/'), []);
  return null;
};
