import { useStore } from '@nanostores/react'
import { moneyText } from '#locales/money.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { type Companion, companionField } from './companions.ts'
import { SignUpFields } from './SignUpFields.tsx'
import type { SignUpStore } from './sign-up-state.ts'

interface CompanionChoiceProps {
  companion: Companion
  main: SignUpStore
  isParty: boolean
}

function CompanionChoice({ companion, main, isParty }: CompanionChoiceProps) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const { id, name, store } = companion
  const { open, offer, problems, refusal } = useStore(store.$state)
  const { occasionId } = useStore(main.$state)
  const loading = problems.find((problem) => problem.name === '')
  const reason =
    offer && !offer.allowed ? (offer.message ?? t('notPossible')) : (refusal ?? (loading && t(loading.message)))
  return (
    <div className="grid gap-4">
      <Checkbox
        name={companionField(id)}
        label={name}
        hint={open && offer?.allowed && offer.fee > 0 ? moneyText(offer.fee, language) : undefined}
        error={open ? reason : undefined}
        checked={open}
        disabled={isParty}
        onChange={(event) => (event.target.checked ? void store.choose(occasionId) : store.close())}
      />
      {open && offer?.allowed && (
        <fieldset className="grid gap-4 border-l-2 border-line pl-4">
          <legend className="sr-only">{t('forPerson', { name })}</legend>
          <SignUpFields offer={offer} store={store} prefix={`${companionField(id)}-`} />
        </fieldset>
      )}
    </div>
  )
}

interface CompanionFieldsProps {
  companions: readonly Companion[]
  main: SignUpStore
  /** Everybody of the waiting list's party takes part; nobody is chosen. */
  isParty: boolean
}

/**
 * Choice of the others of the family who are signed up for the same occasion, in the same payment. A chosen one has a
 * form of their own; choosing loads the offer for the occasion of `main`, the first person's store, and a refusal is
 * shown at the name. With `isParty` everybody takes part and the boxes cannot be changed. Nothing without companions.
 */
export function CompanionFields({ companions, main, isParty }: CompanionFieldsProps) {
  const t = useTexts('sign-ups')
  if (companions.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{t(isParty ? 'alsoForParty' : 'alsoFor')}</legend>
      {companions.map((companion) => (
        <CompanionChoice key={companion.id} companion={companion} main={main} isParty={isParty} />
      ))}
    </fieldset>
  )
}
