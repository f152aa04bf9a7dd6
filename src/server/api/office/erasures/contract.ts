import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { grounds } from '#api/office/data-retention/rules.ts'
import { day, id, instant, noContent, pageSchema, queryPage, queryPageSize } from '#api/wire.ts'
import { concerns, type ErasureState, erasureStates, requesters } from './rules.ts'

const State = z.literal(Object.values(erasureStates) as [ErasureState, ...ErasureState[]])

const CountedTable = z.object({ table: z.string(), count: z.int() })

/** Numbers of rows that an erasure deletes, de-identifies and keeps. */
export const ErasureSummary = z.object({
  /** Deleted rows. */
  deleted: z.array(CountedTable),
  /** Rows that stay without personal data. */
  deidentified: z.array(CountedTable),
  /** Rows that the law requires; they keep the person's id. */
  kept: z.array(CountedTable.extend({ ground: z.enum(grounds) })),
  files: z.int(),
})
export type ErasureSummary = z.infer<typeof ErasureSummary>

export const ErasurePreview = ErasureSummary.extend({
  concerns: z.array(z.object({ kind: z.enum(concerns), count: z.int() })),
  /** Refusal code when the erasure cannot be confirmed now. */
  refusal: z.enum(['identity_protected', 'last_superadministrator', 'payment_under_way']).nullable(),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

const Person = z.object({ id, name: z.string() })

export const ErasureRequest = z.object({
  id,
  /** After an erasure only the id identifies the person. */
  user: Person,
  state: State,
  requestedAs: z.enum(requesters),
  requestedBy: Person,
  created: instant,
  due: day,
  standing: z.enum(['closed', 'onTime', 'near', 'late']),
  decidedBy: Person.nullable(),
  decided: instant.nullable(),
  done: instant.nullable(),
  reason: z.string().nullable(),
  receipt: ErasureSummary.nullable(),
})
export type ErasureRequest = z.infer<typeof ErasureRequest>

/** The latest request as shown to the person or to the person's guardian. */
export const OwnErasure = ErasureRequest.pick({ state: true, created: true, due: true, decided: true, reason: true })
export type OwnErasure = z.infer<typeof OwnErasure>

export const erasures = contract({
  'GET /user/:id/erasure': {
    who: 'signedIn',
    reply: OwnErasure.nullable(),
    cache: 'never',
    summary:
      'Returns the latest erasure request for a person, to the person, a deciding guardian, or a superadministrator.',
  },
  'POST /user/:id/erasure': {
    who: 'signedIn',
    reply: OwnErasure,
    summary:
      'Requests the erasure of a person: by the person, by a guardian for a child, or by a superadministrator on their behalf.',
  },
  'DELETE /user/:id/erasure': {
    who: 'signedIn',
    reply: noContent,
    summary: 'Withdraws the open request; a confirmed one cannot be withdrawn.',
  },
  'GET /ErasureRequests': {
    who: 'superadministrators',
    query: z.object({
      state: z.string().transform(Number).pipe(State).optional(),
      page: queryPage,
      pageSize: queryPageSize,
    }),
    reply: pageSchema(ErasureRequest),
    cache: 'never',
    summary: 'Lists erasure requests: open ones by due date, then the latest.',
  },
  'GET /ErasureRequests/:id': {
    who: 'superadministrators',
    reply: ErasureRequest.extend({ preview: ErasurePreview.nullable() }),
    cache: 'never',
    summary: 'Returns a request; an open one with what an erasure would remove, empty and keep.',
  },
  'POST /ErasureRequests/:id/confirm': {
    who: 'superadministrators',
    reply: ErasureRequest,
    repeatable: true,
    summary: 'Confirms a request; a background job then erases the person permanently.',
  },
  'POST /ErasureRequests/:id/refuse': {
    who: 'superadministrators',
    body: z.object({ reason: z.string().trim().min(1).max(1000) }),
    reply: ErasureRequest,
    repeatable: true,
    summary: 'Refuses a request and mails the reason to the person.',
  },
})
