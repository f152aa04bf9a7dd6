import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line, noContent, queryPage, queryPageSize, version } from '#api/wire.ts'
import {
  type MemberField,
  type MemberStatus,
  maxCellLength,
  memberFields,
  memberLimits,
  memberReasons,
  memberStatuses,
} from './rules.ts'

const count = z.int()

const Column = z.int().min(0).max(memberLimits.columns)
const Mapping = z.object(Object.fromEntries(memberFields.map((field) => [field, Column.optional()])))

export const MemberImportRow = z.object({
  /** Line or row number in the file. */
  row: z.int(),
  name: z.string(),
  birthDate: z.string().nullable(),
  email: z.string().nullable(),
  club: z.string().nullable(),
  status: z.literal(Object.values(memberStatuses) as [MemberStatus, ...MemberStatus[]]),
  reason: z.enum(memberReasons).nullable(),
  /** Whether the row stayed when the batch was undone. */
  isKept: z.boolean(),
  /** Whether the row was corrected in the preview. */
  isEdited: z.boolean(),
})
export type MemberImportRow = z.infer<typeof MemberImportRow>

const cell = line.max(maxCellLength)
const Cells = z
  .object(Object.fromEntries(memberFields.map((field) => [field, cell])) as Record<MemberField, typeof cell>)
  .partial()

/** A staged row for its correction. */
export const EditableMemberRow = z.object({
  /** Line or row number in the file. */
  row: z.int(),
  /** Cells of the fields that have a column. The cell of the birth has the date alone. */
  cells: Cells,
  status: z.literal(Object.values(memberStatuses) as [MemberStatus, ...MemberStatus[]]),
  /** Error of the row, in the caller's language. */
  message: z.string().nullable(),
  /** Field that the error is about; null when it is about the whole row, or there is none. */
  wrongColumn: z.enum(memberFields).nullable(),
  lastChange: instant,
})
export type EditableMemberRow = z.infer<typeof EditableMemberRow>

/** Corrected cells of a row; the others stay. `lastChange` is the version that was edited. */
export const EditedMemberRow = z.object({ cells: Cells, lastChange: version })
export type EditedMemberRow = z.infer<typeof EditedMemberRow>

/** The caller's latest batch of members. */
export const MemberImport = z.object({
  id,
  title: z.string(),
  state: z.enum(['staged', 'running', 'done', 'undoing', 'undone']),
  /** Whether the batch waits for a job that has ended before it was finished; it can be started again. */
  isStopped: z.boolean(),
  uploaded: instant,
  header: z.array(z.string()),
  mapping: Mapping,
  /** Whether the columns of both names and the date of birth are chosen. */
  isComplete: z.boolean(),
  organizationId: id.nullable(),
  rows: count,
  applied: count,
  counts: z.object({ errors: count, new: count, joined: count, existing: count }),
  undone: count,
  kept: count,
  /** Last moment at which the batch can be undone; null when it cannot. */
  undoUntil: instant.nullable(),
  /** One page of the rows, errors first. */
  preview: z.array(MemberImportRow),
})
export type MemberImport = z.infer<typeof MemberImport>

const office = { who: 'usersOffice', cache: 'never' } as const

export const memberImports = contract({
  'POST /MemberImports/file': {
    ...office,
    multipart: 'title',
    partIsText: true,
    bodyMb: 6,
    body: z.string().max(300).optional(),
    reply: noContent,
    summary: 'Stages a file of members, .csv or .xlsx, in place of one that the caller staged before. Imports nothing.',
  },
  'GET /MemberImports': {
    ...office,
    query: z.object({ page: queryPage, pageSize: queryPageSize }),
    reply: MemberImport.nullable(),
    summary:
      'Returns the caller’s latest file of members with its columns, counts and a page of its rows, errors first.',
  },
  'GET /MemberImports/errorsFile': {
    ...office,
    summary:
      'Returns the rows with errors of the caller’s latest file as a file that can be corrected and uploaded, with a column that says what is wrong.',
  },
  'GET /MemberImports/:id/rows/:row': {
    ...office,
    reply: EditableMemberRow,
    summary: 'Returns a row of the caller’s staged file with its cells, for its correction.',
  },
  'PUT /MemberImports/:id/rows/:row': {
    ...office,
    body: EditedMemberRow,
    reply: EditableMemberRow,
    summary: 'Corrects cells of a staged row, and checks the rows again.',
  },
  'PUT /MemberImports/:id/columns': {
    ...office,
    body: z.object({ mapping: Mapping, organizationId: id.nullable() }),
    reply: noContent,
    summary: 'Chooses the columns of a staged file and the club of rows that name none, and checks its rows again.',
  },
  'POST /MemberImports/:id/start': {
    ...office,
    reply: noContent,
    summary: 'Adds the people of a staged file in the background. Starting again continues, and adds nobody twice.',
  },
  'POST /MemberImports/:id/undo': {
    ...office,
    reply: noContent,
    summary: 'Takes back an import of the last thirty days. People who have done something since stay.',
  },
  'DELETE /MemberImports/:id': {
    ...office,
    reply: noContent,
    summary: 'Removes a staged file; nobody was added.',
  },
})
