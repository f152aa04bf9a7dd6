import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import { mayPass } from '#api/catalogue/exams/rules.ts'
import type { DriverExamResult, WrittenExamResult } from '#api/participation/exam-results/contract.ts'
import { queueOf, type Said } from '../offline/queue.ts'

type Checklist = DriverExam['checklist']

/** What the examiner has judged of one driver so far; `null` is not judged. */
export interface ProtocolDraft {
  items: Record<string, { passed: boolean | null; comment: string }>
  passed: boolean | null
  note: string
  signature: string
}

export const emptyDraft: ProtocolDraft = { items: {}, passed: null, note: '', signature: '' }

type Protocol = NonNullable<DriverExamResult['protocol']>

/** What a protocol says, to be written anew: of what is examined today, and not signed yet. */
export const draftFrom = (protocol: Protocol, note: string | null, checklist: Checklist): ProtocolDraft => ({
  items: Object.fromEntries(
    protocol.items
      .filter(({ id }) => checklist.some((item) => item.id === id))
      .map(({ id, passed, comment }) => [id, { passed, comment: comment ?? '' }]),
  ),
  passed: protocol.passed,
  note: note ?? '',
  signature: '',
})

/** What a signed protocol says, as it lies in the browser: ids and no names. */
export interface SignedProtocol extends Said {
  examId: number
  resultId: number
  userId: number
  items: { id: number; passed: boolean; comment: string | null }[]
  passed: boolean
  note: string
  signature: string
  /** When what stands was last changed, of a protocol that corrects one: another's is not written over unseen. */
  corrects?: number | undefined
}

export const protocolQueue = queueOf<SignedProtocol>({
  isSame: (one, other) => one.resultId === other.resultId,
  subjectOf: ({ resultId }) => resultId,
  addressOf: ({ examId }) => examId,
  atMost: 10,
})

/** The protocol as the call takes it. */
export const writtenOf = (signed: SignedProtocol): WrittenExamResult => ({
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

const judgedOf = (draft: ProtocolDraft, checklist: Checklist) =>
  checklist.flatMap(({ id }) => {
    const { passed = null, comment = '' } = draft.items[id] ?? {}
    return passed === null ? [] : [{ id, passed, comment: comment.trim() || null }]
  })

export const judgedCount = (draft: ProtocolDraft, checklist: Checklist) => judgedOf(draft, checklist).length

/** Whether passing is still open: nothing that is required has been judged a failure. */
export const canPass = (draft: ProtocolDraft, checklist: Checklist) =>
  checklist.every(({ id, required }) => !required || draft.items[id]?.passed !== false)

/** What is missing before it can be signed, by field; text keys. */
export function problemsOf(
  draft: ProtocolDraft,
  checklist: Checklist,
  guardianMissing: boolean,
): { name: string; message: string }[] {
  const judged = judgedOf(draft, checklist)
  const open = checklist.filter(({ id }) => !judged.some((one) => one.id === id))
  const fails = draft.passed === false
  const saysWhy = checklist.length === 0 || judged.some(({ passed, comment }) => !passed || comment)
  return [
    ...open.map(({ id }) => ({ name: `item-${id}`, message: 'problem.item' })),
    ...(draft.passed === null ? [{ name: 'outcome', message: 'problem.outcome' }] : []),
    ...(draft.passed && open.length === 0 && !mayPass(judged, checklist)
      ? [{ name: 'outcome', message: 'problem.required' }]
      : []),
    ...(draft.passed && guardianMissing ? [{ name: 'outcome', message: 'problem.guardian' }] : []),
    ...(fails && open.length === 0 && !saysWhy ? [{ name: 'outcome', message: 'problem.reason' }] : []),
    ...(draft.signature.trim().length < 2 ? [{ name: 'signature', message: 'problem.signature' }] : []),
  ]
}

interface Signing {
  examId: number
  result: Pick<DriverExamResult, 'resultId' | 'userId' | 'protocol' | 'lastChange'>
  checklist: Checklist
  id: string
  now: number
}

export const signed = (draft: ProtocolDraft, { examId, result, checklist, id, now }: Signing): SignedProtocol => ({
  id,
  at: now,
  sendFrom: now,
  examId,
  resultId: result.resultId,
  userId: result.userId,
  items: judgedOf(draft, checklist),
  passed: draft.passed === true,
  note: draft.note.trim(),
  signature: draft.signature.trim(),
  corrects: result.protocol ? result.lastChange.getTime() : undefined,
})

export interface DriverRow extends DriverExamResult {
  /** Signed here, and not with the portal yet. */
  isWaiting: boolean
  refusal: SignedProtocol | null
}

/** What the portal holds, with what is signed and on its way laid over it. */
export function rowsOf(results: readonly DriverExamResult[], all: readonly SignedProtocol[]): DriverRow[] {
  return results.map((result) => {
    const own = all.filter(({ resultId }) => resultId === result.resultId)
    const waiting = own.findLast(({ refusal }) => refusal === undefined)
    const refusal = own.find((one) => one.refusal !== undefined) ?? null
    const state = waiting ? (waiting.passed ? 'passed' : 'failed') : result.state
    return { ...result, state, isWaiting: waiting !== undefined, refusal }
  })
}

/** The portal's answers laid into the list. */
export function withResults(
  results: readonly DriverExamResult[],
  answers: readonly DriverExamResult[],
): DriverExamResult[] {
  const byId = new Map(answers.map((answer) => [answer.resultId, answer]))
  return results.map((result) => byId.get(result.resultId) ?? result)
}

export const tallyOf = (rows: readonly DriverRow[]) => {
  const live = rows.filter(({ state }) => state !== 'canceled')
  const count = (state: DriverRow['state']) => live.filter((row) => row.state === state).length
  return {
    drivers: live.length,
    passed: count('passed'),
    failed: count('failed'),
    left: count('signedUp') + count('pending'),
  }
}
