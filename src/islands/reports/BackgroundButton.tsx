import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'

interface BackgroundProps {
  /** Name of the report. */
  name: string
  begin: () => Promise<void>
  /** Whether it is the only way to get the report. */
  isAlone?: boolean
}

/**
 * Button that creates the report `name` in the background. It is busy until `begin` ends, which reports its outcome
 * itself and never rejects. With `isAlone` its text does not speak of another way to get the report.
 */
export function BackgroundButton({ name, begin, isAlone = false }: BackgroundProps) {
  const t = useTexts('reports')
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    await begin()
    setIsBusy(false)
  }
  return (
    <Button
      {...(isAlone ? {} : { tone: 'quiet' as const, className: '-ml-4 sm:ml-0' })}
      isBusy={isBusy}
      aria-label={t('inBackgroundNamed', { report: name })}
      onClick={() => void press()}
    >
      {t(isAlone ? 'inBackgroundAlone' : 'inBackground')}
    </Button>
  )
}
