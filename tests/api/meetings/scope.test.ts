import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MeetingAttendance } from '#api/participation/meeting-attendance/contract.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { partResult } from '../../catalogue.ts'
import { insertFederation } from '../../federation.ts'
import { holdOccasion, openMeetingServices, passMinute, saveOccasion } from '../../meetings.ts'
import { signedIn } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { inMinutes } from '../../time.ts'

await insertFederation()
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const occasionIds = [...own.occasionIds, ...foreign.occasionIds]
const services = openMeetingServices()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(async () => {
  const presences: { name: string; email: string; from: string; to: string }[] = []
  const from = inMinutes(-90)
  const present = (name: string, email: string) =>
    presences.push({ name, email, from: from.toISOString(), to: inMinutes(60, from).toISOString() })
  present('Gästen Okänd', '')
  for (const [index, id] of occasionIds.entries()) {
    const course = index < own.occasionIds.length ? own : foreign
    await saveOccasion(office, { id }, { meetingProvider: 'zoom' })
    for (const organizationId of [20, 21, 30]) {
      const email = `m${id}-${organizationId}@test.example`
      const { id: userId } = await signedIn({ email, organizationIds: [organizationId] })
      await partResult({
        userId,
        educationPartId: course.classPartId,
        educationId: course.educationId,
        occasionId: id,
      })
      present(email, email)
    }
  }
  await passMinute()
  await services.change({ presences })
  for (const id of occasionIds) {
    await holdOccasion({ id })
    await office.json('POST', `/EducationPartOccasions/${id}/meeting/attendance`)
  }
})

describe.each(actors.map((actor) => [actor.name, actor] as const))('%s', (_name, { person }) => {
  test('sees, fetches and tries again for the participants of the own scope only', async () => {
    for (const id of occasionIds) {
      const path = `/EducationPartOccasions/${id}`
      const listed = await person.fetch('GET', `${path}/participants`)
      const read = await person.fetch('GET', `${path}/meeting/attendance`)
      expect(read.status).toBe(listed.status)
      expect((await person.fetch('POST', `${path}/meeting/retry`)).status).toBe(listed.status)
      if (listed.status !== 200) {
        expect((await person.fetch('POST', `${path}/meeting/attendance`)).status).toBe(listed.status)
        continue
      }
      // Both answers are those of the calls' contracts.
      const people = ((await listed.json()) as Participant[]).map(({ userId }) => userId)
      const { proposals, unmatched } = (await read.json()) as MeetingAttendance
      expect(proposals.map(({ userId }) => userId).sort()).toEqual(people.sort())
      const seesAll = people.length === 3
      expect(unmatched.some(({ name }) => name === 'Gästen Okänd')).toBe(seesAll)
      if (!seesAll) expect(unmatched).toEqual([])
    }
  })
})

test('a person with no role is refused', async () => {
  const learner = await signedIn()
  for (const [method, path] of [
    ['GET', 'attendance'],
    ['POST', 'attendance'],
    ['POST', 'retry'],
  ] as const)
    expect((await learner.fetch(method, `/EducationPartOccasions/${occasionIds[0]}/meeting/${path}`)).status).toBe(403)
  expect(
    (await env.DB.prepare('SELECT count(*) AS n FROM meeting_attendees').first<{ n: number }>())?.n,
  ).toBeGreaterThan(0)
})
