import { educationToCategory } from '#api/catalogue/educations/table.ts'
import { category, createEducation, createOccasion, educationResult, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'

await insertFederation()
const { query } = database()
export const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
export const loadOverview = <Answer>(path: string, search: string) =>
  superadministrator.json<Answer>('GET', `/overview${path}?${search}`)
export const at = (text: string) => new Date(text)
export const march = 'from=2026-03-01&to=2026-03-31'

export const racing = await category('Racing')
export const course = await createEducation([{ title: 'Webbkurs', type: 1 }, { title: 'Kursdag' }], {
  title: 'Banfunktionär',
  hoursHundredths: 750,
})
await query.insert(educationToCategory).values({ educationId: course.id, educationCategoryId: racing })
export const educationWithoutCategory = await createEducation([{}], { title: 'Utan gren' })
export const [webPart, dayPart] = [course.firstPartId, course.partIds[1] ?? 0]
const anna = await signedIn({ firstName: 'Anna', lastName: 'Alm', birthOn: '2004-01-01', organizationIds: [20] })
export const bo = await signedIn({ firstName: 'Bo', lastName: 'Berg', organizationIds: [30] })
export const ute = await signedIn({ firstName: 'Ute', lastName: 'Ek', isExternal: true })
const cia = await signedIn({ firstName: 'Cia', lastName: 'Dahl', organizationIds: [20] })
export const day = await createOccasion(dayPart, {
  startsAt: at('2026-03-14T09:00:00Z'),
  endsAt: at('2026-03-14T15:00:00Z'),
})
const place = { educationId: course.id }
const onWeb = { ...place, educationPartId: webPart }
export const onDay = { ...place, educationPartId: dayPart, occasionId: day.id }

// Anna completes everything. Bo signs up in the last minute of February, Swedish time, and again in March.
await partResult({
  ...onWeb,
  userId: anna.id,
  signedUpAt: at('2026-03-02T09:00:00Z'),
  completed: true,
  completedAt: at('2026-03-03T09:00:00Z'),
})
await partResult({
  ...onDay,
  userId: anna.id,
  signedUpAt: at('2026-03-04T09:00:00Z'),
  completed: true,
  completedAt: at('2026-03-14T15:00:00Z'),
  attended: true,
})
await educationResult({
  userId: anna.id,
  ...place,
  signedUpAt: at('2026-03-14T15:00:00Z'),
  completed: true,
  completedAt: at('2026-03-14T15:00:00Z'),
  verificationCode: 'A',
})
await partResult({
  ...onWeb,
  userId: bo.id,
  signedUpAt: at('2026-02-28T22:59:59Z'),
  completed: true,
  completedAt: at('2026-02-28T22:59:59Z'),
})
await partResult({ ...onDay, userId: bo.id, signedUpAt: at('2026-03-09T09:00:00Z'), attended: true })
// Ute signs up for the part in the first minute of March and has no row for the education.
await partResult({ educationPartId: webPart, userId: ute.id, signedUpAt: at('2026-02-28T23:00:30Z') })
// Cia has only a completion, because she was registered manually.
await educationResult({
  userId: cia.id,
  ...place,
  signedUpAt: null,
  completed: true,
  completedAt: at('2026-03-31T21:59:59.999Z'),
  source: 2,
  verificationCode: 'C',
})
await partResult({ ...onDay, userId: cia.id, signedUpAt: at('2026-03-05T09:00:00Z'), canceled: true })

export const figures = { signedUp: 3, inProgress: 2, completed: 2, external: 1 }
