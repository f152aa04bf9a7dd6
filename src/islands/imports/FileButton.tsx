import { Download } from '@lucide/icons'
import { useState } from 'react'
import { saveResponse } from '../client/save-response.ts'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface FileButtonProps {
  label: string
  /** Name of the saved file. */
  fileName: string
  load: () => Promise<Response>
}

/**
 * Button that loads a file and saves it as `fileName`; a toast says when `load` rejected or gave no file (at most ten
 * bytes). `load` is called at each press.
 */
export function FileButton({ label, fileName, load }: FileButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    setIsBusy(true)
    try {
      await saveResponse(await load(), fileName)
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button size="small" isBusy={isBusy} icon={<Icon of={Download} size={16} />} onClick={() => void download()}>
      {label}
    </Button>
  )
}
