import { FileSpreadsheet } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface DownloadProps {
  children: ReactNode
  save: () => Promise<unknown>
  /** Distinguishes the download from others for screen readers. */
  name?: string
}

/**
 * Button that calls `save` for a file which takes time to create, and is busy until it ends. A failure is a toast; a
 * success is reported by `save`.
 */
export function DownloadButton({ children, save, name }: DownloadProps) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    await save().catch((error: unknown) => toast(toFailure(error).message, 'danger'))
    setIsBusy(false)
  }
  return (
    <Button
      icon={<Icon of={FileSpreadsheet} size={18} />}
      isBusy={isBusy}
      aria-label={name}
      onClick={() => void run()}
      className="whitespace-nowrap"
    >
      {children}
    </Button>
  )
}
