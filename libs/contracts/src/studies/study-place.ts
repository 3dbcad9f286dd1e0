// The id of a study among its user's runs: no run can have it.

const PLACE = 'study:';

export const placeOfStudy = (studyId: string): string => `${PLACE}${studyId}`;

/** The study whose place this is. */
export const studyInPlace = (place: string): string => place.slice(PLACE.length);
