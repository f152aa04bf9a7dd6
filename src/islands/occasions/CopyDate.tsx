import { useState } from 'react'
import { portalZone } from '#api/zone.ts'
import { periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { toWallClock } from '../ui/wall-clock.ts'
import type { OccasionFieldsProps } from './OccasionFields.tsx'
import { moveCopy, type OccasionTimes } from './occasion-times.ts'

/** Times of the occasion that is copied. */
export interface CopiedTimes extends OccasionTimes {
  startDate: Date
  endDate: Date
}

/**
 * Field for the day of a copied occasion. A chosen day moves all dates in the draft and keeps their times of day;
 * copied last days (to sign up or cancel) that have already passed are left out. Emptying the field leaves the draft.
 * `copied` are the dates of the original.
 */
export function CopyDate({ draft, change, errorOf, copied }: OccasionFieldsProps & { copied: CopiedTimes }) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [day, setDay] = useState<Date | null>(null)
  const [previousDay, setPreviousDay] = useState<Date | null>(null)
  // The field below shows its own error once it is there.
  const isAsked = draft.startDate === null
  function choose(chosen: Date | null) {
    setDay(chosen)
    // A field that is emptied to be typed in again leaves the draft as it is.
    if (!chosen) return
    setPreviousDay(chosen)
    change(moveCopy({ copied, draft, day: chosen, previousDay, now: new Date() }))
  }
  return (
    <Card title={t('copyDate.title')}>
      <DatePicker
        name={isAsked ? 'startDate' : 'copyDate'}
        label={t('copyDate')}
        hint={t('copyDateHint', { from: periodText(copied.startDate, copied.endDate, language) })}
        error={isAsked ? errorOf('startDate') : undefined}
        value={day}
        onChange={choose}
        opensAt={toWallClock(portalZone, copied.startDate)}
        hasFirstFocus
        required
      />
    </Card>
  )
}
