// The errors of studies, a part of the one catalogue.

export const STUDY_ERRORS = {
  STUDY_NOT_FOUND: { status: 404, detail: 'Study not found' },
  STUDY_RUNNING: { status: 409, detail: 'The study is still running. Cancel it before you delete it.' },
  STUDY_POINT_NOT_FOUND: { status: 404, detail: 'This point of the study is not computed' },
  STUDY_POINT_FAILED: {
    status: 409,
    detail: 'This point of the study failed, so it has no result to keep',
  },
  STUDY_AXIS_INVALID: { status: 400, detail: 'An axis of the study is not valid: {problem}' },
  STUDY_CODE_INVALID: { status: 400, detail: 'The strategy cannot run. {problem}' },
  STUDY_WITHOUT_AXES: {
    status: 400,
    detail: 'A study needs a parameter or a setting with at least two values',
  },
  STUDY_GOAL_INVALID: {
    status: 400,
    detail: 'Only the method optimise takes a goal, and it needs one',
  },
  STUDY_TOO_LARGE: {
    status: 400,
    detail:
      'A study has at most {limit} points; this one would have {points}. Use larger steps, or draw some of them.',
  },
  STUDY_WINDOWS_INVALID: { status: 400, detail: '{problem}' },
  STUDY_REFUSES_PRIVATE: { status: 400, detail: 'The private strategy cannot be studied' },
  TOO_MANY_STUDIES: {
    status: 429,
    detail: 'You already have {limit} studies running. Please wait until one ends, or cancel one.',
  },
  STUDY_FAILED: {
    status: 500,
    detail: 'The study could not be finished. Only its computed points were charged.',
  },
  STUDY_FAILED_UNCHARGED: {
    status: 500,
    detail: 'The study could not be finished. Nothing was charged.',
  },
  STUDY_FAILED_POINTS: {
    status: 400,
    detail: 'The study was stopped: points that failed took {seconds} s of computing time.',
  },
} as const;
