import { RefreshCw } from '@lucide/icons'
import { useState } from 'react'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { copiedAt } from './keep-page.ts'

/** The browser's copy, when the list is one: who has signed up or off since is not on it. */
export function CopyNote({ namespace }: { namespace: 'occasions' | 'exams' }) {
  const t = useTexts(namespace)
  const language = useLanguage()
  const [at] = useState(copiedAt)
  if (!at) return null
  const again = (
    <Button icon={<Icon of={RefreshCw} size={18} />} onClick={() => location.reload()}>
      {t('copy.again')}
    </Button>
  )
  return (
    <InfoBox tone="warning" title={t('copy.title', { time: momentText(at, 'time', language) })} actions={again}>
      {t('copy.text')}
    </InfoBox>
  )
}
