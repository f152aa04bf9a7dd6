import { eq } from 'drizzle-orm'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import {
  educationPrerequisites,
  educationResponsibles,
  educations,
  educationToCategory,
  educationToPart,
  educationToRole,
  partDependencies,
} from '#api/catalogue/educations/table.ts'
import { withMediumWords, withTagWords } from '#api/catalogue/media/rules.ts'
import { media, mediaTags, mediaToEducation, mediaToTag } from '#api/catalogue/media/table.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { database } from './portal.ts'
import { inDays, inHours } from './time.ts'

const now = new Date()

const only = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('nothing was inserted')
  return row
}

export async function category(name: string, active = true): Promise<number> {
  const row = { name, active, changedAt: now }
  return only(
    await database()
      .query.insert(educationCategories)
      .values(withCategoryWords(row))
      .returning({ id: educationCategories.id }),
  ).id
}

type PartOptions = Partial<typeof educationParts.$inferInsert>

export async function part(overrides: PartOptions = {}): Promise<number> {
  const row = { title: 'Teori', type: 0 as const, customQuestions: [], createdAt: now, changedAt: now, ...overrides }
  return only(
    await database().query.insert(educationParts).values(withPartWords(row)).returning({ id: educationParts.id }),
  ).id
}

type EducationOptions = Partial<typeof educations.$inferInsert> & {
  published?: boolean
  categoryIds?: number[]
  roleIds?: number[]
  responsibleIds?: number[]
  prerequisiteIds?: number[]
  partIds?: number[]
  /** Maps a part id to the ids of its prerequisite parts. */
  dependencies?: Record<number, number[]>
}

/** Inserts an education with its parts and relations directly into the database. */
async function insertEducation(overrides: EducationOptions) {
  const { published = true, categoryIds = [], roleIds = [], responsibleIds = [], ...rest } = overrides
  const { prerequisiteIds = [], partIds = [], dependencies = {}, ...fields } = rest
  const { query, commit } = database()
  const row = { title: 'Grundkurs', paymentMethods: [], customQuestions: [], createdAt: now, changedAt: now }
  const values = { ...row, publishedAt: published ? now : null, ...fields }
  const inserted = only(await query.insert(educations).values(withEducationWords(values)).returning())
  const { id } = inserted
  await commit([
    ...categoryIds.map((it) => query.insert(educationToCategory).values({ educationId: id, educationCategoryId: it })),
    ...roleIds.map((it) =>
      query.insert(educationToRole).values({ educationId: id, educationRoleId: it, kind: 'trains' }),
    ),
    ...responsibleIds.map((userId) => query.insert(educationResponsibles).values({ educationId: id, userId })),
    ...prerequisiteIds.map((it) => requireEducation(id, it)),
    ...partIds.map((it, position) =>
      query.insert(educationToPart).values({ educationId: id, educationPartId: it, position }),
    ),
    ...Object.entries(dependencies).flatMap(([partId, before]) => before.map((it) => dependOn(id, Number(partId), it))),
  ])
  return inserted
}

export const dependOn = (educationId: number, educationPartId: number, prerequisitePartId: number) =>
  database().query.insert(partDependencies).values({ educationId, educationPartId, prerequisitePartId })

export const requireEducation = (educationId: number, prerequisiteEducationId: number) =>
  database().query.insert(educationPrerequisites).values({ educationId, prerequisiteEducationId })

/** Creates an education and returns its id; published unless `published` is false. */
export const education = async (overrides: EducationOptions = {}): Promise<number> =>
  (await insertEducation(overrides)).id

/** Creates a published education with the given parts, in order. */
export async function createEducation(parts: PartOptions[] = [{}], overrides: EducationOptions = {}) {
  const partIds: number[] = []
  for (const [position, it] of parts.entries()) partIds.push(await part({ title: `Del ${position + 1}`, ...it }))
  const defaults: EducationOptions = {
    title: 'Funktionärsutbildning',
    publishedAt: inDays(-30),
    paymentMethods: [0, 1],
    partIds,
  }
  return { ...(await insertEducation({ ...defaults, ...overrides })), partIds, firstPartId: partIds[0] ?? 0 }
}

type OccasionOptions = Partial<typeof occasions.$inferInsert> & { educationPartId: number; responsibleIds?: number[] }

async function insertOccasion({ responsibleIds = [], ...overrides }: OccasionOptions) {
  const startsAt = overrides.startsAt ?? inDays(14)
  const row = {
    startsAt,
    endsAt: inHours(3, startsAt),
    sessions: [],
    city: 'Karlstad',
    paymentMethods: [],
    customQuestions: [],
    createdAt: now,
    changedAt: now,
    ...overrides,
  }
  const { query } = database()
  const inserted = only(await query.insert(occasions).values(withOccasionWords(row)).returning())
  for (const userId of responsibleIds)
    await query.insert(occasionResponsibles).values({ occasionId: inserted.id, userId })
  return inserted
}

/** Creates an occasion in two weeks and returns its id. */
export const occasion = async (overrides: OccasionOptions): Promise<number> => (await insertOccasion(overrides)).id

/** Creates an open occasion of a part, in a month. */
export const createOccasion = (educationPartId: number, overrides: Partial<OccasionOptions> = {}) =>
  insertOccasion({ educationPartId, startsAt: inDays(30), endsAt: inDays(31), paymentMethods: [0, 1], ...overrides })

/**
 * Moves an occasion with its sessions to the past, so that attendance at it can be noted: it begins yesterday, or
 * `daysAgo` days ago, and lasts as long as before. Returns the row; nobody is notified.
 */
export async function holdOccasion(id: number, daysAgo = 1) {
  const { query } = database()
  const stored = only(await query.select().from(occasions).where(eq(occasions.id, id)))
  const startsAt = inDays(-daysAgo)
  const shift = startsAt.getTime() - stored.startsAt.getTime()
  const move = (moment: Date) => new Date(moment.getTime() + shift)
  const moveText = (moment: string) => move(new Date(moment)).toISOString()
  const sessions = stored.sessions.map(({ start, end }) => ({ start: moveText(start), end: moveText(end) }))
  const moved = { startsAt, endsAt: move(stored.endsAt), sessions }
  return only(await query.update(occasions).set(moved).where(eq(occasions.id, id)).returning())
}

/** Creates an education of one part with an open occasion. */
export async function createOpenOccasion(occasion: Partial<OccasionOptions> = {}, education: EducationOptions = {}) {
  const made = await createEducation([{}], education)
  return { ...made, occasion: await createOccasion(made.firstPartId, occasion) }
}

type PartResultOptions = Partial<typeof educationPartResults.$inferInsert> & { userId: number; educationPartId: number }

export async function partResult(overrides: PartResultOptions): Promise<number> {
  const row = { customAnswers: [], signedUpAt: now, createdAt: now, changedAt: now, ...overrides }
  const inserted = database().query.insert(educationPartResults).values(row)
  return only(await inserted.returning({ id: educationPartResults.id })).id
}

type EducationResultOptions = Partial<typeof educationResults.$inferInsert> & { userId: number; educationId: number }

export async function educationResult(overrides: EducationResultOptions): Promise<number> {
  const row = { signedUpAt: now, createdAt: now, changedAt: now, ...overrides }
  const inserted = database().query.insert(educationResults).values(row)
  return only(await inserted.returning({ id: educationResults.id })).id
}

type MediumOptions = Partial<typeof media.$inferInsert> & { educationIds?: number[]; tagIds?: number[] }

export async function medium({ educationIds = [], tagIds = [], ...overrides }: MediumOptions = {}): Promise<number> {
  const { query } = database()
  const row = { title: 'Kursbok', kind: 1 as const, url: 'https://example.se/bok', uploadedByUserId: 1 }
  const inserted = query.insert(media).values(withMediumWords({ ...row, createdAt: now, changedAt: now, ...overrides }))
  const { id } = only(await inserted.returning({ id: media.id }))
  for (const educationId of educationIds) await query.insert(mediaToEducation).values({ mediaId: id, educationId })
  for (const mediaTagId of tagIds) await query.insert(mediaToTag).values({ mediaId: id, mediaTagId })
  return id
}

export async function mediaTag(name: string): Promise<number> {
  return only(await database().query.insert(mediaTags).values(withTagWords({ name })).returning({ id: mediaTags.id }))
    .id
}
