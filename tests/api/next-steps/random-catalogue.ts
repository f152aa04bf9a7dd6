import { driverExams } from '#api/catalogue/exams/table.ts'
import { tags } from '#api/participation/tags/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { education, occasion, part, partResult } from '../../catalogue.ts'
import { createLicense } from '../../licenses.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { inDays, inHours } from '../../time.ts'

/** A part with the dates on which a person may be signed up; `examId` is that of an exam. */
interface SmallPart {
  id: number
  type: 0 | 1 | 2 | 3
  occasionIds: number[]
  examId: number | null
  /** Ids of the educations that contain the part, in no order. */
  educationIds: number[]
  /** Ids of those in which everybody may reserve a seat of the part, in no order. */
  openEducationIds: number[]
}

/**
 * Educations that share parts, depend on each other and are not for everyone. Their dates and exams are free, full,
 * closed, cancelled, tied together, or blocked for externals.
 */
export interface SmallCatalogue {
  parts: SmallPart[]
  educationIds: number[]
  licenseIds: number[]
  /** Occasions that are chosen together, by a tag of the education. */
  tied: { educationId: number; seats: { occasionId: number; educationPartId: number }[] }
  /** A full occasion, and one with a free seat that a queue can offer; of one part. */
  queue: { educationPartId: number; fullId: number; freeId: number; educationIds: number[] }
}

const now = new Date()

async function insertExam(
  educationId: number,
  educationPartId: number,
  more: Partial<typeof driverExams.$inferInsert>,
) {
  const startsAt = more.startsAt ?? inDays(14)
  const times = { startsAt, endsAt: inHours(4, startsAt), heldOn: toPortalDay(startsAt) }
  const examiner = await signedIn({ roles: { Educator: {} }, birthOn: '1980-01-01' })
  const row = { educationId, educationPartId, ...times, city: 'Höljes', examinerId: examiner.id }
  const { query } = database()
  const [exam] = await query
    .insert(driverExams)
    .values({ ...row, createdAt: now, changedAt: now, ...more })
    .returning({ id: driverExams.id })
  return exam?.id ?? 0
}

async function insertTied(educationId: number, day: number, yard: number) {
  const stamps = { createdAt: now, changedAt: now }
  const { query } = database()
  const [tag] = await query
    .insert(tags)
    .values({ educationId, name: 'Helg', ...stamps })
    .returning({ id: tags.id })
  const seats = []
  for (const [at, educationPartId] of [day, yard].entries()) {
    const fields = { educationPartId, tagId: tag?.id ?? null, city: 'Mora', feeMinor: 7500, maxParticipants: 1500 + at }
    seats.push({ educationPartId, occasionId: await occasion({ ...fields, startsAt: inDays(6 + at) }) })
  }
  return { educationId, seats }
}

/** Inserts the dates that can be shown and not booked, and returns the full one. */
async function insertUnbookable(day: number, yard: number) {
  const cancellation = { canceledAt: now, canceledReason: 'För få anmälda' }
  await occasion({ educationPartId: day, city: 'Säffle', startsAt: inDays(3), ...cancellation })
  await occasion({ educationPartId: day, city: 'Torsby', startsAt: inDays(7), blockedForExternalUsers: true })
  const fullId = await occasion({ educationPartId: yard, city: 'Falun', startsAt: inDays(8), maxParticipants: 1 })
  const { id: userId } = await signedIn()
  await partResult({ userId, educationPartId: yard, occasionId: fullId })
  return fullId
}

/** Inserts the catalogue, with a licence for each education. */
export async function insertCatalogue(office: Person): Promise<SmallCatalogue> {
  const web = await part({ title: 'Webbkurs', type: 1, feeMinor: 5000 })
  const day = await part({ title: 'Kursdag', type: 0 })
  const yard = await part({ title: 'Bandag', type: 0, feeMinor: 20_000 })
  const essay = await part({ title: 'Uppgift', type: 3 })
  const drive = await part({ title: 'Förarprov', type: 2 })
  const free = await occasion({ educationPartId: day, city: 'Kil', startsAt: inDays(9), feeMinor: 10_000 })
  const late = await occasion({ educationPartId: day, city: 'Arvika', startsAt: inDays(20) })
  const closed = await occasion({ educationPartId: yard, startsAt: inDays(4), lastSignUpAt: inDays(-1) })
  const small = await occasion({ educationPartId: yard, city: 'Sunne', startsAt: inDays(12), maxParticipants: 2000 })
  const grundId = await education({ title: 'Grund', partIds: [web, day], dependencies: { [day]: [web] } })
  const partIds: [number, number[]][] = [[grundId, [web, day]]]
  const add = async (ids: number[], fields: Parameters<typeof education>[0]) => {
    const id = await education({ partIds: ids, ...fields })
    partIds.push([id, ids])
    return id
  }
  const kartingId = await add([web, yard], { title: 'Karting', feeMinor: 30_000 })
  await add([day, essay], { title: 'Domare', prerequisiteIds: [grundId], minAge: 16 })
  await add([yard, essay], { title: 'Teknik', blockedForExternalUsers: true })
  await add([essay, web], { title: 'Junior', guardianRequiredUnderAge: 18, maxAge: 25 })
  const pairId = await add([day, yard], { title: 'Helgkurs', feeMinor: 2500 })
  const driverId = await add([web, drive], { title: 'Förare', dependencies: { [drive]: [web] }, minAge: 12 })
  await insertExam(driverId, drive, { startsAt: inDays(5), canceledAt: now })
  const examId = await insertExam(driverId, drive, { startsAt: inDays(15), maxParticipants: 1500 })
  const fullId = await insertUnbookable(day, yard)
  const tied = await insertTied(pairId, day, yard)
  const homesOf = (id: number) => partIds.flatMap(([educationId, ids]) => (ids.includes(id) ? [educationId] : []))
  const toPart = (id: number, type: SmallPart['type'], occasionIds: number[] = [], exam: number | null = null) => ({
    id,
    type,
    occasionIds,
    examId: exam,
    educationIds: homesOf(id),
    openEducationIds: homesOf(id).filter((one) => one === kartingId || one === pairId),
  })
  const educationIds = partIds.map(([id]) => id)
  const licenseIds: number[] = []
  for (const id of educationIds) licenseIds.push((await createLicense(office, { requiredEducationIds: [id] })).id)
  return {
    parts: [
      toPart(web, 1),
      toPart(day, 0, [free, late]),
      toPart(yard, 0, [closed, small]),
      toPart(essay, 3),
      toPart(drive, 2, [], examId),
    ],
    educationIds,
    licenseIds,
    tied,
    queue: { educationPartId: yard, fullId, freeId: small, educationIds: homesOf(yard) },
  }
}
