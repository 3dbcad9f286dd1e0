// The way out of the app to the landing page, which is a document of its own and no part of the app's routes.
import { useEffect } from 'react';

/** Loads the landing page in the app's place, so that going back does not lead here again. */
export const ToLanding = () => {
  useEffect(() => window.location.replace('/'), []);
  return null;
};
