import { CalendarDays, CalendarPlus } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { periodText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { BookingDetails, type ItemBooking } from '../bookings/BookingDetails.tsx'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { SignUp } from '../sign-ups/SignUp.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { JoinQueue } from '../waiting-list/JoinQueue.tsx'
import { entriesHref, findEntryOf, queueText } from '../waiting-list/queue-texts.ts'
import { ItemFacts, ItemStatus } from './ItemFacts.tsx'
import { type ItemPeople, itemHref } from './item-people.ts'
import { getItemState, listPeriods, manageHref, type ShownItem } from './item-state.ts'
import { type ItemStanding, standingHref, standingText } from './standing-text.ts'

interface ReaderProps {
  userId: number
  isExternal: boolean
  /** How the reader stands to the item's part. */
  standing: ItemStanding | undefined
}

interface DetailsProps {
  item: ShownItem
  /** The seat on it, of the reader or a child. */
  booking: ItemBooking | undefined
  people: ItemPeople | undefined
  isExternal: boolean
  obstacle: string | null
}

function Details({ item, booking, people, isExternal, obstacle }: DetailsProps) {
  const t = useTexts('calendar')
  const language = useLanguage()
  const state = getItemState(item, { isExternal }, new Date())
  return (
    <div className="grid gap-3">
      {people && <p className="font-semibold">{people.names}</p>}
      {item.educationTitle !== item.title && (
        <p className="text-muted" lang={contentLanguage}>
          {item.title}
        </p>
      )}
      <ul className="grid gap-1 font-semibold">
        {listPeriods(item).map(({ start, end }) => (
          <li key={start.toISOString()} className="flex items-center gap-2">
            <Icon of={CalendarDays} size={18} className="shrink-0 text-muted" />
            <time dateTime={start.toISOString()}>{periodText(start, end, language)}</time>
          </li>
        ))}
      </ul>
      {booking ? <BookingDetails {...booking} itemId={item.id} /> : <ItemFacts item={item} state={state} />}
      <div className="empty:hidden">
        <ItemStatus state={state} />
      </div>
      {obstacle && <p className="font-semibold">{obstacle}</p>}
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

interface GoOnProps {
  item: ShownItem
  standing: ItemStanding | undefined
  /** URL of the item's part, or of the part that the reader queues for. */
  here: string
}

/**
 * Returns the text of the link to where the reader goes on: the payment, the sign-up of a child, or what comes first.
 */
function goOnText({ paymentId, children, first }: ItemStanding, t: Translate): ReactNode {
  if (paymentId) return t('pay.action')
  return children ? t('standing.signUpChild') : <span lang={contentLanguage}>{first?.title}</span>
}

/** Link to where the reader goes on: the payment, a child's sign-up, what comes first, or the education. */
function GoOn({ item, standing, here }: GoOnProps) {
  const t = useTexts('calendar')
  const tSteps = useTexts('next-steps')
  const href = standingHref(standing, here)
  return (
    <>
      {href !== here && (
        <Button href={href} tone="primary">
          {standing && goOnText(standing, tSteps)}
        </Button>
      )}
      {item.managed && <Button href={manageHref(item)}>{t('manage')}</Button>}
      <Button href={here}>{t('toEducation')}</Button>
    </>
  )
}

/**
 * Dialog with the item that was chosen in the grid, with its facts or the `booking` on it, of the reader or a child. It
 * names the `people` of the family who are booked, and the places in the queue. Closed while `item` is null; `onClose`
 * must set it to null.
 *
 * Offers the sign-up for an open item or the queue of a full one, unless it is an exam, the reader is queued or
 * `standing` (how the reader stands to the part) bars it. Links to the payment or education that comes first, to the
 * education, to its management and to a calendar file.
 */
export function ItemDialog({
  item,
  booking,
  people,
  userId,
  isExternal,
  standing,
  entries,
  onClose,
}: ReaderProps & {
  item: ShownItem | null
  booking: ItemBooking | undefined
  people: ItemPeople | undefined
  /** The reader's places in the queue of the item. */
  entries: readonly WaitingEntry[]
  onClose: () => void
}) {
  const t = useTexts('calendar')
  const tSteps = useTexts('next-steps')
  const tQueue = useTexts('waiting-list')
  const language = useLanguage()
  const state = item && getItemState(item, { isExternal }, new Date())
  const isOpen = state === 'open'
  const isChoice = isOpen || state === 'full'
  const isQueued = findEntryOf(entries, userId) !== undefined
  // A child's place in the queue hides neither the reader's own booking nor the way to sign up.
  const leadsToQueue = isQueued || !(isOpen || item?.booked)
  const obstacle = item && isChoice ? standingText(standing, tSteps, item) : null
  const actions = item && (
    <>
      {isOpen && !obstacle && !isQueued && item.kind === 0 && <SignUpHere item={item} userId={userId} />}
      {state === 'full' && !obstacle && item.kind === 0 && !isQueued && (
        <JoinQueue userId={userId} educationId={item.educationId} occasionId={item.referenceId} language={language} />
      )}
      <GoOn
        item={item}
        standing={isChoice ? standing : undefined}
        here={(leadsToQueue ? entriesHref(entries, userId) : null) ?? itemHref(item, people)}
      />
      {item.invitationUrl && (
        <Button href={item.invitationUrl} tone="quiet" icon={<Icon of={CalendarPlus} size={18} />} download>
          {t('download')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open={item !== null}
      onClose={onClose}
      title={item?.educationTitle ?? ''}
      titleLanguage={contentLanguage}
      actions={actions}
    >
      {item && <Details item={item} booking={booking} people={people} isExternal={isExternal} obstacle={obstacle} />}
      {entries.map((entry) => (
        <p key={entry.id} className="mt-3 font-semibold">
          {queueText(entry, userId, tQueue, language)}
        </p>
      ))}
    </Dialog>
  )
}
