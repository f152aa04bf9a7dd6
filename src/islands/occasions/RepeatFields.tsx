import { useState } from 'react'
import { periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toSection } from '../editing/form-section.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { type OccasionDraft, toSpan } from './occasion-draft.ts'
import { type Interval, listDates, type RepeatedDate, type Repetition } from './repetition.ts'

interface RepeatFieldsProps {
  draft: OccasionDraft
  value: Repetition
  onChange: (value: Repetition) => void
  error: string | undefined
}

type DateRowProps = Pick<RepeatFieldsProps, 'value' | 'onChange'> & { date: RepeatedDate<OccasionDraft> }

/** Returns the moved days with another day of one date; null restores its regular day. */
function withDay(moved: Repetition['moved'], index: number, day: Date | null): Repetition['moved'] {
  const others = Object.entries(moved).filter(([one]) => Number(one) !== index)
  return Object.fromEntries(day ? [...others, [index, day] as const] : others)
}

function DateRow({ date, value, onChange }: DateRowProps) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { index, times, isSkipped, isMoved, holiday } = date
  const { startDate, endDate } = times
  const text = startDate && periodText(startDate, endDate && endDate > startDate ? endDate : startDate, language)
  const skip = (isChosen: boolean) =>
    onChange({
      ...value,
      skipped: isChosen ? value.skipped.filter((one) => one !== index) : [...value.skipped, index],
    })
  return (
    <li className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {index === 0 ? (
          <span className="pl-8">{text}</span>
        ) : (
          <Checkbox
            name={`repeat-${index}`}
            label={<span className={isSkipped ? 'text-muted line-through' : undefined}>{text}</span>}
            checked={!isSkipped}
            onChange={({ target }) => skip(target.checked)}
          />
        )}
        {holiday && <Badge tone="warning">{t(`holiday.${holiday}`)}</Badge>}
        {isMoved && <Badge>{t('repeat.moved')}</Badge>}
        {index > 0 && !isSkipped && (
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-label={t('repeat.changeOf', { date: text ?? '' })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('repeat.change')}
          </Button>
        )}
      </div>
      {isOpen && !isSkipped && (
        <div className="max-w-64 pl-8">
          <DatePicker
            name={`repeat-${index}-day`}
            label={t('repeat.day')}
            hint={t('repeat.dayHint')}
            value={value.moved[index] ?? null}
            opensAt={startDate}
            onChange={(day) => onChange({ ...value, moved: withDay(value.moved, index, day) })}
          />
        </div>
      )}
    </li>
  )
}

function Dates({ draft, value, onChange }: Omit<RepeatFieldsProps, 'error'>) {
  const t = useTexts('occasions')
  const { start, end } = toSpan(draft)
  const dates = listDates({ ...draft, startDate: start, endDate: end }, value)
  if (!start) return <p className="mt-4 text-muted">{t('repeat.noStart')}</p>
  const chosen = dates.filter(({ isSkipped }) => !isSkipped)
  const onHolidays = chosen.filter(({ index, holiday }) => index > 0 && holiday !== null)
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="repeat-dates" className="text-base">
          {t('repeat.dates', { count: chosen.length })}
        </h3>
        {onHolidays.length > 0 && (
          <Button
            size="small"
            onClick={() => onChange({ ...value, skipped: [...value.skipped, ...onHolidays.map(({ index }) => index)] })}
          >
            {t('repeat.skipHolidays', { count: onHolidays.length })}
          </Button>
        )}
      </div>
      <ol aria-labelledby="repeat-dates" className="mt-2 divide-y divide-line">
        {dates.map((date) => (
          <DateRow key={date.index} date={date} value={value} onChange={onChange} />
        ))}
      </ol>
    </div>
  )
}

/**
 * Fields for the repetition of a new occasion (interval and number of dates, as text), with the dates that follow from
 * `draft`: each but the first can be skipped or moved to another day, and holidays are marked and can be skipped
 * together. Another interval discards skipped and moved dates. `onChange` receives the whole repetition.
 */
export function RepeatFields({ draft, value, onChange, error }: RepeatFieldsProps) {
  const t = useTexts('occasions')
  const intervals = (['week', 'fortnight', 'month'] as const).map((one) => ({ value: one, label: t(`repeat.${one}`) }))
  return (
    <Card {...toSection('repeat', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          name="repeat-interval"
          label={t('repeat.interval')}
          placeholder={t('repeat.never')}
          options={intervals}
          value={value.interval}
          onChange={({ target }) =>
            // The options hold the intervals.
            onChange({ ...value, interval: target.value as Interval | '', skipped: [], moved: {} })
          }
        />
        {value.interval && (
          <Field
            name="repeat.times"
            error={error}
            label={t('repeat.times')}
            hint={t('repeat.timesHint')}
            inputMode="numeric"
            value={value.times}
            onChange={({ target }) => onChange({ ...value, times: target.value })}
          />
        )}
      </div>
      {value.interval && <Dates draft={draft} value={value} onChange={onChange} />}
    </Card>
  )
}
