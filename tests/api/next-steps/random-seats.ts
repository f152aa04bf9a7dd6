import { paymentHolds, payments } from '#api/money/payments/table.ts'
import { waitingEntries, waitingSeats } from '#api/participation/waiting-list/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { toPair } from '../../guardians.ts'
import { database, type Person } from '../../portal.ts'
import { inHours } from '../../time.ts'
import type { SmallCatalogue } from './random-catalogue.ts'

interface Hold {
  educationId: number
  seats: { occasionId: number | null; educationPartId: number }[]
  /** The guardian whom a child has asked to pay; null for a payment of the person. */
  guardianId: number | null
}

/** Inserts an unfinished card payment that holds the seats. */
export async function insertHold(userId: number, { educationId, seats, guardianId }: Hold): Promise<void> {
  const now = new Date()
  const expiresAt = inHours(1)
  const id = crypto.randomUUID()
  const occasionIds = seats.flatMap(({ occasionId }) => (occasionId === null ? [] : [occasionId]))
  const { query, commit } = database()
  await commit([
    query.insert(payments).values({
      id,
      userId: guardianId ?? userId,
      idempotencyKey: id,
      amountMinor: 45_000,
      vatMinor: 0,
      provider: 'local',
      signUp: { userId, occasionIds, customAnswers: [], others: [] },
      seats: [],
      rows: [],
      expiresAt,
      termsAcceptedAt: now,
      requestedByUserId: guardianId === null ? null : userId,
      createdAt: now,
      changedAt: now,
    }),
    ...seats.map((seat) =>
      query.insert(paymentHolds).values({ paymentId: id, userId, educationId, ...seat, expiresAt }),
    ),
  ])
}

/** Inserts the person's place in the queue of the full occasion, or an offered seat on the other one. */
export async function insertQueue(userId: number, queue: SmallCatalogue['queue'], isOffered: boolean): Promise<void> {
  const { educationPartId, fullId, freeId, educationIds } = queue
  const now = new Date()
  const occasionId = isOffered ? freeId : fullId
  const { query } = database()
  const state = isOffered ? (1 as const) : (0 as const)
  const offer = { offeredAt: isOffered ? now : null, expiresAt: isOffered ? inHours(5) : null }
  const [row] = await query
    .insert(waitingEntries)
    .values({
      occasionId,
      educationId: educationIds[0] ?? null,
      userId,
      state,
      ...offer,
      createdAt: now,
      changedAt: now,
    })
    .returning({ id: waitingEntries.id })
  await query
    .insert(waitingSeats)
    .values({ entryId: row?.id ?? 0, occasionId, educationPartId, userId, offered: state })
}

/** Inserts a confirmed link between a guardian and a child. */
export async function insertGuardianLink(guardian: Person, child: Person): Promise<void> {
  const now = new Date()
  const stamps = { createdByUserId: guardian.id, createdAt: now, confirmedAt: now }
  await database()
    .query.insert(guardianLinks)
    .values({ ...toPair(guardian, child), ...stamps, relation: 'parent' })
}
