import { CalendarX } from '@lucide/icons'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { listCancelTerms, namePeople } from './cancel-terms.ts'
import type { ChosenCompanion } from './companions.ts'
import { chosenMethod, type SignUpForm } from './sign-up-state.ts'

interface SignUpTermsProps {
  offer: SignUpOffer
  form: SignUpForm
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
  /** The people who are signed up along with the person. */
  companions?: readonly Pick<ChosenCompanion, 'name'>[]
}

/**
 * Says before a booking until when it can be cancelled and what comes back, by the chosen way to pay; nothing for a
 * part without dates.
 */
export function SignUpTerms({ offer, form, person, companions = [] }: SignUpTermsProps) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  if (!offer.cancelableUntil) return null
  const isInvoiced = chosenMethod(form, offer) === 'invoice'
  const everyone = namePeople(
    person,
    companions.map(({ name }) => name),
    { t, language },
  )
  const terms = { until: offer.cancelableUntil, fee: offer.fee, isInvoiced, person: everyone }
  return (
    <p className="flex gap-2.5 rounded-card bg-sunken p-4 text-sm">
      <Icon of={CalendarX} size={18} className="mt-0.5 shrink-0 text-muted" />
      {/* The dialog is opened by hand, so the browser's clock is near enough for the text; the server decides. */}
      {listCancelTerms(terms, new Date(), t, language).join(' ')}
    </p>
  )
}
