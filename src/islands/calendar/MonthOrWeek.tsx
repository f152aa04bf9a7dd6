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
import { daysOf, type GridView, weeksIn } from './calendar-days.ts'
import { type ItemState, type ShownItem, stateOfItem, stretchesOf } from './item-state.ts'
import type { LeftOut } from './left-out.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import './calendar.css'

/** What else a day holds, and where all of it stands. */
export interface MoreOfDay extends LeftOut {
  href: string
}

export interface MonthOrWeekProps {
  items: readonly ShownItem[]
  more: readonly MoreOfDay[]
  view: GridView
  day: string
  isExternal: boolean
  onOpen: (itemId: string) => void
}

const own = { color: 'var(--color-accent)', contrastColor: 'var(--color-on-accent)' }
const waiting = { color: 'var(--color-warning-soft)', contrastColor: 'var(--color-warning-ink)' }
const canceled = {
  color: 'var(--color-danger-soft)',
  contrastColor: 'var(--color-danger-ink)',
  className: 'line-through',
}
const shut = { color: 'var(--color-hover)', contrastColor: 'var(--color-muted)' }
const open = { color: 'var(--color-accent-soft)', contrastColor: 'var(--color-accent-ink)' }
const looks: Record<ItemState, Partial<EventInput>> = {
  booked: own,
  pending: waiting,
  canceled,
  open,
  started: shut,
  closed: shut,
  full: shut,
  blocked: shut,
}
/** What the colour says, said in words as well. */
const spoken: readonly ItemState[] = ['booked', 'pending', 'canceled', 'full']

function eventsOf({ items, isExternal }: MonthOrWeekProps, t: Translate): EventInput[] {
  const now = new Date()
  return items.flatMap((item) => {
    const state = stateOfItem(item, { isExternal }, now)
    const title = spoken.includes(state) ? `${t(`grid.${state}`)}: ${item.educationTitle}` : item.educationTitle
    return stretchesOf(item).map(({ start, end, part }) => ({
      id: item.id + (part ? `-${part.number}` : ''),
      title: part ? `${title} (${part.number}/${part.of})` : title,
      start,
      end,
      ...looks[state],
      extendedProps: { rank: 0, itemId: item.id },
    }))
  })
}

/** Below what is shown of each day, a link to the rest: the library's own could only open what it has been given. */
const moreOf = ({ more }: MonthOrWeekProps, t: Translate): EventInput[] =>
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

/** The name of the link is heard whole, and seen as short as a day's column is narrow. */
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

/** As the list says it: English the American way. */
const clocks = {
  sv: { hour: '2-digit', minute: '2-digit', hour12: false },
  en: { hour: 'numeric', minute: '2-digit', hour12: true },
} as const

const libraryViews = { ahead: 'ahead', month: 'dayGridMonth', week: 'timeGridWeek' } as const

/** The calendar library itself, in the portal's zone whatever the reader's own clock says. */
export function MonthOrWeek(props: MonthOrWeekProps) {
  const { view, day, onOpen } = props
  const t = useTexts('calendar')
  const language = useLanguage()
  const clock = clocks[language === 'en' ? 'en' : 'sv']
  return (
    <FullCalendar
      plugins={[dayGrid, timeGrid, classic]}
      initialView={libraryViews[view]}
      initialDate={view === 'ahead' ? daysOf(view, day).first : day}
      views={{ ahead: { type: 'dayGrid', duration: { weeks: weeksIn(view, day) } } }}
      timeZone="Europe/Stockholm"
      locale={language === 'en' ? english : swedish}
      headerToolbar={false}
      height="auto"
      allDaySlot={props.more.length > 0}
      allDayText={t('grid.moreRow')}
      slotMinTime="07:00:00"
      slotMaxTime="23:00:00"
      eventOrder="rank,start,-duration,title"
      eventTimeFormat={clock}
      slotHeaderFormat={clock}
      eventDisplay="block"
      eventClass="min-h-6"
      // On a tablet the day's column is narrow: its name says more than its hour, which is heard and stands in the dialog.
      eventTimeClass={view !== 'week' ? 'max-lg:sr-only' : ''}
      eventTitleClass={view !== 'week' ? 'min-w-0 truncate' : ''}
      eventInteractive
      nowIndicator
      events={[...eventsOf(props, t), ...moreOf(props, t)]}
      eventContent={({ event }) =>
        event.url ? <MoreLink title={event.title} day={String(event.extendedProps['day'])} /> : true
      }
      eventClick={({ event }) => event.url || onOpen(String(event.extendedProps['itemId']))}
    />
  )
}
