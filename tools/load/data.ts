import { createHash } from 'node:crypto'
import type { D1Database } from '@cloudflare/workers-types'
import { withPartWords } from '#api/catalogue/education-parts/rules.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations, educationToPart } from '#api/catalogue/educations/table.ts'
import { withOccasionWords } from '#api/catalogue/occasions/rules.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { type Ledger, openLedger } from '../seed/ledger.ts'
import { writeLedger } from '../seed/write.ts'

/** First id of people, educations, parts and occasions, far above those of the seed. */
export const firstId = 800_000

const tokenAt = (at: number) => `load-${at}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const stamps = () => ({ createdAt: new Date(), changedAt: new Date() })

/** A signed-in person of the load, by their number. */
export const personAt = (at: number) => ({ id: firstId + at, token: tokenAt(at) })

function addPerson(ledger: Ledger, at: number): void {
  const { id, token } = personAt(at)
  const name = { firstName: 'Last', lastName: `Nr ${at}`, userName: `last-${at}`, email: `last${at}@prov.example` }
  ledger.add(users, withUserWords({ id, ...name, birthOn: '1985-03-04', ...stamps() }))
  const tokenHash = createHash('sha256').update(token).digest('hex')
  ledger.add(sessions, { tokenHash, userId: id, createdAt: new Date(), lastUsedAt: new Date(), expiresAt: inDays(1) })
}

function addOpening(ledger: Ledger, at: number, places: number): void {
  const id = firstId + at
  const none = { customQuestions: [], ...stamps() }
  const title = `Öppning ${at + 1}`
  ledger.add(educations, withEducationWords({ id, title, publishedAt: inDays(-1), paymentMethods: [], ...none }))
  ledger.add(educationParts, withPartWords({ id, title, type: 0, ...none }))
  ledger.add(educationToPart, { educationId: id, educationPartId: id, position: 0 })
  const when = { startsAt: inDays(30), endsAt: inDays(31), sessions: [] }
  const where = { city: 'Karlstad', maxParticipants: places, paymentMethods: [] }
  ledger.add(occasions, withOccasionWords({ id, educationPartId: id, ...when, ...where, ...none }))
}

interface Amounts {
  people: number
  openings: number
  /** Places of each opening. */
  places: number
}

/** Adds people with sessions, and an education with one occasion for each opening, to a seeded federation. */
export async function addLoadData(db: D1Database, { people, openings, places }: Amounts): Promise<void> {
  const ledger = openLedger()
  for (let at = 0; at < people; at += 1) addPerson(ledger, at)
  for (let at = 0; at < openings; at += 1) addOpening(ledger, at, places)
  await writeLedger(db, ledger)
}

const seatsOfOpenings = `
  SELECT o.id, o.booked_count AS counted, o.max_participants AS places,
    (SELECT count(*) FROM education_part_results r WHERE r.occasion_id = o.id AND r.canceled = 0) AS present,
    (SELECT count(DISTINCT r.user_id) FROM education_part_results r WHERE r.occasion_id = o.id AND r.canceled = 0) AS people
  FROM occasions o WHERE o.id >= ?1`

/** Seats of an opening as the database holds them. */
export interface SeatCount {
  id: number
  counted: number
  places: number
  present: number
  people: number
}

/** Lists the seats of all openings, in no order. */
export async function listSeats(db: D1Database): Promise<SeatCount[]> {
  return (await db.prepare(seatsOfOpenings).bind(firstId).all<SeatCount>()).results
}
