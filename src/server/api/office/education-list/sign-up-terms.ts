import { eq, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { seatsHeldAt } from '#api/money/payments/views.ts'
import { isEducationFeeTaken } from '#api/participation/results/views.ts'
import { eligibleGuardianIds } from '#api/people/guardians/eligible-guardians.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnSignUpTerms } from './contract.ts'

type TermsQuery = { userId: number; educationId: number; bornBy: string; now: string }

const selectTerms = prepareQuery(({ query }, { userId, educationId, bornBy, now }: TermsQuery) =>
  query
    .select({
      birthOn: users.birthOn,
      isExternal: users.isExternal,
      guardianIds: eligibleGuardianIds(userId, bornBy).as('guardian_ids'),
      feePaid: isEducationFeeTaken(userId, educationId).as('fee_paid'),
      payments: sql<string>`(
        select json_group_array(json_object('educationPartId', held.education_part_id, 'paymentId', held.payment_id))
        from ${seatsHeldAt(now)} held
        where held.user_id = ${userId} and held.payer_user_id = ${userId} and held.education_part_id in (
          select education_part_id from ${partsOfEducations} where education_id = ${educationId}))`.as('payments'),
    })
    .from(users)
    .where(eq(users.id, userId)),
)

/**
 * Selects the facts about a person's sign-up to an education: birth, whether external, eligible guardians, fee paid,
 * own unfinished payments. At most one row; none for an unknown person.
 */
export const selectSignUpTerms = (db: Database, userId: number, educationId: number, now: Date) =>
  selectTerms(db, { userId, educationId, bornBy: latestAdultBirth(toPortalDay(now)), now: now.toISOString() })

type Row = Awaited<ReturnType<typeof selectSignUpTerms>>[number]

const noTerms: OwnSignUpTerms = { birthOn: null, isExternal: false, guardianIds: [], feePaid: false, payments: [] }

/** Converts a row of `selectSignUpTerms`; returns empty terms without a row. */
export const toSignUpTerms = (row: Row | undefined): OwnSignUpTerms =>
  row
    ? {
        birthOn: row.birthOn,
        isExternal: row.isExternal,
        guardianIds: JSON.parse(row.guardianIds) as number[],
        feePaid: row.feePaid === 1,
        payments: JSON.parse(row.payments) as OwnSignUpTerms['payments'],
      }
    : noTerms
