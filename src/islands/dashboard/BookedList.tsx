import { Clock, MapPin, Video } from 'lucide-react'
import type { BookedOccasion } from '#api/office/dashboard/contract.ts'
import { momentText, periodText } from '#locales/moments.ts'
import { useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'

interface BookedListProps {
  booked: readonly BookedOccasion[]
  language: string
}

/** Where the person is expected, the soonest first. */
export function BookedList({ booked, language }: BookedListProps) {
  return (
    <ul className="grid gap-3">
      {booked.map((occasion) => (
        <BookedRow key={`${occasion.occasionId}-${occasion.examId}`} occasion={occasion} language={language} />
      ))}
    </ul>
  )
}

const sameDay = (a: Date, b: Date) => momentText(a, 'day', 'sv') === momentText(b, 'day', 'sv')

function BookedRow({ occasion, language }: { occasion: BookedOccasion; language: string }) {
  const t = useTexts('dashboard', language)
  const { startDate, endDate, city, venue, onlineUrl, partTitle, educationTitle, educationId } = occasion
  const style = sameDay(startDate, endDate) ? 'time' : 'weekday'
  return (
    <li className="relative flex gap-4 rounded-card border border-line bg-surface p-4 shadow-card transition-shadow hover:shadow-float">
      <time
        dateTime={startDate.toISOString()}
        className="grid size-14 shrink-0 content-center rounded-control bg-accent-soft text-center text-accent-ink"
      >
        <span className="font-display text-2xl leading-none font-extrabold">
          {momentText(startDate, 'date', language)}
        </span>
        <span className="text-xs font-semibold">{momentText(startDate, 'month', language)}</span>
      </time>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            href={educationId ? `/education/${educationId}#part-${occasion.educationPartId}` : '/profile'}
            className="font-semibold after:absolute after:inset-0 after:rounded-card hover:underline"
          >
            {partTitle}
          </a>
          {occasion.pending && <Badge tone="warning">{t('pending')}</Badge>}
        </div>
        {educationTitle && educationTitle !== partTitle && <p className="text-sm text-muted">{educationTitle}</p>}
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span className="inline-flex items-center gap-1.5">
            <Clock size={16} aria-hidden className="text-muted" />
            {periodText(startDate, endDate, language, style)}
          </span>
          <span className="inline-flex items-center gap-1.5">
            {onlineUrl ? (
              <Video size={16} aria-hidden className="text-muted" />
            ) : (
              <MapPin size={16} aria-hidden className="text-muted" />
            )}
            {onlineUrl ? t('online') : [venue, city].filter(Boolean).join(', ')}
          </span>
        </p>
      </div>
    </li>
  )
}
