import { useRef, useState } from 'react'
import { island } from '../client/texts.tsx'
import { DayField } from '../ui/DayField.tsx'

interface DayInputProps {
  name: string
  label: string
  /** The day at first, as `yyyy-MM-dd`; empty for none. */
  value: string
  error?: string | undefined
}

/**
 * Field for a day that its GET form submits as `yyyy-MM-dd`. A chosen day sends a `change` event, as a native field
 * does.
 */
export function DayInput({ value, ...texts }: DayInputProps) {
  const [day, setDay] = useState(value)
  const ref = useRef<HTMLDivElement>(null)
  function choose(chosen: string) {
    setDay(chosen)
    // After the field shows the day, so that listeners read it from the form.
    requestAnimationFrame(() => ref.current?.dispatchEvent(new Event('change', { bubbles: true })))
  }
  return (
    <div ref={ref}>
      <DayField {...texts} value={day} onChange={({ target }) => choose(target.value)} isSubmitted />
    </div>
  )
}

/** `DayInput` in a form of a page. */
export const FilterDay = island(DayInput)
