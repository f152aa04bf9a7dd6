import { educationParts } from '#api/education-parts/table.ts'
import { educationPrerequisites, educations, educationToPart, partDependencies } from '#api/educations/table.ts'
import { occasions } from '#api/occasions/table.ts'
import { database, type Person } from '../../portal.ts'
import { inDays } from '../../time.ts'

const now = () => new Date()

/** A published education with the given parts, in order. */
export async function anEducation(
  parts: Partial<typeof educationParts.$inferInsert>[] = [{}],
  wanted: Partial<typeof educations.$inferInsert> = {},
) {
  const { query } = database()
  const [education] = await query
    .insert(educations)
    .values({
      title: 'Funktionärsutbildning',
      publishedAt: inDays(-30),
      paymentMethods: [0, 1],
      customQuestions: [],
      createdAt: now(),
      changedAt: now(),
      ...wanted,
    })
    .returning()
  if (!education) throw new Error('the education was not inserted')
  const partIds: number[] = []
  for (const [position, part] of parts.entries()) {
    const [row] = await query
      .insert(educationParts)
      .values({
        title: `Del ${position + 1}`,
        type: 0,
        customQuestions: [],
        createdAt: now(),
        changedAt: now(),
        ...part,
      })
      .returning({ id: educationParts.id })
    if (!row) throw new Error('the part was not inserted')
    partIds.push(row.id)
    await query.insert(educationToPart).values({ educationId: education.id, educationPartId: row.id, position })
  }
  return { ...education, partIds, firstPartId: partIds[0] ?? 0 }
}

/** An open occasion of a part, in a month. */
export async function anOccasion(educationPartId: number, wanted: Partial<typeof occasions.$inferInsert> = {}) {
  const [row] = await database()
    .query.insert(occasions)
    .values({
      educationPartId,
      startsAt: inDays(30),
      endsAt: inDays(31),
      sessions: [],
      city: 'Karlstad',
      paymentMethods: [0, 1],
      customQuestions: [],
      createdAt: now(),
      changedAt: now(),
      ...wanted,
    })
    .returning()
  if (!row) throw new Error('the occasion was not inserted')
  return row
}

export const dependOn = (educationId: number, educationPartId: number, prerequisitePartId: number) =>
  database().query.insert(partDependencies).values({ educationId, educationPartId, prerequisitePartId })

export const requireEducation = (educationId: number, prerequisiteEducationId: number) =>
  database().query.insert(educationPrerequisites).values({ educationId, prerequisiteEducationId })

/** The call that signs up to occasions and changes their results. */
export const put = '/EducationPartOccasions/results'

export const signUp = (person: Person, occasionId: number, more = {}) =>
  person.fetch('PUT', put, [{ userId: person.id, occasionId, ...more }])

export const refusalOf = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return [response.status, body.code]
}

export async function anOpenOccasion(occasion = {}, education = {}) {
  const made = await anEducation([{}], education)
  return { ...made, occasion: await anOccasion(made.firstPartId, occasion) }
}
