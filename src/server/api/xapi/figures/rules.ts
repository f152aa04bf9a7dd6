/** What came of an attempt by what the course told; open: nothing yet. */
export const outcomes = ['passed', 'completed', 'failed', 'open'] as const
export type Outcome = (typeof outcomes)[number]
