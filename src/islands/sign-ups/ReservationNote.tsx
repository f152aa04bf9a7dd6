import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Link } from '../ui/Link.tsx'

interface ReservationNoteProps {
  reservation: NonNullable<SignUpOffer['reservation']>
  /** The date that the dialog is about; null for a part without occasions. */
  occasionId: number | null
  /** Name of the child, when a guardian reads about it. */
  person?: string | undefined
}

/**
 * Text and link to the payment of a seat that is reserved until it is paid; names the date when the dialog is about
 * another one. A child that waits for a guardian gets no link; a guardian (`person` is the child's name) gets that of
 * the request.
 */
export function ReservationNote({ reservation, occasionId, person }: ReservationNoteProps) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const { paymentId, startDate, city, isRequested } = reservation
  const href = `/betalning/${isRequested ? 'begaran/' : ''}${paymentId}`
  const isOther = startDate !== null && reservation.occasionId !== occasionId
  const values = { date: startDate ? momentText(startDate, 'weekday', language) : '', city: city ?? '', name: person }
  const isWaiting = isRequested && person === undefined
  const text = isWaiting ? (startDate ? 'requestedSeat' : 'requested') : person ? 'reservedFor' : 'otherReserved'
  return (
    <>
      {(isOther || isRequested) && (
        <p className="mb-1.5">{t(isOther || isWaiting ? text : 'reservedForHere', values)}</p>
      )}
      {!isWaiting && (
        <Link href={href}>
          {isRequested ? t('payForSeat') : isOther ? t('continuePaymentFor', values) : t('continuePayment')}
        </Link>
      )}
    </>
  )
}
