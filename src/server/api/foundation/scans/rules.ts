/** Results of the virus scanner. Without a scanner every file stays `NotScanned`. */
export const scanStates = ['NotScanned', 'Clean', 'Infected', 'Failed'] as const
export type ScanState = (typeof scanStates)[number]

/** Whether a file may be downloaded: infected files are blocked. */
export const isDownloadable = (state: ScanState): boolean => state !== 'Infected'
