import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line, namesById, noContent, queryPage, queryPageSize, version } from '#api/wire.ts'
import {
  type BatchStatus,
  batchStatuses,
  type ColumnName,
  columnKeys,
  maxCellLength,
  type RowStatus,
  rowStatuses,
} from './rules.ts'

export const NewEducation = z.object({
  name: z.string(),
  status: z.literal(Object.values(rowStatuses) as [RowStatus, ...RowStatus[]]),
  /** Information or error about the row, in the caller's language. */
  message: z.string().nullable(),
  /** Line number in the file. */
  row: z.int(),
  /** Whether the row was corrected in the preview. */
  isEdited: z.boolean(),
})
export type NewEducation = z.infer<typeof NewEducation>

/** Rows of the file about one person. */
export const ImportedResultRow = z.object({
  /** Null when no person matches. */
  id: id.nullable(),
  name: z.string(),
  profilePictureUrl: z.string().nullable(),
  organizations: namesById,
  alreadyExistingEducations: z.array(z.string()),
  newEducations: z.array(NewEducation),
})
export type ImportedResultRow = z.infer<typeof ImportedResultRow>

const count = z.int()

/** The undo of an import that is done. */
export const ImportUndo = z.object({
  /** The last moment at which it can be pressed; null when it was pressed or the time is over. */
  until: instant.nullable(),
  state: z.enum(['possible', 'undoing', 'undone']),
  /** Whether it is unfinished without a live job; it can be pressed again. */
  isStopped: z.boolean(),
  /** Results that it takes back, or has taken back. */
  results: count,
  /** Results that were changed since the import, which it leaves. */
  changed: count,
  /** The first hundred of these, in the order of the file. */
  kept: z.array(z.object({ row: count, userId: id, name: z.string(), education: z.string() })),
})
export type ImportUndo = z.infer<typeof ImportUndo>

/** Progress of the caller's latest import. */
export const ImportBatch = z.object({
  id,
  title: z.string(),
  uploaded: instant,
  status: z.literal(Object.values(batchStatuses) as [BatchStatus, ...BatchStatus[]]),
  /** Rows in the file; `done` is the number of rows checked, or applied once the import runs. */
  rows: count,
  done: count,
  /** Whether the import is unfinished without a live job, because it failed or was cancelled; it can be restarted. */
  stopped: z.boolean(),
  /** Whether the job continues after an interruption. */
  resumed: z.boolean(),
  people: count,
  /** Rows by status. */
  counts: z.object({ new: count, newEducation: count, existing: count, errors: count }),
  added: count,
  /** Null until the import is done. */
  undo: ImportUndo.nullable(),
})
export type ImportBatch = z.infer<typeof ImportBatch>

const cell = line.max(maxCellLength)
const Cells = z.object(Object.fromEntries(columnKeys.map((name) => [name, cell])) as Record<ColumnName, typeof cell>)

/** A staged row for its correction. */
export const EditableRow = z.object({
  /** Line number in the file. */
  row: z.int(),
  cells: Cells,
  status: z.literal(Object.values(rowStatuses) as [RowStatus, ...RowStatus[]]),
  /** Information or error about the row, in the caller's language. */
  message: z.string().nullable(),
  /** Column that the error is about; null when the row has none. */
  wrongColumn: z.enum(columnKeys).nullable(),
  lastChange: instant,
})
export type EditableRow = z.infer<typeof EditableRow>

/** Corrected cells of a row; the others stay. `lastChange` is the version that was edited. */
export const EditedRow = z.object({ cells: Cells.partial(), lastChange: version })
export type EditedRow = z.infer<typeof EditedRow>

const superadministrators = { who: 'superadministrators', cache: 'never' } as const

export const imports = contract({
  'POST /imports/educationResultsFile': {
    ...superadministrators,
    multipart: 'title',
    partIsText: true,
    bodyMb: 16,
    body: z.string().max(300).optional(),
    reply: z.array(ImportedResultRow),
    summary: 'Stages the rows of a .csv file, and replaces rows that the caller staged before. Imports nothing.',
  },
  'GET /imports': {
    ...superadministrators,
    query: z.object({ page: queryPage, pageSize: queryPageSize }),
    reply: z.array(ImportedResultRow),
    summary: 'Lists the caller’s staged rows, one for each person, those with errors first.',
  },
  'GET /imports/batch': {
    ...superadministrators,
    reply: ImportBatch.nullable(),
    summary: 'Returns the progress of the caller’s latest import, with the number of rows of each kind.',
  },
  'GET /imports/:id/rows/:row': {
    ...superadministrators,
    reply: EditableRow,
    summary: 'Returns a row of the caller’s staged import with its cells, for its correction.',
  },
  'PUT /imports/:id/rows/:row': {
    ...superadministrators,
    body: EditedRow,
    reply: EditableRow,
    summary: 'Corrects cells of a staged row, and checks the row again.',
  },
  'POST /imports/clear': {
    ...superadministrators,
    reply: noContent,
    summary: 'Removes the caller’s staged rows; imported results stay.',
  },
  'POST /imports/start': {
    ...superadministrators,
    reply: z.object({ jobId: z.string().nullable(), added: count }),
    changes: ['educations'],
    summary: 'Imports the staged rows in the background. Starting again continues, and imports no row twice.',
  },
  'POST /imports/:id/undo': {
    ...superadministrators,
    reply: noContent,
    summary: 'Takes back an import of the last thirty days in the background. Results that were changed since stay.',
  },
  'GET /imports/errorsFile': {
    ...superadministrators,
    summary:
      'Returns the rows with errors of the caller’s latest import as a file that can be corrected and uploaded, with a column that says what is wrong.',
  },
  'GET /imports/exampleFile': {
    who: 'superadministrators',
    summary: 'Returns an example file that opens in a Swedish spreadsheet.',
  },
})
