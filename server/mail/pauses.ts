import { seconds } from '@lacre/letter/duration.ts'

/** After the first try that failed; it doubles with each. It also holds the lease, so it is longer than a carrier may take. */
export const firstPause = seconds(30)
