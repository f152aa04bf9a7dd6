import { RefreshCw } from '@lucide/icons'
import { useState } from 'react'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { getCopyDate } from './store-copy.ts'

/**
 * Note on a list that the browser shows from its copy: the time of the copy, and that later sign-ups and cancellations
 * are missing. Its button reloads the page. Nothing on a page from the server.
 */
export function CopyNote({ namespace }: { namespace: 'occasions' | 'exams' }) {
  const t = useTexts(namespace)
  const language = useLanguage()
  const [at] = useState(getCopyDate)
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
