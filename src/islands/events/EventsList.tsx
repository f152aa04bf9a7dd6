import type { Event } from '#api/catalogue/events/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { EventItem } from './EventItem.tsx'

interface EventsListProps {
  events: readonly Event[]
  language?: string | undefined
}

/**
 * Latest events in the given order without editing, or that there are none; needs no script. `language` is that of a
 * page without an island.
 */
export function EventsList({ events, language }: EventsListProps) {
  const t = useTexts('events', language)
  if (events.length === 0) return <p className="text-muted">{t('empty')}</p>
  return (
    <ul className="divide-y divide-line">
      {events.map((event) => (
        <EventItem key={event.id} event={event} language={language} />
      ))}
    </ul>
  )
}
