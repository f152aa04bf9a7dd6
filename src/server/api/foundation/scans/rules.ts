/** Results of the virus scanner. Without a scanner every file stays `NotScanned`. */
export const scanStates = ['NotScanned', 'Clean', 'Infected', 'Failed'] as const
export type ScanState = (typeof scanStates)[number]

/**
 * Whether a file may be downloaded by the state of its virus scan: only an infected one is blocked, not one whose scan
 * failed, is under way or never ran.
 */
export const isDownloadable = (state: ScanState): boolean => state !== 'Infected'
