import type { Booking } from '#api/office/bookings/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { useTexts } from '../client/texts.tsx'
import { BookingFacts } from './BookingFacts.tsx'
import type { PersonBooking } from './booking-facts.ts'

/** The booking that an item of the calendar shows. */
export interface ItemBooking {
  booking: Booking
  /** Everybody of the family on the date, when they are several; empty for one person. */
  people: readonly PersonBooking[]
}

/** The organiser's text of a calendar item, copied from the template that the page has for it; nothing without one. */
function OrganizerText({ itemId }: { itemId: string }) {
  const t = useTexts('bookings')
  const template = document.querySelector<HTMLTemplateElement>(`template[data-description-of="${CSS.escape(itemId)}"]`)
  if (!template) return null
  return (
    <div>
      <p className="mb-1 font-semibold">{t('description')}</p>
      <div
        className="prose text-sm"
        lang={contentLanguage}
        ref={(text) => text?.replaceChildren(template.content.cloneNode(true))}
      />
    </div>
  )
}

/**
 * Facts of a booking in the dialog of a calendar item, which shows title and days: the reason of its cancellation,
 * `BookingFacts`, and the organiser's text, copied from the page's template for `itemId` (nothing without one).
 * `people` are those of the family on the date when they are several, else empty.
 */
export function BookingDetails({ booking, people, itemId }: ItemBooking & { itemId: string }) {
  const t = useTexts('bookings')
  const { state, canceledReason } = booking
  return (
    <>
      {state === 'canceled' && canceledReason && <p>{t('canceledReason', { reason: canceledReason })}</p>}
      <BookingFacts booking={booking} people={people} />
      <OrganizerText itemId={itemId} />
    </>
  )
}
