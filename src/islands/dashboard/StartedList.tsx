import { ChevronRight } from 'lucide-react'
import type { StartedEducation } from '#api/office/dashboard/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useTexts } from '../texts.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'

interface StartedListProps {
  started: readonly StartedEducation[]
  language: string
}

/** Educations on the way, each with how far it has come and what comes next. */
export function StartedList({ started, language }: StartedListProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
      {started.map((education) => (
        <StartedRow key={education.educationId} education={education} language={language} />
      ))}
    </ul>
  )
}

function StartedRow({ education, language }: { education: StartedEducation; language: string }) {
  const t = useTexts('dashboard', language)
  const { educationId, title, partsCompleted, partsTotal, nextPartTitle, nextOccasion } = education
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 transition-colors hover:bg-hover sm:px-5">
      <ProgressRing
        label={t('progress', { done: partsCompleted, total: partsTotal })}
        done={partsCompleted}
        total={partsTotal}
      />
      <div className="min-w-0 flex-1">
        <a
          href={`/education/${educationId}`}
          className="font-semibold after:absolute after:inset-0 after:rounded-card hover:underline"
        >
          {title}
        </a>
        <p className="text-sm text-muted">
          {nextPartTitle ? t('nextPart', { title: nextPartTitle }) : t('nothingOpen')}
          {nextOccasion && ` · ${momentText(nextOccasion.startDate, 'weekday', language)}`}
        </p>
      </div>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
    </li>
  )
}
