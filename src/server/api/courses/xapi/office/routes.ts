import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { isDescending } from '#api/list-order.ts'
import { recordReadsById, recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { serve } from '#api/serve.ts'
import { endOfDay, startOfDay } from '#api/zone.ts'
import { type ListedStatement, type StatementSearch, statementOffice } from './contract.ts'
import { reevaluate } from './reevaluate.ts'
import { removeActorData } from './remove-actor.ts'
import { statementOrders } from './rules.ts'
import { listOfficeStatements, type OfficeStatementFilter } from './storage.ts'

const questionOf = ({ name, userId, educationPartId, verb, from, to }: StatementSearch): OfficeStatementFilter => ({
  name: name ?? null,
  userId: userId ?? null,
  educationPartId: educationPartId ?? null,
  verb: verb ?? null,
  from: from ? startOfDay(from) : null,
  to: to ? endOfDay(to) : null,
})

type Row = Awaited<ReturnType<typeof listOfficeStatements>>[number]

const wire = ({ statement: row, userName, title }: Row): ListedStatement => ({
  id: row.id,
  sequence: row.sequence,
  stored: row.storedAt,
  userId: row.userId,
  userName,
  educationPartId: row.educationPartId,
  educationPartTitle: title,
  verb: row.verb,
  activityId: row.activityId,
  voided: row.voided,
  statement: { ...row.statement },
})

interface PageOptions {
  after: number | undefined
  pageSize: number
  isOldestFirst: boolean
}

async function page(ctx: Ctx, search: StatementSearch, { after, pageSize, isOldestFirst }: PageOptions) {
  const question = { ...questionOf(search), isOldestFirst }
  const rows = await listOfficeStatements(ctx.db, question, after ?? null, pageSize + 1)
  const shown = rows.slice(0, pageSize)
  await recordReadsById(
    ctx,
    shown.map(({ statement }) => statement.userId),
  )
  return { items: shown.map(wire), next: rows.length > pageSize ? (shown.at(-1)?.statement.sequence ?? null) : null }
}

const exportPage = 500

/**
 * Streams all statements of a search as a download with one JSON array, 500 rows at a time. An audit entry is written
 * before the first row is sent, and each portion records the reads of minors and protected identities.
 */
async function exported(ctx: Ctx, search: StatementSearch): Promise<Response> {
  // Audited first, so that no export is unrecorded.
  await ctx.db.commit([recordAudit(ctx, 'statements.exported', { type: 'statements', id: 0 }, { search })])
  const question = questionOf(search)
  const encoder = new TextEncoder()
  let after: number | null = null
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows: Row[] = await listOfficeStatements(ctx.db, question, after, exportPage)
      await recordReadsOfListById(
        ctx,
        rows.map(({ statement }) => statement.userId),
      )
      const texts = rows.map(({ statement }) => JSON.stringify(statement.statement))
      const between = isFirst ? '[' : texts.length > 0 ? ',\n' : ''
      controller.enqueue(encoder.encode(`${between}${texts.join(',\n')}`))
      isFirst = false
      after = rows.at(-1)?.statement.sequence ?? null
      if (rows.length === exportPage) return
      controller.enqueue(encoder.encode(']\n'))
      controller.close()
    },
  })
  return new Response(body, {
    // Sent as a download; the browser does not display it.
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="statements.json"',
    },
  })
}

export const routes = serve(statementOffice, {
  'GET /Statements': ({ query: { after, pageSize, sort, descending, ...search } }, ctx) => {
    const isOldestFirst = !isDescending(statementOrders, { sort, descending })
    return page(ctx, search, { after, pageSize, isOldestFirst })
  },
  'GET /Statements/export': ({ query }, ctx) => exported(ctx, query),
  'POST /Statements/reevaluate': ({ body }, ctx) => reevaluate(ctx, body),
  'POST /Statements/forget': ({ body }, ctx) => removeActorData(ctx, body),
})
