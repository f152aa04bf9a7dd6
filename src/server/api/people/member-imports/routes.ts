import type { Ctx } from '#api/context.ts'
import { findLiveJob } from '#api/foundation/jobs/storage.ts'
import { serve } from '#api/serve.ts'
import { type MemberImport, type MemberImportRow, memberImports } from './contract.ts'
import { editRow, getRow } from './edit-row.ts'
import { serveMemberErrors } from './errors-file.ts'
import {
  chooseColumns,
  findUndoEnd,
  receiveMembers,
  removeBatch,
  startImport,
  toJobKey,
  undoImport,
} from './receive-members.ts'
import { batchStates, type ColumnMapping, isComplete, memberStatuses, toMemberRow } from './rules.ts'
import { findLatestBatch, listPreview, type StoredRow } from './storage.ts'

const stateNames = ['staged', 'running', 'done', 'undoing', 'undone'] as const

function toRow(row: StoredRow, mapping: ColumnMapping): MemberImportRow {
  const { firstName, lastName, birthOn, email, club } = toMemberRow(row.cells, mapping)
  return {
    row: row.rowNumber,
    name: `${firstName} ${lastName}`.trim(),
    birthDate: birthOn,
    email: email || null,
    club: club || null,
    status: row.status ?? memberStatuses.error,
    reason: row.reason,
    isKept: row.isKept,
    isEdited: row.changedAt.getTime() > 0,
  }
}

async function getLatest(ctx: Ctx, page: number, pageSize: number): Promise<MemberImport | null> {
  const batch = await findLatestBatch(ctx.db, ctx.actor.id)
  if (!batch) return null
  const [{ rows, ...figures }, live] = await Promise.all([
    listPreview(ctx.db, batch.id, page, pageSize),
    findLiveJob(ctx.db, toJobKey(batch)),
  ])
  const isUnderWay = batch.state === batchStates.running || batch.state === batchStates.undoing
  const isReady = isComplete(batch.mapping)
  return {
    id: batch.id,
    title: batch.title,
    state: stateNames[batch.state],
    isStopped: isUnderWay && !live,
    uploaded: batch.uploadedAt,
    header: batch.header,
    mapping: batch.mapping,
    isComplete: isReady,
    organizationId: batch.organizationId,
    rows: batch.rowCount,
    undoUntil: findUndoEnd(batch, ctx.now),
    preview: isReady ? rows.map((row) => toRow(row, batch.mapping)) : [],
    ...figures,
  }
}

export const routes = serve(memberImports, {
  'POST /MemberImports/file': ({ body, file }, ctx) => receiveMembers(ctx, file, body || file?.name || ''),
  'GET /MemberImports': ({ query: { page, pageSize } }, ctx) => getLatest(ctx, page, pageSize),
  'GET /MemberImports/errorsFile': (_input, ctx) => serveMemberErrors(ctx),
  'GET /MemberImports/:id/rows/:row': ({ params }, ctx) => getRow(ctx, params.id, params.row),
  'PUT /MemberImports/:id/rows/:row': ({ params, body }, ctx) => editRow(ctx, params.id, params.row, body),
  'PUT /MemberImports/:id/columns': ({ params, body }, ctx) => chooseColumns(ctx, params.id, body),
  'POST /MemberImports/:id/start': ({ params }, ctx) => startImport(ctx, params.id),
  'POST /MemberImports/:id/undo': ({ params }, ctx) => undoImport(ctx, params.id),
  'DELETE /MemberImports/:id': ({ params }, ctx) => removeBatch(ctx, params.id),
})
