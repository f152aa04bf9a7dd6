import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Link } from '../ui/Link.tsx'

interface ReservationNoteProps {
  reservation: NonNullable<SignUpOffer['reservation']>
  /** The date that the dialog is about; null for a part without occasions. */
  occasionId: number | null
}

/** Link to an unfinished payment; it names the date that it pays for when the dialog is about another one. */
export function ReservationNote({ reservation, occasionId }: ReservationNoteProps) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const { paymentId, startDate, city } = reservation
  const href = `/betalning/${paymentId}`
  if (!startDate || reservation.occasionId === occasionId) return <Link href={href}>{t('continuePayment')}</Link>
  const values = { date: momentText(startDate, 'weekday', language), city: city ?? '' }
  return (
    <>
      <p className="mb-1.5">{t('otherReserved', values)}</p>
      <Link href={href}>{t('continuePaymentFor', values)}</Link>
    </>
  )
}
