import type { Booking } from '#api/office/bookings/contract.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { listBookingFacts, type PersonBooking } from './booking-facts.ts'

/**
 * List of the lines of `listBookingFacts`, each with its icon. Compares days with the clock of the moment it renders.
 * `people` are those of the family on the date when they are several, else empty.
 */
export function BookingFacts({ booking, people }: { booking: Booking; people: readonly PersonBooking[] }) {
  const t = useTexts('bookings')
  const language = useLanguage()
  return (
    <ul className="grid gap-1.5 text-sm">
      {listBookingFacts(booking, { people, now: new Date(), t, language }).map(({ icon, text, link }) => (
        <li key={text + (link?.href ?? '')} className="flex items-start gap-2">
          <Icon of={icon} size={16} className="mt-0.5 shrink-0 text-muted" />
          <span className="wrap-anywhere min-w-0">
            {text}{' '}
            {link && (
              <Link href={link.href} isExternal={link.isExternal}>
                {link.label}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
