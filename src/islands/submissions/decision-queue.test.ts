import { expect, test } from 'vitest'
import {
  applyDecisions,
  createDecision,
  decisionQueue,
  findUndoable,
  holdMs,
  toDecisionInput,
  withoutDecision,
} from './decision-queue.ts'

const read = new Date('2026-05-01T10:00:00Z')
const decide = (submissionId: number, status: 3 | 4 | 5, at = 0, comment = '') =>
  createDecision({ submissionId, userName: 'Helena', lastChange: read }, { status, comment }, `d${submissionId}`, at)

test('holds a decision for eight seconds, and sends each in a request of its own', () => {
  const all = [decide(1, 4), decide(2, 4, 100)].reduce(decisionQueue.enqueue, [])
  expect(holdMs).toBe(8000)
  expect(decisionQueue.nextBatch(all, holdMs - 1)).toBeNull()
  expect(decisionQueue.nextBatch(all, holdMs + 100)?.items.map(({ submissionId }) => submissionId)).toEqual([1])
  expect(decisionQueue.nextBatch(all, Number.POSITIVE_INFINITY)?.batch).toBe('d1')
})

test('a decision is undone until it is sent or refused', () => {
  const all = [decide(1, 4), decide(2, 4)]
  expect(withoutDecision(all, 'd1').map(({ id }) => id)).toEqual(['d2'])
  const sent = decisionQueue.marked(all, [all[0] ?? decide(1, 4)], 'd1')
  expect(withoutDecision(sent, 'd1')).toHaveLength(2)
  const refused = decisionQueue.refused(sent, sent.slice(0, 1), 'Någon hann före.')
  expect(withoutDecision(refused, 'd1')).toHaveLength(2)
})

test('undo of the last decision is offered until it is sent, refused or taken back', () => {
  const last = decide(2, 4)
  const all = [decide(1, 4), last]
  expect(findUndoable(last, all)).toBe(last)
  expect(findUndoable(null, all)).toBeNull()
  expect(findUndoable(last, withoutDecision(all, 'd2'))).toBeNull()
  const sent = decisionQueue.marked(all, [last], 'd2')
  expect(findUndoable(last, sent)).toBeNull()
  expect(findUndoable(last, decisionQueue.answered(sent, [last]))).toBeNull()
  expect(findUndoable(last, decisionQueue.refused(sent, [last], 'Någon hann före.'))).toBeNull()
})

test('the list shows what waits, and not what was refused', () => {
  const items = [1, 2, 3].map((submissionId) => ({ submissionId, status: 1 as const }))
  const decisions = [decide(1, 4), { ...decide(2, 5), refusal: 'Någon hann före.' }]
  expect(applyDecisions<{ submissionId: number; status: 0 | 1 | 2 | 3 | 4 | 5 }>(items, decisions)).toEqual([
    { submissionId: 1, status: 4 },
    { submissionId: 2, status: 1 },
    { submissionId: 3, status: 1 },
  ])
})

test('another decision on the same submission replaces one that waits', () => {
  const all = [decide(1, 4), { ...decide(1, 5), id: 'later' }].reduce(decisionQueue.enqueue, [])
  expect(all.map(({ id }) => id)).toEqual(['later'])
})

test('sends the comment without spaces around it, null for none, and the version that was read', () => {
  expect(toDecisionInput(decide(7, 3, 0, ' Ange sidnummer. '))).toEqual({
    params: { submissionId: 7, status: 3 },
    body: { comment: 'Ange sidnummer.', lastChange: read },
  })
  expect(toDecisionInput(decide(7, 4, 0, '  ')).body.comment).toBeNull()
})
