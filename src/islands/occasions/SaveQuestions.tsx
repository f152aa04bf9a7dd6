import { useState } from 'react'
import type { SeriesOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { listScopes, othersIn, type Questions, type SaveAnswers } from './save-questions.ts'

type SaveQuestionsProps = Questions & {
  onAnswer: (answers: SaveAnswers) => void
  onClose: () => void
}

type ScopeQuestionProps = Pick<SaveQuestionsProps, 'series' | 'start' | 'onClose'> & {
  onChoose: (others: SeriesOccasion[]) => void
}

function ScopeQuestion({ series, start, onChoose, onClose }: ScopeQuestionProps) {
  const t = useTexts('occasions')
  const choices = listScopes(series, start).map((scope) => ({ scope, others: othersIn(scope, series, start) }))
  return (
    <Dialog open onClose={onClose} title={t('series.question')} size="small">
      <p className="mb-4">{t('series.text')}</p>
      <div className="grid gap-3">
        {choices.map(({ scope, others }) => (
          <Button key={scope} isWide tone={scope === 'this' ? 'primary' : 'secondary'} onClick={() => onChoose(others)}>
            {t(`series.${scope}`, { count: scope === 'following' ? others.length : others.length + 1 })}
          </Button>
        ))}
        <Button isWide tone="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

interface TellQuestionProps {
  count: number
  onChoose: (isNotified: boolean) => void
  onClose: () => void
}

function TellQuestion({ count, onChoose, onClose }: TellQuestionProps) {
  const t = useTexts('occasions')
  return (
    <Dialog open onClose={onClose} title={t('tell.question')} size="small">
      <p className="mb-4">{t('tell.text', { count })}</p>
      <div className="grid gap-3">
        <Button isWide tone="primary" onClick={() => onChoose(true)}>
          {t('tell.yes')}
        </Button>
        <Button isWide onClick={() => onChoose(false)}>
          {t('tell.no')}
        </Button>
        <Button isWide tone="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * Asks before a save which occasions of the series change, and then whether their participants are notified. `onAnswer`
 * receives both: the `others` that change with this one, and `tellsParticipants`. Without a series only the second
 * question is asked, and this one alone changes; without participants only the first, and nobody is notified. Only for
 * questions that `hasQuestions` accepts: without both it asks about 0 participants. `onClose` follows a cancel of
 * either, without an answer.
 */
export function SaveQuestions({ series, start, bookedCount, concernsParticipants, ...rest }: SaveQuestionsProps) {
  const { onAnswer, onClose } = rest
  const [others, setOthers] = useState<readonly SeriesOccasion[] | null>(series.length > 0 ? null : [])
  const count = (chosen: readonly SeriesOccasion[]) =>
    concernsParticipants ? chosen.reduce((sum, one) => sum + one.bookedCount, bookedCount) : 0
  if (others === null)
    return (
      <ScopeQuestion
        series={series}
        start={start}
        onClose={onClose}
        onChoose={(chosen) =>
          count(chosen) > 0 ? setOthers(chosen) : onAnswer({ others: chosen, tellsParticipants: false })
        }
      />
    )
  return (
    <TellQuestion
      count={count(others)}
      onClose={onClose}
      onChoose={(tellsParticipants) => onAnswer({ others, tellsParticipants })}
    />
  )
}
