import { useStore } from '@nanostores/react'
import type { StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { stepLine } from '../next-steps/step-texts.ts'
import { Button } from '../ui/Button.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { QueryResult } from './QueryResult.tsx'
import { $started } from './state.ts'

function StartedEducations({ educations }: { educations: readonly StartedEducationBlock[] }) {
  const t = useTexts('bottombar')
  const tSteps = useTexts('next-steps')
  const language = useLanguage()
  if (educations.length === 0)
    return (
      <div className="grid justify-items-start gap-3 px-3 pb-2">
        <p className="text-muted">{t('noStarted')}</p>
        <Button href="/educations" tone="primary" size="small">
          {t('findEducation')}
        </Button>
      </div>
    )
  return (
    <ul>
      {educations.map(({ educationId, title, partsTotal, partsCompleted, nextStep }) => (
        <li key={educationId}>
          <a
            href={`/education/${educationId}`}
            className="flex items-center gap-3 rounded-control px-3 py-2 hover:bg-hover"
          >
            <ProgressRing
              label={t('progress', { done: partsCompleted, total: partsTotal })}
              done={partsCompleted}
              total={partsTotal}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{stepLine(nextStep, tSteps, language)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Popup() {
  const t = useTexts('bottombar')
  const started = useStore($started)
  return (
    <div className="grid gap-1 p-3">
      <h2 className="px-3 pt-1 text-lg">{t('started')}</h2>
      <QueryResult answer={started} onRetry={$started.revalidate}>
        {(data) => <StartedEducations educations={data} />}
      </QueryResult>
    </div>
  )
}

/** Popup with the reader's started educations, each with its progress and its next step. */
export const StartedPopup = island(Popup)
