import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, namesById, noContent, queryPage, queryPageSize } from '#api/wire.ts'
import { type BatchStatus, batchStatuses, type RowStatus, rowStatuses } from './rules.ts'

export const NewEducation = z.object({
  name: z.string(),
  status: z.literal(Object.values(rowStatuses) as [RowStatus, ...RowStatus[]]),
  /** Information or error about the row, in the reader's language. */
  message: z.string().nullable(),
  /** Line number in the file. */
  row: z.int(),
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
})
export type ImportBatch = z.infer<typeof ImportBatch>

const superadministrators = { who: 'superadministrators', cache: 'never' } as const

export const imports = contract({
  'POST /imports/educationResultsFile': {
    ...superadministrators,
    multipart: 'title',
    partIsText: true,
    bodyMb: 16,
    body: z.string().max(300).optional(),
    reply: z.array(ImportedResultRow),
    summary: 'Reads a .csv file and stages its rows; what the caller had staged before is replaced. Applies nothing.',
  },
  'GET /imports': {
    ...superadministrators,
    query: z.object({ page: queryPage, pageSize: queryPageSize }),
    reply: z.array(ImportedResultRow),
    summary: 'What the caller has staged, a row per person, those with something to mend first.',
  },
  'GET /imports/batch': {
    ...superadministrators,
    reply: ImportBatch.nullable(),
    summary: 'The caller’s latest import: how far it has come, and how many rows there are of each kind.',
  },
  'POST /imports/clear': {
    ...superadministrators,
    reply: noContent,
    summary: 'Forgets what the caller has staged; what is imported stays.',
  },
  'POST /imports/start': {
    ...superadministrators,
    reply: z.object({ jobId: z.string().nullable(), added: count }),
    changes: ['educations'],
    summary: 'Applies the staged rows in the background; started again it goes on, and adds nothing twice.',
  },
  'GET /imports/exampleFile': {
    who: 'superadministrators',
    summary: 'A file to begin from, as a Swedish spreadsheet opens it.',
  },
})
