import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { NextStepLine } from '../licenses/NextStepLine.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Link } from '../ui/Link.tsx'
import { ReservationNote } from './ReservationNote.tsx'
import { isAskedOfGuardian, lacksPaymentMethod } from './sign-up-state.ts'

interface SignUpNoticesProps {
  offer: SignUpOffer
  occasionId: number | null
  /** Name of the person, when it is another than the reader. */
  person: string | undefined
}

/**
 * List of the further occasions that are chosen together with an occasion, with their time and place; nothing without
 * any. `person` is the name of the person who is signed up, when it is another than the reader.
 */
export function TogetherOccasions({ offer, person }: Pick<SignUpNoticesProps, 'offer' | 'person'>) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  if (offer.together.length === 0) return null
  const count = offer.together.length + 1
  const detail = person ? t('togetherDetailPerson', { count, name: person }) : t('togetherDetail', { count })
  return (
    <section className="rounded-card bg-sunken p-4">
      <h3>{t('together')}</h3>
      <p className="mb-2 text-sm text-muted">{detail}</p>
      <ul className="grid gap-2">
        {offer.together.map(({ occasionId, partTitle, startDate, endDate, city, venue }) => (
          <li key={occasionId}>
            <span className="block font-semibold">{partTitle}</span>
            {periodText(startDate, endDate, language)}, {[venue, city].filter(Boolean).join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * Notices about why a sign-up is refused, with what is missing and the next step, or what follows from it before it is
 * made: approval, an overlap, a reserved seat, or how it is paid.
 */
export function SignUpNotices({ offer, occasionId, person }: SignUpNoticesProps) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  return (
    <>
      {!offer.allowed && (
        <InfoBox tone="warning" title={offer.message ?? t('notPossible')}>
          {offer.missing.length > 0 && (
            <ul className="list-disc pl-5">
              {offer.missing.map(({ kind, id, title, educationId }) => (
                <li key={`${kind}-${id}`}>
                  <Link href={`/education/${educationId}`}>{title}</Link>
                </li>
              ))}
            </ul>
          )}
          {offer.readiness.next && <NextStepLine step={offer.readiness.next} language={language} />}
          {offer.reservation && (
            <ReservationNote reservation={offer.reservation} occasionId={occasionId} person={person} />
          )}
          {offer.reason === 'guardian_required' && (
            <Link href="/profile?tab=account#guardians">{t('addGuardian')}</Link>
          )}
        </InfoBox>
      )}
      {offer.allowed && offer.reservation && (
        <InfoBox tone="warning">
          <ReservationNote reservation={offer.reservation} occasionId={occasionId} person={person} />
        </InfoBox>
      )}
      {offer.allowed && offer.needsApproval && (
        <InfoBox>{person ? t('needsApprovalPerson', { name: person }) : t('needsApproval')}</InfoBox>
      )}
      {offer.allowed && offer.overlapsWith && (
        <InfoBox tone="warning">
          {t(person ? 'overlapsPerson' : 'overlaps', { title: offer.overlapsWith, name: person })}
        </InfoBox>
      )}
      {offer.allowed && isAskedOfGuardian(offer) && (
        <InfoBox title={t('guardianPays')}>{t('guardianPaysDetail')}</InfoBox>
      )}
      {offer.allowed && lacksPaymentMethod(offer) && (
        <InfoBox title={t('paymentFollows')}>{t('paymentFollowsDetail')}</InfoBox>
      )}
    </>
  )
}
