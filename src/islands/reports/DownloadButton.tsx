import { FileSpreadsheet } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface DownloadProps {
  children: ReactNode
  save: () => Promise<unknown>
  /** Whatever tells the download from its neighbours. */
  name?: string
}

/** Saves a file that takes a while to make: the button waits and keeps its place. */
export function DownloadButton({ children, save, name }: DownloadProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await save().catch((error: unknown) => toast(failureOf(error).message, 'danger'))
    setBusy(false)
  }
  return (
    <Button
      icon={<Icon of={FileSpreadsheet} size={18} />}
      busy={busy}
      aria-label={name}
      onClick={() => void run()}
      className="whitespace-nowrap"
    >
      {children}
    </Button>
  )
}
