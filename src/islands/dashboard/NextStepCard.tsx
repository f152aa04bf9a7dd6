import { ArrowRight } from 'lucide-react'
import type { NextStep } from '#api/office/dashboard/contract.ts'
import { useTexts } from '../texts.tsx'
import { wordsFor } from './next-step.ts'

interface NextStepCardProps {
  next: NextStep
  language: string
}

/** The one thing to do next, with its reason: the first thing that the page says. */
export function NextStepCard({ next, language }: NextStepCardProps) {
  const t = useTexts('dashboard', language)
  const { title, reason, action, href } = wordsFor(next, t, language)
  return (
    <section
      aria-labelledby="next-step"
      className="chrome relative overflow-hidden rounded-sheet px-5 pt-6 pb-7 shadow-card sm:px-8 sm:py-8"
    >
      <div className="livery absolute inset-x-0 top-0 h-1.5" />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-text min-w-0">
          <p className="text-sm font-semibold text-accent-ink">{t('nextStep')}</p>
          <h2 id="next-step" className="mt-1 text-3xl">
            {title}
          </h2>
          <p className="mt-2 text-muted">{reason}</p>
        </div>
        <a
          href={href}
          className="inline-flex min-h-13 items-center justify-center gap-2 rounded-control bg-accent-ink px-6 text-lg font-semibold text-on-accent-ink transition-opacity hover:opacity-90 max-sm:w-full"
        >
          {action}
          <ArrowRight size={20} aria-hidden />
        </a>
      </div>
    </section>
  )
}
