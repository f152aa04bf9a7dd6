import type { Ctx } from '#api/context.ts'
import { loadSignUp, type SignUpContext } from './load-sign-up.ts'
import { refuseSignUp, type SignUpFacts, type SignUpRefusal } from './rules.ts'
import type { SignUpTarget } from './storage.ts'
import { listTiedTargets } from './tied-sign-ups.ts'

const withUnlimitedSeats = (facts: SignUpFacts): SignUpFacts => ({
  ...facts,
  occasion: facts.occasion && { ...facts.occasion, maxParticipants: null },
})

/** A sign-up with those tied to it, and why the rules refuse it apart from its seats. */
export interface SignUpApartFromSeats {
  contexts: SignUpContext[]
  refusal: SignUpRefusal | null
}

/**
 * Loads the contexts of a sign-up and of those tied to it by a tag, itself first. `refusal` is the code of the first
 * refusal if every occasion had a free seat; null without any. Writes nothing.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('invitation_needed') as `loadSignUp` does.
 */
export async function loadSignUpApartFromSeats(ctx: Ctx, target: SignUpTarget): Promise<SignUpApartFromSeats> {
  const tied = await listTiedTargets(ctx, target)
  const all = tied.length > 0 ? tied : [{ target, company: undefined }]
  const contexts = await Promise.all(all.map((one) => loadSignUp(ctx, one.target, one.company)))
  const refusals = contexts.map(({ facts }) => refuseSignUp(withUnlimitedSeats(facts), null))
  return { contexts, refusal: refusals.find((refusal) => refusal !== null) ?? null }
}
