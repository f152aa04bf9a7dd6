import type { Booking } from '#api/office/bookings/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { useTexts } from '../client/texts.tsx'
import { BookingFacts } from './BookingFacts.tsx'

/** Facts of a booking in a dialog that shows its days: the reason of its cancellation, `BookingFacts`, description. */
export function BookingDetails({ booking }: { booking: Booking }) {
  const t = useTexts('bookings')
  const { state, title, description, canceledReason } = booking
  return (
    <>
      {title && (
        <p className="font-semibold" lang={contentLanguage}>
          {title}
        </p>
      )}
      {state === 'canceled' && canceledReason && <p>{t('canceledReason', { reason: canceledReason })}</p>}
      <BookingFacts booking={booking} />
      {description && (
        <div>
          <p className="mb-1 font-semibold">{t('description')}</p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised the text */}
          <div className="prose text-sm" lang={contentLanguage} dangerouslySetInnerHTML={{ __html: description }} />
        </div>
      )}
    </>
  )
}
