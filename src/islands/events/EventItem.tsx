import type { ReactNode } from 'react'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { TextWithLinks } from '../ui/TextWithLinks.tsx'
import type { ShownEvent } from './state.ts'

interface EventItemProps {
  event: ShownEvent
  language?: string | undefined
  actions?: ReactNode
}

/**
 * Event with its date, for the editable and the plain list; one changed a minute or more after it was written says so.
 * `language` is that of a page without an island.
 */
export function EventItem({ event, language, actions }: EventItemProps) {
  const t = useTexts('events', language)
  const islandLanguage = useLanguage()
  const isChanged = event.modified.getTime() - event.created.getTime() > 60_000
  return (
    <li className={`flex items-start gap-3 py-3.5 first:pt-0 last:pb-0 ${event.saving ? 'opacity-60' : ''}`}>
      <div className="min-w-0 flex-1">
        <p className="leading-snug wrap-anywhere">
          <TextWithLinks text={event.content} language={language} />
        </p>
        <p className="mt-1 text-sm text-muted">
          <time dateTime={event.created.toISOString()} suppressHydrationWarning>
            {momentText(event.created, 'day', language ?? islandLanguage)}
          </time>
          {isChanged && ` · ${t('changed')}`}
          {event.saving && <span role="status">{` · ${t('saving')}`}</span>}
        </p>
      </div>
      {actions}
    </li>
  )
}
