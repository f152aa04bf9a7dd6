/** Kinds of files that a list can be exported as. */
export const tableFileKinds = ['xlsx', 'csv'] as const
export type TableFileKind = (typeof tableFileKinds)[number]

/** Highest number of rows in an exported file, which is built in memory. */
export const maxExportedRows = 20_000
