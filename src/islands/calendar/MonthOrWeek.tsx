import type { EventInput } from '@fullcalendar/react'
import FullCalendar from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import english from '@fullcalendar/react/locales/en-gb'
import swedish from '@fullcalendar/react/locales/sv'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { countWeeks, type GridView, viewDays } from './calendar-days.ts'
import type { HiddenItems } from './hidden-items.ts'
import { getItemState, type ItemState, listPeriods, type ShownItem } from './item-state.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import './calendar.css'

/** Number of items that a day has besides those shown, with the address of the full list. */
export interface HiddenItemsLink extends HiddenItems {
  href: string
}

export interface MonthOrWeekProps {
  items: readonly ShownItem[]
  more: readonly HiddenItemsLink[]
  view: GridView
  day: string
  isExternal: boolean
  onOpen: (itemId: string) => void
}

const bookedLook = { color: 'var(--color-accent)', contrastColor: 'var(--color-on-accent)' }
const pendingLook = { color: 'var(--color-warning-soft)', contrastColor: 'var(--color-warning-ink)' }
const canceledLook = {
  color: 'var(--color-danger-soft)',
  contrastColor: 'var(--color-danger-ink)',
  className: 'line-through',
}
const closedLook = { color: 'var(--color-hover)', contrastColor: 'var(--color-muted)' }
const openLook = { color: 'var(--color-accent-soft)', contrastColor: 'var(--color-accent-ink)' }
const looks: Record<ItemState, Partial<EventInput>> = {
  booked: bookedLook,
  pending: pendingLook,
  canceled: canceledLook,
  open: openLook,
  started: closedLook,
  closed: closedLook,
  full: closedLook,
  blocked: closedLook,
}
/** States that the grid also names in words, since the colour alone must not carry the meaning. */
const statesInWords: readonly ItemState[] = ['booked', 'pending', 'canceled', 'full']

function toEvents({ items, isExternal }: MonthOrWeekProps, t: Translate): EventInput[] {
  const now = new Date()
  return items.flatMap((item) => {
    const state = getItemState(item, { isExternal }, now)
    const title = statesInWords.includes(state) ? `${t(`grid.${state}`)}: ${item.educationTitle}` : item.educationTitle
    return listPeriods(item).map(({ start, end, part }) => ({
      id: item.id + (part ? `-${part.number}` : ''),
      title: part ? `${title} (${part.number}/${part.of})` : title,
      start,
      end,
      ...looks[state],
      extendedProps: { rank: 0, itemId: item.id },
    }))
  })
}

/**
 * Makes the link below each day to its remaining items; the library's own link could only open items that it was given.
 */
const toMoreEvents = ({ more }: MonthOrWeekProps, t: Translate): EventInput[] =>
  more.map(({ day, count, isLeast, href }) => ({
    id: `more-${day}`,
    title: t(isLeast ? 'grid.moreAtLeast' : 'grid.more', { count }),
    start: day,
    allDay: true,
    url: href,
    color: 'transparent',
    contrastColor: 'var(--color-accent-ink)',
    className: 'font-semibold underline underline-offset-3',
    extendedProps: { rank: 1, day },
  }))

/** Link whose full name is read aloud, and whose visible text fits the narrow column of a day. */
function MoreLink({ title, day }: { title: string; day: string }) {
  const t = useTexts('calendar')
  const language = useLanguage()
  return (
    <span className="relative px-1">
      {title}
      <span className="sr-only">
        {': '}
        {t('grid.moreOn', { day: momentText(new Date(`${day}T12:00:00.000Z`), 'dayOfMonth', language) })}
      </span>
    </span>
  )
}

/** Times as the list writes them, on a 24-hour clock in both languages. */
const timeFormat = { hour: '2-digit', minute: '2-digit', hour12: false } as const

const libraryViews = { ahead: 'ahead', month: 'dayGridMonth', week: 'timeGridWeek' } as const

/** The calendar library in the portal's time zone, whatever zone the browser has. */
export function MonthOrWeek(props: MonthOrWeekProps) {
  const { view, day, onOpen } = props
  const t = useTexts('calendar')
  const language = useLanguage()
  return (
    <FullCalendar
      plugins={[dayGrid, timeGrid, classic]}
      initialView={libraryViews[view]}
      initialDate={view === 'ahead' ? viewDays(view, day).first : day}
      views={{ ahead: { type: 'dayGrid', duration: { weeks: countWeeks(view, day) } } }}
      timeZone="Europe/Stockholm"
      locale={language === 'en' ? english : swedish}
      headerToolbar={false}
      height="auto"
      allDaySlot={props.more.length > 0}
      allDayText={t('grid.moreRow')}
      slotMinTime="07:00:00"
      slotMaxTime="23:00:00"
      eventOrder="rank,start,-duration,title"
      eventTimeFormat={timeFormat}
      slotHeaderFormat={timeFormat}
      eventDisplay="block"
      eventClass="min-h-6"
      // The column of a day is narrow on tablets, so the hour is for screen readers only; the dialog shows it too.
      eventTimeClass={view !== 'week' ? 'max-lg:sr-only' : ''}
      eventTitleClass={view !== 'week' ? 'min-w-0 truncate' : ''}
      eventInteractive
      nowIndicator
      events={[...toEvents(props, t), ...toMoreEvents(props, t)]}
      eventContent={({ event }) =>
        event.url ? <MoreLink title={event.title} day={String(event.extendedProps['day'])} /> : true
      }
      eventClick={({ event }) => event.url || onOpen(String(event.extendedProps['itemId']))}
    />
  )
}
