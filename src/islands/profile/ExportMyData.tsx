import { Download } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { saveBlob } from '../client/save-blob.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'

interface ExportProps {
  userId: number
  /** Name of a child whose data are exported; absent for the own data. */
  name?: string | undefined
}

function ExportButton({ userId, name }: ExportProps) {
  const t = useTexts('profile')
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const data = await api('GET /user/:id/personaldata', { params: { id: userId } })
      saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), t('exportFile'))
    } catch (error) {
      toast(error instanceof Error ? error.message : t('exportFailed'), 'danger')
    }
    setIsBusy(false)
  }
  return (
    <Button size="small" icon={<Icon of={Download} size={16} />} isBusy={isBusy} onClick={() => void download()}>
      {name === undefined ? t('export') : t('exportOther', { name })}
    </Button>
  )
}

/** Button that saves all data about the person, or the child `name`, as a JSON file. A failure is a toast. */
export const ExportMyData = island(ExportButton)
