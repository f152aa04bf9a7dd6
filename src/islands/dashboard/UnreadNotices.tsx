import type { Notice } from '#api/foundation/notices/contract.ts'
import { distanceText } from '#locales/moments.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'

interface UnreadNoticesProps {
  notices: readonly Notice[]
  now: Date
  language: string
}

/** What has happened since the person was here; the dashboard has no bottom bar to tell it. */
export function UnreadNotices({ notices, now, language }: UnreadNoticesProps) {
  const t = useTexts('dashboard', language)
  return (
    <section
      id="unread-notices"
      aria-labelledby="notices"
      className="rounded-card border border-accent-ink bg-surface p-5"
    >
      <h2 id="notices" className="mb-3 text-xl">
        {t('notices')}
      </h2>
      <ul className="divide-y divide-line">
        {notices.map(({ id, text, url, created }) => (
          <li key={id} className="py-2.5 first:pt-0">
            {url ? (
              <a href={url} className="font-medium underline-offset-3 hover:underline">
                {text}
              </a>
            ) : (
              <p className="font-medium">{text}</p>
            )}
            <p className="text-sm text-muted">{distanceText(created, now, language)}</p>
          </li>
        ))}
      </ul>
      <form method="post" action="/" className="mt-2" data-failed={t('markReadFailed')}>
        <Button type="submit" size="small">
          {t('markRead')}
        </Button>
      </form>
    </section>
  )
}
