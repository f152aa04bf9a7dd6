import { computed, type ReadableAtom } from 'nanostores'
import type { SignUpStore } from './sign-up-state.ts'

type SignUpForms = Pick<SignUpStore, '$state'>

/**
 * Returns a store with the typed answers of an open sign-up as one text, those of chosen companions too. Empty without
 * answers, and while the dialog is closed.
 */
export const createTypedAnswers = (main: SignUpForms, companions: readonly SignUpForms[] = []): ReadableAtom<string> =>
  computed([main.$state, ...companions.map(({ $state }) => $state)], (own, ...others) => {
    const forms = own.open ? [own, ...others.filter(({ open }) => open)] : []
    return forms
      .flatMap(({ form }) => Object.values(form.answers))
      .join('')
      .trim()
  })
