// How a list came that no mail brought.

import type { Submission } from '../api/types';

/** The arrival of a list from this file, which counts and is no version of another. */
export const arrivalFrom = (file: string): Submission['came'] => ({
  file,
  sender: null,
  'is-plain': true,
  'is-carried': false,
  codes: [],
  arrived: null,
  counts: 'counts',
  'version-of': null,
  concluded: [],
});
