import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'

interface BackgroundProps {
  /** Of the report. */
  name: string
  begin: () => Promise<void>
  /** It is the only way. */
  isAlone?: boolean
}

/** Has a report made while its reader goes on with something else. */
export function InBackground({ name, begin, isAlone = false }: BackgroundProps) {
  const t = useTexts('reports')
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await begin()
    setBusy(false)
  }
  return (
    <Button
      {...(isAlone ? {} : { tone: 'quiet' as const, className: '-ml-4 sm:ml-0' })}
      busy={busy}
      aria-label={t('inBackgroundNamed', { report: name })}
      onClick={() => void press()}
    >
      {t(isAlone ? 'inBackgroundAlone' : 'inBackground')}
    </Button>
  )
}
