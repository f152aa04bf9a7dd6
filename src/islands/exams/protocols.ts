import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { hasPassedRequiredItems } from '#api/catalogue/exams/rules.ts'
import type { DriverExamResult, WrittenExamResult } from '#api/participation/exam-results/contract.ts'
import { createQueue, type QueuedMutation } from '../offline/queue.ts'

type Checklist = DriverExam['checklist']

/** Draft of one driver's protocol; `null` is not judged yet. */
export interface ProtocolDraft {
  items: Record<string, { passed: boolean | null; comment: string }>
  passed: boolean | null
  note: string
  signature: string
}

export const emptyDraft: ProtocolDraft = { items: {}, passed: null, note: '', signature: '' }

type Protocol = NonNullable<DriverExamResult['protocol']>

/**
 * Converts a protocol to an unsigned draft with the same content, so that it can be corrected. Items that are no longer
 * on `checklist` are left out.
 */
export const toProtocolDraft = (protocol: Protocol, note: string | null, checklist: Checklist): ProtocolDraft => ({
  items: Object.fromEntries(
    protocol.items
      .filter(({ id }) => checklist.some((item) => item.id === id))
      .map(({ id, passed, comment }) => [id, { passed, comment: comment ?? '' }]),
  ),
  passed: protocol.passed,
  note: note ?? '',
  signature: '',
})

/** Signed protocol as the browser stores it: with ids and without names. */
export interface SignedProtocol extends QueuedMutation {
  examId: number
  resultId: number
  userId: number
  items: { id: number; passed: boolean; comment: string | null }[]
  passed: boolean
  note: string
  signature: string
  /**
   * When the corrected protocol was last changed, in epoch milliseconds; the server refuses to overwrite a newer one.
   */
  corrects?: number | undefined
}

/** Queue of signed protocols, one for each result; one request carries protocols of one exam, at most 10. */
export const protocolQueue = createQueue<SignedProtocol>({
  isSame: (one, other) => one.resultId === other.resultId,
  getSubject: ({ resultId }) => resultId,
  getAddress: ({ examId }) => examId,
  maxItems: 10,
})

/**
 * Converts a signed protocol to the input of the call; an empty note becomes null. `lastChange` is null unless it
 * corrects an earlier one.
 */
export const toWrittenResult = (signed: SignedProtocol): WrittenExamResult => ({
  resultId: signed.resultId,
  userId: signed.userId,
  note: signed.note || null,
  lastChange: signed.corrects ? new Date(signed.corrects) : null,
  protocol: {
    items: signed.items,
    passed: signed.passed,
    signature: signed.signature,
    signedDate: new Date(signed.at),
  },
})

const judgedItems = (draft: ProtocolDraft, checklist: Checklist) =>
  checklist.flatMap(({ id }) => {
    const { passed = null, comment = '' } = draft.items[id] ?? {}
    return passed === null ? [] : [{ id, passed, comment: comment.trim() || null }]
  })

/** Counts the items of the checklist that have been judged, passed or failed. */
export const countJudgedItems = (draft: ProtocolDraft, checklist: Checklist) => judgedItems(draft, checklist).length

/** Whether the driver can still pass: no required item has failed. */
export const canPass = (draft: ProtocolDraft, checklist: Checklist) =>
  checklist.every(({ id, required }) => !required || draft.items[id]?.passed !== false)

/**
 * Lists what keeps the protocol from being signed, as names of fields (`item-<id>`, `outcome`, `signature`, in this
 * order) and text keys of `exams`; empty when it can be signed. Each item must be judged, an outcome chosen, and a
 * signature has at least two characters. A pass needs no missing guardian and, once all items are judged, all required
 * ones passed; with a checklist, a fail needs a failed item or a comment on one.
 */
export function validateProtocol(
  draft: ProtocolDraft,
  checklist: Checklist,
  guardianMissing: boolean,
): { name: string; message: string }[] {
  const judged = judgedItems(draft, checklist)
  const unjudged = checklist.filter(({ id }) => !judged.some((one) => one.id === id))
  const fails = draft.passed === false
  const hasReason = checklist.length === 0 || judged.some(({ passed, comment }) => !passed || comment)
  return [
    ...unjudged.map(({ id }) => ({ name: `item-${id}`, message: 'problem.item' })),
    ...(draft.passed === null ? [{ name: 'outcome', message: 'problem.outcome' }] : []),
    ...(draft.passed && unjudged.length === 0 && !hasPassedRequiredItems(judged, checklist)
      ? [{ name: 'outcome', message: 'problem.required' }]
      : []),
    ...(draft.passed && guardianMissing ? [{ name: 'outcome', message: 'problem.guardian' }] : []),
    ...(fails && unjudged.length === 0 && !hasReason ? [{ name: 'outcome', message: 'problem.reason' }] : []),
    ...(draft.signature.trim().length < 2 ? [{ name: 'signature', message: 'problem.signature' }] : []),
  ]
}

interface SigningContext {
  examId: number
  result: Pick<DriverExamResult, 'resultId' | 'userId' | 'protocol' | 'lastChange'>
  checklist: Checklist
  id: string
  now: number
}

/**
 * Returns the draft as a signed protocol for the queue. `now` is epoch milliseconds; `id` is new for each signing.
 * Items that are not judged are left out, and a missing outcome counts as failed: callers check `validateProtocol`
 * first. A result that has a protocol is corrected over its last change.
 */
export const signProtocol = (
  draft: ProtocolDraft,
  { examId, result, checklist, id, now }: SigningContext,
): SignedProtocol => ({
  id,
  at: now,
  sendFrom: now,
  examId,
  resultId: result.resultId,
  userId: result.userId,
  items: judgedItems(draft, checklist),
  passed: draft.passed === true,
  note: draft.note.trim(),
  signature: draft.signature.trim(),
  corrects: result.protocol ? result.lastChange.getTime() : undefined,
})

export interface DriverRow extends DriverExamResult {
  /** Whether a signed protocol waits to be sent. */
  isWaiting: boolean
  refusal: SignedProtocol | null
}

/**
 * Lists the drivers from the server, in their order, with their state from the latest queued protocol, which
 * `isWaiting` marks. A refused protocol leaves the state unchanged; the first one is in `refusal`.
 */
export function toDriverRows(results: readonly DriverExamResult[], all: readonly SignedProtocol[]): DriverRow[] {
  return results.map((result) => {
    const own = all.filter(({ resultId }) => resultId === result.resultId)
    const queued = own.findLast(({ refusal }) => refusal === undefined)
    const refusal = own.find((one) => one.refusal !== undefined) ?? null
    const state = queued ? (queued.passed ? 'passed' : 'failed') : result.state
    return { ...result, state, isWaiting: queued !== undefined, refusal }
  })
}

/**
 * Returns the results in their order, with those replaced that the server has answered with. Answers about results that
 * are not in the list are ignored.
 */
export function mergeResults(
  results: readonly DriverExamResult[],
  answers: readonly DriverExamResult[],
): DriverExamResult[] {
  const byId = new Map(answers.map((answer) => [answer.resultId, answer]))
  return results.map((result) => byId.get(result.resultId) ?? result)
}

/**
 * Counts the drivers of an exam: `drivers` in total, `passed`, `failed`, and `left` to judge, signed up or pending.
 * Leaves out cancelled results.
 */
export const countStates = (rows: readonly DriverRow[]) => {
  const live = rows.filter(({ state }) => state !== 'canceled')
  const count = (state: DriverRow['state']) => live.filter((row) => row.state === state).length
  return {
    drivers: live.length,
    passed: count('passed'),
    failed: count('failed'),
    left: count('signedUp') + count('pending'),
  }
}

/**
 * Counts the seats of an exam that are taken by drivers outside `results`, the list that the reader may see. Both are
 * from the same load. A driver who failed has a seat, a cancelled sign-up has none.
 */
export const countUnseenDrivers = (
  { bookedCount }: { bookedCount: number },
  results: readonly Pick<DriverExamResult, 'state'>[],
): number => Math.max(0, bookedCount - results.filter(({ state }) => state !== 'canceled').length)
