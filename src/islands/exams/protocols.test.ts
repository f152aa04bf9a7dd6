import { describe, expect, test } from 'vitest'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import {
  canPass,
  countStates,
  countUnseenDrivers,
  emptyDraft,
  protocolQueue,
  signProtocol,
  toDriverRows,
  toProtocolDraft,
  toWrittenResult,
  validateProtocol,
} from './protocols.ts'

const checklist = [
  { id: 1, text: 'Flaggor', required: true },
  { id: 2, text: 'Skötsel', required: false },
]
const item = (passed: boolean | null, comment = '') => ({ passed, comment })
const whole = { ...emptyDraft, items: { 1: item(true), 2: item(true) }, passed: true, signature: 'M1 1 L9 9' }
const names = (draft: typeof emptyDraft, guardianMissing = false) =>
  validateProtocol(draft, checklist, guardianMissing).map(({ name, message }) => `${name} ${message}`)

describe('a protocol can be signed', () => {
  test('when every item is judged, the outcome decided and the signature written', () => {
    expect(names(whole)).toEqual([])
    expect(names(emptyDraft)).toEqual([
      'item-1 problem.item',
      'item-2 problem.item',
      'outcome problem.outcome',
      'signature problem.signature',
    ])
  })

  test('not as passed with a failed required item or without the guardian', () => {
    const failed = { ...whole, items: { ...whole.items, 1: item(false) } }
    expect(canPass(failed, checklist)).toBe(false)
    expect(names(failed)).toEqual(['outcome problem.required'])
    expect(names(whole, true)).toEqual(['outcome problem.guardian'])
  })

  test('as failed with a reason, with or without the guardian', () => {
    expect(names({ ...whole, passed: false })).toEqual(['outcome problem.reason'])
    expect(names({ ...whole, passed: false, items: { ...whole.items, 2: item(true, 'Slarvig') } }, true)).toEqual([])
  })
})

const signedBy = (resultId: number, examId: number, id: string, passed = true) =>
  signProtocol(
    { ...whole, passed, note: ' Bra ' },
    {
      examId,
      result: { resultId, userId: resultId + 100, protocol: null, lastChange: new Date(7) },
      checklist,
      id,
      now: 5,
    },
  )

test('a correction starts from the protocol, with today’s checklist, and is signed again', () => {
  const judged = (id: number, passed: boolean) => ({ id, text: 'Då', required: true, passed, comment: null })
  const items = [judged(1, false), judged(9, true)]
  const about = { signature: 'M1 1 L9 9', examinerId: 3, examinerName: 'Eva', signedDate: new Date(5) }
  const draft = toProtocolDraft({ ...about, items, passed: false }, null, checklist)
  expect(draft).toEqual({ items: { 1: item(false) }, passed: false, note: '', signature: '' })
  expect(names(draft)).toEqual(['item-2 problem.item', 'signature problem.signature'])
})

describe('signed protocols wait in the queue', () => {
  test('and are sent by exam, only the latest signature of a driver', () => {
    const all = [signedBy(1, 7, 'a'), signedBy(2, 8, 'b'), signedBy(3, 7, 'c')].reduce(
      protocolQueue.enqueue,
      [] as never[],
    )
    expect(protocolQueue.nextBatch(all, 10)?.items.map(({ id }) => id)).toEqual(['a', 'c'])
    const signedAgain = protocolQueue.enqueue(all, signedBy(1, 7, 'd', false))
    expect(signedAgain.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
  })

  test('are converted to the input of the call, with the time of the signature', () => {
    expect(toWrittenResult(signedBy(1, 7, 'a'))).toMatchObject({
      resultId: 1,
      userId: 101,
      note: 'Bra',
      lastChange: null,
      protocol: { passed: true, items: [{ id: 1, passed: true, comment: null }, {}], signedDate: new Date(5) },
    })
    expect(toWrittenResult({ ...signedBy(1, 7, 'a'), corrects: 7 })).toMatchObject({ lastChange: new Date(7) })
  })

  test('are shown in the list at once and counted', () => {
    // Only the fields of a result that the list reads.
    const stored = [1, 2].map((resultId) => ({ resultId, state: 'signedUp' })) as DriverExamResult[]
    const rows = toDriverRows(stored, [signedBy(1, 7, 'a', false)])
    expect(rows.map(({ state, isWaiting }) => [state, isWaiting])).toEqual([
      ['failed', true],
      ['signedUp', false],
    ])
    expect(countStates(rows)).toEqual({ drivers: 2, passed: 0, failed: 1, left: 1 })
    const [refused] = toDriverRows(stored, [{ ...signedBy(1, 7, 'a'), refusal: 'Nej' }])
    expect(refused).toMatchObject({ state: 'signedUp', isWaiting: false, refusal: { refusal: 'Nej' } })
  })
})

test('seats of drivers outside the list are counted, and a failed driver keeps the seat', () => {
  const listed = [{ state: 'signedUp' }, { state: 'failed' }, { state: 'canceled' }] as const
  expect(countUnseenDrivers({ bookedCount: 4 }, listed)).toBe(2)
  expect(countUnseenDrivers({ bookedCount: 2 }, listed)).toBe(0)
})
