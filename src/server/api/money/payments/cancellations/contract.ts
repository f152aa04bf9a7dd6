import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, queryId, queryList } from '#api/wire.ts'

/** A number of sign-ups and their sum in kronor. */
const CountedSum = z.object({ count: z.int(), amount: z.number().min(0).multipleOf(0.01) })

/** The money of sign-ups that are about to be cancelled. */
export const CancellationEffects = z.object({
  /** Sign-ups that are cancelled; completed ones stay. */
  seats: z.int(),
  /** Paid by card: the refunds that the cancellation leaves. */
  refunds: CountedSum,
  /** On invoices: rows that become rows to credit. */
  credits: CountedSum,
  /** Due to be invoiced, and no longer when they are cancelled. */
  dropped: CountedSum,
})
export type CancellationEffects = z.infer<typeof CancellationEffects>

const query = z.object({
  /** Only these sign-ups, as when their people are removed; all, as when the whole is cancelled, without any. */
  resultIds: queryList(queryId).pipe(z.array(id).max(200)),
})

export const cancellations = contract({
  'GET /Payment/cancellation/occasion/:id': {
    who: 'educatorsUp',
    query,
    reply: CancellationEffects,
    cache: 'never',
    summary:
      'Returns what a cancellation would refund and credit, before it is made. For the organisers of the occasion.',
  },
  'GET /Payment/cancellation/exam/:id': {
    who: 'educatorsUp',
    feature: 'PracticalDriverExamination',
    query,
    reply: CancellationEffects,
    cache: 'never',
    summary:
      'Returns what the removal of an examination, or of some of its drivers, would refund and credit, before it is made. For the organisers of the examination.',
  },
})
