import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { SignUpOffer, WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { chosenMethod, type SignUpForm, type SignUpStore, toAnswers } from './sign-up-state.ts'

/** Somebody of the family. */
export interface FamilyMember {
  id: number
  name: string
}

/** Somebody of the family who can be signed up at the same time; included while the store is open. */
export interface Companion extends FamilyMember {
  store: SignUpStore
}

const included = (companions: readonly Companion[]) =>
  companions.filter(({ store }) => store.$state.get().open && store.$state.get().offer)

/** True when everybody takes part, and what each is asked has been loaded. */
export const areAllIncluded = (companions: readonly Companion[]): boolean =>
  included(companions).length === companions.length

/**
 * Checks the forms of all included people, whose problems are then shown, and returns whether all are filled in. They
 * pay in the same way as the first person, whose terms are for all; both are set in their forms.
 */
export function areCompanionsReady(companions: readonly Companion[], form: SignUpForm, offer: SignUpOffer): boolean {
  const shared = { method: chosenMethod(form, offer), acceptsTerms: form.acceptsTerms }
  return included(companions)
    .map(({ store }) => store.validate(shared))
    .every(Boolean)
}

/** Returns the sign-ups of the included people, for one write together with the first person's. */
export const toCompanionResults = (companions: readonly Companion[]): Omit<WrittenResult, 'occasionId'>[] =>
  included(companions).flatMap(({ id, store }) => {
    const { offer, form } = store.$state.get()
    const { guardianUserId, invoiceRecipientId } = form
    return offer ? [{ userId: id, customAnswers: toAnswers(form, offer), guardianUserId, invoiceRecipientId }] : []
  })

/** Returns the included people for one payment together with the first person. */
export const toCompanionPayments = (companions: readonly Companion[]): SignUpPayload['others'] =>
  included(companions).flatMap(({ id, store }) => {
    const { offer, form } = store.$state.get()
    return offer ? [{ userId: id, customAnswers: toAnswers(form, offer), guardianUserId: form.guardianUserId }] : []
  })
