import { Download } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import type { LogFilter } from './audit-url.ts'

async function download(filter: LogFilter): Promise<void> {
  const response = await api('GET /AuditLog/export', { query: filter })
  saveBlob(await response.blob(), 'logg.csv')
}

function Export({ filter }: { filter: LogFilter }) {
  const t = useTexts('audit')
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    await download(filter).catch((error: unknown) => toast(toFailure(error).message, 'danger'))
    setIsBusy(false)
  }
  return (
    <Button icon={<Icon of={Download} size={18} />} isBusy={isBusy} onClick={() => void run()}>
      {t('export')}
    </Button>
  )
}

/** Button that saves all log entries matching the filter as `logg.csv`. A failure is a toast. */
export const ExportLog = island(Export)
