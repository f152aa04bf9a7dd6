import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, noContent, queryList } from '#api/wire.ts'
import { connectionTroubles, failureReasons } from './rules.ts'

const BatchId = z.string().min(1).max(60)

const FortnoxConnection = z.object({
  companyName: z.string(),
  organizationNumber: z.string().nullable(),
  connectedDate: instant,
  connectedByName: z.string().nullable(),
  /** Fortnox refuses the grant, so that somebody has to connect again. */
  isRevoked: z.boolean(),
})

export const FortnoxStatus = z.object({
  /** False on a portal that is no app of Fortnox: nothing about Fortnox is shown. */
  isConfigured: z.boolean(),
  connection: FortnoxConnection.nullable(),
  /** Why what waits is not sent, until somebody corrects it; null when nothing is known to be wrong. */
  trouble: z.enum(connectionTroubles).nullable(),
})
export type FortnoxStatus = z.infer<typeof FortnoxStatus>

/** The standing invoices of a batch by what has become of them in Fortnox. */
export const FortnoxBatch = z.object({
  id: BatchId,
  unsentCount: z.int(),
  waitingCount: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  /** Number of those sent whose sum or VAT in Fortnox differs from the portal's. */
  deviationCount: z.int(),
})
export type FortnoxBatch = z.infer<typeof FortnoxBatch>

const FortnoxDocument = z.object({
  invoiceId: id,
  number: z.int(),
  recipientName: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Number in Fortnox. */
  documentNumber: z.string().nullable(),
  reason: z.enum(failureReasons).nullable(),
  /** Fortnox' own text about the reason. */
  message: z.string().nullable(),
  /** Sums in Fortnox, in kronor, when they differ from the portal's; null where Fortnox names none. */
  deviation: z.object({ total: z.number().nullable(), vatTotal: z.number().nullable() }).nullable(),
})
export type FortnoxDocument = z.infer<typeof FortnoxDocument>

const who = 'superadministrators'

export const fortnoxCalls = contract({
  'GET /Fortnox': {
    who,
    reply: FortnoxStatus,
    summary: 'Returns whether the portal can send invoices to Fortnox, and the company that it is connected to.',
  },
  'POST /Fortnox/connect': {
    who,
    recentProof: true,
    cache: 'never',
    body: z.object({
      /** `connectedDate` of the connection that the caller has seen, which the new one replaces; null for none. */
      seen: instant.nullable(),
    }),
    reply: z.object({ url: z.string() }),
    summary:
      'Returns the URL at Fortnox where the caller grants the portal its rights, within ten minutes. Refused when the connection has changed since the caller saw it.',
  },
  'POST /Fortnox/complete': {
    who,
    cache: 'never',
    body: z.object({
      /** Query of the URL by which Fortnox led the browser back. */
      search: z.string().max(8000),
    }),
    reply: FortnoxStatus,
    summary:
      'Connects the portal with the grant that Fortnox led back with, in the place of the connection before, whose grant it ends.',
  },
  'DELETE /Fortnox': {
    who,
    reply: noContent,
    summary: 'Disconnects the portal from Fortnox and deletes the tokens. What has been sent stays in Fortnox.',
  },
  'GET /Fortnox/Batches': {
    who,
    query: z.object({ ids: queryList(BatchId).pipe(z.array(BatchId).max(200)) }),
    reply: z.array(FortnoxBatch),
    summary: 'Counts the invoices of batches that are sent to Fortnox, wait, failed, or were never sent.',
  },
  'GET /Fortnox/Batches/:id': {
    who,
    params: z.object({ id: BatchId }),
    cache: 'never',
    reply: FortnoxBatch.extend({ documents: z.array(FortnoxDocument) }),
    summary: 'Returns those counts of a batch with its invoices: failed ones first, with the reason.',
  },
  'POST /Fortnox/Batches/:id': {
    who,
    params: z.object({ id: BatchId }),
    repeatable: true,
    reply: FortnoxBatch,
    summary:
      'Sends the invoices of a batch to Fortnox that are not there, also those that failed. Repeating adds none.',
  },
})
