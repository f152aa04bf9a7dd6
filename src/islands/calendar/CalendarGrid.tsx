import { type ComponentType, useEffect, useMemo, useState } from 'react'
import type { Booking } from '#api/office/bookings/contract.ts'
import { findBooking } from '../bookings/booking-facts.ts'
import { island, useTexts } from '../client/texts.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import type { GridView } from './calendar-days.ts'
import { ItemDialog } from './ItemDialog.tsx'
import type { HiddenItemsLink, MonthOrWeekProps } from './MonthOrWeek.tsx'
import { parseItems } from './serialize-items.ts'

interface GridProps {
  /** Items as `serializeItems` writes them. */
  serializedItems: string
  more: readonly HiddenItemsLink[]
  view: GridView
  /** Any day of the month or week that is shown. */
  day: string
  userId: number
  /** The reader's own. */
  bookings: readonly Booking[]
  isExternal: boolean
}

type Library = ComponentType<MonthOrWeekProps>

/** Loads the heavy calendar library when the calendar is on the screen; the page already shows the list. */
function useCalendarLibrary() {
  const [library, setLibrary] = useState<{ Calendar: Library } | 'failed' | null>(null)
  useEffect(() => {
    import('./MonthOrWeek.tsx').then(
      ({ MonthOrWeek }) => setLibrary({ Calendar: MonthOrWeek }),
      () => setLibrary('failed'),
    )
  }, [])
  return library
}

function Grid({ serializedItems: written, more, view, day, userId, bookings, isExternal }: GridProps) {
  const t = useTexts('calendar')
  const [openedId, setOpenedId] = useState<string | null>(null)
  const library = useCalendarLibrary()
  const items = useMemo(() => parseItems(written), [written])
  const opened = items.find(({ id }) => id === openedId) ?? null
  if (library === 'failed') return <ErrorBox>{t('failed')}</ErrorBox>
  if (!library)
    return (
      <div className="grid min-h-[44rem] animate-pulse place-items-center rounded-card border border-line bg-surface">
        <p className="text-muted">{t('loading')}</p>
      </div>
    )
  const { Calendar } = library
  return (
    <div className="min-h-[44rem]">
      <Calendar items={items} more={more} view={view} day={day} isExternal={isExternal} onOpen={setOpenedId} />
      <ItemDialog
        item={opened}
        booking={opened ? findBooking(bookings, opened) : undefined}
        userId={userId}
        isExternal={isExternal}
        onClose={() => setOpenedId(null)}
      />
    </div>
  )
}

/** The month or the week as a grid; what it holds stands in the page's list as well. */
export const CalendarGrid = island(Grid)
