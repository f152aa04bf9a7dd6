import { computed, type ReadableAtom } from 'nanostores'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { SignUpOffer, WrittenResult } from '#api/participation/sign-ups/contract.ts'
import type { FieldProblem } from '../ui/error-summary-look.ts'
import { chosenMethod, listMethods, type SignUpForm, type SignUpStore, toAnswers } from './sign-up-state.ts'

/** Somebody of the family. */
export interface FamilyMember {
  id: number
  name: string
}

/** A problem in the form of somebody of the family. */
export interface CompanionProblem extends FieldProblem {
  /** Name of the companion. */
  person: string
  /** The server's reason, in place of `message`. */
  reason: string | null
}

/** A chosen companion who may be signed up, with the fee. */
export interface ChosenCompanion {
  name: string
  fee: number
}

/** Somebody of the family who can be signed up at the same time; included while the store is open. */
export interface Companion extends FamilyMember {
  store: SignUpStore
}

const included = (companions: readonly Companion[]) =>
  companions.filter(({ store }) => store.$state.get().open && store.$state.get().offer)

/**
 * Checks the forms of the chosen people, whose problems are then shown, and returns whether all are filled in. They pay
 * in the same way as the first person, whose terms are for all; both are set in their forms. `form` and `offer` are the
 * first person's.
 *
 * Somebody whose questions have not been loaded is not ready: nobody who was chosen is left out of what is sent. True
 * when nobody is chosen.
 *
 * @param isParty - Everybody takes part; nobody is chosen.
 */
export function areCompanionsReady(
  companions: readonly Companion[],
  form: SignUpForm,
  offer: SignUpOffer,
  isParty = false,
): boolean {
  const shared = { method: chosenMethod(form, offer), acceptsTerms: form.acceptsTerms }
  const mainPays = listMethods(offer).length > 0
  return companions
    .filter(({ store }) => isParty || store.$state.get().open)
    .map(({ store }) => store.validate(shared, mainPays))
    .every(Boolean)
}

/** Name of the field that chooses a companion; the names of the companion's own fields begin with it. */
export const companionField = (id: number): string => `companion-${id}`

/**
 * Returns a store with what the last attempt found missing in the forms of the chosen companions, in their order; empty
 * before it. Each problem has the full name of its field (`name`), a text key of `sign-ups` (`message`), the
 * companion's name (`person`), and for a companion who may not be signed up the server's `reason`.
 */
export const createCompanionProblems = (companions: readonly Companion[]): ReadableAtom<readonly CompanionProblem[]> =>
  computed(
    companions.map(({ store }) => store.$state),
    (...states) =>
      companions.flatMap(({ id, name }, at) =>
        (states[at]?.open ? states[at].problems : []).map((problem) => ({
          name: problem.name ? `${companionField(id)}-${problem.name}` : companionField(id),
          message: problem.message,
          person: name,
          reason: problem.name === '' ? (states[at]?.offer?.message ?? null) : null,
        })),
      ),
  )

/** Returns a store with the chosen companions who may be signed up, in the order of `companions`. */
export const createChosenCompanions = (companions: readonly Companion[]): ReadableAtom<readonly ChosenCompanion[]> =>
  computed(
    companions.map(({ store }) => store.$state),
    (...states) =>
      companions.flatMap(({ name }, at) => {
        const { open = false, offer = null } = states[at] ?? {}
        return open && offer?.allowed ? [{ name, fee: offer.fee }] : []
      }),
  )

/**
 * Returns the sign-ups of the included people, in the order of `companions`, for one write together with the first
 * person's. Those whose offer is not loaded are left out: callers check `areCompanionsReady` first.
 */
export const toCompanionResults = (companions: readonly Companion[]): Omit<WrittenResult, 'occasionId'>[] =>
  included(companions).flatMap(({ id, store }) => {
    const { offer, form } = store.$state.get()
    const { guardianUserId, invoiceRecipientId } = form
    return offer ? [{ userId: id, customAnswers: toAnswers(form, offer), guardianUserId, invoiceRecipientId }] : []
  })

/**
 * Returns the included people, in the order of `companions`, for one payment together with the first person. Those
 * whose offer is not loaded are left out, as in `toCompanionResults`.
 */
export const toCompanionPayments = (companions: readonly Companion[]): SignUpPayload['others'] =>
  included(companions).flatMap(({ id, store }) => {
    const { offer, form } = store.$state.get()
    return offer ? [{ userId: id, customAnswers: toAnswers(form, offer), guardianUserId: form.guardianUserId }] : []
  })
