import { useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { DayField } from '../ui/DayField.tsx'

interface EndingDaysProps {
  /** First and last day that the fields begin with, as `yyyy-MM-dd`. */
  endsFrom: string
  endsTo: string
}

function Days(initial: EndingDaysProps) {
  const t = useTexts('mailings')
  const [endsFrom, setEndsFrom] = useState(initial.endsFrom)
  const [endsTo, setEndsTo] = useState(initial.endsTo)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DayField
        name="endsFrom"
        label={t('new.endsFrom')}
        value={endsFrom}
        onChange={({ target }) => setEndsFrom(target.value)}
        max={endsTo}
        required
        isSubmitted
      />
      <DayField
        name="endsTo"
        label={t('new.endsTo')}
        value={endsTo}
        onChange={({ target }) => setEndsTo(target.value)}
        min={endsFrom}
        required
        isSubmitted
      />
    </div>
  )
}

/**
 * Fields for the first and the last day of a period, in a form of a page that sends `endsFrom` and `endsTo`. Each
 * limits the other; without script they are text fields for days as `yyyy-MM-dd`.
 */
export const EndingDays = island(Days)
