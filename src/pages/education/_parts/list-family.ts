import type { Actor } from '#api/actor.ts'
import type { EducationStep } from '#api/participation/next-steps/contract.ts'
import type { Child } from '#api/people/guardians/contract.ts'
import type { FamilyMember } from '#islands/sign-ups/companions.ts'

interface Family {
  actor: Actor
  ownChildren: readonly Child[]
  /** The person that the page is about. */
  personId: number
}

/** Whether an education may be for somebody: who is too young or without a guardian now may sign up later. */
const mayBeFor = ({ kind, reason }: EducationStep) =>
  kind !== 'barred' || reason === 'tooYoung' || reason === 'guardian'

/** Somebody of the family, on the page of an education. */
export interface EducationFamily extends FamilyMember {
  /** Whether the person is a member of another federation, which some dates are closed to. */
  isExternal: boolean
}

/**
 * Lists the rest of the reader's family, without `personId`, whom the education may be for: the reader first, then the
 * children. The next step that the server gives each decides; people who are barred are left out, but not those too
 * young or without a guardian. Calls nothing for a reader without children.
 */
export async function listFamilyFor(
  api: App.Locals['api'],
  educationId: number,
  { actor, ownChildren, personId }: Family,
): Promise<EducationFamily[]> {
  if (ownChildren.length === 0) return []
  const everyone = [{ id: actor.id, name: actor.name }, ...ownChildren.map(({ id, name }) => ({ id, name }))]
  const others = everyone.filter(({ id }) => id !== personId)
  const params = { id: educationId }
  const progress = await Promise.all(
    others.map(({ id }) => api('GET /Educations/:id/own', { params, query: id === actor.id ? {} : { userId: id } })),
  )
  return others.flatMap((one, at) => {
    const own = progress[at]
    return own && mayBeFor(own.step) ? [{ ...one, isExternal: own.signUpTerms.isExternal }] : []
  })
}
