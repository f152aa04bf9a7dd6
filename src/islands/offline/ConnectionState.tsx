import { RefreshCw } from '@lucide/icons'
import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'

interface ConnectionStateProps {
  waiting: number
  reachable: boolean
  onSend: () => void
  /** Namespace of the texts, which name the queued items. */
  namespace: string
  /** Further notes about the connection. */
  children?: ReactNode
}

/**
 * Shows `children`, and a warning while the server cannot be reached (`reachable` is false) and `waiting` items are in
 * the queue. The warning says how many, and has a button that calls `onSend`.
 */
export function ConnectionState({ waiting, reachable, onSend, namespace, children }: ConnectionStateProps) {
  const t = useTexts(namespace)
  const again = (
    <Button icon={<Icon of={RefreshCw} size={18} />} onClick={onSend}>
      {t('offline.again')}
    </Button>
  )
  return (
    <div role="status" className="mt-5 grid gap-3 empty:hidden">
      {children}
      {waiting > 0 && !reachable && (
        <InfoBox tone="warning" title={t('offline.title', { count: waiting })} actions={again}>
          {t('offline.text')}
        </InfoBox>
      )}
    </div>
  )
}
