import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api.ts'
import { island, useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

function save(content: string, name: string) {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The own data as a file. */
function ExportButton({ userId }: { userId: number }) {
  const t = useTexts('profile')
  const [busy, setBusy] = useState(false)
  async function download() {
    if (busy) return
    setBusy(true)
    try {
      const data = await api('GET /user/:id/personaldata', { params: { id: userId } })
      save(JSON.stringify(data, null, 2), t('exportFile'))
    } catch (error) {
      toast(error instanceof Error ? error.message : t('exportFailed'), 'danger')
    }
    setBusy(false)
  }
  return (
    <Button size="small" icon={<Download size={16} aria-hidden />} busy={busy} onClick={() => void download()}>
      {t('export')}
    </Button>
  )
}

export const ExportMyData = island(ExportButton)
