import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { createEducation } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

export const isoInDays = (count: number, hours = 0) =>
  new Date(Date.now() + count * 86_400_000 + hours * 3_600_000).toISOString()

interface Answer<Body> {
  status: number
  body: Body & { code: string; fields: Record<string, string> }
}

/** Makes a call about an occasion as a person. */
export async function callOccasions<Body = Occasion>(person: Person, method: string, path: string, body?: unknown) {
  const response = await person.fetch(method, `/EducationPartOccasions${path}`, body)
  return { status: response.status, body: await response.json() } as Answer<Body>
}

/**
 * Creates an educator, an education that the educator is responsible for, and the fields of an occasion of its first
 * part.
 */
export async function createOccasionFixture() {
  const educator = await signedIn({ roles: { Educator: {} }, firstName: 'Eva' })
  const education = await createEducation([{ needsApproval: true }, { type: 1 }])
  await query.insert(educationResponsibles).values({ educationId: education.id, userId: educator.id })
  const given = {
    educationPartId: education.firstPartId,
    startDate: isoInDays(30),
    endDate: isoInDays(30, 6),
    city: 'Karlstad',
    venue: 'Bergvik',
    maxParticipants: 12,
    fee: 250.5,
    paymentMethods: [1],
    onlineUrl: 'https://mote.example/1',
    lastSignUpDate: isoInDays(20),
    responsibleIds: [educator.id],
  }
  return { educator, education, given }
}

export type OccasionFixture = Awaited<ReturnType<typeof createOccasionFixture>>

/**
 * Signs up new people for an occasion as a superadministrator; their e-mail addresses are `d0-<id>@test.example` and
 * on.
 */
export async function signUpPeople(occasion: { id: number }, count: number) {
  const signedUp: { person: Person; resultId: number }[] = []
  for (let index = 0; index < count; index++) {
    const person = await signedIn({ lastName: `Deltagare ${index}`, email: `d${index}-${occasion.id}@test.example` })
    const { body } = await callOccasions<Participant[]>(superadministrator, 'PUT', '/results', [
      { userId: person.id, occasionId: occasion.id },
    ])
    signedUp.push({ person, resultId: body[0]?.resultId ?? 0 })
  }
  return signedUp
}
