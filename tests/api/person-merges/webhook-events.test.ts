import { expect, test, vi } from 'vitest'
import { toWebhookEvent } from '#api/office/webhooks/rules.ts'
import { createOpenOccasion, partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { merge, rowsOf, twoRecords, undo } from './fixtures.ts'

vi.setConfig({ testTimeout: 60_000 })
await insertFederation()

interface EntryRow {
  id: number
  at: string
  action: string
  data: string
}

/** Lists the events that a receiver gets about a booking, with their data. */
async function eventsOf(id: number) {
  const entries = await rowsOf<EntryRow>(
    "select id, at, action, data from audit_entries where target_type = 'result' and target_id = ? order by id",
    String(id),
  )
  return entries
    .map(({ data, ...entry }) =>
      toWebhookEvent({ ...entry, targetType: 'result', targetId: String(id), data: JSON.parse(data) }),
    )
    .map((event) => event && [event.type, event.data])
}

test('receivers learn that a booking which a merge cancels is gone, and is back after the undo; nobody gets a mail', async () => {
  const pair = await twoRecords({ email: 'anna@example.se' })
  const course = await createOpenOccasion({ maxParticipants: 5 })
  const book = (userId: number) =>
    partResult({
      userId,
      educationPartId: course.firstPartId,
      educationId: course.id,
      occasionId: course.occasion.id,
      signedUpAt: new Date(),
    })
  const [own, other] = [await book(pair.into.id), await book(pair.from.id)]
  const mails = () => rowsOf('select id from outbox_mails')
  const before = await mails()
  const done = await merge(pair)
  const data = {
    target: { type: 'result', id: String(other) },
    userId: pair.from.id,
    educationPartId: course.firstPartId,
    occasionId: course.occasion.id,
  }
  expect(await eventsOf(other)).toEqual([['signUp.canceled', data]])
  expect(await eventsOf(own)).toEqual([])
  await undo(done)
  expect((await eventsOf(other)).map((event) => event?.[0])).toEqual(['signUp.canceled', 'signUp.made'])
  expect((await eventsOf(other)).map((event) => event?.[1])).toEqual([data, data])
  expect(await mails()).toEqual(before)
})
