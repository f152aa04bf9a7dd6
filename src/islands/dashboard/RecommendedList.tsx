import { CalendarDays, Flag } from 'lucide-react'
import type { RecommendedEducation } from '#api/office/dashboard/contract.ts'
import { momentText } from '#locales/moments.ts'
import { numberText } from '#locales/numbers.ts'
import { useTexts } from '../texts.tsx'

interface RecommendedListProps {
  recommended: readonly RecommendedEducation[]
  language: string
}

/** Educations that the person could begin. */
export function RecommendedList({ recommended, language }: RecommendedListProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {recommended.map((education) => (
        <RecommendedCard key={education.educationId} education={education} language={language} />
      ))}
    </ul>
  )
}

function RecommendedCard({ education, language }: { education: RecommendedEducation; language: string }) {
  const t = useTexts('dashboard', language)
  const { educationId, title, shortDescription, categories, hours, fee, goal, nextOccasion } = education
  const facts = [
    hours !== null && t('hours', { hours: numberText(hours, language) }),
    fee > 0 ? t('fee', { fee: numberText(fee, language) }) : t('free'),
  ].filter(Boolean)
  return (
    <li className="relative flex flex-col rounded-card border border-line bg-surface p-4 shadow-card transition-shadow hover:shadow-float">
      {categories.length > 0 && <p className="text-xs font-semibold text-accent-ink">{categories.join(' · ')}</p>}
      <a
        href={`/education/${educationId}`}
        className="mt-0.5 font-display text-lg leading-snug font-bold after:absolute after:inset-0 after:rounded-card hover:underline"
      >
        {title}
      </a>
      {shortDescription && <p className="mt-1 line-clamp-2 text-sm text-muted">{shortDescription}</p>}
      <div className="mt-auto pt-3 text-sm">
        {goal && (
          <p className="mb-1 flex items-center gap-1.5 font-medium">
            <Flag size={16} aria-hidden className="shrink-0 text-accent-ink" />
            {t('forGoal', { goal })}
          </p>
        )}
        <p className="text-muted">{facts.join(' · ')}</p>
        {nextOccasion && (
          <p className="mt-1 flex items-center gap-1.5 font-medium">
            <CalendarDays size={16} aria-hidden className="shrink-0 text-muted" />
            {momentText(nextOccasion.startDate, 'weekday', language)}, {nextOccasion.city}
          </p>
        )}
      </div>
    </li>
  )
}
