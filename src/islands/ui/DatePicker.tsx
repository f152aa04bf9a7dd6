import { isSameDay } from 'date-fns'
import { sv } from 'date-fns/locale/sv'
import { type ChangeEvent, useContext, useRef, useState } from 'react'
import ReactDatePicker, { registerLocale } from 'react-datepicker'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { controlProps } from './field-attributes.ts'
import { IsOpening } from './overlay-container.ts'
import { isDateIn, validateTypedDate } from './typed-date.ts'
import { toInstant, toWallClock } from './wall-clock.ts'
import './date-picker.css'

registerLocale('sv', sv)

const pickerDefaults = { format: 'MM/dd/yyyy', timeIntervals: 30, monthsShown: 1 }
const swedish: Partial<Record<string, string>> = { sv: 'yyyy-MM-dd' }

type DatePickerProps = FieldTexts & {
  value: Date | null
  onChange: (date: Date | null) => void
  hasTime?: boolean | undefined
  /** Time zone of the value; absent for the browser's own, as for a day without a time. */
  zone?: string | undefined
  format?: string | undefined
  min?: Date | undefined
  max?: Date | undefined
  excluded?: Date[] | undefined
  /** Whether a day can be selected. */
  allows?: ((day: Date) => boolean) | undefined
  /** Moment whose month the calendar opens at while there is no value. */
  opensAt?: Date | null | undefined
  /** Whether the field has the focus when the page has loaded, for the one question of a page. */
  hasFirstFocus?: boolean | undefined
  timeIntervals?: number | undefined
  monthsShown?: number | undefined
  disabled?: boolean | undefined
  /** Whether the calendar has a list of years. */
  hasYears?: boolean | undefined
  /** Whether a form submits the typed text by `name`. */
  isSubmitted?: boolean | undefined
}

/** Returns the limits of the picker and the month that it opens at, whose dates are all wall-clock times. */
function toLimits({ min, max, excluded, allows, opensAt, zone }: DatePickerProps) {
  const wall = (date: Date) => (zone ? toWallClock(zone, date) : date)
  return {
    ...(opensAt && { openToDate: wall(opensAt) }),
    ...(min && { minDate: wall(min) }),
    ...(max && { maxDate: wall(max) }),
    ...(excluded && { excludeDates: excluded.map(wall) }),
    ...(allows && { filterDate: allows }),
  }
}

function usePickerTexts() {
  const t = useTexts('common')
  return {
    chooseDayAriaLabelPrefix: t('chooseDate'),
    disabledDayAriaLabelPrefix: t('dateClosed'),
    timeCaption: t('time'),
    previousMonthButtonLabel: t('previousMonth'),
    previousMonthAriaLabel: t('previousMonth'),
    nextMonthButtonLabel: t('nextMonth'),
    nextMonthAriaLabel: t('nextMonth'),
    clearButtonTitle: t('clearDate'),
    ariaLabelClose: t('clearDate'),
  }
}

/** Follows the typed text and shows on leaving the field why it was not accepted. */
function useTyping(shown: string, value: Date | null) {
  const t = useTexts('common')
  const typing = useRef({ text: '', wasTaken: true })
  const [problem, setProblem] = useState<string>()
  const validate = () => {
    const { text, wasTaken } = typing.current
    const result = validateTypedDate({ text, format: shown, value, wasTaken })
    if (result === 'unreadable') setProblem(t('dateUnreadable', { text, format: shown }))
    if (result === 'notSelectable') setProblem(t('dateNotSelectable', { text }))
    typing.current = { text: '', wasTaken: true }
  }
  const type = (text: string) => {
    typing.current = { text, wasTaken: false }
    setProblem(undefined)
  }
  const accept = () => {
    typing.current.wasTaken = true
    setProblem(undefined)
  }
  /** Whether the typed text is empty or a date of the shown format. */
  const isReadable = () => typing.current.text.trim() === '' || isDateIn(typing.current.text, shown)
  return { problem, judge: validate, type, take: accept, isReadable }
}

const typedText = (event: unknown) => (event as ChangeEvent<HTMLInputElement> | undefined)?.target?.value

/** Converts between the value and the picker's dates. */
function useDates(props: DatePickerProps) {
  const { hasTime = false, zone, onChange } = props
  const language = useLanguage()
  const day = props.format ?? swedish[language] ?? pickerDefaults.format
  const dateFormat = hasTime ? `${day} HH:mm` : day
  const selected = props.value && zone ? toWallClock(zone, props.value) : props.value
  const { problem, judge, type, take, isReadable } = useTyping(dateFormat, selected)
  const pick = (date: Date | null, event?: { type: string }) => {
    // The picker reads other formats as the browser does: with the month first, or as a moment of another zone.
    if (event?.type === 'change' && !isReadable()) return
    take()
    onChange(date && zone ? toInstant(zone, date) : date)
  }
  const picker = {
    ...toLimits(props),
    dateFormat,
    selected,
    onChange: pick,
    onChangeRaw: (event: unknown) => type(typedText(event) ?? ''),
    onBlur: judge,
    onCalendarClose: judge,
    dayClassName: (date: Date) => (selected && isSameDay(date, selected) ? 'is-picked' : ''),
  }
  return { picker, problem }
}

/**
 * Field for a day, or with `hasTime` a day and time, typed or picked. The value is a `Date`: an instant shown in
 * `zone`, or a local date without one. Its `format` is `yyyy-MM-dd` in Swedish and `MM/dd/yyyy` otherwise.
 *
 * `onChange` gets null when the field is cleared. Typed text that is no selectable date leaves the value and shows why
 * when the field is left. `min`, `max` and `excluded`, dates as the value is, decide which days can be selected, and so
 * does `allows`, which gets a day on the wall clock. An empty field opens at the month of `opensAt`.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, name, hint, hidesLabel, hasTime = false, disabled = false, required = false } = props
  const { hasFirstFocus = false, hasYears = false } = props
  const { timeIntervals = pickerDefaults.timeIntervals, monthsShown = pickerDefaults.monthsShown } = props
  const language = useLanguage()
  const t = useTexts('common')
  const words = usePickerTexts()
  const isOpening = useContext(IsOpening)
  const { picker, problem } = useDates(props)
  const texts = { label, name, id: props.id, hint, hidesLabel, required, error: problem ?? props.error }
  const { id, 'aria-describedby': describedBy } = controlProps(texts)
  return (
    <FieldFrame {...texts}>
      <ReactDatePicker
        {...words}
        {...picker}
        // A press before hydration opens the calendar after it.
        customInput={<input type="text" data-opens />}
        id={id}
        // Enter opens, picks and closes; only a filter's form is submitted by it.
        onKeyDown={(event) => !props.isSubmitted && event.key === 'Enter' && event.preventDefault()}
        {...(props.isSubmitted && { name, placeholderText: t('dayFormat') })}
        required={required}
        disabled={disabled}
        timeIntervals={timeIntervals}
        monthsShown={monthsShown}
        {...(describedBy && { ariaDescribedBy: describedBy })}
        ariaInvalid={texts.error ? 'true' : 'false'}
        locale={language}
        preventOpenOnFocus={isOpening || props.isSubmitted === true}
        calendarStartDay={language === 'sv' ? 1 : 0}
        showTimeSelect={hasTime}
        timeFormat="HH:mm"
        isClearable={!required && !disabled}
        autoComplete="off"
        autoFocus={hasFirstFocus}
        className="control"
        showPopperArrow={false}
        {...(hasYears && { showYearDropdown: true, dropdownMode: 'select' as const })}
      />
    </FieldFrame>
  )
}
