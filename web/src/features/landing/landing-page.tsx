// placeholder
export const LandingPage = () => null;
