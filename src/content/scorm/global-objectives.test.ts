import { Scorm2004API } from 'scorm-again/scorm2004/min'
import { expect, test } from 'vitest'
import type { ObjectiveMap } from '#api/catalogue/packages/course-structure.ts'
import { launch } from '#story/scorm-launch.ts'
import type { GlobalObjectives } from './global-objectives.ts'
import { outbox } from './outbox.ts'
import type { DeliveryResult, RecordStore, UnsentData } from './record-store.ts'
import { type RunTime, unitSession } from './session.ts'

const reading: ObjectiveMap = {
  objective: 'o1',
  isPrimary: false,
  target: 'flags',
  readsSatisfied: true,
  readsMeasure: true,
  writesSatisfied: false,
  writesMeasure: false,
}
const writing = { ...reading, writesSatisfied: true, writesMeasure: true }

/**
 * Opens a unit with objectives of its own; `answers` are what the store says to what is shared, "done" when they run
 * out.
 */
function opened(
  objectiveMaps: ObjectiveMap[],
  shared: GlobalObjectives,
  { answers = [], masteryScore = null }: { answers?: DeliveryResult[]; masteryScore?: number | null } = {},
) {
  const sentObjectives: GlobalObjectives[] = []
  const copies: (UnsentData | null)[] = []
  const store: RecordStore = {
    loadState: async () => null,
    shared: async () => shared,
    knows: async () => false,
    tell: async () => 'done',
    keep: async () => 'done',
    share: async (news) => {
      sentObjectives.push(news)
      return answers.shift() ?? 'done'
    },
  }
  const copy = { read: () => null, write: (unsent: UnsentData | null) => void copies.push(unsent) }
  const sending = outbox({ store, copy, wait: async () => {} })
  const api = new Scorm2004API({ autocommit: false, logLevel: 'NONE', uninitializedGetLogLevel: 'NONE' })
  unitSession({
    edition: 'scorm2004',
    storedState: null,
    shared,
    session: 'one',
    outbox: sending,
    now: () => new Date(),
    launch: { ...launch, masteryScore, objectives: ['P', 'o1'], objectiveMaps },
    later: () => {},
    // The members that the page asks for are the same in both editions.
    runTime: api as RunTime,
  })
  api.Initialize('')
  return { api, sentObjectives, copies, sending }
}

test('reports a change of a shared objective until it is received, and only once', async () => {
  const { api, sentObjectives, copies, sending } = opened([writing], {}, { answers: ['later'] })
  expect(api.GetValue('cmi.objectives.1.success_status')).toBe('unknown')
  api.SetValue('cmi.objectives.1.success_status', 'passed')
  api.SetValue('cmi.objectives.1.score.scaled', '0.9')
  api.Commit('')
  await sending.settled()
  const news = { 'satisfied flags': true, 'measure flags': 0.9 }
  expect(sentObjectives).toEqual([news, news])
  expect(copies).toContainEqual(expect.objectContaining({ shared: news }))
  expect(copies.at(-1)).toBeNull()
  api.Commit('')
  await sending.settled()
  expect(sentObjectives).toHaveLength(2)
})

test('another unit starts from the objectives that it reads, and does not report those', async () => {
  const primary = { ...reading, objective: 'P', isPrimary: true, readsMeasure: false }
  const { api, sentObjectives, sending } = opened([primary], { 'satisfied flags': true, 'measure flags': 0.9 })
  expect(api.GetValue('cmi.success_status')).toBe('passed')
  expect(api.GetValue('cmi.objectives.0.success_status')).toBe('passed')
  expect(api.GetValue('cmi.score.scaled')).toBe('')
  api.SetValue('cmi.success_status', 'failed')
  api.Commit('')
  await sending.settled()
  expect(sentObjectives).toEqual([])
})

test('a unit shares its own outcome as it is scored, and nothing that is unknown', async () => {
  const { api, sentObjectives, sending } = opened(
    [{ ...writing, objective: null, isPrimary: true }],
    {},
    { masteryScore: 0.8 },
  )
  api.SetValue('cmi.location', '2')
  api.Commit('')
  await sending.settled()
  expect(sentObjectives).toEqual([])
  api.SetValue('cmi.score.scaled', '0.5')
  api.SetValue('cmi.completion_status', 'completed')
  api.Commit('')
  await sending.settled()
  expect(sentObjectives).toEqual([{ 'satisfied flags': false, 'measure flags': 0.5 }])
})
