import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Notice } from '#api/foundation/notices/contract.ts'
import { momentText } from '#locales/moments.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { EventsWithEditor } from '../events/EditableEvents.tsx'
import { EventsList } from '../events/EventsList.tsx'
import type { EventAuthor } from '../events/state.ts'
import { groupNotices } from './group-notices.ts'
import { QueryResult } from './QueryResult.tsx'
import { $events, $notices, markRead } from './state.ts'

const item = 'block rounded-control px-3 py-2'

function Moment({ moment }: { moment: Date }) {
  const language = useLanguage()
  return (
    <time dateTime={moment.toISOString()} className="block text-sm text-muted">
      {momentText(moment, 'day', language)}
    </time>
  )
}

interface NoticeTextProps {
  notice: Notice
  /** How many unread ones say the same. */
  count: number
}

function NoticeText({ notice, count }: NoticeTextProps) {
  const t = useTexts('bottombar')
  return (
    <>
      <span className="flex items-start gap-2">
        {notice.readDate === null && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-accent-ink">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
        <span>{notice.text}</span>
      </span>
      <Moment moment={notice.created} />
      {count > 1 && <span className="block text-sm text-muted">{t('repeated', { count })}</span>}
    </>
  )
}

function Notices({ notices }: { notices: readonly Notice[] }) {
  const t = useTexts('bottombar')
  useEffect(() => {
    markRead(notices).catch((error: unknown) => console.error('notices', error))
  }, [notices])
  if (notices.length === 0) return <p className="px-3 text-muted">{t('noNotices')}</p>
  return (
    <ul>
      {groupNotices(notices).map(({ notice, count }) => (
        <li key={notice.id}>
          {notice.url ? (
            <a href={notice.url} className={`${item} hover:bg-hover`}>
              <NoticeText notice={notice} count={count} />
            </a>
          ) : (
            <div className={item}>
              <NoticeText notice={notice} count={count} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

interface PopupProps {
  /** The person, when allowed to write events; null for everybody else. */
  editor: EventAuthor | null
}

function Popup({ editor }: PopupProps) {
  const language = useLanguage()
  const t = useTexts('bottombar')
  const notices = useStore($notices)
  const events = useStore($events)
  return (
    <div className="grid gap-4 p-3">
      <section className="grid gap-1">
        <h2 className="px-3 pt-1 text-lg">{t('notices')}</h2>
        <QueryResult answer={notices} onRetry={$notices.revalidate}>
          {(data) => <Notices notices={data} />}
        </QueryResult>
      </section>
      <section className="grid gap-1 border-t border-line pt-3">
        <h2 className="px-3 text-lg">{t('events')}</h2>
        <div className="px-3 pb-2">
          <QueryResult answer={events} onRetry={$events.revalidate}>
            {(data) =>
              editor ? (
                <EventsWithEditor events={data} author={editor} />
              ) : (
                <EventsList events={data} language={language} />
              )
            }
          </QueryResult>
        </div>
      </section>
    </div>
  )
}

/**
 * Popup with the reader's notices, which are marked as read once they are shown, and the latest events. An author can
 * edit the events; `editor` is null for everybody else. A list that cannot be loaded has a retry button.
 */
export const EventsPopup = island(Popup)
