import { CalendarDays, CircleCheck, Layers, MapPin, Users, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EducationSummary, OwnEducation } from '#api/catalogue/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Progress } from '../ui/Progress.tsx'
import { CategoryBadge } from './CategoryBadge.tsx'
import { useFeeText, useSpotsText } from './words.ts'

interface Category {
  id: number
  name: string
  color: string | null
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
    <span className="min-w-0">{children}</span>
  </li>
)

function NextOccasion({ education }: { education: EducationSummary }) {
  const t = useTexts('educations')
  const language = useLanguage()
  const spots = useSpotsText()
  const next = education.nextOccasion
  if (!next) {
    const isDigital = education.parts.some(({ type }) => type === 1)
    return (
      <Fact icon={<CalendarDays size={17} aria-hidden />}>
        <span className="text-muted">{isDigital ? t('anyTime') : t('noNext')}</span>
      </Fact>
    )
  }
  return (
    <>
      <Fact icon={<CalendarDays size={17} aria-hidden />}>
        <span className="sr-only">{t('next')}: </span>
        <time dateTime={next.startDate.toISOString()}>{momentText(next.startDate, 'moment', language)}</time>
      </Fact>
      <Fact icon={<MapPin size={17} aria-hidden />}>{next.city}</Fact>
      <Fact icon={<Users size={17} aria-hidden />}>
        <span className={next.hasFreeSpots ? undefined : 'font-semibold text-danger-ink'}>
          {spots(next.availableSpots)}
        </span>
      </Fact>
    </>
  )
}

function OwnState({ own }: { own: OwnEducation }) {
  const t = useTexts('educations')
  const { state, partsCompleted: done, partsTotal: total } = own
  if (state === 'completed')
    return (
      <Badge tone="success" icon={<CircleCheck size={14} aria-hidden />}>
        {t('own.completed')}
      </Badge>
    )
  if (state === 'pending') return <Badge tone="warning">{t('own.pending')}</Badge>
  return <Progress label={t('own.started')} done={done} total={total} text={t('progress', { done, total })} />
}

interface EducationCardProps {
  education: EducationSummary
  categories: readonly Category[]
  own: OwnEducation | undefined
}

/** One education in the list: what, when, where, for how much, and how far one has come. */
export function EducationCard({ education, categories, own }: EducationCardProps) {
  const t = useTexts('educations')
  const fee = useFeeText()
  const { id, title, shortDescription, parts } = education
  return (
    <article className="relative flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card transition-shadow hover:shadow-float">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {categories.map((category) => (
          <CategoryBadge key={category.id} {...category} />
        ))}
        {!education.published && <Badge tone="warning">{t('unpublished')}</Badge>}
        {education.archived && <Badge>{t('archived')}</Badge>}
      </div>
      <div>
        <h2 className="text-xl">
          <a
            href={`/education/${id}`}
            className="after:absolute after:inset-0 after:rounded-card hover:text-accent-ink"
          >
            {title}
          </a>
        </h2>
        {shortDescription && <p className="mt-1 line-clamp-2 text-muted">{shortDescription}</p>}
      </div>
      <ul className="grid gap-1.5 text-sm">
        <Fact icon={<Layers size={17} aria-hidden />}>
          {t('parts', { count: parts.length })}
          {parts.length > 0 && (
            <span className="text-muted">
              {' · '}
              {[...new Set(parts.map(({ type }) => t(`type.${type}`)))].join(', ')}
            </span>
          )}
        </Fact>
        <NextOccasion education={education} />
        <Fact icon={<Wallet size={17} aria-hidden />}>{fee(education.feeRange)}</Fact>
      </ul>
      {own && own.state !== 'none' && (
        <div className="mt-auto border-t border-line pt-3">
          <OwnState own={own} />
        </div>
      )}
    </article>
  )
}
