import type { Visitor } from '#api/context.ts'
import type { ReadinessItem } from '#api/participation/readiness/contract.ts'
import type { Evaluation } from '#api/participation/readiness/rules.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import { evaluateNextCycle } from '../issuing/rules.ts'
import { type LicenseFactsOfUser, selectLicenseFacts, toLicenseFacts } from '../person-storage.ts'
import { selectDefinitions } from '../storage.ts'

/** A licence of a person whose requirements are looked up. */
export interface WantedLicense {
  userId: number
  licenseId: number
}

/** Removes the members that are met, at all depths. */
const withoutMet = (standing: Evaluation): Evaluation => ({
  ...standing,
  of: standing.of.filter(({ met }) => !met).map(withoutMet),
})

function missingFor(facts: LicenseFactsOfUser, licenseId: number): ReadinessItem[] {
  const definition = facts.definitions.find(({ id }) => id === licenseId)
  const standing = definition && evaluateNextCycle(facts, definition)
  return !standing || standing.met ? [] : toReadiness(withoutMet(standing)).items
}

/**
 * Lists, for each pair of person and licence, the unmet requirements of the next cycle (period of validity), by the
 * rules that issue it. One round trip. The lists stand in the order of `pairs`; one is empty when everything is met, or
 * the person or licence is unknown. Access is not checked here.
 */
export async function listMissing(ctx: Visitor, pairs: readonly WantedLicense[]): Promise<ReadinessItem[][]> {
  const ids = [...new Set(pairs.map(({ userId }) => userId))]
  if (ids.length === 0) return []
  const [definitions, people] = await Promise.all([
    selectDefinitions(ctx.db),
    Promise.all(ids.map(async (userId) => ({ userId, rows: await selectLicenseFacts(ctx, userId) }))),
  ])
  const factsById = new Map(
    people.flatMap(({ userId, rows }) =>
      rows.map((row) => [userId, toLicenseFacts(ctx.now, row, definitions)] as const),
    ),
  )
  return pairs.map(({ userId, licenseId }) => {
    const facts = factsById.get(userId)
    return facts ? missingFor(facts, licenseId) : []
  })
}
