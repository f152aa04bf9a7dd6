import { expect, test } from 'vitest'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { education, educationResult, part, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createAdult, insertParent } from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

test('the own progress leaves out educations that the person may not read', async () => {
  const hidden = await education({ title: 'Hemligt utkast', published: false, partIds: [await part()] })
  const course = await education({ title: 'Kurs' })
  const path = `/Educations/own?educationIds=${hidden}&educationIds=${course}`
  const listed = async (person: Person) =>
    (await person.json<{ educations: { educationId: number }[] }>('GET', path)).educations.map(
      ({ educationId }) => educationId,
    )
  const status = async (person: Person) => (await person.fetch('GET', `/Educations/${hidden}/own`)).status
  const [stranger, office, participant] = [
    await signedIn(),
    await signedIn({ roles: { Administrator: {} } }),
    await signedIn(),
  ]
  await educationResult({ userId: participant.id, educationId: hidden })
  expect([await listed(stranger), await status(stranger)]).toEqual([[course], 404])
  for (const reader of [office, participant])
    expect([await listed(reader), await status(reader)]).toEqual([[hidden, course], 200])
})

test('the own progress contains a booked exam while its feature is on', async () => {
  await configurePortal({ features: ['PracticalDriverExamination'] })
  const person = await signedIn({ birthOn: '1990-05-01' })
  const [practical, startsAt, now] = [await part({ title: 'Uppkörning', type: 2 }), inDays(4), new Date()]
  const id = await education({ title: 'Prov', partIds: [practical] })
  const { query } = database()
  const [exam] = await query
    .insert(driverExams)
    .values({
      educationPartId: practical,
      educationId: id,
      startsAt,
      endsAt: inDays(4.1),
      heldOn: toPortalDay(startsAt),
      city: 'Sunne',
      examinerId: person.id,
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: driverExams.id })
  await partResult({ userId: person.id, educationPartId: practical, practicalDriverExamId: exam?.id ?? 0 })
  const booking = async () =>
    (await person.json<{ educations: unknown[] }>('GET', `/Educations/own?educationIds=${id}`)).educations
  const booked = { startDate: startsAt.toISOString(), city: 'Sunne', pending: false }
  expect(await booking()).toMatchObject([{ educationId: id, booking: booked }])
  await configurePortal({ features: [] })
  expect(await booking()).toMatchObject([{ educationId: id, booking: null }])
})

test('the own progress names the children whom an education is for, to their confirmed guardian alone', async () => {
  const [mother, stranger] = [await createAdult(), await createAdult()]
  const young = await signedIn({ firstName: 'Alva', birthOn: `${new Date().getFullYear() - 10}-01-01` })
  const older = await signedIn({ firstName: 'Milo', birthOn: `${new Date().getFullYear() - 15}-01-01` })
  for (const child of [young, older]) await insertParent(mother, child)
  const [junior, hidden] = [
    await education({ title: 'Junior', minAge: 13, maxAge: 17, partIds: [await part({ type: 1 })] }),
    await education({ title: 'Utkast', published: false, partIds: [await part({ type: 1 })] }),
  ]
  const path = `/Educations/own?educationIds=${junior}&educationIds=${hidden}`
  const childrenSeenBy = async (person: Person) =>
    (await person.json<{ educations: { children: unknown[] }[] }>('GET', path)).educations.map(
      ({ children }) => children,
    )
  expect(await childrenSeenBy(mother)).toEqual([[{ id: older.id, firstName: 'Milo' }]])
  for (const other of [stranger, older]) expect(await childrenSeenBy(other)).toEqual([[]])
})
