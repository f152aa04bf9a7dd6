/** What the virus scanner has said of a file. Without a scanner every file stays `NotScanned`. */
export const scanStates = ['NotScanned', 'Clean', 'Infected', 'Failed'] as const
export type ScanState = (typeof scanStates)[number]

/** An infected file is given to nobody. */
export const isGivenOut = (state: ScanState): boolean => state !== 'Infected'
