import type { Ctx } from '#api/context.ts'
import { limitNamedPeople } from '#api/people/reach/reads/limit-views.ts'
import type { OccasionInput } from './contract.ts'
import { refuseFields } from './refuse-fields.ts'
import { findInvalidReferences } from './storage.ts'

const referenceReasons = {
  responsibleIds: 'invalid.no_examiner',
  organizerOrganizationId: 'invalid.unknown_reference',
} as const

/**
 * Checks the organisation of an occasion and the people who become responsible for it. Those of `earlierIds`, who are
 * responsible already, may stay without a role.
 *
 * @throws Refused('invalid_input') at the fields, whose names begin with `path`.
 * @throws Refused('too_many_requests') as `limitNamedPeople` does.
 */
export async function checkReferences(
  ctx: Ctx,
  input: OccasionInput,
  { path, earlierIds }: { path: string; earlierIds: readonly number[] },
): Promise<void> {
  await limitNamedPeople(ctx, input.responsibleIds, earlierIds)
  const invalid = await findInvalidReferences(ctx.db, input, earlierIds)
  if (invalid.length === 0) return
  refuseFields(ctx, Object.fromEntries(invalid.map((field) => [`${path}${field}`, referenceReasons[field]])))
}
