import { CalendarDays, CalendarPlus } from '@lucide/icons'
import type { Booking } from '#api/office/bookings/contract.ts'
import { periodText } from '#locales/moments.ts'
import { BookingFacts } from '../bookings/BookingFacts.tsx'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { SignUp } from '../sign-ups/SignUp.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ItemFacts, ItemStatus } from './ItemFacts.tsx'
import { getItemState, listPeriods, type ShownItem } from './item-state.ts'

interface ReaderProps {
  userId: number
  isExternal: boolean
}

interface DetailsProps {
  item: ShownItem
  /** The reader's own seat on it. */
  booking: Booking | undefined
  isExternal: boolean
}

function Details({ item, booking, isExternal }: DetailsProps) {
  const t = useTexts('calendar')
  const language = useLanguage()
  const state = getItemState(item, { isExternal }, new Date())
  return (
    <div className="grid gap-3">
      {item.educationTitle !== item.title && <p className="text-muted">{item.title}</p>}
      <ul className="grid gap-1 font-semibold">
        {listPeriods(item).map(({ start, end }) => (
          <li key={start.toISOString()} className="flex items-center gap-2">
            <Icon of={CalendarDays} size={18} className="shrink-0 text-muted" />
            <time dateTime={start.toISOString()}>{periodText(start, end, language)}</time>
          </li>
        ))}
      </ul>
      {booking ? <BookingFacts booking={booking} /> : <ItemFacts item={item} state={state} />}
      <div className="empty:hidden">
        <ItemStatus state={state} />
      </div>
      {state === 'blocked' && <p className="text-sm text-muted">{t('externalBlocked')}</p>}
    </div>
  )
}

function SignUpHere({ item, userId }: { item: ShownItem; userId: number }) {
  const language = useLanguage()
  const { referenceId: id, startDate, endDate, city, venue, availableSpots } = item
  return (
    <SignUp
      userId={userId}
      language={language}
      educationId={item.educationId}
      part={{ id: item.educationPartId, title: item.title }}
      occasions={[{ id, startDate, endDate, city: city ?? '', venue, availableSpots }]}
    />
  )
}

/** Details of the item that was chosen in the grid, with the sign-up or a link to the education. */
export function ItemDialog({
  item,
  booking,
  userId,
  isExternal,
  onClose,
}: ReaderProps & { item: ShownItem | null; booking: Booking | undefined; onClose: () => void }) {
  const t = useTexts('calendar')
  const isOpen = item !== null && getItemState(item, { isExternal }, new Date()) === 'open'
  const actions = item && (
    <>
      {isOpen && item.kind === 0 && <SignUpHere item={item} userId={userId} />}
      <Button href={`/education/${item.educationId}#part-${item.educationPartId}`}>{t('toEducation')}</Button>
      {item.invitationUrl && (
        <Button href={item.invitationUrl} tone="quiet" icon={<Icon of={CalendarPlus} size={18} />} download>
          {t('download')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open={item !== null} onClose={onClose} title={item?.educationTitle ?? ''} actions={actions}>
      {item && <Details item={item} booking={booking} isExternal={isExternal} />}
    </Dialog>
  )
}
